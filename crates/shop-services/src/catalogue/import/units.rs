//! Units of weight and length, and exact conversion between them.

use shop_core::base::{Half, round_div};

use super::numbers::Decimal;

/// Weights in nanograms, lengths in tenths of a millimetre: integers, so that only the result is rounded.
const WEIGHTS: [(&str, i128); 4] =
    [("kg", 1_000_000_000_000), ("g", 1_000_000_000), ("lbs", 453_592_370_000), ("oz", 28_349_523_125)];
const LENGTHS: [(&str, i128); 5] = [("m", 10_000), ("cm", 100), ("mm", 10), ("in", 254), ("yd", 9_144)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// In the smallest unit of its kind.
    size: i128,
    is_weight: bool,
}

impl Unit {
    /// Finds a unit by its name in the settings.
    pub(super) fn find(name: &str) -> Option<Self> {
        let of = |units: &[(&str, i128)], is_weight| {
            let found = units.iter().find(|(known, _)| *known == name);
            found.map(|(_, size)| Self { size: *size, is_weight })
        };
        of(&WEIGHTS, true).or_else(|| of(&LENGTHS, false))
    }

    /// Whether it measures the same quantity as another.
    pub(super) fn is_like(self, other: Self) -> bool {
        self.is_weight == other.is_weight
    }

    /// Converts a measure to thousandths of another unit, rounded. `None` between weight and length.
    pub(super) fn convert(self, measure: Decimal, to: Self) -> Option<i64> {
        let denominator = measure.denominator().checked_mul(to.size)?;
        let numerator = measure.digits().checked_mul(self.size)?.checked_mul(1000)?;
        self.is_like(to).then(|| round_div(numerator, denominator, Half::Up))
    }
}

/// Unit of a column in the file and in the shop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conversion {
    pub(super) from: Unit,
    pub(super) to: Unit,
}

#[cfg(test)]
#[path = "tests/units.rs"]
mod tests;
