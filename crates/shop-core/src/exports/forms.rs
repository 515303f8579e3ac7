//! Forms: addresses, validation and delays of the checkout, tax ids, e-mail addresses, passwords. Loaded on pages with forms.

use super::{Integer, OptionalCustomer};
pub use crate::accounts::form::{AccountForm, TypedPassword};
pub use crate::accounts::password::{PasswordMeter, PasswordPage, PasswordTyped};
pub use crate::checkout::address::country::CountryOption;
pub use crate::checkout::address::locale::{FieldOptions, FieldRule};
pub use crate::checkout::address::states::StateField;
pub use crate::checkout::address::{Address, AddressField, AddressKind};
use crate::base::Cents;
pub use crate::base::{FieldError, Lang};
pub use crate::checkout::form::{CheckoutForm, CheckoutRules};
pub use crate::checkout::invoice::InvoiceForm;
pub use crate::checkout::refresh::{AfterPlaceOrder, PlaceOrderAnswer, RefreshCause};
pub use crate::checkout::timings::CheckoutTimings;
pub use crate::cart::coupon::click::{AfterCoupon, ClickedCoupon, CouponElement};
pub use crate::payments::storage::StoredItem;
pub use crate::trade::tax_ids::vat::VatVerdict;
pub use crate::trade::credit_line::CreditLine;
pub use crate::trade::timings::TradeTimings;
pub use crate::trade::vat_field::{VatEvent, VatField, VatFieldState, VatRules};
pub use crate::content::widget::select::SelectState;
use crate::{base, checkout, trade};
use crate::accounts;
use crate::checkout::address;
use crate::cart::coupon;
use crate::payments;
use crate::trade::tax_ids;
use crate::content::widget;

exports! { $ for_each_forms_export;
    /// Returns the options of a country field; no codes: all countries.
    countryOptions = fn country_options(codes: [Vec<String>], lang: Lang) -> [Vec<CountryOption>] {
        address::country::country_options(&codes, lang)
    }

    /// Returns the state field of a country: a list, free text or none.
    stateField = fn state_field(country: String, lang: Lang) -> StateField { address::states::state_field(&country, lang) }

    /// Normalises a text for searching: without case, accents and apostrophes, with spaces in place of hyphens.
    searchKey = fn search_key(text: String) -> String { base::search_text::search_key(&text) }

    /// Returns the value of the state field after a change of country.
    stateAfterCountryChange = fn state_after_country_change(from: String, country: String, previous: String) -> String { address::states::state_after_country_change(&from, &country, &previous) }

    /// Returns the state that postcode and town determine, if it is unambiguous and the current state is empty or was filled in;
    /// null: no change.
    filledState = fn filled_state(country: String, postcode: String, city: String, state: String, filled: String) -> [Option<String>] {
        address::filled::filled_state(&country, &postcode, &city, &state, &filled).map(str::to_owned)
    }

    /// Returns the fields of a country's address form in page order, including hidden ones.
    addressFields = fn address_fields(kind: AddressKind, country: String, lang: Lang, options: FieldOptions) -> [Vec<FieldRule>] {
        address::locale::fields_for(&country, kind, options, lang)
    }

    /// Returns the errors of one checkout field, named as in errors ("billing_postcode", "terms"), for validation while typing.
    /// The result is the same as in the validation of the whole form.
    checkCheckoutField = fn check_checkout_field(name: String, form: CheckoutForm, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::check_field(&name, &form, &rules)
    }

    /// Returns the errors of a single address, for account pages.
    checkAddress = fn check_address(kind: AddressKind, address: Address, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::address_errors(kind, &address, &rules)
    }

    /// Returns the words of a page that make a password weaker, as input for the password checker.
    passwordWords = fn password_words(page: PasswordPage) -> [Vec<String>] { accounts::password::words(&page) }

    /// Returns the password meter for a typed password and the checker's score.
    passwordMeter = fn password_meter(typed: PasswordTyped, lang: Lang) -> PasswordMeter {
        accounts::password::meter(&typed, lang)
    }

    /// Returns the errors of an account form, in page order; the score is the new password's, null until it is known.
    checkAccount = fn check_account(form: AccountForm, score: [Option<Integer>]) -> [Vec<FieldError>] {
        accounts::form::errors(&form, score.and_then(|score| u8::try_from(score.0).ok()))
    }

    /// Returns the delays of the checkout.
    checkoutTimings = fn checkout_timings() -> CheckoutTimings { checkout::timings::TIMINGS }

    /// Returns the text of a searchable select's state.
    selectSentence = fn select_sentence(state: SelectState, quantity: Integer, lang: Lang) -> String {
        widget::select::sentence(state, quantity.0, lang)
    }

    /// Returns the text of a select whose server search does not run; null: it runs. `most`: the maximum number of selected
    /// options.
    selectWaits = fn select_waits(typed: String, chosen: Integer, most: [Option<Integer>], lang: Lang) -> [Option<String>] {
        widget::select::reason_to_wait(&typed, chosen.0, most.map(|most| most.0)).map(|(state, quantity)| widget::select::sentence(state, quantity, lang))
    }

    /// Returns the request of a coupon that is clicked, or on which a key is pressed; null: none.
    clickedCoupon = fn clicked_coupon(coupon: CouponElement, key: String, block_page: bool) -> [Option<ClickedCoupon>] {
        coupon::click::clicked(&coupon, &key, block_page)
    }

    /// Returns the page's action after a coupon was applied by a click.
    afterCoupon = fn after_coupon(form_on_page: bool, form_in_answer: bool, on_checkout: bool) -> AfterCoupon {
        coupon::click::after_coupon(form_on_page, form_in_answer, on_checkout)
    }

    /// Returns the errors of an invoice request for a billing country.
    checkInvoice = fn check_invoice(form: InvoiceForm, country: String) -> [Vec<FieldError>] { checkout::invoice::errors(&form, &country) }

    /// Returns all errors of a checkout form with its invoice part, in page order.
    checkCheckoutWithInvoice = fn check_checkout_with_invoice(form: CheckoutForm, rules: CheckoutRules, invoice: InvoiceForm) -> [Vec<FieldError>] {
        checkout::check_invoiced::checkout_errors(&form, &rules, &invoice)
    }

    /// Returns the delay in milliseconds until the order review is refreshed; null: no refresh now.
    refreshWait = fn refresh_wait(cause: RefreshCause, form: CheckoutForm, rules: CheckoutRules) -> [Option<Integer>] {
        checkout::refresh::wait_ms(cause, &form, &rules).map(|wait| Integer(wait.into()))
    }

    /// Returns whether every visible required address field is filled in.
    hasFullAddress = fn has_full_address(form: CheckoutForm, rules: CheckoutRules) -> bool { checkout::refresh::has_full_address(&form, &rules) }

    /// Returns the address fields whose change refreshes the order review.
    refreshingFields = fn refreshing_fields() -> [Vec<AddressField>] { checkout::refresh::REFRESHING_FIELDS.to_vec() }

    /// Returns the page's action after the response to a placed order.
    afterPlaceOrder = fn after_place_order(answer: PlaceOrderAnswer) -> AfterPlaceOrder { checkout::refresh::after_place_order(&answer) }

    /// Returns whether the response to an entered coupon is an error.
    isCouponError = fn is_coupon_error(html: String) -> bool { coupon::click::is_refusal(&html) }

    /// Returns the key of an item in the browser's storage.
    storageKey = fn storage_key(name: String, customer: OptionalCustomer) -> String {
        payments::storage::storage_key(&name, customer.0)
    }

    /// Encodes an item with its expiration in Unix milliseconds; null if the value is no JSON.
    encodeStored = fn encode_stored(value_json: String, expiration_ms: Integer) -> [Option<String>] {
        payments::storage::encode(&value_json, expiration_ms.0)
    }

    /// Decodes a stored item at a time in Unix milliseconds.
    decodeStored = fn decode_stored(text: String, now_ms: Integer) -> StoredItem { payments::storage::decode(&text, now_ms.0) }

    /// Applies an event to the VAT number field.
    vatFieldState = fn vat_field_state(field: VatField, event: VatEvent, rules: VatRules) -> VatFieldState {
        trade::vat_field::step(field, event, &rules)
    }

    /// Returns why a payment method cannot be chosen for an amount in cents by a company with this credit; null: it can.
    creditRefusal = fn credit_refusal(method: String, credit: CreditLine, total: Integer, lang: Lang) -> [Option<FieldError>] {
        payments::availability::credit_refusal(&method, credit, Cents(total.0), lang)
    }

    /// Returns the delays of the trade buyers' forms.
    tradeTimings = fn trade_timings() -> TradeTimings { trade::timings::TIMINGS }

    /// Returns the errors of a form with the VAT number field.
    vatFieldErrors = fn vat_field_errors(field: VatField, rules: VatRules) -> [Vec<FieldError>] { trade::vat_field::errors(&field, &rules) }

    /// Returns whether a VAT number, including its prefix, has the format and check digits of the country. No register is
    /// queried.
    checkVatNumber = fn check_vat_number(country: String, input: String) -> VatVerdict { tax_ids::vat::check_at(&country, "", &input) }
}
