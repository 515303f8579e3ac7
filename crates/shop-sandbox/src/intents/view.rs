//! JSON representation of intents.

use serde_json::{Value, json};

use super::next_action::next_action;
use crate::http::auth::{Caller, equals_secret};
use crate::http::error::ApiResult;
use crate::http::form::Form;
use crate::objects::intent::{Failure, FailureKind, Intent, Payment, Purpose, State};
use crate::objects::{Charge, Customer, Method, with};
use crate::store::{Row, Tx};

/// Fields that browsers receive.
const PUBLIC: &[&str] = &[
    "id",
    "object",
    "amount",
    "automatic_payment_methods",
    "canceled_at",
    "cancellation_reason",
    "capture_method",
    "client_secret",
    "confirmation_method",
    "created",
    "currency",
    "description",
    "last_payment_error",
    "last_setup_error",
    "livemode",
    "next_action",
    "payment_method",
    "payment_method_types",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "status",
    "usage",
];

/// Returns an intent by its id. Browsers need the client secret and receive fewer fields.
pub(crate) fn retrieve(tx: &Tx<'_>, id: &str, form: &Form, caller: Caller) -> ApiResult<Value> {
    let intent = find_accessible(tx, id, form, caller)?;
    Ok(restrict_fields(view(tx, &intent, &form.list("expand")), caller))
}

/// Finds an intent if the caller may access it. A wrong client secret gives the same error as an unknown intent.
pub(super) fn find_accessible(tx: &Tx<'_>, id: &str, form: &Form, caller: Caller) -> ApiResult<Intent> {
    let intent = tx.find::<Intent>(id)?;
    let known = match form.filled("client_secret") {
        Some(secret) => equals_secret(secret, &intent.client_secret),
        None => caller == Caller::Server,
    };
    if known { Ok(intent) } else { Err(Intent::unknown(id)) }
}

/// Removes the fields that the caller may not see.
pub(super) fn restrict_fields(mut view: Value, caller: Caller) -> Value {
    if let (Caller::Browser, Some(object)) = (caller, view.as_object_mut()) {
        object.retain(|name, _| PUBLIC.contains(&name.as_str()));
    }
    view
}

/// Full representation. `expand`: fields that contain objects instead of ids.
pub(crate) fn view(tx: &Tx<'_>, intent: &Intent, expand: &[&str]) -> Value {
    let mut out = json!({
        "id": intent.id, "object": intent.noun(), "application": null,
        "automatic_payment_methods": intent.automatic.then(|| json!({"enabled": true, "allow_redirects": "always"})),
        "client_secret": intent.client_secret, "created": intent.created, "customer": intent.customer,
        "description": intent.description, "livemode": false, "metadata": intent.metadata,
        "next_action": next_action(tx.options, intent), "on_behalf_of": null, "payment_method": intent.method,
        "payment_method_options": {}, "payment_method_types": intent.kinds, "status": intent.state.word(),
    });
    let error = intent.failure.as_ref().map(|failure| failure_view(tx, intent, failure));
    let canceled = match &intent.state {
        State::Canceled(at, reason) => (Some(*at), reason.clone()),
        _ => (None, None),
    };
    let own = match &intent.purpose {
        Purpose::Payment(payment) => payment_view(intent, payment, error, canceled.0),
        Purpose::Setup { .. } => json!({
            "usage": intent.usage.unwrap_or(crate::objects::Usage::OffSession), "last_setup_error": error,
            "latest_attempt": latest_attempt(intent), "single_use_mandate": null, "mandate": null,
        }),
    };
    if let (Some(out), Value::Object(own)) = (out.as_object_mut(), own) {
        out.extend(own);
    }
    let expanded = expand.iter().filter_map(|name| Some((*name, expanded(tx, intent, name)?)));
    with(out, std::iter::once(("cancellation_reason", json!(canceled.1))).chain(expanded))
}

fn payment_view(intent: &Intent, payment: &Payment, error: Option<Value>, canceled_at: Option<i64>) -> Value {
    let capturable = if intent.state == State::RequiresCapture { payment.amount } else { 0 };
    json!({
        "amount": payment.amount, "amount_capturable": capturable, "amount_received": payment.received,
        "amount_details": {"tip": {}}, "currency": payment.currency, "confirmation_method": "automatic",
        "capture_method": if payment.manual_capture { "manual" } else { "automatic_async" },
        "latest_charge": payment.charge, "receipt_email": payment.receipt_email, "review": null,
        "setup_future_usage": intent.usage, "shipping": payment.shipping,
        "statement_descriptor": payment.statement_descriptor,
        "statement_descriptor_suffix": payment.statement_descriptor_suffix, "last_payment_error": error,
        "canceled_at": canceled_at,
    })
}

/// `last_payment_error`, and the `error` of a declined confirmation.
fn failure_view(tx: &Tx<'_>, intent: &Intent, failure: &Failure) -> Value {
    let kind = if failure.kind == FailureKind::Card { "card_error" } else { "invalid_request_error" };
    let method = failure.method.as_ref().and_then(|id| tx.get::<Method>(id.as_str())).map(|method| method.view());
    let view = json!({"code": failure.code, "message": failure.message, "type": kind, "payment_method": method});
    let charge = intent.payment().and_then(|payment| payment.charge.as_ref());
    let decline_code = failure.decline_code.as_ref().map(|code| ("decline_code", json!(code)));
    with(view, decline_code.into_iter().chain(charge.map(|charge| ("charge", json!(charge)))))
}

/// Id of a setup intent's latest attempt; `None` before the first one.
fn latest_attempt(intent: &Intent) -> Option<String> {
    let has_tried = !matches!(intent.state, State::RequiresPaymentMethod | State::RequiresConfirmation);
    (has_tried || intent.failure.is_some()).then(|| intent.id.as_str().replacen("seti_", "setatt_", 1))
}

/// The latest setup attempt, with the debit method that a bank redirect generated.
fn attempt_view(tx: &Tx<'_>, intent: &Intent) -> Option<Value> {
    let Purpose::Setup { left_behind } = &intent.purpose else { return None };
    let kind = tx.get::<Method>(intent.method.as_ref()?.as_str())?.kind.as_str();
    Some(json!({
        "id": latest_attempt(intent)?, "object": "setup_attempt", "setup_intent": intent.id, "status": intent.state.word(),
        "payment_method": intent.method,
        "payment_method_details": {"type": kind, kind: {"generated_sepa_debit": left_behind}},
    }))
}

fn expanded(tx: &Tx<'_>, intent: &Intent, name: &str) -> Option<Value> {
    match name {
        "latest_charge" => Some(tx.get::<Charge>(intent.payment()?.charge.as_ref()?.as_str())?.view(tx)),
        "latest_attempt" => attempt_view(tx, intent),
        "payment_method" => Some(tx.get::<Method>(intent.method.as_ref()?.as_str())?.view()),
        "customer" => Some(tx.get::<Customer>(intent.customer.as_ref()?.as_str())?.view()),
        _ => None,
    }
}
