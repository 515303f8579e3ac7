//! The rules of the shop, written once and run by three hosts: the server (native), the browser (WebAssembly) and the
//! page renderer (host functions of an embedded script engine).
//!
//! Pure: no I/O, clock, randomness, environment, threads or logging; `clippy.toml` in this folder enforces it. Time and
//! settings are arguments. Money is integer cents. Raw input (`…Form`) becomes a checked type or a list of
//! [`FieldError`]s; the sentence for an error comes from [`messages`].

pub mod account;
pub mod address;
pub mod analytics;
pub mod attribution;
pub mod calendar;
pub mod cart;
pub mod catalogue;
pub mod checkout;
pub mod comment;
pub mod consent;
pub mod content;
pub mod cookies;
pub mod coupon;
pub mod document;
pub mod email_rule;
pub mod exports;
pub mod format;
mod fraction;
#[cfg(feature = "host")]
pub mod host;
pub mod ids;
mod json;
pub mod lowest_price;
pub mod merchant;
pub mod messages;
pub mod money;
pub mod order;
pub mod payment;
pub mod price;
pub mod pricing;
pub mod problem;
pub mod purchase;
pub mod quick_view;
pub mod review;
pub mod shipping;
pub mod store_api;
pub mod subaccount;
pub mod subscription;
pub mod tax;
pub mod tax_form;
pub mod tax_ids;
pub mod text;
mod timings;
pub mod totals;
pub mod trade;
pub mod view;
pub mod widget;

pub use ids::{CategoryId, CustomerId, OrderId, ProductId, TagId, TermId};
pub use messages::Lang;
pub use money::Cents;
pub use problem::{FieldError, Params};

/// The examples of the README are tested too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
