//! Accumulated data about one intent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::event::{CaseState, PaymentEvent, PaymentEventForm, Progress, RefundState, Settled};
use crate::base::Cents;

/// Accumulated data about one intent. Each field is a maximum over all events, so that events may arrive in any order and any
/// number of times.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct PaymentFacts {
    /// Id of the intent; events about others are ignored.
    pub intent_id: String,
    /// The latest progress, with the provider's time of the event. Within the same second the further one wins.
    pub progress: (i64, Progress),
    /// How the intent is settled.
    pub settled: Settled,
    /// Whether an amount was ever authorised.
    pub authorised: bool,
    /// Amount captured; 0 before a capture.
    pub captured_cents: Cents,
    /// Refunds by id.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, [RefundState, number]>"))]
    pub refunds: BTreeMap<String, (RefundState, Cents)>,
    /// Disputes by id.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, CaseState>"))]
    pub disputes: BTreeMap<String, CaseState>,
    /// Reviews by id.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, CaseState>"))]
    pub reviews: BTreeMap<String, CaseState>,
}

impl PaymentFacts {
    /// Creates the facts of an intent without any events.
    pub fn new(intent_id: impl Into<String>) -> Self {
        Self { intent_id: intent_id.into(), ..Self::default() }
    }

    /// Applies an event. Returns `false` if it was not about this intent, or contained nothing new.
    pub fn apply(&mut self, form: &PaymentEventForm) -> bool {
        let Some(event) = PaymentEvent::parse(form).filter(|_| form.intent_id == self.intent_id) else { return false };
        let before = self.clone();
        match event {
            PaymentEvent::Progress(progress) => self.progress = self.progress.max((form.created, progress)),
            PaymentEvent::Settled(how, cents) => {
                self.settled = self.settled.max(how);
                self.authorised |= how == Settled::Authorised;
                if how == Settled::Succeeded {
                    self.captured_cents = self.captured_cents.max(cents);
                }
            }
            PaymentEvent::Refund { id, state, cents } => raise(&mut self.refunds, id, (state, cents)),
            PaymentEvent::Dispute { id, state } => raise(&mut self.disputes, id, state),
            PaymentEvent::Review { id, state } => raise(&mut self.reviews, id, state),
        }
        *self != before
    }

    /// Returns the amount refunded or being refunded.
    pub fn refunded_cents(&self) -> Cents {
        let counts = |state: RefundState| matches!(state, RefundState::Pending | RefundState::Succeeded);
        self.refunds.values().filter(|(state, _)| counts(*state)).map(|(_, cents)| *cents).sum()
    }

    /// Returns whether a payment was ever received. A refund or dispute implies one, even if its event arrives late.
    pub fn was_paid(&self) -> bool {
        self.settled == Settled::Succeeded || !self.refunds.is_empty() || !self.disputes.is_empty()
    }
}

fn raise<V: Ord + Copy>(map: &mut BTreeMap<String, V>, id: String, value: V) {
    map.entry(id).and_modify(|known| *known = (*known).max(value)).or_insert(value);
}

/// Applies events and returns the resulting facts.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::payments::state::{event::PaymentEventForm, facts::{PaymentFacts, apply_all}};
/// let [kind, intent_id] = ["payment_intent.succeeded", "pi_1"].map(str::to_owned);
/// let paid = PaymentEventForm { kind, intent_id, amount: Cents(4720), ..PaymentEventForm::default() };
/// let twice = [paid.clone(), paid];
/// assert_eq!(apply_all(PaymentFacts::new("pi_1"), &twice).captured_cents, Cents(4720));
/// assert!(!apply_all(PaymentFacts::new("pi_2"), &twice).was_paid());
/// ```
pub fn apply_all(mut facts: PaymentFacts, events: &[PaymentEventForm]) -> PaymentFacts {
    for event in events {
        facts.apply(event);
    }
    facts
}
