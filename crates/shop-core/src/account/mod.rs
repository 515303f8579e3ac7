//! Accounts: their passwords.

pub mod password;
