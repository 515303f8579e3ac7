//! The cookie banner, and content that waits for consent.

pub(crate) mod consent;
