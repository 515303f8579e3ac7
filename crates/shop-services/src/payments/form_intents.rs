//! Intents that a form needs before its order is placed, for methods that require one.
//!
//! Such an intent belongs to the session of its form. Placing the order assigns it to that order alone, sets it to the order's
//! amount and pays it; it cannot pay anything else.

use std::sync::Arc;

use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::payments::method::PaymentMethod;

use super::make_intent::make_intent;
use super::notes::PaymentNotes;
use super::pay::{BUSY_S, Due, PaymentRefusal, due_of, offer};
use crate::payments::saved_methods::SavedMethods;
use crate::payments::{MethodSetups, Payments, Settlement};
use crate::platform::context::Context;
use crate::platform::settings::CURRENCY;
use crate::ports::{
    Begun, EarlyIntent, Gateway, GatewayError, Intent, IntentChange, NewAttempt, NewIntent, OrderRecord, OrderStore,
    PaymentFormStore, PaymentRecord, PaymentStore, StoreError, ports,
};

/// How long a form's intent is reused; the provider also forgets idempotency keys after a day.
const REUSED_S: i64 = 23 * 3600;
/// How long intents without an order are remembered.
const FORGOTTEN_S: i64 = 30 * 86_400;

/// Why a form got no intent, or may not use one.
pub type EarlyRefusal = PaymentRefusal;

/// The intent that a form requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormIntentRequest {
    pub cents: Cents,
    /// The chosen method; `None` leaves it unchanged.
    pub method: Option<PaymentMethod>,
    /// Save the method.
    pub save: bool,
}

ports! {
    pub(crate) trait PaymentFormsPorts: OrderStore + PaymentFormStore + PaymentStore
}

/// Intents that a form needs before its order.
#[derive(Clone)]
pub struct PaymentForms {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PaymentFormsPorts>,
    pub(crate) method_setups: MethodSetups,
    pub(crate) notes: PaymentNotes,
    pub(crate) payments: Payments,
    pub(crate) saved_methods: SavedMethods,
    pub(crate) settlement: Settlement,
}

impl PaymentForms {
    /// Returns the intent of a session's form for the amount of its cart, or (without an amount) for saving a method. The
    /// session's existing intent is reused with the new amount; `may_make` is called before another one is created.
    pub async fn intent_for_form(
        &self,
        session_key: &str,
        customer: Option<CustomerId>,
        method: PaymentMethod,
        cents: Cents,
        may_make: impl FnOnce() -> bool + Send,
    ) -> Result<Result<Intent, EarlyRefusal>, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(Err(EarlyRefusal::Unsupported)) };
        let setup = cents < Cents(1);
        let offered = self.method_setups.gateway_kinds().await?;
        if !offered.contains(&method) || (setup && method.saved_as().is_none()) {
            return Ok(Err(EarlyRefusal::Unsupported));
        }
        let kinds = method.chosen_with(&offered);
        let manual_capture = !setup && self.payments.captures_later(method).await?;
        let since = self.context.now() - REUSED_S;
        if let Some(known) = self.store.newest_early_intent(session_key, setup, since).await?
            && let Ok(intent) = gateway.intent(&known.intent_id).await
            && is_open(&intent)
        {
            // The session may have opened it for another method.
            let (amount, manual_capture) = (cents, Some(manual_capture));
            let change = IntentChange { amount, kinds: kinds.clone(), manual_capture, ..IntentChange::default() };
            let key = format!("{}-form-{}-{}-{}", intent.id, method.as_str(), cents.0, self.context.now());
            if let Ok(intent) = gateway.update_intent(&intent.id, &change, &key).await {
                return Ok(Ok(intent));
            }
        }
        if !may_make() {
            return Ok(Err(EarlyRefusal::TooMany));
        }
        let buyer = match customer {
            None => None,
            Some(customer) => match self.saved_methods.customer_at_gateway(&gateway, customer).await? {
                Ok(buyer) => Some(buyer),
                Err(error) => return Ok(Err(refusal(error))),
            },
        };
        let new = NewIntent {
            order: None,
            amount: cents,
            currency: CURRENCY.to_ascii_lowercase(),
            kinds,
            customer: buyer,
            manual_capture,
            ..NewIntent::default()
        };
        // Two tabs that open at once share the intent, because the key is the same within a second.
        let key = format!("form-{session_key}-{}-{}", cents.0, self.context.now());
        let intent = match make_intent(&gateway, &new, &key).await {
            Ok(intent) => intent,
            Err(error) => return Ok(Err(refusal(error))),
        };
        let early = EarlyIntent {
            intent_id: intent.id.clone(),
            session_key: session_key.to_owned(),
            order_id: None,
            cents,
            created_at: self.context.now(),
        };
        self.store.save_early_intent(&early, self.context.now() - FORGOTTEN_S).await?;
        Ok(Ok(intent))
    }

    /// Returns the intent for paying an order, creating it if needed. The caller has verified access to the order.
    pub async fn intent_for_order(
        &self,
        order: &OrderRecord,
        method: PaymentMethod,
        may_make: impl FnOnce() -> bool + Send,
    ) -> Result<Result<Intent, EarlyRefusal>, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(Err(EarlyRefusal::Unsupported)) };
        let offered = self.method_setups.gateway_kinds().await?;
        if !offered.contains(&method) {
            return Ok(Err(EarlyRefusal::Unsupported));
        }
        let kinds = method.chosen_with(&offered);
        if self.settlement.check_order_payments(order.id, None).await? {
            return Ok(Err(EarlyRefusal::NotPayable));
        }
        let Some(order) = self.store.order(order.id).await? else { return Ok(Err(EarlyRefusal::NotPayable)) };
        let Some(due) = due_of(&order, None) else { return Ok(Err(EarlyRefusal::NotPayable)) };
        let country = &order.content.billing.country;
        let offer = offer(&*gateway, method, country, due.cents);
        if let Some(error) = shop_core::payments::availability::refusals(&offer).into_iter().next() {
            return Ok(Err(EarlyRefusal::NotOffered(Box::new(error))));
        }
        let captures = due.part.is_none() && self.payments.captures_later(method).await?;
        let change =
            IntentChange { amount: due.cents, kinds, manual_capture: Some(captures), ..IntentChange::default() };
        if let Some(intent) = self.open_intent_of(&gateway, &order, &due, method, &change).await? {
            return Ok(Ok(intent));
        }
        if !may_make() {
            return Ok(Err(EarlyRefusal::TooMany));
        }
        self.new_intent_for_order(&gateway, &order, due, method, change).await
    }

    /// Returns the intent that an order can still be paid with, adapted to the current request.
    async fn open_intent_of(
        &self,
        gateway: &Arc<dyn Gateway>,
        order: &OrderRecord,
        due: &Due,
        method: PaymentMethod,
        change: &IntentChange,
    ) -> Result<Option<Intent>, StoreError> {
        let open = self.store.payments_of(order.id).await?.into_iter().rfind(|one| !one.is_settled());
        let same = open.filter(|one| one.cents == due.cents && one.part == due.part);
        let Some(id) = same.and_then(|one| one.intent_id) else { return Ok(None) };
        let Some(intent) = gateway.intent(&id).await.ok().filter(is_open) else { return Ok(None) };
        let key = format!("{id}-form-{}-{}", method.as_str(), self.context.now());
        // If the change fails the next attempt cancels the intent.
        Ok(Some(gateway.update_intent(&id, change, &key).await.unwrap_or(intent)))
    }

    /// Starts a payment of an order with a new intent.
    async fn new_intent_for_order(
        &self,
        gateway: &Arc<dyn Gateway>,
        order: &OrderRecord,
        due: Due,
        method: PaymentMethod,
        wanted: IntentChange,
    ) -> Result<Result<Intent, EarlyRefusal>, StoreError> {
        let now = self.context.now();
        let Due { part, cents } = due;
        let new =
            NewAttempt { order_id: order.id, part, method, cents, saves_method: false, request_hash: String::new() };
        let payment = match self.store.begin_attempt(&new, now + BUSY_S, now).await? {
            Begun::Turn(payment) => payment,
            Begun::Busy => return Ok(Err(EarlyRefusal::Busy)),
            Begun::Paid => return Ok(Err(EarlyRefusal::NotPayable)),
        };
        let customer = match order.customer_id {
            None => None,
            Some(customer) => self.saved_methods.customer_at_gateway(gateway, customer).await?.ok(),
        };
        let new = NewIntent {
            order: Some(order.id),
            amount: cents,
            currency: CURRENCY.to_ascii_lowercase(),
            kinds: wanted.kinds,
            customer,
            manual_capture: wanted.manual_capture.unwrap_or_default(),
            words: self.payments.payment_texts(order).await?,
            ..NewIntent::default()
        };
        let key = format!("{}-form", payment.idempotency_key(&order.order_key));
        let created = make_intent(gateway, &new, &key).await;
        let free = PaymentRecord { busy_until: 0, ..*payment };
        Ok(match created {
            Ok(intent) => {
                let known = PaymentRecord { intent_id: Some(intent.id.clone()), ..free };
                self.notes.record_events(known, &[intent.event(now)]).await?;
                Ok(intent)
            }
            Err(error) => {
                self.notes.record_events(free, &[]).await?;
                Err(refusal(error))
            }
        })
    }

    /// Returns the order that a form of this session has placed with an intent, if any.
    pub async fn order_of_form_intent(
        &self,
        session_key: &str,
        intent_id: &str,
    ) -> Result<Option<OrderId>, StoreError> {
        let early = self.store.early_intent(intent_id).await?;
        Ok(early.filter(|one| one.session_key == session_key).and_then(|one| one.order_id))
    }

    /// Sets amount, method and saving of an intent. It must belong to this order, or to a form of this session.
    pub async fn renew_form_intent(
        &self,
        session_key: &str,
        order: Option<OrderId>,
        intent_id: &str,
        wanted: FormIntentRequest,
    ) -> Result<Result<(), EarlyRefusal>, StoreError> {
        let Some(gateway) = self.context.gateway() else { return Ok(Err(EarlyRefusal::Unsupported)) };
        let own = match order {
            Some(order) => self.store.payment_of_intent(intent_id).await?.is_some_and(|one| one.order_id == order),
            None => self
                .store
                .early_intent(intent_id)
                .await?
                .is_some_and(|one| one.session_key == session_key && one.order_id.is_none()),
        };
        if !own {
            return Ok(Err(EarlyRefusal::UnknownIntent));
        }
        let FormIntentRequest { cents, method, save } = wanted;
        if cents < Cents(1) {
            return Ok(Err(EarlyRefusal::NotPayable));
        }
        let offered = self.method_setups.gateway_kinds().await?;
        let chosen = method.filter(|kind| offered.contains(kind));
        let manual_capture = match chosen {
            Some(kind) => Some(self.payments.captures_later(kind).await?),
            None => None,
        };
        let change = IntentChange {
            amount: cents,
            // Only methods that can be saved are requested to be.
            save: save && chosen.is_none_or(|kind| kind.saved_as().is_some()),
            kinds: chosen.map(|kind| kind.chosen_with(&offered)).unwrap_or_default(),
            manual_capture,
            ..IntentChange::default()
        };
        let word = chosen.map_or("", PaymentMethod::as_str);
        let key = format!("{intent_id}-renew-{}-{save}-{word}-{}", cents.0, self.context.now());
        Ok(gateway.update_intent(intent_id, &change, &key).await.map(|_| ()).map_err(refusal))
    }

    /// Whether an intent named by a form may pay an order: it is already the order's, or it is this session's and unused, and is
    /// now assigned to the order.
    pub async fn claim_intent(&self, session_key: &str, order: OrderId, intent_id: &str) -> Result<bool, StoreError> {
        if let Some(payment) = self.store.payment_of_intent(intent_id).await? {
            return Ok(payment.order_id == order);
        }
        self.store.claim_early_intent(intent_id, session_key, order).await
    }

    /// Refunds money received on a form's intent that pays no order. The form's own page never confirms before the order is
    /// placed, but anybody with the client secret can. `false` if it must be retried.
    pub(super) async fn give_back_orphan(&self, intent_id: &str) -> Result<bool, StoreError> {
        let Some(early) = self.store.early_intent(intent_id).await? else { return Ok(true) };
        let Some(gateway) = self.context.gateway() else { return Ok(false) };
        let intent = match gateway.intent(intent_id).await {
            Ok(intent) => intent,
            Err(error) => return Ok(matches!(error, GatewayError::Refused { .. })),
        };
        // Detach it from all orders first, so that none is paid with money that is being refunded.
        if early.cents < Cents(1) || intent.received < Cents(1) || !self.store.orphan_early_intent(intent_id).await? {
            return Ok(true);
        }
        match gateway.refund(intent_id, intent.received, &format!("{intent_id}-orphan")).await {
            Ok(refund) => {
                tracing::warn!(intent = intent_id, refund = %refund.id, "paid without an order: given back");
                self.store.drop_early_intent(intent_id).await?;
                Ok(true)
            }
            Err(error) => {
                tracing::error!(intent = intent_id, %error, "paid without an order and not given back yet");
                Ok(false)
            }
        }
    }
}

impl Payments {
    /// Returns the claimed intent of an order, adapted to the order's amount; `None` if it has none that can be paid, and another
    /// one is created. An already paid intent counts if amount and currency match the order.
    pub(super) async fn adopted_intent(
        &self,
        gateway: &Arc<dyn Gateway>,
        order: &OrderRecord,
        named: Option<&str>,
        change: IntentChange,
        key: &str,
    ) -> Result<Option<Result<Intent, GatewayError>>, StoreError> {
        let Some(named) = named.filter(|id| id.starts_with("pi_")) else { return Ok(None) };
        let early = self.store.early_intent(named).await?.filter(|one| one.order_id == Some(order.id));
        let Some(early) = early else { return Ok(None) };
        let intent = match gateway.intent(&early.intent_id).await {
            Ok(intent) => intent,
            Err(GatewayError::Refused { .. } | GatewayError::Declined { .. }) => return Ok(None),
            Err(error) => return Ok(Some(Err(error))),
        };
        if !intent.currency.eq_ignore_ascii_case(CURRENCY) {
            return Ok(None);
        }
        if is_open(&intent) {
            let change = IntentChange { order: Some(order.id), ..change };
            let adopted = gateway.update_intent(&intent.id, &change, &format!("{key}-adopt")).await;
            if !matches!(adopted, Err(GatewayError::Refused { .. })) {
                return Ok(Some(adopted));
            }
            // An intent that cannot be adapted is cancelled, so that nothing is paid on it beside the order's own.
            return match gateway.cancel_intent(&intent.id, &format!("{}-cancel", intent.id)).await {
                Ok(_) => Ok(None),
                Err(_) => Ok(Some(adopted)),
            };
        }
        let paid = matches!(intent.status.as_str(), "succeeded" | "processing" | "requires_capture");
        Ok((paid && intent.amount == change.amount).then_some(Ok(intent)))
    }
}

/// Whether it can still be paid.
fn is_open(intent: &Intent) -> bool {
    matches!(intent.status.as_str(), "requires_payment_method" | "requires_confirmation" | "requires_action")
}

fn refusal(error: GatewayError) -> EarlyRefusal {
    match error {
        GatewayError::Declined { error, .. } | GatewayError::Refused { error } => EarlyRefusal::Declined(error),
        GatewayError::Unavailable(_) | GatewayError::Unknown(_) => EarlyRefusal::Unavailable,
    }
}
