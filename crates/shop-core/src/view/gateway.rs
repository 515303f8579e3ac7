//! Settings of the payment provider for pages that take payments ("gateway settings", payments, section 3). The names are those
//! that the provider's own script for this platform reads.

use crate::base::Cents;
use std::collections::BTreeMap;

use serde::Serialize;

/// Settings of the gateway on one page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct GatewaySettings {
    /// Offered methods, by type: `card`, `link`.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, GatewayMethodConfig>"))]
    pub payment_methods_config: BTreeMap<String, GatewayMethodConfig>,
    /// Prefix of the gateway's actions: `wc_stripe`.
    pub gateway_id: String,
    /// Publishable API key.
    pub key: String,
    /// Language of the form: `it`.
    pub locale: String,
    /// API version of the provider; empty: its latest.
    pub api_version: String,
    /// Origin of the sandbox's fields; `None`: the provider's own script is used.
    pub sandbox_origin: Option<String>,
    /// Whether the page is a checkout.
    pub is_checkout: bool,
    /// Whether it is the checkout of blocks, not the classic one.
    pub is_block_checkout: bool,
    /// Whether the page pays for an existing order.
    pub is_order_pay: bool,
    /// Whether the page changes the payment method of a subscription.
    pub is_changing_payment: bool,
    /// Whether anything is to be paid now.
    pub is_payment_needed: bool,
    /// Whether the visitor is logged in.
    pub is_logged_in: bool,
    /// Whether an account can be created at checkout.
    pub is_signup_on_checkout_allowed: bool,
    /// Whether the embedded form is used; always true.
    #[serde(rename = "isUPEEnabled")]
    pub is_upe_enabled: bool,
    /// Whether methods can be saved for later.
    pub is_saved_cards_enabled: bool,
    /// The order to pay for, or the subscription whose method is changed; 0: none yet.
    pub order_id: i64,
    /// Amount to pay, in minor units.
    pub cart_total: Cents,
    /// Currency code: `EUR`.
    pub currency: String,
    /// Whether the provider is a sandbox that accepts every method in any currency.
    pub any_currency: bool,
    /// Whether all methods share one form of the provider.
    #[serde(rename = "isOCEnabled")]
    pub is_oc_enabled: bool,
    /// Layout of that form: `accordion` or `tabs`.
    #[serde(rename = "OCLayout")]
    pub oc_layout: String,
    /// Id of the provider's own list of methods; empty: none.
    pub payment_method_configuration_parent_id: String,
    /// Whether the cart contains a subscription.
    pub cart_contains_subscription: bool,
    /// Whether renewals are paid manually.
    pub subscription_requires_manual_renewal: bool,
    /// Whether every method is saved, requested or not.
    pub force_save_payment_method: bool,
    /// Billing fields of the page's own form: `billing_email`.
    pub enabled_billing_fields: Vec<String>,
    /// Data about the buyer besides the form.
    pub customer_data: GatewayCustomer,
    /// Saved appearance of the form on classic pages, as JSON; `None`: derived from the page.
    pub appearance: Option<String>,
    /// Saved appearance on the block checkout.
    pub blocks_appearance: Option<String>,
    /// Name of the theme that the appearance was saved for.
    #[serde(rename = "theme_name")]
    pub theme_name: String,
    /// URL of the order-received page, without the order's number.
    #[serde(rename = "orderReceivedURL")]
    pub order_received_url: String,
    /// Message for a failure without a more specific one.
    pub generic_error_message: String,
    /// Message for a wallet that is not accepted.
    #[serde(rename = "invalid_wallet_type")]
    pub invalid_wallet_type: String,
    /// URL of the shop's calls; `%%endpoint%%` stands for the call.
    #[serde(rename = "ajax_url")]
    pub ajax_url: String,
    /// URL of the platform's general AJAX calls.
    #[serde(rename = "wp_ajax_url")]
    pub wp_ajax_url: String,
    /// Nonce for `init_setup_intent`.
    pub create_setup_intent_nonce: String,
    /// Nonce for `create_payment_intent`.
    pub create_payment_intent_nonce: String,
    /// Nonce for `create_and_confirm_setup_intent`.
    pub create_and_confirm_setup_intent_nonce: String,
    /// Nonce for `update_payment_intent`.
    pub update_payment_intent_nonce: String,
    /// Nonce for `update_failed_order`.
    pub update_failed_order_nonce: String,
    /// Nonce for `save_appearance`.
    pub save_appearance_nonce: String,
    /// The merchant's own messages, by the provider's error code.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub messages: BTreeMap<String, String>,
    /// Saved methods of the customer, the default first.
    pub saved: Vec<SavedMethodView>,
}

/// A method of the gateway.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct GatewayMethodConfig {
    /// Whether it can be saved and charged again.
    pub is_reusable: bool,
    /// Billing countries; empty: all.
    pub countries: Vec<String>,
    /// Whether the form opens without an intent.
    pub supports_deferred_intent: bool,
    pub title: String,
    /// Value of the payment method in an order: `stripe`, `stripe_klarna`.
    pub gateway_id: String,
    /// Group of the method: `card`, `bank_debit`.
    pub group: String,
    /// Name of the field that saves it (wire contract, C2).
    pub save_field: String,
    /// Whether it is part of another offered method's form and no choice of its own.
    pub stands_within: bool,
}

/// Data of the gateway about the buyer besides the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct GatewayCustomer {
    /// Country code of the billing address.
    pub billing_country: String,
    /// Name, for pages without address fields.
    pub name: String,
    /// E-mail address, for pages without address fields.
    pub email: String,
}

/// A saved method.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SavedMethodView {
    pub id: i64,
    /// Label such as "Visa •••• 4242, scade 08/27".
    pub label: String,
    /// Type: `card`, `link`, `sepa_debit`.
    pub kind: String,
    /// Brand of a card: `visa`; empty: no card.
    pub brand: String,
    /// Last digits; empty: none.
    pub last4: String,
    /// Expiry such as "08/27"; empty: it does not expire.
    pub expires: String,
    /// Whether it is preselected.
    pub is_default: bool,
    /// Effect of deleting it on the subscriptions that it pays; empty: there are none.
    pub removal: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_that_the_specification_lists() {
        let settings = serde_json::to_value(GatewaySettings::default()).unwrap();
        let named = settings.as_object().unwrap();
        for name in [
            "paymentMethodsConfig",
            "gatewayId",
            "key",
            "locale",
            "apiVersion",
            "isCheckout",
            "isOrderPay",
            "isChangingPayment",
            "isPaymentNeeded",
            "isLoggedIn",
            "isSignupOnCheckoutAllowed",
            "isUPEEnabled",
            "orderId",
            "cartTotal",
            "currency",
            "isOCEnabled",
            "OCLayout",
            "paymentMethodConfigurationParentId",
            "cartContainsSubscription",
            "subscriptionRequiresManualRenewal",
            "forceSavePaymentMethod",
            "enabledBillingFields",
            "customerData",
            "appearance",
            "blocksAppearance",
            "theme_name",
            "orderReceivedURL",
            "genericErrorMessage",
            "invalid_wallet_type",
            "ajax_url",
            "wp_ajax_url",
            "createSetupIntentNonce",
            "createPaymentIntentNonce",
            "createAndConfirmSetupIntentNonce",
            "updatePaymentIntentNonce",
            "updateFailedOrderNonce",
            "saveAppearanceNonce",
        ] {
            assert!(named.contains_key(name), "{name}");
        }
    }
}
