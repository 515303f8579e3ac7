//! Quantities: parsing of a typed quantity within a product's limits.
//!
//! There are two interpretations of the same text, as on the platform whose behaviour this follows. The variation form leaves the
//! typed text as it is while it is a number within the limits ("2.5" stays, [`settle`]); in the cart it is always a whole number
//! of pieces ([`clamp`]).

use serde::{Deserialize, Serialize};

use super::product::{Backorders, Product, QuantityRule, Variation};
use crate::base::FieldError;
use crate::base::text::{format_fixed, parse_fixed};
use crate::platform::messages::codes;

/// Highest quantity of a line without another limit, as clients of the store API know it.
pub const MAX_QUANTITY: i64 = 9999;

/// Maximum number of decimal places of a typed quantity; with more it does not count as a number.
const PLACES: u32 = 6;

/// Units of one piece: 10^[`PLACES`].
const PIECE: i64 = 1_000_000;

impl QuantityRule {
    /// Returns the limits of a line: whole packs, and no more than `left` pieces if stock is limited.
    pub fn bounds(self, left: Option<i64>) -> QuantityBounds {
        let step = self.step.unwrap_or(1).clamp(1, MAX_QUANTITY);
        let least = self.min.unwrap_or(1).clamp(1, MAX_QUANTITY);
        let min = least + (step - least % step) % step;
        let most = [self.max, left].into_iter().flatten().min().map(|most| most - most.rem_euclid(step));
        QuantityBounds { min, max: most, step, sold_individually: false }
    }
}

/// Returns the limits of a line of this product or variation. `left`: the remaining pieces, if tracked; 0 is no limit, since the
/// error is then about stock and not about the quantity.
pub fn line_bounds(product: &Product, variation: Option<&Variation>, left: Option<i64>) -> QuantityBounds {
    // A booking is for one slot: its people are its quantity.
    if product.item.sold_individually || product.purchase.booking.is_some() {
        return QuantityBounds { max: Some(1), sold_individually: true, ..QuantityBounds::default() };
    }
    let rule = variation.map(|one| one.item.quantity).unwrap_or_default().over(product.item.quantity);
    let stock = match variation {
        Some(one) if !one.stock_of_parent => &one.item.stock,
        _ => &product.item.stock,
    };
    rule.bounds(left.filter(|left| *left > 0 && stock.backorders == Backorders::No))
}

/// Limits for the quantity of a cart line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct QuantityBounds {
    pub min: i64,
    /// Maximum quantity; `None`: no limit. If it is below `min`, `min` wins.
    pub max: Option<i64>,
    /// Multiples in which it is sold, counted from zero like the store API's `multiple_of`. Below 2: any whole number.
    pub step: i64,
    /// Whether an order can contain only one piece, whatever was typed.
    pub sold_individually: bool,
}

impl Default for QuantityBounds {
    fn default() -> Self {
        Self { min: 1, max: None, step: 1, sold_individually: false }
    }
}

impl QuantityBounds {
    /// Returns the highest quantity for clients of the store API, which always expect one.
    pub fn max_for_api(&self) -> i64 {
        self.max.unwrap_or(MAX_QUANTITY).min(MAX_QUANTITY).max(self.min)
    }
}

/// A quantity adjusted to the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClampedQuantity {
    /// Whole number of pieces within the limits.
    pub value: i64,
    /// Whether it differs from the typed one, so that the shopper must be told.
    pub adjusted: bool,
}

/// Converts a typed quantity for the cart. Fractions are cut off (1.5 is 1), text that is no number becomes the minimum, and
/// multiples of the step are rounded down unless that would fall below the minimum.
///
/// ```
/// use shop_core::catalogue::quantity::{QuantityBounds, clamp};
/// let bounds = QuantityBounds { min: 2, max: Some(10), ..QuantityBounds::default() };
/// assert_eq!(clamp("250", &bounds).value, 10);
/// assert_eq!(clamp("abc", &bounds).value, 2);
/// ```
pub fn clamp(typed: &str, bounds: &QuantityBounds) -> ClampedQuantity {
    let number = parse_fixed(typed, PLACES);
    let value = if bounds.sold_individually {
        1
    } else {
        let wanted = number.map_or(bounds.min, |units| units / PIECE);
        let within = wanted.min(bounds.max.unwrap_or(i64::MAX)).max(bounds.min);
        to_step(within, bounds)
    };
    ClampedQuantity { value, adjusted: number.is_none() || number != value.checked_mul(PIECE) }
}

/// An adjusted quantity, with the reason for the adjustment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FittedQuantity {
    /// Whole number of pieces within the limits; for a cart line, 0 removes it.
    pub value: i64,
    /// Notice about the adjustment; null: it is what was typed.
    pub notice: Option<FieldError>,
}

/// Converts a typed quantity like [`clamp`], with a notice if it was adjusted.
///
/// ```
/// use shop_core::catalogue::quantity::{QuantityBounds, fit};
/// let bounds = QuantityBounds { max: Some(24), ..QuantityBounds::default() };
/// let fitted = fit("Olio", "999", &bounds);
/// assert_eq!((fitted.value, fitted.notice.unwrap().code.as_ref()), (24, "quantity_most"));
/// ```
pub fn fit(name: &str, typed: &str, bounds: &QuantityBounds) -> FittedQuantity {
    let ClampedQuantity { value, adjusted } = clamp(typed, bounds);
    if !adjusted {
        return FittedQuantity { value, notice: None };
    }
    let least = bounds.min;
    let (code, limit) = match parse_fixed(typed, PLACES) {
        _ if bounds.sold_individually => (codes::READONLY_QUANTITY, None),
        None => (codes::QUANTITY_NUMBER, None),
        Some(units) if units < least.saturating_mul(PIECE) => (codes::QUANTITY_LEAST, Some(("minimum", least))),
        Some(units) if bounds.max.is_some_and(|most| units > most.saturating_mul(PIECE)) => {
            (codes::QUANTITY_MOST, bounds.max.map(|most| ("maximum", most.max(least))))
        }
        Some(units) if units % PIECE != 0 => (codes::QUANTITY_WHOLE, None),
        Some(_) => (codes::QUANTITY_PACKS, Some(("step", bounds.step))),
    };
    let notice = FieldError::new("quantity", code).with("name", name).with("quantity", value);
    FittedQuantity { value, notice: Some(limit.into_iter().fold(notice, |notice, (name, n)| notice.with(name, n))) }
}

/// Converts a quantity typed into a cart line: 0 removes the line, and text that is no number leaves it unchanged.
pub fn fit_line(name: &str, typed: &str, present: i64, bounds: &QuantityBounds) -> FittedQuantity {
    match parse_fixed(typed, PLACES) {
        Some(0) => FittedQuantity { value: 0, notice: None },
        None => {
            let notice = FieldError::new("quantity", codes::QUANTITY_NUMBER).with("name", name);
            FittedQuantity { value: present, notice: Some(notice.with("quantity", present)) }
        }
        Some(_) => fit(name, typed, bounds),
    }
}

fn to_step(value: i64, bounds: &QuantityBounds) -> i64 {
    if bounds.step < 2 {
        return value;
    }
    let below = value.saturating_sub(value.rem_euclid(bounds.step));
    if below >= bounds.min {
        return below;
    }
    let above = below.saturating_add(bounds.step);
    // No multiple lies within the limits: the minimum is the best alternative.
    if bounds.max.is_some_and(|max| above > max) { bounds.min } else { above }
}

/// Returns the content of the quantity field once limits apply: the typed number if it is within them, else the nearer limit;
/// text that is no number becomes the minimum.
pub fn settle(typed: &str, min: i64, max: Option<i64>) -> String {
    let Some(units) = parse_fixed(typed, PLACES) else { return min.to_string() };
    let upper = max.map_or(i64::MAX, |max| max.saturating_mul(PIECE));
    format_fixed(units.min(upper).max(min.saturating_mul(PIECE)), PLACES)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TWO_TO_TEN: QuantityBounds = QuantityBounds { min: 2, max: Some(10), step: 1, sold_individually: false };

    #[test]
    fn limits_beyond_all_sense_do_not_fail() {
        for min in [i64::MIN, i64::MIN + 1, i64::MAX] {
            let absurd = QuantityBounds { min, max: Some(10), step: 6, sold_individually: false };
            assert!(clamp("abc", &absurd).adjusted, "{min}");
            let _ = settle("abc", min, Some(i64::MIN));
        }
    }

    #[test]
    fn the_cart_takes_whole_pieces_within_the_limits() {
        for (typed, value, adjusted) in [
            ("5", 5, false),
            (" 5 ", 5, false),
            ("05", 5, false),
            ("5,0", 5, false),
            ("2.9", 2, true),
            ("1", 2, true),
            ("0", 2, true),
            ("-4", 2, true),
            ("11", 10, true),
            ("", 2, true),
            ("abc", 2, true),
            ("1e3", 2, true),
            ("99999999999999999999", 2, true),
        ] {
            assert_eq!(clamp(typed, &TWO_TO_TEN), ClampedQuantity { value, adjusted }, "{typed}");
        }
    }

    #[test]
    fn sold_individually_is_always_one() {
        let bounds = QuantityBounds { sold_individually: true, ..TWO_TO_TEN };
        assert_eq!(clamp("7", &bounds), ClampedQuantity { value: 1, adjusted: true });
        assert_eq!(clamp("1", &bounds), ClampedQuantity { value: 1, adjusted: false });
    }

    #[test]
    fn steps_are_reached_downwards_but_never_below_the_minimum() {
        let boxes = |min, max| QuantityBounds { min, max, step: 6, sold_individually: false };
        for (typed, bounds, value) in [
            ("6", boxes(6, None), 6),
            ("11", boxes(6, None), 6),
            ("12", boxes(6, None), 12),
            ("1", boxes(6, None), 6),
            ("7", boxes(7, Some(20)), 12),
            ("20", boxes(7, Some(20)), 18),
            ("8", boxes(7, Some(10)), 7),
        ] {
            assert_eq!(clamp(typed, &bounds).value, value, "{typed} in {bounds:?}");
        }
    }

    #[test]
    fn a_greatest_quantity_below_the_least_gives_way() {
        assert_eq!(clamp("5", &QuantityBounds { min: 3, max: Some(1), ..TWO_TO_TEN }).value, 3);
        assert_eq!(settle("5", 3, Some(1)), "3");
    }

    #[test]
    fn the_field_keeps_fractions_within_the_limits() {
        for (typed, shown) in
            [("2.5", "2.5"), ("2.50", "2.5"), ("0", "1"), ("250", "9"), ("", "1"), ("abc", "1"), ("07", "7")]
        {
            assert_eq!(settle(typed, 1, Some(9)), shown, "{typed}");
        }
        assert_eq!(settle("250", 1, None), "250");
    }

    #[test]
    fn what_was_cut_is_said_with_its_limit() {
        let packs = QuantityBounds { min: 6, max: Some(24), step: 6, sold_individually: false };
        let single = QuantityBounds { sold_individually: true, max: Some(1), ..QuantityBounds::default() };
        for (typed, bounds, value, expected) in [
            ("12", packs, 12, None),
            ("999", packs, 24, Some(("quantity_most", "maximum", "24"))),
            ("0", packs, 6, Some(("quantity_least", "minimum", "6"))),
            ("-3", packs, 6, Some(("quantity_least", "minimum", "6"))),
            ("13", packs, 12, Some(("quantity_packs", "step", "6"))),
            ("12.5", packs, 12, Some(("quantity_whole", "quantity", "12"))),
            ("abc", packs, 6, Some(("quantity_number", "quantity", "6"))),
            ("", packs, 6, Some(("quantity_number", "quantity", "6"))),
            ("2", single, 1, Some(("readonly_quantity", "name", "Olio"))),
        ] {
            let fitted = fit("Olio", typed, &bounds);
            assert_eq!(fitted.value, value, "{typed}");
            let notice = fitted.notice.as_ref().map(|one| one.code.as_ref());
            assert_eq!(notice, expected.map(|(code, _, _)| code), "{typed}");
            if let Some((_, name, text)) = expected {
                assert_eq!(fitted.notice.unwrap().params[name], text, "{typed}");
            }
        }
    }

    #[test]
    fn in_the_cart_nought_removes_and_no_number_changes_nothing() {
        let bounds = QuantityBounds { max: Some(23), ..QuantityBounds::default() };
        assert_eq!(fit_line("Olio", "0", 4, &bounds), FittedQuantity { value: 0, notice: None });
        for typed in ["", "abc", "1e3"] {
            let fitted = fit_line("Olio", typed, 4, &bounds);
            assert_eq!((fitted.value, fitted.notice.unwrap().code.as_ref()), (4, "quantity_number"), "{typed}");
        }
        assert_eq!(fit_line("Olio", "-3", 4, &bounds).value, 1, "less than nothing is no wish to remove");
        assert_eq!(fit_line("Olio", "500", 4, &bounds).value, 23);
    }

    #[test]
    fn a_variation_says_what_its_product_does_not_and_packs_stay_whole() {
        let rule = |min, max, step| QuantityRule { min, max, step };
        let own = rule(Some(5), None, None).over(rule(Some(2), Some(40), Some(6)));
        assert_eq!(own, rule(Some(5), Some(40), Some(6)));
        assert_eq!(own.bounds(None), QuantityBounds { min: 6, max: Some(36), step: 6, sold_individually: false });
        assert_eq!(own.bounds(Some(17)).max, Some(12), "no pack is broken up for the last pieces");
        assert_eq!(rule(None, None, Some(6)).bounds(Some(4)).max, Some(0), "less than a pack is left");
        assert_eq!(QuantityRule::default().bounds(None), QuantityBounds::default());
        for absurd in [i64::MIN, -1, 0, i64::MAX] {
            let bounds = rule(Some(absurd), Some(absurd), Some(absurd)).bounds(Some(absurd));
            assert!(bounds.min >= 1 && bounds.step >= 1, "{absurd}");
        }
    }

    proptest! {
        #[test]
        fn what_was_made_to_fit_fits(typed in "[0-9]{0,4}([.,][0-9]{0,3})?", min in 0_i64..20, span in 0_i64..50) {
            let bounds = QuantityBounds { min, max: Some(min + span), step: 1, sold_individually: false };
            let once = clamp(&typed, &bounds);
            prop_assert!(once.value >= min && once.value <= min + span);
            prop_assert_eq!(clamp(&once.value.to_string(), &bounds), ClampedQuantity { value: once.value, adjusted: false });
        }
    }
}
