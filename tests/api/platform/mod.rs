//! What the shop stands on: limits, failures, backups, settings, mail, upgrades.

pub(crate) mod abuse;
pub(crate) mod admin;
pub(crate) mod admin_dashboard;
pub(crate) mod admin_settings;
pub(crate) mod ajax;
pub(crate) mod backups;
pub(crate) mod backups_made;
pub(crate) mod backups_refused;
pub(crate) mod batch;
pub(crate) mod bombs;
pub(crate) mod budgets;
pub(crate) mod connections;
pub(crate) mod described;
pub(crate) mod doctor;
pub(crate) mod error_sentences;
pub(crate) mod ground;
pub(crate) mod killed;
pub(crate) mod kills;
pub(crate) mod offline;
pub(crate) mod operation;
pub(crate) mod outgoing_mail;
pub(crate) mod security;
pub(crate) mod store_arguments;
pub(crate) mod upgrades;
pub(crate) mod wire_details;
