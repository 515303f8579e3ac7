//! Exact decimal amounts of any currency: integers in units of a power of ten.

use crate::base::text::format_fixed;
use crate::base::{Half, round_div};

/// Decimals of a currency whose decimals are not given (storefront spec, section 9).
const DEFAULT_DECIMALS: u8 = 2;

/// Upper bound on decimals, above that of any currency; a request with more is ignored.
const MAX_DECIMALS: u8 = 6;

/// An amount in units of `10^-decimals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    units: i64,
    decimals: u8,
}

impl Amount {
    /// Parses minor units in the format of the store API; `None` if they are not a whole number.
    pub(super) fn parse(minor: &str, decimals: Option<u8>) -> Option<Self> {
        let decimals = decimals.filter(|decimals| *decimals <= MAX_DECIMALS).unwrap_or(DEFAULT_DECIMALS);
        Some(Self { units: minor.trim().parse().ok()?, decimals })
    }

    /// Converts to other units; with fewer decimals the amount is rounded, halves away from zero. Saturates far beyond any order.
    pub(super) fn with_decimals(self, decimals: u8) -> Self {
        let factor = |more: u8, less: u8| 10_i64.checked_pow(u32::from(more - less)).unwrap_or(i64::MAX);
        let units = if decimals >= self.decimals {
            self.units.saturating_mul(factor(decimals, self.decimals))
        } else {
            round_div(self.units.into(), factor(self.decimals, decimals).into(), Half::Up)
        };
        Self { units, decimals }
    }

    fn with(self, other: Self, sum: impl Fn(i64, i64) -> i64) -> Self {
        let decimals = self.decimals.max(other.decimals);
        Self { units: sum(self.with_decimals(decimals).units, other.with_decimals(decimals).units), decimals }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        self.with(other, i64::saturating_add)
    }

    pub(super) fn minus(self, other: Self) -> Self {
        self.with(other, i64::saturating_sub)
    }

    pub(super) fn times(self, quantity: i64) -> Self {
        Self { units: self.units.saturating_mul(quantity), ..self }
    }

    pub(super) fn is_positive(self) -> bool {
        self.units > 0
    }

    /// Formats the JSON number, without trailing zeros: "72.5", "72".
    pub(super) fn number(self) -> String {
        format_fixed(self.units, self.decimals.into())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn minor_units_become_decimal_numbers() {
        for (minor, decimals, number) in [
            ("7200", None, Some("72")),
            ("7250", Some(2), Some("72.5")),
            ("4720", Some(99), Some("47.2")),
            ("5", Some(0), Some("5")),
            ("-5", Some(3), Some("-0.005")),
            ("72.00", None, None),
            ("", None, None),
            ("1e3", None, None),
        ] {
            assert_eq!(Amount::parse(minor, decimals).map(Amount::number).as_deref(), number, "{minor}");
        }
        assert_eq!(Amount::parse("10015", Some(3)).unwrap().with_decimals(2).number(), "10.02");
    }

    proptest! {
        #[test]
        fn every_amount_is_a_json_number(units in any::<i64>(), decimals in 0..9_u8, times in any::<i64>()) {
            let amount = Amount::parse(&units.to_string(), Some(decimals)).unwrap();
            for amount in [amount, amount.times(times), amount.plus(amount), amount.minus(amount), amount.with_decimals(2)] {
                prop_assert!(serde_json::from_str::<serde_json::Number>(&amount.number()).is_ok());
            }
        }
    }
}
