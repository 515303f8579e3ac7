//! Delivery: zones, the ways to deliver in each, and what they cost.

use serde::{Deserialize, Serialize};

use crate::catalogue::product::wire_enum;
use crate::money::Cents;

/// Countries that share ways of delivery. A zone without countries is the rest of the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShippingZone {
    /// Name, for the back office.
    pub name: String,
    /// Countries, upper case.
    pub countries: Vec<String>,
    /// Ways of delivery, in order.
    pub methods: Vec<ShippingMethod>,
}

wire_enum! {
    /// Kind of delivery.
    ShippingKind {
        /// A fixed cost.
        FlatRate = "flat_rate",
        /// Nothing, under a condition.
        FreeShipping = "free_shipping",
        /// Fetched by the buyer.
        LocalPickup = "local_pickup",
    } default FlatRate
}

wire_enum! {
    /// What free delivery requires.
    FreeShippingNeeds {
        /// Nothing.
        Nothing = "",
        /// A coupon that grants it.
        Coupon = "coupon",
        /// A least amount.
        MinAmount = "min_amount",
        /// One of the two.
        Either = "either",
        /// Both.
        Both = "both",
    } default Nothing
}

/// A way of delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShippingMethod {
    /// Number, unique in the shop: the second half of the rate id.
    pub instance_id: i64,
    /// Kind.
    pub kind: ShippingKind,
    /// Words shown to shoppers.
    pub title: String,
    /// English words; empty: as Italian.
    pub title_en: String,
    /// Explanation shown under the words.
    pub description: String,
    /// Cost without tax.
    pub cost_cents: Cents,
    /// Whether tax comes on top.
    pub taxable: bool,
    /// Condition of free delivery.
    pub requires: FreeShippingNeeds,
    /// Least amount for free delivery, compared with the goods after discounts as displayed.
    pub min_amount_cents: Cents,
}

impl ShippingMethod {
    /// `flat_rate:1`
    pub fn rate_id(&self) -> String {
        format!("{}:{}", self.kind.as_str(), self.instance_id)
    }

    /// Whether the method can be chosen for goods of this displayed value after discounts.
    pub fn is_available(&self, goods_cents: Cents, has_free_shipping_coupon: bool) -> bool {
        if self.kind != ShippingKind::FreeShipping {
            return true;
        }
        let enough = goods_cents >= self.min_amount_cents;
        match self.requires {
            FreeShippingNeeds::Nothing => true,
            FreeShippingNeeds::Coupon => has_free_shipping_coupon,
            FreeShippingNeeds::MinAmount => enough,
            FreeShippingNeeds::Either => enough || has_free_shipping_coupon,
            FreeShippingNeeds::Both => enough && has_free_shipping_coupon,
        }
    }
}

/// The zone of a country: the first that names it, else the rest of the world if the shop has such a zone.
pub fn zone_for<'a>(zones: &'a [ShippingZone], country: &str) -> Option<&'a ShippingZone> {
    zones
        .iter()
        .find(|zone| zone.countries.iter().any(|c| c == country))
        .or_else(|| zones.iter().find(|zone| zone.countries.is_empty()))
}

/// The methods that can be chosen, in order, and which is selected: the chosen one if it is still there, else the free one
/// that a coupon opens, else the first.
pub fn available_methods<'a>(
    zone: Option<&'a ShippingZone>,
    goods_cents: Cents,
    has_free_shipping_coupon: bool,
    chosen_rate_id: Option<&str>,
) -> (Vec<&'a ShippingMethod>, Option<usize>) {
    let methods: Vec<&ShippingMethod> = zone
        .map(|zone| zone.methods.iter().filter(|m| m.is_available(goods_cents, has_free_shipping_coupon)).collect())
        .unwrap_or_default();
    let chosen = chosen_rate_id.and_then(|id| methods.iter().position(|m| m.rate_id() == id));
    let free = || methods.iter().position(|m| has_free_shipping_coupon && m.kind == ShippingKind::FreeShipping);
    let selected = chosen.or_else(free).or(if methods.is_empty() { None } else { Some(0) });
    (methods, selected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zones() -> Vec<ShippingZone> {
        let flat =
            ShippingMethod { instance_id: 1, cost_cents: Cents(500), taxable: true, ..ShippingMethod::default() };
        let free = ShippingMethod {
            instance_id: 2,
            kind: ShippingKind::FreeShipping,
            requires: FreeShippingNeeds::Either,
            min_amount_cents: Cents(5000),
            ..ShippingMethod::default()
        };
        vec![ShippingZone { name: "Italia".into(), countries: vec!["IT".into()], methods: vec![flat, free] }]
    }

    #[test]
    fn free_delivery_starts_exactly_at_its_amount_or_with_a_coupon() {
        let zones = zones();
        let count = |cents, coupon| available_methods(zone_for(&zones, "IT"), Cents(cents), coupon, None).0.len();
        assert_eq!(count(4999, false), 1);
        assert_eq!(count(5000, false), 2);
        assert_eq!(count(100, true), 2);
    }

    #[test]
    fn a_chosen_rate_that_vanished_falls_back_to_the_first() {
        let zones = zones();
        let selected =
            |cents| available_methods(zone_for(&zones, "IT"), Cents(cents), false, Some("free_shipping:2")).1;
        assert_eq!(selected(6000), Some(1));
        assert_eq!(selected(100), Some(0));
    }

    #[test]
    fn a_country_outside_all_zones_has_no_delivery() {
        let zones = zones();
        assert_eq!(available_methods(zone_for(&zones, "US"), Cents(1), false, None), (vec![], None));
    }
}
