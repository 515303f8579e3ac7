//! The order that a wallet places through the checkout of the store API (payments, section 3, "express order payload").

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::wallet_address::{WalletPerson, from_wallet, wallet_postcode};
use crate::base::{Cents, FieldError, json};
use crate::checkout::address::{Address, AddressKind, one_line};
use crate::checkout::api::may_lack_field;
use crate::checkout::check::address_errors;
use crate::checkout::form::FieldLocation;
use crate::checkout::form::{CheckoutRules, MAX_COMMENT_CHARS};
use crate::payments::method::GATEWAY;
use crate::privacy::attribution::AttributionFields;

/// Prefix of the gateway's field names and its namespace (wire contract, C2).
const PREFIX: &str = "wc-stripe";
/// Namespace of the express buttons in `extensions` (payments, section 3, "express order payload").
pub const EXPRESS_NAMESPACE: &str = "wc-stripe/express-checkout";
/// Key within it: the amount that the wallet shows as due, in minor units.
pub const SHOWN_AMOUNT: &str = "amount";

/// Data that a wallet provides when its payer confirms, and additions of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ExpressOrderForm {
    /// Value of `billingDetails`.
    pub billing: WalletPerson,
    /// Value of `shippingAddress`; `None`: goods go to the billing address.
    pub shipping: Option<WalletPerson>,
    /// Value of `payerEmail`, used if the billing details have none.
    pub payer_email: String,
    /// Value of `payerPhone`, used if the billing details have none.
    pub payer_phone: String,
    /// Value of `shippingRate.id`.
    pub shipping_rate: String,
    /// Value of `expressPaymentType`: "apple_pay".
    pub express_payment_type: String,
    /// Id of the payment method created at the provider; empty with a confirmation token.
    pub payment_method_id: String,
    /// Confirmation token of the provider.
    pub confirmation_token: String,
    /// Notes of the order form.
    pub customer_note: String,
    /// Values of the configured custom checkout fields in page order; names that end in `[]` are lists.
    pub custom_fields: Vec<CustomValue>,
    /// Registered additional fields by name.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub additional_fields: BTreeMap<String, String>,
    /// Traffic source of the shopper.
    pub attribution: AttributionFields,
    /// Amount that the wallet shows as due: if it is no longer correct, the order is rejected and the sheet shown again.
    pub shown_cents: Option<Cents>,
    /// Declarations that the buyer has made on the page; `None`: the page requests none.
    pub declared: Option<ExpressDeclared>,
    /// Whether goods are delivered.
    pub needs_shipping: bool,
    /// Whether it pays for an order that was already placed: rates were chosen there.
    pub pays_for_order: bool,
}

/// Declarations that the buyer has made before the wallet opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(default)]
pub struct ExpressDeclared {
    /// Acceptance of the terms of sale.
    pub terms: bool,
    /// Confirmation of the age required for the goods.
    pub age_confirmed: bool,
    /// Consent to immediate delivery of downloadable files.
    pub files_consent: bool,
}

/// Value of a custom field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct CustomValue {
    /// Name of the form field.
    pub name: String,
    pub value: String,
    /// Location of the field; one outside the address is also sent as an additional field of the order.
    #[serde(default)]
    pub location: FieldLocation,
}

/// Returns the values that clients of the platform send as additional fields: non-empty, and not part of the address. A list
/// (`name[]`) is left out.
fn additional(form: &ExpressOrderForm) -> BTreeMap<String, String> {
    let beside =
        form.custom_fields.iter().filter(|one| one.location != FieldLocation::Address && !one.name.ends_with("[]"));
    let mut all = form.additional_fields.clone();
    for one in beside {
        all.entry(one.name.clone()).or_insert_with(|| one.value.clone());
    }
    all
}

/// Body of the checkout request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressOrder {
    pub billing_address: Address,
    /// Delivery address of the goods.
    pub shipping_address: ExpressShipping,
    pub payment_method: String,
    /// Fields for the gateway.
    pub payment_data: Vec<PaymentDatum>,
    pub customer_note: String,
    /// Attribution, custom fields with the shown amount, and declarations, by namespace.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, Record<string, DatumValue>>"))]
    pub extensions: BTreeMap<String, BTreeMap<String, DatumValue>>,
    /// Registered additional fields.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub additional_fields: BTreeMap<String, String>,
}

/// A shipping address with the chosen rate. It has no e-mail address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressShipping {
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub phone: String,
    pub country: String,
    pub address_1: String,
    pub address_2: String,
    pub city: String,
    pub state: String,
    pub postcode: String,
    /// Id of the chosen rate as the only element, or empty.
    pub method: Vec<String>,
}

/// A field for the gateway.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PaymentDatum {
    pub key: String,
    pub value: DatumValue,
}

/// A string or boolean value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum DatumValue {
    /// A boolean value.
    Flag(bool),
    Text(String),
}

/// The request, or the errors of the wallet's data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExpressOrderAnswer {
    /// The data are valid.
    Order {
        /// Body of the request.
        order: Box<ExpressOrder>,
    },
    /// The data are invalid.
    Refused {
        /// Missing or invalid values, by field.
        errors: Vec<FieldError>,
    },
}

/// Builds the request. Addresses are normalised first; then they must pass the checkout's own rules, except that a postcode may
/// be missing in seven countries, and a state where the country has no list of states. An e-mail address is always required; a
/// redacted postcode does not count.
///
/// ```
/// use shop_core::checkout::form::CheckoutRules;
/// use shop_core::payments::express::order::{ExpressOrderAnswer, ExpressOrderForm, express_order};
/// use shop_core::payments::express::wallet_address::{WalletAddress, WalletPerson};
/// let [line1, city, country] = ["Marina 1", "Dubai", "AE"].map(str::to_owned);
/// let address = WalletAddress { line1, city, country, ..WalletAddress::default() };
/// let [name, email, phone] = ["Anna Neri", "anna@esempio.it", "+971 4 1234567"].map(str::to_owned);
/// let billing = WalletPerson { name, email, phone, address, ..WalletPerson::default() };
/// let form = ExpressOrderForm { billing, confirmation_token: "ctoken_1".into(), ..ExpressOrderForm::default() };
/// let answer = |form| express_order(&form, &CheckoutRules::default());
/// assert!(matches!(answer(form.clone()), ExpressOrderAnswer::Order { .. }));
/// let unpaid = ExpressOrderForm { confirmation_token: String::new(), ..form };
/// let code = "payment_details_missing";
/// assert!(matches!(answer(unpaid), ExpressOrderAnswer::Refused { errors } if errors[0].code == code));
/// ```
pub fn express_order(form: &ExpressOrderForm, rules: &CheckoutRules) -> ExpressOrderAnswer {
    let mut payer = form.billing.clone();
    for (own, other) in [(&mut payer.email, &form.payer_email), (&mut payer.phone, &form.payer_phone)] {
        if own.trim().is_empty() {
            own.clone_from(other);
        }
    }
    let billing = from_wallet(&payer, AddressKind::Billing);
    let mut shipping = match &form.shipping {
        Some(receiver) => from_wallet(receiver, AddressKind::Shipping),
        None => Address { email: String::new(), ..billing.clone() },
    };
    if shipping.phone.is_empty() {
        shipping.phone.clone_from(&billing.phone);
    }
    let mut errors = lacking(AddressKind::Billing, &billing, rules);
    if form.needs_shipping {
        errors.extend(lacking(AddressKind::Shipping, &shipping, rules));
        if form.shipping_rate.is_empty() && !form.pays_for_order {
            errors.push(FieldError::new("shipping_method", crate::platform::messages::codes::SHIPPING_METHOD_REQUIRED));
        }
    }
    if form.payment_method_id.is_empty() && form.confirmation_token.is_empty() {
        errors.push(FieldError::new("payment_method", crate::platform::messages::codes::PAYMENT_DETAILS_MISSING));
    }
    if !errors.is_empty() {
        return ExpressOrderAnswer::Refused { errors };
    }
    let order = ExpressOrder {
        billing_address: billing,
        shipping_address: with_rate(shipping, &form.shipping_rate),
        payment_method: GATEWAY.to_owned(),
        payment_data: payment_data(form),
        customer_note: form.customer_note.chars().take(MAX_COMMENT_CHARS).collect(),
        extensions: extensions(form),
        additional_fields: additional(form),
    };
    ExpressOrderAnswer::Order { order: Box::new(order) }
}

fn lacking(kind: AddressKind, address: &Address, rules: &CheckoutRules) -> Vec<FieldError> {
    let country = address.country.as_str();
    let mut errors = address_errors(kind, address, rules);
    errors.retain(|error| !may_lack_field(kind, address, error));
    debug_assert!(!wallet_postcode(country, &address.postcode).redacted || !errors.is_empty());
    errors
}

fn with_rate(address: Address, rate: &str) -> ExpressShipping {
    ExpressShipping {
        first_name: address.first_name,
        last_name: address.last_name,
        company: address.company,
        phone: address.phone,
        country: address.country,
        address_1: address.address_1,
        address_2: address.address_2,
        city: address.city,
        state: address.state,
        postcode: address.postcode,
        method: Some(rate).filter(|rate| !rate.is_empty()).map(str::to_owned).into_iter().collect(),
    }
}

fn extensions(form: &ExpressOrderForm) -> BTreeMap<String, BTreeMap<String, DatumValue>> {
    let attribution = crate::privacy::attribution::stored(&form.attribution);
    let attribution = attribution.into_iter().map(|(name, value)| (name, DatumValue::Text(value))).collect();
    let custom = DatumValue::Text(custom_json(&form.custom_fields));
    let mut express = BTreeMap::from([("custom_checkout_data".to_owned(), custom)]);
    if let Some(shown) = form.shown_cents {
        express.insert(SHOWN_AMOUNT.to_owned(), DatumValue::Text(shown.0.to_string()));
    }
    let mut all = BTreeMap::from([
        ("woocommerce/order-attribution".to_owned(), attribution),
        (EXPRESS_NAMESPACE.to_owned(), express),
    ]);
    if let Some(declared) = form.declared {
        let flags = [
            ("terms", declared.terms),
            ("age_confirmed", declared.age_confirmed),
            ("files_consent", declared.files_consent),
        ];
        let flags = flags.map(|(name, ticked)| (name.to_owned(), DatumValue::Flag(ticked)));
        all.insert("bottega".to_owned(), flags.into());
    }
    all
}

fn payment_data(form: &ExpressOrderForm) -> Vec<PaymentDatum> {
    let row = |key: String, value: &str| PaymentDatum { key, value: DatumValue::Text(value.to_owned()) };
    let given = |key: &str, value: &str| (!value.is_empty()).then(|| row(format!("{PREFIX}-{key}"), value));
    let mut out = vec![row("payment_method".to_owned(), GATEWAY)];
    out.extend(given("payment-method", &form.payment_method_id));
    out.extend(given("confirmation-token", &form.confirmation_token));
    out.push(row("express_payment_type".to_owned(), &form.express_payment_type));
    out.push(PaymentDatum { key: format!("{PREFIX}-is-deferred-intent"), value: DatumValue::Flag(true) });
    out
}

/// Serialises the custom fields as JSON: names in page order, each once; the values of a name ending in `[]` as a list, of any
/// other name the last one.
fn custom_json(fields: &[CustomValue]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for field in fields {
        if !names.contains(&field.name.as_str()) {
            names.push(&field.name);
        }
    }
    json::object(names.into_iter().map(|name| {
        let mut values =
            fields.iter().filter(|field| field.name == name).map(|field| json::quoted(&one_line(&field.value)));
        match name.strip_suffix("[]") {
            Some(list) => (list, json::list(values)),
            None => (name, values.next_back().unwrap_or_default()),
        }
    }))
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;
