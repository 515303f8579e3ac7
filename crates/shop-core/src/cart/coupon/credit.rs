//! Store credit: a balance that pays a part of the total. It is applied after taxes and delivery and so changes neither.

use serde::{Deserialize, Serialize};

use super::validity::CouponError;
use crate::base::text::{in_order, lower_case};
use crate::base::time::UnixSeconds;
use crate::base::{Cents, CustomerId};
use crate::platform::messages::codes;

/// A credit of a buyer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct StoreCredit {
    pub code: String,
    /// Balance that remains.
    pub balance_cents: Cents,
    /// First second at which it is expired; `None`: never.
    pub expires_at: Option<UnixSeconds>,
}

/// Amount paid by one credit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CreditUse {
    pub code: String,
    /// Amount that it pays.
    pub used_cents: Cents,
    /// Balance afterwards; never negative.
    pub remaining_cents: Cents,
}

/// Payment of a total with credits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CreditPayment {
    /// Credits that are used, in the order of use.
    pub uses: Vec<CreditUse>,
    /// Amount to pay by other means; never negative.
    pub to_pay_cents: Cents,
}

/// Pays a total with credits: those that expire first come first, among equals the smallest balance, so that few remain. Expired
/// and empty credits are skipped.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::cart::coupon::credit::{StoreCredit, pay};
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

/// Owner of a credit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreditOwner {
    /// Account that it is tied to.
    pub customer_id: Option<CustomerId>,
    /// E-mail address that it was sent to, in lower case.
    pub email: String,
}

/// Buyer who wants to pay with a credit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreditPayer<'a> {
    /// Account of the buyer, if logged in.
    pub customer_id: Option<CustomerId>,
    /// E-mail addresses of the account and the billing address, as far as known.
    pub emails: &'a [String],
}

/// Returns why a credit cannot be used; `None`: it can. A guest without an address yet may use a credit by its code: the code is
/// secret, and the order is checked again with its address.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::cart::coupon::credit::{CreditOwner, CreditPayer, StoreCredit, refusal};
/// let credit = StoreCredit { code: "dono".into(), balance_cents: Cents(5000), expires_at: None };
/// let owner = CreditOwner { customer_id: None, email: "ada@example.com".into() };
/// let emails = ["Ada@example.com".to_owned()];
/// assert_eq!(refusal(&credit, &owner, &CreditPayer { customer_id: None, emails: &emails }, 0), None);
/// ```
pub fn refusal(
    credit: &StoreCredit,
    owner: &CreditOwner,
    payer: &CreditPayer<'_>,
    now: UnixSeconds,
) -> Option<CouponError> {
    let same_account = payer.customer_id.is_some() && payer.customer_id == owner.customer_id;
    let mut known =
        payer.emails.iter().map(|email| lower_case(email.trim())).filter(|email| !email.is_empty()).peekable();
    let unknown_guest = payer.customer_id.is_none() && known.peek().is_none();
    if !same_account && !unknown_guest && !known.any(|email| email == owner.email) {
        return Some(CouponError::new(102, codes::CREDIT_NOT_YOURS, &credit.code));
    }
    if credit.expires_at.is_some_and(|end| now >= end) {
        return Some(CouponError::new(107, codes::CREDIT_EXPIRED, &credit.code));
    }
    if credit.balance_cents <= Cents::ZERO {
        return Some(CouponError::new(106, codes::CREDIT_USED_UP, &credit.code));
    }
    None
}

/// Error for a credit that is already in the cart.
pub fn already_applied(code: &str) -> CouponError {
    CouponError::new(103, codes::CREDIT_ALREADY_APPLIED, code)
}

/// Minimum validity of a credit after a refund to it, in days.
pub const DAYS_AFTER_RETURN: i64 = 30;

/// Returns when a credit expires after an order paid with it was cancelled: nobody loses money because the shop, or the bank, was
/// slow.
///
/// ```
/// use shop_core::cart::coupon::credit::end_after_return;
/// assert_eq!(end_after_return(None, 100), None);
/// assert_eq!(end_after_return(Some(50), 100), Some(100 + 30 * 86_400));
/// assert_eq!(end_after_return(Some(9_000_000), 100), Some(9_000_000));
/// ```
pub fn end_after_return(expires_at: Option<UnixSeconds>, now: UnixSeconds) -> Option<UnixSeconds> {
    expires_at.map(|end| end.max(now + DAYS_AFTER_RETURN * 86_400))
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

    #[test]
    fn a_credit_pays_for_its_owner_while_something_is_left_of_it() {
        let owner = CreditOwner { customer_id: Some(CustomerId(7)), email: "ada@example.com".into() };
        let (ada, bob) = (["ADA@example.com".to_owned()], ["bob@example.com".to_owned()]);
        let number = |cents, expires_at, customer_id: Option<i64>, emails: &[String]| {
            let payer = CreditPayer { customer_id: customer_id.map(CustomerId), emails };
            refusal(&credit("dono", cents, expires_at), &owner, &payer, 10).map(|refusal| refusal.number)
        };
        assert_eq!(number(100, None, Some(7), &bob), None, "the account it is tied to, whoever is billed");
        assert_eq!(number(100, None, None, &ada), None);
        assert_eq!(number(100, None, None, &[]), None, "a guest without an address yet");
        assert_eq!(number(100, None, None, &[String::new()]), None);
        assert_eq!(number(100, None, Some(8), &[]), Some(102));
        assert_eq!(number(100, None, None, &bob), Some(102));
        assert_eq!(number(100, Some(10), Some(7), &[]), Some(107));
        assert_eq!(number(0, None, Some(7), &[]), Some(106));
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
