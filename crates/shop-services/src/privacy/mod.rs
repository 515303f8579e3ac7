//! Personal data: consents, statistics, captured addresses, retention, and the register of processing.

pub mod analytics;
pub mod consents;
pub mod email_captures;
pub mod personal_data;
pub mod register;
