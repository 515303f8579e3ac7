//! What a page that takes payments is told of the payment provider ("gateway settings", payments, section 3). The names are
//! those that the provider's own script for this platform reads.

use std::collections::BTreeMap;

use serde::Serialize;

/// The gateway's settings on one page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct GatewaySettings {
    /// Methods that are offered, by type: `card`, `link`.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, GatewayMethodConfig>"))]
    pub payment_methods_config: BTreeMap<String, GatewayMethodConfig>,
    /// What stands before the names of the gateway's actions: `wc_stripe`.
    pub gateway_id: String,
    /// Key for browsers.
    pub key: String,
    /// Language of the form: `it`.
    pub locale: String,
    /// Version of the provider's API; empty: its newest.
    pub api_version: String,
    /// Origin of the sandbox's fields; `None`: the provider's own script is used.
    pub sandbox_origin: Option<String>,
    /// The page is a checkout.
    pub is_checkout: bool,
    /// It is the checkout of blocks, not the classic one.
    pub is_block_checkout: bool,
    /// The page pays an order that is placed already.
    pub is_order_pay: bool,
    /// The page changes the method of a subscription.
    pub is_changing_payment: bool,
    /// Something is to be paid now.
    pub is_payment_needed: bool,
    /// Somebody is logged in.
    pub is_logged_in: bool,
    /// An account can be made at checkout.
    pub is_signup_on_checkout_allowed: bool,
    /// The embedded form is used; it always is.
    #[serde(rename = "isUPEEnabled")]
    pub is_upe_enabled: bool,
    /// Methods can be saved for later.
    pub is_saved_cards_enabled: bool,
    /// The order that is paid, or the subscription whose method is changed; 0: none yet.
    pub order_id: i64,
    /// To pay, in minor units.
    pub cart_total: i64,
    /// Currency: `EUR`.
    pub currency: String,
    /// The provider is a sandbox that takes every method in any currency.
    pub any_currency: bool,
    /// All methods stand in one form of the provider.
    #[serde(rename = "isOCEnabled")]
    pub is_oc_enabled: bool,
    /// How that form is laid out: `accordion` or `tabs`.
    #[serde(rename = "OCLayout")]
    pub oc_layout: String,
    /// The provider's own list of methods; empty: none.
    pub payment_method_configuration_parent_id: String,
    /// The cart holds a subscription.
    pub cart_contains_subscription: bool,
    /// Renewals are paid by hand.
    pub subscription_requires_manual_renewal: bool,
    /// Every method is saved, asked or not.
    pub force_save_payment_method: bool,
    /// Billing fields of the page's own form: `billing_email`.
    pub enabled_billing_fields: Vec<String>,
    /// What is known of the buyer beside the form.
    pub customer_data: GatewayCustomer,
    /// Saved look of the form on classic pages, JSON text; `None`: derived from the page.
    pub appearance: Option<String>,
    /// The same of the block checkout.
    pub blocks_appearance: Option<String>,
    /// Name of the theme that a look was saved for.
    #[serde(rename = "theme_name")]
    pub theme_name: String,
    /// Page of a placed order, without its number.
    #[serde(rename = "orderReceivedURL")]
    pub order_received_url: String,
    /// Sentence for a failure that has no better one.
    pub generic_error_message: String,
    /// Sentence for a wallet that is not accepted.
    #[serde(rename = "invalid_wallet_type")]
    pub invalid_wallet_type: String,
    /// Address of the shop's calls; `%%endpoint%%` stands for the call.
    #[serde(rename = "ajax_url")]
    pub ajax_url: String,
    /// Address of the platform's general calls.
    #[serde(rename = "wp_ajax_url")]
    pub wp_ajax_url: String,
    /// Nonce of `init_setup_intent`.
    pub create_setup_intent_nonce: String,
    /// Nonce of `create_payment_intent`.
    pub create_payment_intent_nonce: String,
    /// Nonce of `create_and_confirm_setup_intent`.
    pub create_and_confirm_setup_intent_nonce: String,
    /// Nonce of `update_payment_intent`.
    pub update_payment_intent_nonce: String,
    /// Nonce of `update_failed_order`.
    pub update_failed_order_nonce: String,
    /// Nonce of `save_appearance`.
    pub save_appearance_nonce: String,
    /// The merchant's own sentences by the provider's error code.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub messages: BTreeMap<String, String>,
    /// Methods that the customer has saved, the default first.
    pub saved: Vec<SavedMethodView>,
}

/// A method of the gateway.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct GatewayMethodConfig {
    /// It can be saved and charged again.
    pub is_reusable: bool,
    /// Billing countries; empty: all.
    pub countries: Vec<String>,
    /// The form opens without an intent.
    pub supports_deferred_intent: bool,
    pub title: String,
    /// Its way of payment in an order: `stripe`, `stripe_klarna`.
    pub gateway_id: String,
    /// Kind of paying: `card`, `bank_debit`.
    pub group: String,
    /// Name of the field that asks to save it (wire contract, C2).
    pub save_field: String,
    /// It is a part of another offered method's form and has no choice of its own.
    pub stands_within: bool,
}

/// What the gateway knows of the buyer beside the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct GatewayCustomer {
    /// Country of billing.
    pub billing_country: String,
    /// Name, for pages without address fields.
    pub name: String,
    /// E-mail address, likewise.
    pub email: String,
}

/// A saved method.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SavedMethodView {
    pub id: i64,
    /// "Visa •••• 4242, scade 08/27"
    pub label: String,
    /// Type: `card`, `link`, `sepa_debit`.
    pub kind: String,
    /// Brand of a card: `visa`; empty: no card.
    pub brand: String,
    /// Last digits; empty: none.
    pub last4: String,
    /// "08/27"; empty: it does not end.
    pub expires: String,
    /// It is chosen unless another one is.
    pub is_default: bool,
    /// What becomes of the subscriptions that are paid by it when it is let go; empty: there are none.
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
