//! Settings, reports, the mail outbox, imports and copies of the whole database.

pub(crate) mod analytics;
pub(crate) mod counters;
pub(crate) mod import_jobs;
pub(crate) mod origin_reports;
pub(crate) mod outbox;
pub(crate) mod report_parts;
pub(crate) mod reports;
pub(crate) mod settings;
pub(crate) mod tax_reports;
pub mod transfer;
