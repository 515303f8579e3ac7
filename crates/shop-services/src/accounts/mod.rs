//! Customers' accounts: links sent by mail, the cart at login, what owners do with their orders and data.

mod cart;
mod export;
mod links;
mod mails;
mod orders;

pub use links::{CONFIRM_LINK_S, Link, RESET_LINK_S};
pub use orders::OrderAgain;
