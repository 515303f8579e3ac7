//! The applied coupons of an open cart: dropping invalid ones, and the data that the rules of coupons need.

use shop_core::cart::coupon::applied::{UsedCoupon, keep_valid};
use shop_core::cart::coupon::validity::{CouponCart, CouponError};

use super::open_cart::OpenCart;
use super::pricing::coupon_goods;
use super::view::CartView;
use crate::ports::CouponPerson;

/// Coupons in the order in which they were applied: a new one comes last.
pub(super) fn as_applied(open: &OpenCart) -> Vec<UsedCoupon> {
    let of_code = |code: &String| open.coupons.iter().find(|one| one.coupon.code == *code).cloned();
    open.record.content.coupons.iter().filter_map(of_code).collect()
}

/// Drops invalid coupons, with the reason. A coupon that was deleted is dropped too.
pub(super) fn drop_invalid(open: &mut OpenCart) {
    if open.record.content.coupons.is_empty() {
        return;
    }
    let lang = open.settings.lang();
    let deleted: Vec<String> =
        open.record.content.coupons.iter().filter(|code| !open.has_coupon(code)).cloned().collect();
    let change = keep_valid(&open.coupons, &coupon_cart(&open.view(), open, &open.person), lang);
    let mut dropped = change.refusals;
    dropped.extend(deleted.iter().map(|code| CouponError::unknown(code)));
    if open.settings.checkout.coupons && dropped.is_empty() {
        return;
    }
    if open.settings.checkout.coupons {
        open.record.content.coupons.retain(|code| change.applied.contains(code));
    } else {
        open.record.content.coupons.clear();
    }
    open.coupons.retain(|one| open.record.content.coupons.contains(&one.coupon.code));
    open.dropped_coupons.extend(dropped);
}

/// The cart's data for coupon rules.
pub(super) fn coupon_cart(view: &CartView<'_>, open: &OpenCart, person: &CouponPerson) -> CouponCart {
    CouponCart {
        goods: view.lines.iter().map(|line| coupon_goods(line, &open.catalogue)).collect(),
        subtotal_cents: view.displayed_subtotal(),
        emails: person.emails.iter().cloned().chain([open.record.content.billing.email.clone()]).collect(),
        now: open.now,
    }
}
