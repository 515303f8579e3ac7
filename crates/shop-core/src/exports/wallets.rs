//! Wallet buttons up to the opening of their sheet: visibility, appearance and the effect of a press. Every visitor loads this
//! table; confirmed sheets are handled by the payment table.

use super::Integer;
pub use crate::base::{Cents, Lang};
use crate::payments;
pub use crate::payments::error::NetworkFailure;
pub use crate::payments::express::button::{ButtonAppearance, ButtonSettings, ButtonsContext, CartWay, ElementChange};
pub use crate::payments::express::sheet::{DisplayItem, DisplayItemForm};
pub use crate::payments::express::timings::ExpressTimings;
pub use crate::payments::saving::Shown;

exports! { $ for_each_wallets_export;
    /// Returns whether the express buttons are shown.
    expressButtonsShown = fn express_buttons_shown(context: ButtonsContext) -> bool { payments::express::button::buttons_shown(&context) }

    /// Returns the appearance of an express button.
    buttonAppearance = fn button_appearance(settings: ButtonSettings) -> ButtonAppearance {
        payments::express::button::button_appearance(&settings)
    }

    /// Returns whether a wallet's button is shown, in the embedded form or among the express buttons.
    walletShown = fn wallet_shown(wallet: String, express: bool, enabled: bool) -> Shown {
        payments::form_fields::wallet_shown(&wallet, express, enabled)
    }

    /// Returns the types of payment method that a wallet may return, by id.
    walletTypes = fn wallet_types(wallet: String) -> [Vec<String>] {
        payments::express::wallet::ExpressWallet::parse(&wallet)
            .map(|wallet| wallet.payment_types().iter().map(|kind| kind.as_str().to_owned()).collect())
            .unwrap_or_default()
    }

    /// Returns the delays of the express buttons.
    expressTimings = fn express_timings() -> ExpressTimings { payments::express::timings::TIMINGS }

    /// Returns the effect of a change on the product page on the wallet's element.
    expressElementChange = fn express_element_change(shipped_before: bool, ships_now: bool, has_deposit: bool) -> ElementChange {
        payments::express::button::element_change(shipped_before, ships_now, has_deposit)
    }

    /// Returns which of a form's fields are choices besides the variation.
    expressChoices = fn express_choices(field_names: [Vec<String>]) -> [Vec<String>] {
        field_names.into_iter().filter(|name| crate::catalogue::purchase::is_choice(name)).collect()
    }

    /// Returns the code of the message that pressing an express button on a product page shows; null: the sheet opens.
    expressProductAlert = fn express_product_alert(form_alert: [Option<String>]) -> [Option<String>] {
        payments::express::button::product_alert(form_alert.as_deref()).map(str::to_owned)
    }

    /// Returns how a product with these form fields is added to the cart before its sheet opens.
    expressCartWay = fn express_cart_way(field_names: [Vec<String>]) -> CartWay { payments::express::button::cart_way(&field_names) }

    /// Returns whether a wallet's session can open.
    walletSessionOpens = fn wallet_session_opens(needs_shipping: bool, rate_count: Integer) -> bool {
        payments::express::sheet::session_opens(needs_shipping, rate_count.0)
    }

    /// Returns the lines of the wallet's sheet; empty if they exceed the total.
    displayItems = fn display_items(items: [Vec<DisplayItemForm>], total: Cents, refund: Cents) -> [Vec<DisplayItem>] {
        payments::express::sheet::display_items(items, total, refund)
    }

    /// Returns the URL of a gateway action.
    gatewayEndpoint = fn gateway_endpoint(template: String, gateway: String, action: String) -> String {
        payments::intent::endpoint(&template, &gateway, &action)
    }

    /// Returns the message for a network failure.
    networkMessage = fn network_message(failure: NetworkFailure, lang: Lang) -> String {
        payments::error::network_message(failure, lang)
    }
}
