//! The endpoints of `/v1`.

mod account;
mod charges;
mod customers;
pub(super) mod disputes;
mod methods;
pub(super) mod refunds;
pub(super) mod reviews;
mod tokens;

use axum::http::Method as Verb;
use serde_json::Value;

use super::intents;
use super::objects::{Charge, Customer, Dispute, Method, Refund, Review, Webhook};
use super::store::{Row, Tx};
use super::webhooks::{self, Event};
use crate::http::auth::Caller;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;

pub(super) struct Call {
    pub(super) method: Verb,
    pub(super) path: String,
    pub(super) form: Form,
    pub(super) caller: Caller,
    pub(super) idempotency_key: Option<String>,
}

/// Endpoints open to browsers. All others need the secret key.
fn open_to_browsers(method: &str, path: &[&str]) -> bool {
    matches!(
        (method, path),
        ("POST", ["payment_methods" | "confirmation_tokens"] | ["payment_intents" | "setup_intents", _, "confirm"])
            | ("GET", ["payment_intents" | "setup_intents", _])
    )
}

/// Runs a call.
pub(super) fn dispatch(tx: &mut Tx<'_>, call: &Call) -> ApiResult<Value> {
    let Call { form, caller, .. } = call;
    let method = if call.method == Verb::HEAD { "GET" } else { call.method.as_str() };
    let segments: Vec<&str> = call.path.trim_start_matches("/v1/").split('/').collect();
    let path = segments.as_slice();
    if *caller == Caller::Browser && !open_to_browsers(method, path) {
        return Err(ApiError::forbidden_key());
    }
    if path.first().is_some_and(|noun| tx.account().forbidden.iter().any(|own| own == noun)) {
        return Err(ApiError::no_right(&call.path));
    }
    match (method, path) {
        ("POST", ["payment_intents"]) => intents::create(tx, form, false),
        ("POST", ["setup_intents"]) => intents::create(tx, form, true),
        ("GET", ["payment_intents"]) => intents::list(tx, form, false),
        ("GET", ["setup_intents"]) => intents::list(tx, form, true),
        ("GET", [noun @ ("payment_intents" | "setup_intents"), id]) => {
            intents::retrieve(tx, check_id(noun, id)?, form, *caller)
        }
        ("POST", [noun @ ("payment_intents" | "setup_intents"), id]) => intents::update(tx, check_id(noun, id)?, form),
        ("POST", [noun @ ("payment_intents" | "setup_intents"), id, "confirm"]) => {
            intents::confirm(tx, check_id(noun, id)?, form, *caller)
        }
        ("POST", [noun @ ("payment_intents" | "setup_intents"), id, "cancel"]) => {
            intents::cancel(tx, check_id(noun, id)?, form)
        }
        ("POST", ["payment_intents", id, "capture"]) => intents::capture(tx, check_id("payment_intents", id)?, form),

        ("POST", ["payment_methods"]) => methods::create(tx, form, *caller),
        ("GET", ["payment_methods"]) => methods::list(tx, form),
        ("GET", ["payment_methods", id]) => Ok(tx.find::<Method>(id)?.view()),
        ("POST", ["payment_methods", id]) => methods::update(tx, id, form),
        ("POST", ["payment_methods", id, "attach"]) => methods::attach(tx, id, form),
        ("POST", ["payment_methods", id, "detach"]) => methods::detach(tx, id),

        ("POST", ["customers"]) => customers::create(tx, form),
        ("GET", ["customers"]) => customers::list(tx, form),
        ("GET", ["customers", id]) => Ok(tx.find::<Customer>(id)?.view()),
        ("POST", ["customers", id]) => customers::update(tx, id, form),
        ("DELETE", ["customers", id]) => customers::delete(tx, id),
        ("GET", ["customers", id, "payment_methods"]) => methods::list_for_customer(tx, id, form, &call.path),
        ("GET", ["customers", id, "payment_methods", method]) => {
            let found = tx.find::<Method>(method)?;
            let own = found.customer.as_ref().is_some_and(|customer| customer.as_str() == *id);
            if own { Ok(found.view()) } else { Err(Method::unknown(method)) }
        }

        ("POST", ["confirmation_tokens"]) => tokens::create(tx, form, *caller),
        ("GET", ["confirmation_tokens", id]) => tokens::retrieve(tx, id),

        ("POST", ["refunds"]) => refunds::create(tx, form),
        ("GET", ["refunds"]) => refunds::list(tx, form),
        ("GET", ["refunds", id]) => Ok(tx.find::<Refund>(id)?.view()),
        ("POST", ["refunds", id]) => refunds::update(tx, id, form),
        ("GET", ["charges"]) => charges::list(tx, form),
        ("GET", ["charges", id]) => Ok(tx.find::<Charge>(id)?.view(tx)),
        ("GET", ["disputes"]) => disputes::list(tx, form),
        ("GET", ["disputes", id]) => Ok(tx.find::<Dispute>(id)?.view()),
        ("POST", ["disputes", id, "close"]) => disputes::close(tx, id, false),
        ("GET", ["reviews"]) => reviews::list(tx, form),
        ("GET", ["reviews", id]) => Ok(tx.find::<Review>(id)?.view()),
        ("POST", ["reviews", id, "approve"]) => reviews::approve(tx, id),

        ("GET", ["account"]) => Ok(account::retrieve(tx)),
        ("GET", ["payment_method_configurations"]) => account::configurations(tx, form),
        ("POST", ["webhook_endpoints"]) => account::create_webhook(tx, form),
        ("GET", ["webhook_endpoints"]) => account::webhooks(tx, form),
        ("GET", ["webhook_endpoints", id]) => Ok(tx.find::<Webhook>(id)?.view()),
        ("POST", ["webhook_endpoints", id]) => account::update_webhook(tx, id, form),
        ("DELETE", ["webhook_endpoints", id]) => account::delete_webhook(tx, id),
        ("POST", ["payment_method_domains"]) => account::create_domain(tx, form),
        ("GET", ["payment_method_domains"]) => account::domains(tx, form),
        ("GET", ["payment_method_domains", id]) => account::retrieve_domain(tx, id),
        ("POST", ["payment_method_domains", id]) => account::update_domain(tx, id, form),
        ("POST", ["payment_method_domains", id, "validate"]) => account::validate_domain(tx, id, form),

        ("GET", ["events"]) => webhooks::list(tx, form),
        ("GET", ["events", id]) => Ok(tx.find::<Event>(id)?.view()),
        _ => Err(ApiError::no_such_call(method, &call.path)),
    }
}

/// Returns the id if it has the prefix of the type that the path names.
fn check_id<'a>(noun: &str, id: &'a str) -> ApiResult<&'a str> {
    let (prefix, kind) = if noun == "setup_intents" { ("seti_", "setup_intent") } else { ("pi_", "payment_intent") };
    if id.starts_with(prefix) { Ok(id) } else { Err(ApiError::not_found(kind, "intent", id)) }
}
