//! Suspending, resuming and cancelling, by the owner or by staff.

use shop_core::base::calendar::local_day;
use shop_core::base::{CustomerId, OrderId, SubscriptionId};
use shop_core::orders::OrderStatus;
use shop_core::orders::subscription::{SubscriptionStatus, SubscriptionStep};
use shop_core::platform::messages::codes;

use crate::orders::renewals::{MAX_ROUNDS, Renewals};
use crate::orders::subscriptions::{ended, scheduled};
use crate::ports::{StoreError, SubscriptionRecord, SubscriptionState};

/// Why a subscription was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepRefusal {
    /// There is no such subscription, or it is somebody else's.
    Unknown,
    /// The step is not allowed in its current state.
    Invalid(SubscriptionStatus),
    /// A renewal must be paid first.
    Unpaid,
    /// It kept changing concurrently.
    Changed,
}

impl StepRefusal {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unknown | Self::Changed => codes::SUBSCRIPTION_CHANGED,
            Self::Invalid(_) => codes::SUBSCRIPTION_STEP_REFUSED,
            Self::Unpaid => codes::SUBSCRIPTION_UNPAID,
        }
    }
}

impl Renewals {
    /// Suspends, resumes or cancels a subscription and notifies its owner. With `owner`, only if it is his; `None` for staff.
    /// Pausing or ending it cancels an unpaid renewal and restores its stock.
    pub async fn step_subscription(
        &self,
        id: SubscriptionId,
        owner: Option<CustomerId>,
        step: SubscriptionStep,
        author: &str,
    ) -> Result<Result<(), StepRefusal>, StoreError> {
        for _ in 0..MAX_ROUNDS {
            let found = match owner {
                Some(customer) => self.store.subscription_of(customer, id).await?,
                None => self.store.subscription(id).await?,
            };
            let Some(record) = found else { return Ok(Err(StepRefusal::Unknown)) };
            let next = match self.stepped(&record, step) {
                Ok(next) => next,
                Err(refusal) => return Ok(Err(refusal)),
            };
            let settings = self.context.settings().await?;
            let after = SubscriptionRecord { state: next.clone(), ..record.clone() };
            let mails = [self.subscriptions.mails(&settings).state(&after)];
            if self.store.change_subscription(&record.changed(next), &mails, self.context.now()).await? {
                if let Some(open) = record.state.open_order {
                    self.give_up_renewal(open, author).await?;
                }
                return Ok(Ok(()));
            }
        }
        Ok(Err(StepRefusal::Changed))
    }

    /// Returns the state after a step.
    fn stepped(&self, record: &SubscriptionRecord, step: SubscriptionStep) -> Result<SubscriptionState, StepRefusal> {
        if !record.state.status.open_to_buyer().contains(&step) {
            return Err(StepRefusal::Invalid(record.state.status));
        }
        let state = record.state.clone();
        Ok(match step {
            SubscriptionStep::Resume if state.open_order.is_some() => return Err(StepRefusal::Unpaid),
            SubscriptionStep::Resume => {
                let active = SubscriptionState { status: SubscriptionStatus::Active, ..state };
                scheduled(&record.terms, active, local_day(self.context.now()))
            }
            SubscriptionStep::Cancel => ended(&state),
            _ => SubscriptionState { status: SubscriptionStatus::OnHold, waits_for: String::new(), ..state.untried() },
        })
    }

    /// Cancels an open renewal unless it was paid meanwhile.
    async fn give_up_renewal(&self, order: OrderId, author: &str) -> Result<(), StoreError> {
        let open = self.store.order(order).await?.filter(|order| order.status.buyer_may_cancel());
        if open.is_some() {
            // A refusal means that it was paid at this moment: it stays.
            let _ = self.order_steps.set_order_status(order, OrderStatus::Cancelled, "", author).await?;
        }
        Ok(())
    }
}
