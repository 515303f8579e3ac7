//! Payment: methods, confirmations, wallets, order states, errors.

pub use crate::address::Address;
pub use crate::checkout::form::CheckoutRules;
pub use crate::payment::appearance::theme::{FormLook, PageStyles};
pub use crate::payment::availability::MethodOffer;
pub use crate::payment::bnpl::offer::BnplOffer;
pub use crate::payment::bnpl::parts::PriceParts;
pub use crate::payment::bnpl::widget::WidgetPlan;
pub use crate::payment::confirmation::{ExpressAnswer, Next, SetupAnswer, WalletAnswer};
pub use crate::payment::error::{ExpressFailure, NetworkFailure, PaymentError};
pub use crate::attribution::AttributionFields;
pub use crate::payment::express::button::{ButtonAppearance, ButtonSettings, ButtonsContext, CartWay, ElementChange};
pub use crate::payment::express::order::{ExpressOrderAnswer, ExpressOrderForm};
pub use crate::payment::express::payer::PayerName;
pub use crate::payment::express::sheet::{DisplayItem, DisplayItemForm, Sheet, SheetCart, WalletRates};
pub use crate::payment::express::timings::ExpressTimings;
pub use crate::payment::express::wallet_address::WalletPostcode;
pub use crate::payment::form_fields::BillingCollection;
pub use crate::payment::intent::{FormPage, FormStart, IntentMode};
pub use crate::payment::method::MethodFacts;
pub use crate::payment::route::PaymentRoute;
pub use crate::payment::saving::{SavingForm, SavingPlan, Shown};
pub use crate::payment::state::event::PaymentEventForm;
pub use crate::payment::state::facts::PaymentFacts;
pub use crate::payment::state::outcome::{PaidOrder, PaymentOutcome};
pub use crate::{Cents, FieldError, Lang};
use crate::payment;
use super::{Integer, CountryLimit, RatePackages};

exports! { $ for_each_payment_export;
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

    /// The methods that a form of the provider's takes in when one is chosen, by id, itself first.
    chosenTypes = fn chosen_types(method: String, offered: [Vec<String>]) -> [Vec<String>] {
        let kinds: Vec<_> = offered.iter().filter_map(|id| payment::method::PaymentMethod::from_id(id)).collect();
        payment::method::PaymentMethod::from_id(&method)
            .map(|chosen| chosen.chosen_with(&kinds).iter().map(|kind| kind.as_str().to_owned()).collect())
            .unwrap_or_default()
    }

    /// Whether a method stands in the fields of another one that is offered.
    standsWithin = fn stands_within(method: String, offered: [Vec<String>]) -> bool {
        let kinds: Vec<_> = offered.iter().filter_map(|id| payment::method::PaymentMethod::from_id(id)).collect();
        payment::method::PaymentMethod::from_id(&method).is_some_and(|chosen| chosen.stands_within(&kinds))
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

    /// How a product with these form fields gets into the cart before its sheet opens.
    expressCartWay = fn express_cart_way(field_names: [Vec<String>]) -> CartWay { payment::express::button::cart_way(&field_names) }

    /// Which of a form's fields are choices beside the variation.
    expressChoices = fn express_choices(field_names: [Vec<String>]) -> [Vec<String>] {
        field_names.into_iter().filter(|name| crate::purchase::is_choice(name)).collect()
    }

    /// The code of the message that pressing an express button gives on a product page; nothing: the sheet opens.
    expressProductAlert = fn express_product_alert(form_alert: [Option<String>]) -> [Option<String>] {
        payment::express::button::product_alert(form_alert.as_deref()).map(str::to_owned)
    }

    /// When the express buttons act.
    expressTimings = fn express_timings() -> ExpressTimings { payment::express::timings::TIMINGS }

    /// Where the shopper came from, for a wallet's order, read off the cookies as sent.
    expressAttribution = fn express_attribution(cookies: String) -> AttributionFields { AttributionFields::read(&cookies) }

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

    /// Which of the page's font style sheets the payment form is told of.
    fontSheets = fn font_sheets(addresses: [Vec<String>]) -> [Vec<String>] {
        payment::appearance::fonts::font_sheets(&addresses)
    }

    /// A price in equal parts.
    priceParts = fn price_parts(total: Cents, count: Integer) -> PriceParts { payment::bnpl::parts::price_parts(total, count.0) }

    /// What the instalments widget says of so many pieces at a price, at a Unix second; nothing outside the limits.
    bnplOffer = fn bnpl_offer(configuration: String, unit_price: Cents, quantity: Integer, now: Integer, lang: Lang) -> [Option<BnplOffer>] {
        let terms = payment::bnpl::widget::terms_of(&configuration);
        payment::bnpl::offer::bnpl_offer(&terms, unit_price, quantity.0, now.0, lang)
    }

    /// Where the page's instalments widgets stand.
    widgetPlan = fn widget_plan(configuration: String, prefix: String, taken: [Vec<String>]) -> WidgetPlan {
        payment::bnpl::widget::widget_plan(&configuration, &prefix, &taken)
    }
}
