//! The shop in one binary: pages, store API, classic calls, back office, workers.

// What answers a request reads as its steps: each is a function.
#![warn(clippy::too_many_lines)]

mod accounts;
pub mod admin;
pub mod ajax;
pub mod app;
mod attachments;
pub mod backup;
mod cart_gate;
mod checkout;
pub mod cli;
mod client;
pub mod config;
pub mod connections;
mod consent;
mod csv;
pub mod data_folder;
mod described;
pub mod doctor;
pub mod einvoice_carriers;
mod failures;
pub mod files;
mod import_report;
mod json_numbers;
pub mod kept_answers;
pub mod limits;
mod method_override;
mod nonces;
mod nul;
pub mod ops;
mod order_documents;
pub mod outgoing_mail;
mod page_data;
pub mod pairs;
pub mod password;
mod payments;
mod pieces;
mod posted_form;
pub mod provider;
mod registration_files;
pub mod render;
mod routing;
mod sealing;
pub mod secrets;
pub mod seed;
pub mod session;
mod shapes;
pub mod site;
mod spoken;
pub mod state;
pub mod store_api;
mod theme;
mod trade;
pub mod translator;
pub mod vat_register;
pub mod workers;
