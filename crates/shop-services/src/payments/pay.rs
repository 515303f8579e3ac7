//! A shopper pays an order.

use std::sync::Arc;

use shop_core::catalogue::product::UnixSeconds;
use shop_core::ids::{CustomerId, OrderId};
use shop_core::messages::codes;
use shop_core::order::OrderStatus;
use shop_core::payment::availability::{MethodOffer, refusals};
use shop_core::payment::error::{PaymentError, payment_error_message};
use shop_core::payment::method::{MethodGroup, PaymentMethod};
use shop_core::payment::state::event::{Progress, Settled};
use shop_core::{Cents, FieldError};

use crate::ports::{
    Begun, Confirmation, Gateway, GatewayError, Intent, NewAttempt, NewIntent, NextAction, OrderRecord, PaidWith,
    PaymentRecord, Secret, StoreError, TransitionRefusal,
};
use crate::shop::Shop;

/// A try keeps others away for this long: longer than all tries of two calls to the provider.
const BUSY_S: i64 = 30;

/// What an order is to be paid with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PayWith {
    /// What the payment form or a wallet gave.
    New(PaidWith),
    /// A method that the buyer keeps, by its number.
    Saved(i64),
}

/// A shopper's wish to pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayPayment {
    /// Kind of method.
    pub method: PaymentMethod,
    /// The method.
    pub with: PayWith,
    /// Keep it in the account.
    pub save: bool,
    /// Code from the bank's app.
    pub code: Option<String>,
}

/// What follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentStep {
    /// It is paid, or the money is on its way.
    Done,
    /// The provider did not say in time; the shop asks again by itself.
    Checking,
    /// The shopper leaves for the provider's page, or the bank's.
    Leave {
        /// Where.
        url: String,
    },
    /// The page's script goes on.
    Confirm {
        /// What kind of script.
        action: NextAction,
        /// Kind of method.
        method: PaymentMethod,
        /// A method is saved, nothing paid.
        setup: bool,
        /// Opens the intent.
        client_secret: Secret,
    },
}

/// Why nothing was paid. The order stays, and may be tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentRefusal {
    /// The shop has no provider, or not this method.
    Unsupported,
    /// The method is not offered for this order: its country, its amount.
    NotOffered(Box<FieldError>),
    /// The order is not to be paid (any more).
    NotPayable,
    /// A payment of it is being tried right now.
    Busy,
    /// The kept method is not this buyer's.
    UnknownMethod,
    /// The provider said no, in its own words.
    Declined(Box<PaymentError>),
    /// The provider cannot be reached; nothing was paid.
    Unavailable,
    /// What was ordered is gone meanwhile.
    Gone(TransitionRefusal),
}

impl Shop {
    /// Pays an order that is placed, or tries again.
    pub async fn pay_by_gateway(
        &self,
        order: &OrderRecord,
        wish: &GatewayPayment,
        customer: Option<CustomerId>,
    ) -> Result<Result<PaymentStep, PaymentRefusal>, StoreError> {
        let Some(gateway) = self.gateway() else { return Ok(Err(PaymentRefusal::Unsupported)) };
        let kinds = self.gateway_kinds().await?;
        if !kinds.contains(&wish.method) {
            return Ok(Err(PaymentRefusal::Unsupported));
        }
        // An earlier try may have come through without anybody hearing of it.
        if self.look_at_order(order.id).await? {
            return Ok(Ok(PaymentStep::Done));
        }
        let Some(order) = self.store().order(order.id).await? else { return Ok(Err(PaymentRefusal::NotPayable)) };
        let cents = Cents(order.due_now_cents());
        if !order.status.needs_payment(cents.0) {
            return Ok(Err(PaymentRefusal::NotPayable));
        }
        let Some(with) = self.chosen_method(&wish.with, customer).await? else {
            return Ok(Err(PaymentRefusal::UnknownMethod));
        };
        if let Some(refusal) = refusals(&offer(wish.method, &order.content.billing.country, cents)).into_iter().next() {
            return Ok(Err(PaymentRefusal::NotOffered(Box::new(refusal))));
        }
        // A refused order gave its pieces back: they are taken again before any money moves.
        if order.status == OrderStatus::Failed
            && let Err(refusal) = self.reopen_for_payment(&order, wish.method).await?
        {
            return Ok(Err(PaymentRefusal::Gone(refusal)));
        }
        self.give_up_waiting(&gateway, order.id).await?;
        let saves_method = wish.save && customer.is_some();
        let now = self.now();
        let new = NewAttempt { order_id: order.id, method: wish.method, cents, saves_method };
        let Begun::Turn(payment) = self.store().begin_attempt(&new, now + BUSY_S, now).await? else {
            return Ok(Err(PaymentRefusal::Busy));
        };
        // Those with an account have a name at the provider, since kept methods belong to it.
        let buyer = match customer.filter(|id| Some(*id) == order.customer_id) {
            None => None,
            Some(customer) => match self.customer_at_gateway(&gateway, customer).await? {
                Ok(buyer) => Some(buyer),
                Err(error) => return self.refused(*payment, error).await,
            },
        };
        let key = payment.idempotency_key(&order.order_key);
        let (payment, with) = if payment.intent_id.is_some() {
            (*payment, Some(with))
        } else {
            let method = match &with {
                PaidWith::Method(id) => Some(id.clone()),
                PaidWith::Token(_) => None,
            };
            let new = NewIntent {
                order: Some(order.id),
                amount: cents,
                currency: "eur".to_owned(),
                kinds,
                method,
                customer: buyer,
                save: saves_method,
                manual_capture: false,
                description: format!("{} {}", self.settings().await?.shop_name, order.id),
            };
            match gateway.create_intent(&new, &format!("{key}-new")).await {
                Ok(intent) => {
                    let made = PaymentRecord { intent_id: Some(intent.id.clone()), ..*payment };
                    let made = self.learn(made, &[intent.event(self.now())]).await?;
                    (made, new.method.is_none().then_some(with))
                }
                Err(error) => return self.refused(*payment, error).await,
            }
        };
        let how = Confirmation {
            with,
            return_url: format!("{}{}", self.public_url(), received_path(&order)),
            off_session: false,
            save: saves_method,
            code: wish.code.clone(),
        };
        let intent_id = payment.intent_id.clone().unwrap_or_default();
        match gateway.confirm_intent(&intent_id, &how, &key).await {
            Ok(intent) => self.confirmed(payment, &intent).await,
            Err(error) => self.refused(payment, error).await,
        }
    }

    /// Kinds of methods that are switched on and take the shop's currency.
    pub async fn gateway_kinds(&self) -> Result<Vec<PaymentMethod>, StoreError> {
        let settings = self.settings().await?;
        let enabled = settings.enabled_payment_methods();
        let kinds = enabled.filter_map(|method| PaymentMethod::from_gateway_id(&method.id));
        let foreign = |kind: &PaymentMethod| {
            let refusals = refusals(&offer(*kind, "", Cents::ZERO));
            refusals.iter().any(|one| {
                matches!(&*one.code, codes::PAYMENT_UNSUPPORTED_CURRENCY | codes::PAYMENT_METHOD_UNAVAILABLE)
            })
        };
        Ok(kinds.filter(|kind| !foreign(kind)).collect())
    }

    /// What the provider said about a confirmed intent.
    async fn confirmed(
        &self,
        payment: PaymentRecord,
        intent: &Intent,
    ) -> Result<Result<PaymentStep, PaymentRefusal>, StoreError> {
        let method = payment.method;
        let payment = self.learn_and_settle(PaymentRecord { busy_until: 0, ..payment }, intent).await?;
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
        let order_id = payment.order_id;
        let free = PaymentRecord { busy_until: 0, ..payment };
        match error {
            GatewayError::Declined { error, intent } => {
                let code = if error.decline_code.is_empty() { &error.code } else { &error.decline_code };
                let words = payment_error_message(&error, self.settings().await?.lang());
                let note = format!("{words} ({code})");
                if let Some(intent) = intent {
                    self.learn_and_settle(free, &intent).await?;
                } else {
                    let seen = free.intent_id.clone().unwrap_or_default();
                    let event = Intent {
                        id: seen,
                        status: "requires_payment_method".into(),
                        failure: Some((*error).clone()),
                        ..Intent::default()
                    };
                    self.learn_and_settle(free, &event).await?;
                }
                self.store().add_order_note(order_id, "note", &note, "payment", self.now()).await?;
                Ok(Err(PaymentRefusal::Declined(error)))
            }
            GatewayError::Refused { error } => {
                tracing::warn!(order = %order_id, code = %error.code, param = %error.param, "the provider refused a request");
                self.learn(free, &[]).await?;
                // What does not fit any more may have been paid in another window.
                if self.look_at_order(order_id).await? {
                    return Ok(Ok(PaymentStep::Done));
                }
                Ok(Err(PaymentRefusal::Declined(error)))
            }
            GatewayError::Unavailable(_) => {
                self.learn(free, &[]).await?;
                Ok(Err(PaymentRefusal::Unavailable))
            }
            GatewayError::Unknown(_) => {
                let confirmed = free.intent_id.is_some();
                self.learn(free, &[]).await?;
                if !confirmed {
                    // Making an intent moves no money: whether it was made does not matter.
                    return Ok(Err(PaymentRefusal::Unavailable));
                }
                self.store().add_order_note(order_id, "note", "payment_in_doubt", "payment", self.now()).await?;
                Ok(Ok(PaymentStep::Checking))
            }
        }
    }

    /// Gives up intents that wait for a shopper who is trying anew: another window's 3-D Secure page can pay nothing then.
    async fn give_up_waiting(&self, gateway: &Arc<dyn Gateway>, id: OrderId) -> Result<(), StoreError> {
        for payment in self.store().payments_of(id).await? {
            let waits = payment.facts.progress.1 == Progress::ActionRequired && !payment.is_settled();
            let Some(intent_id) = payment.intent_id.clone().filter(|_| waits) else { continue };
            if let Ok(intent) = gateway.cancel_intent(&intent_id, &format!("{intent_id}-cancel")).await {
                self.learn(payment, &[intent.event(self.now())]).await?;
            }
        }
        Ok(())
    }

    async fn chosen_method(
        &self,
        with: &PayWith,
        customer: Option<CustomerId>,
    ) -> Result<Option<PaidWith>, StoreError> {
        match (with, customer) {
            (PayWith::New(with), _) => Ok(Some(with.clone())),
            (PayWith::Saved(_), None) => Ok(None),
            (PayWith::Saved(id), Some(customer)) => {
                let mine = self.store().saved_methods(customer).await?;
                Ok(mine.into_iter().find(|one| one.id == *id).map(|one| PaidWith::Method(one.method.id)))
            }
        }
    }
}

/// What decides whether a method that is switched on is offered.
fn offer(kind: PaymentMethod, billing_country: &str, amount: Cents) -> MethodOffer {
    MethodOffer {
        method: kind.as_str().to_owned(),
        enabled: vec![kind.as_str().to_owned()],
        billing_country: billing_country.to_owned(),
        currency: "EUR".to_owned(),
        amount: amount.0,
        ..MethodOffer::default()
    }
}

/// Where the shopper comes back to.
fn received_path(order: &OrderRecord) -> String {
    format!("/checkout/order-received/{}/?key={}&utm_nooverride=1", order.id, order.order_key)
}

/// How long after the last look the shop asks the provider by itself about a payment that is not settled: a minute, then twice as
/// long each time, an hour at most.
pub(super) fn next_check(payment: &PaymentRecord, now: UnixSeconds) -> UnixSeconds {
    now + (60 << payment.checks.clamp(0, 6)).min(3600)
}

/// Whether a slip is given out for it.
pub(super) fn by_voucher(payment: &PaymentRecord) -> bool {
    payment.method.group() == MethodGroup::Voucher
}

/// Whether it came through.
pub(super) fn came_through(payment: &PaymentRecord) -> bool {
    payment.facts.was_paid() || payment.facts.settled == Settled::Authorised
}
