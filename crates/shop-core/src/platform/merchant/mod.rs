//! What merchants type about their shop, field by field: how each is read, and what is refused of it.
//!
//! Forms of one subject are with the subject ([`crate::cart::shipping::form`], [`crate::cart::tax::form`]); what all share is in
//! [`crate::platform::typed`].

pub mod closed_days;
pub mod iban;
pub mod nutrition;
pub mod payment;
pub mod product_action;
pub mod setting;
pub mod term;
