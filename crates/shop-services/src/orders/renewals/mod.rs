//! Renewals of subscriptions: made when they are due, charged, and what their owners do with them.

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

/// How often a step is worked out again because somebody else wrote in between: all messages about a payment may do so at once.
const MAX_ROUNDS: usize = 30;
