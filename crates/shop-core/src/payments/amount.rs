//! Amounts in the units of the wallet sheet and of the provider. Integers only.

use crate::base::{Half, round_div};

/// Decimals of a currency if the page's settings give none (payments, section 9).
pub const DEFAULT_DECIMALS: i64 = 2;

/// Largest power of ten for scaling: 10^18 still fits in 64 bits. No currency has more than four decimals.
const MAX_SHIFT: u32 = 18;

/// Currencies without decimals at the provider.
static ZERO_DECIMALS: [&str; 16] =
    ["BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"];

/// Currencies with three decimals at the provider, of which the last digit must be 0.
static THREE_DECIMALS: [&str; 5] = ["BHD", "JOD", "KWD", "OMR", "TND"];

/// Converts a cart amount to the wallet's units: scaled by 10^(`currency_decimals` − `currency_minor_unit`). Scaling down rounds
/// halves away from zero; an amount beyond 64 bits is capped.
///
/// ```
/// use shop_core::payments::amount::minor_amount;
/// assert_eq!(minor_amount(4720, Some(3), 1), 472_000);
/// assert_eq!(minor_amount(4720, None, 2), 4720);
/// assert_eq!(minor_amount(4750, Some(0), 2), 48);
/// ```
pub fn minor_amount(amount: i64, currency_decimals: Option<i64>, currency_minor_unit: i64) -> i64 {
    let shift = currency_decimals.unwrap_or(DEFAULT_DECIMALS).saturating_sub(currency_minor_unit);
    let power = u32::try_from(shift.unsigned_abs()).unwrap_or(MAX_SHIFT).min(MAX_SHIFT);
    let scale = 10_i64.pow(power);
    if shift >= 0 { amount.saturating_mul(scale) } else { round_div(amount.into(), scale.into(), Half::Up) }
}

/// Returns the number of decimals that the provider uses for a currency: 0, 2 or 3.
pub fn provider_decimals(currency: &str) -> u32 {
    let listed = |list: &[&str]| list.iter().any(|code| code.eq_ignore_ascii_case(currency));
    if listed(&ZERO_DECIMALS) {
        0
    } else if listed(&THREE_DECIMALS) {
        3
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_scales_neither_overflow_nor_fail() {
        assert_eq!(minor_amount(i64::MAX, Some(4), 0), i64::MAX);
        assert_eq!(minor_amount(1, Some(i64::MAX), i64::MIN), 10_i64.pow(18));
        assert_eq!(minor_amount(4720, Some(0), i64::MAX), 0);
        assert_eq!(minor_amount(-50, Some(0), 2), -1);
    }

    #[test]
    fn currencies_are_known_in_any_case_and_others_have_two_decimals() {
        for (currency, decimals) in [("jpy", 0), ("TND", 3), ("EUR", 2), ("", 2), ("XXX", 2)] {
            assert_eq!(provider_decimals(currency), decimals, "{currency}");
        }
    }
}
