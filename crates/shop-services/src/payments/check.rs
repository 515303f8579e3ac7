//! Payments that are left in doubt: the shop asks the provider by itself.

use shop_core::base::OrderId;

use super::capture::is_authorised;
use crate::payments::Settlement;
use crate::payments::refunds::ASKING_S;
use crate::ports::{GatewayError, PAYMENT_AUTHOR, PaymentRecord, StoreError};

/// Payments, and refunds, looked at in one round.
const AT_ONCE: u64 = 50;

/// What a round of looking came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Payments asked about.
    pub asked: usize,
    /// Those the provider could not be asked about.
    pub unanswered: usize,
}

impl Settlement {
    /// Asks about payments that are not settled and due.
    pub async fn check_payments(&self) -> Result<Checked, StoreError> {
        let mut done = Checked::default();
        for payment in self.store.payments_to_check(self.context.now(), AT_ONCE).await? {
            done.asked += 1;
            let (order, id) = (payment.order_id, payment.id);
            let payment = PaymentRecord { checks: payment.checks + 1, ..payment };
            if !self.look_at(payment).await? {
                done.unanswered += 1;
                continue;
            }
            // The order has followed: what is settled needs no further look.
            let all = self.store.payments_of(order).await?;
            if let Some(payment) = all.into_iter().find(|one| one.id == id && one.is_settled()) {
                self.notes.learn(payment, &[]).await?;
            }
        }
        Ok(done)
    }

    /// Asks about all open payments of an order; `true`: one of them came through, for the order itself or a later payment of it,
    /// and the order has followed.
    pub async fn look_at_order(&self, id: OrderId, part: Option<i64>) -> Result<bool, StoreError> {
        for payment in self.store.payments_of(id).await? {
            // A message may have told of it a moment ago, and its method is about to be kept: whoever asks here finds it kept.
            let open = !payment.is_settled() || (payment.saves_method && payment.came_through());
            // Whoever is trying right now hears the answer himself.
            if payment.intent_id.is_some() && open && payment.busy_until <= self.context.now() {
                Box::pin(self.look_at(payment)).await?;
            }
        }
        let through = self.store.payments_of(id).await?.iter().any(|one| one.part == part && one.came_through());
        // The same of its order.
        if through {
            Box::pin(self.settle(id)).await?;
        }
        Ok(through)
    }

    /// Before an order is given up: its open intents are, and amounts that are only set aside, so that nothing can be paid on them
    /// any more. `false`: one of them came through, or the provider cannot be asked; the order stays.
    pub async fn close_payments(&self, id: OrderId) -> Result<bool, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(true) };
        for payment in self.store.payments_of(id).await? {
            let Some(intent_id) =
                payment.intent_id.clone().filter(|_| !payment.is_settled() || is_authorised(&payment))
            else {
                continue;
            };
            if payment.busy_until > self.context.now() {
                return Ok(false);
            }
            match gateway.cancel_intent(&intent_id, &format!("{intent_id}-cancel")).await {
                Ok(intent) => {
                    self.notes.learn(payment, &[intent.event(self.context.now())]).await?;
                }
                Err(GatewayError::Refused { .. } | GatewayError::Declined { .. }) => {
                    let is_known = Box::pin(self.look_at(payment)).await?;
                    if !is_known || self.store.payments_of(id).await?.iter().any(PaymentRecord::came_through) {
                        return Ok(false);
                    }
                }
                Err(GatewayError::Unavailable(_) | GatewayError::Unknown(_)) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Reads an intent and takes in what it says; `false`: the provider did not answer.
    pub(super) async fn look_at(&self, payment: PaymentRecord) -> Result<bool, StoreError> {
        let (Some(gateway), Some(id)) = (self.context.gateway(), payment.intent_id.clone()) else {
            // Nothing was made at the provider, or nobody is there to ask: only the time of the next look is written.
            self.notes.learn(payment, &[]).await?;
            return Ok(true);
        };
        match gateway.intent(&id).await {
            Ok(intent) => {
                self.learn_and_settle(payment, &intent).await?;
                Ok(true)
            }
            Err(error) => {
                tracing::warn!(order = %payment.order_id, %error, "a payment stays in doubt");
                self.notes.learn(payment, &[]).await?;
                Ok(false)
            }
        }
    }

    /// Asks about refunds that are left in doubt, and about those on their way; gives their number.
    pub async fn check_refunds(&self) -> Result<usize, StoreError> {
        let due = self.store.refunds_to_check(self.context.now(), AT_ONCE).await?;
        for part in &due {
            self.store.delay_refund(part.id, self.context.now() + ASKING_S).await?;
            let Some(order) = self.store.order(part.order_id).await? else { continue };
            self.refunds.ask_part(&order, part, true).await?;
            self.settle(part.order_id).await?;
            self.orders.close_when_refunded(part.order_id, PAYMENT_AUTHOR).await?;
        }
        Ok(due.len())
    }
}
