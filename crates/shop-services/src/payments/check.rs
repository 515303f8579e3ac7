//! Unresolved payments: the worker queries the provider about them.

use shop_core::base::OrderId;

use super::capture::is_authorised;
use crate::payments::Settlement;
use crate::payments::refunds::REQUEST_LEASE_S;
use crate::ports::{GatewayError, PAYMENT_AUTHOR, PaymentRecord, StoreError};

/// Payments and refunds per batch.
const AT_ONCE: u64 = 50;

/// Result of a run of checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    pub queried: usize,
    /// Payments for which the provider did not respond.
    pub unanswered: usize,
}

impl Settlement {
    /// Queries unsettled payments that are due.
    pub async fn check_payments(&self) -> Result<Checked, StoreError> {
        let mut done = Checked::default();
        for payment in self.store.payments_to_check(self.context.now(), AT_ONCE).await? {
            done.queried += 1;
            let (order, id) = (payment.order_id, payment.id);
            let payment = PaymentRecord { checks: payment.checks + 1, ..payment };
            if !self.check_payment(payment).await? {
                done.unanswered += 1;
                continue;
            }
            // The order has followed: a settled payment needs no further check.
            let all = self.store.payments_of(order).await?;
            if let Some(payment) = all.into_iter().find(|one| one.id == id && one.is_settled()) {
                self.notes.record_events(payment, &[]).await?;
            }
        }
        Ok(done)
    }

    /// Queries all open payments of an order; `true` if one of them succeeded, for the order itself or one of its instalments,
    /// and the order has been updated.
    pub async fn check_order_payments(&self, id: OrderId, part: Option<i64>) -> Result<bool, StoreError> {
        for payment in self.store.payments_of(id).await? {
            // A webhook event may have reported the payment a moment ago, with its method about to be saved: after this call it
            // is saved.
            let open = !payment.is_settled() || (payment.saves_method && payment.came_through());
            // A request with an attempt in progress gets the response itself.
            if payment.intent_id.is_some() && open && payment.busy_until <= self.context.now() {
                Box::pin(self.check_payment(payment)).await?;
            }
        }
        let through = self.store.payments_of(id).await?.iter().any(|one| one.part == part && one.came_through());
        // Same check for its order.
        if through {
            Box::pin(self.settle(id)).await?;
        }
        Ok(through)
    }

    /// Cancels an order's open intents and authorisations before the order is cancelled, so that they can no longer be paid.
    /// `false`, and the order stays, if one of them succeeded or the provider cannot be reached.
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
                    self.notes.record_events(payment, &[intent.event(self.context.now())]).await?;
                }
                Err(GatewayError::Refused { .. } | GatewayError::Declined { .. }) => {
                    let is_known = Box::pin(self.check_payment(payment)).await?;
                    if !is_known || self.store.payments_of(id).await?.iter().any(PaymentRecord::came_through) {
                        return Ok(false);
                    }
                }
                Err(GatewayError::Unavailable(_) | GatewayError::Unknown(_)) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Fetches an intent and applies it; `false` if the provider did not respond.
    pub(super) async fn check_payment(&self, payment: PaymentRecord) -> Result<bool, StoreError> {
        let (Some(gateway), Some(id)) = (self.context.gateway(), payment.intent_id.clone()) else {
            // There is no intent, or no provider to query: only schedule the next check.
            self.notes.record_events(payment, &[]).await?;
            return Ok(true);
        };
        match gateway.intent(&id).await {
            Ok(intent) => {
                self.apply_and_settle(payment, &intent).await?;
                Ok(true)
            }
            Err(error) => {
                tracing::warn!(order = %payment.order_id, %error, "a payment stays in doubt");
                self.notes.record_events(payment, &[]).await?;
                Ok(false)
            }
        }
    }

    /// Queries unresolved refunds and those in progress; returns how many.
    pub async fn check_refunds(&self) -> Result<usize, StoreError> {
        let due = self.store.refunds_to_check(self.context.now(), AT_ONCE).await?;
        for part in &due {
            self.store.delay_refund(part.id, self.context.now() + REQUEST_LEASE_S).await?;
            let Some(order) = self.store.order(part.order_id).await? else { continue };
            self.refunds.request_part(&order, part, true).await?;
            self.settle(part.order_id).await?;
            self.orders.close_when_refunded(part.order_id, PAYMENT_AUTHOR).await?;
        }
        Ok(due.len())
    }
}
