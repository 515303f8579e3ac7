//! Number formats of FatturaPA: a decimal point, and at least two decimals.

use shop_core::base::{Cents, Half, round_div};

/// Units per cent at the maximum precision of eight decimals.
const PARTS: i128 = 1_000_000;

/// Formatted as "12.30".
pub(crate) fn cents(amount: Cents) -> String {
    amount.to_decimal()
}

/// Formats hundredths of a percent as "22.00".
pub(crate) fn percent(rate: u16) -> String {
    Cents(i64::from(rate)).to_decimal()
}

/// Formatted as "3.00".
pub(crate) fn pieces(quantity: i64) -> String {
    format!("{quantity}.00")
}

/// Unit price: the amount divided by a quantity of at least 1, with two decimals if it divides evenly, otherwise with eight.
pub(crate) fn each(amount: Cents, quantity: i64) -> String {
    let quantity = quantity.max(1);
    if amount.0 % quantity == 0 {
        return cents(Cents(amount.0 / quantity));
    }
    let parts = round_div(i128::from(amount.0) * PARTS, quantity.into(), Half::Up);
    let (sign, parts) = (if parts < 0 { "-" } else { "" }, parts.unsigned_abs());
    format!("{sign}{}.{:08}", parts / 100_000_000, parts % 100_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_of_a_piece_have_as_many_decimals_as_they_need() {
        assert_eq!(each(Cents(1000), 4), "2.50");
        assert_eq!(each(Cents(1000), 3), "3.33333333");
        assert_eq!(each(Cents(-1), 3), "-0.00333333");
        assert_eq!(each(Cents(5), 0), "0.05");
        assert_eq!(
            (cents(Cents(0)), cents(Cents(-7)), percent(400), pieces(12)),
            ("0.00".into(), "-0.07".into(), "4.00".into(), "12.00".into())
        );
    }
}
