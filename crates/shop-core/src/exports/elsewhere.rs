//! What the shop's own pages do without: for other pages, workers and whoever else has the package.

use super::{CountryLimit, Integer, RatePackages};
pub use crate::checkout::address::Address;
pub use crate::checkout::address::postcode::PostcodeVerdict;
pub use crate::base::{Cents, FieldError, Lang};
pub use crate::cart::add_queue::{AddButton, AddQueue};
pub use crate::catalogue::sort::SortKey;
pub use crate::catalogue::variation::{VariationForm, VariationIndex};
pub use crate::catalogue::variation_form::{VariationChoice, VariationFormState};
pub use crate::checkout::form::{CheckoutForm, CheckoutRules};
pub use crate::content::comment::ReplyForm;
use crate::accounts::email::field;
pub use crate::accounts::email::field::EmailKind;
pub use crate::payments::bnpl::parts::PriceParts;
pub use crate::payments::express::payer::PayerName;
pub use crate::payments::express::sheet::{DisplayItem, DisplayItemForm, Sheet, SheetCart, WalletRates};
pub use crate::payments::express::wallet_address::WalletPostcode;
pub use crate::payments::method::MethodFacts;
pub use crate::payments::route::PaymentRoute;
pub use crate::payments::state::event::PaymentEventForm;
pub use crate::payments::state::facts::PaymentFacts;
pub use crate::payments::state::outcome::{PaidOrder, PaymentOutcome};
pub use crate::trade::tax_ids::sdi::{SdiForm, SdiVerdict};
pub use crate::trade::tax_ids::tax_code::TaxCodeVerdict;
use crate::checkout;
use crate::checkout::address;
use crate::payments;
use crate::trade::tax_ids;

exports! { $ for_each_elsewhere_export;
    /// The variation form after an option is chosen; an empty option takes the choice back. Builds the index anew: a page
    /// that stays open uses `VariationMatcher`.
    chooseOption = fn choose_option(form: VariationForm, before: VariationChoice, attribute: String, option: String) -> VariationFormState {
        VariationIndex::new(form).choose(before, &attribute, &option)
    }

    /// The variation form after its reset link is followed.
    resetOptions = fn reset_options(form: VariationForm, before: VariationChoice) -> VariationFormState {
        VariationIndex::new(form).reset(before)
    }

    /// The variation form after a quantity is typed.
    setVariationQuantity = fn set_variation_quantity(form: VariationForm, before: VariationChoice, typed: String) -> VariationFormState {
        VariationIndex::new(form).set_quantity(before, &typed)
    }

    /// The reply form under a comment; 0: at its own place. Its value is the field `comment_parent`.
    replyForm = fn reply_form(comment: Integer) -> ReplyForm {
        u32::try_from(comment.0).map_or_else(|_| ReplyForm::default(), ReplyForm::under)
    }

    /// The orders of a listing, as its select shows them.
    sortKeys = fn sort_keys(searching: bool) -> [Vec<SortKey>] { SortKey::on_offer(searching).to_vec() }

    /// The order that a value of `orderby` asks for.
    chosenSort = fn chosen_sort(orderby: String, searching: bool) -> SortKey { SortKey::chosen(&orderby, searching) }

    /// How an add-to-cart button stands.
    addButton = fn add_button(queue: AddQueue, name: String) -> AddButton { queue.button(&name) }

    /// A postcode in its country's layout.
    normalisePostcode = fn normalise_postcode(country: String, text: String) -> String {
        address::postcode::normalise(&country, &text)
    }

    /// All errors of a checkout form in page order; none: it can be sent.
    checkCheckout = fn check_checkout(form: CheckoutForm, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::errors(&form, &rules)
    }

    /// Whether a field of this kind takes an e-mail address. Spaces around it are not cut off.
    checkEmail = fn check_email(kind: EmailKind, value: String) -> bool { field::is_valid(kind, &value) }

    /// Whether a typed e-mail address is sent for marketing: it is one, and not the one captured already.
    capturesEmail = fn captures_email(value: String, captured: String) -> bool { field::is_captured_anew(&value, &captured) }

    /// Whether a telephone field takes the text.
    checkPhone = fn check_phone(value: String) -> bool { address::phone::is_valid(&value) }

    /// Whether the text is a postcode of the country, and its layout there.
    checkPostcode = fn check_postcode(country: String, text: String) -> PostcodeVerdict { address::postcode::check(&country, &text) }

    /// Whether a text is an Italian tax code (codice fiscale), and what it says of a person.
    checkTaxCode = fn check_tax_code(input: String) -> TaxCodeVerdict { tax_ids::tax_code::check(&input) }

    /// Where an electronic invoice is delivered: recipient code or certified mailbox.
    checkSdi = fn check_sdi(form: SdiForm) -> SdiVerdict { tax_ids::sdi::check(&form) }

    /// Writes a confirmation as a hash.
    buildPaymentHash = fn build_payment_hash(route: PaymentRoute) -> String { payments::route::build_hash(&route) }

    /// A wallet payer's name, split.
    payerName = fn payer_name(name: String, billing: bool) -> PayerName { payments::express::payer::split_name(&name, billing) }

    /// A wallet payer's phone number, normalised.
    payerPhone = fn payer_phone(phone: String) -> String { payments::express::payer::payer_phone(&phone) }

    /// The country of a payment request.
    requestCountry = fn request_country(country: String) -> String { payments::express::payer::request_country(&country) }

    /// One line of the wallet's sheet.
    displayItem = fn display_item(item: DisplayItemForm) -> DisplayItem { payments::express::sheet::display_item(item) }

    /// An amount of the cart in the wallet's units.
    minorAmount = fn minor_amount(amount: Integer, currency_decimals: [Option<Integer>], currency_minor_unit: Integer) -> Integer {
        Integer(payments::amount::minor_amount(amount.0, currency_decimals.map(|n| n.0), currency_minor_unit.0))
    }

    /// Whether a payment method can be offered in the billing country.
    paymentMethodAvailable = fn payment_method_available(billing_country: String, countries: CountryLimit) -> bool {
        payments::availability::country_allowed(&billing_country, countries.0.as_deref())
    }

    /// Whether the mobile bank's code can be one.
    isMobileCode = fn is_mobile_code(code: String) -> bool { payments::mobile_code::is_mobile_code(&code) }

    /// The lines and the total of a wallet's sheet.
    walletSheet = fn wallet_sheet(cart: SheetCart, lang: Lang) -> Sheet { payments::express::sheet::sheet(&cart, lang) }

    /// Delivery rates, parcel by parcel, as a wallet shows them.
    walletRates = fn wallet_rates(packages: RatePackages, currency_decimals: [Option<Integer>], currency_minor_unit: Integer) -> WalletRates {
        payments::express::sheet::wallet_rates(&packages.0, currency_decimals.map(|n| n.0), currency_minor_unit.0)
    }

    /// A wallet's postcode, which may be redacted.
    walletPostcode = fn wallet_postcode(country: String, text: String) -> WalletPostcode {
        payments::express::wallet_address::wallet_postcode(&country, &text)
    }

    /// An address of a wallet with its fields in their places.
    normaliseWalletAddress = fn normalise_wallet_address(address: Address) -> Address {
        payments::express::wallet_address::normalise(address)
    }

    /// The Italian province that a wallet's state, town and postcode stand for; nothing when they leave several.
    walletProvince = fn wallet_province(state: String, city: String, postcode: String) -> [Option<String>] {
        address::province::province(&state, &city, &postcode).map(str::to_owned)
    }

    /// What is known of a payment after further events, in any order and any number.
    learnPaymentEvents = fn learn_payment_events(facts: PaymentFacts, events: [Vec<PaymentEventForm>]) -> PaymentFacts {
        payments::state::facts::learn_all(facts, &events)
    }

    /// What an order is, given what is known of its payment.
    paymentOutcome = fn payment_outcome(facts: PaymentFacts, order: PaidOrder) -> PaymentOutcome {
        payments::state::outcome::outcome(&facts, &order)
    }

    /// A price in equal parts.
    priceParts = fn price_parts(total: Cents, count: Integer) -> PriceParts { payments::bnpl::parts::price_parts(total, count.0) }

    /// What the page needs to know of these payment methods; no ids: of all.
    paymentMethods = fn payment_methods(ids: [Vec<String>]) -> [Vec<MethodFacts>] { payments::method::listed(&ids) }
}
