//! Accounts: validation of their forms, and the password meter.

pub mod email;
pub mod form;
pub mod password;
