//! The rules of the shop, written once and run by three hosts: the server (native), the browser (WebAssembly) and the
//! page renderer (host functions of an embedded script engine).
//!
//! Pure: no I/O, clock, randomness, environment, threads or logging; `clippy.toml` in this folder enforces it. Time and
//! settings are arguments. Money is integer cents. Raw input (`…Form`) becomes a checked type or a list of
//! [`FieldError`](base::FieldError)s; the sentence for an error comes from [`platform::messages`].

pub mod accounts;
pub mod base;
pub mod cart;
pub mod catalogue;
pub mod checkout;
pub mod content;
pub mod exports;
#[cfg(feature = "host")]
pub mod host;
pub mod orders;
pub mod payments;
pub mod platform;
pub mod privacy;
pub mod store_api;
pub mod trade;
pub mod view;

/// Runs the README's examples as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
