//! The HTTP side of the API: authentication, form parameters, errors, lists, idempotency and planned faults.

pub(crate) mod api;
pub(crate) mod auth;
pub(crate) mod error;
pub(crate) mod faults;
pub(crate) mod form;
pub(crate) mod idempotency;
pub(crate) mod list;
