//! One event of the provider, reduced to what the state of a payment depends on.

use serde::{Deserialize, Serialize};

use crate::base::Cents;

/// A webhook event, or an intent as it was read, in the provider's words. Missing parts are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct PaymentEventForm {
    /// "payment_intent.succeeded"; "payment_intent" or "setup_intent" for an intent that was read.
    #[serde(rename = "type")]
    pub kind: String,
    /// Unix seconds at which the provider made the event.
    pub created: i64,
    /// The intent that it is about.
    pub intent_id: String,
    /// Status of the event's object: of the intent, charge, refund or dispute.
    pub status: String,
    /// The object's id, of a refund, dispute or review.
    pub id: String,
    /// Amount received, refunded by this refund, or disputed.
    pub amount: Cents,
    /// A charge: whether it is captured.
    pub captured: bool,
    /// The intent has a `last_payment_error`.
    pub failed: bool,
}

/// The kinds of events that say something new of a payment: what a webhook is to be called for. Kinds that not every version of the
/// API has (`refund.failed`) are read, but not asked for.
pub const WEBHOOK_EVENTS: &[&str] = &[
    "payment_intent.requires_action",
    "payment_intent.processing",
    "payment_intent.payment_failed",
    "payment_intent.amount_capturable_updated",
    "payment_intent.succeeded",
    "payment_intent.canceled",
    "setup_intent.requires_action",
    "setup_intent.setup_failed",
    "setup_intent.succeeded",
    "setup_intent.canceled",
    "charge.pending",
    "charge.failed",
    "charge.succeeded",
    "charge.captured",
    "charge.expired",
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

/// How far an intent has come that is not settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// Nothing was tried.
    #[default]
    New,
    /// The shopper must do something.
    ActionRequired,
    /// The money is on its way.
    Processing,
    /// The last try was refused; another may follow.
    Failed,
}

/// How an intent is settled. Later ones win, as money that came counts more than what was said before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    #[default]
    No,
    /// The amount is set aside.
    Authorised,
    /// The intent was cancelled.
    Cancelled,
    /// What was set aside has lapsed, with which the provider cancels the intent too.
    Lapsed,
    /// The money came, or a method was saved.
    Succeeded,
}

/// A refund's state. Later ones win: one that succeeded may still come back as failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum RefundState {
    /// Waits for the shopper.
    ActionRequired,
    /// On its way.
    Pending,
    Succeeded,
    Failed,
    Cancelled,
}

/// A dispute's or a review's state. Later ones win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum CaseState {
    /// Being looked at.
    Open,
    /// Closed in the shop's favour.
    Closed,
    /// Lost: the money is gone.
    Lost,
}

/// What an event says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentEvent {
    /// How far the intent has come.
    Progress(Progress),
    /// How it is settled, and the amount received or set aside.
    Settled(Settled, Cents),
    /// State of one refund.
    Refund { id: String, state: RefundState, cents: Cents },
    /// State of one dispute.
    Dispute { id: String, state: CaseState },
    /// State of one review for fraud.
    Review { id: String, state: CaseState },
}

impl PaymentEvent {
    /// Reads an event. `None`: it says nothing about a payment's state (foreign kinds, unknown statuses, a refund or dispute
    /// without id, a negative amount), and is answered with success and left alone.
    pub fn read(form: &PaymentEventForm) -> Option<Self> {
        if form.amount < Cents::ZERO || form.intent_id.is_empty() {
            return None;
        }
        let named = || (!form.id.is_empty()).then(|| form.id.clone());
        let settled = |how| Some(Self::Settled(how, form.amount));
        match form.kind.as_str() {
            "payment_intent" | "setup_intent" => of_intent(form),
            "payment_intent.created" | "setup_intent.created" => Some(Self::Progress(Progress::New)),
            "payment_intent.requires_action" | "setup_intent.requires_action" => {
                Some(Self::Progress(Progress::ActionRequired))
            }
            "payment_intent.processing" | "charge.pending" => Some(Self::Progress(Progress::Processing)),
            "payment_intent.payment_failed" | "setup_intent.setup_failed" | "charge.failed" => {
                Some(Self::Progress(Progress::Failed))
            }
            "payment_intent.succeeded" | "setup_intent.succeeded" | "charge.captured" => settled(Settled::Succeeded),
            "payment_intent.canceled" | "setup_intent.canceled" => settled(Settled::Cancelled),
            "charge.succeeded" if form.captured => settled(Settled::Succeeded),
            "payment_intent.amount_capturable_updated" | "charge.succeeded" => settled(Settled::Authorised),
            "charge.expired" => settled(Settled::Lapsed),
            // Giving back what was never captured is cancelling (wire contract, C4).
            "charge.refunded" if !form.captured => settled(Settled::Cancelled),
            "charge.refunded" | "charge.refund.updated" | "refund.created" | "refund.updated" | "refund.failed" => {
                Some(Self::Refund { id: named()?, state: refund_state(&form.status)?, cents: form.amount })
            }
            "charge.dispute.created" | "charge.dispute.updated" => {
                Some(Self::Dispute { id: named()?, state: CaseState::Open })
            }
            "charge.dispute.closed" => {
                let state = if form.status == "lost" { CaseState::Lost } else { CaseState::Closed };
                Some(Self::Dispute { id: named()?, state })
            }
            "review.opened" => Some(Self::Review { id: named()?, state: CaseState::Open }),
            "review.closed" => Some(Self::Review { id: named()?, state: CaseState::Closed }),
            _ => None,
        }
    }
}

fn of_intent(form: &PaymentEventForm) -> Option<PaymentEvent> {
    let progress = match form.status.as_str() {
        "requires_payment_method" if form.failed => Progress::Failed,
        "requires_payment_method" | "requires_confirmation" => Progress::New,
        "requires_action" => Progress::ActionRequired,
        "processing" => Progress::Processing,
        "requires_capture" => return Some(PaymentEvent::Settled(Settled::Authorised, form.amount)),
        "succeeded" => return Some(PaymentEvent::Settled(Settled::Succeeded, form.amount)),
        "canceled" => return Some(PaymentEvent::Settled(Settled::Cancelled, form.amount)),
        _ => return None,
    };
    Some(PaymentEvent::Progress(progress))
}

fn refund_state(status: &str) -> Option<RefundState> {
    Some(match status {
        "requires_action" => RefundState::ActionRequired,
        "pending" => RefundState::Pending,
        "succeeded" => RefundState::Succeeded,
        "failed" => RefundState::Failed,
        "canceled" => RefundState::Cancelled,
        _ => return None,
    })
}
