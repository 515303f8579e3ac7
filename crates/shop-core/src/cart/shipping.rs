//! Delivery: zones, their delivery methods and the costs. [`zone`] finds the zone of an address, [`form`] is the merchant's form.

pub mod form;
pub mod zone;

use serde::{Deserialize, Serialize};

pub use zone::{ShippingPlace, zone_for};

use crate::base::{Cents, wire_enum};

/// A delivery zone: places that share delivery methods. A zone without any place is the rest of the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ShippingZone {
    /// Name for the back office.
    pub name: String,
    /// Whole countries, upper case.
    pub countries: Vec<String>,
    /// Additional provinces: `IT:CA`.
    #[serde(default)]
    pub states: Vec<String>,
    /// Restriction to these postcodes; empty: all. [`crate::checkout::address::postcode_pattern::postcode_matches`] describes the
    /// format.
    #[serde(default)]
    pub postcodes: Vec<String>,
    /// Delivery methods, in order.
    pub methods: Vec<ShippingMethod>,
}

wire_enum! {
    /// Kind of delivery.
    ShippingKind {
        /// A fixed cost.
        FlatRate = "flat_rate",
        /// Free delivery under a condition.
        FreeShipping = "free_shipping",
        /// Picked up by the buyer.
        LocalPickup = "local_pickup",
    } default FlatRate
}

wire_enum! {
    /// Condition for free delivery.
    FreeShippingNeeds {
        Nothing = "",
        /// A coupon that grants it.
        Coupon = "coupon",
        /// A minimum amount.
        MinAmount = "min_amount",
        /// Either of the two.
        Either = "either",
        Both = "both",
    } default Nothing
}

/// A delivery method.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ShippingMethod {
    /// Number, unique in the shop: the second half of the rate id.
    pub instance_id: i64,
    pub kind: ShippingKind,
    /// Title shown to shoppers.
    pub title: String,
    /// Title in English; empty: the Italian one.
    pub title_en: String,
    /// Description shown under the title.
    pub description: String,
    /// Cost as entered: with or without tax, see [`crate::cart::totals::TotalsRules::shipping_prices_include_tax`].
    pub cost_cents: Cents,
    /// Whether it is taxed.
    pub taxable: bool,
    /// Condition for free delivery.
    pub requires: FreeShippingNeeds,
    /// Minimum amount for free delivery, compared with [`Parcel::goods_cents`]: with tax for buyers who see gross prices, without
    /// it for those who see net prices.
    pub min_amount_cents: Cents,
    /// Minimum weight of the goods, in thousandths of the shop's unit; `None`: no minimum.
    #[serde(default)]
    pub min_weight_milli: Option<i64>,
    /// Maximum weight of the goods, in thousandths of the shop's unit; `None`: no maximum.
    #[serde(default)]
    pub max_weight_milli: Option<i64>,
    /// Surcharges for shipping classes, once for each class in the cart.
    #[serde(default)]
    pub class_costs: Vec<ClassCost>,
}

/// Surcharge of a delivery method for a shipping class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ClassCost {
    /// Slug of the shipping class.
    pub class: String,
    /// Surcharge, with or without tax like the method's own cost.
    pub cost_cents: Cents,
}

/// Goods delivered together, with the properties that matter for delivery methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parcel<'a> {
    /// Value after discounts as shown to the buyer: with tax, or without it if the buyer sees net prices.
    pub goods_cents: Cents,
    /// Whether a coupon grants free delivery.
    pub has_free_shipping_coupon: bool,
    /// Weight in thousandths of the shop's unit; goods without a weight add nothing.
    pub weight_milli: i64,
    /// Slugs of its shipping classes, without duplicates.
    pub classes: &'a [&'a str],
}

impl ShippingMethod {
    /// Returns the rate id, such as `flat_rate:1`.
    pub fn rate_id(&self) -> String {
        format!("{}:{}", self.kind.as_str(), self.instance_id)
    }

    /// Returns whether the method is available for these goods.
    pub fn is_available(&self, parcel: &Parcel<'_>) -> bool {
        self.offered_from(parcel).is_some_and(|least| parcel.goods_cents >= least)
    }

    /// Returns the minimum value of goods for which the method is offered to a parcel of this weight with or without a coupon;
    /// `None`: it is never offered.
    fn offered_from(&self, parcel: &Parcel<'_>) -> Option<Cents> {
        let light = self.max_weight_milli.is_none_or(|most| parcel.weight_milli <= most);
        let heavy = self.min_weight_milli.is_none_or(|least| parcel.weight_milli >= least);
        if !(light && heavy) {
            return None;
        }
        if self.kind != ShippingKind::FreeShipping {
            return Some(Cents::ZERO);
        }
        match (self.requires, parcel.has_free_shipping_coupon) {
            (FreeShippingNeeds::Nothing, _) | (FreeShippingNeeds::Coupon | FreeShippingNeeds::Either, true) => {
                Some(Cents::ZERO)
            }
            (FreeShippingNeeds::Coupon | FreeShippingNeeds::Both, false) => None,
            (FreeShippingNeeds::MinAmount, _)
            | (FreeShippingNeeds::Either, false)
            | (FreeShippingNeeds::Both, true) => Some(self.min_amount_cents),
        }
    }

    /// Returns the cost for these goods, as entered: its own cost and the surcharge for each shipping class among them.
    pub fn cost_for(&self, parcel: &Parcel<'_>) -> Cents {
        let added = self.class_costs.iter().filter(|one| parcel.classes.contains(&one.class.as_str()));
        added.fold(self.cost_cents, |sum, one| sum + one.cost_cents)
    }
}

/// Returns the available methods, in order.
pub fn available_methods<'a>(zone: Option<&'a ShippingZone>, parcel: &Parcel<'_>) -> Vec<&'a ShippingMethod> {
    zone.map(|zone| zone.methods.iter().filter(|m| m.is_available(parcel)).collect()).unwrap_or_default()
}

/// A choice of delivery, made by the buyer or by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct DeliveryChoice {
    /// Id of the rate; empty: none was offered.
    pub rate_id: String,
    /// Ids of all rates that were offered, in order.
    pub offered: Vec<String>,
}

impl DeliveryChoice {
    /// Returns the selected one of the offered methods. A choice remains as long as the same rates are offered, whatever else
    /// changes; otherwise it is made again ([`default_method`]).
    pub fn selected(&self, methods: &[&ShippingMethod], parcel: &Parcel<'_>) -> Option<usize> {
        let same = methods.iter().map(|method| method.rate_id()).eq(self.offered.iter().cloned());
        let chosen = methods.iter().position(|method| same && method.rate_id() == self.rate_id);
        chosen.or_else(|| default_method(methods, parcel, &self.rate_id))
    }

    /// Returns whether the goods are picked up.
    pub fn is_pickup(&self) -> bool {
        self.rate_id.split(':').next() == Some(ShippingKind::LocalPickup.as_str())
    }
}

/// Returns the default method for a new choice: pickup if that was chosen and is still available, else the free one if a coupon
/// grants free delivery, else the first. `chosen`: the rate id of the current choice.
pub fn default_method(methods: &[&ShippingMethod], parcel: &Parcel<'_>, chosen: &str) -> Option<usize> {
    let fetched = methods.iter().position(|m| m.kind == ShippingKind::LocalPickup && m.rate_id() == chosen);
    let free = || methods.iter().position(|m| parcel.has_free_shipping_coupon && m.kind == ShippingKind::FreeShipping);
    fetched.or_else(free).or(if methods.is_empty() { None } else { Some(0) })
}

/// Progress towards free delivery, in the terms of [`Parcel::goods_cents`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeDelivery {
    /// Minimum amount of the offer.
    pub from: Cents,
    /// Missing amount; 0: it is reached.
    pub missing: Cents,
}

/// Returns the amount from which a parcel is delivered free of charge, and what is missing to it. It follows the rule of
/// [`ShippingMethod::is_available`], so that nothing is promised that is not offered then. The lowest of several amounts; `None`:
/// at none, or at any.
///
/// ```
/// use shop_core::cart::shipping::{Parcel, free_delivery};
/// assert_eq!(free_delivery(None, &Parcel::default()), None);
/// ```
pub fn free_delivery(zone: Option<&ShippingZone>, parcel: &Parcel<'_>) -> Option<FreeDelivery> {
    let free = zone?.methods.iter().filter(|method| method.kind == ShippingKind::FreeShipping);
    let from = free.filter_map(|method| method.offered_from(parcel)).min().filter(|from| *from > Cents::ZERO)?;
    Some(FreeDelivery { from, missing: (from - parcel.goods_cents).max(Cents::ZERO) })
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
        vec![ShippingZone {
            name: "Italia".into(),
            countries: vec!["IT".into()],
            methods: vec![flat, free],
            ..ShippingZone::default()
        }]
    }

    fn italy(zones: &[ShippingZone]) -> Option<&ShippingZone> {
        zone_for(zones, ShippingPlace { country: "IT", ..ShippingPlace::default() })
    }

    fn worth(cents: i64, coupon: bool) -> Parcel<'static> {
        Parcel { goods_cents: Cents(cents), has_free_shipping_coupon: coupon, ..Parcel::default() }
    }

    #[test]
    fn free_delivery_starts_exactly_at_its_amount_or_with_a_coupon() {
        let zones = zones();
        let count = |cents, coupon| available_methods(italy(&zones), &worth(cents, coupon)).len();
        assert_eq!(count(4999, false), 1);
        assert_eq!(count(5000, false), 2);
        assert_eq!(count(100, true), 2);
    }

    const FLAT: &str = "flat_rate:1";
    const FREE: &str = "free_shipping:2";
    const FETCHED: &str = "local_pickup:3";

    /// The rate selected for goods of a value with a coupon or not, of a choice made among others.
    fn selected(zones: &[ShippingZone], parcel: &Parcel<'_>, rate_id: &str, offered: &[&str]) -> Option<String> {
        let offered = offered.iter().map(|id| (*id).to_owned()).collect();
        let methods = available_methods(italy(zones), parcel);
        let choice = DeliveryChoice { rate_id: rate_id.into(), offered };
        choice.selected(&methods, parcel).map(|at| methods[at].rate_id())
    }

    #[test]
    fn a_choice_holds_while_the_same_rates_are_on_offer_even_when_a_coupon_grants_free_delivery() {
        let zones = zones();
        for rate in [FLAT, FREE] {
            for coupon in [false, true] {
                let selected_id = selected(&zones, &worth(6000, coupon), rate, &[FLAT, FREE]);
                assert_eq!(selected_id.as_deref(), Some(rate), "{coupon}");
            }
        }
    }

    #[test]
    fn with_other_rates_on_offer_the_choice_is_made_anew() {
        let mut zones = zones();
        let rate = |zones: &[ShippingZone], cents, coupon, chosen, offered: &[&str]| {
            selected(zones, &worth(cents, coupon), chosen, offered).unwrap_or_default()
        };
        assert_eq!(rate(&zones, 100, false, FREE, &[FLAT, FREE]), FLAT, "what vanished falls back to the first");
        assert_eq!(rate(&zones, 6000, false, FREE, &[FREE]), FLAT, "also what is still there");
        assert_eq!(rate(&zones, 100, true, FLAT, &[FLAT]), FREE, "a coupon opened it");
        assert_eq!(rate(&zones, 6000, false, FREE, &[FREE, FLAT]), FLAT, "another order is another offer");
        assert_eq!(rate(&zones, 100, false, "", &[]), FLAT, "none was made yet");
        zones[0].methods.push(ShippingMethod {
            instance_id: 3,
            kind: ShippingKind::LocalPickup,
            ..ShippingMethod::default()
        });
        assert_eq!(
            rate(&zones, 100, true, FETCHED, &[FLAT, FETCHED]),
            FETCHED,
            "who fetches the goods goes on doing so"
        );
        assert_eq!(rate(&zones, 100, false, "local_pickup:9", &["local_pickup:9"]), FLAT, "but not elsewhere");
    }

    #[test]
    fn what_is_missing_to_free_delivery_ends_at_its_amount() {
        let mut zones = zones();
        let offer = |zones: &[ShippingZone], cents, coupon| free_delivery(italy(zones), &worth(cents, coupon));
        for (cents, missing) in [(0, 5000), (4999, 1), (5000, 0), (9000, 0)] {
            let wanted = FreeDelivery { from: Cents(5000), missing: Cents(missing) };
            assert_eq!(offer(&zones, cents, false), Some(wanted), "{cents}");
        }
        assert_eq!(offer(&zones, 0, true), None, "a coupon alone makes it free");
        zones[0].methods[1].requires = FreeShippingNeeds::Both;
        assert_eq!(offer(&zones, 0, false), None, "without the coupon the amount does not help");
        assert!(offer(&zones, 0, true).is_some());
        for requires in [FreeShippingNeeds::Nothing, FreeShippingNeeds::Coupon] {
            zones[0].methods[1].requires = requires;
            assert_eq!(offer(&zones, 0, true), None);
        }
    }

    #[test]
    fn what_is_promised_of_free_delivery_is_offered_then() {
        use FreeShippingNeeds as N;
        let mut zones = zones();
        for requires in [N::Nothing, N::Coupon, N::MinAmount, N::Either, N::Both] {
            for (weight_milli, coupon) in [(0, false), (0, true), (9000, false), (9000, true)] {
                let free = &mut zones[0].methods[1];
                (free.requires, free.max_weight_milli) = (requires, Some(5000));
                let parcel = Parcel { weight_milli, ..worth(1200, coupon) };
                let is_offered = |parcel: &Parcel<'_>| zones[0].methods[1].is_available(parcel);
                if let Some(offer) = free_delivery(italy(&zones), &parcel) {
                    let reached = Parcel { goods_cents: parcel.goods_cents + offer.missing, ..parcel };
                    let short = Parcel { goods_cents: reached.goods_cents - Cents(1), ..parcel };
                    assert_eq!((is_offered(&reached), is_offered(&short)), (true, false), "{requires:?} {coupon}");
                } else {
                    let dear = Parcel { goods_cents: Cents(1_000_000), ..parcel };
                    assert_eq!(is_offered(&dear), is_offered(&parcel), "{requires:?} {coupon} {weight_milli}");
                }
            }
        }
    }

    #[test]
    fn where_delivery_is_free_anyway_no_amount_is_told() {
        let mut zones = zones();
        zones[0].methods.push(ShippingMethod {
            instance_id: 3,
            kind: ShippingKind::FreeShipping,
            ..ShippingMethod::default()
        });
        assert_eq!(free_delivery(italy(&zones), &worth(100, false)), None);
    }

    #[test]
    fn a_place_outside_all_zones_has_no_delivery() {
        let zones = zones();
        let place = ShippingPlace { country: "US", ..ShippingPlace::default() };
        assert!(available_methods(zone_for(&zones, place), &worth(1, false)).is_empty());
        assert_eq!(default_method(&[], &worth(1, true), FREE), None);
    }

    #[test]
    fn a_way_of_delivery_holds_between_its_weights_and_costs_more_for_some_classes() {
        let mut zones = zones();
        let flat = &mut zones[0].methods[0];
        (flat.min_weight_milli, flat.max_weight_milli) = (Some(1000), Some(5000));
        flat.class_costs = vec![
            ClassCost { class: "fresco".into(), cost_cents: Cents(700) },
            ClassCost { class: "vetro".into(), cost_cents: Cents(150) },
        ];
        let weighing = |weight_milli| Parcel { weight_milli, ..Parcel::default() };
        for (weight, offered) in [(999, false), (1000, true), (5000, true), (5001, false)] {
            assert_eq!(flat.is_available(&weighing(weight)), offered, "{weight}");
        }
        let cost = |classes: &[&str]| flat.cost_for(&Parcel { classes, ..Parcel::default() });
        assert_eq!(cost(&[]), Cents(500));
        assert_eq!(cost(&["altro"]), Cents(500));
        assert_eq!(cost(&["fresco", "vetro"]), Cents(1350));
    }
}
