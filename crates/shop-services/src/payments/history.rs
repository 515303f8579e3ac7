//! An order's payments for the back office.

use std::sync::Arc;

use shop_core::base::OrderId;

use crate::orders::counting;
use crate::platform::context::Context;
use crate::ports::{OrderRecord, PaymentRecord, PaymentStore, StoreError, WebhookEvent};

/// A payment with its history.
#[derive(Clone, Debug)]
pub struct PaymentHistory {
    pub payment: PaymentRecord,
    /// Whether it pays the order, or was made in addition to another one.
    pub counts: TryOutcome,
    /// Webhook events in the order of arrival.
    pub events: Vec<WebhookEvent>,
}

/// Result of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryOutcome {
    /// It pays the order.
    Counts,
    /// It succeeded in addition to another one, and is refunded.
    Superfluous,
    /// It has not succeeded (yet).
    Open,
}

/// Payments for display.
#[derive(Clone)]
pub struct PaymentHistories {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PaymentStore>,
}

impl PaymentHistories {
    /// Lists the payments of an order with their histories, oldest first.
    pub async fn payment_history(&self, order: &OrderRecord) -> Result<Vec<PaymentHistory>, StoreError> {
        let payments = self.payments_of(order.id).await?;
        let counting: Vec<i64> = counting(order, &payments).iter().map(|one| one.id).collect();
        let mut out = Vec::with_capacity(payments.len());
        for payment in payments {
            let events = match &payment.intent_id {
                Some(id) => self.store.events_of_intent(id).await?,
                None => Vec::new(),
            };
            let counts = if counting.contains(&payment.id) {
                TryOutcome::Counts
            } else if payment.came_through() {
                TryOutcome::Superfluous
            } else {
                TryOutcome::Open
            };
            out.push(PaymentHistory { payment, counts, events });
        }
        Ok(out)
    }

    /// Lists the payments of an order, oldest first.
    pub async fn payments_of(&self, id: OrderId) -> Result<Vec<PaymentRecord>, StoreError> {
        self.store.payments_of(id).await
    }
}
