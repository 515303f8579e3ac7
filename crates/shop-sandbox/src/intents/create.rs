//! Creation of intents.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use shop_core::payments::method::PaymentMethod;

use super::confirm::{attempt, with_method};
use super::outcome::store;
use super::view::view;
use crate::http::auth::Caller;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::ids::{IntentId, random_word};
use crate::objects::Customer;
use crate::objects::intent::{Intent, Payment, Purpose, State, Usage};
use crate::store::Tx;
use crate::strict::{check_amount, check_intent, check_options, check_texts, no_empty_texts};

const COMMON: &[&str] = &[
    "automatic_payment_methods",
    "confirm",
    "confirmation_token",
    "customer",
    "description",
    "mandate_data",
    "metadata",
    "payment_method",
    "payment_method_data",
    "payment_method_options",
    "payment_method_configuration",
    "payment_method_types",
    "return_url",
    "use_stripe_sdk",
];
const PAYMENT: &[&str] = &[
    "amount",
    "capture_method",
    "confirmation_method",
    "currency",
    "error_on_requires_action",
    "off_session",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "statement_descriptor",
    "statement_descriptor_suffix",
];
const SETUP: &[&str] = &["usage", "attach_to_self", "single_use"];

/// Creates an intent, and confirms it at once if `confirm` is set.
pub(crate) fn create(tx: &mut Tx<'_>, form: &Form, setup: bool) -> ApiResult<Value> {
    form.only(&[COMMON, if setup { SETUP } else { PAYMENT }].concat())?;
    no_empty_texts(form, true)?;
    check_texts(form)?;
    let purpose = if setup { Purpose::Setup { left_behind: None } } else { Purpose::Payment(payment(form)?) };
    let customer = form.filled("customer").map(|id| tx.find::<Customer>(id)).transpose()?;
    let named = form.list("payment_method_types");
    let automatic = form.flag("automatic_payment_methods[enabled]")?.unwrap_or(named.is_empty());
    if automatic && !named.is_empty() {
        let message = "You may only specify one of these parameters: automatic_payment_methods, payment_method_types.";
        return Err(ApiError::param("payment_method_types", "parameter_invalid", message));
    }
    let kinds = kinds(&named)?;
    let confirm = form.flag("confirm")?.unwrap_or(false);
    if !confirm {
        for name in ["off_session", "confirmation_token", "return_url", "error_on_requires_action"] {
            if form.has(name) && !(setup && name == "return_url") {
                let message = format!("You cannot provide `{name}` when `confirm` is not true.");
                return Err(ApiError::param(name, "parameter_invalid", message));
            }
        }
    }
    let id = if setup { IntentId::new_setup(tx.random()) } else { IntentId::new(tx.random()) };
    let intent = Intent {
        created: tx.now(),
        client_secret: format!("{}_secret_{}", id.as_str(), random_word(tx.random(), 24)),
        id,
        customer: customer.map(|customer| customer.id),
        method: None,
        kinds,
        automatic,
        metadata: form.metadata(BTreeMap::new())?,
        description: form.owned("description"),
        return_url: None,
        usage: Usage::from_form(form)?.or(setup.then_some(Usage::OffSession)),
        state: State::RequiresPaymentMethod,
        failure: None,
        purpose,
    };
    check_intent(tx, &intent)?;
    check_options(&intent, form)?;
    let mut intent = with_method(tx, intent, form, Caller::Server)?;
    if intent.method.is_some() {
        intent.state = State::RequiresConfirmation;
    }
    store(tx, &intent, &["created"]);
    if confirm { attempt(tx, intent, form, Caller::Server) } else { Ok(view(tx, &intent, &form.list("expand"))) }
}

fn payment(form: &Form) -> ApiResult<Payment> {
    let amount = form.int("amount")?.ok_or_else(|| ApiError::missing("amount"))?;
    let currency = form.required("currency")?.to_lowercase();
    check_amount(amount, &currency)?;
    let manual_capture = manual_capture(form)?.unwrap_or(false);
    Ok(Payment {
        amount,
        currency,
        manual_capture,
        charge: None,
        receipt_email: form.owned("receipt_email"),
        shipping: shipping(form),
        statement_descriptor: form.owned("statement_descriptor"),
        statement_descriptor_suffix: form.owned("statement_descriptor_suffix"),
        received: 0,
    })
}

/// Parses the parameter `capture_method`.
pub(super) fn manual_capture(form: &Form) -> ApiResult<Option<bool>> {
    match form.filled("capture_method") {
        None => Ok(None),
        Some("automatic" | "automatic_async") => Ok(Some(false)),
        Some("manual") => Ok(Some(true)),
        Some(other) => {
            Err(ApiError::param("capture_method", "parameter_invalid", format!("Invalid capture_method: {other}")))
        }
    }
}

/// Builds the shipping object from the parameters.
pub(super) fn shipping(form: &Form) -> Option<Value> {
    let below = form.below("shipping");
    let part = |form: &Form, names: &[&str]| -> Map<String, Value> {
        names.iter().map(|name| ((*name).to_owned(), form.owned(name).into())).collect()
    };
    let mut out = part(&below, &["name", "phone", "carrier", "tracking_number"]);
    let address = below.below("address");
    out.insert("address".into(), part(&address, &["city", "country", "line1", "line2", "postal_code", "state"]).into());
    form.has("shipping").then(|| out.into())
}

/// Parses the payment method types; the default is card and Link.
pub(super) fn kinds(named: &[&str]) -> ApiResult<Vec<PaymentMethod>> {
    const PARAM: &str = "payment_method_types";
    if named.is_empty() {
        return Ok(vec![PaymentMethod::Card, PaymentMethod::Link]);
    }
    let mut kinds = Vec::new();
    for name in named {
        let kind = PaymentMethod::from_id(name).ok_or_else(|| {
            ApiError::param(PARAM, "parameter_invalid", format!("Invalid payment_method_types: {name}"))
        })?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Ok(kinds)
}
