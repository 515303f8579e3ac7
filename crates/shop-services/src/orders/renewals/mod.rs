//! Renewals of subscriptions: placed when due, charged, and controlled by their owners.

mod cards;
mod charge;
mod dunning;
mod payment_change;
mod renew;
mod steps;

pub use dunning::change_path;
pub use payment_change::ChangeRefusal;
pub use renew::{PAY_WITHIN_DAYS, Renewals, Renewed};
pub use steps::StepRefusal;

/// Maximum number of retries after concurrent writes: all webhook events about a payment may arrive at once.
const MAX_ROUNDS: usize = 30;
