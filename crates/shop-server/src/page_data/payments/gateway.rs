//! Settings of the payment provider on pages that take payments, and what these pages may load.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::response::Response;
use shop_core::base::{Cents, Lang, OrderId, Params};
use shop_core::checkout::address::locale::Presence;
use shop_core::payments::error::own_sentences;
use shop_core::payments::method::PaymentMethod;
use shop_core::platform::messages::{codes, text};
use shop_core::view::{CheckoutKind, GatewayCustomer, GatewayMethodConfig, GatewaySettings, SavedMethodView};
use shop_services::payments::saved_methods::{method_end, method_label};
use shop_services::platform::settings::{CURRENCY, PaymentMethodSettings, ShopSettings};
use shop_services::ports::GatewayMethod;

use crate::app::storefront::Storefront;
use crate::app::visitor::nonces;
use crate::app::visitor::session::Session;
use crate::payments::{THEME, appearances};
use crate::render::CspAdditions;

/// Prefix of the gateway's calls (wire contract, C1).
const ACTION_PREFIX: &str = "wc_stripe";
/// Billing fields of the checkout form, which the provider's form omits.
const BILLING_FIELDS: [&str; 9] = [
    "billing_first_name",
    "billing_last_name",
    "billing_email",
    "billing_country",
    "billing_address_1",
    "billing_address_2",
    "billing_city",
    "billing_state",
    "billing_postcode",
];
/// Sources of the provider's own script, its API and its frames (its security guide).
const PROVIDER_SCRIPTS: [&str; 2] = ["https://js.stripe.com", "https://*.js.stripe.com"];
const PROVIDER_CALLS: &str = "https://api.stripe.com";
const PROVIDER_FRAMES: [&str; 3] = ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"];
const PROVIDER_PICTURES: &str = "https://*.stripe.com";

/// Kind of page that takes payments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The checkout, classic or block form.
    Checkout,
    /// Paying an existing order, with its number.
    OrderPay(i64),
    /// Account pages about saved methods.
    Account,
    /// Changing a subscription's payment method, with its number.
    ChangePayment(i64),
}

/// Facts that the page contributes to the settings.
pub(crate) struct GatewayPage<'a> {
    /// Settings of the shop.
    pub shop: &'a ShopSettings,
    /// Payment methods that the page offers.
    pub methods: &'a [&'a PaymentMethodSettings],
    pub place: Place,
    /// Amount due now.
    pub total: Cents,
    /// Whether something renews automatically.
    pub subscription: bool,
    /// The buyer as far as known.
    pub customer: GatewayCustomer,
}

/// Builds the settings; `None` when no payment method of the page belongs to the provider.
pub(crate) async fn settings(
    storefront: &Arc<Storefront>,
    session: &Session,
    asking: GatewayPage<'_>,
) -> Option<Box<GatewaySettings>> {
    let public = storefront.web.context.gateway().map(|gateway| gateway.public().clone())?;
    let lang = asking.shop.lang();
    let config = config(asking.methods, asking.shop, lang);
    if config.is_empty() {
        return None;
    }
    let saved = saved(storefront, session, lang).await;
    let (appearance, blocks_appearance) = appearances(&storefront.payment_sessions, session).await;
    let order = if let Place::OrderPay(id) = asking.place { Some(OrderId(id)) } else { None };
    let now = storefront.web.context.now();
    let nonce = |action: &str| storefront.web.secrets.nonce(action, &session.key, now);
    let checkout = asking.place == Place::Checkout;
    let sentence = |code| text(code, &Params::new(), lang);
    Some(Box::new(GatewaySettings {
        payment_methods_config: config,
        gateway_id: ACTION_PREFIX.into(),
        key: public.publishable_key,
        locale: lang.as_str().into(),
        api_version: public.api_version,
        sandbox_origin: public.sandbox_origin,
        is_checkout: checkout,
        is_block_checkout: checkout && asking.shop.checkout.form == CheckoutKind::Block,
        is_order_pay: matches!(asking.place, Place::OrderPay(_)),
        is_changing_payment: matches!(asking.place, Place::ChangePayment(_)),
        is_payment_needed: asking.total > Cents::ZERO,
        is_logged_in: session.customer_id.is_some(),
        is_signup_on_checkout_allowed: checkout && asking.shop.accounts.at_checkout,
        is_upe_enabled: true,
        is_saved_cards_enabled: true,
        order_id: if let Place::OrderPay(id) | Place::ChangePayment(id) = asking.place { id } else { 0 },
        cart_total: asking.total,
        currency: CURRENCY.into(),
        any_currency: asking.shop.any_currency,
        is_oc_enabled: false,
        oc_layout: asking.shop.payments.layout.to_string(),
        payment_method_configuration_parent_id: String::new(),
        cart_contains_subscription: asking.subscription,
        subscription_requires_manual_renewal: asking.shop.checkout.manual_renewal,
        force_save_payment_method: asking.shop.payments.save_always,
        enabled_billing_fields: if checkout { billing_fields(asking.shop) } else { Vec::new() },
        customer_data: asking.customer,
        appearance,
        blocks_appearance,
        theme_name: THEME.into(),
        order_received_url: "/checkout/order-received/".into(),
        generic_error_message: sentence(codes::PAYMENT_GENERIC),
        invalid_wallet_type: sentence(codes::PAYMENT_INVALID_WALLET_TYPE),
        ajax_url: "/?wc-ajax=%%endpoint%%".into(),
        wp_ajax_url: "/wp-admin/admin-ajax.php".into(),
        create_setup_intent_nonce: nonce(nonces::SETUP_INTENT),
        create_payment_intent_nonce: nonce(&nonces::create_intent(order)),
        create_and_confirm_setup_intent_nonce: nonce(nonces::KEEP_METHOD),
        update_payment_intent_nonce: nonce(&nonces::update_intent(order)),
        update_failed_order_nonce: nonce(nonces::FAILED_ORDER),
        save_appearance_nonce: nonce(nonces::APPEARANCE),
        messages: own_sentences(asking.shop.payments.messages_in(lang)),
        saved,
    }))
}

/// Lists the checkout's fields that the provider's form omits.
fn billing_fields(shop: &ShopSettings) -> Vec<String> {
    let hidden = shop.checkout.address_2 == Presence::Hidden;
    BILLING_FIELDS
        .iter()
        .filter(|name| !hidden || **name != "billing_address_2")
        .map(|name| (*name).to_owned())
        .collect()
}

/// Loads the customer's saved methods. If that fails the page works without them: a new one can be used.
async fn saved(storefront: &Arc<Storefront>, session: &Session, lang: Lang) -> Vec<SavedMethodView> {
    let Some(customer) = session.customer_id else { return Vec::new() };
    match storefront.saved_methods.saved_methods(customer).await {
        Ok(methods) => methods.iter().map(|own| saved_view(own.id, &own.method, own.is_default, lang)).collect(),
        Err(error) => {
            tracing::error!(%error, "saved methods could not be read");
            Vec::new()
        }
    }
}

/// Describes the provider's methods that a page offers.
fn config(
    methods: &[&PaymentMethodSettings],
    shop: &ShopSettings,
    lang: Lang,
) -> BTreeMap<String, GatewayMethodConfig> {
    let offered: Vec<_> = methods
        .iter()
        .filter_map(|own| Some((own, PaymentMethod::from_gateway_id(&own.id)?)))
        .filter(|(_, method)| shop.takes(*method))
        .collect();
    let kinds: Vec<_> = offered.iter().map(|(_, method)| *method).collect();
    let config = |(own, method): (&&PaymentMethodSettings, PaymentMethod)| {
        let config = GatewayMethodConfig {
            is_reusable: method.saved_as().is_some(),
            countries: method.countries(CURRENCY).into_iter().map(str::to_owned).collect(),
            supports_deferred_intent: method.supports_deferred_intent(),
            title: own.title_in(lang).to_owned(),
            gateway_id: own.id.clone(),
            group: method.group().as_str().into(),
            save_field: save_field(method),
            stands_within: method.stands_within(&kinds),
        };
        (method.as_str().to_owned(), config)
    };
    offered.into_iter().map(config).collect()
}

/// Name of the "save method" field: `wc-stripe-new-payment-method`, or for other methods than cards
/// `wc-stripe_klarna-new-payment-method` (wire contract, C2).
fn save_field(method: PaymentMethod) -> String {
    format!("wc-{}-new-payment-method", method.gateway_id())
}

/// Describes a saved method: "Visa •••• 4242, scade 08/27", "Conto SEPA •••• 3000", "Link (lucia@example.com)".
pub(crate) fn saved_view(id: i64, method: &GatewayMethod, is_default: bool, lang: Lang) -> SavedMethodView {
    SavedMethodView {
        id,
        label: method_label(method, lang),
        kind: method.kind.as_str().into(),
        brand: method.brand.clone(),
        last4: method.last4.clone(),
        expires: method_end(method),
        is_default,
        removal: String::new(),
    }
}

/// Lets a page load the provider's fields: those of the sandbox, or the provider's own script.
pub(crate) fn allow(response: &mut Response, settings: &GatewaySettings) {
    allow_origin(response, settings.sandbox_origin.as_deref());
}

/// The same for a page that only knows the sandbox's origin; with `None` it loads the provider's own script.
pub(crate) fn allow_origin(response: &mut Response, sandbox_origin: Option<&str>) {
    let additions = match sandbox_origin {
        Some(origin) => CspAdditions { frame_src: vec![Cow::Owned(origin.to_owned())], ..CspAdditions::default() },
        None => CspAdditions {
            script_src: PROVIDER_SCRIPTS.map(Cow::Borrowed).to_vec(),
            connect_src: vec![PROVIDER_CALLS.into()],
            img_src: vec![PROVIDER_PICTURES.into()],
            frame_src: PROVIDER_FRAMES.map(Cow::Borrowed).to_vec(),
            ..CspAdditions::default()
        },
    };
    let known = response.extensions_mut().remove::<CspAdditions>().unwrap_or_default();
    response.extensions_mut().insert(known.and(additions));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(id: &str) -> PaymentMethodSettings {
        PaymentMethodSettings { id: id.into(), enabled: true, title: "Carta".into(), ..Default::default() }
    }

    #[test]
    fn only_the_providers_methods_are_in_its_settings() {
        let rows =
            ["bacs", "cod", "stripe", "stripe_klarna", "stripe_giropay", "stripe_blik", "stripe_bitcoin"].map(own);
        let shop = ShopSettings::default();
        let trial = ShopSettings { any_currency: true, ..ShopSettings::default() };
        let rows: Vec<_> = rows.iter().collect();
        assert_eq!(config(&rows, &trial, Lang::It).into_keys().collect::<Vec<_>>(), ["blik", "card", "klarna"]);
        let config = config(&rows, &shop, Lang::It);
        assert_eq!(config.keys().map(String::as_str).collect::<Vec<_>>(), ["card", "klarna"]);
        assert!(config["card"].is_reusable && !config["klarna"].is_reusable);
        assert_eq!(config["card"].save_field, "wc-stripe-new-payment-method");
        assert_eq!(config["klarna"].save_field, "wc-stripe_klarna-new-payment-method");
        assert!(config["card"].countries.is_empty() && config["klarna"].countries.contains(&"IT".to_owned()));
    }

    #[test]
    fn a_saved_card_is_named_by_what_is_printed_on_it() {
        let card = GatewayMethod {
            id: "pm_1".into(),
            kind: PaymentMethod::Card,
            customer: None,
            brand: "visa".into(),
            last4: "4242".into(),
            expires: Some((8, 2027)),
            email: String::new(),
        };
        assert_eq!(saved_view(1, &card, true, Lang::It).label, "Visa •••• 4242, scade 08/27");
        let link = GatewayMethod {
            kind: PaymentMethod::Link,
            email: "a@example.com".into(),
            last4: String::new(),
            expires: None,
            ..card
        };
        assert_eq!(saved_view(2, &link, false, Lang::En).label, "Link (a@example.com)");
    }
}
