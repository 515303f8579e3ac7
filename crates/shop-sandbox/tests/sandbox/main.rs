//! The sandbox provider over HTTP, as shops and browsers use it.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests")]

mod account;
mod cards;
mod faults;
mod handed_over;
mod idempotency;
mod kept;
mod keys;
mod methods;
mod pages;
mod payments;
mod strict;
mod support;
mod webhooks;
