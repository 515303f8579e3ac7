//! Placing orders and changing their status.

pub(crate) mod offer_claims;
pub(crate) mod order_placement;
pub(crate) mod order_store;
mod transitions;
