//! Amounts of money as whole cents, never fractions.

use serde::{Deserialize, Serialize};

/// An amount in the minor unit of the shop's currency (euro cents). Sums may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Cents(pub i64);

impl Cents {
    /// An amount of zero.
    pub const ZERO: Self = Self(0);

    /// Multiplies by a quantity. Saturates at the bounds of `i64`, far beyond any order.
    #[must_use]
    pub fn times(self, quantity: u32) -> Self {
        Self(self.0.saturating_mul(i64::from(quantity)))
    }

    /// Parses a decimal amount as people and CSV files write it: "72", "72.00", "72,5". At most two decimals, since a third could
    /// not be charged.
    ///
    /// ```
    /// use shop_core::base::Cents;
    /// assert_eq!(Cents::parse("72.5"), Some(Cents(7250)));
    /// assert_eq!(Cents::parse("0.005"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        super::text::parse_fixed(text, 2).map(Self)
    }

    /// Formats the amount with a dot and two decimals, as in files and URLs: "72.00".
    pub fn to_decimal(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let abs = self.0.unsigned_abs();
        format!("{sign}{}.{:02}", abs / 100, abs % 100)
    }
}

impl std::ops::Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Cents {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Neg for Cents {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl std::ops::AddAssign for Cents {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, |a, b| a + b)
    }
}

/// How halves are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Rounds 0.5 to 1.
    Up,
    /// Rounds 0.5 to 0.
    Down,
}

/// Rounds the exact fraction `numerator / denominator` to a whole number. The denominator must be positive. Halves are rounded
/// away from or towards zero, so that refunds mirror charges.
pub fn round_div(numerator: i128, denominator: i128, half: Half) -> i64 {
    debug_assert!(denominator > 0, "a fraction needs a positive denominator");
    let negative = numerator < 0;
    let n = numerator.unsigned_abs();
    let d = denominator.unsigned_abs();
    let (whole, rest) = (n / d, n % d);
    let up = match half {
        Half::Up => rest * 2 >= d,
        Half::Down => rest * 2 > d,
    };
    let rounded = i64::try_from(whole + u128::from(up)).unwrap_or(i64::MAX);
    if negative { -rounded } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_exactly_or_refused() {
        for (text, cents) in [("72", 7200), ("72.00", 7200), ("0,05", 5), (".5", 50), ("-1.20", -120), ("0", 0)] {
            assert_eq!(Cents::parse(text), Some(Cents(cents)), "{text}");
        }
        for text in ["", "1.234", "1.2.3", "abc", "1e3", "12 000", "€5", "99999999999999999999"] {
            assert_eq!(Cents::parse(text), None, "{text}");
        }
    }

    #[test]
    fn halves_go_where_they_are_sent() {
        assert_eq!(round_div(5, 10, Half::Up), 1);
        assert_eq!(round_div(5, 10, Half::Down), 0);
        assert_eq!(round_div(-5, 10, Half::Up), -1);
        assert_eq!(round_div(-15, 10, Half::Down), -1);
        assert_eq!(round_div(14, 10, Half::Up), 1);
    }

    #[test]
    fn the_decimal_form_keeps_the_sign() {
        assert_eq!(Cents(-5).to_decimal(), "-0.05");
        assert_eq!(Cents(7200).to_decimal(), "72.00");
    }
}
