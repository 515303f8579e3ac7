//! States of a subscription and who may change them.

use crate::base::wire_enum;

wire_enum! {
    /// State of a subscription.
    SubscriptionStatus {
        /// Its first order is not paid yet.
        Pending = "pending",
        /// It is paid when its day comes.
        Active = "active",
        /// Nothing is paid or delivered until it is resumed.
        OnHold = "on-hold",
        /// Ended by its buyer or the shop.
        Cancelled = "cancelled",
        /// Its last payment was made.
        Expired = "expired",
    } default Pending
}

wire_enum! {
    /// What happens to a subscription.
    SubscriptionStep {
        /// The first order is paid.
        Start = "start",
        Suspend = "suspend",
        /// It goes on.
        Resume = "resume",
        Cancel = "cancel",
        /// The last payment was made.
        Expire = "expire",
    } default Start
}

impl SubscriptionStatus {
    /// The state after a step; `None`: the step is not possible. Ended subscriptions stay ended.
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

    /// What its buyer may do now.
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
