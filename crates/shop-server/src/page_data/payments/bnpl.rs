//! Configuration of the instalments widget (payments, section 2): lender, terms, and position.

use shop_core::payments::availability::{MethodOffer, refusals};
use shop_core::payments::bnpl::offer::BnplTerms;
use shop_core::payments::bnpl::widget::{WidgetKind, configuration};
use shop_core::payments::method::{MethodGroup, PaymentMethod};
use shop_services::platform::settings::ShopSettings;

/// Returns a page's configuration; empty when there is no lender or the widget is disabled. The product is 0 on the cart page.
pub(crate) fn widget(settings: &ShopSettings, kind: WidgetKind, product_id: i64) -> String {
    let bnpl = &settings.bnpl;
    let Some(lender) = lender(settings).filter(|_| bnpl.enabled) else { return String::new() };
    let selectors = match kind {
        WidgetKind::Cart => &bnpl.cart_selectors,
        WidgetKind::Product => &bnpl.product_selectors,
    };
    let selectors: Vec<String> =
        selectors.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let terms = BnplTerms {
        provider: lender.to_owned(),
        parts: bnpl.parts,
        minimum_cents: bnpl.minimum_cents,
        maximum_cents: bnpl.maximum_cents,
    };
    configuration(kind, product_id, &selectors, &terms)
}

/// Returns the lender: the first enabled method that lends in the shop's country and currency.
fn lender(settings: &ShopSettings) -> Option<&'static str> {
    let lends = |method: &PaymentMethod| {
        let id = method.as_str().to_owned();
        let offer = MethodOffer {
            enabled: vec![id.clone()],
            method: id,
            billing_country: settings.shop.country.clone(),
            currency: "EUR".to_owned(),
            amount: settings.bnpl.minimum_cents.0,
            ..MethodOffer::default()
        };
        method.group() == MethodGroup::BuyNowPayLater && refusals(&offer).is_empty()
    };
    let mut methods = settings.enabled_payment_methods().filter_map(|own| PaymentMethod::from_gateway_id(&own.id));
    methods.find(lends).map(|method| match method {
        // Afterpay's name in Europe.
        PaymentMethod::AfterpayClearpay => "Clearpay",
        other => other.title()[0],
    })
}

#[cfg(test)]
mod tests {
    use shop_services::platform::settings::{PaymentMethodSettings, ShopFacts};

    use super::*;

    fn shop(method: &str, enabled: bool) -> ShopSettings {
        let own = PaymentMethodSettings { id: method.into(), enabled, ..PaymentMethodSettings::default() };
        let mut settings = ShopSettings { has_gateway: true, payment_methods: vec![own], ..ShopSettings::default() };
        settings.bnpl.enabled = true;
        settings
    }

    #[test]
    fn nothing_is_promised_that_nobody_lends() {
        let of = |settings: &ShopSettings| widget(settings, WidgetKind::Product, 7);
        assert!(of(&shop("stripe_klarna", true)).contains("Klarna"));
        for settings in [
            shop("stripe_klarna", false),
            shop("stripe", true),
            // Lends in other countries only.
            shop("stripe_affirm", true),
            ShopSettings { has_gateway: false, ..shop("stripe_klarna", true) },
            ShopSettings {
                shop: ShopFacts { country: "HU".into(), ..ShopFacts::default() },
                ..shop("stripe_klarna", true)
            },
        ] {
            assert_eq!(of(&settings), "");
        }
        let mut off = shop("stripe_klarna", true);
        off.bnpl.enabled = false;
        assert_eq!(of(&off), "");
    }
}
