//! The cart: lines, coupons, delivery, taxes and totals.

pub mod add_queue;
pub mod coupon;
pub mod fragments;
pub mod grouped;
pub mod line;
pub mod pricing;
pub mod shipping;
pub mod tax;
pub mod timings;
pub mod totals;
