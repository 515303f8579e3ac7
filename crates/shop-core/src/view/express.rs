//! What a page with express buttons is told ("express-checkout settings" and "pay-for-order parameters", payments, section 3).
//! Names are those that the platform's own script reads.

use serde::Serialize;

use crate::base::Cents;
use crate::checkout::form::FieldLocation;
use crate::payments::express::button::ButtonSettings;
use crate::payments::express::sheet::WalletRate;
use crate::payments::express::wire::{ExpressItem, ExpressProduct, ExpressTotal};

/// The settings of the express buttons on one page.
///
/// A product page is kept for all guests: it holds what is everybody's, with [`nonce`](Self::nonce) and
/// [`login_confirmation`](Self::login_confirmation) empty. Before the first call its script asks for the settings of its own
/// session by GET `/?wc-ajax=wc_stripe_get_express_settings&place=product&product_id={id}`, which answers this type, or `null`
/// where there are no buttons. Other pages hold everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressSettings {
    pub stripe: ExpressProvider,
    /// Nonces of the calls; `None`: to be asked for.
    pub nonce: Option<ExpressNonces>,
    /// Address of the shop's calls; `%%endpoint%%` stands for the call, as `wc_stripe_add_to_cart`.
    pub ajax_url: String,
    /// The checkout is the block one.
    pub has_block: bool,
    /// The page is a product's.
    pub is_product_page: bool,
    /// The page pays an order that is placed already.
    pub is_pay_for_order: bool,
    /// An account is needed first; `None`: not.
    pub login_confirmation: Option<LoginConfirmation>,
    /// Tax goes by the billing address, which the wallet tells at the end: the page says so.
    pub taxes_based_on_billing: bool,
    /// Further fields of the page's form that go with the order.
    pub custom_checkout_fields: Vec<CustomCheckoutField>,
    /// Countries of delivery.
    pub allowed_shipping_countries: Vec<String>,
    /// The cart, or the order, as the sheet opens with it. On a product page: what does not depend on the product.
    pub checkout: ExpressCheckout,
    /// The product of a product page.
    pub product: Option<ExpressProduct>,
    /// Look of the buttons.
    pub button: ButtonSettings,
    /// The order that is paid.
    pub pay_for_order: Option<PayForOrder>,
    /// What the buyer declares before a wallet opens.
    pub declarations: ExpressDeclarations,
}

/// The provider, as the express buttons need it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ExpressProvider {
    /// Key for browsers.
    pub publishable_key: String,
    /// Language of the buttons: `it`.
    pub locale: String,
    /// Version of the provider's API; empty: its newest.
    pub api_version: String,
    /// Apple Pay and Google Pay.
    pub is_payment_request_enabled: bool,
    pub is_amazon_pay_enabled: bool,
    pub is_link_enabled: bool,
    /// Origin of the sandbox's sheets; `None`: the provider's own script is used.
    pub sandbox_origin: Option<String>,
}

/// Nonces, each for one call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ExpressNonces {
    /// `get_shipping_options`.
    pub shipping: String,
    /// `update_shipping_method`.
    pub update_shipping: String,
    /// `normalize_address`.
    pub normalize_address: String,
    /// `get_cart_details`.
    pub get_cart_details: String,
    /// `add_to_cart`.
    pub add_to_cart: String,
    /// `clear_cart`.
    pub clear_cart: String,
    /// `get_selected_product_data`.
    pub get_selected_product_data: String,
    /// `log_errors`.
    pub log_errors: String,
    /// `update_failed_order`, in the field `_ajax_nonce`.
    pub update_failed_order: String,
    /// Header `Nonce` of the store API.
    pub wc_store_api: String,
    /// Header `X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE` of the store API's checkout.
    pub wc_store_api_express_checkout: String,
}

/// Asks the buyer to log in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct LoginConfirmation {
    pub message: String,
    /// Where to; comes back to the page.
    pub redirect_url: String,
}

/// A further field of the checkout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct CustomCheckoutField {
    /// Name of the form field; one that ends in `[]` holds a list.
    pub name: String,
    /// Where it stands.
    pub location: FieldLocation,
}

/// What the sheet opens with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressCheckout {
    /// Formatted as "eur".
    pub currency_code: String,
    /// Country of the shop as wallets want it: "IT".
    pub country_code: String,
    /// Decimals of the currency.
    pub currency_decimals: i64,
    /// Orders need a telephone number.
    pub needs_payer_phone: bool,
    /// What is paid with will be kept: the wallet is told so before it is shown.
    pub saves_method: bool,
    /// The delivery that stands in the sheet until the address is known.
    pub default_shipping_option: WalletRate,
    /// To pay; 0 hides the buttons. On a product page: nothing.
    pub total: ExpressTotal,
    /// Lines; empty where they would not make the total.
    #[serde(rename = "displayItems")]
    pub display_items: Vec<ExpressItem>,
    /// Something is delivered.
    #[serde(rename = "requestShipping")]
    pub request_shipping: bool,
    /// Ways of delivery that are known already, the chosen one first.
    #[serde(rename = "shippingOptions")]
    pub shipping_options: Vec<WalletRate>,
}

/// The order that a page pays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PayForOrder {
    /// To pay now.
    pub total: ExpressTotal,
    /// Lines; empty where they would not make the total.
    #[serde(rename = "displayItems")]
    pub display_items: Vec<ExpressItem>,
    pub order: i64,
    /// What opens it.
    #[serde(rename = "orderDetails")]
    pub order_details: PayForOrderDetails,
}

/// What opens an order for its payer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PayForOrderDetails {
    pub order_key: String,
    /// E-mail address of its buyer.
    pub billing_email: String,
    /// Where its goods go.
    pub shipping_address: crate::checkout::address::Address,
}

/// What the buyer declares before a wallet opens. It goes with the order in `extensions.bottega`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressDeclarations {
    /// The terms of sale must be accepted (`terms`).
    pub terms: bool,
    pub terms_path: String,
    /// Page of the privacy notice.
    pub privacy_path: String,
    /// To be so old (`age_confirmed`); `None`: anybody may.
    pub min_age_years: Option<i64>,
    /// That files are delivered at once, which ends the right of withdrawal (`files_consent`).
    pub files_consent: bool,
}

impl ExpressSettings {
    /// The same without anything of one's own: for a page that is kept for all guests.
    #[must_use]
    pub fn for_everybody(self) -> Self {
        Self { nonce: None, login_confirmation: None, ..self }
    }

    /// What is to be paid on this page.
    pub fn amount(&self) -> Cents {
        let of_page = self.pay_for_order.as_ref().map(|order| order.total.amount);
        let of_product = self.product.as_ref().map(|product| product.total.amount);
        of_page.or(of_product).unwrap_or(self.checkout.total.amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_that_the_specification_lists() {
        let settings = ExpressSettings {
            nonce: Some(ExpressNonces::default()),
            product: Some(ExpressProduct::default()),
            pay_for_order: Some(PayForOrder::default()),
            login_confirmation: Some(LoginConfirmation::default()),
            ..ExpressSettings::default()
        };
        let named = serde_json::to_value(settings).unwrap();
        for path in [
            "/stripe/publishable_key",
            "/stripe/locale",
            "/stripe/is_payment_request_enabled",
            "/stripe/is_amazon_pay_enabled",
            "/stripe/is_link_enabled",
            "/has_block",
            "/is_pay_for_order",
            "/is_product_page",
            "/login_confirmation/redirect_url",
            "/taxes_based_on_billing",
            "/custom_checkout_fields",
            "/allowed_shipping_countries",
            "/checkout/currency_code",
            "/checkout/currency_decimals",
            "/checkout/needs_payer_phone",
            "/checkout/default_shipping_option/displayName",
            "/product/total/amount",
            "/product/currency",
            "/product/requestShipping",
            "/product/displayItems",
            "/product/shippingOptions",
            "/product/validVariationSelected",
            "/button/type",
            "/button/theme",
            "/button/height",
            "/button/radius",
            "/nonce/shipping",
            "/nonce/update_shipping",
            "/nonce/normalize_address",
            "/nonce/wc_store_api",
            "/nonce/wc_store_api_express_checkout",
            "/nonce/get_cart_details",
            "/nonce/add_to_cart",
            "/nonce/clear_cart",
            "/nonce/get_selected_product_data",
            "/pay_for_order/total/amount",
            "/pay_for_order/displayItems",
            "/pay_for_order/order",
            "/pay_for_order/orderDetails/orderKey",
            "/pay_for_order/orderDetails/billingEmail",
            "/pay_for_order/orderDetails/shippingAddress",
        ] {
            assert!(named.pointer(path).is_some(), "{path}");
        }
    }

    #[test]
    fn a_page_for_everybody_holds_nothing_of_a_session() {
        let own = ExpressSettings {
            nonce: Some(ExpressNonces::default()),
            login_confirmation: Some(LoginConfirmation::default()),
            has_block: true,
            ..ExpressSettings::default()
        };
        let page = own.for_everybody();
        assert!(page.nonce.is_none() && page.login_confirmation.is_none() && page.has_block);
    }
}
