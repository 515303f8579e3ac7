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
    match name {
        "wc_stripe_update_order_status" => {
            update_order_status(
                &call.state.shop.orders,
                &call.state.shop.settlement,
                &call.state.shop.payment_sessions,
                &call.state.storefront.web,
                &call.session,
                &call.form,
            )
            .await
        }
        "wc_stripe_confirm_change_payment" => {
            confirm_change_payment(
                &call.state.shop.carts,
                &call.state.shop.subscriptions,
                &call.state.shop.renewals,
                &call.state.storefront.web,
                &call.session,
                &call.form,
            )
            .await
        }
        "wc_stripe_update_failed_order" => {
            update_failed_order(
                &call.state.shop.orders,
                &call.state.shop.settlement,
                &call.state.shop.payment_sessions,
                &call.state.storefront.web,
                &call.session,
                &call.form,
            )
            .await
        }
        "wc_stripe_init_setup_intent" => {
            init_setup_intent(
                &call.state.shop.payment_forms,
                &call.state.config,
                &call.state.limits,
                &call.state.storefront.web,
                &call.session,
                &call.form,
                &call.ip,
            )
            .await
        }
        "wc_stripe_create_payment_intent" => {
            create_payment_intent(&call.state, &call.session, &call.form, &call.ip).await
        }
        "wc_stripe_update_payment_intent" => {
            update_payment_intent(
                &call.state.shop.carts,
                &call.state.shop.orders,
                &call.state.shop.payment_forms,
                &call.state.storefront.web,
                &call.session,
                &call.form,
            )
            .await
        }
        "wc_stripe_save_appearance" => {
            save_appearance(&call.state.shop.payment_sessions, &call.state.storefront.web, &call.session, &call.form)
                .await
        }
        _ => Ok(StatusCode::OK.into_response()),
    }
}
