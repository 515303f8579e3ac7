//! Settings for a buyer: what the role hides is left out, and prices are displayed as it specifies.

use shop_core::base::Cents;
use shop_core::orders::payment::BY_INVOICE;
use shop_core::trade::role::RoleTerms;

use super::{ShopSettings, TaxDisplay};

/// Further terms of a buyer. Not stored: they come with the role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuyerTerms {
    /// Minimum value of goods of an order, net; zero for none.
    pub minimum_order_cents: Cents,
    /// Payment term in days for orders by invoice; `None` if this method is not available.
    pub invoice_days: Option<u16>,
}

impl ShopSettings {
    /// Returns the settings for buyers with a role's terms; `trades`: they buy for a company.
    #[must_use]
    pub fn on_terms(&self, role: &RoleTerms, trades: bool) -> Self {
        let mut out = self.clone();
        if role.net_prices {
            out.taxes.shop_prices = TaxDisplay::Excluded;
            out.taxes.cart_prices = TaxDisplay::Excluded;
        }
        for method in &mut out.payment_methods {
            method.enabled &= !role.hidden_payment_methods.contains(&method.id);
        }
        out.buyer.invoice_days = role.invoice_days.filter(|_| trades);
        if let Some(days) = out.buyer.invoice_days {
            fill_invoice_days(&mut out, days);
        }
        for zone in &mut out.zones {
            zone.methods.retain(|method| !role.hidden_shipping_methods.contains(&method.rate_id()));
        }
        let of_shop = if trades { self.trade.minimum_order } else { Cents::ZERO };
        let own = role.minimum_order_cents;
        out.buyer.minimum_order_cents = if own > Cents::ZERO { own } else { of_shop };
        out
    }
}

/// Fills the payment term into the merchant's texts for payment by invoice, where they have a placeholder.
fn fill_invoice_days(settings: &mut ShopSettings, days: u16) {
    for method in settings.payment_methods.iter_mut().filter(|method| method.id == BY_INVOICE) {
        for words in [&mut method.title, &mut method.title_en, &mut method.description, &mut method.description_en] {
            *words = words.replace("{days}", &days.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use shop_core::cart::shipping::{ShippingKind, ShippingMethod, ShippingZone};

    use super::*;
    use crate::platform::settings::PaymentMethodSettings;

    fn shop() -> ShopSettings {
        let method =
            |id: &str| PaymentMethodSettings { id: id.into(), enabled: true, ..PaymentMethodSettings::default() };
        let way =
            |instance_id| ShippingMethod { instance_id, kind: ShippingKind::FlatRate, ..ShippingMethod::default() };
        let mut settings = ShopSettings {
            payment_methods: vec![method("bacs"), method("cod")],
            zones: vec![ShippingZone { methods: vec![way(1), way(2)], ..ShippingZone::default() }],
            ..ShopSettings::default()
        };
        settings.trade.minimum_order = Cents(5000);
        settings
    }

    #[test]
    fn what_a_role_hides_is_not_offered_to_it() {
        let role = RoleTerms {
            hidden_payment_methods: vec!["cod".into()],
            hidden_shipping_methods: vec!["flat_rate:2".into()],
            net_prices: true,
            ..RoleTerms::default()
        };
        let settings = shop().on_terms(&role, true);
        let offered: Vec<&str> = settings.enabled_payment_methods().map(|method| method.id.as_str()).collect();
        assert_eq!(offered, ["bacs"]);
        assert_eq!(settings.zones[0].methods.iter().map(ShippingMethod::rate_id).collect::<Vec<_>>(), ["flat_rate:1"]);
        assert_eq!(settings.taxes.shop_prices, TaxDisplay::Excluded);
        assert_eq!(settings.taxes.cart_prices, TaxDisplay::Excluded);
    }

    #[test]
    fn payment_by_invoice_is_offered_to_companies_whose_role_gives_days() {
        let mut settings = shop();
        settings.payment_methods.push(PaymentMethodSettings {
            id: BY_INVOICE.into(),
            enabled: true,
            title: "Fattura a {days} giorni".into(),
            ..PaymentMethodSettings::default()
        });
        let offered = |settings: &ShopSettings| {
            let method = settings.enabled_payment_methods().find(|method| method.id == BY_INVOICE);
            method.map(|method| method.title.clone())
        };
        let role = |invoice_days| RoleTerms { invoice_days, ..RoleTerms::default() };
        assert_eq!(offered(&settings), None, "to nobody without terms");
        assert_eq!(offered(&settings.on_terms(&role(None), true)), None);
        assert_eq!(offered(&settings.on_terms(&role(Some(30)), false)), None, "to no private customer");
        assert_eq!(offered(&settings.on_terms(&role(Some(30)), true)).as_deref(), Some("Fattura a 30 giorni"));
        let hidden = RoleTerms { hidden_payment_methods: vec![BY_INVOICE.into()], ..role(Some(30)) };
        assert_eq!(offered(&settings.on_terms(&hidden, true)), None);
        settings.payment_methods[2].enabled = false;
        assert_eq!(offered(&settings.on_terms(&role(Some(30)), true)), None, "the merchant has switched it off");
    }

    #[test]
    fn a_roles_own_minimum_holds_before_the_shops_and_consumers_have_none() {
        let of = |cents, trades| {
            let role = RoleTerms { minimum_order_cents: Cents(cents), ..RoleTerms::default() };
            shop().on_terms(&role, trades).buyer.minimum_order_cents
        };
        assert_eq!((of(0, true), of(100, true)), (Cents(5000), Cents(100)));
        assert_eq!((of(0, false), of(100, false)), (Cents::ZERO, Cents(100)));
        assert_eq!(shop().buyer.minimum_order_cents, Cents::ZERO);
    }
}
