//! What is learnt of a payment, written down.

use std::sync::Arc;

use shop_core::payments::state::event::PaymentEventForm;
use shop_core::payments::state::facts::{PaymentFacts, learn_all};

use crate::payments::pay::next_check;
use crate::platform::context::Context;
use crate::ports::{PaymentRecord, PaymentStore, StoreError};

/// How often a change is made again because somebody else wrote in between. Each lost round is a change of another writer, and these
/// are few: the provider sends about ten messages about an intent, which may all arrive at once, each with something new.
pub(super) const MAX_ROUNDS: usize = 30;

/// What is learnt of payments, written down.
#[derive(Clone)]
pub(crate) struct PaymentNotes {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PaymentStore>,
}

impl PaymentNotes {
    /// Takes in what was told of a payment's intent, and writes it down.
    pub(super) async fn learn(
        &self,
        mut payment: PaymentRecord,
        told: &[PaymentEventForm],
    ) -> Result<PaymentRecord, StoreError> {
        for _ in 0..MAX_ROUNDS {
            payment.facts = with_events(&payment, told);
            // What was just told is looked at once more later on, lest the order did not follow.
            let open = !payment.is_settled() || payment.saves_method || !told.is_empty();
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
            if payment == newer && with_events(&newer, told) == newer.facts {
                return Ok(newer);
            }
        }
        Err(StoreError::Unavailable("a payment changes too often".into()))
    }
}

/// The facts of a payment after these events of its intent.
fn with_events(payment: &PaymentRecord, events: &[PaymentEventForm]) -> PaymentFacts {
    let mut facts = payment.facts.clone();
    if let Some(id) = &payment.intent_id
        && facts.intent_id != *id
    {
        facts.intent_id.clone_from(id);
    }
    learn_all(facts, events)
}
