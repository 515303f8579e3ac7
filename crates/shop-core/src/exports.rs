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
pub use crate::analytics::{AnalyticsForm, AnalyticsOutcome};
pub use crate::attribution::{AttributionFields, AttributionOutcome, AttributionSettings, AttributionVisit};
pub use crate::cart::add_on::{AddOn, AddOnPrice};
pub use crate::cart::booking::{Booking, BookingAnswer, BookingRules};
pub use crate::cart::deposit::{Deposit, DepositPlan, PlanPart};
pub use crate::cart::grouped::{GroupedChildForm, GroupedChoice};
pub use crate::catalogue::quantity::{ClampedQuantity, QuantityBounds};
pub use crate::catalogue::variation::{VariationForm, VariationIndex};
pub use crate::catalogue::variation_form::{VariationChoice, VariationFormState};
pub use crate::checkout::form::{CheckoutForm, CheckoutRules};
pub use crate::comment::CommentForm;
pub use crate::consent::{ConsentEvent, ConsentSettings, ConsentState, ConsentStep, ConsentVisitor, CookieData};
pub use crate::cookies::CookieChange;
pub use crate::coupon::Coupon;
pub use crate::coupon::applied::{CouponChange, UsedCoupon};
pub use crate::coupon::credit::{CreditPayment, StoreCredit};
pub use crate::coupon::validity::{CouponCart, CouponRefusal, CouponUses};
pub use crate::email_rule::EmailKind;
pub use crate::payment::error::PaymentError;
pub use crate::payment::express::{
    ButtonAppearance, ButtonSettings, ButtonsContext, DisplayItem, DisplayItemForm, PayerName,
};
pub use crate::payment::intent::IntentMode;
pub use crate::payment::route::PaymentRoute;
pub use crate::price::{PackSize, PriceTier, RolePrice};
pub use crate::review::{ReviewForm, ReviewRules};
pub use crate::subaccount::SubaccountForm;
pub use crate::tax_ids::sdi::{SdiForm, SdiVerdict};
pub use crate::tax_ids::tax_code::TaxCodeVerdict;
pub use crate::tax_ids::vat::VatVerdict;
pub use crate::totals::cart::{CartForm, PricedCart};
pub use crate::trade::account::{TradeAccount, TradeAction};
pub use crate::trade::bulk_order::{BulkEvent, BulkOrder};
pub use crate::trade::custom_field::CustomField;
pub use crate::trade::product_string::ProductLine;
pub use crate::trade::quote::QuoteForm;
pub use crate::trade::registration::{RegistrationForm, RoleField};
pub use crate::trade::vat_field::{VatEvent, VatField, VatFieldState, VatRules};
pub use crate::view::product::UnitPrice;
pub use crate::{Cents, FieldError, Lang};
use crate::{
    Params, account, address, cart, catalogue, checkout, comment, coupon, email_rule, format, messages, payment, price,
    review, subaccount, tax_ids, totals, trade,
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

/// The Rust type of a row's type.
macro_rules! plain {
    ([$ty:ty]) => {
        $ty
    };
    ($ty:ident) => {
        $ty
    };
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
                    let ($($arg,)*): ($(plain!($ty),)*) = crate::host::read(name, args)?;
                    return crate::host::write(name, &$name($($arg),*));
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
    cartTotals = fn cart_totals(form: CartForm) -> PricedCart { totals::cart::cart_totals(&form) }

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
    groupedChoice = fn grouped_choice(children: [Vec<GroupedChildForm>]) -> GroupedChoice { cart::grouped::choose(&children) }

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
    payerName = fn payer_name(name: String, billing: bool) -> PayerName { payment::express::split_name(&name, billing) }

    /// A wallet payer's phone number, normalised.
    payerPhone = fn payer_phone(phone: String) -> String { payment::express::payer_phone(&phone) }

    /// The country of a payment request.
    requestCountry = fn request_country(country: String) -> String { payment::express::request_country(&country) }

    /// One line of the wallet's sheet.
    displayItem = fn display_item(item: DisplayItemForm) -> DisplayItem { payment::express::display_item(item) }

    /// The lines of the wallet's sheet; none when they exceed the total.
    displayItems = fn display_items(items: [Vec<DisplayItemForm>], total: Cents, refund: Cents) -> [Vec<DisplayItem>] {
        payment::express::display_items(items, total, refund)
    }

    /// An amount of the cart in the wallet's units.
    minorAmount = fn minor_amount(amount: Integer, currency_decimals: [Option<Integer>], currency_minor_unit: Integer) -> Integer {
        Integer(payment::amount::minor_amount(amount.0, currency_decimals.map(|n| n.0), currency_minor_unit.0))
    }

    /// The look of an express button.
    buttonAppearance = fn button_appearance(settings: ButtonSettings) -> ButtonAppearance {
        payment::express::button_appearance(&settings)
    }

    /// Whether the express buttons are shown.
    expressButtonsShown = fn express_buttons_shown(context: ButtonsContext) -> bool { payment::express::buttons_shown(&context) }

    /// What the payment form is opened for.
    intentMode = fn intent_mode(cart_total: Integer, currency: String) -> IntentMode {
        payment::intent::intent_mode(cart_total.0, &currency)
    }

    /// Whether updating an intent is skipped.
    intentUpdateSkipped = fn intent_update_skipped(intent_id: String) -> bool { payment::intent::update_skipped(&intent_id) }

    /// Whether a payment method can be offered in the billing country.
    paymentMethodAvailable = fn payment_method_available(billing_country: String, countries: CountryLimit) -> bool {
        payment::intent::method_available(&billing_country, countries.0.as_deref())
    }

    /// The address of a gateway action.
    gatewayEndpoint = fn gateway_endpoint(template: String, gateway: String, action: String) -> String {
        payment::intent::endpoint(&template, &gateway, &action)
    }

    /// Whether the mobile bank's code can be one.
    isMobileCode = fn is_mobile_code(code: String) -> bool { payment::intent::is_mobile_code(&code) }

    /// The sentence for a payment error.
    paymentErrorMessage = fn payment_error_message(error: PaymentError, lang: Lang) -> String {
        payment::error::payment_error_message(&error, lang)
    }

    /// The words of a page that weaken a password: what its checker is given besides the password.
    passwordWords = fn password_words(page: PasswordPage) -> [Vec<String>] { account::password::words(&page) }

    /// The password meter for what is typed and the checker's score.
    passwordMeter = fn password_meter(typed: PasswordTyped, lang: Lang) -> PasswordMeter {
        account::password::meter(&typed, lang)
    }
}
