//! Cookies, consent, attribution and analytics.

pub mod analytics;
pub mod attribution;
pub mod consent;
pub mod cookies;
