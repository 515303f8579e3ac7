//! What holds of all rules at once: answers of other software, properties of made-up carts and consents, the order of the modules and
//! the words of the sources. One program, as each is linked with all of the crate.

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
