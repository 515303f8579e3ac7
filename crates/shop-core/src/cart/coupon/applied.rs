//! Coupons applied to a cart: adding one, and removing those that become invalid.

use serde::{Deserialize, Serialize};

use super::Coupon;
use super::validity::{CouponCart, CouponError, CouponUses, code_of, refusal};
use crate::base::Lang;
use crate::platform::messages::codes;

/// A coupon with its usage counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct UsedCoupon {
    pub coupon: Coupon,
    /// How often it was used.
    pub uses: CouponUses,
}

/// The coupons of a cart after a change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CouponChange {
    /// Applied codes, in the order of application.
    pub applied: Vec<String>,
    /// Codes that were removed.
    pub removed: Vec<String>,
    /// Why the new coupon was rejected, or applied ones were removed.
    pub refusals: Vec<CouponError>,
}

/// Adds the coupon of an entered code. `found` is the shop's coupon for [`code_of`] the text. Order of checks: empty (111),
/// unknown (105), already applied (103), the coupon's own conditions, an applied coupon for individual use only (104). A new one
/// for individual use only removes the others.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::cart::coupon::applied::{UsedCoupon, add};
/// use shop_core::cart::coupon::validity::CouponCart;
/// let (mut coupon, cart) = (UsedCoupon::default(), CouponCart::default());
/// coupon.coupon.code = "estate10".into();
/// assert_eq!(add(" ESTATE10 ", Some(&coupon), &[], &cart, Lang::It).applied, ["estate10"]);
/// assert_eq!(add("estate10", Some(&coupon), &[coupon.clone()], &cart, Lang::It).refusals[0].number, 103);
/// ```
pub fn add(
    typed: &str,
    found: Option<&UsedCoupon>,
    applied: &[UsedCoupon],
    cart: &CouponCart,
    lang: Lang,
) -> CouponChange {
    let code = code_of(typed);
    let mut codes_now: Vec<String> = applied.iter().map(|one| one.coupon.code.clone()).collect();
    let rejected = |refusal| CouponChange {
        applied: applied.iter().map(|one| one.coupon.code.clone()).collect(),
        removed: Vec::new(),
        refusals: vec![refusal],
    };
    if code.is_empty() {
        return rejected(CouponError::new(111, codes::COUPON_EMPTY, ""));
    }
    let Some(new) = found else { return rejected(CouponError::new(105, codes::COUPON_UNKNOWN, &code)) };
    if codes_now.contains(&new.coupon.code) {
        return rejected(CouponError::new(103, codes::COUPON_ALREADY_APPLIED, &code));
    }
    if let Some(refusal) = refusal(&new.coupon, cart, &new.uses, lang) {
        return rejected(refusal);
    }
    if let Some(alone) = applied.iter().find(|one| one.coupon.individual_use) {
        return rejected(CouponError::new(104, codes::COUPON_NOT_COMBINABLE, &alone.coupon.code));
    }
    let removed = if new.coupon.individual_use { std::mem::take(&mut codes_now) } else { Vec::new() };
    codes_now.push(new.coupon.code.clone());
    CouponChange { applied: codes_now, removed, refusals: Vec::new() }
}

/// Validates the applied coupons again after a change of cart, buyer or time. Invalid ones are removed, each with its reason, and
/// do not come back automatically.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::cart::coupon::applied::{UsedCoupon, keep_valid};
/// use shop_core::cart::coupon::validity::CouponCart;
/// let mut coupon = UsedCoupon::default();
/// (coupon.coupon.code, coupon.coupon.expires_at) = ("estate10".into(), Some(1000));
/// let at = |now| keep_valid(&[coupon.clone()], &CouponCart { now, ..CouponCart::default() }, Lang::It);
/// assert_eq!(at(999).applied, ["estate10"]);
/// assert_eq!((at(1000).removed[0].as_str(), at(1000).refusals[0].number), ("estate10", 107));
/// ```
pub fn keep_valid(applied: &[UsedCoupon], cart: &CouponCart, lang: Lang) -> CouponChange {
    let mut change = CouponChange::default();
    for one in applied {
        match refusal(&one.coupon, cart, &one.uses, lang) {
            None => change.applied.push(one.coupon.code.clone()),
            Some(refusal) => {
                change.removed.push(one.coupon.code.clone());
                change.refusals.push(refusal);
            }
        }
    }
    change
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cents;

    fn coupon(code: &str, alone: bool, minimum: i64) -> UsedCoupon {
        let coupon = Coupon {
            code: code.into(),
            individual_use: alone,
            minimum_cents: Some(Cents(minimum)),
            ..Coupon::default()
        };
        UsedCoupon { coupon, uses: CouponUses::default() }
    }

    fn cart(cents: i64) -> CouponCart {
        CouponCart { subtotal_cents: Cents(cents), ..CouponCart::default() }
    }

    #[test]
    fn each_code_is_added_once_and_only_when_it_exists() {
        let ten = coupon("ten", false, 0);
        let number = |typed: &str, found: Option<&UsedCoupon>, applied: &[UsedCoupon]| {
            add(typed, found, applied, &cart(100), Lang::It).refusals.first().map(|refusal| refusal.number)
        };
        assert_eq!(number("  ", None, &[]), Some(111));
        assert_eq!(number("no-such", None, &[]), Some(105));
        assert_eq!(number(" TEN ", Some(&ten), &[]), None);
        assert_eq!(number("TEN", Some(&ten), std::slice::from_ref(&ten)), Some(103));
    }

    #[test]
    fn a_coupon_that_stands_alone_removes_others_and_then_refuses_them() {
        let (ten, alone) = (coupon("ten", false, 0), coupon("alone", true, 0));
        let change = add("alone", Some(&alone), std::slice::from_ref(&ten), &cart(1), Lang::It);
        assert_eq!((change.applied, change.removed), (vec!["alone".to_owned()], vec!["ten".to_owned()]));
        let change = add("ten", Some(&ten), std::slice::from_ref(&alone), &cart(1), Lang::It);
        assert_eq!((change.applied, change.refusals[0].number), (vec!["alone".to_owned()], 104));
    }

    #[test]
    fn a_refused_coupon_removes_nothing() {
        let change = add("alone", Some(&coupon("alone", true, 200)), &[coupon("ten", false, 0)], &cart(100), Lang::It);
        assert_eq!((change.applied, change.removed.len()), (vec!["ten".to_owned()], 0));
    }

    #[test]
    fn a_cart_below_the_minimum_loses_the_coupon_with_the_reason() {
        let change = keep_valid(&[coupon("ten", false, 0), coupon("min30", false, 3000)], &cart(1800), Lang::It);
        assert_eq!((change.applied, change.removed), (vec!["ten".to_owned()], vec!["min30".to_owned()]));
        assert_eq!(
            crate::platform::messages::sentence(&change.refusals[0].error, Lang::It),
            "Il coupon «min30» vale per acquisti da 30,00\u{a0}€ in su."
        );
    }
}
