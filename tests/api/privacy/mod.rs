//! Consent, attribution, statistics, captured addresses and personal data.

pub(crate) mod analytics;
pub(crate) mod attribution;
pub(crate) mod consent;
pub(crate) mod consent_calls;
pub(crate) mod email_capture;
pub(crate) mod personal_data;
