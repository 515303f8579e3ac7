//! `wc_stripe_create_and_confirm_setup_intent`, a call of the general endpoint: a customer saves a new method.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use shop_core::base::Params;
use shop_core::payments::method::PaymentMethod;
use shop_core::platform::messages::{codes, text};
use shop_services::payments::{MethodSetups, SetupFor, SubmittedMethod};
use shop_services::ports::{NextAction, StoreError};

use super::status::{failure, has_nonce};
use crate::app::forms::form_fields::Pairs;
use crate::app::limits::Limits;
use crate::app::storefront::WebContext;
use crate::app::visitor::nonces::KEEP_METHOD;
use crate::app::visitor::session::Session;
use crate::payments::{agreement, may_save_method, not_saved_message};
use crate::platform::config::Config;

/// Page that lists the methods, to which the bank's page returns.
const LISTING: &str = "/my-account/payment-methods/";

/// Creates a setup intent for the method and confirms it.
pub(in crate::ajax) async fn create_and_confirm_setup_intent(
    method_setups: &MethodSetups,
    config: &Config,
    limits: &Limits,
    web: &WebContext,
    session: &Session,
    form: &Pairs,
    address: &str,
) -> Result<Response, StoreError> {
    let settings = web.context.settings().await?;
    let lang = settings.lang();
    let fail = |code| Ok(failure(text(code, &Params::new(), lang)));
    let Some(customer) = session.customer_id.filter(|_| has_nonce(web, session, form, KEEP_METHOD)) else {
        return fail(codes::FORM_EXPIRED);
    };
    if !may_save_method(&web.context, config, limits, customer, address) {
        return fail(codes::RATE_LIMIT_EXCEEDED);
    }
    let kind = match form.get("wc-stripe-payment-type").filter(|kind| !kind.is_empty()) {
        None => Some(PaymentMethod::Card),
        Some(kind) => PaymentMethod::from_id(kind),
    };
    let method = form.get("wc-stripe-payment-method").unwrap_or_default();
    let Some(kind) = kind.filter(|_| method.starts_with("pm_")) else { return fail(codes::PAYMENT_DETAILS_MISSING) };
    let all = matches!(form.get("update_all_subscription_payment_methods"), Some("true" | "1" | "yes" | "on"));
    let wanted = SetupFor { subscription: None, all };
    let given = SubmittedMethod { kind, id: method.to_owned(), agreed: agreement(session, address) };
    match method_setups.add_method(customer, given, &web.context.addresses().page(LISTING), wanted).await? {
        Ok(intent) => {
            let next_action = match &intent.next {
                Some(NextAction::Redirect(url)) => {
                    json!({ "type": "redirect_to_url", "redirect_to_url": { "url": url } })
                }
                Some(_) => json!({ "type": "use_stripe_sdk" }),
                None => json!(null),
            };
            let back = format!("{LISTING}?setup_intent={}", intent.id);
            let data = json!({
                "status": intent.status,
                "id": intent.id,
                "client_secret": intent.client_secret.0,
                "next_action": next_action,
                "payment_type": kind.as_str(),
                "return_url": percent(&web.context.addresses().page(&back)),
            });
            Ok(Json(json!({ "success": true, "data": data })).into_response())
        }
        Err(refusal) => Ok(failure(not_saved_message(&refusal, &settings))),
    }
}

/// Percent-encodes an address for use inside another one.
fn percent(address: &str) -> String {
    serde_urlencoded::to_string([("", address)]).unwrap_or_default().trim_start_matches('=').to_owned()
}
