//! Webhook events of the provider. They are stored first and applied afterwards, so that the response is never late and none is
//! lost.

use std::sync::Arc;

use shop_core::base::time::UnixSeconds;
use shop_core::payments::state::event::PaymentEvent;

use super::notes::PaymentNotes;
use crate::payments::{MethodSetups, PaymentForms, Settlement};
use crate::platform::context::Context;
use crate::ports::{PaymentStore, QueuedEvent, StoreError, SubscriptionStore, WebhookError, ports};

/// Number of retries for an event about an intent without an order: the order may be about to record it. After that the event is
/// assumed to belong to another program.
const MAX_TRIES: i64 = 8;
/// Retry interval for refunding money that belongs to no order.
const ORPHAN_AGAIN_S: i64 = 3600;
/// Event types that are listed in addition to webhook deliveries. The provider accepts at most twenty.
const LISTED_EVENTS: &[&str] = &[
    "charge.refunded",
    "charge.refund.updated",
    "refund.created",
    "refund.updated",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
    "review.opened",
    "review.closed",
];
/// Events per batch.
const AT_ONCE: u64 = 50;

ports! {
    pub(crate) trait PaymentEventsPorts: PaymentStore + SubscriptionStore
}

/// Webhook events of the provider.
#[derive(Clone)]
pub struct PaymentEvents {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PaymentEventsPorts>,
    pub(crate) method_setups: MethodSetups,
    pub(crate) payment_forms: PaymentForms,
    pub(crate) notes: PaymentNotes,
    pub(crate) settlement: Settlement,
}

impl PaymentEvents {
    /// Stores a webhook event. The inner value is `true` when it is new.
    ///
    /// # Errors
    ///
    /// The inner error: the signature is invalid or too old.
    pub async fn store_webhook_event(
        &self,
        signature: &str,
        body: &str,
    ) -> Result<Result<bool, WebhookError>, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(Err(WebhookError::Signature)) };
        let event = match gateway.read_event(signature, body, self.context.now()) {
            Ok(event) => event,
            Err(refusal) => {
                self.context.provider.logged_errors().webhook_rejected(refusal);
                return Ok(Err(refusal));
            }
        };
        if PaymentEvent::parse(&event.form).is_none() {
            return Ok(Ok(false));
        }
        Ok(Ok(self.store.save_event(&event, self.context.now()).await?))
    }

    /// Stores events whose delivery failed, for changes that fetching an intent does not show: disputes, reviews, and refunds
    /// made at the provider. Returns the number of new ones.
    pub async fn fetch_missed_events(&self) -> Result<usize, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(0) };
        let list = self.context.provider.events();
        let Some(since) = list.begin(self.context.now()) else { return Ok(0) };
        let events = match gateway.events_since(since, LISTED_EVENTS).await {
            Ok(events) => events,
            Err(error) => {
                tracing::warn!(%error, "the payment provider's messages could not be listed");
                list.record_failure();
                return Ok(0);
            }
        };
        let mut new = 0;
        for event in events.iter().filter(|event| PaymentEvent::parse(&event.form).is_some()) {
            new += usize::from(self.store.save_event(event, self.context.now()).await?);
        }
        // Only now: events that could not be stored are listed again.
        if let Some(newest) = events.iter().map(|event| event.form.created).max() {
            list.record_success(newest);
        }
        Ok(new)
    }

    /// Applies pending events; returns how many.
    pub async fn apply_events(&self) -> Result<usize, StoreError> {
        let events = self.store.events_to_apply(self.context.now(), AT_ONCE).await?;
        for event in &events {
            let again = self.apply_event(event).await?;
            self.store.event_done(&event.id, again).await?;
        }
        Ok(events.len())
    }

    /// Applies an event; returns when to retry it, or `None` once it is applied.
    async fn apply_event(&self, event: &QueuedEvent) -> Result<Option<UnixSeconds>, StoreError> {
        let Some(payment) = self.store.payment_of_intent(&event.form.intent_id).await? else {
            // A method to be saved, whose page was closed before it reported back.
            if let Some(setup) = self.store.setup(&event.form.intent_id).await? {
                let finished = self.method_setups.finish_added_method(setup.customer, &setup.intent_id).await?;
                let again = !finished && event.form.kind == "setup_intent.succeeded" && event.tries < MAX_TRIES;
                return Ok(again.then(|| self.context.now() + (2 << event.tries.clamp(0, 8))));
            }
            if event.tries < MAX_TRIES {
                return Ok(Some(self.context.now() + (2 << event.tries.clamp(0, 8))));
            }
            let is_refunded = self.payment_forms.give_back_orphan(&event.form.intent_id).await?;
            return Ok((!is_refunded).then(|| self.context.now() + ORPHAN_AGAIN_S));
        };
        let payment = self.notes.record_events(payment, std::slice::from_ref(&event.form)).await?;
        // Also for a known event: the process that received it first may have stopped before updating the order.
        self.settlement.settle(payment.order_id).await?;
        // The method is saved even if the shopper closed the page; a failure here is retried with the next check of the payment.
        if payment.saves_method
            && payment.came_through()
            && let Some(gateway) = self.context.gateway()
            && let Ok(intent) = gateway.intent(&event.form.intent_id).await
        {
            self.settlement.save_paid_method(payment, &intent).await?;
        }
        Ok(None)
    }
}
