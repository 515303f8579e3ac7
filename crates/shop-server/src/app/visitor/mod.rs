//! The visitor behind a request: session, client address, consent, nonces.

pub(crate) mod client;
pub(crate) mod consent;
pub(crate) mod nonces;
pub mod session;
