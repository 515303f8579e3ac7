//! Updates, captures, cancels and lists intents.

use serde_json::Value;

use super::confirm::with_method;
use super::create::{kinds, manual_capture, shipping};
use super::outcome::{charge_of, emit_charge, store};
use super::view;
use crate::http::auth::Caller;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::http::list;
use crate::objects::intent::{Intent, State};
use crate::objects::{Charge, ChargeState, Customer, Method};
use crate::store::Tx;
use crate::strict::{check_amount, check_intent, check_texts, no_empty_texts};

const FIELDS: &[&str] = &[
    "amount",
    "currency",
    "customer",
    "description",
    "metadata",
    "payment_method",
    "payment_method_data",
    "payment_method_options",
    "payment_method_types",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "capture_method",
    "statement_descriptor",
    "statement_descriptor_suffix",
];
const REASONS: [&str; 4] = ["duplicate", "fraudulent", "requested_by_customer", "abandoned"];

/// Updates an intent. Once it is paid, only its metadata and description can change.
pub(crate) fn update(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(FIELDS)?;
    no_empty_texts(form, false)?;
    check_texts(form)?;
    let mut intent = tx.find::<Intent>(id)?;
    if intent.is_setup() && form.has("amount") {
        return Err(ApiError::param("amount", "parameter_unknown", "Received unknown parameter: amount"));
    }
    let open =
        matches!(intent.state, State::RequiresPaymentMethod | State::RequiresConfirmation | State::RequiresAction(_));
    let only_words =
        FIELDS.iter().filter(|name| form.has(name)).all(|name| matches!(*name, "metadata" | "description"));
    if !open && !only_words {
        return Err(intent.unexpected("update"));
    }
    if let Some(id) = form.filled("customer") {
        intent.customer = Some(tx.find::<Customer>(id)?.id);
    }
    let named = form.list("payment_method_types");
    if !named.is_empty() {
        intent.kinds = kinds(&named)?;
        intent.automatic = false;
    }
    let capture = manual_capture(form)?;
    // The capture method is fixed once the shopper is confirming the payment.
    if capture.is_some() && matches!(intent.state, State::RequiresAction(_)) {
        return Err(intent.unexpected("update the capture_method of"));
    }
    if form.text("setup_future_usage") == Some("") {
        intent.usage = None;
    }
    let (amount, currency) = (form.int("amount")?, form.filled("currency").map(str::to_lowercase));
    let (address, email) = (shipping(form), form.owned("receipt_email"));
    let before = (intent.method.clone(), intent.payment().map(|payment| (payment.amount, payment.currency.clone())));
    if let Some(payment) = intent.payment_mut() {
        payment.amount = amount.unwrap_or(payment.amount);
        payment.currency = currency.unwrap_or_else(|| payment.currency.clone());
        check_amount(payment.amount, &payment.currency)?;
        payment.manual_capture = capture.unwrap_or(payment.manual_capture);
        for (name, own) in [
            ("statement_descriptor", &mut payment.statement_descriptor),
            ("statement_descriptor_suffix", &mut payment.statement_descriptor_suffix),
        ] {
            if form.has(name) {
                *own = form.owned(name);
            }
        }
        payment.shipping = address.or_else(|| payment.shipping.take());
        payment.receipt_email = email.or_else(|| payment.receipt_email.take());
    }
    if form.text("description").is_some() {
        intent.description = form.owned("description");
    }
    intent.metadata = form.metadata(std::mem::take(&mut intent.metadata))?;
    let mut intent = with_method(tx, intent, form, Caller::Server)?;
    check_intent(tx, &intent)?;
    let current = intent.method.as_ref().and_then(|id| tx.get::<Method>(id.as_str()));
    if current.is_some_and(|method| !intent.automatic && !intent.kinds.contains(&method.kind)) {
        let message = "The PaymentMethod on this intent is of a type that payment_method_types does not name.";
        return Err(ApiError::param("payment_method_types", "payment_intent_invalid_parameter", message));
    }
    let after = (intent.method.clone(), intent.payment().map(|payment| (payment.amount, payment.currency.clone())));
    // The shopper is confirming something that would no longer be paid.
    let confirms_outdated = matches!(intent.state, State::RequiresAction(_)) && before != after;
    if confirms_outdated {
        tx.cancel_scheduled(id);
    }
    if (confirms_outdated || intent.state == State::RequiresPaymentMethod) && intent.method.is_some() {
        intent.state = State::RequiresConfirmation;
    }
    store(tx, &intent, &[]);
    Ok(view(tx, &intent, &form.list("expand")))
}

/// Captures an authorised amount; the remainder is released.
pub(crate) fn capture(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(&[
        "amount_to_capture",
        "metadata",
        "statement_descriptor",
        "statement_descriptor_suffix",
        "final_capture",
    ])?;
    let mut intent = tx.find::<Intent>(id)?;
    if intent.state != State::RequiresCapture {
        return Err(intent.unexpected("capture"));
    }
    let requested = form.int("amount_to_capture")?;
    let charge = charge_of(tx, &intent);
    let Some(payment) = intent.payment_mut() else { return Err(intent.unexpected("capture")) };
    let amount = requested.unwrap_or(payment.amount);
    if amount > payment.amount {
        let message = "The amount to capture is greater than the amount that is capturable.";
        return Err(ApiError::param("amount_to_capture", "amount_too_large", message));
    }
    if amount < 1 {
        let message = "The amount to capture must be at least 1.";
        return Err(ApiError::param("amount_to_capture", "parameter_invalid_integer", message));
    }
    payment.received = amount;
    intent.state = State::Succeeded;
    tx.cancel_scheduled(id);
    if let Some(charge) = charge {
        tx.put(&Charge { state: ChargeState::Captured(amount), ..charge });
    }
    emit_charge(tx, &intent, "charge.captured");
    store(tx, &intent, &["succeeded"]);
    Ok(view(tx, &intent, &form.list("expand")))
}

/// Cancels an intent through the API.
pub(crate) fn cancel(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(&["cancellation_reason"])?;
    let intent = tx.find::<Intent>(id)?;
    let reason = form.owned("cancellation_reason");
    if let Some(reason) = reason.as_deref().filter(|reason| !REASONS.contains(reason)) {
        let message = format!("Invalid cancellation_reason: {reason}");
        return Err(ApiError::param("cancellation_reason", "parameter_invalid", message));
    }
    if matches!(intent.state, State::Succeeded | State::Canceled(..) | State::Processing) {
        return Err(intent.unexpected("cancel"));
    }
    let intent = cancel_and_release(tx, intent, reason, "charge.refunded");
    Ok(view(tx, &intent, &form.list("expand")))
}

/// Cancels an intent. An authorised amount is released, reported by the event `charge_event`.
pub(crate) fn cancel_and_release(
    tx: &mut Tx<'_>,
    mut intent: Intent,
    reason: Option<String>,
    charge_event: &str,
) -> Intent {
    tx.cancel_scheduled(intent.id.as_str());
    if let Some(charge) = charge_of(tx, &intent).filter(|charge| charge.state == ChargeState::Authorised) {
        tx.put(&Charge { state: ChargeState::Released, ..charge });
        emit_charge(tx, &intent, charge_event);
    }
    intent.state = State::Canceled(tx.now(), reason);
    store(tx, &intent, &["canceled"]);
    intent
}

/// Lists payment intents or setup intents.
pub(crate) fn list(tx: &Tx<'_>, form: &Form, setup: bool) -> ApiResult<Value> {
    form.only(&["customer", "payment_method", "limit", "starting_after", "ending_before"])?;
    let with = [("customer", form.filled("customer")), ("method", form.filled("payment_method"))];
    let url = if setup { "/v1/setup_intents" } else { "/v1/payment_intents" };
    let fits = |intent: &Intent| intent.is_setup() == setup;
    list::page(tx, form, url, &with, fits, |intent| view(tx, intent, &[]))
}
