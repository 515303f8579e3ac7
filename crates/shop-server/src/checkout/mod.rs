//! Shared parts of the checkout: parsing, idempotency, and the visitor.

mod attribution;
mod fields;
mod form;
mod host;
pub(crate) mod idempotency;
mod wallet_address;

pub(crate) use attribution::of_extensions;
pub(crate) use fields::checkout_form_from_pairs;
pub(crate) use form::{form_order, request_of_form};
pub(crate) use host::Host;
pub(crate) use idempotency::{hash_payment, hash_payment_form};
pub(crate) use wallet_address::normalised;
