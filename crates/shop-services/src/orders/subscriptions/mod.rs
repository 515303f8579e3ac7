//! Subscriptions: how they begin with an order, what pays them and what orders mean for them.

mod effect;
mod mails;
mod payment;
mod queries;
mod steps;
mod view;

pub(crate) use effect::{ended, scheduled, started};
pub(crate) use mails::Told;
pub use steps::Subscriptions;
pub use view::{detail, facts, row, title};

use crate::ports::{SubscriptionChange, SubscriptionRecord, SubscriptionState};

impl SubscriptionRecord {
    /// A change of it as it is now.
    pub(crate) fn changed(&self, state: SubscriptionState) -> SubscriptionChange {
        SubscriptionChange { id: self.id, version: self.version, state, gives_up: None }
    }
}
