//! The ports of the services over SQLite and PostgreSQL: one set of statements for both.
//!
//! Statements are written as text with `$1` placeholders, which both databases read: the hot paths are conditional updates and
//! single-document rows, where the statement itself is what matters, and their number per use case is part of the shop's
//! budget. What they read and write is typed: a type says once how it stands in a column (`column`), a row once which columns
//! its fields have (`row`), and columns are written with their values beside them (`statement`). What cannot be read is an
//! error with table, key and column. sea-orm brings connections, pools, transactions and migrations; none of its types leave
//! this crate.

mod account_deletion;
mod accounts;
mod analytics;
mod approvals;
mod bookings;
mod breaches;
mod captured_emails;
mod carts;
mod catalogue;
mod categories;
mod column;
mod comments;
mod companies;
mod consents;
mod conversations;
mod counters;
mod coupon_list;
mod coupons;
mod credit;
mod credit_moves;
mod customers;
mod db;
mod downloads;
mod einvoice_queues;
mod einvoices;
mod einvoices_written;
mod fault;
mod gateway_refunds;
mod import_jobs;
mod instalments;
mod invoices;
mod newsletter;
mod offers;
mod offers_taken;
mod order_events;
mod orders;
mod orders_placed;
mod orders_read;
mod outbox;
mod pages;
mod payment_forms;
mod payments;
mod people;
mod personal_data;
mod products;
mod provider_faults;
mod purchase_lists;
mod reach;
mod receivables;
mod received_payments;
mod refund_parts;
mod refunds;
mod reports;
mod reviews;
mod roles;
mod row;
mod saved_methods;
mod search;
mod settings;
mod slugs;
mod standing_orders;
mod statement;
mod stock;
mod subaccounts;
mod subscription_payments;
mod subscriptions;
mod subscriptions_read;
mod terms;
#[cfg(test)]
mod tests;
mod trade_prices;
pub mod transfer;
mod vat_checks;
mod withdrawals;

pub use db::{Db, OpenError, StatementHeard, WAIT, listen_to_statements, sql_statements};
