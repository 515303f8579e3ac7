//! The shop in one binary: pages, store API, classic calls, back office, workers.

// A request handler should read as its steps, each a function.
#![warn(clippy::too_many_lines)]

pub mod accounts;
pub mod admin;
pub mod ajax;
pub mod app;
mod checkout;
pub mod cli;
pub mod orders;
mod page_data;
pub mod payments;
pub mod platform;
pub mod render;
pub mod site;
pub mod store_api;
pub mod trade;
