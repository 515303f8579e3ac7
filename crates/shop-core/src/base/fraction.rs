//! Amounts between whole cents, as fractions of integers.
//!
//! Exact as long as the numbers fit into 128 bits, which is true for the usual rates of a country in one cart. Beyond that (many
//! odd rates at once) an amount is rounded to a billionth of a cent; nothing fails and nothing wraps around.

use super::{Half, round_div};

/// Parts of a cent to which an amount is rounded that does not fit.
const FINE: i128 = 1_000_000_000;
/// Bits of a denominator above which its products with [`FINE`] would not fit.
const FITTING_BITS: u32 = 90;

/// An amount of cents, exact within the bounds above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: i128,
    // INVARIANT: positive.
    denominator: i128,
}

impl Fraction {
    /// Creates an amount of whole cents.
    pub fn cents(cents: i64) -> Self {
        Self { numerator: i128::from(cents), denominator: 1 }
    }

    /// Creates an amount between cents. The denominator must be positive.
    pub(crate) fn from_ratio(numerator: i128, denominator: i128) -> Self {
        debug_assert!(denominator > 0, "a fraction needs a positive denominator");
        Self { numerator, denominator: denominator.max(1) }.scale(1, 1)
    }

    /// Returns 0 in place of a negative amount.
    #[must_use]
    pub(crate) fn at_least_nothing(self) -> Self {
        if self.numerator < 0 { Self::cents(0) } else { self }
    }

    /// Rounds to whole cents.
    pub fn round(self, half: Half) -> i64 {
        round_div(self.numerator, self.denominator, half)
    }

    /// Multiplies by `by / over`; `over` must be positive.
    pub(crate) fn scale(self, by: i128, over: i128) -> Self {
        let exact = || {
            let (above, below) = reduced(self.numerator, over);
            let (by, denominator) = reduced(by, self.denominator);
            let (numerator, denominator) = reduced(above.checked_mul(by)?, denominator.checked_mul(below)?);
            Some(Self { numerator, denominator })
        };
        exact().unwrap_or_else(|| {
            let numerator = self.in_fine_parts().saturating_mul(by) / over.max(1);
            Self { numerator, denominator: FINE }
        })
    }

    /// Subtracts another fraction.
    #[must_use]
    pub fn minus_fraction(self, other: Self) -> Self {
        self.plus_fraction(Self { numerator: other.numerator.saturating_neg(), ..other })
    }

    /// Adds another fraction.
    #[must_use]
    pub fn plus_fraction(self, other: Self) -> Self {
        let exact = || {
            // The least common denominator leaves the most room.
            let (mine, theirs) = reduced(self.denominator, other.denominator);
            let left = self.numerator.checked_mul(theirs)?;
            let right = other.numerator.checked_mul(mine)?;
            let (numerator, denominator) = reduced(left.checked_add(right)?, self.denominator.checked_mul(theirs)?);
            Some(Self { numerator, denominator })
        };
        exact().unwrap_or_else(|| Self {
            numerator: self.in_fine_parts().saturating_add(other.in_fine_parts()),
            denominator: FINE,
        })
    }

    /// Returns the amount in billionths of a cent, truncated.
    fn in_fine_parts(self) -> i128 {
        let (whole, rest) = (self.numerator / self.denominator, self.numerator % self.denominator);
        let excess = (i128::BITS - self.denominator.leading_zeros()).saturating_sub(FITTING_BITS);
        whole.saturating_mul(FINE).saturating_add((rest >> excess) * FINE / (self.denominator >> excess))
    }
}

/// Divides both numbers by their greatest common divisor; the second must be positive.
fn reduced(a: i128, b: i128) -> (i128, i128) {
    match i128::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())) {
        Ok(common) if common > 1 => (a / common, b / common),
        _ => (a, b),
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sums_of_many_odd_parts_stay_right_to_the_cent_beyond_what_fits() {
        // Primes near a million: the exact denominator would have 400 bits.
        let primes =
            [1_000_003, 1_000_033, 1_000_037, 1_000_039, 1_000_081, 1_000_099, 1_000_117, 1_000_121, 1_000_133];
        let sum = primes
            .iter()
            .fold(Fraction::cents(0), |sum, prime| sum.plus_fraction(Fraction::from_ratio(100 * prime + 1, *prime)));
        assert_eq!((sum.round(Half::Up), sum.minus_fraction(Fraction::cents(900)).round(Half::Up)), (900, 0));
        let product = primes.iter().fold(Fraction::cents(1_000_000), |amount, prime| amount.scale(1_000_000, *prime));
        assert_eq!(product.round(Half::Up), 999_337);
    }

    #[test]
    fn the_greatest_amounts_neither_fail_nor_wrap_around() {
        for cents in [i64::MAX, i64::MIN] {
            let mut amount = Fraction::cents(cents).scale(1_000_000, 1_000_003);
            for _ in 0..9 {
                amount = amount.scale(11_000_000, 1_000_000).plus_fraction(amount);
            }
            assert_eq!(amount.round(Half::Up).signum(), cents.signum());
            assert_eq!(amount.minus_fraction(amount).round(Half::Up), 0);
        }
    }

    proptest! {
        #[test]
        fn what_fits_is_exact(a in -1_000_000_i64..1_000_000, b in -1_000_000_i64..1_000_000, over in 1_i64..2_000_000) {
            let (left, right) = (Fraction::from_ratio(a.into(), over.into()), Fraction::from_ratio(b.into(), over.into()));
            prop_assert_eq!(left.plus_fraction(right), Fraction::from_ratio((a + b).into(), over.into()));
            prop_assert_eq!(left.minus_fraction(right), Fraction::from_ratio((a - b).into(), over.into()));
            prop_assert_eq!(left.scale(over.into(), 1), Fraction::cents(a));
        }
    }
}
