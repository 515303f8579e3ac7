//! Orders: their states and the steps between them.

mod status;

pub use status::{InvalidTransition, OrderStatus, StockEffect};
