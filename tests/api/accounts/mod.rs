//! Accounts: logins, addresses, staff, and who may do what.

pub(crate) mod account;
pub(crate) mod admin_customers;
pub(crate) mod at_checkout;
pub(crate) mod authorisation;
pub(crate) mod user_commands;
