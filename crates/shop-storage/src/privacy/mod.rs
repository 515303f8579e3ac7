//! Consents, personal data and breaches.

pub(crate) mod breaches;
pub(crate) mod consents;
pub(crate) mod personal_data;
