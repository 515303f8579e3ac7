//! The provider's messages. They are kept first and taken in afterwards, so that an answer is never late and none is lost.

use std::sync::Arc;

use shop_core::base::time::UnixSeconds;
use shop_core::payments::state::event::PaymentEvent;

use super::learn::PaymentNotes;
use crate::payments::{MethodSetups, PaymentForms, Settlement};
use crate::platform::context::Context;
use crate::ports::{EventRefusal, PaymentStore, QueuedEvent, StoreError, SubscriptionStore, ports};

/// A message about an intent that no order knows is looked at again this often: the order may be about to write it down. After
/// that it is taken as another program's.
const MAX_TRIES: i64 = 8;
/// Money that no order was made for, and that could not be given back, is tried again after so long.
const ORPHAN_AGAIN_S: i64 = 3600;
/// Kinds of messages that are listed beside being delivered. The provider takes twenty at most.
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
/// Messages taken in at a time.
const AT_ONCE: u64 = 50;

ports! {
    /// Ports of [`PaymentEvents`].
    pub(crate) trait PaymentEventsPorts: PaymentStore + SubscriptionStore
}

/// The provider's messages.
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
    /// Keeps a message. The inner value: `true` when it is new.
    ///
    /// # Errors
    /// The inner error: it is not the provider's, or too old.
    pub async fn keep_gateway_event(
        &self,
        signature: &str,
        body: &str,
    ) -> Result<Result<bool, EventRefusal>, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(Err(EventRefusal::Signature)) };
        let event = match gateway.read_event(signature, body, self.context.now()) {
            Ok(event) => event,
            Err(refusal) => {
                self.context.provider.noted_faults().message_refused(refusal);
                return Ok(Err(refusal));
            }
        };
        if PaymentEvent::read(&event.form).is_none() {
            return Ok(Ok(false));
        }
        Ok(Ok(self.store.keep_event(&event, self.context.now()).await?))
    }

    /// Stores messages whose delivery failed, about what the look at an intent does not show: disputes, reviews and refunds that
    /// were made at the provider. Gives the number of new ones.
    pub async fn fetch_missed_events(&self) -> Result<usize, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(0) };
        let list = self.context.provider.events();
        let Some(since) = list.begin(self.context.now()) else { return Ok(0) };
        let events = match gateway.events_since(since, LISTED_EVENTS).await {
            Ok(events) => events,
            Err(error) => {
                tracing::warn!(%error, "the payment provider's messages could not be listed");
                list.failed();
                return Ok(0);
            }
        };
        let mut new = 0;
        for event in events.iter().filter(|event| PaymentEvent::read(&event.form).is_some()) {
            new += usize::from(self.store.keep_event(event, self.context.now()).await?);
        }
        // Only now: what could not be kept is listed again.
        if let Some(newest) = events.iter().map(|event| event.form.created).max() {
            list.listed(newest);
        }
        Ok(new)
    }

    /// Applies the events that wait; gives their number.
    pub async fn apply_events(&self) -> Result<usize, StoreError> {
        let events = self.store.events_to_apply(self.context.now(), AT_ONCE).await?;
        for event in &events {
            let again = self.apply_event(event).await?;
            self.store.event_done(&event.id, again).await?;
        }
        Ok(events.len())
    }

    /// When it is to be looked at again; `None`: it is applied.
    async fn apply_event(&self, event: &QueuedEvent) -> Result<Option<UnixSeconds>, StoreError> {
        let Some(payment) = self.store.payment_of_intent(&event.form.intent_id).await? else {
            // A method that was to be kept, whose page was closed before it told.
            if let Some(setup) = self.store.setup(&event.form.intent_id).await? {
                let heard = self.method_setups.finish_added_method(setup.customer, &setup.intent_id).await?;
                let again = !heard && event.form.kind == "setup_intent.succeeded" && event.tries < MAX_TRIES;
                return Ok(again.then(|| self.context.now() + (2 << event.tries.clamp(0, 8))));
            }
            if event.tries < MAX_TRIES {
                return Ok(Some(self.context.now() + (2 << event.tries.clamp(0, 8))));
            }
            let settled = self.payment_forms.give_back_orphan(&event.form.intent_id).await?;
            return Ok((!settled).then(|| self.context.now() + ORPHAN_AGAIN_S));
        };
        let payment = self.notes.learn(payment, std::slice::from_ref(&event.form)).await?;
        // Also when it says nothing new: whoever heard it first may have been stopped before the order followed.
        self.settlement.settle(payment.order_id).await?;
        // Who closed the page keeps his method all the same; what fails here is done when the payment is looked at next.
        if payment.saves_method
            && payment.came_through()
            && let Some(gateway) = self.context.gateway()
            && let Ok(intent) = gateway.intent(&event.form.intent_id).await
        {
            self.settlement.keep_paid_method(payment, &intent).await?;
        }
        Ok(None)
    }
}
