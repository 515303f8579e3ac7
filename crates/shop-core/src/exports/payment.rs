//! Payment: confirmations after a redirect, wallets, methods, errors.

pub use crate::payment::error::PaymentError;
pub use crate::payment::express::{ButtonAppearance, ButtonSettings, ButtonsContext, DisplayItem, DisplayItemForm, PayerName};
pub use crate::payment::intent::IntentMode;
pub use crate::payment::route::PaymentRoute;
pub use crate::{Cents, Lang};
use crate::payment;
use super::{Integer, CountryLimit};

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
}
