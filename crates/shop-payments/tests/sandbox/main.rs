//! The sandbox provider over HTTP, as shops and browsers use it.

mod cards;
mod idempotency;
mod journal;
mod keys;
mod payments;
mod support;
mod webhooks;
