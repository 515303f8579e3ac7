//! Orders: their statuses and transitions, payment, lookup, withdrawal, downloads and refunds.

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
