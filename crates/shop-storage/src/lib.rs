//! Implements the ports of the services on SQLite and PostgreSQL, with sea-orm.
//!
//! [`entity`] has the tables, a folder for each subject has the queries, [`db`] runs them: it counts and times each statement,
//! serialises SQLite's writers, and maps failures to those of the ports. Conditional updates in placing an order and in payments
//! decide which of two concurrent requests wins; the number of statements of a purchase is part of the shop's budget
//! (`tests/api`). No type of sea-orm leaves this crate.

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
    Db, ObservedStatement, OpenError, StatementFigures, WAIT, observe_statements, sql_statements, statement_figures,
};
pub use entity::differences;
pub use platform::transfer;
