//! Statuses of a subscription and who can change them.

use crate::base::wire_enum;

wire_enum! {
    /// Status of a subscription.
    SubscriptionStatus {
        /// The first order is not paid yet.
        Pending = "pending",
        /// Payments are made when they are due.
        Active = "active",
        /// Nothing is paid or delivered until it is resumed.
        OnHold = "on-hold",
        /// Cancelled by its buyer or the shop.
        Cancelled = "cancelled",
        /// The last payment was made.
        Expired = "expired",
    } default Pending
}

wire_enum! {
    /// An action on a subscription.
    SubscriptionStep {
        /// Activate it after the first order is paid.
        Start = "start",
        Suspend = "suspend",
        /// Resume it after a pause.
        Resume = "resume",
        Cancel = "cancel",
        /// Expire it after the last payment.
        Expire = "expire",
    } default Start
}

impl SubscriptionStatus {
    /// Returns the status after an action; `None`: the action is not possible. Ended subscriptions stay ended.
    ///
    /// ```
    /// use shop_core::orders::subscription::{SubscriptionStatus, SubscriptionStep};
    /// assert_eq!(SubscriptionStatus::Active.after(SubscriptionStep::Suspend), Some(SubscriptionStatus::OnHold));
    /// assert_eq!(SubscriptionStatus::Cancelled.after(SubscriptionStep::Resume), None);
    /// ```
    pub const fn after(self, step: SubscriptionStep) -> Option<Self> {
        use SubscriptionStep as Step;
        match (self, step) {
            (Self::Pending, Step::Start) | (Self::OnHold, Step::Resume) => Some(Self::Active),
            (Self::Active, Step::Suspend) => Some(Self::OnHold),
            (Self::Pending | Self::Active | Self::OnHold, Step::Cancel) => Some(Self::Cancelled),
            (Self::Active, Step::Expire) => Some(Self::Expired),
            _ => None,
        }
    }

    /// Returns the actions that its buyer can take now.
    pub fn open_to_buyer(self) -> Vec<SubscriptionStep> {
        let steps = [SubscriptionStep::Suspend, SubscriptionStep::Resume, SubscriptionStep::Cancel];
        steps.into_iter().filter(|step| self.after(*step).is_some()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ended_never_begins_again() {
        for status in [SubscriptionStatus::Cancelled, SubscriptionStatus::Expired] {
            assert!(SubscriptionStep::ALL.iter().all(|step| status.after(*step).is_none()), "{status:?}");
        }
    }

    #[test]
    fn an_unpaid_one_can_only_start_or_be_cancelled() {
        assert_eq!(SubscriptionStatus::Pending.open_to_buyer(), [SubscriptionStep::Cancel]);
        assert_eq!(SubscriptionStatus::Pending.after(SubscriptionStep::Start), Some(SubscriptionStatus::Active));
        assert_eq!(SubscriptionStatus::Pending.after(SubscriptionStep::Suspend), None);
        assert_eq!(SubscriptionStatus::OnHold.after(SubscriptionStep::Expire), None);
    }
}
