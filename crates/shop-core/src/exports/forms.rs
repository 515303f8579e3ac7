//! Forms: addresses, the checkout's checks and waits, tax ids, e-mail addresses, passwords. Loaded where a form is.

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
    /// The choices of a country field; no codes: all countries.
    countryOptions = fn country_options(codes: [Vec<String>], lang: Lang) -> [Vec<CountryOption>] {
        address::country::country_options(&codes, lang)
    }

    /// What the state field of a country is: a list, free text or nothing.
    stateField = fn state_field(country: String, lang: Lang) -> StateField { address::states::state_field(&country, lang) }

    /// A text as searches compare it: without case, accents and apostrophes, with spaces in place of hyphens.
    searchKey = fn search_key(text: String) -> String { base::search_text::search_key(&text) }

    /// What the state field holds after the country changed from one to another.
    keptState = fn kept_state(from: String, country: String, previous: String) -> String { address::states::kept_state(&from, &country, &previous) }

    /// The state that an address gets from its postcode and town, where they leave no doubt and the state is empty or what was
    /// filled in before; null: it stays as it is.
    filledState = fn filled_state(country: String, postcode: String, city: String, state: String, filled: String) -> [Option<String>] {
        address::filled::filled_state(&country, &postcode, &city, &state, &filled).map(str::to_owned)
    }

    /// The fields of a country's address form in page order, hidden ones included.
    addressFields = fn address_fields(kind: AddressKind, country: String, lang: Lang, options: FieldOptions) -> [Vec<FieldRule>] {
        address::locale::fields_for(&country, kind, options, lang)
    }

    /// The errors of one checkout field, named as in errors ("billing_postcode", "terms"): for checking while it is typed
    /// in. Exactly what the whole check says about the field.
    checkCheckoutField = fn check_checkout_field(name: String, form: CheckoutForm, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::check_field(&name, &form, &rules)
    }

    /// The errors of one address on its own, as account pages check it.
    checkAddress = fn check_address(kind: AddressKind, address: Address, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::address_errors(kind, &address, &rules)
    }

    /// The words of a page that weaken a password: what its checker is given besides the password.
    passwordWords = fn password_words(page: PasswordPage) -> [Vec<String>] { accounts::password::words(&page) }

    /// The password meter for what is typed and the checker's score.
    passwordMeter = fn password_meter(typed: PasswordTyped, lang: Lang) -> PasswordMeter {
        accounts::password::meter(&typed, lang)
    }

    /// What is wrong with a form of an account, in page order; the score is the new password's, null while it is not known.
    checkAccount = fn check_account(form: AccountForm, score: [Option<Integer>]) -> [Vec<FieldError>] {
        accounts::form::errors(&form, score.and_then(|score| u8::try_from(score.0).ok()))
    }

    /// Waits of the checkout.
    checkoutTimings = fn checkout_timings() -> CheckoutTimings { checkout::timings::TIMINGS }

    /// What a searchable select says.
    selectSentence = fn select_sentence(state: SelectState, quantity: Integer, lang: Lang) -> String {
        widget::select::sentence(state, quantity.0, lang)
    }

    /// What a list that the server searches says instead of asking it; null: it is asked. `most`: how many may be chosen.
    selectWaits = fn select_waits(typed: String, chosen: Integer, most: [Option<Integer>], lang: Lang) -> [Option<String>] {
        widget::select::waits(&typed, chosen.0, most.map(|most| most.0)).map(|(state, quantity)| widget::select::sentence(state, quantity, lang))
    }

    /// What a coupon sends when it is clicked, or a key is pressed on it; null: nothing.
    clickedCoupon = fn clicked_coupon(coupon: CouponElement, key: String, block_page: bool) -> [Option<ClickedCoupon>] {
        coupon::click::clicked(&coupon, &key, block_page)
    }

    /// What the page does after a coupon was applied by a click.
    afterCoupon = fn after_coupon(form_on_page: bool, form_in_answer: bool, on_checkout: bool) -> AfterCoupon {
        coupon::click::after_coupon(form_on_page, form_in_answer, on_checkout)
    }

    /// The refusals of an invoice request for a billing country.
    checkInvoice = fn check_invoice(form: InvoiceForm, country: String) -> [Vec<FieldError>] { checkout::invoice::errors(&form, &country) }

    /// All errors of a checkout form with its invoice part, in page order.
    checkCheckoutWithInvoice = fn check_checkout_with_invoice(form: CheckoutForm, rules: CheckoutRules, invoice: InvoiceForm) -> [Vec<FieldError>] {
        checkout::check_invoiced::checkout_errors(&form, &rules, &invoice)
    }

    /// Milliseconds after which the order's review is asked for anew; null: not now.
    refreshWait = fn refresh_wait(cause: RefreshCause, form: CheckoutForm, rules: CheckoutRules) -> [Option<Integer>] {
        checkout::refresh::wait_ms(cause, &form, &rules).map(|wait| Integer(wait.into()))
    }

    /// Whether every required address field that is shown is filled.
    hasFullAddress = fn has_full_address(form: CheckoutForm, rules: CheckoutRules) -> bool { checkout::refresh::has_full_address(&form, &rules) }

    /// The address fields whose change asks for the order's review.
    refreshingFields = fn refreshing_fields() -> [Vec<AddressField>] { checkout::refresh::REFRESHING_FIELDS.to_vec() }

    /// What the page does after the answer to a placed order.
    afterPlaceOrder = fn after_place_order(answer: PlaceOrderAnswer) -> AfterPlaceOrder { checkout::refresh::after_place_order(&answer) }

    /// Whether the answer to a typed coupon is a refusal.
    couponAnswerRefuses = fn coupon_answer_refuses(html: String) -> bool { coupon::click::is_refusal(&html) }

    /// The name of an item in the browser's storage.
    storageKey = fn storage_key(name: String, customer: OptionalCustomer) -> String {
        payments::storage::storage_key(&name, customer.0)
    }

    /// The text of an item with its expiration in Unix milliseconds; nothing when the value is no JSON.
    encodeStored = fn encode_stored(value_json: String, expiration_ms: Integer) -> [Option<String>] {
        payments::storage::encode(&value_json, expiration_ms.0)
    }

    /// What stored text is at a time in Unix milliseconds.
    decodeStored = fn decode_stored(text: String, now_ms: Integer) -> StoredItem { payments::storage::decode(&text, now_ms.0) }

    /// The VAT number field after an event.
    vatFieldState = fn vat_field_state(field: VatField, event: VatEvent, rules: VatRules) -> VatFieldState {
        trade::vat_field::step(field, event, &rules)
    }

    /// Why a way of paying cannot be chosen for an amount in cents by who has this credit; null: it can.
    creditRefusal = fn credit_refusal(method: String, credit: CreditLine, total: Integer, lang: Lang) -> [Option<FieldError>] {
        payments::availability::credit_refusal(&method, credit, Cents(total.0), lang)
    }

    /// Waits of the trade buyers' forms.
    tradeTimings = fn trade_timings() -> TradeTimings { trade::timings::TIMINGS }

    /// The refusals of a form with the VAT number field.
    vatFieldErrors = fn vat_field_errors(field: VatField, rules: VatRules) -> [Vec<FieldError>] { trade::vat_field::errors(&field, &rules) }

    /// Whether a VAT number, its prefix included, has the shape and check digits of the country. Nothing is looked up.
    checkVatNumber = fn check_vat_number(country: String, input: String) -> VatVerdict { tax_ids::vat::check_at(&country, "", &input) }
}
