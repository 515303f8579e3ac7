//! Customers' accounts: links sent by mail, what owners do with their orders and data.

mod export;
mod links;
mod mails;
mod orders;

pub use links::{Accounts, CONFIRM_LINK_S, Link, RESET_LINK_S};
pub use orders::OrderAgain;
