//! Subscriptions: what a product promises, when it is paid next, and which states it goes through.

pub mod state;
pub mod terms;
pub mod words;

pub use state::{SubscriptionStatus, SubscriptionStep};
pub use terms::SubscriptionTerms;
