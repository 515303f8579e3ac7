//! The express buttons as they are set: where they stand, which wallets there are, how they look.

use serde::{Deserialize, Serialize};
use shop_core::payment::express::button::ButtonSettings;
use shop_core::payment::express::wallet::ExpressWallet;
use shop_core::payment::method::PaymentMethod;

use super::ShopSettings;

/// A page that may have express buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressPlace {
    /// A product's page.
    Product,
    /// The cart.
    Cart,
    /// The checkout, in either form.
    Checkout,
    /// Paying an order that is placed already.
    OrderPay,
}

/// Words of the buttons, as wallets name them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ButtonWords {
    /// "Buy with …".
    #[default]
    Buy,
    /// "Book with …".
    Book,
    /// The wallet's sign alone.
    Default,
}

/// Colours of the buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ButtonTheme {
    /// Black.
    #[default]
    Dark,
    /// White.
    Light,
    /// White with a line around.
    LightOutline,
}

/// The express buttons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExpressShopSettings {
    /// On product pages.
    pub product: bool,
    /// In the cart.
    pub cart: bool,
    /// At the checkout.
    pub checkout: bool,
    /// Where a placed order is paid.
    pub order_pay: bool,
    /// Apple Pay and Google Pay.
    pub device_wallets: bool,
    /// Link; the way of payment must be switched on too.
    pub link: bool,
    /// Amazon Pay; the way of payment must be switched on too.
    pub amazon_pay: bool,
    /// Words.
    pub button_type: ButtonWords,
    /// Colours.
    pub button_theme: ButtonTheme,
    /// Height in pixels, 40 to 55.
    pub button_height: i64,
    /// Radius of the corners in pixels.
    pub button_radius: i64,
}

impl Default for ExpressShopSettings {
    fn default() -> Self {
        Self {
            product: true,
            cart: true,
            checkout: true,
            order_pay: true,
            device_wallets: true,
            link: true,
            amazon_pay: false,
            button_type: ButtonWords::Buy,
            button_theme: ButtonTheme::Dark,
            button_height: 48,
            button_radius: 4,
        }
    }
}

impl ExpressShopSettings {
    /// Whether a page has them.
    pub fn is_on(&self, place: ExpressPlace) -> bool {
        match place {
            ExpressPlace::Product => self.product,
            ExpressPlace::Cart => self.cart,
            ExpressPlace::Checkout => self.checkout,
            ExpressPlace::OrderPay => self.order_pay,
        }
    }

    /// Their look, as pages are told it.
    pub fn look(&self) -> ButtonSettings {
        let kind = match self.button_type {
            ButtonWords::Buy => "buy",
            ButtonWords::Book => "book",
            ButtonWords::Default => "default",
        };
        let theme = match self.button_theme {
            ButtonTheme::Dark => "dark",
            ButtonTheme::Light => "light",
            ButtonTheme::LightOutline => "light-outline",
        };
        ButtonSettings {
            kind: Some(kind.to_owned()),
            theme: Some(theme.to_owned()),
            height: Some(self.button_height),
            radius: Some(self.button_radius),
            wallet: None,
        }
    }
}

impl ShopSettings {
    /// Whether a wallet is taken: switched on, and so is what it charges.
    pub fn takes_wallet(&self, wallet: ExpressWallet) -> bool {
        let switched_on = match wallet {
            ExpressWallet::ApplePay | ExpressWallet::GooglePay => self.express.device_wallets,
            ExpressWallet::AmazonPay => self.express.amazon_pay,
            ExpressWallet::Link => self.express.link,
        };
        let card = PaymentMethod::Card.gateway_id();
        let needed = [card, wallet.method().gateway_id()];
        // Orders of all wallets are the gateway's own: without it none is taken.
        switched_on && needed.iter().all(|id| self.enabled_payment_methods().any(|method| method.id == *id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::PaymentMethodSettings;

    fn shop(ids: &[&str]) -> ShopSettings {
        let method = |id: &&str| PaymentMethodSettings { id: (*id).into(), enabled: true, ..Default::default() };
        ShopSettings { has_gateway: true, payment_methods: ids.iter().map(method).collect(), ..ShopSettings::default() }
    }

    #[test]
    fn a_wallet_needs_its_switch_its_method_and_a_provider() {
        let both = shop(&["stripe", "stripe_link"]);
        assert!(both.takes_wallet(ExpressWallet::ApplePay) && both.takes_wallet(ExpressWallet::Link));
        assert!(!both.takes_wallet(ExpressWallet::AmazonPay), "off unless asked for");
        assert!(!shop(&["stripe"]).takes_wallet(ExpressWallet::Link));
        assert!(!shop(&["stripe_link"]).takes_wallet(ExpressWallet::Link));
        let off = ExpressShopSettings { device_wallets: false, ..ExpressShopSettings::default() };
        assert!(!ShopSettings { express: off, ..both.clone() }.takes_wallet(ExpressWallet::GooglePay));
        assert!(!ShopSettings { has_gateway: false, ..both }.takes_wallet(ExpressWallet::GooglePay));
    }

    #[test]
    fn the_look_has_the_names_that_the_buttons_rules_read() {
        let settings = ExpressShopSettings { button_theme: ButtonTheme::LightOutline, ..Default::default() };
        let look = shop_core::payment::express::button::button_appearance(&settings.look());
        assert_eq!((look.kind.as_str(), look.theme.as_str(), look.height), ("buy", "white-outline", 48));
        let stored = serde_json::to_value(&settings).unwrap();
        assert_eq!((&stored["button_type"], &stored["button_theme"]), (&"buy".into(), &"light-outline".into()));
    }
}
