//! Customer accounts: e-mailed links, and what owners do with their orders and data.

pub mod buyer;
mod export;
mod links;
mod logins;
mod mails;
mod orders;
mod own;
pub mod people;
mod used_links;

pub use export::Export;
pub use links::{Accounts, Link};
pub use logins::Logins;
pub use mails::{CONFIRM_LINK_S, RESET_LINK_S};
pub use orders::OrderAgain;
