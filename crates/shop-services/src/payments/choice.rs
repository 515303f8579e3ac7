//! Adapts an intent to the latest choice: allowed methods, capture mode, whether to save.

use std::sync::Arc;

use super::pay::{BUSY_S, PaymentRefusal, PaymentStep};
use crate::payments::Payments;
use crate::ports::{
    Begun, Gateway, GatewayError, IntentChange, NewAttempt, OrderRecord, PaidWith, PaymentRecord, PaymentTexts,
    StoreError,
};

/// The payment that an attempt continues with.
pub(super) enum Continuation {
    /// Its intent, if any, matches the attempt.
    Turn(PaymentRecord),
    /// Nothing more can be attempted.
    Done(Result<PaymentStep, PaymentRefusal>),
}

impl Payments {
    /// Adapts the intent of an earlier attempt to the current one. If the provider refuses the change, the intent is cancelled
    /// and the attempt starts with a new one.
    pub(super) async fn adapt_intent(
        &self,
        gateway: &Arc<dyn Gateway>,
        payment: PaymentRecord,
        with: &PaidWith,
        change: &IntentChange,
        key: &str,
    ) -> Result<Continuation, StoreError> {
        let Some(id) = payment.intent_id.clone() else { return Ok(Continuation::Turn(payment)) };
        let method = match with {
            // A setup gets its method at confirmation.
            PaidWith::Method(id) => Some(id.clone()),
            PaidWith::Token(_) => None,
        };
        let change = IntentChange { method, ..change.clone() };
        match gateway.update_intent(&id, &change, &format!("{key}-choice")).await {
            Ok(_) => return Ok(Continuation::Turn(payment)),
            Err(GatewayError::Refused { .. }) => {}
            Err(GatewayError::Declined { error, .. }) => {
                self.notes.record_events(PaymentRecord { busy_until: 0, ..payment }, &[]).await?;
                return Ok(Continuation::Done(Err(PaymentRefusal::Declined(error))));
            }
            Err(GatewayError::Unavailable(_) | GatewayError::Unknown(_)) => {
                self.notes.record_events(PaymentRecord { busy_until: 0, ..payment }, &[]).await?;
                return Ok(Continuation::Done(Err(PaymentRefusal::Unavailable)));
            }
        }
        let new = NewAttempt {
            order_id: payment.order_id,
            part: payment.part,
            method: payment.method,
            cents: payment.cents,
            saves_method: payment.saves_method,
            request_hash: payment.request_hash.clone(),
        };
        let cancelled = gateway.cancel_intent(&id, &format!("{id}-cancel")).await;
        let free = PaymentRecord { busy_until: 0, ..payment };
        let Ok(intent) = cancelled else {
            // An intent that cannot be cancelled may have been paid in another window.
            self.notes.record_events(free, &[]).await?;
            let paid = self.settlement.check_order_payments(new.order_id, new.part).await?;
            return Ok(Continuation::Done(if paid { Ok(PaymentStep::Done) } else { Err(PaymentRefusal::Busy) }));
        };
        let now = self.context.now();
        self.notes.record_events(free, &[intent.event(now)]).await?;
        Ok(match self.store.begin_attempt(&new, now + BUSY_S, now).await? {
            Begun::Turn(payment) => Continuation::Turn(*payment),
            Begun::Busy => Continuation::Done(Err(PaymentRefusal::Busy)),
            Begun::Paid => Continuation::Done(Ok(PaymentStep::Done)),
        })
    }

    /// Texts about an order's payment for the provider.
    pub(super) async fn payment_texts(&self, order: &OrderRecord) -> Result<PaymentTexts, StoreError> {
        let settings = self.context.settings().await?;
        let content = &order.content;
        let sent = !content.shipping.address_1.is_empty() && !content.shipping.country.is_empty();
        let receipt_email = if settings.payments.receipts { content.billing.email.clone() } else { String::new() };
        Ok(PaymentTexts {
            description: format!("{} {}", settings.shop.name, order.id),
            statement: settings.payments.statement_descriptor.clone(),
            receipt_email,
            shipping: sent.then(|| Box::new(content.shipping.clone())),
            order_key: order.order_key.clone(),
        })
    }
}
