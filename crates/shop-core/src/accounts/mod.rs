//! Accounts: what their forms must hold, and the meter of their passwords.

pub mod email;
pub mod form;
pub mod password;
