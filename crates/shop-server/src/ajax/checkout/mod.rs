//! Calls of the checkout page.

pub(super) mod choices;
pub(super) mod order_review;
pub(super) mod place_order;
