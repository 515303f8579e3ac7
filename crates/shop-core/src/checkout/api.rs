//! The checkout for clients of the store API. They have forms of their own, which validate while the shopper types; their
//! requests are rejected in the order and with the codes of the platform (wire contract, section 3), one problem at a time.

use super::check::{Checkout, address_errors, delivery_day, extra_errors, reference, store_code};
use super::form::{CheckoutForm, CheckoutRules};
use super::invoice::{self, InvoiceForm};
use crate::base::FieldError;
use crate::checkout::address::{Address, AddressField, AddressKind, states};
use crate::platform::messages::codes;
use crate::trade::tax_ids::vat::vat_country;

/// Codes of values that no address of the country can have. They are rejected when the address is parsed, before the order is
/// validated.
const VALUE_CODES: [&str; 4] =
    [codes::INVALID_COUNTRY, codes::INVALID_STATE, codes::INVALID_POSTCODE, codes::INVALID_PHONE];

/// Countries for which a wallet's order needs no postcode (wire contract, C5).
static NO_POSTCODE: [&str; 7] = ["AE", "BH", "IL", "KW", "OM", "QA", "SA"];

/// Type of client that sends an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiClient<'a> {
    /// A client of the platform, which has its own way of accepting the terms and knows no invoices.
    Other,
    /// The shop's own form, with its terms checkbox and its invoice request.
    Own(&'a InvoiceForm),
}

/// Reason for rejecting an order of the store API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiCheckoutError {
    /// There is something to pay, but no payment method.
    PaymentMethodMissing,
    EmailMissing,
    /// There is something to send, but no delivery method.
    NoDelivery,
    /// The shop does not sell or ship to the country; holds the countries it does.
    Country(Vec<String>),
    /// Invalid or missing fields, by address.
    Addresses {
        /// Errors of the delivery address; empty: it is valid, or nothing is sent.
        shipping: Vec<FieldError>,
        /// Errors of the billing address.
        billing: Vec<FieldError>,
    },
    /// The first invalid field of the invoice.
    Invoice(FieldError),
    /// An additional field, the buyer's reference or the delivery day is invalid.
    Field(FieldError),
    /// The terms were not accepted.
    Terms,
}

/// Validates an order of the store API. `form` contains the addresses as stored and the delivery chosen in the cart. `express`:
/// the addresses come from a wallet's sheet, and may lack what wallets do not provide.
///
/// # Errors
/// The first problem found.
pub fn check_api_checkout(
    form: &CheckoutForm,
    rules: &CheckoutRules,
    client: ApiClient<'_>,
    express: bool,
) -> Result<Checkout, ApiCheckoutError> {
    if rules.needs_payment && form.payment_method.is_empty() {
        return Err(ApiCheckoutError::PaymentMethodMissing);
    }
    if form.billing.email.is_empty() {
        return Err(ApiCheckoutError::EmailMissing);
    }
    if rules.needs_shipping && form.shipping_method.is_empty() {
        return Err(ApiCheckoutError::NoDelivery);
    }
    check_countries(form, rules)?;
    check_fields(form, rules, express)?;
    if let Some(error) = extra_errors(form, rules).into_iter().next() {
        return Err(ApiCheckoutError::Field(error));
    }
    let buyer_reference = reference(form, rules).map_err(ApiCheckoutError::Field)?;
    let delivery_day = delivery_day(form, rules).map_err(ApiCheckoutError::Field)?;
    let invoice = match client {
        ApiClient::Other => None,
        ApiClient::Own(invoice_form) => {
            let first = |errors: Vec<FieldError>| {
                let first = errors.into_iter().next();
                ApiCheckoutError::Invoice(
                    first.unwrap_or_else(|| FieldError::new("extensions", codes::UNKNOWN_SERVER_ERROR)),
                )
            };
            let invoice = invoice::request(invoice_form, vat_country(&form.billing.country, &form.billing.postcode))
                .map_err(first)?;
            if rules.terms_required && !form.terms {
                return Err(ApiCheckoutError::Terms);
            }
            invoice
        }
    };
    Ok(Checkout {
        billing: form.billing.clone(),
        shipping: Address { email: String::new(), ..form.shipping.clone() },
        ships_elsewhere: form.ship_to_different_address,
        order_comments: form.order_comments.clone(),
        buyer_reference,
        delivery_day,
        payment_method: form.payment_method.clone(),
        extra: form.extra.clone(),
        // The account is handled separately: whether one can be created is checked last.
        account_password: None,
        declared: form.into(),
        invoice,
    })
}

fn check_countries(form: &CheckoutForm, rules: &CheckoutRules) -> Result<(), ApiCheckoutError> {
    let known = |address: &Address, allowed: &[String]| {
        if allowed.is_empty() || allowed.contains(&address.country) {
            return Ok(());
        }
        Err(ApiCheckoutError::Country(allowed.to_vec()))
    };
    if rules.needs_shipping {
        known(&form.shipping, &rules.shipped_to)?;
    }
    known(&form.billing, &rules.sold_to)
}

fn check_fields(form: &CheckoutForm, rules: &CheckoutRules, express: bool) -> Result<(), ApiCheckoutError> {
    // The countries were checked above.
    let anywhere = CheckoutRules { sold_to: Vec::new(), shipped_to: Vec::new(), ..rules.clone() };
    let wrong = |kind: AddressKind, address: &Address| {
        let mut errors = address_errors(kind, address, &anywhere);
        let passes = |e: &FieldError| {
            VALUE_CODES.contains(&store_code(&e.code)) || (express && may_lack_field(kind, address, e))
        };
        errors.retain(|error| !passes(error));
        errors
    };
    let shipping = if rules.needs_shipping { wrong(AddressKind::Shipping, &form.shipping) } else { Vec::new() };
    let billing = wrong(AddressKind::Billing, &form.billing);
    if shipping.is_empty() && billing.is_empty() {
        return Ok(());
    }
    Err(ApiCheckoutError::Addresses { shipping, billing })
}

/// Returns whether a wallet's order may lack the field of an error: a postcode in seven countries, a state if the country has no
/// list of states (wire contract, C5).
///
/// ```
/// use shop_core::base::FieldError;
/// use shop_core::checkout::address::{Address, AddressKind};
/// use shop_core::checkout::api::may_lack_field;
/// let at = |country: &str| Address { country: country.into(), ..Address::default() };
/// let error = FieldError::new("billing_postcode", "postcode_required");
/// assert!(may_lack_field(AddressKind::Billing, &at("AE"), &error));
/// assert!(!may_lack_field(AddressKind::Billing, &at("IT"), &error));
/// ```
pub fn may_lack_field(kind: AddressKind, address: &Address, error: &FieldError) -> bool {
    let is = |field| error.field == kind.field_name(field);
    let country = address.country.as_str();
    (is(AddressField::Postcode) && address.postcode.is_empty() && NO_POSTCODE.contains(&country))
        || (is(AddressField::State) && address.state.is_empty() && !states::has_list(country))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> CheckoutForm {
        let address = Address {
            first_name: "Ada".into(),
            last_name: "Rossi".into(),
            address_1: "Via Roma 1".into(),
            city: "Torino".into(),
            postcode: "10121".into(),
            state: "TO".into(),
            country: "IT".into(),
            phone: "0115551234".into(),
            ..Address::default()
        };
        CheckoutForm {
            billing: Address { email: "ada@example.com".into(), ..address.clone() },
            shipping: address,
            payment_method: "bacs".into(),
            shipping_method: [("0".to_owned(), "flat_rate:1".to_owned())].into(),
            ..CheckoutForm::default()
        }
    }

    fn rules() -> CheckoutRules {
        CheckoutRules { sold_to: vec!["IT".into()], shipped_to: vec!["IT".into()], ..CheckoutRules::default() }
    }

    fn rejection(form: &CheckoutForm) -> Option<ApiCheckoutError> {
        check_api_checkout(form, &rules(), ApiClient::Other, false).err()
    }

    #[test]
    fn a_client_of_the_platform_needs_no_box_for_the_terms_and_the_shops_own_form_does() {
        assert_eq!(rejection(&form()), None);
        let own = InvoiceForm::default();
        let check = |form: &CheckoutForm| check_api_checkout(form, &rules(), ApiClient::Own(&own), false).err();
        assert_eq!(check(&form()), Some(ApiCheckoutError::Terms));
        assert_eq!(check(&CheckoutForm { terms: true, ..form() }), None);
    }

    #[test]
    fn matters_are_refused_one_at_a_time_in_the_order_of_the_platform() {
        let mut wrong = CheckoutForm::default();
        assert_eq!(rejection(&wrong), Some(ApiCheckoutError::PaymentMethodMissing));
        wrong.payment_method = "bacs".into();
        assert_eq!(rejection(&wrong), Some(ApiCheckoutError::EmailMissing));
        wrong.billing.email = "ada@example.com".into();
        assert_eq!(rejection(&wrong), Some(ApiCheckoutError::NoDelivery));
        wrong.shipping_method = form().shipping_method;
        assert_eq!(rejection(&wrong), Some(ApiCheckoutError::Country(vec!["IT".into()])));
        wrong.shipping.country = "IT".into();
        wrong.billing.country = "IT".into();
        let Some(ApiCheckoutError::Addresses { shipping, billing }) = rejection(&wrong) else { panic!("no addresses") };
        assert!(shipping.iter().any(|error| error.field == "shipping_city"), "{shipping:?}");
        assert!(billing.iter().any(|error| error.field == "billing_city"), "{billing:?}");
    }

    #[test]
    fn nothing_to_send_is_sent_nowhere() {
        let form = CheckoutForm { shipping: Address::default(), shipping_method: Default::default(), ..form() };
        let rules = CheckoutRules { needs_shipping: false, ..rules() };
        assert!(check_api_checkout(&form, &rules, ApiClient::Other, false).is_ok());
        assert_eq!(rejection(&form), Some(ApiCheckoutError::NoDelivery));
    }

    #[test]
    fn a_wallet_may_lack_a_postcode_where_it_gives_none_and_only_there() {
        let mut abroad = form();
        for address in [&mut abroad.billing, &mut abroad.shipping] {
            address.country = "AE".into();
            address.state = String::new();
            address.postcode = String::new();
        }
        let anywhere = CheckoutRules::default();
        let check = |form: &CheckoutForm, express| check_api_checkout(form, &anywhere, ApiClient::Other, express);
        assert!(check(&abroad, true).is_ok());
        let mut home = form();
        home.billing.postcode = String::new();
        assert!(check(&home, true).is_err());
        assert!(check(&home, false).is_err());
    }

    #[test]
    fn a_wrong_invoice_is_refused_at_its_first_field() {
        let invoice_form = InvoiceForm { requested: true, ..InvoiceForm::default() };
        let form = CheckoutForm { terms: true, ..form() };
        let refused = check_api_checkout(&form, &rules(), ApiClient::Own(&invoice_form), false).err();
        let Some(ApiCheckoutError::Invoice(error)) = refused else { panic!("{refused:?}") };
        assert_eq!(error.field, "tax_code");
    }
}
