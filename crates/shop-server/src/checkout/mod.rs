//! What the doors of the checkout share: how a request is named, and the visitor behind it.

mod form;
mod host;
pub(crate) mod idempotency;

pub(crate) use form::{form_order, request_of_form};
pub(crate) use host::Host;
