//! Store credit: a balance that pays a part of the bill. It acts after taxes and delivery and so changes neither.

use serde::{Deserialize, Serialize};

use crate::catalogue::product::UnixSeconds;
use crate::money::Cents;
use crate::text::in_order;

/// A credit of a buyer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct StoreCredit {
    /// Its code.
    pub code: String,
    /// What is left on it.
    pub balance_cents: Cents,
    /// First second at which it no longer pays; `None`: never.
    pub expires_at: Option<UnixSeconds>,
}

/// What one credit pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CreditUse {
    /// Its code.
    pub code: String,
    /// Paid with it.
    pub used_cents: Cents,
    /// Left on it afterwards; never negative.
    pub remaining_cents: Cents,
}

/// How a bill is paid with credits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CreditPayment {
    /// Credits that pay something, in the order in which they are used.
    pub uses: Vec<CreditUse>,
    /// Left to pay by other means; never negative.
    pub to_pay_cents: Cents,
}

/// Pays a total with credits: what expires first goes first, of those the smallest balance, so that few are left over.
/// Expired and empty credits pay nothing.
///
/// ```
/// use shop_core::Cents;
/// use shop_core::coupon::credit::{StoreCredit, pay};
/// let credit = StoreCredit { code: "dono".into(), balance_cents: Cents(5000), expires_at: None };
/// let paid = pay(Cents(3000), &[credit], 0);
/// assert_eq!((paid.to_pay_cents, paid.uses[0].remaining_cents), (Cents(0), Cents(2000)));
/// ```
pub fn pay(total: Cents, credits: &[StoreCredit], now: UnixSeconds) -> CreditPayment {
    let mut out = CreditPayment { uses: Vec::new(), to_pay_cents: total.max(Cents::ZERO) };
    let usable = credits.iter().filter(|credit| credit.expires_at.is_none_or(|end| now < end));
    for credit in in_order(usable, |credit| (credit.expires_at.unwrap_or(i64::MAX), credit.balance_cents)) {
        let used = credit.balance_cents.min(out.to_pay_cents);
        if used > Cents::ZERO {
            out.to_pay_cents = out.to_pay_cents - used;
            out.uses.push(CreditUse {
                code: credit.code.clone(),
                used_cents: used,
                remaining_cents: credit.balance_cents - used,
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn credit(code: &str, cents: i64, expires_at: Option<i64>) -> StoreCredit {
        StoreCredit { code: code.into(), balance_cents: Cents(cents), expires_at }
    }

    #[test]
    fn what_expires_first_pays_first_then_the_smallest() {
        let credits = [
            credit("forever", 100, None),
            credit("large", 900, Some(20)),
            credit("small", 300, Some(20)),
            credit("over", 5000, Some(10)),
            credit("empty", 0, Some(11)),
        ];
        let paid = pay(Cents(1000), &credits, 10);
        let order: Vec<(&str, i64, i64)> =
            paid.uses.iter().map(|u| (u.code.as_str(), u.used_cents.0, u.remaining_cents.0)).collect();
        assert_eq!(order, [("small", 300, 0), ("large", 700, 200)]);
        assert_eq!(paid.to_pay_cents, Cents::ZERO);
    }

    proptest! {
        #[test]
        fn credit_and_the_rest_add_up_and_nothing_falls_below_zero(
            total in 0_i64..100_000, balances in prop::collection::vec(-100_i64..50_000, 0..6)
        ) {
            let credits: Vec<StoreCredit> = balances.iter().map(|cents| credit("x", *cents, None)).collect();
            let paid = pay(Cents(total), &credits, 0);
            prop_assert!(paid.to_pay_cents >= Cents::ZERO);
            prop_assert!(paid.uses.iter().all(|one| one.used_cents > Cents::ZERO && one.remaining_cents >= Cents::ZERO));
            prop_assert_eq!(paid.uses.iter().map(|one| one.used_cents).sum::<Cents>() + paid.to_pay_cents, Cents(total));
        }
    }
}
