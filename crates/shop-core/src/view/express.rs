//! Settings of the express buttons ("express-checkout settings" and "pay-for-order parameters", payments, section 3). Names are
//! those that the platform's own script reads.

use serde::Serialize;

use crate::base::Cents;
use crate::checkout::form::FieldLocation;
use crate::payments::express::button::ButtonSettings;
use crate::payments::express::sheet::WalletRate;
use crate::payments::express::wire::{ExpressItem, ExpressProduct, ExpressTotal};

/// Settings of the express buttons on one page.
///
/// A product page is cached for all guests: it contains only public data, with [`nonce`](Self::nonce) and
/// [`login_confirmation`](Self::login_confirmation) empty. Before the first call its script fetches the settings of its own
/// session by GET `/?wc-ajax=wc_stripe_get_express_settings&place=product&product_id={id}`, which returns this type, or `null` if
/// there are no buttons. Other pages contain everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressSettings {
    pub stripe: ExpressProvider,
    /// Nonces of the calls; `None`: to be fetched.
    pub nonce: Option<ExpressNonces>,
    /// URL of the shop's calls; `%%endpoint%%` stands for the call, such as `wc_stripe_add_to_cart`.
    pub ajax_url: String,
    /// Whether the checkout is the block one.
    pub has_block: bool,
    /// Whether the page is a product's.
    pub is_product_page: bool,
    /// Whether the page pays for an existing order.
    pub is_pay_for_order: bool,
    /// Prompt to log in first; `None`: no account is needed.
    pub login_confirmation: Option<LoginConfirmation>,
    /// Whether tax depends on the billing address, which the wallet provides last: the page then says so.
    pub taxes_based_on_billing: bool,
    /// Additional fields of the page's form that are sent with the order.
    pub custom_checkout_fields: Vec<CustomCheckoutField>,
    /// Countries with delivery.
    pub allowed_shipping_countries: Vec<String>,
    /// The cart, or the order, for the initial sheet. On a product page: the data that does not depend on the product.
    pub checkout: ExpressCheckout,
    /// The product, on a product page.
    pub product: Option<ExpressProduct>,
    /// Appearance of the buttons.
    pub button: ButtonSettings,
    /// The order to pay for.
    pub pay_for_order: Option<PayForOrder>,
    /// Declarations that the buyer makes before a wallet opens.
    pub declarations: ExpressDeclarations,
}

/// Settings of the provider for the express buttons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ExpressProvider {
    /// Publishable API key.
    pub publishable_key: String,
    /// Language of the buttons: `it`.
    pub locale: String,
    /// API version of the provider; empty: its latest.
    pub api_version: String,
    /// Whether Apple Pay and Google Pay are enabled.
    pub is_payment_request_enabled: bool,
    pub is_amazon_pay_enabled: bool,
    pub is_link_enabled: bool,
    /// Origin of the sandbox's sheets; `None`: the provider's own script is used.
    pub sandbox_origin: Option<String>,
}

/// Nonces, one for each call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ExpressNonces {
    /// Nonce for `get_shipping_options`.
    pub shipping: String,
    /// Nonce for `update_shipping_method`.
    pub update_shipping: String,
    /// Nonce for `normalize_address`.
    pub normalize_address: String,
    /// Nonce for `get_cart_details`.
    pub get_cart_details: String,
    /// Nonce for `add_to_cart`.
    pub add_to_cart: String,
    /// Nonce for `clear_cart`.
    pub clear_cart: String,
    /// Nonce for `get_selected_product_data`.
    pub get_selected_product_data: String,
    /// Nonce for `log_errors`.
    pub log_errors: String,
    /// Nonce for `update_failed_order`, in the field `_ajax_nonce`.
    pub update_failed_order: String,
    /// Header `Nonce` of the store API.
    pub wc_store_api: String,
    /// Header `X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE` of the store API's checkout.
    pub wc_store_api_express_checkout: String,
}

/// Prompt for the buyer to log in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct LoginConfirmation {
    pub message: String,
    /// URL of the login, which returns to the page.
    pub redirect_url: String,
}

/// An additional field of the checkout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct CustomCheckoutField {
    /// Name of the form field; one that ends in `[]` is a list.
    pub name: String,
    /// Location of the field.
    pub location: FieldLocation,
}

/// Data of the initial sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressCheckout {
    /// Currency in lower case: "eur".
    pub currency_code: String,
    /// Country of the shop as wallets expect it: "IT".
    pub country_code: String,
    /// Decimals of the currency.
    pub currency_decimals: i64,
    /// Whether orders need a telephone number.
    pub needs_payer_phone: bool,
    /// Whether the payment method will be saved, which the wallet must know before it is shown.
    pub saves_method: bool,
    /// The placeholder delivery until the address is known.
    pub default_shipping_option: WalletRate,
    /// Amount to pay; 0 hides the buttons. On a product page: 0.
    pub total: ExpressTotal,
    /// Lines; empty if they would not add up to the total.
    #[serde(rename = "displayItems")]
    pub display_items: Vec<ExpressItem>,
    /// Whether anything is delivered.
    #[serde(rename = "requestShipping")]
    pub request_shipping: bool,
    /// Known delivery methods, the selected one first.
    #[serde(rename = "shippingOptions")]
    pub shipping_options: Vec<WalletRate>,
}

/// The order that a page pays for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PayForOrder {
    /// Amount to pay now.
    pub total: ExpressTotal,
    /// Lines; empty if they would not add up to the total.
    #[serde(rename = "displayItems")]
    pub display_items: Vec<ExpressItem>,
    pub order: i64,
    /// Data that gives access to the order.
    #[serde(rename = "orderDetails")]
    pub order_details: PayForOrderDetails,
}

/// Data that gives its payer access to an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PayForOrderDetails {
    pub order_key: String,
    /// E-mail address of its buyer.
    pub billing_email: String,
    /// Delivery address of its goods.
    pub shipping_address: crate::checkout::address::Address,
}

/// Declarations that the buyer makes before a wallet opens. They are sent with the order in `extensions.bottega`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExpressDeclarations {
    /// Whether the terms of sale must be accepted (`terms`).
    pub terms: bool,
    pub terms_path: String,
    /// Page of the privacy notice.
    pub privacy_path: String,
    /// Minimum age to confirm (`age_confirmed`); `None`: any.
    pub min_age_years: Option<i64>,
    /// Whether the buyer can consent to immediate delivery of files, which ends the right of withdrawal (`files_consent`).
    pub files_consent: bool,
}

impl ExpressSettings {
    /// Removes the personal data, for a page that is cached for all guests.
    #[must_use]
    pub fn for_everybody(self) -> Self {
        Self { nonce: None, login_confirmation: None, ..self }
    }

    /// Returns the amount to pay on this page.
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
