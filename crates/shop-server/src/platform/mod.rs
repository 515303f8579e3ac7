//! What the process runs on: configuration, files, secrets, backups, outgoing mail, workers.

pub mod backup;
pub mod config;
pub(crate) mod csv;
pub mod data_folder;
pub mod doctor;
pub mod files;
pub(crate) mod import_report;
pub mod ops;
pub mod outgoing_mail;
pub(crate) mod sealing;
pub mod secrets;
pub mod seed;
pub mod translator;
pub mod workers;
