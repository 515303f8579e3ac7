//! Use cases of the shop and the ports they need.
//!
//! [`Shop`] is the running shop; its methods are the use cases, grouped in files by subject. The rules themselves are in
//! `shop-core`; what is read and written goes through [`ports`].

// A use case reads as its steps: each is a function.
#![warn(clippy::too_many_lines)]

pub mod accounts;
pub mod apply;
pub mod cart;
pub mod catalogue;
pub mod checkout;
pub mod clock;
pub mod coupons;
pub mod credit;
pub mod dashboard;
pub mod documents;
pub mod import;
pub mod mail_template;
pub mod orders;
pub mod pages;
pub mod payments;
pub mod people;
pub mod ports;
pub mod products;
pub mod random;
pub mod reviews;
pub mod rich_text;
pub mod settings;
pub mod shop;
pub mod subscriptions;
pub mod terms;

pub use clock::{Clock, Pause, SystemClock};
pub use random::{Random, SystemRandom};
pub use shop::Shop;
