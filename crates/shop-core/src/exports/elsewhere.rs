//! Functions that no page of the shop calls: for other pages, workers and other users of the package. Its README shows each of them
//! in an example.

use super::{CountryLimit, Integer};
use crate::cart::totals::cart;
pub use crate::cart::totals::cart::{CartForm, PricedCart};
pub use crate::checkout::address::postcode::PostcodeVerdict;
pub use crate::base::FieldError;
pub use crate::catalogue::variation::{VariationForm, VariationIndex};
pub use crate::catalogue::variation_form::{VariationChoice, VariationFormState};
pub use crate::checkout::form::{CheckoutForm, CheckoutRules};
use crate::accounts::email::field;
pub use crate::accounts::email::field::EmailKind;
pub use crate::payments::express::payer::PayerName;
pub use crate::payments::express::sheet::{DisplayItem, DisplayItemForm};
pub use crate::payments::method::MethodFacts;
pub use crate::trade::tax_ids::tax_code::TaxCodeVerdict;
use crate::checkout;
use crate::checkout::address;
use crate::payments;
use crate::trade::tax_ids;

exports! { $ for_each_elsewhere_export;
    /// Prices a cart with its coupons, taxes, delivery and store credit.
    cartTotals = fn cart_totals(form: CartForm) -> PricedCart { cart::cart_totals(&form) }

    /// Chooses an option in the variation form; an empty option clears the choice. Builds the index anew: a page that stays open
    /// uses `VariationMatcher`.
    chooseOption = fn choose_option(form: VariationForm, before: VariationChoice, attribute: String, option: String) -> VariationFormState {
        VariationIndex::new(form).choose(before, &attribute, &option)
    }

    /// Resets the variation form.
    resetOptions = fn reset_options(form: VariationForm, before: VariationChoice) -> VariationFormState {
        VariationIndex::new(form).reset(before)
    }

    /// Sets the quantity typed into the variation form.
    setVariationQuantity = fn set_variation_quantity(form: VariationForm, before: VariationChoice, typed: String) -> VariationFormState {
        VariationIndex::new(form).set_quantity(before, &typed)
    }

    /// Returns all errors of a checkout form in page order; empty: it can be sent.
    checkCheckout = fn check_checkout(form: CheckoutForm, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::errors(&form, &rules)
    }

    /// Returns whether a field of this type accepts an e-mail address. Surrounding spaces are not trimmed.
    checkEmail = fn check_email(kind: EmailKind, value: String) -> bool { field::is_valid(kind, &value) }

    /// Returns whether a telephone field accepts the text.
    checkPhone = fn check_phone(value: String) -> bool { address::phone::is_valid(&value) }

    /// Checks a postcode and returns its usual format in the country.
    checkPostcode = fn check_postcode(country: String, text: String) -> PostcodeVerdict { address::postcode::check(&country, &text) }

    /// Checks an Italian tax code (codice fiscale) and returns the personal data in it.
    checkTaxCode = fn check_tax_code(input: String) -> TaxCodeVerdict { tax_ids::tax_code::check(&input) }

    /// Splits a wallet payer's name.
    payerName = fn payer_name(name: String, billing: bool) -> PayerName { payments::express::payer::split_name(&name, billing) }

    /// Normalises a wallet payer's phone number.
    payerPhone = fn payer_phone(phone: String) -> String { payments::express::payer::payer_phone(&phone) }

    /// Returns the country for a payment request.
    requestCountry = fn request_country(country: String) -> String { payments::express::payer::request_country(&country) }

    /// Converts a line of the wallet's sheet.
    displayItem = fn display_item(item: DisplayItemForm) -> DisplayItem { payments::express::sheet::display_item(item) }

    /// Converts an amount of the cart to the wallet's units.
    minorAmount = fn minor_amount(amount: Integer, currency_decimals: [Option<Integer>], currency_minor_unit: Integer) -> Integer {
        Integer(payments::amount::minor_amount(amount.0, currency_decimals.map(|n| n.0), currency_minor_unit.0))
    }

    /// Returns whether a payment method is available in the billing country.
    paymentMethodAvailable = fn payment_method_available(billing_country: String, countries: CountryLimit) -> bool {
        payments::availability::country_allowed(&billing_country, countries.0.as_deref())
    }

    /// Returns whether a text contains a mobile bank's code.
    isMobileCode = fn is_mobile_code(code: String) -> bool { payments::mobile_code::is_mobile_code(&code) }

    /// Returns the properties of these payment methods for the page; no ids: of all.
    paymentMethods = fn payment_methods(ids: [Vec<String>]) -> [Vec<MethodFacts>] { payments::method::listed(&ids) }
}
