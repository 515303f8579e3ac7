//! The rules of the shop, written once and run by three hosts: the server (native), the browser (WebAssembly) and the
//! page renderer (host functions of an embedded script engine).
//!
//! Pure: no I/O, clock, randomness, environment, threads or logging; `clippy.toml` in this folder enforces it. Time and
//! settings are arguments. Money is integer cents. Raw input (`…Form`) becomes a checked type or a list of
//! [`FieldError`](base::FieldError)s; the sentence for an error comes from [`messages`].

pub mod account;
pub mod address;
pub mod analytics;
pub mod attribution;
pub mod base;
pub mod cart;
pub mod catalogue;
pub mod checkout;
pub mod comment;
pub mod consent;
pub mod content;
pub mod cookies;
pub mod coupon;
pub mod document;
pub mod email;
pub mod exports;
#[cfg(feature = "host")]
pub mod host;
pub mod merchant;
pub mod messages;
pub mod newsletter;
pub mod order;
pub mod payment;
pub mod price;
pub mod pricing;
pub mod purchase;
pub mod quick_view;
pub mod review;
pub mod shipping;
pub mod store_api;
pub mod subscription;
pub mod tax;
pub mod tax_ids;
pub mod theme;
pub mod totals;
pub mod trade;
pub mod typed;
pub mod view;
pub mod widget;
pub mod words;

/// The examples of the README are tested too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
