//! Calls of the payment forms, and the provider's webhook.

mod appearance;
mod change;
pub(super) mod express;
mod intents;
mod save_method;
mod status;
mod verify;
mod webhook;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_services::ports::StoreError;

use self::appearance::save_appearance;
use self::change::confirm_change_payment;
use self::intents::{create_payment_intent, init_setup_intent, update_payment_intent};

pub(super) use self::save_method::create_and_confirm_setup_intent;
use self::status::{update_failed_order, update_order_status};
pub(super) use self::verify::verify_intent;
pub(super) use self::webhook::receive;
use super::Call;

/// Dispatches a call of the payment forms.
pub(super) async fn call(call: &Call, name: &str) -> Result<Response, StoreError> {
    let Call { state, session, form, ip, .. } = call;
    let (shop, web) = (&state.shop, &state.storefront.web);
    match name {
        "wc_stripe_update_order_status" => {
            update_order_status(&shop.orders, &shop.settlement, &shop.payment_sessions, web, session, form).await
        }
        "wc_stripe_confirm_change_payment" => {
            confirm_change_payment(&shop.carts, &shop.subscriptions, &shop.renewals, web, session, form).await
        }
        "wc_stripe_update_failed_order" => {
            update_failed_order(&shop.orders, &shop.settlement, &shop.payment_sessions, web, session, form).await
        }
        "wc_stripe_init_setup_intent" => {
            init_setup_intent(&shop.payment_forms, &state.config, &state.limits, web, session, form, ip).await
        }
        "wc_stripe_create_payment_intent" => create_payment_intent(state, session, form, ip).await,
        "wc_stripe_update_payment_intent" => {
            update_payment_intent(&shop.carts, &shop.orders, &shop.payment_forms, web, session, form).await
        }
        "wc_stripe_save_appearance" => save_appearance(&shop.payment_sessions, web, session, form).await,
        _ => Ok(StatusCode::OK.into_response()),
    }
}
