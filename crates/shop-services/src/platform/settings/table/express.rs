//! Settings of the express buttons: pages, wallets and appearance.

use shop_core::payments::express::button::ButtonSettings;
use shop_core::payments::express::wallet::ExpressWallet;
use shop_core::payments::method::PaymentMethod;

use super::super::ShopSettings;
use super::super::declare::{choices, settings};
use super::number;

/// A page that can have express buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressPlace {
    Product,
    Cart,
    /// Either form of the checkout.
    Checkout,
    /// Payment of an existing order.
    OrderPay,
}

settings! {
    /// Express buttons: pages, wallets and appearance. They are 40 to 55 pixels high (payments specification, section 9); with a
    /// radius of half of that their ends are round.
    express: ExpressSettings in "express" {
        [part "Dove stanno i pulsanti", "Where the buttons are"]
        product: bool = true, "express.product", ["Nella pagina del prodotto", "On the product page"];
        cart: bool = true, "express.cart", ["Nel carrello", "In the cart"];
        checkout: bool = true, "express.checkout", ["Alla cassa", "At the checkout"];
        order_pay: bool = true, "express.order_pay",
            ["Nella pagina per pagare un ordine già inviato", "On the page that pays an order already placed"];
        [part "Portafogli", "Wallets"]
        device_wallets: bool = true, "express.device_wallets", ["Apple Pay e Google Pay", "Apple Pay and Google Pay"],
            hint ["Serve anche il pagamento con carta, in Pagamenti", "Payment by card is needed too, under Payments"];
        link: bool = true, "express.link", ["Link", "Link"],
            hint ["Servono anche la carta e Link, in Pagamenti", "Card and Link are needed too, under Payments"];
        amazon_pay: bool, "express.amazon_pay", ["Amazon Pay", "Amazon Pay"],
            hint ["Servono anche la carta e Amazon Pay, in Pagamenti",
                  "Card and Amazon Pay are needed too, under Payments"];
        [part "Aspetto dei pulsanti", "Look of the buttons"]
        button_type: ButtonWords, "express.button_type", ["Parole del pulsante", "Words of the button"];
        button_theme: ButtonTheme, "express.button_theme", ["Colori", "Colours"];
        button_height: i64 = 48, "express.button_height" as number(40, 55), ["Altezza in pixel", "Height in pixels"],
            hint ["Da 40 a 55", "40 to 55"];
        button_radius: i64 = 4, "express.button_radius" as number(0, 28),
            ["Raggio degli angoli in pixel", "Radius of the corners in pixels"];
    }
}

choices! {
    /// Button labels, by the wallets' names for them.
    pub enum ButtonWords {
        #[default]
        Buy = "buy" ["«Acquista con …»", "“Buy with …”"],
        Book = "book" ["«Prenota con …»", "“Book with …”"],
        Default = "default" ["Solo il marchio", "The sign alone"],
    }
}

choices! {
    pub enum ButtonTheme {
        #[default]
        Dark = "dark" ["Nero", "Black"],
        Light = "light" ["Bianco", "White"],
        LightOutline = "light-outline" ["Bianco con bordo", "White with an outline"],
    }
}

impl ExpressSettings {
    /// Whether a page has express buttons.
    pub fn is_on(&self, place: ExpressPlace) -> bool {
        match place {
            ExpressPlace::Product => self.product,
            ExpressPlace::Cart => self.cart,
            ExpressPlace::Checkout => self.checkout,
            ExpressPlace::OrderPay => self.order_pay,
        }
    }

    /// Appearance for the pages.
    pub fn look(&self) -> ButtonSettings {
        ButtonSettings {
            kind: Some(self.button_type.as_str().to_owned()),
            theme: Some(self.button_theme.as_str().to_owned()),
            height: Some(self.button_height),
            radius: Some(self.button_radius),
            wallet: None,
        }
    }
}

impl ShopSettings {
    /// Whether a wallet is accepted: it is enabled, and so is the method that it charges.
    pub fn takes_wallet(&self, wallet: ExpressWallet) -> bool {
        let switched_on = match wallet {
            ExpressWallet::ApplePay | ExpressWallet::GooglePay => self.express.device_wallets,
            ExpressWallet::AmazonPay => self.express.amazon_pay,
            ExpressWallet::Link => self.express.link,
        };
        let card = PaymentMethod::Card.gateway_id();
        let needed = [card, wallet.method().gateway_id()];
        // Wallet orders are charged by the provider: without it no wallet is accepted.
        switched_on && needed.iter().all(|id| self.enabled_payment_methods().any(|method| method.id == *id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::settings::PaymentMethodSettings;

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
        let off = ExpressSettings { device_wallets: false, ..ExpressSettings::default() };
        assert!(!ShopSettings { express: off, ..both.clone() }.takes_wallet(ExpressWallet::GooglePay));
        assert!(!ShopSettings { has_gateway: false, ..both }.takes_wallet(ExpressWallet::GooglePay));
    }

    #[test]
    fn the_look_has_the_names_that_the_buttons_rules_read() {
        let settings = ExpressSettings { button_theme: ButtonTheme::LightOutline, ..Default::default() };
        let look = shop_core::payments::express::button::button_appearance(&settings.look());
        assert_eq!((look.kind.as_str(), look.theme.as_str(), look.height), ("buy", "white-outline", 48));
        let stored = ShopSettings { express: settings, ..ShopSettings::default() }.document();
        assert_eq!(stored["express"]["button_type"], "buy");
        assert_eq!(stored["express"]["button_theme"], "light-outline");
    }
}
