//! Accounts of customers and staff.

pub(crate) mod account_deletion;
pub(crate) mod customers;
mod forgetting;
pub(crate) mod people;
pub(crate) mod store;
pub(crate) mod subaccounts;
mod tokens;
