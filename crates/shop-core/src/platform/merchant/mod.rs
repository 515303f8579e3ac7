//! Merchant forms, field by field: parsing and validation.
//!
//! Forms of one subject are with the subject ([`crate::cart::shipping::form`], [`crate::cart::tax::form`]); common code is in
//! [`crate::platform::input`].

pub mod closed_days;
pub mod iban;
pub mod nutrition;
pub mod payment;
pub mod product_action;
pub mod setting;
pub mod term;
