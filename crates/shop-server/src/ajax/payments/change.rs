//! `confirm_change_payment`: the page reports that the buyer completed the bank's authentication for a subscription's new payment
//! method.

use axum::response::Response;
use serde_json::json;
use shop_core::base::{Params, SubscriptionId};
use shop_core::platform::messages::{codes, text};
use shop_services::Context;
use shop_services::cart::Carts;
use shop_services::orders::renewals::Renewals;
use shop_services::orders::subscriptions::Subscriptions;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::StoreError;

use super::status::{failure, has_nonce, success};
use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::WebContext;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;
use crate::payments::{changed, declined, subscription_path};

/// `wc_stripe_confirm_change_payment`: `{success, data: {return_url}}`. Only for the owner, with the nonce of the hash, and for
/// the setup intent that was created for this subscription.
pub(in crate::ajax) async fn confirm_change_payment(
    carts: &Carts,
    subscriptions: &Subscriptions,
    renewals: &Renewals,
    web: &WebContext,
    session: &Session,
    form: &Pairs,
) -> Result<Response, StoreError> {
    let settings = web.context.settings().await?;
    let lang = settings.lang();
    let fail = |code| Ok(failure(text(code, &Params::new(), lang)));
    let id = SubscriptionId(form.get("order_id").and_then(|text| text.parse().ok()).unwrap_or(0));
    let Some(customer) = session.customer_id.filter(|_| has_nonce(web, session, form, &nonces::payment_change(id)))
    else {
        return fail(codes::FORM_EXPIRED);
    };
    let intent = form.get("intent_id").unwrap_or_default();
    match renewals.finish_payment_change(id, customer, intent).await? {
        Ok(true) => {
            changed(&web.context, carts, subscriptions, renewals, session, (id, customer)).await?;
            Ok(success(json!({ "return_url": web.context.addresses().page(&subscription_path(id)) })))
        }
        Ok(false) => Ok(failure(refusal(&web.context, intent, &settings).await)),
        Err(_) => fail(codes::PAYMENT_GENERIC),
    }
}

/// Returns the provider's reason why the setup failed.
async fn refusal(context: &Context, intent: &str, shop: &ShopSettings) -> String {
    let unsure = || text(codes::PAYMENT_AUTHENTICATION_FAILURE, &Params::new(), shop.lang());
    let Some(gateway) = context.gateway() else { return unsure() };
    let error = gateway.intent(intent).await.ok().and_then(|intent| intent.failure);
    error.map(|error| declined(&error, shop)).filter(|text| !text.is_empty()).unwrap_or_else(unsure)
}
