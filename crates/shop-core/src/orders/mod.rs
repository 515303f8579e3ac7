//! Orders: their states, the steps between them, paying, finding and withdrawing from them, their files, and what can be
//! given back of them.

pub mod document;
pub mod download;
pub mod instalment;
pub mod lookup;
pub mod payment;
pub mod refund;
mod status;
pub mod subscription;
pub mod withdrawal;

pub use status::{InvalidTransition, OrderStatus, StockEffect};
