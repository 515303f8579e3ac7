//! Use cases of the shop and the ports they need.
//!
//! [`Shop`] is the running shop: a struct of use cases by subject ([`cart::Carts`], [`orders::Orders`], …), each with the ports that it
//! needs. The rules themselves are in `shop-core`; what is read and written goes through [`ports`].

// A use case reads as its steps: each is a function.
#![warn(clippy::too_many_lines)]

pub mod accounts;
pub mod analytics;
pub mod apply;
pub mod approvals;
pub mod bookings;
pub mod boundary;
pub mod bulk_orders;
pub mod buyer;
pub mod buying_terms;
pub mod cart;
pub mod catalogue;
pub mod checkout;
pub mod clock;
pub mod comments;
pub mod companies;
pub mod consents;
pub mod content;
pub mod context;
pub mod conversations;
pub mod coupons;
pub mod credit;
pub mod dashboard;
pub mod documents;
pub mod einvoices;
pub mod email_captures;
pub mod health;
pub mod import;
pub mod mail_keys;
pub mod mail_template;
pub mod newsletter;
pub mod offers;
pub mod order_steps;
pub mod orders;
pub mod outbox;
pub mod pages;
pub mod payments;
pub mod people;
pub mod personal_data;
pub mod ports;
pub mod products;
pub mod provider;
pub mod purchase_lists;
pub mod random;
pub mod receivables;
pub mod records;
pub mod register;
pub mod renewals;
pub mod reviews;
pub mod rich_text;
pub mod roles;
pub mod saved_methods;
pub mod settings;
pub mod settings_desk;
pub mod shop;
pub mod standing_orders;
pub mod subaccounts;
pub mod subscriptions;
pub mod terms;
pub mod trade_prices;
pub mod translations;
pub mod vat_checks;

pub use clock::{Clock, Pause, SystemClock};
pub use context::Context;
pub use random::{Random, SystemRandom};
pub use shop::{Shop, SpokenShops, Surroundings};
