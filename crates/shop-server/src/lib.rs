//! The shop in one binary: pages, store API, classic calls, back office, workers.

// What answers a request reads as its steps: each is a function.
#![warn(clippy::too_many_lines)]

pub mod admin;
pub mod ajax;
pub mod app;
pub mod backup;
mod cart_gate;
mod checkout;
pub mod cli;
mod client;
pub mod config;
pub mod connections;
pub mod data_folder;
mod described;
pub mod doctor;
mod failures;
pub mod files;
mod json_numbers;
pub mod limits;
mod nul;
pub mod ops;
mod order_documents;
pub mod password;
pub mod payments;
pub mod render;
mod sealing;
pub mod secrets;
pub mod seed;
pub mod session;
pub mod site;
pub mod state;
pub mod store_api;
pub mod workers;
