//! Off-session charges of a saved method, as when a subscription renews.

use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::payments::availability::refusals;
use shop_core::payments::error::PaymentError;
use shop_core::payments::state::event::Progress;

use super::pay::{Attempt, Due, PaymentRefusal, PaymentStep, offer};
use crate::payments::Payments;
use crate::ports::{OrderRecord, PaidWith, PaymentRecord, SavedMethod, StoreError, TransitionRefusal};

/// How long the shop waits for a shopper who is authenticating before it charges the order itself.
const SHOPPER_S: i64 = 3600;

/// Result of a charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Charged {
    /// Paid, or processing.
    Done,
    /// The provider did not respond; the worker checks again.
    InDoubt,
    Refused(Box<PaymentError>),
    /// The bank requires the buyer's authentication.
    BuyerNeeded,
    /// The provider is unreachable, or a payment is in progress: nothing was done.
    Later,
    /// The ordered goods are no longer available.
    Gone(TransitionRefusal),
    /// This method cannot pay this order.
    MethodUnsupported,
}

impl Payments {
    /// Charges a pending order to a saved method of its buyer, and updates the order with the result.
    pub(crate) async fn charge_saved_method(
        &self,
        order: &OrderRecord,
        saved: &SavedMethod,
    ) -> Result<Charged, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(Charged::Later) };
        let kind = saved.method.kind;
        // A debit mandate created by a bank redirect is charged where the redirect method is enabled.
        let offered =
            self.method_setups.gateway_kinds().await?.iter().any(|own| *own == kind || own.saved_as() == Some(kind));
        if order.customer_id != Some(saved.customer_id) || !offered {
            return Ok(Charged::MethodUnsupported);
        }
        let cents = order.due_now_cents();
        if !refusals(&offer(&*gateway, kind, &order.content.billing.country, cents)).is_empty() {
            return Ok(Charged::MethodUnsupported);
        }
        if self.is_being_confirmed(order.id).await? {
            return Ok(Charged::Later);
        }
        self.give_up_waiting(&gateway, order.id).await?;
        let request = Attempt {
            due: Due { part: None, cents },
            method: kind,
            with: PaidWith::Method(saved.method.id.clone()),
            save: false,
            code: None,
            customer: order.customer_id,
            request_hash: String::new(),
            off_session: true,
            intent: None,
            agreed: None,
        };
        Ok(match Box::pin(self.attempt(&gateway, order, request)).await? {
            Ok(PaymentStep::Done) | Err(PaymentRefusal::NotPayable) => Charged::Done,
            Ok(PaymentStep::Checking) => Charged::InDoubt,
            Ok(PaymentStep::Leave { .. } | PaymentStep::Confirm { .. }) => Charged::BuyerNeeded,
            // An invalid request by the shop is not a decline by the buyer's bank, and does not count as an attempt.
            Err(PaymentRefusal::Declined(error)) if error.is_of_the_request() => {
                tracing::error!(order = %order.id, code = %error.code, param = %error.param, "a renewal was asked for wrongly");
                Charged::Later
            }
            Err(PaymentRefusal::Declined(error)) => Charged::Refused(error),
            Err(PaymentRefusal::Gone(why)) => Charged::Gone(why),
            Err(PaymentRefusal::Busy | PaymentRefusal::Unavailable) => Charged::Later,
            Err(
                PaymentRefusal::Unsupported
                | PaymentRefusal::NotOffered(_)
                | PaymentRefusal::UnknownMethod
                | PaymentRefusal::UnknownIntent
                | PaymentRefusal::TooMany,
            ) => Charged::MethodUnsupported,
        })
    }

    /// Returns why the latest attempt to pay an order was declined; `None` if it was not, or before `since`.
    pub(crate) async fn last_refusal(
        &self,
        order: OrderId,
        since: UnixSeconds,
    ) -> Result<Option<PaymentError>, StoreError> {
        let payments = self.store.payments_of(order).await?;
        let failed = |one: &&PaymentRecord| {
            let (at, progress) = one.facts.progress;
            progress == Progress::Failed && at >= since && !one.is_settled()
        };
        let Some(payment) = payments.last().filter(failed) else { return Ok(None) };
        let (Some(gateway), Some(id)) = (self.context.gateway(), payment.intent_id.as_deref()) else {
            return Ok(Some(PaymentError::default()));
        };
        let read = gateway.intent(id).await.ok();
        Ok(Some(read.and_then(|intent| intent.failure).unwrap_or_default()))
    }

    /// Whether the buyer is authenticating at the bank right now.
    async fn is_being_confirmed(&self, order: OrderId) -> Result<bool, StoreError> {
        let now = self.context.now();
        let is_authenticating = |one: &PaymentRecord| {
            let (since, progress) = one.facts.progress;
            progress == Progress::ActionRequired && !one.is_settled() && since > now - SHOPPER_S
        };
        Ok(self.store.payments_of(order).await?.iter().any(is_authenticating))
    }
}
