//! Tests across all rules: results of other software, properties of generated carts and consents, the order of the modules and
//! the texts used in sources. They are one program, because each test program links the whole crate.

#![cfg(feature = "host")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![allow(clippy::disallowed_methods, reason = "test data and sources are read from files")]
#![allow(clippy::disallowed_macros, clippy::print_stdout, reason = "each failing case is named")]

mod address_vectors;
mod any_call;
mod attribution_vectors;
mod cart_totals_vectors;
mod consent_properties;
mod docs;
mod identifier_vectors;
mod layers;
mod modules;
mod names;
mod no_floats;
mod parity;
mod password_vectors;
mod payment_error_rows;
mod payment_vectors;
mod readme;
mod sources;
mod totals_properties;
mod variation_form_vectors;
mod variation_vectors;
mod words;
