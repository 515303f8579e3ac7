//! Subscriptions: their terms, payment dates and statuses.

pub mod state;
pub mod terms;
pub mod words;

pub use state::{SubscriptionStatus, SubscriptionStep};
pub use terms::SubscriptionTerms;
