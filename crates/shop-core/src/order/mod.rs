//! Orders: their states, the steps between them, and what can be given back of them.

pub mod refund;
mod status;

pub use status::{InvalidTransition, OrderStatus, StockEffect};
