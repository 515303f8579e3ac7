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

/// How far goods of this displayed value after discounts are from free delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeDelivery {
    /// The least amount of the offer.
    pub from: Cents,
    /// What is missing; nothing: it is reached.
    pub missing: Cents,
}

/// The offer of free delivery from an amount that holds for a zone, the lowest of several. Offers that need a coupon count
/// only when there is one; `None`: no such offer.
///
/// ```
/// use shop_core::Cents;
/// use shop_core::shipping::free_delivery;
/// assert_eq!(free_delivery(None, Cents(100), false), None);
/// ```
pub fn free_delivery(
    zone: Option<&ShippingZone>,
    goods_cents: Cents,
    has_free_shipping_coupon: bool,
) -> Option<FreeDelivery> {
    let counts = |method: &&ShippingMethod| {
        method.kind == ShippingKind::FreeShipping
            && match method.requires {
                FreeShippingNeeds::MinAmount => true,
                // With a coupon the amount no longer matters.
                FreeShippingNeeds::Either => !has_free_shipping_coupon,
                FreeShippingNeeds::Both => has_free_shipping_coupon,
                FreeShippingNeeds::Nothing | FreeShippingNeeds::Coupon => false,
            }
            && method.min_amount_cents > Cents::ZERO
    };
    let from = zone?.methods.iter().filter(counts).map(|method| method.min_amount_cents).min()?;
    Some(FreeDelivery { from, missing: (from - goods_cents).max(Cents::ZERO) })
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
    fn what_is_missing_to_free_delivery_ends_at_its_amount() {
        let mut zones = zones();
        let told = |zones: &[ShippingZone], cents, coupon| free_delivery(zone_for(zones, "IT"), Cents(cents), coupon);
        for (cents, missing) in [(0, 5000), (4999, 1), (5000, 0), (9000, 0)] {
            let wanted = FreeDelivery { from: Cents(5000), missing: Cents(missing) };
            assert_eq!(told(&zones, cents, false), Some(wanted), "{cents}");
        }
        assert_eq!(told(&zones, 0, true), None, "a coupon alone makes it free");
        zones[0].methods[1].requires = FreeShippingNeeds::Both;
        assert_eq!(told(&zones, 0, false), None, "without the coupon the amount does not help");
        assert!(told(&zones, 0, true).is_some());
        for requires in [FreeShippingNeeds::Nothing, FreeShippingNeeds::Coupon] {
            zones[0].methods[1].requires = requires;
            assert_eq!(told(&zones, 0, true), None);
        }
    }

    #[test]
    fn a_country_outside_all_zones_has_no_delivery() {
        let zones = zones();
        assert_eq!(available_methods(zone_for(&zones, "US"), Cents(1), false, None), (vec![], None));
    }
}
