//! Carts, coupons and store credit.

pub(crate) mod captured_emails;
pub(crate) mod carts;
pub(crate) mod coupon_list;
pub(crate) mod coupons;
pub(crate) mod credit;
pub(crate) mod credit_moves;
