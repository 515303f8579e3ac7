//! Records what is known about payments.

use std::sync::Arc;

use shop_core::base::time::UnixSeconds;
use shop_core::payments::method::MethodGroup;
use shop_core::payments::state::event::PaymentEventForm;
use shop_core::payments::state::facts::{PaymentFacts, apply_all};

use crate::platform::context::Context;
use crate::ports::{PaymentRecord, PaymentStore, StoreError};

/// Maximum number of retries after concurrent writes. Each lost round is a change by another writer, and these are few: the
/// provider sends about ten events per intent, which may all arrive at once, each with something new.
pub(super) const MAX_ROUNDS: usize = 30;

/// Records what is known about payments.
#[derive(Clone)]
pub(crate) struct PaymentNotes {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PaymentStore>,
}

impl PaymentNotes {
    /// Applies events to a payment and saves it.
    pub(super) async fn record_events(
        &self,
        mut payment: PaymentRecord,
        events: &[PaymentEventForm],
    ) -> Result<PaymentRecord, StoreError> {
        for _ in 0..MAX_ROUNDS {
            payment.facts = with_events(&payment, events);
            // What was just reported is checked once more later, in case the order was not updated.
            let open = !payment.is_settled() || payment.saves_method || !events.is_empty();
            let check_at = open.then(|| next_check(&payment, self.context.now()));
            if self.store.save_payment(&payment, check_at).await? {
                return Ok(PaymentRecord { version: payment.version + 1, ..payment });
            }
            let all = self.store.payments_of(payment.order_id).await?;
            let Some(newer) = all.into_iter().find(|one| one.id == payment.id) else { break };
            payment = PaymentRecord {
                intent_id: newer.intent_id.clone().or(payment.intent_id),
                busy_until: newer.busy_until.min(payment.busy_until),
                ..newer.clone()
            };
            // The other writer recorded the same events. Writing them again would only make further writers retry.
            if payment == newer && with_events(&newer, events) == newer.facts {
                return Ok(newer);
            }
        }
        Err(StoreError::Unavailable("a payment changes too often".into()))
    }
}

/// Returns the facts of a payment after these events.
fn with_events(payment: &PaymentRecord, events: &[PaymentEventForm]) -> PaymentFacts {
    let mut facts = payment.facts.clone();
    if let Some(id) = &payment.intent_id
        && facts.intent_id != *id
    {
        facts.intent_id.clone_from(id);
    }
    apply_all(facts, events)
}

/// When the worker next queries an unsettled payment: after a minute, then with doubling intervals up to an hour.
pub(super) fn next_check(payment: &PaymentRecord, now: UnixSeconds) -> UnixSeconds {
    now + (60 << payment.checks.clamp(0, 6)).min(3600)
}

/// Whether it is paid by voucher.
pub(super) fn by_voucher(payment: &PaymentRecord) -> bool {
    payment.method.group() == MethodGroup::Voucher
}
