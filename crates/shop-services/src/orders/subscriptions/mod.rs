//! Subscriptions: how they start with an order, how they are paid, and how orders affect them.

mod effect;
mod mails;
mod payment;
mod queries;
mod steps;
mod view;

pub(crate) use effect::{ended, scheduled, started};
pub(crate) use mails::SubscriptionMail;
pub use steps::Subscriptions;
pub use view::{detail, facts, row, title};

use crate::ports::{SubscriptionChange, SubscriptionRecord, SubscriptionState};

impl SubscriptionRecord {
    /// Builds a change from the current version.
    pub(crate) fn changed(&self, state: SubscriptionState) -> SubscriptionChange {
        SubscriptionChange { id: self.id, version: self.version, state, gives_up: None }
    }
}
