//! One try on an order, and what the provider said to it.

use std::sync::Arc;

use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::orders::OrderStatus;
use shop_core::payments::error::payment_error_message;
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::renewal::refusal_code;
use shop_core::payments::state::event::Progress;
use shop_core::payments::together::take_mandate;

use super::choice::Followed;
use super::pay::{BUSY_S, Due, PaymentRefusal, PaymentStep};
use crate::payments::Payments;
use crate::platform::settings::CURRENCY;
use crate::ports::{
    Agreement, Begun, Confirmation, Gateway, GatewayError, Intent, IntentChange, NewAttempt, NewIntent, NextAction,
    OrderRecord, PAYMENT_AUTHOR, PaidWith, PaymentRecord, StoreError, TransitionRefusal,
};

pub(super) struct Attempt {
    pub due: Due,
    pub method: PaymentMethod,
    pub with: PaidWith,
    /// The method is kept, or brought up to date, when it was paid.
    pub save: bool,
    pub code: Option<String>,
    pub customer: Option<CustomerId>,
    pub request_hash: String,
    /// Nobody is there who could answer the bank.
    pub off_session: bool,
    /// The intent that its form was opened with.
    pub intent: Option<String>,
    /// `None`: nobody is there; a kept method has its mandate.
    pub agreed: Option<Agreement>,
}

/// Whether a try has an intent to confirm.
enum Ready {
    /// It has: the payment knows it, and `names_method` says whether it was made with its method.
    Turn { payment: PaymentRecord, names_method: bool },
    /// There is nothing more to be tried.
    Over(Result<PaymentStep, PaymentRefusal>),
}

impl Payments {
    /// One try on an order that is to be paid.
    pub(super) async fn attempt(
        &self,
        gateway: &Arc<dyn Gateway>,
        order: &OrderRecord,
        wish: Attempt,
    ) -> Result<Result<PaymentStep, PaymentRefusal>, StoreError> {
        let Due { part, cents } = wish.due;
        // A refused order gave its pieces back: they are taken again before any money moves.
        if order.status == OrderStatus::Failed
            && let Err(refusal) = self.settlement.reopen_for_payment(order, wish.method).await?
        {
            // Another window opens it at this moment: its try is waited for.
            let other = refusal == TransitionRefusal::Changed;
            return Ok(Err(if other { PaymentRefusal::Busy } else { PaymentRefusal::Gone(refusal) }));
        }
        let now = self.context.now();
        let new = NewAttempt {
            order_id: order.id,
            part,
            method: wish.method,
            cents,
            saves_method: wish.save,
            request_hash: wish.request_hash.clone(),
        };
        let payment = match self.store.begin_attempt(&new, now + BUSY_S, now).await? {
            Begun::Turn(payment) => payment,
            Begun::Busy => return Ok(Err(PaymentRefusal::Busy)),
            // Whoever paid it may not have moved the order yet.
            Begun::Paid => {
                self.settlement.settle(order.id).await?;
                return Ok(Ok(PaymentStep::Done));
            }
        };
        // Those with an account have a name at the provider, since kept methods belong to it.
        let buyer = match wish.customer.filter(|id| Some(*id) == order.customer_id) {
            None => None,
            Some(customer) => match self.saved_methods.customer_at_gateway(gateway, customer).await? {
                Ok(buyer) => Some(buyer),
                Err(error) => return self.refused(*payment, error).await,
            },
        };
        let key = payment.idempotency_key(&order.order_key);
        let change = self.wished_intent(order, &wish, buyer).await?;
        let payment = match self.following(gateway, *payment, &wish.with, &change, &key).await? {
            Followed::Turn(payment) => payment,
            Followed::Begun(other) => return Ok(other),
        };
        let key = payment.idempotency_key(&order.order_key);
        let (save, mandate) = (change.save, take_mandate(&change.kinds, change.save));
        let (payment, names_method) = match self.with_intent(gateway, order, payment, &wish, change, &key).await? {
            Ready::Turn { payment, names_method } => (payment, names_method),
            Ready::Over(other) => return Ok(other),
        };
        let how = Confirmation {
            kind: wish.method,
            with: (!names_method).then_some(wish.with),
            return_url: self.context.addresses().page(&order.paid_path()),
            off_session: wish.off_session,
            save,
            code: wish.code,
            agreed: wish.agreed.filter(|_| mandate),
        };
        let intent_id = payment.intent_id.clone().unwrap_or_default();
        match gateway.confirm_intent(&intent_id, &how, &key).await {
            Ok(intent) => self.confirmed(payment, &intent).await,
            Err(error) => self.refused(payment, error).await,
        }
    }

    /// What a try wants its intent to be.
    async fn wished_intent(
        &self,
        order: &OrderRecord,
        wish: &Attempt,
        buyer: Option<String>,
    ) -> Result<IntentChange, StoreError> {
        let Due { part, cents } = wish.due;
        // What is owed since long is taken at once.
        let manual_capture = part.is_none() && cents > Cents::ZERO && self.captures_later(wish.method).await?;
        Ok(IntentChange {
            amount: cents,
            // A charge without the buyer keeps nothing anew: the method is kept already.
            save: wish.save && !wish.off_session,
            customer: buyer,
            kinds: wish.method.chosen_with(&self.method_setups.gateway_kinds().await?),
            manual_capture: Some(manual_capture),
            words: Some(self.payment_words(order).await?),
            ..IntentChange::default()
        })
    }

    /// The payment with an intent as it is wished: its own, that of its form, or a new one.
    async fn with_intent(
        &self,
        gateway: &Arc<dyn Gateway>,
        order: &OrderRecord,
        payment: PaymentRecord,
        wish: &Attempt,
        change: IntentChange,
        key: &str,
    ) -> Result<Ready, StoreError> {
        if payment.intent_id.is_some() {
            return Ok(Ready::Turn { payment, names_method: false });
        }
        let intent = match self.adopted_intent(gateway, order, wish.intent.as_deref(), change.clone(), key).await? {
            None => return self.with_new_intent(gateway, order, payment, wish, change, key).await,
            Some(Ok(intent)) => intent,
            Some(Err(error)) => return Ok(Ready::Over(self.refused(payment, error).await?)),
        };
        let known = PaymentRecord { intent_id: Some(intent.id.clone()), ..payment };
        let known = self.notes.learn(known, &[intent.event(self.context.now())]).await?;
        // Its page confirmed it before the order was there.
        if matches!(intent.status.as_str(), "succeeded" | "processing" | "requires_capture") {
            return Ok(Ready::Over(self.confirmed(known, &intent).await?));
        }
        Ok(Ready::Turn { payment: known, names_method: false })
    }

    /// The payment with an intent of its own, made now.
    async fn with_new_intent(
        &self,
        gateway: &Arc<dyn Gateway>,
        order: &OrderRecord,
        payment: PaymentRecord,
        wish: &Attempt,
        change: IntentChange,
        key: &str,
    ) -> Result<Ready, StoreError> {
        // A setup takes its method when it is confirmed.
        let method = match &wish.with {
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
        let owner = new.customer.as_ref().and(wish.customer);
        let intent = match self.method_setups.create_intent_for(gateway, owner, &new, &format!("{key}-new")).await? {
            Ok(intent) => intent,
            Err(error) => return Ok(Ready::Over(self.refused(payment, error).await?)),
        };
        let made = PaymentRecord { intent_id: Some(intent.id.clone()), ..payment };
        let made = self.notes.learn(made, &[intent.event(self.context.now())]).await?;
        Ok(Ready::Turn { payment: made, names_method: new.method.is_some() })
    }

    /// What the provider said about a confirmed intent.
    async fn confirmed(
        &self,
        payment: PaymentRecord,
        intent: &Intent,
    ) -> Result<Result<PaymentStep, PaymentRefusal>, StoreError> {
        let method = payment.method;
        let payment = self.settlement.learn_and_settle(PaymentRecord { busy_until: 0, ..payment }, intent).await?;
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

    /// What becomes of a try that the provider did not take.
    async fn refused(
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
                    self.settlement.learn_and_settle(free, &intent).await?;
                } else {
                    let seen = free.intent_id.clone().unwrap_or_default();
                    let event = Intent {
                        id: seen,
                        status: "requires_payment_method".into(),
                        failure: Some((*error).clone()),
                        ..Intent::default()
                    };
                    self.settlement.learn_and_settle(free, &event).await?;
                }
                self.store.add_order_note(order_id, "note", &note, PAYMENT_AUTHOR, self.context.now()).await?;
                Ok(Err(PaymentRefusal::Declined(error)))
            }
            GatewayError::Refused { error } => {
                tracing::warn!(order = %order_id, code = %error.code, param = %error.param, "the provider refused a request");
                self.notes.learn(free, &[]).await?;
                // What does not fit any more may have been paid in another window.
                if self.settlement.look_at_order(order_id, part).await? {
                    return Ok(Ok(PaymentStep::Done));
                }
                Ok(Err(PaymentRefusal::Declined(error)))
            }
            GatewayError::Unavailable(_) => {
                self.notes.learn(free, &[]).await?;
                Ok(Err(PaymentRefusal::Unavailable))
            }
            GatewayError::Unknown(_) => {
                let confirmed = free.intent_id.is_some();
                self.notes.learn(free, &[]).await?;
                if !confirmed {
                    // Making an intent moves no money: whether it was made does not matter.
                    return Ok(Err(PaymentRefusal::Unavailable));
                }
                self.store
                    .add_order_note(order_id, "note", "payment_in_doubt", PAYMENT_AUTHOR, self.context.now())
                    .await?;
                Ok(Ok(PaymentStep::Checking))
            }
        }
    }

    /// Gives up intents that wait for a shopper who is trying anew: another window's 3-D Secure page can pay nothing then.
    pub(super) async fn give_up_waiting(&self, gateway: &Arc<dyn Gateway>, id: OrderId) -> Result<(), StoreError> {
        for payment in self.store.payments_of(id).await? {
            let waits = payment.facts.progress.1 == Progress::ActionRequired && !payment.is_settled();
            let Some(intent_id) = payment.intent_id.clone().filter(|_| waits) else { continue };
            if let Ok(intent) = gateway.cancel_intent(&intent_id, &format!("{intent_id}-cancel")).await {
                self.notes.learn(payment, &[intent.event(self.context.now())]).await?;
            }
        }
        Ok(())
    }
}
