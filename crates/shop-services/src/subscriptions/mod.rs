//! Subscriptions: how they begin with an order, what their buyers and staff may do with them, and their renewals.

mod begin;
mod cards;
mod charge;
mod dunning;
mod effect;
mod mails;
mod payment;
mod renew;
mod steps;
mod view;

pub(crate) use begin::beginning;
pub use dunning::change_path;
pub use payment::ChangeRefusal;
pub use renew::{PAY_WITHIN_DAYS, Renewals};
pub use steps::StepRefusal;
pub use view::{detail, facts, row, title};

use crate::ports::{SubscriptionChange, SubscriptionRecord, SubscriptionState};

/// How often a step is worked out again because somebody else wrote in between.
const MAX_ROUNDS: usize = 6;

impl SubscriptionRecord {
    /// A change of it as it is now.
    pub(crate) fn changed(&self, state: SubscriptionState) -> SubscriptionChange {
        SubscriptionChange { id: self.id, version: self.version, state, gives_up: None }
    }
}
