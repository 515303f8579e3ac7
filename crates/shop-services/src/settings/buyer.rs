//! The settings as they are for a buyer: what his role does not offer him is left out, and prices are shown as it says.

use shop_core::base::Cents;
use shop_core::trade::role::RoleTerms;

use super::{ShopSettings, TaxDisplay};

/// What more a buyer's terms say. Not stored: it comes with his role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuyerTerms {
    /// Least value of goods of an order, net; nothing: none.
    pub minimum_order_cents: Cents,
}

impl ShopSettings {
    /// The settings for who buys on the terms of a role; `trades`: for a company.
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
        for zone in &mut out.zones {
            zone.methods.retain(|method| !role.hidden_shipping_methods.contains(&method.rate_id()));
        }
        let of_shop = if trades { self.trade.minimum_order } else { Cents::ZERO };
        let own = role.minimum_order_cents;
        out.buyer.minimum_order_cents = if own > Cents::ZERO { own } else { of_shop };
        out
    }
}

#[cfg(test)]
mod tests {
    use shop_core::shipping::{ShippingKind, ShippingMethod, ShippingZone};

    use super::*;
    use crate::settings::PaymentMethodSettings;

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
