//! Tests of the sandbox provider over HTTP, as shops and browsers use it.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests")]

mod account;
mod cards;
mod faults;
mod idempotency;
mod keys;
mod method_types;
mod methods;
mod pages;
mod payments;
mod persistence;
mod strict;
mod support;
mod webhooks;
