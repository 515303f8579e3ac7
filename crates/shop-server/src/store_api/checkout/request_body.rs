//! Parser of the checkout request's body.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use shop_core::base::Cents;
use shop_core::checkout::form::MAX_COMMENT_CHARS;
use shop_core::checkout::invoice::InvoiceForm;
use shop_core::platform::words::rest_texts;
use shop_core::store_api::AdditionalValue;
use shop_services::checkout::{ApiOrder, CheckoutRequest, ExpressOrder, OwnFields, RequestIdentity, Sent};

use crate::checkout::{idempotency, of_extensions};
use crate::payments::payment_input;
use crate::store_api::cart::current_cart::address_change;
use crate::store_api::error::ApiError;
use crate::store_api::extract::CartRequest;

/// The shop's own additions to the platform's fields: `extensions.bottega`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Additions {
    invoice: InvoiceForm,
    vat_number: Option<String>,
    extra_fields: BTreeMap<String, AdditionalValue>,
    buyer_reference: String,
    delivery_day: String,
    age_confirmed: bool,
    terms: bool,
    files_consent: bool,
    due_now_cents: Option<Cents>,
}

/// Parses a checkout request. The idempotency key is set when the session has a key.
///
/// # Errors
/// A member has the wrong type.
pub(super) fn order_of(request: &CartRequest, express: Option<ExpressOrder>) -> Result<CheckoutRequest, ApiError> {
    let payment_method = request.text("payment_method").unwrap_or_default();
    let payment = payment_input(&payment_method, |name| payment_value(request, name));
    let own = additions(request)?;
    let shown = own.as_ref().and_then(|own| own.due_now_cents);
    let order = ApiOrder {
        billing: address_change(request, "billing_address")?,
        shipping: address_change(request, "shipping_address")?,
        // The note is not taken from the draft: the form shows what will be sent.
        note: request.text("customer_note").unwrap_or_default().chars().take(MAX_COMMENT_CHARS).collect(),
        payment_method,
        create_account: wants_account(request)?,
        password: request.text("customer_password").unwrap_or_default(),
        additional_fields: additional_fields(request)?,
        own: own.map(|own| OwnFields {
            invoice: own.invoice,
            vat_number: own.vat_number,
            extra_fields: own.extra_fields.into_iter().map(|(name, value)| (name, text_of(value))).collect(),
            buyer_reference: own.buyer_reference,
            delivery_day: own.delivery_day,
            age_confirmed: own.age_confirmed,
            terms: own.terms,
            files_consent: own.files_consent,
        }),
        express,
        attribution: of_extensions(request.body.get("extensions")),
    };
    Ok(CheckoutRequest { identity: RequestIdentity::default(), sent: Sent::Api(Box::new(order)), shown, payment })
}

/// Converts a value to the string that forms send.
fn text_of(value: AdditionalValue) -> String {
    match value {
        AdditionalValue::Flag(ticked) => ticked.to_string(),
        AdditionalValue::Text(text) => text,
    }
}

fn additions(request: &CartRequest) -> Result<Option<Additions>, ApiError> {
    let Some(sent) = request.body.get("extensions").and_then(|extensions| extensions.get("bottega")) else {
        return Ok(None);
    };
    serde_json::from_value(sent.clone()).map(Some).map_err(|_| {
        ApiError::param("extensions", "rest_invalid_type", |lang| rest_texts::unreadable(lang, "extensions.bottega"))
    })
}

/// Tells whether the order creates an account: true or 1, false or 0, also as strings. A missing member means no.
///
/// # Errors
/// Any other value, which could mean either.
fn wants_account(request: &CartRequest) -> Result<bool, ApiError> {
    let Some(sent) = request.body.get("create_account") else { return Ok(false) };
    let word = match sent {
        Value::String(text) => text.to_ascii_lowercase(),
        other => other.to_string(),
    };
    match word.as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(ApiError::param("create_account", "rest_invalid_type", |lang| {
            rest_texts::not_a_flag(lang, "create_account")
        })),
    }
}

/// Parses the additional fields by name: checkboxes as booleans, all others as strings.
///
/// # Errors
/// A value of another type.
fn additional_fields(request: &CartRequest) -> Result<BTreeMap<String, String>, ApiError> {
    let Some(Value::Object(sent)) = request.body.get("additional_fields") else { return Ok(BTreeMap::new()) };
    let value = |(name, value): (&String, &Value)| match value {
        Value::String(text) => Ok((name.clone(), text.clone())),
        Value::Bool(ticked) => Ok((name.clone(), ticked.to_string())),
        _ => Err(ApiError::param("additional_fields", "rest_invalid_type", |lang| {
            rest_texts::unreadable(lang, format!("additional_fields.{name}"))
        })),
    };
    sent.iter().map(value).collect()
}

/// Returns a string or boolean of `payment_data`, whose keys are compared case-insensitively.
pub(in crate::store_api) fn payment_value(request: &CartRequest, name: &str) -> Option<String> {
    let list = request.body.get("payment_data")?.as_array()?;
    let found = list
        .iter()
        .find(|pair| pair.get("key").and_then(Value::as_str).is_some_and(|key| key.eq_ignore_ascii_case(name)))?;
    match found.get("value")? {
        Value::String(text) => Some(text.clone()),
        Value::Bool(ticked) => Some(ticked.to_string()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Identifies the request by its body and the header `Idempotency-Key`.
pub(super) fn identify(request: &CartRequest) -> RequestIdentity {
    let key = request.headers.get("idempotency-key").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut sent = request.body.clone();
    sent.retain(|name, _| !idempotency::is_about_payment(name));
    if let Some(Value::Object(extensions)) = sent.get_mut("extensions") {
        extensions.retain(|name, _| !idempotency::is_about_visit(name));
    }
    let body = serde_json::to_vec(&sent).unwrap_or_default();
    idempotency::identify(&request.session.key, key, &body)
}
