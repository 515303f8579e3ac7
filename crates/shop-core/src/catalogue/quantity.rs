//! How many pieces: what a typed quantity means within a product's limits.
//!
//! Two readings of the same text exist, as on the platform whose behaviour this follows. The variation form keeps what
//! was typed as long as it is a number within the limits ("2.5" stays, [`settle`]); what goes into the cart is always a
//! whole number of pieces ([`clamp`]).

use serde::{Deserialize, Serialize};

use crate::text::{format_fixed, parse_fixed};

/// Decimal places that a typed quantity may have before it no longer counts as a number.
const PLACES: u32 = 6;

/// 10^[`PLACES`]: units of one piece.
const PIECE: i64 = 1_000_000;

/// Limits for the quantity of one cart line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct QuantityBounds {
    /// Least quantity.
    pub min: i64,
    /// Greatest quantity; `None`: no limit. A limit below `min` gives way to `min`.
    pub max: Option<i64>,
    /// Sold in multiples of this, counted from zero as the store API's `multiple_of` is. Below 2: any whole number.
    pub step: i64,
    /// One piece per order, whatever was typed.
    pub sold_individually: bool,
}

impl Default for QuantityBounds {
    fn default() -> Self {
        Self { min: 1, max: None, step: 1, sold_individually: false }
    }
}

/// A quantity made to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ClampedQuantity {
    /// Whole number of pieces within the limits.
    pub value: i64,
    /// It differs from what was typed: say so.
    pub adjusted: bool,
}

/// What a typed quantity comes to in the cart. Fractions are cut off (1.5 is 1), text that is no number is the minimum,
/// multiples of the step are reached downwards unless that would fall below the minimum.
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

fn to_step(value: i64, bounds: &QuantityBounds) -> i64 {
    if bounds.step < 2 {
        return value;
    }
    let below = value.saturating_sub(value.rem_euclid(bounds.step));
    if below >= bounds.min {
        return below;
    }
    let above = below.saturating_add(bounds.step);
    // No multiple lies within the limits: the minimum is the best that can be offered.
    if bounds.max.is_some_and(|max| above > max) { bounds.min } else { above }
}

/// What the quantity field shows once limits apply: the typed number if it lies within them, else the nearer limit; text
/// that is no number becomes the minimum.
pub fn settle(typed: &str, min: i64, max: Option<i64>) -> String {
    let Some(units) = parse_fixed(typed, PLACES) else { return min.to_string() };
    let upper = max.map_or(i64::MAX, |max| max.saturating_mul(PIECE));
    format_fixed(units.min(upper).max(min.saturating_mul(PIECE)), PLACES)
}

/// What a quantity field outside the cart's table shows once the page has loaded: a number below its least quantity is
/// raised to it, unless that is negative; everything else stays as it is (storefront specification, section 5).
///
/// ```
/// use shop_core::catalogue::quantity::raised;
/// assert_eq!(raised("1", "6"), "6");
/// assert_eq!(raised("8", "6"), "8");
/// assert_eq!(raised("abc", "6"), "abc");
/// ```
pub fn raised(typed: &str, min: &str) -> String {
    match (parse_fixed(typed, PLACES), parse_fixed(min, PLACES)) {
        (Some(number), Some(least)) if least >= 0 && number < least => format_fixed(least, PLACES),
        _ => typed.to_owned(),
    }
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
    fn only_a_number_below_its_least_is_raised() {
        for (typed, min, shown) in [
            ("1", "6", "6"),
            ("-1", "0", "0"),
            ("0.5", "0.75", "0.75"),
            ("7", "6", "7"),
            ("-5", "-1", "-5"),
            ("1", "", "1"),
            ("", "6", ""),
            ("abc", "6", "abc"),
        ] {
            assert_eq!(raised(typed, min), shown, "{typed:?} {min:?}");
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
