//! One attempt to pay an order, and the provider's response.

use std::sync::Arc;

use shop_core::base::{Cents, OrderId};
use shop_core::orders::OrderStatus;
use shop_core::payments::combinations::take_mandate;
use shop_core::payments::error::payment_error_message;
use shop_core::payments::renewal::refusal_code;
use shop_core::payments::state::event::Progress;

use super::choice::Continuation;
use super::pay::{Attempt, BUSY_S, Due, PaymentRefusal, PaymentStep};
use crate::payments::Payments;
use crate::platform::settings::CURRENCY;
use crate::ports::{
    Begun, Confirmation, Gateway, GatewayError, Intent, IntentChange, NewAttempt, NewIntent, NextAction, OrderRecord,
    PAYMENT_AUTHOR, PaidWith, PaymentRecord, StoreError, TransitionRefusal,
};

/// Whether an attempt has an intent to confirm.
enum Ready {
    /// The payment has an intent; `names_method` says whether it was created with its method.
    Turn { payment: PaymentRecord, names_method: bool },
    /// Nothing more can be attempted.
    Over(Result<PaymentStep, PaymentRefusal>),
}

impl Payments {
    /// Attempts to pay an order.
    pub(super) async fn attempt(
        &self,
        gateway: &Arc<dyn Gateway>,
        order: &OrderRecord,
        request: Attempt,
    ) -> Result<Result<PaymentStep, PaymentRefusal>, StoreError> {
        let Due { part, cents } = request.due;
        // A failed order has released its stock: reserve it again before any money moves.
        if order.status == OrderStatus::Failed
            && let Err(refusal) = self.settlement.reopen_for_payment(order, request.method).await?
        {
            // Another window is reopening it at this moment: wait for its attempt.
            let other = refusal == TransitionRefusal::Changed;
            return Ok(Err(if other { PaymentRefusal::Busy } else { PaymentRefusal::Gone(refusal) }));
        }
        let now = self.context.now();
        let new = NewAttempt {
            order_id: order.id,
            part,
            method: request.method,
            cents,
            saves_method: request.save,
            request_hash: request.request_hash.clone(),
        };
        let payment = match self.store.begin_attempt(&new, now + BUSY_S, now).await? {
            Begun::Turn(payment) => payment,
            Begun::Busy => return Ok(Err(PaymentRefusal::Busy)),
            // The request that paid it may not have moved the order yet.
            Begun::Paid => {
                self.settlement.settle(order.id).await?;
                return Ok(Ok(PaymentStep::Done));
            }
        };
        // Buyers with an account have a customer at the provider, because saved methods belong to it.
        let buyer = match request.customer.filter(|id| Some(*id) == order.customer_id) {
            None => None,
            Some(customer) => match self.saved_methods.customer_at_gateway(gateway, customer).await? {
                Ok(buyer) => Some(buyer),
                Err(error) => return self.handle_refusal(*payment, error).await,
            },
        };
        let key = payment.idempotency_key(&order.order_key);
        let change = self.requested_intent(order, &request, buyer).await?;
        let payment = match self.adapt_intent(gateway, *payment, &request.with, &change, &key).await? {
            Continuation::Turn(payment) => payment,
            Continuation::Done(other) => return Ok(other),
        };
        let key = payment.idempotency_key(&order.order_key);
        let (save, mandate) = (change.save, take_mandate(&change.kinds, change.save));
        let (payment, names_method) = match self.with_intent(gateway, order, payment, &request, change, &key).await? {
            Ready::Turn { payment, names_method } => (payment, names_method),
            Ready::Over(other) => return Ok(other),
        };
        let how = Confirmation {
            kind: request.method,
            with: (!names_method).then_some(request.with),
            return_url: self.context.addresses().page(&order.paid_path()),
            off_session: request.off_session,
            save,
            code: request.code,
            agreed: request.agreed.filter(|_| mandate),
        };
        let intent_id = payment.intent_id.clone().unwrap_or_default();
        match gateway.confirm_intent(&intent_id, &how, &key).await {
            Ok(intent) => self.handle_confirmed(payment, &intent).await,
            Err(error) => self.handle_refusal(payment, error).await,
        }
    }

    /// The intent that an attempt needs.
    async fn requested_intent(
        &self,
        order: &OrderRecord,
        request: &Attempt,
        buyer: Option<String>,
    ) -> Result<IntentChange, StoreError> {
        let Due { part, cents } = request.due;
        // Overdue amounts are captured at once.
        let manual_capture = part.is_none() && cents > Cents::ZERO && self.captures_later(request.method).await?;
        Ok(IntentChange {
            amount: cents,
            // An off-session charge saves nothing, because the method is already saved.
            save: request.save && !request.off_session,
            customer: buyer,
            kinds: request.method.chosen_with(&self.method_setups.gateway_kinds().await?),
            manual_capture: Some(manual_capture),
            words: Some(self.payment_texts(order).await?),
            ..IntentChange::default()
        })
    }

    /// Returns the payment with an intent as requested: its own, the form's, or a new one.
    async fn with_intent(
        &self,
        gateway: &Arc<dyn Gateway>,
        order: &OrderRecord,
        payment: PaymentRecord,
        request: &Attempt,
        change: IntentChange,
        key: &str,
    ) -> Result<Ready, StoreError> {
        if payment.intent_id.is_some() {
            return Ok(Ready::Turn { payment, names_method: false });
        }
        let intent = match self.adopted_intent(gateway, order, request.intent.as_deref(), change.clone(), key).await? {
            None => return self.with_new_intent(gateway, order, payment, request, change, key).await,
            Some(Ok(intent)) => intent,
            Some(Err(error)) => return Ok(Ready::Over(self.handle_refusal(payment, error).await?)),
        };
        let known = PaymentRecord { intent_id: Some(intent.id.clone()), ..payment };
        let known = self.notes.record_events(known, &[intent.event(self.context.now())]).await?;
        // The form's page confirmed it before the order was placed.
        if matches!(intent.status.as_str(), "succeeded" | "processing" | "requires_capture") {
            return Ok(Ready::Over(self.handle_confirmed(known, &intent).await?));
        }
        Ok(Ready::Turn { payment: known, names_method: false })
    }

    /// Returns the payment with a newly created intent.
    async fn with_new_intent(
        &self,
        gateway: &Arc<dyn Gateway>,
        order: &OrderRecord,
        payment: PaymentRecord,
        request: &Attempt,
        change: IntentChange,
        key: &str,
    ) -> Result<Ready, StoreError> {
        // A setup gets its method at confirmation.
        let method = match &request.with {
            PaidWith::Method(id) if change.amount > Cents::ZERO => Some(id.clone()),
            PaidWith::Method(_) | PaidWith::Token(_) => None,
        };
        let new = NewIntent {
            order: Some(order.id),
            amount: change.amount,
            currency: CURRENCY.to_ascii_lowercase(),
            kinds: change.kinds,
            method,
            customer: change.customer,
            save: change.save,
            manual_capture: change.manual_capture.unwrap_or_default(),
            words: change.words.unwrap_or_default(),
        };
        let owner = new.customer.as_ref().and(request.customer);
        let intent = match self.method_setups.create_intent_for(gateway, owner, &new, &format!("{key}-new")).await? {
            Ok(intent) => intent,
            Err(error) => return Ok(Ready::Over(self.handle_refusal(payment, error).await?)),
        };
        let created = PaymentRecord { intent_id: Some(intent.id.clone()), ..payment };
        let created = self.notes.record_events(created, &[intent.event(self.context.now())]).await?;
        Ok(Ready::Turn { payment: created, names_method: new.method.is_some() })
    }

    /// Handles the provider's response to a confirmed intent.
    async fn handle_confirmed(
        &self,
        payment: PaymentRecord,
        intent: &Intent,
    ) -> Result<Result<PaymentStep, PaymentRefusal>, StoreError> {
        let method = payment.method;
        let payment = self.settlement.apply_and_settle(PaymentRecord { busy_until: 0, ..payment }, intent).await?;
        if intent.status == "requires_payment_method" {
            let error = intent.failure.clone().unwrap_or_default();
            return Ok(Err(PaymentRefusal::Declined(Box::new(error))));
        }
        Ok(Ok(match (&intent.next, intent.status.as_str()) {
            (Some(NextAction::Redirect(url)), _) => PaymentStep::Leave { url: url.clone() },
            (Some(action), _) => PaymentStep::Confirm {
                action: action.clone(),
                method,
                setup: intent.is_setup(),
                client_secret: intent.client_secret.clone(),
            },
            (None, "succeeded" | "processing" | "requires_capture") => PaymentStep::Done,
            (None, _) => PaymentStep::Confirm {
                action: NextAction::Script,
                method: payment.method,
                setup: intent.is_setup(),
                client_secret: intent.client_secret.clone(),
            },
        }))
    }

    /// Handles an attempt that the provider refused.
    async fn handle_refusal(
        &self,
        payment: PaymentRecord,
        error: GatewayError,
    ) -> Result<Result<PaymentStep, PaymentRefusal>, StoreError> {
        let (order_id, part) = (payment.order_id, payment.part);
        let free = PaymentRecord { busy_until: 0, ..payment };
        match error {
            GatewayError::Declined { error, intent } => {
                let code = refusal_code(&error);
                let words = payment_error_message(&error, self.context.settings().await?.lang());
                let note = format!("{words} ({code})");
                if let Some(intent) = intent {
                    self.settlement.apply_and_settle(free, &intent).await?;
                } else {
                    let intent_id = free.intent_id.clone().unwrap_or_default();
                    let event = Intent {
                        id: intent_id,
                        status: "requires_payment_method".into(),
                        failure: Some((*error).clone()),
                        ..Intent::default()
                    };
                    self.settlement.apply_and_settle(free, &event).await?;
                }
                self.store.add_order_note(order_id, "note", &note, PAYMENT_AUTHOR, self.context.now()).await?;
                Ok(Err(PaymentRefusal::Declined(error)))
            }
            GatewayError::Refused { error } => {
                tracing::warn!(order = %order_id, code = %error.code, param = %error.param, "the provider refused a request");
                self.notes.record_events(free, &[]).await?;
                // An intent in an unexpected state may have been paid in another window.
                if self.settlement.check_order_payments(order_id, part).await? {
                    return Ok(Ok(PaymentStep::Done));
                }
                Ok(Err(PaymentRefusal::Declined(error)))
            }
            GatewayError::Unavailable(_) => {
                self.notes.record_events(free, &[]).await?;
                Ok(Err(PaymentRefusal::Unavailable))
            }
            GatewayError::Unknown(_) => {
                let handle_confirmed = free.intent_id.is_some();
                self.notes.record_events(free, &[]).await?;
                if !handle_confirmed {
                    // Creating an intent moves no money, so it does not matter whether it was created.
                    return Ok(Err(PaymentRefusal::Unavailable));
                }
                self.store
                    .add_order_note(order_id, "note", "payment_in_doubt", PAYMENT_AUTHOR, self.context.now())
                    .await?;
                Ok(Ok(PaymentStep::Checking))
            }
        }
    }

    /// Cancels intents that wait for a shopper who is trying again, so that the 3-D Secure page of another window can no longer
    /// pay.
    pub(super) async fn give_up_waiting(&self, gateway: &Arc<dyn Gateway>, id: OrderId) -> Result<(), StoreError> {
        for payment in self.store.payments_of(id).await? {
            let waits = payment.facts.progress.1 == Progress::ActionRequired && !payment.is_settled();
            let Some(intent_id) = payment.intent_id.clone().filter(|_| waits) else { continue };
            if let Ok(intent) = gateway.cancel_intent(&intent_id, &format!("{intent_id}-cancel")).await {
                self.notes.record_events(payment, &[intent.event(self.context.now())]).await?;
            }
        }
        Ok(())
    }
}
