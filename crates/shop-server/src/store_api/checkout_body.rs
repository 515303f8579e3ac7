//! The body of a checkout: addresses merged over what the cart knows, and checked.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};
use shop_core::address::{Address, AddressKind, MAX_FIELD_CHARS, one_line};
use shop_core::checkout::check::{address_errors, store_code};
use shop_core::checkout::email;
use shop_core::checkout::form::CheckoutRules;
use shop_core::checkout::invoice::{self, InvoiceForm};
use shop_core::messages::{codes, sentence};
use shop_core::payment::express::order::may_miss;
use shop_core::{Cents, FieldError, Params};
use shop_services::cart::OpenCart;
use shop_services::orders::{Attempt, Buyer, OrderInvoice};
use shop_services::settings::ShopSettings;

use super::cart::address_change;
use super::error::ApiError;
use super::extract::CartRequest;
use crate::password::MAX_CHARS;
use crate::site::{AccountDenied, new_password_hash, wanted};
use crate::state::AppState;

/// Values that no address of the country has: `rest_invalid_param`, before anything else is looked at.
const VALUE_CODES: [&str; 4] = ["invalid_country", "invalid_state", "invalid_postcode", "invalid_phone"];

/// Longest order note kept, in characters.
const MAX_NOTE_CHARS: usize = 2000;

/// Addresses of a checkout request. Keys left out come from the cart.
pub(super) fn addresses(request: &CartRequest, open: &OpenCart) -> Result<(Address, Address), ApiError> {
    let lang = open.settings.lang();
    let stored = &open.record.content;
    let merge = |name: &str, stored: &Address| -> Result<Option<Address>, ApiError> {
        let Some(change) = address_change(request, name)? else { return Ok(None) };
        change.merge(stored).map(Some).map_err(|refusal| {
            ApiError::param(name, refusal.code, &shop_core::messages::text(refusal.code, &Params::new(), lang))
        })
    };
    let billing = merge("billing_address", &stored.billing)?;
    let shipping = merge("shipping_address", &stored.shipping)?;
    let billing = billing.unwrap_or_else(|| stored.billing.clone());
    let shipping = match shipping {
        Some(address) => address,
        None if !open.view().needs_shipping => Address { email: String::new(), ..billing.clone() },
        None => stored.shipping.clone(),
    };
    // An e-mail that is no address is refused here, where it matters; while the form is filled it is only left out.
    if let Some(text) = request.body.get("billing_address").and_then(|b| b.get("email")).and_then(Value::as_str)
        && !text.trim().is_empty()
        && !email::is_valid(text.trim())
    {
        let message = shop_core::messages::text("invalid_email", &Params::new(), lang);
        return Err(ApiError::param("billing_address", "invalid_email", &message));
    }
    Ok((billing, shipping))
}

/// Checks the addresses of an order: e-mail, countries, required fields; of an `express` one without those that wallets lack.
pub(super) fn check_addresses(
    billing: &Address,
    shipping: &Address,
    open: &OpenCart,
    express: bool,
) -> Result<(), ApiError> {
    let lang = open.settings.lang();
    let needs_shipping = open.view().needs_shipping;
    let rules = open.settings.checkout_rules(needs_shipping, true, true);
    if billing.email.is_empty() {
        return Err(ApiError::plain(StatusCode::BAD_REQUEST, codes::EMAIL_MISSING));
    }
    if needs_shipping && open.view().selected_rate().is_none() {
        return Err(ApiError::plain(StatusCode::BAD_REQUEST, codes::SHIPPING_OPTION_INVALID));
    }
    let country = |address: &Address, allowed: &[String]| -> Result<(), ApiError> {
        if allowed.is_empty() || allowed.contains(&address.country) {
            return Ok(());
        }
        Err(ApiError::new(StatusCode::BAD_REQUEST, codes::ADDRESS_COUNTRY_INVALID, &Params::new(), lang)
            .with("allowed_countries", allowed.to_vec()))
    };
    if needs_shipping {
        country(shipping, &rules.shipped_to)?;
    }
    country(billing, &rules.sold_to)?;
    let mut errors = Map::new();
    let mut collect = |kind: AddressKind, name: &str, address: &Address| {
        let found: Vec<FieldError> = address_errors(kind, address, &free_of_countries(&rules));
        let passes =
            |e: &FieldError| VALUE_CODES.contains(&store_code(&e.code)) || (express && may_miss(kind, address, e));
        let wrong: Vec<&FieldError> = found.iter().filter(|e| !passes(e)).collect();
        if !wrong.is_empty() {
            errors.insert(name.to_owned(), wrong.iter().map(|e| Value::from(sentence(e, lang))).collect());
        }
    };
    if needs_shipping {
        collect(AddressKind::Shipping, "shipping", shipping);
    }
    collect(AddressKind::Billing, "billing", billing);
    if errors.is_empty() {
        return Ok(());
    }
    Err(ApiError::new(StatusCode::BAD_REQUEST, codes::ADDRESS_INVALID, &Params::new(), lang)
        .with("errors", Value::Object(errors)))
}

fn free_of_countries(rules: &CheckoutRules) -> CheckoutRules {
    CheckoutRules { sold_to: Vec::new(), shipped_to: Vec::new(), ..rules.clone() }
}

/// Whether the order is to make an account: true or 1, false or 0, also as text. Nothing sent is no.
///
/// # Errors
/// Anything else, which could mean either.
fn wants_account(request: &CartRequest) -> Result<bool, ApiError> {
    let Some(sent) = request.body.get("create_account") else { return Ok(false) };
    let word = match sent {
        Value::String(text) => text.to_ascii_lowercase(),
        other => other.to_string(),
    };
    match word.as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(ApiError::param("create_account", "rest_invalid_type", "create_account deve essere true o false.")),
    }
}

/// Refuses who has no account and asks for none where the shop sells to customers alone, as the platform does (403).
pub(super) fn admit_guest(request: &CartRequest, settings: &ShopSettings) -> Result<(), ApiError> {
    let wants = wants_account(request)?;
    if settings.guest_checkout || request.session.customer_id.is_some() || wants {
        return Ok(());
    }
    Err(ApiError::plain(StatusCode::FORBIDDEN, codes::GUESTS_REFUSED))
}

/// The hash of the password of the account that a guest asks for. Without a password the account gets one that nobody knows,
/// until its owner asks for a new one by mail.
///
/// # Errors
/// There is an account with this address, or the password is longer than any that could be checked.
pub(super) async fn account_password_hash(
    request: &CartRequest,
    billing: &Address,
    open: &OpenCart,
    state: &AppState,
) -> Result<Option<String>, ApiError> {
    let wanted = wants_account(request)?;
    if request.session.customer_id.is_some() {
        return Ok(None);
    }
    let lang = open.settings.lang();
    // What is paid again needs somebody who can cancel it.
    let needed = open.view().has_subscription();
    if needed && !wanted {
        let message = shop_core::messages::text(codes::SUBSCRIPTION_ACCOUNT, &Params::new(), lang);
        return Err(ApiError::param("create_account", codes::SUBSCRIPTION_ACCOUNT, &message));
    }
    let offered = open.settings.signup_at_checkout || !open.settings.guest_checkout;
    if !wanted || !(needed || offered) {
        return Ok(None);
    }
    let password = request.text("customer_password").unwrap_or_default();
    let own_form = request.body.get("extensions").is_some_and(|all| all.get("bottega").is_some());
    if password.chars().count() > MAX_CHARS {
        let message = shop_core::messages::text("too_long", &Params::new(), lang);
        return Err(ApiError::param("customer_password", "too_long", &message));
    }
    new_password_hash(billing, &password, own_form, &request.ip, state).await?.map(Some).map_err(|denied| {
        let status = match denied {
            AccountDenied::EmailTaken | AccountDenied::ShortPassword | AccountDenied::WeakPassword => {
                StatusCode::BAD_REQUEST
            }
            AccountDenied::TooMany => StatusCode::TOO_MANY_REQUESTS,
            AccountDenied::Busy => StatusCode::SERVICE_UNAVAILABLE,
            AccountDenied::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let refusal = denied.refusal();
        let error = ApiError::new(status, &refusal.code, &refusal.params, lang);
        if refusal.field.is_empty() { error } else { error.with("field", refusal.field) }
    })
}

/// What the buyer adds beside the platform's own fields: `extensions.bottega`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Additions {
    invoice: InvoiceForm,
    extra_fields: BTreeMap<String, String>,
    age_confirmed: bool,
    terms: bool,
    files_consent: bool,
    due_now_cents: Option<Cents>,
}

/// Adds to the buyer's words the invoice that is asked for, the further billing fields, the age and the acceptance of the
/// terms. A client that sends `extensions.bottega` has the shop's own form, whose box must be ticked; the platform's clients
/// know no such box and have their own way of binding the buyer.
pub(super) fn add_extensions(request: &CartRequest, buyer: &mut Buyer, open: &OpenCart) -> Result<(), ApiError> {
    let lang = open.settings.lang();
    let Some(sent) = request.body.get("extensions").and_then(|extensions| extensions.get("bottega")) else {
        return Ok(());
    };
    let sent: Additions = serde_json::from_value(sent.clone()).map_err(|_| {
        let message = shop_core::messages::text(codes::UNKNOWN_ERROR, &Params::new(), lang);
        ApiError::param("extensions", "rest_invalid_type", &message)
    })?;
    let invoice = invoice::request(&wanted(open, &sent.invoice), &buyer.billing.country).map_err(|errors| {
        let error = errors.into_iter().next().unwrap_or_else(|| FieldError::new("extensions", codes::UNKNOWN_ERROR));
        ApiError::param(&error.field, &error.code, &sentence(&error, lang))
    })?;
    let names = &open.settings.extra_billing_fields;
    buyer.extra_fields = sent
        .extra_fields
        .into_iter()
        .filter(|(name, value)| names.iter().any(|field| field.name == *name) && !value.trim().is_empty())
        .map(|(name, value)| (name, one_line(&value).chars().take(MAX_FIELD_CHARS).collect()))
        .collect();
    buyer.invoice = invoice.as_ref().map(OrderInvoice::from);
    buyer.age_confirmed = sent.age_confirmed;
    buyer.terms = sent.terms;
    buyer.files_consent = sent.files_consent;
    buyer.shown = sent.due_now_cents;
    if open.settings.terms_page.is_some() && !sent.terms {
        return Err(ApiError::new(StatusCode::BAD_REQUEST, codes::TERMS_REQUIRED, &Params::new(), lang));
    }
    Ok(())
}

/// Adds the further fields as the platform's clients send them, by name: `additional_fields`. What came as the shop's own form
/// sends it counts more, and fields that the shop does not ask for are not kept.
pub(super) fn add_additional(request: &CartRequest, settings: &ShopSettings, buyer: &mut Buyer) {
    let Some(Value::Object(sent)) = request.body.get("additional_fields") else { return };
    for field in &settings.extra_billing_fields {
        let text = sent.get(&field.name).and_then(Value::as_str).map(one_line).unwrap_or_default();
        let text: String = text.chars().take(MAX_FIELD_CHARS).collect();
        if !text.is_empty() {
            buyer.extra_fields.entry(field.name.clone()).or_insert(text);
        }
    }
}

/// A value of `payment_data`, whose keys are compared without case; texts and ticks.
pub(super) fn payment_value(request: &CartRequest, name: &str) -> Option<String> {
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

/// The try that the request names by the header `Idempotency-Key`.
pub(super) fn attempt(request: &CartRequest) -> Option<Attempt> {
    let name = request.headers.get("idempotency-key").and_then(|value| value.to_str().ok())?;
    let mut sent = request.body.clone();
    sent.retain(|name, _| !crate::attempt::is_about_payment(name));
    let body = serde_json::to_vec(&sent).unwrap_or_default();
    crate::attempt::named(&request.session.key, name, &body)
}

/// What the buyer says, put together.
pub(super) fn buyer(
    request: &CartRequest,
    billing: Address,
    shipping: Address,
    account_password_hash: Option<String>,
) -> Buyer {
    Buyer {
        billing,
        shipping,
        rate: None,
        keeps_shipping: true,
        empties_free_cart: false,
        // A note that is not sent with the order is none: the form shows what will be sent.
        note: Some(request.text("customer_note").unwrap_or_default().chars().take(MAX_NOTE_CHARS).collect()),
        payment_method: request.text("payment_method").unwrap_or_default(),
        shown: None,
        age_confirmed: false,
        terms: false,
        files_consent: false,
        extra_fields: Default::default(),
        invoice: None,
        wallet: None,
        attribution: Default::default(),
        attempt: attempt(request),
        ip: request.ip.clone(),
        account_password_hash,
    }
}
