//! Use cases of the shop and the ports they need.
//!
//! [`Shop`] is the running shop: a struct of use cases by subject ([`cart::Carts`], [`orders::Orders`], …), each with the ports
//! that it needs. The rules themselves are in `shop-core`; all reads and writes go through [`ports`].

// Use cases are split into functions, one per step.
#![warn(clippy::too_many_lines)]

pub mod accounts;
pub mod cart;
pub mod catalogue;
pub mod checkout;
pub mod content;
pub mod orders;
pub mod payments;
pub mod platform;
pub mod ports;
pub mod privacy;
pub mod records;
pub mod shop;
pub mod trade;

pub use platform::clock::{Clock, Pause, SystemClock};
pub use platform::context::Context;
pub use platform::random::{Random, SystemRandom};
pub use shop::{Shop, ShopEnvironment, SpokenShops};
