//! The ports of the services over SQLite and PostgreSQL: one set of statements for both.
//!
//! Statements are written as text with `$1` placeholders, which both databases read, instead of entities: the hot paths
//! are conditional updates and single-document rows, where the statement itself is what matters, and their number per use
//! case is part of the shop's budget. sea-orm brings connections, pools, transactions and migrations; none of its types
//! leave this crate.

mod accounts;
mod bookings;
mod carts;
mod catalogue;
mod categories;
mod coupon_list;
mod coupons;
mod credit;
mod credit_moves;
mod customers;
mod db;
mod downloads;
mod fault;
mod gateway_refunds;
mod import_jobs;
mod instalments;
mod invoices;
mod orders;
mod orders_read;
mod outbox;
mod pages;
mod payment_forms;
mod payments;
mod people;
mod products;
mod provider_faults;
mod reach;
mod refunds;
mod reports;
mod reviews;
mod saved_methods;
mod settings;
mod stock;
mod subscription_payments;
mod subscriptions;
mod subscriptions_read;
mod terms;
pub mod transfer;
mod withdrawals;

pub use db::{Db, OpenError, StatementHeard, WAIT, listen_to_statements, sql_statements};
