//! The checkout's validation: the same in the browser while typing and on submission, and on the server.

use std::collections::BTreeMap;

use super::delivery_day::chosen_day;
use super::extra_field::ExtraFieldRule;
use super::form::{CheckoutForm, CheckoutRules, MAX_COMMENT_CHARS};
use super::invoice::InvoiceRequest;
use super::reference::checked_reference;
use crate::accounts::email;
use crate::accounts::password::MAX_PASSWORD_CHARS;
use crate::base::FieldError;
use crate::checkout::address::country::CountryCode;
use crate::checkout::address::locale::{self, Presence};
use crate::checkout::address::phone;
use crate::checkout::address::{
    Address, AddressField, AddressKind, MAX_FIELD_CHARS, labels, one_line, postcode, states,
};
use crate::platform::messages::codes;

/// Longest part of an invalid value that an error repeats, in characters.
const MAX_ECHO_CHARS: usize = 40;

/// A checkout that passed validation: values trimmed, addresses as stored, fields that are not shown cleared. Created by
/// [`check_checkout`], with an invoice by [`check_with_invoice`](super::check_invoiced::check_with_invoice), and for clients of
/// the store API by [`check_api_checkout`](super::api::check_api_checkout).
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Checkout {
    // INVARIANT: the functions named above found no errors in the form that this was made from.
    pub(super) billing: Address,
    pub(super) shipping: Address,
    pub(super) ships_elsewhere: bool,
    pub(super) order_comments: String,
    pub(super) buyer_reference: String,
    pub(super) delivery_day: Option<i64>,
    pub(super) payment_method: String,
    pub(super) extra: BTreeMap<String, String>,
    pub(super) account_password: Option<String>,
    pub(super) declared: Declared,
    pub(super) invoice: Option<InvoiceRequest>,
}

/// Declarations that the buyer makes by ticking a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Acceptance of the terms of sale.
    pub terms: bool,
    /// Confirmation of the age required for the goods.
    pub of_age: bool,
    /// Consent to immediate delivery of digital content, which ends the right of withdrawal.
    pub files_at_once: bool,
}

impl From<&CheckoutForm> for Declared {
    fn from(form: &CheckoutForm) -> Self {
        Self { terms: form.terms, of_age: form.age_confirmed, files_at_once: form.files_consent }
    }
}

impl Checkout {
    /// Returns the payer's address.
    pub fn billing(&self) -> &Address {
        &self.billing
    }

    /// Returns the delivery address: the billing address unless another was given. Without e-mail.
    pub fn shipping(&self) -> &Address {
        &self.shipping
    }

    /// Returns whether the goods are sent to a separate address.
    pub fn ships_elsewhere(&self) -> bool {
        self.ships_elsewhere
    }

    /// Returns the order note with its line breaks.
    pub fn order_comments(&self) -> &str {
        &self.order_comments
    }

    /// Returns the buyer's own reference; empty: none.
    pub fn buyer_reference(&self) -> &str {
        &self.buyer_reference
    }

    /// Returns the requested delivery day in Rome, counted from 1970-01-01; `None`: as soon as possible.
    pub fn delivery_day(&self) -> Option<i64> {
        self.delivery_day
    }

    /// Returns the id of the payment method; empty if there is nothing to pay.
    pub fn payment_method(&self) -> &str {
        &self.payment_method
    }

    /// Returns the additional billing fields that are configured and not empty.
    pub fn extra(&self) -> &BTreeMap<String, String> {
        &self.extra
    }

    /// Returns whether the order creates an account.
    pub fn makes_account(&self) -> bool {
        self.account_password.is_some()
    }

    /// Returns the new account's password as typed. `None` if no account is created; empty if a password is sent by e-mail.
    pub fn account_password(&self) -> Option<&str> {
        self.account_password.as_deref()
    }

    /// Returns the buyer's declarations.
    pub fn declared(&self) -> Declared {
        self.declared
    }

    /// Returns the requested invoice.
    pub fn invoice(&self) -> Option<&InvoiceRequest> {
        self.invoice.as_ref()
    }
}

impl std::fmt::Debug for Checkout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checkout")
            .field("billing", &self.billing)
            .field("shipping", &self.shipping)
            .field("payment_method", &self.payment_method)
            .field("makes_account", &self.makes_account())
            .finish_non_exhaustive()
    }
}

/// Validates a whole form. The errors are in page order, at most one for each field.
pub fn check_checkout(form: &CheckoutForm, rules: &CheckoutRules) -> Result<Checkout, Vec<FieldError>> {
    let errors = errors(form, rules);
    if !errors.is_empty() {
        return Err(errors);
    }
    let billing = stored(AddressKind::Billing, &form.billing, rules);
    let ships_elsewhere = rules.ships_elsewhere(form);
    let shipping = if ships_elsewhere {
        stored(AddressKind::Shipping, &form.shipping, rules)
    } else {
        Address { email: String::new(), ..billing.clone() }
    };
    let payment_method = if rules.needs_payment { one_line(&form.payment_method) } else { String::new() };
    Ok(Checkout {
        billing,
        shipping,
        ships_elsewhere,
        order_comments: comments(&form.order_comments),
        buyer_reference: reference(form, rules).unwrap_or_default(),
        delivery_day: delivery_day(form, rules).unwrap_or_default(),
        payment_method,
        extra: extras(form, rules),
        account_password: rules
            .makes_account(form)
            .then(|| if rules.password_needed { form.account_password.clone() } else { String::new() }),
        declared: form.into(),
        invoice: None,
    })
}

/// Returns the errors of one field, named as in errors ("billing_postcode", "terms"), for validation while typing. The result is
/// the same as in the validation of the whole form; an unknown name has no errors.
///
/// ```
/// use shop_core::checkout::check::check_field;
/// use shop_core::checkout::form::{CheckoutForm, CheckoutRules};
/// let (mut form, rules) = (CheckoutForm::default(), CheckoutRules::default());
/// (form.billing.country, form.billing.postcode) = ("IT".into(), "0018".into());
/// assert_eq!(check_field("billing_postcode", &form, &rules)[0].code, "invalid_cap");
/// form.billing.postcode = "00184".into();
/// assert_eq!(check_field("billing_postcode", &form, &rules), []);
/// ```
pub fn check_field(name: &str, form: &CheckoutForm, rules: &CheckoutRules) -> Vec<FieldError> {
    let mut found = errors(form, rules);
    found.retain(|error| error.field == name);
    found
}

/// Returns all errors of a form, in page order: billing, additional fields, account, shipping, reference, delivery day, note,
/// rates, payment, age, terms.
///
/// ```
/// use shop_core::checkout::check::errors;
/// use shop_core::checkout::form::{CheckoutForm, CheckoutRules};
/// let refused = errors(&CheckoutForm::default(), &CheckoutRules::default());
/// assert_eq!(refused.first().unwrap().code, "first_name_required");
/// assert_eq!(refused.last().unwrap().code, "terms_required");
/// ```
pub fn errors(form: &CheckoutForm, rules: &CheckoutRules) -> Vec<FieldError> {
    let elsewhere = rules.ships_elsewhere(form);
    let receives = rules.needs_shipping && !elsewhere;
    let mut out = errors_of(AddressKind::Billing, &form.billing, rules, receives);
    out.extend(extra_errors(form, rules));
    if rules.makes_account(form) && rules.password_needed {
        if form.account_password.is_empty() {
            out.push(FieldError::new("account_password", codes::ACCOUNT_PASSWORD_REQUIRED));
        }
        out.extend(too_long("account_password", &form.account_password, MAX_PASSWORD_CHARS));
    }
    if elsewhere {
        out.extend(errors_of(AddressKind::Shipping, &form.shipping, rules, true));
    }
    out.extend(reference(form, rules).err());
    out.extend(delivery_day(form, rules).err());
    out.extend(too_long("order_comments", &comments(&form.order_comments), MAX_COMMENT_CHARS));
    out.extend(shipping_error(form, rules).map(|code| FieldError::new("shipping_method", code)));
    out.extend(payment_error(form, rules).map(|code| FieldError::new("payment_method", code)));
    if let Some(years) = rules.min_age_years.filter(|_| !form.age_confirmed) {
        out.push(FieldError::new("age_confirmed", codes::AGE_REQUIRED).with("years", years));
    }
    if rules.terms_required && !form.terms {
        out.push(FieldError::new("terms", codes::TERMS_REQUIRED));
    }
    out
}

/// Returns the errors of a single address for account pages, with the shop's specific codes (each has its own sentence). The
/// country of a billing address must be in `sold_to`, that of a shipping address in `shipped_to`.
///
/// ```
/// use shop_core::checkout::address::{Address, AddressKind};
/// use shop_core::checkout::check::address_errors;
/// use shop_core::checkout::form::CheckoutRules;
/// let rules = CheckoutRules { sold_to: vec!["IT".into()], ..CheckoutRules::default() };
/// let address = Address { country: "CH".into(), ..Address::default() };
/// let refused = |kind| address_errors(kind, &address, &rules).iter().any(|error| error.code == "country_not_sold");
/// assert!(refused(AddressKind::Billing));
/// assert!(!refused(AddressKind::Shipping));
/// ```
pub fn address_errors(kind: AddressKind, address: &Address, rules: &CheckoutRules) -> Vec<FieldError> {
    errors_of(kind, address, rules, kind == AddressKind::Shipping)
}

/// Returns the errors of [`address_errors`] with the codes of the store API: see [`store_code`].
pub fn check_address(kind: AddressKind, address: &Address, rules: &CheckoutRules) -> Vec<FieldError> {
    let mut found = address_errors(kind, address, rules);
    for error in &mut found {
        error.code = store_code(&error.code).to_owned().into();
    }
    found
}

/// Maps a code of these checks to the store API's: every missing address field is `required`, each kind of invalid postcode
/// `invalid_postcode`, and so on. A code that the API has itself stays.
pub fn store_code(code: &str) -> &str {
    match code {
        codes::FIRST_NAME_REQUIRED
        | codes::LAST_NAME_REQUIRED
        | codes::COMPANY_REQUIRED
        | codes::COUNTRY_REQUIRED
        | codes::ADDRESS_1_REQUIRED
        | codes::ADDRESS_2_REQUIRED
        | codes::CITY_REQUIRED
        | codes::PROVINCE_REQUIRED
        | codes::STATE_REQUIRED
        | codes::CAP_REQUIRED
        | codes::POSTCODE_REQUIRED
        | codes::PHONE_REQUIRED
        | codes::EMAIL_REQUIRED => codes::REQUIRED,
        codes::INVALID_PROVINCE => codes::INVALID_STATE,
        codes::INVALID_CAP | codes::POSTCODE_CHARACTERS => codes::INVALID_POSTCODE,
        codes::COUNTRY_NOT_SOLD | codes::COUNTRY_NOT_SHIPPED => "woocommerce_rest_invalid_address_country",
        codes::PAYMENT_METHOD_REQUIRED => "woocommerce_rest_checkout_missing_payment_method",
        codes::PAYMENT_METHOD_UNAVAILABLE => "woocommerce_rest_checkout_payment_method_disabled",
        codes::SHIPPING_METHOD_REQUIRED | codes::SHIPPING_METHOD_UNAVAILABLE | codes::SHIPPING_IMPOSSIBLE => {
            "woocommerce_rest_invalid_shipping_option"
        }
        codes::ACCOUNT_PASSWORD_REQUIRED => "registration-error-missing-password",
        other => other,
    }
}

/// `receives`: whether the goods go to this address.
fn errors_of(kind: AddressKind, address: &Address, rules: &CheckoutRules, receives: bool) -> Vec<FieldError> {
    let typed = one_line(&address.country);
    let country = CountryCode::parse(&typed).map(CountryCode::as_str);
    // An unknown country has the default form; its state and postcode cannot be validated.
    let code = country.unwrap_or_default();
    let mut out = Vec::new();
    for field in locale::order(code) {
        let presence = locale::presence(code, kind, field, rules.field_options());
        if presence == Presence::Hidden {
            continue;
        }
        let name = kind.field_name(field);
        let value = one_line(address.get(field));
        let invalid = |code: &'static str| FieldError::new(name.as_str(), code).with("value", echo(&value));
        if value.is_empty() {
            if presence == Presence::Required {
                out.push(FieldError::new(name, required_code(code, field)));
            }
            continue;
        }
        if let Some(error) = too_long(&name, &value, MAX_FIELD_CHARS) {
            out.push(error);
            continue;
        }
        let error = match field {
            AddressField::Country if country.is_none() => Some(invalid(codes::INVALID_COUNTRY)),
            AddressField::Country => country_code_error(kind, code, rules, receives).map(invalid),
            AddressField::State if states::stored(code, &value).is_none() => {
                let province = states::has_list(code) && labels::has_provinces(code);
                let wrong = if province { codes::INVALID_PROVINCE } else { codes::INVALID_STATE };
                Some(invalid(wrong).with("country", code))
            }
            AddressField::Postcode if country.is_some() && !postcode::is_valid(code, &value) => {
                let error = match postcode::example(code) {
                    Some(example) if code == "IT" => invalid(codes::INVALID_CAP).with("example", example),
                    Some(example) => invalid(codes::INVALID_POSTCODE).with("example", example),
                    None => invalid(codes::POSTCODE_CHARACTERS),
                };
                Some(error.with("country", code))
            }
            AddressField::Phone if !phone::is_valid(&value) => Some(invalid(codes::INVALID_PHONE)),
            AddressField::Email if !email::is_valid(&value) => Some(invalid(codes::INVALID_EMAIL)),
            _ => None,
        };
        out.extend(error);
    }
    out
}

fn country_code_error(kind: AddressKind, code: &str, rules: &CheckoutRules, receives: bool) -> Option<&'static str> {
    let among = |list: &[String]| list.is_empty() || list.iter().any(|allowed| allowed.eq_ignore_ascii_case(code));
    if kind == AddressKind::Billing && !among(&rules.sold_to) {
        return Some(codes::COUNTRY_NOT_SOLD);
    }
    (receives && !among(&rules.shipped_to)).then_some(codes::COUNTRY_NOT_SHIPPED)
}

fn required_code(country: &str, field: AddressField) -> &'static str {
    match field {
        AddressField::FirstName => codes::FIRST_NAME_REQUIRED,
        AddressField::LastName => codes::LAST_NAME_REQUIRED,
        AddressField::Company => codes::COMPANY_REQUIRED,
        AddressField::Country => codes::COUNTRY_REQUIRED,
        AddressField::Address1 => codes::ADDRESS_1_REQUIRED,
        AddressField::Address2 => codes::ADDRESS_2_REQUIRED,
        AddressField::City => codes::CITY_REQUIRED,
        AddressField::State if labels::has_provinces(country) => codes::PROVINCE_REQUIRED,
        AddressField::State => codes::STATE_REQUIRED,
        AddressField::Postcode if labels::uses_cap(country) => codes::CAP_REQUIRED,
        AddressField::Postcode => codes::POSTCODE_REQUIRED,
        AddressField::Phone => codes::PHONE_REQUIRED,
        AddressField::Email => codes::EMAIL_REQUIRED,
    }
}

/// Returns the address as stored, with hidden fields cleared.
fn stored(kind: AddressKind, address: &Address, rules: &CheckoutRules) -> Address {
    let mut out = address.normalised();
    for field in AddressField::ALL {
        if locale::presence(&out.country, kind, field, rules.field_options()) == Presence::Hidden {
            out.set(field, "");
        }
    }
    out
}

fn shipping_error(form: &CheckoutForm, rules: &CheckoutRules) -> Option<&'static str> {
    if !rules.needs_shipping {
        return None;
    }
    rules.shipping_rates.iter().find_map(|(package, rates)| {
        let chosen = form.shipping_method.get(package).map(|rate| one_line(rate)).unwrap_or_default();
        if rates.is_empty() {
            Some(codes::SHIPPING_IMPOSSIBLE)
        } else if chosen.is_empty() {
            Some(codes::SHIPPING_METHOD_REQUIRED)
        } else {
            (!rates.contains(&chosen)).then_some(codes::SHIPPING_METHOD_UNAVAILABLE)
        }
    })
}

fn payment_error(form: &CheckoutForm, rules: &CheckoutRules) -> Option<&'static str> {
    let chosen = one_line(&form.payment_method);
    if !rules.needs_payment {
        None
    } else if chosen.is_empty() {
        Some(codes::PAYMENT_METHOD_REQUIRED)
    } else {
        (!rules.payment_methods.contains(&chosen)).then_some(codes::PAYMENT_METHOD_UNAVAILABLE)
    }
}

/// Validates the buyer's reference, if the form has that field.
pub(super) fn reference(form: &CheckoutForm, rules: &CheckoutRules) -> Result<String, FieldError> {
    if rules.buyer_reference { checked_reference(&form.buyer_reference) } else { Ok(String::new()) }
}

/// Validates the requested delivery day, if the form has that field.
pub(super) fn delivery_day(form: &CheckoutForm, rules: &CheckoutRules) -> Result<Option<i64>, FieldError> {
    rules.delivery_days.as_ref().map_or(Ok(None), |days| chosen_day(&form.delivery_day, days))
}

/// Returns the errors of the additional fields, at most one for each.
pub(super) fn extra_errors(form: &CheckoutForm, rules: &CheckoutRules) -> Vec<FieldError> {
    let typed = |name: &String| form.extra.get(name).map(String::as_str).unwrap_or_default();
    rules.extra_fields.iter().filter_map(|field| field.parse(typed(&field.name)).err()).collect()
}

fn extras(form: &CheckoutForm, rules: &CheckoutRules) -> BTreeMap<String, String> {
    let value = |field: &ExtraFieldRule| field.parse(form.extra.get(&field.name)?).ok();
    let known = rules.extra_fields.iter().filter_map(|field| Some((field.name.clone(), value(field)?)));
    known.filter(|(_, value)| !value.is_empty()).collect()
}

/// Cleans a note: line breaks stay, other control characters are removed.
fn comments(text: &str) -> String {
    let plain: String = text.replace("\r\n", "\n").chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    plain.trim().to_owned()
}

fn too_long(name: &str, value: &str, max: usize) -> Option<FieldError> {
    (value.chars().count() > max).then(|| FieldError::new(name, codes::FIELD_TOO_LONG).with("max", max))
}

/// Shortens an invalid value for use in a message.
pub fn echo(value: &str) -> String {
    match value.char_indices().nth(MAX_ECHO_CHARS).and_then(|(end, _)| value.get(..end)) {
        Some(start) => format!("{start}…"),
        None => value.to_owned(),
    }
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
