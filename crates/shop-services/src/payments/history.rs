//! What the back office sees of an order's payments.

use std::sync::Arc;

use shop_core::base::OrderId;

use crate::orders::counting;
use crate::platform::context::Context;
use crate::ports::{OrderRecord, PaymentRecord, PaymentStore, StoreError, WebhookEvent};

/// A payment with all that was told of it.
#[derive(Clone, Debug)]
pub struct PaymentHistory {
    pub payment: PaymentRecord,
    /// Whether the order was paid by it, or it came beside another one.
    pub counts: TryOutcome,
    /// What the provider told, in the order in which it came.
    pub events: Vec<WebhookEvent>,
}

/// What became of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryOutcome {
    /// The order was paid by it.
    Counts,
    /// It came through beside another one, and goes back.
    Superfluous,
    /// It did not come through (yet).
    Open,
}

/// What pages tell of payments.
#[derive(Clone)]
pub struct PaymentHistories {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PaymentStore>,
}

impl PaymentHistories {
    /// The payments of an order with their histories, oldest first.
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

    /// The payments of an order, oldest first.
    pub async fn payments_of(&self, id: OrderId) -> Result<Vec<PaymentRecord>, StoreError> {
        self.store.payments_of(id).await
    }
}
