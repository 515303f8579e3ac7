//! A company's credit: what it owes by invoice, how much more it may owe, and how its payments are allocated to its orders.

use serde::{Deserialize, Serialize};

use crate::base::format::price;
use crate::base::{Cents, FieldError, Lang, OrderId};
use crate::platform::messages::codes;

/// Highest credit limit.
pub const MAX_CREDIT_LIMIT: Cents = Cents(1_000_000_000);
/// Longest reference of a received payment, in characters, as a SEPA credit transfer carries it (140).
pub const MAX_REFERENCE_CHARS: usize = 140;

/// Debt and credit limit of a company.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CreditLine {
    /// Credit limit; `None`: unlimited.
    pub limit_cents: Option<Cents>,
    /// Amount owed now.
    pub open_cents: Cents,
}

impl CreditLine {
    /// Returns the amount that can still be ordered by invoice, at least 0; `None`: any amount.
    pub fn left_cents(self) -> Option<Cents> {
        self.limit_cents.map(|limit| (limit - self.open_cents).max(Cents::ZERO))
    }

    /// Returns why an order of this total cannot be paid by invoice, as an error of the field `payment_method`; `None`: it can.
    ///
    /// ```
    /// use shop_core::base::{Cents, Lang};
    /// use shop_core::trade::credit_line::CreditLine;
    /// let credit = CreditLine { limit_cents: Some(Cents(50_000)), open_cents: Cents(42_000) };
    /// assert_eq!(credit.refusal(Cents(8000), Lang::It), None);
    /// let error = credit.refusal(Cents(8001), Lang::It).unwrap();
    /// assert_eq!((&*error.field, &*error.code), ("payment_method", "trade_credit_limit_exceeded"));
    /// ```
    pub fn refusal(self, total: Cents, lang: Lang) -> Option<FieldError> {
        let (limit, left) = (self.limit_cents?, self.left_cents()?);
        (total > left).then(|| {
            FieldError::new("payment_method", codes::TRADE_CREDIT_LIMIT_EXCEEDED)
                .with("limit", price(limit, lang))
                .with("open", price(self.open_cents, lang))
                .with("left", price(left, lang))
        })
    }
}

/// Allocates a payment to the debts in the given order: each is paid in full before the next gets anything. An excess is left
/// out.
///
/// ```
/// use shop_core::base::{Cents, OrderId};
/// use shop_core::trade::credit_line::spread;
/// let owed = [(OrderId(1), Cents(300)), (OrderId(2), Cents(500))];
/// assert_eq!(spread(Cents(400), &owed), [(OrderId(1), Cents(300)), (OrderId(2), Cents(100))]);
/// ```
pub fn spread(amount: Cents, owed: &[(OrderId, Cents)]) -> Vec<(OrderId, Cents)> {
    let mut rest = amount;
    let mut out = Vec::new();
    for (order, open) in owed {
        let part = rest.min(*open);
        if part > Cents::ZERO {
            out.push((*order, part));
            rest = rest - part;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn credit(limit: Option<i64>, open: i64) -> CreditLine {
        CreditLine { limit_cents: limit.map(Cents), open_cents: Cents(open) }
    }

    #[test]
    fn without_a_limit_any_amount_can_be_owed() {
        assert_eq!(credit(None, 99_999_999).refusal(Cents(i64::MAX / 2), Lang::It), None);
        assert_eq!(credit(None, 5).left_cents(), None);
    }

    #[test]
    fn an_order_may_reach_the_limit_and_not_pass_it() {
        for (limit, open, total, refused) in [
            (1000, 0, 1000, false),
            (1000, 0, 1001, true),
            (1000, 400, 600, false),
            (1000, 400, 601, true),
            (0, 0, 1, true),
            // The merchant lowered the limit below the debt.
            (1000, 1500, 1, true),
        ] {
            let found = credit(Some(limit), open).refusal(Cents(total), Lang::It);
            assert_eq!(found.is_some(), refused, "{limit} {open} {total}");
        }
        assert_eq!(credit(Some(1000), 1500).left_cents(), Some(Cents::ZERO));
    }

    #[test]
    fn the_refusal_tells_limit_debt_and_rest() {
        let error = credit(Some(100_000), 60_000).refusal(Cents(50_000), Lang::En).unwrap();
        let params: Vec<&str> = ["limit", "open", "left"].iter().map(|name| error.params[*name].as_str()).collect();
        assert_eq!(
            params,
            [price(Cents(100_000), Lang::En), price(Cents(60_000), Lang::En), price(Cents(40_000), Lang::En)]
        );
    }

    #[test]
    fn a_payment_pays_the_first_in_full_before_the_next() {
        let owed = [(OrderId(3), Cents(100)), (OrderId(1), Cents::ZERO), (OrderId(2), Cents(50))];
        assert_eq!(spread(Cents(99), &owed), [(OrderId(3), Cents(99))]);
        assert_eq!(spread(Cents(150), &owed), [(OrderId(3), Cents(100)), (OrderId(2), Cents(50))]);
        assert_eq!(spread(Cents(999), &owed).iter().map(|(_, cents)| cents.0).sum::<i64>(), 150);
        assert_eq!(spread(Cents::ZERO, &owed), []);
    }
}
