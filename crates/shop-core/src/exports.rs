//! The functions that scripts can call: one table for all hosts.
//!
//! A row names the function as scripts know it, its arguments, its result and what it does. From the rows come
//!
//! - a Rust function of the same meaning in this module,
//! - [`EXPORTS`] and [`FURTHER_EXPORTS`], the names,
//! - `host::call` (feature `host`): the function by name with JSON in and out, for the page renderer and the tests,
//! - the macros `for_each_export!` and `for_each_further_export!`, by which `shop-wasm` makes the WebAssembly package's functions.
//!
//! There are two tables: what the shop's pages load, and everything else. **Adding an export is adding a row.** A type in a row is one word (`String`, `bool`, or a type with `Tsify` that is in
//! scope here with `pub use`, as `shop-wasm` takes its names from this module), or in square brackets `Option<T>` or
//! `Vec<T>` of such a type. Bare integers would be `bigint` in JavaScript: use [`Integer`] or a type of the rules.
//! Bodies are one call: rules live in the modules. A function must not fail; expected refusals are results. Then run
//! `scripts/build-wasm` and add cases to `crates/shop-core/tests/parity.rs`.

use serde::{Deserialize, Serialize};

pub use crate::account::password::{PasswordMeter, PasswordPage, PasswordTyped};
pub use crate::address::country::CountryOption;
pub use crate::address::locale::{FieldOptions, FieldRule};
pub use crate::address::postcode::PostcodeVerdict;
pub use crate::address::states::StateField;
pub use crate::address::{Address, AddressKind};
pub use crate::analytics::{AnalyticsForm, AnalyticsOutcome, AnalyticsTimings};
pub use crate::attribution::{
    AttributionFields, AttributionOutcome, AttributionSettings, AttributionVisit, DeviceType,
};
pub use crate::cart::add_on::{AddOn, AddOnPrice};
pub use crate::cart::add_queue::{AddButton, AddQueue, AddQueueEvent, AddQueueStep};
pub use crate::cart::booking::{Booking, BookingAnswer, BookingRules};
pub use crate::cart::deposit::{Deposit, DepositPlan, PlanPart};
pub use crate::cart::fragments::{AddAnswer, AddContext, AfterCartCall, KeptFragments};
pub use crate::cart::grouped::{GroupedChild, GroupedChoice};
pub use crate::cart::merge::{CartEntry, KeyedLine};
pub use crate::cart::timings::CartTimings;
pub use crate::catalogue::quantity::{ClampedQuantity, QuantityBounds};
pub use crate::catalogue::sort::SortKey;
pub use crate::catalogue::tabs::ProductTab;
pub use crate::catalogue::timings::CatalogueTimings;
pub use crate::catalogue::variation::{VariationForm, VariationIndex};
pub use crate::catalogue::variation_form::{VariationChoice, VariationFormState};
pub use crate::checkout::form::{CheckoutForm, CheckoutRules};
pub use crate::checkout::invoice::InvoiceForm;
pub use crate::checkout::refresh::{AfterPlaceOrder, PlaceOrderAnswer, RefreshCause};
pub use crate::checkout::timings::CheckoutTimings;
pub use crate::comment::{CommentForm, ReplyForm};
pub use crate::consent::{
    ConsentEvent, ConsentSettings, ConsentState, ConsentStep, ConsentTimings, ConsentVisitor, CookieData,
};
pub use crate::cookies::CookieChange;
pub use crate::coupon::Coupon;
pub use crate::coupon::applied::{CouponChange, UsedCoupon};
pub use crate::coupon::click::{AfterCoupon, ClickedCoupon, CouponElement};
pub use crate::coupon::credit::{CreditPayment, StoreCredit};
pub use crate::coupon::validity::{CouponCart, CouponRefusal, CouponUses};
pub use crate::email_rule::{CapturePage, EmailCapture, EmailKind};
pub use crate::ids::ImageId;
pub use crate::payment::appearance::theme::{FormLook, PageStyles};
pub use crate::payment::availability::MethodOffer;
pub use crate::payment::bnpl::parts::PriceParts;
pub use crate::payment::bnpl::widget::WidgetPlan;
pub use crate::payment::confirmation::{ExpressAnswer, Next, SetupAnswer, WalletAnswer};
pub use crate::payment::error::{ExpressFailure, NetworkFailure, PaymentError};
pub use crate::payment::express::button::{ButtonAppearance, ButtonSettings, ButtonsContext, ElementChange};
pub use crate::payment::express::order::{ExpressOrderAnswer, ExpressOrderForm};
pub use crate::payment::express::payer::PayerName;
pub use crate::payment::express::sheet::{DisplayItem, DisplayItemForm, Sheet, SheetCart, SheetRate, WalletRates};
pub use crate::payment::express::wallet_address::WalletPostcode;
pub use crate::payment::form_fields::BillingCollection;
pub use crate::payment::intent::{FormPage, FormStart, IntentMode};
pub use crate::payment::method::MethodFacts;
pub use crate::payment::route::PaymentRoute;
pub use crate::payment::saving::{SavingForm, SavingPlan, Shown};
pub use crate::payment::state::event::PaymentEventForm;
pub use crate::payment::state::facts::PaymentFacts;
pub use crate::payment::state::outcome::{PaidOrder, PaymentOutcome};
pub use crate::payment::storage::StoredItem;
pub use crate::price::{PackSize, PriceTier, RolePrice};
pub use crate::quick_view::timings::QuickViewTimings;
pub use crate::quick_view::{QuickView, QuickViewEvent, QuickViewLink, QuickViewSettings};
pub use crate::review::{ReviewForm, ReviewRules};
pub use crate::subaccount::SubaccountForm;
pub use crate::tax_ids::sdi::{SdiForm, SdiVerdict};
pub use crate::tax_ids::tax_code::TaxCodeVerdict;
pub use crate::tax_ids::vat::VatVerdict;
pub use crate::totals::LineInput;
pub use crate::totals::cart::{CartForm, CartTotals};
pub use crate::trade::account::{CreateAnswer, TradeAccount, TradeAction};
pub use crate::trade::bulk_order::{BulkEvent, BulkOrder};
pub use crate::trade::custom_field::CustomField;
pub use crate::trade::product_string::ProductLine;
pub use crate::trade::purchase_list::{CartToListButton, CartToListEvent, CartToListState, SaveListOutcome};
pub use crate::trade::quote::{InquiryForm, InquiryOutcome, QuoteButton, QuoteClick, QuoteForm};
pub use crate::trade::registration::{RegistrationForm, RoleField};
pub use crate::trade::timings::TradeTimings;
pub use crate::trade::vat_field::{VatEvent, VatField, VatFieldState, VatRules};
pub use crate::view::product::UnitPrice;
pub use crate::widget::chat::ChatSettings;
pub use crate::widget::notice::StoreNotice;
pub use crate::widget::select::SelectState;
pub use crate::widget::timings::WidgetTimings;
pub use crate::{Cents, FieldError, Lang, ProductId};
use crate::{
    Params, account, address, cart, catalogue, checkout, comment, coupon, email_rule, format, messages, payment, price,
    quick_view, review, subaccount, tax_ids, totals, trade, widget,
};

/// A whole number, `number` in JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct Integer(pub i64);

/// Values for a message's placeholders, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(transparent)]
pub struct MessageParams(#[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))] pub Params);

/// Countries that something is limited to; `null`: no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct CountryLimit(#[cfg_attr(feature = "ts", tsify(type = "string[] | null"))] pub Option<Vec<String>>);

/// Delivery rates, parcel by parcel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(transparent)]
pub struct RatePackages(pub Vec<Vec<SheetRate>>);

/// A registered customer; `null`: a guest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct OptionalCustomer(#[cfg_attr(feature = "ts", tsify(type = "number | null"))] pub Option<crate::CustomerId>);

/// The Rust type of a row's type.
macro_rules! plain {
    ([$ty:ty]) => {
        $ty
    };
    ($ty:ident) => {
        $ty
    };
}

/// Calls a row's function with arguments read from a JSON array.
#[cfg(feature = "host")]
macro_rules! called {
    ($js:ident, $json:ident, $name:ident,) => {{
        // JSON has no tuple of nothing: it is an empty list.
        let []: [u8; 0] = crate::host::read($js, $json)?;
        $name()
    }};
    ($js:ident, $json:ident, $name:ident, $($arg:ident: $ty:tt),+) => {{
        let ($($arg,)+): ($(plain!($ty),)+) = crate::host::read($js, $json)?;
        $name($($arg),+)
    }};
}

macro_rules! exports {
    ($d:tt $names:ident $dispatch:ident $for_each:ident; $($(#[$($doc:tt)*])* $js:ident = fn $name:ident($($arg:ident: $ty:tt),*) -> $ret:tt $body:block)*) => {
        /// Names of the functions of a table, as scripts call them.
        pub const $names: &[&str] = &[$(stringify!($js),)*];

        $(
            $(#[$($doc)*])*
            pub fn $name($($arg: plain!($ty)),*) -> plain!($ret) $body
        )*

        #[cfg(feature = "host")]
        fn $dispatch(name: &str, args: &str) -> Result<String, crate::host::HostError> {
            $(
                if name == stringify!($js) {
                    return crate::host::write(name, &called!(name, args, $name, $($arg: $ty),*));
                }
            )*
            Err(crate::host::HostError::UnknownFunction { name: name.to_owned() })
        }

        /// Hands the rows of the table, without bodies, to a macro.
        #[macro_export]
        macro_rules! $for_each {
            ($d callback:ident) => {
                $d callback! { $($(#[$($doc)*])* $js = fn $name($($arg: $ty),*) -> $ret;)* }
            };
        }
    };
}

/// Calls a function of either table by name.
#[cfg(feature = "host")]
pub(crate) fn dispatch(name: &str, args: &str) -> Result<String, crate::host::HostError> {
    match page_function(name, args) {
        Err(crate::host::HostError::UnknownFunction { .. }) => further_function(name, args),
        answer => answer,
    }
}

// What the shop's own pages ask while they are used: this table is the WebAssembly that every visitor loads.
exports! { $ EXPORTS page_function for_each_export;
    /// An amount of money: "72,00 €".
    formatPrice = fn format_price(cents: Cents, lang: Lang) -> String { format::price(cents, lang) }

    /// An amount as the store API writes it, minor units as text: "7200" is "72,00 €". Other text is left as it is.
    formatMinor = fn format_minor(minor: String, lang: Lang) -> String {
        minor.parse().map_or(minor, |cents| format::price(Cents(cents), lang))
    }

    /// A whole number with thousands separators: "12.345".
    formatInteger = fn format_integer(value: Integer, lang: Lang) -> String { format::integer(value.0, lang) }

    /// A decimal text in the language's notation: "0.5" is "0,5".
    formatDecimal = fn format_decimal(text: String, lang: Lang) -> String { format::decimal(&text, lang) }

    /// The sentence of a message code with its placeholders filled; the code itself when there is no such message.
    messageText = fn message_text(code: String, params: MessageParams, lang: Lang) -> String {
        messages::text(&code, &params.0, lang)
    }

    /// The variation form after the page has loaded.
    variationFormState = fn variation_form_state(form: VariationForm) -> VariationFormState {
        VariationIndex::new(form).start()
    }

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

    /// What a typed quantity comes to in the cart.
    clampQuantity = fn clamp_quantity(typed: String, bounds: QuantityBounds) -> ClampedQuantity {
        catalogue::quantity::clamp(&typed, &bounds)
    }

    /// The choices of a country field; no codes: all countries.
    countryOptions = fn country_options(codes: [Vec<String>], lang: Lang) -> [Vec<CountryOption>] {
        address::country::country_options(&codes, lang)
    }

    /// What the state field of a country is: a list, free text or nothing.
    stateField = fn state_field(country: String, lang: Lang) -> StateField { address::states::state_field(&country, lang) }

    /// The state that stays in the field when the country changes; empty when the old one does not fit.
    keptState = fn kept_state(country: String, previous: String) -> String { address::states::kept_state(&country, &previous) }

    /// The fields of a country's address form in page order, hidden ones included.
    addressFields = fn address_fields(kind: AddressKind, country: String, lang: Lang, options: FieldOptions) -> [Vec<FieldRule>] {
        address::locale::fields_for(&country, kind, options, lang)
    }

    /// A postcode in its country's layout.
    normalisePostcode = fn normalise_postcode(country: String, text: String) -> String {
        address::postcode::normalise(&country, &text)
    }

    /// The errors of one checkout field, named as in errors ("billing_postcode", "terms"): for checking while it is typed
    /// in. Exactly what the whole check says about the field.
    checkCheckoutField = fn check_checkout_field(name: String, form: CheckoutForm, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::check_field(&name, &form, &rules)
    }

    /// All errors of a checkout form in page order; none: it can be sent.
    checkCheckout = fn check_checkout(form: CheckoutForm, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::errors(&form, &rules)
    }

    /// The errors of one address on its own, as account pages check it.
    checkAddress = fn check_address(kind: AddressKind, address: Address, rules: CheckoutRules) -> [Vec<FieldError>] {
        checkout::check::address_errors(kind, &address, &rules)
    }
}

// Everything else that the rules answer: in the package for other projects, in Node and in the page renderer, and in modules of
// their own where a page needs them.
exports! { $ FURTHER_EXPORTS further_function for_each_further_export;
    /// Whether a field of this kind takes an e-mail address. Spaces around it are not cut off.
    checkEmail = fn check_email(kind: EmailKind, value: String) -> bool { email_rule::is_valid(kind, &value) }

    /// Whether a typed e-mail address is sent for marketing: it is one, and not the one captured already.
    capturesEmail = fn captures_email(value: String, captured: String) -> bool { email_rule::is_captured_anew(&value, &captured) }

    /// Whether a telephone field takes the text.
    checkPhone = fn check_phone(value: String) -> bool { checkout::phone::is_valid(&value) }

    /// Whether the text is a postcode of the country, and its layout there.
    checkPostcode = fn check_postcode(country: String, text: String) -> PostcodeVerdict { address::postcode::check(&country, &text) }

    /// All errors of the form for a new sub-account in page order; none: it can be sent.
    subaccountErrors = fn subaccount_errors(form: SubaccountForm) -> [Vec<FieldError>] { subaccount::errors(&form) }

    /// The sentences of these errors, together.
    subaccountErrorText = fn subaccount_error_text(form: SubaccountForm, lang: Lang) -> String { subaccount::error_text(&form, lang) }

    /// Whether a VAT number, its prefix included, has the shape and check digits of the country. Nothing is looked up.
    checkVatNumber = fn check_vat_number(country: String, input: String) -> VatVerdict { tax_ids::vat::check(&country, &input) }

    /// Whether a text is an Italian tax code (codice fiscale), and what it says of a person.
    checkTaxCode = fn check_tax_code(input: String) -> TaxCodeVerdict { tax_ids::tax_code::check(&input) }

    /// Where an electronic invoice is delivered: recipient code or certified mailbox.
    checkSdi = fn check_sdi(form: SdiForm) -> SdiVerdict { tax_ids::sdi::check(&form) }

    /// A page view's attribution cookies and the fields that an order placed now would carry.
    attributionVisit = fn attribution_visit(view: AttributionVisit, settings: AttributionSettings) -> AttributionOutcome {
        crate::attribution::visit(&view, &settings)
    }

    /// The order's attribution fields, read off the cookies as sent.
    attributionFields = fn attribution_fields(cookies: String) -> AttributionFields { AttributionFields::read(&cookies) }

    /// A visitor's consent, read off the cookies as sent.
    consentState = fn consent_state(cookies: String, settings: ConsentSettings) -> ConsentState {
        ConsentState::read(&cookies, &settings)
    }

    /// What an event does to a visitor's consent: the new state, cookies, banner, reload and record.
    consentStep = fn consent_step(state: ConsentState, event: ConsentEvent, settings: ConsentSettings, visitor: ConsentVisitor) -> ConsentStep {
        crate::consent::step(state, &event, &settings, &visitor)
    }

    /// Cookies of others that nobody allowed and that are to be deleted.
    consentCleanup = fn consent_cleanup(data: CookieData, state: ConsentState, settings: ConsentSettings, visitor: ConsentVisitor) -> [Vec<CookieChange>] {
        crate::consent::cleanup(&data, &state, &settings, &visitor)
    }

    /// A shopping event for an analytics service or a tag manager, as JSON text.
    analyticsEvent = fn analytics_event(form: AnalyticsForm) -> AnalyticsOutcome { crate::analytics::event(&form) }

    /// What an analytics service is told of the visitor's consent, as JSON text.
    analyticsConsent = fn analytics_consent(state: ConsentState, settings: ConsentSettings, visitor: ConsentVisitor) -> String {
        crate::analytics::consent_update(&state, &settings, &visitor)
    }

    /// The lines of a product string ("12:3|45:1|"); parts that are no line are left out.
    parseProductString = fn parse_product_string(text: String) -> [Vec<ProductLine>] { trade::product_string::parse(&text) }

    /// The product string of lines; only those with a product and a quantity.
    formatProductString = fn format_product_string(lines: [Vec<ProductLine>]) -> String { trade::product_string::format(&lines) }

    /// The bulk order form after an event.
    bulkOrder = fn bulk_order(form: BulkOrder, event: BulkEvent) -> BulkOrder { trade::bulk_order::step(form, event) }

    /// The registration form's custom fields, those of other roles hidden.
    registrationFields = fn registration_fields(role: String, fields: [Vec<RoleField>]) -> [Vec<CustomField>] {
        trade::registration::fields(&role, &fields)
    }

    /// The refusals of a registration: the country where it is asked for, then the custom fields in page order.
    registrationErrors = fn registration_errors(form: RegistrationForm, fields: [Vec<RoleField>], country_shown: bool) -> [Vec<FieldError>] {
        trade::registration::errors(&form, &fields, country_shown)
    }

    /// The refusals of a quote request.
    quoteErrors = fn quote_errors(form: QuoteForm) -> [Vec<FieldError>] { trade::quote::errors(&form) }

    /// The refusals of the checkout's custom fields, in page order.
    customFieldErrors = fn custom_field_errors(fields: [Vec<CustomField>]) -> [Vec<FieldError>] { trade::custom_field::errors(&fields) }

    /// Whether an account may do something.
    mayDo = fn may_do(account: TradeAccount, action: TradeAction) -> bool { account.may(action) }

    /// The VAT number field after an event.
    vatFieldState = fn vat_field_state(field: VatField, event: VatEvent, rules: VatRules) -> VatFieldState {
        trade::vat_field::step(field, event, &rules)
    }

    /// The refusals of a review.
    checkReview = fn check_review(form: ReviewForm, rules: ReviewRules) -> [Vec<FieldError>] { review::errors(&form, &rules) }

    /// The refusals of a comment.
    checkComment = fn check_comment(form: CommentForm) -> [Vec<FieldError>] { comment::errors(&form) }

    /// A cart with its coupons, taxes, delivery and store credit.
    cartTotals = fn cart_totals(form: CartForm) -> CartTotals { totals::cart::cart_totals(&form) }

    /// Why a coupon does not hold for a cart; null: it holds.
    couponRefusal = fn coupon_refusal(coupon: Coupon, cart: CouponCart, uses: CouponUses, lang: Lang) -> [Option<CouponRefusal>] {
        coupon::validity::refusal(&coupon, &cart, &uses, lang)
    }

    /// The coupons of a cart after the one of a typed code is added; `found` is null when the shop has none.
    addCoupon = fn add_coupon(typed: String, found: [Option<UsedCoupon>], applied: [Vec<UsedCoupon>], cart: CouponCart, lang: Lang) -> CouponChange {
        coupon::applied::add(&typed, found.as_ref(), &applied, &cart, lang)
    }

    /// The coupons that stay after the cart has changed.
    keepValidCoupons = fn keep_valid_coupons(applied: [Vec<UsedCoupon>], cart: CouponCart, lang: Lang) -> CouponChange {
        coupon::applied::keep_valid(&applied, &cart, lang)
    }

    /// How store credits pay a total at a time in seconds.
    payWithCredit = fn pay_with_credit(total: Cents, credits: [Vec<StoreCredit>], now: Integer) -> CreditPayment {
        coupon::credit::pay(total, &credits, now.0)
    }

    /// Price per kilogram or litre.
    unitPrice = fn unit_price(price: Cents, size: PackSize) -> [Option<UnitPrice>] { price::unit_price(price, &size) }

    /// Price of a piece when this many are bought.
    tierPrice = fn tier_price(price: Cents, tiers: [Vec<PriceTier>], quantity: Integer) -> Cents {
        price::tier_price(price, &tiers, quantity.0)
    }

    /// Price of a piece for a trade buyer, as the shop enters prices; `rate` in ten-thousandths of a percent.
    rolePrice = fn role_price(price: Cents, rule: RolePrice, rate: Integer, prices_include_tax: bool) -> Cents {
        price::role_price(price, rule, rate.0, prices_include_tax)
    }

    /// Whether a business buyer owes the tax himself.
    reverseCharge = fn reverse_charge(shop_country: String, delivery_country: String, vat_country: String, vat_number_valid: bool) -> bool {
        price::reverse_charge(&shop_country, &delivery_country, &vat_country, vat_number_valid)
    }

    /// Why a line that has `present` pieces cannot take `added` more; null: it can.
    mergeRefusal = fn merge_refusal(name: String, present: Integer, added: Integer, bounds: QuantityBounds) -> [Option<FieldError>] {
        cart::line::merge_refusal(&name, present.0, added.0, &bounds)
    }

    /// What a line with add-ons costs.
    addOnPrice = fn add_on_price(unit: Cents, quantity: Integer, add_ons: [Vec<AddOn>]) -> AddOnPrice {
        cart::add_on::price(unit, u32::try_from(quantity.0).unwrap_or(0), &add_ons)
    }

    /// What a grouped product's form comes to.
    groupedChoice = fn grouped_choice(children: [Vec<GroupedChild>]) -> GroupedChoice { cart::grouped::choose(&children) }

    /// A total in instalments; `ordered_on` is a day, "2026-12-31".
    depositPlan = fn deposit_plan(total: Cents, deposit: Deposit, parts: [Vec<PlanPart>], ordered_on: String) -> DepositPlan {
        cart::deposit::plan(total, deposit, &parts, &ordered_on)
    }

    /// A wanted booking judged against the others at a time in seconds.
    checkBooking = fn check_booking(rules: BookingRules, wanted: Booking, others: [Vec<Booking>], now: Integer) -> BookingAnswer {
        cart::booking::check(&rules, wanted, &others, now.0)
    }

    /// Reads the confirmation that a hash asks for, on this origin.
    parsePaymentHash = fn parse_payment_hash(hash: String, origin: String) -> [Option<PaymentRoute>] {
        payment::route::parse_hash(&hash, &origin)
    }

    /// Writes a confirmation as a hash.
    buildPaymentHash = fn build_payment_hash(route: PaymentRoute) -> String { payment::route::build_hash(&route) }

    /// The path of an address on this origin; nothing when the browser must not be sent there.
    sameOriginPath = fn same_origin_path(origin: String, target: String) -> [Option<String>] {
        payment::redirect::same_origin_path(&origin, &target)
    }

    /// An address as analytics may see it.
    addressWithoutSecrets = fn address_without_secrets(address: String) -> String { payment::redirect::without_secrets(&address) }

    /// A wallet payer's name, split.
    payerName = fn payer_name(name: String, billing: bool) -> PayerName { payment::express::payer::split_name(&name, billing) }

    /// A wallet payer's phone number, normalised.
    payerPhone = fn payer_phone(phone: String) -> String { payment::express::payer::payer_phone(&phone) }

    /// The country of a payment request.
    requestCountry = fn request_country(country: String) -> String { payment::express::payer::request_country(&country) }

    /// One line of the wallet's sheet.
    displayItem = fn display_item(item: DisplayItemForm) -> DisplayItem { payment::express::sheet::display_item(item) }

    /// The lines of the wallet's sheet; none when they exceed the total.
    displayItems = fn display_items(items: [Vec<DisplayItemForm>], total: Cents, refund: Cents) -> [Vec<DisplayItem>] {
        payment::express::sheet::display_items(items, total, refund)
    }

    /// An amount of the cart in the wallet's units.
    minorAmount = fn minor_amount(amount: Integer, currency_decimals: [Option<Integer>], currency_minor_unit: Integer) -> Integer {
        Integer(payment::amount::minor_amount(amount.0, currency_decimals.map(|n| n.0), currency_minor_unit.0))
    }

    /// The look of an express button.
    buttonAppearance = fn button_appearance(settings: ButtonSettings) -> ButtonAppearance {
        payment::express::button::button_appearance(&settings)
    }

    /// Whether the express buttons are shown.
    expressButtonsShown = fn express_buttons_shown(context: ButtonsContext) -> bool { payment::express::button::buttons_shown(&context) }

    /// What the payment form is opened for.
    intentMode = fn intent_mode(cart_total: Integer, currency: String) -> IntentMode {
        payment::intent::intent_mode(cart_total.0, &currency)
    }

    /// Whether updating an intent is skipped.
    intentUpdateSkipped = fn intent_update_skipped(intent_id: String) -> bool { payment::intent::update_skipped(&intent_id) }

    /// Whether a payment method can be offered in the billing country.
    paymentMethodAvailable = fn payment_method_available(billing_country: String, countries: CountryLimit) -> bool {
        payment::availability::country_allowed(&billing_country, countries.0.as_deref())
    }

    /// The address of a gateway action.
    gatewayEndpoint = fn gateway_endpoint(template: String, gateway: String, action: String) -> String {
        payment::intent::endpoint(&template, &gateway, &action)
    }

    /// Whether the mobile bank's code can be one.
    isMobileCode = fn is_mobile_code(code: String) -> bool { payment::mobile_code::is_mobile_code(&code) }

    /// The sentence for a payment error.
    paymentErrorMessage = fn payment_error_message(error: PaymentError, lang: Lang) -> String {
        payment::error::payment_error_message(&error, lang)
    }

    /// The sentence for a request that failed on the way.
    networkMessage = fn network_message(failure: NetworkFailure, lang: Lang) -> String {
        payment::error::network_message(failure, lang)
    }

    /// The sentence for a failed express order.
    expressOrderMessage = fn express_order_message(failure: ExpressFailure, lang: Lang) -> String {
        payment::error::express_order_message(&failure, lang)
    }

    /// What the page needs to know of these payment methods; no ids: of all.
    paymentMethods = fn payment_methods(ids: [Vec<String>]) -> [Vec<MethodFacts>] { payment::method::listed(&ids) }

    /// Why a payment method is not offered; nothing: it is.
    paymentMethodRefusals = fn payment_method_refusals(offer: MethodOffer) -> [Vec<FieldError>] {
        payment::availability::refusals(&offer)
    }

    /// The code of the notice under a method's form about a large amount in minor units; nothing when there is none.
    paymentAmountNotice = fn payment_amount_notice(method: String, amount: Integer) -> [Option<String>] {
        payment::availability::amount_notice(&method, amount.0).map(str::to_owned)
    }

    /// What is wrong with the mobile bank's code while it is typed (an empty field is not marked) or when it is sent.
    mobileCodeErrors = fn mobile_code_errors(code: String, method_name: String, sent: bool) -> [Vec<FieldError>] {
        if sent { payment::mobile_code::check(&code, &method_name) } else { payment::mobile_code::check_while_typing(&code, &method_name) }
    }

    /// How the payment form starts: at once, or with an intent.
    paymentFormStart = fn payment_form_start(page: FormPage) -> FormStart { payment::intent::form_start(&page) }

    /// Whether and how a payment method is saved.
    savingPlan = fn saving_plan(form: SavingForm) -> SavingPlan { payment::saving::saving_plan(&form) }

    /// Which billing fields the provider's form asks for, given those of the shop's own.
    billingCollection = fn billing_collection(enabled: [Vec<String>]) -> BillingCollection {
        payment::form_fields::billing_collection(&enabled)
    }

    /// Whether a wallet's button is shown, in the embedded form or among the express buttons.
    walletShown = fn wallet_shown(wallet: String, express: bool, enabled: bool) -> Shown {
        payment::form_fields::wallet_shown(&wallet, express, enabled)
    }

    /// What the page does after a create-and-confirm of a setup intent.
    afterSetup = fn after_setup(answer: SetupAnswer) -> Next { payment::confirmation::after_setup(&answer) }

    /// What the page does after the mobile wallet confirmed a setup.
    afterWalletSetup = fn after_wallet_setup(origin: String, status: String, return_url: String) -> Next {
        payment::confirmation::after_wallet_setup(&origin, &status, &return_url)
    }

    /// What the page does after a wallet's confirmation.
    afterWallet = fn after_wallet(origin: String, answer: WalletAnswer) -> Next {
        payment::confirmation::after_wallet(&origin, &answer)
    }

    /// What the page does after a voucher was confirmed.
    afterVoucher = fn after_voucher(origin: String, target: String, order_id: String, order_received: String) -> Next {
        payment::confirmation::after_voucher(&origin, &target, &order_id, &order_received)
    }

    /// Whether the older confirmation sends the browser on with this status.
    legacyConfirmationSucceeds = fn legacy_confirmation_succeeds(status: String) -> bool {
        payment::confirmation::legacy_succeeds(&status)
    }

    /// What the page does after an express order was placed.
    afterExpressOrder = fn after_express_order(origin: String, answer: ExpressAnswer) -> Next {
        payment::confirmation::after_express(&origin, &answer)
    }

    /// What a change on the product page does to the wallet's element.
    expressElementChange = fn express_element_change(shipped_before: bool, ships_now: bool, has_deposit: bool) -> ElementChange {
        payment::express::button::element_change(shipped_before, ships_now, has_deposit)
    }

    /// The lines and the total of a wallet's sheet.
    walletSheet = fn wallet_sheet(cart: SheetCart, lang: Lang) -> Sheet { payment::express::sheet::sheet(&cart, lang) }

    /// Delivery rates, parcel by parcel, as a wallet shows them.
    walletRates = fn wallet_rates(packages: RatePackages, currency_decimals: [Option<Integer>], currency_minor_unit: Integer) -> WalletRates {
        payment::express::sheet::wallet_rates(&packages.0, currency_decimals.map(|n| n.0), currency_minor_unit.0)
    }

    /// Whether a wallet's session is opened.
    walletSessionOpens = fn wallet_session_opens(needs_shipping: bool, rate_count: Integer) -> bool {
        payment::express::sheet::session_opens(needs_shipping, rate_count.0)
    }

    /// A wallet's postcode, which may be redacted.
    walletPostcode = fn wallet_postcode(country: String, text: String) -> WalletPostcode {
        payment::express::wallet_address::wallet_postcode(&country, &text)
    }

    /// An address of a wallet with its fields in their places.
    normaliseWalletAddress = fn normalise_wallet_address(address: Address) -> Address {
        payment::express::wallet_address::normalise(address)
    }

    /// The Italian province that a wallet's state, town and postcode stand for; nothing when they leave several.
    walletProvince = fn wallet_province(state: String, city: String, postcode: String) -> [Option<String>] {
        payment::express::province::province(&state, &city, &postcode).map(str::to_owned)
    }

    /// The request by which a wallet places an order, or what its data lack.
    expressOrder = fn express_order(form: ExpressOrderForm, rules: CheckoutRules) -> ExpressOrderAnswer {
        payment::express::order::express_order(&form, &rules)
    }

    /// What is known of a payment after further events, in any order and any number.
    learnPaymentEvents = fn learn_payment_events(facts: PaymentFacts, events: [Vec<PaymentEventForm>]) -> PaymentFacts {
        payment::state::facts::learn_all(facts, &events)
    }

    /// What an order is, given what is known of its payment.
    paymentOutcome = fn payment_outcome(facts: PaymentFacts, order: PaidOrder) -> PaymentOutcome {
        payment::state::outcome::outcome(&facts, &order)
    }

    /// The look of the payment form, derived from the page's styles.
    paymentFormLook = fn payment_form_look(styles: PageStyles) -> FormLook { payment::appearance::theme::form_look(&styles) }

    /// A look to be saved, as JSON text; nothing when it is refused.
    checkedLook = fn checked_look(text: String) -> [Option<String>] { payment::appearance::theme::checked_look(&text) }

    /// A price in equal parts.
    priceParts = fn price_parts(total: Cents, count: Integer) -> PriceParts { payment::bnpl::parts::price_parts(total, count.0) }

    /// Where the page's instalments widgets stand.
    widgetPlan = fn widget_plan(configuration: String, prefix: String, taken: [Vec<String>]) -> WidgetPlan {
        payment::bnpl::widget::widget_plan(&configuration, &prefix, &taken)
    }

    /// The name of an item in the browser's storage.
    storageKey = fn storage_key(name: String, customer: OptionalCustomer) -> String {
        payment::storage::storage_key(&name, customer.0)
    }

    /// The text of an item with its expiration in Unix milliseconds; nothing when the value is no JSON.
    encodeStored = fn encode_stored(value_json: String, expiration_ms: Integer) -> [Option<String>] {
        payment::storage::encode(&value_json, expiration_ms.0)
    }

    /// What stored text is at a time in Unix milliseconds.
    decodeStored = fn decode_stored(text: String, now_ms: Integer) -> StoredItem { payment::storage::decode(&text, now_ms.0) }

    /// The words of a page that weaken a password: what its checker is given besides the password.
    passwordWords = fn password_words(page: PasswordPage) -> [Vec<String>] { account::password::words(&page) }

    /// The password meter for what is typed and the checker's score.
    passwordMeter = fn password_meter(typed: PasswordTyped, lang: Lang) -> PasswordMeter {
        account::password::meter(&typed, lang)
    }

    /// What leaving an e-mail field sends for marketing; null: nothing.
    emailCapture = fn email_capture(value: String, cookies: String, page: CapturePage, secure: bool) -> [Option<EmailCapture>] {
        email_rule::capture(&value, &cookies, page, secure)
    }

    /// The kind of device that a browser's name tells of; null: it has none.
    deviceType = fn device_type(user_agent: String) -> [Option<DeviceType>] { DeviceType::of(&user_agent) }

    /// An order's origin in words.
    originLabel = fn origin_label(fields: AttributionFields, lang: Lang) -> String { crate::attribution::origin_label(&fields, lang) }

    /// What analytics services are told before the visitor's consent is known, as JSON text.
    analyticsConsentDefault = fn analytics_consent_default() -> String { crate::analytics::consent_default() }

    /// Waits of analytics.
    analyticsTimings = fn analytics_timings() -> AnalyticsTimings { crate::analytics::TIMINGS }

    /// Waits and thresholds of consent.
    consentTimings = fn consent_timings() -> ConsentTimings { crate::consent::TIMINGS }

    /// Waits of the trade buyers' forms.
    tradeTimings = fn trade_timings() -> TradeTimings { trade::timings::TIMINGS }

    /// Waits and movements of listings and product pages.
    catalogueTimings = fn catalogue_timings() -> CatalogueTimings { catalogue::timings::TIMINGS }

    /// Waits and lifetimes of the cart's parts of a page.
    cartTimings = fn cart_timings() -> CartTimings { cart::timings::TIMINGS }

    /// Waits of the checkout.
    checkoutTimings = fn checkout_timings() -> CheckoutTimings { checkout::timings::TIMINGS }

    /// Waits and thresholds of the quick view.
    quickViewTimings = fn quick_view_timings() -> QuickViewTimings { quick_view::timings::TIMINGS }

    /// Waits, movements and thresholds of the parts that every page has.
    widgetTimings = fn widget_timings() -> WidgetTimings { widget::timings::TIMINGS }

    /// What sending a new inquiry comes to.
    inquiryOutcome = fn inquiry_outcome(form: InquiryForm) -> InquiryOutcome { trade::quote::inquiry_outcome(&form) }

    /// The quote button after a click.
    quoteClick = fn quote_click(button: QuoteButton, form: QuoteForm) -> QuoteClick { trade::quote::click(button, &form) }

    /// What saving products as a purchase list comes to; `prompted` is null when the prompt was cancelled.
    saveList = fn save_list(products: String, prompted: [Option<String>]) -> SaveListOutcome {
        trade::purchase_list::save_outcome(&products, prompted.as_deref())
    }

    /// The button "add cart to purchase list" after an event.
    cartToList = fn cart_to_list(button: CartToListButton, event: CartToListEvent) -> CartToListState {
        trade::purchase_list::cart_to_list(button, &event)
    }

    /// The address by which a purchase list is downloaded.
    listDownloadAddress = fn list_download_address(endpoint: String, list: Integer, token: String) -> String {
        trade::purchase_list::download_address(&endpoint, list.0, &token)
    }

    /// What the answer to a new sub-account means.
    subaccountAnswer = fn subaccount_answer(answer: String) -> CreateAnswer { trade::account::read_create_answer(&answer) }

    /// Label of a star of the review form: "1 stella su 5".
    starLabel = fn star_label(stars: Integer, lang: Lang) -> String { review::star_label(stars.0, lang) }

    /// The reply form under a comment; 0: at its own place. Its value is the field `comment_parent`.
    replyForm = fn reply_form(comment: Integer) -> ReplyForm {
        u32::try_from(comment.0).map_or_else(|_| ReplyForm::default(), ReplyForm::under)
    }

    /// The shop's notice for a visitor.
    storeNotice = fn store_notice(text: String, cookies: String, secure: bool) -> StoreNotice {
        widget::notice::notice(&text, &cookies, secure)
    }

    /// Whether the banner at the foot is hidden for a user with this entry in his data.
    bannerHidden = fn banner_hidden(entry: String) -> bool { widget::notice::banner_hidden(&entry) }

    /// The address that the chat opens; null: none.
    chatAddress = fn chat_address(settings: ChatSettings, typed: String, mobile: bool) -> [Option<String>] {
        widget::chat::address(&settings, &typed, mobile)
    }

    /// What a searchable select says.
    selectSentence = fn select_sentence(state: SelectState, quantity: Integer, lang: Lang) -> String {
        widget::select::sentence(state, quantity.0, lang)
    }

    /// Whether the button to the top is shown; `header_height` is null where the header stays in place.
    scrollTopShown = fn scroll_top_shown(scrolled: Integer, header_height: [Option<Integer>]) -> bool {
        let pixels = |number: Integer| u32::try_from(number.0.max(0)).unwrap_or(u32::MAX);
        widget::header::scroll_top_shown(pixels(scrolled), header_height.map(pixels))
    }

    /// The orders of a listing, as its select shows them.
    sortKeys = fn sort_keys(searching: bool) -> [Vec<SortKey>] { SortKey::on_offer(searching).to_vec() }

    /// The order that a value of `orderby` asks for.
    chosenSort = fn chosen_sort(orderby: String, searching: bool) -> SortKey { SortKey::chosen(&orderby, searching) }

    /// The tab of a product page that an address opens, among those that there are.
    openedTab = fn opened_tab(address: String, tabs: [Vec<ProductTab>]) -> [Option<ProductTab>] {
        catalogue::tabs::opened(&address, &tabs)
    }

    /// The tab that a key moves to, counted from 0; null: none.
    movedTab = fn moved_tab(key: String, current: Integer, tabs: Integer) -> [Option<Integer>] {
        let number = |number: Integer| usize::try_from(number.0).unwrap_or(0);
        let moved = catalogue::tabs::moved(&key, number(current), number(tabs));
        moved.and_then(|tab| i64::try_from(tab).ok()).map(Integer)
    }

    /// The picture to show after a variation is chosen (the number of its picture, 0 for none) or taken back (null), counted
    /// from 0; null: it stays.
    galleryPicture = fn gallery_picture(pictures: [Vec<ImageId>], chosen: [Option<ImageId>]) -> [Option<Integer>] {
        catalogue::gallery::shown(&pictures, chosen).and_then(|at| i64::try_from(at).ok()).map(Integer)
    }

    /// Whether a picture can be enlarged, widths in pixels.
    galleryZooms = fn gallery_zooms(picture_width: Integer, gallery_width: Integer) -> bool {
        catalogue::gallery::zooms(picture_width.0, gallery_width.0)
    }

    /// What a quantity field outside the cart's table shows once the page has loaded.
    raisedQuantity = fn raised_quantity(typed: String, min: String) -> String { catalogue::quantity::raised(&typed, &min) }

    /// The product that a button or link opens in the quick view; null: none.
    quickViewProduct = fn quick_view_product(link: QuickViewLink) -> [Option<ProductId>] { quick_view::product(&link) }

    /// The quick view after an event.
    quickViewStep = fn quick_view_step(before: QuickView, event: QuickViewEvent, products: [Vec<ProductId>], settings: QuickViewSettings) -> QuickView {
        quick_view::step(&before, &event, &products, &settings)
    }

    /// Where adding from the quick view leads.
    quickViewRedirect = fn quick_view_redirect(settings: QuickViewSettings, page: String) -> String { settings.redirect(&page).to_owned() }

    /// Whether the kept parts of a page can be shown; the time is in milliseconds.
    fragmentsUsable = fn fragments_usable(kept: KeptFragments, cart_hash: String, now_ms: Integer) -> bool {
        cart::fragments::usable(&kept, &cart_hash, now_ms.0)
    }

    /// Whether an add button adds by a call; otherwise it is a link.
    addsByCall = fn adds_by_call(product_id: String) -> bool { cart::fragments::adds_by_call(&product_id) }

    /// What follows the answer to adding.
    afterAdd = fn after_add(answer: AddAnswer, context: AddContext) -> AfterCartCall { cart::fragments::after_add(&answer, &context) }

    /// What follows the answer to removing.
    afterRemove = fn after_remove(has_fragments: bool, link: String) -> AfterCartCall { cart::fragments::after_remove(has_fragments, &link) }

    /// The key of a cart line, 32 hexadecimal digits.
    lineKey = fn line_key(entry: CartEntry) -> String { entry.key() }

    /// Lines of a cart, equal ones merged.
    mergedLines = fn merged_lines(entries: [Vec<CartEntry>]) -> [Vec<KeyedLine>] { cart::merge::merged(&entries) }

    /// The lines that a product with add-ons has in the totals: what is paid once is a line of its own.
    addOnLines = fn add_on_lines(line: LineInput, add_ons: [Vec<AddOn>]) -> [Vec<LineInput>] { cart::add_on::lines(&line, &add_ons) }

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
        checkout::invoice::checkout_errors(&form, &rules, &invoice)
    }

    /// Milliseconds after which the order's review is asked for anew; null: not now.
    refreshWait = fn refresh_wait(cause: RefreshCause, form: CheckoutForm, rules: CheckoutRules) -> [Option<Integer>] {
        checkout::refresh::wait_ms(cause, &form, &rules).map(|wait| Integer(wait.into()))
    }

    /// Whether every required address field that is shown is filled.
    hasFullAddress = fn has_full_address(form: CheckoutForm, rules: CheckoutRules) -> bool { checkout::refresh::has_full_address(&form, &rules) }

    /// The package that a delivery radio of this name chooses for.
    shippingPackage = fn shipping_package(radio_name: String) -> String { checkout::refresh::package_of(&radio_name).to_owned() }

    /// What the page does after the answer to a placed order.
    afterPlaceOrder = fn after_place_order(answer: PlaceOrderAnswer) -> AfterPlaceOrder { checkout::refresh::after_place_order(&answer) }

    /// The add-to-cart buttons of a page after an event.
    addQueueStep = fn add_queue_step(queue: AddQueue, event: AddQueueEvent) -> AddQueueStep { cart::add_queue::step(queue, event) }

    /// How an add-to-cart button stands.
    addButton = fn add_button(queue: AddQueue, name: String) -> AddButton { queue.button(&name) }

    /// Whether the contents of the mini-cart are shown.
    miniCartShown = fn mini_cart_shown(items: Integer) -> bool { cart::fragments::mini_cart_shown(items.0) }

    /// Whether the answer to a typed coupon is a refusal.
    couponAnswerRefuses = fn coupon_answer_refuses(html: String) -> bool { coupon::click::is_refusal(&html) }

    /// The refusals of a form with the VAT number field.
    vatFieldErrors = fn vat_field_errors(field: VatField, rules: VatRules) -> [Vec<FieldError>] { trade::vat_field::errors(&field, &rules) }

    /// Whether the shop is asked for the variation of the chosen options.
    asksForVariation = fn asks_for_variation(variations_on_page: bool, chosen: [Vec<String>]) -> bool {
        catalogue::variation_form::asks_server(variations_on_page, &chosen)
    }
}
