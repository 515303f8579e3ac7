//! Calls that change the cart or its coupons, and the HTML fragments they return.

pub(super) mod coupon;
pub(super) mod current_cart;
pub(super) mod fragments;
