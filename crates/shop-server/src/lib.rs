//! The shop in one binary: pages, store API, classic calls, back office, workers.

pub mod admin;
pub mod ajax;
pub mod app;
mod attempt;
pub mod backup;
pub mod cli;
mod client;
pub mod config;
pub mod data_folder;
pub mod doctor;
pub mod files;
pub mod limits;
pub mod ops;
mod outage;
mod papers;
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
