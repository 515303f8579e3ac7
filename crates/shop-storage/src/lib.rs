//! The ports of the services over SQLite and PostgreSQL, on sea-orm.
//!
//! [`entity`] has the tables, a folder for each subject has the queries, [`db`] runs them: it counts and times each
//! statement, gives SQLite's writers their turns, and turns failures into those of the ports. The conditional updates of
//! placing an order and of payments decide who comes first; the number of statements of a purchase is part of the shop's
//! budget (`tests/api`). No type of sea-orm leaves this crate.

mod accounts;
mod cart;
mod catalogue;
mod checkout;
mod content;
mod db;
mod entity;
mod orders;
mod payments;
mod platform;
mod privacy;
mod search;
#[cfg(test)]
mod tests;
mod trade;

pub use db::{
    Db, OpenError, StatementFigures, StatementHeard, WAIT, listen_to_statements, sql_statements, statement_figures,
};
pub use entity::differences;
pub use platform::transfer;
