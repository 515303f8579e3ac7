//! The cart: lines, quantities, coupons, credit, delivery and prices.

pub(crate) mod admin_coupons;
pub(crate) mod cart_changes;
pub(crate) mod cart_flood;
pub(crate) mod cart_page;
pub(crate) mod coupons;
pub(crate) mod credit;
pub(crate) mod delivery;
pub(crate) mod lines;
pub(crate) mod pricing;
pub(crate) mod quantities;
