//! What an order takes of what is scarce.

pub(crate) mod offers_taken;
pub(crate) mod order_store;
pub(crate) mod orders_placed;
mod transitions;
