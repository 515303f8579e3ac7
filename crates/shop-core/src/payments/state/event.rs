//! An event of the provider, reduced to what affects the state of a payment.

use serde::{Deserialize, Serialize};

use crate::base::Cents;

/// A webhook event, or a fetched intent, in the provider's terms. Missing fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct PaymentEventForm {
    /// Type: "payment_intent.succeeded"; "payment_intent" or "setup_intent" for a fetched intent.
    #[serde(rename = "type")]
    pub kind: String,
    /// Time when the provider created the event, in Unix seconds.
    pub created: i64,
    /// Intent that it is about.
    pub intent_id: String,
    /// Status of the event's object: of the intent, charge, refund or dispute.
    pub status: String,
    /// Id of the object: of a refund, dispute or review.
    pub id: String,
    /// Amount received, refunded by this refund, or disputed.
    pub amount: Cents,
    /// For a charge: whether it is captured.
    pub captured: bool,
    /// Whether the intent has a `last_payment_error`.
    pub failed: bool,
}

/// Types of events that affect a payment: the webhook subscribes to these. Types that do not exist in every version of the API
/// (`refund.failed`) are handled, but not subscribed to.
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

/// Progress of an intent that is not settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// No payment was attempted.
    #[default]
    New,
    /// The shopper must take an action.
    ActionRequired,
    /// The payment is being processed.
    Processing,
    /// The last attempt was declined; another may follow.
    Failed,
}

/// How an intent is settled. Later variants win, as a received payment overrides earlier events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    #[default]
    No,
    /// The amount is authorised.
    Authorised,
    /// The intent was cancelled.
    Cancelled,
    /// The authorisation has expired, with which the provider cancels the intent too.
    Lapsed,
    /// The payment was received, or a method was saved.
    Succeeded,
}

/// State of a refund. Later variants win: one that succeeded may still fail afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum RefundState {
    /// An action of the shopper is required.
    ActionRequired,
    /// The money is being transferred.
    Pending,
    Succeeded,
    Failed,
    Cancelled,
}

/// State of a dispute or a review. Later variants win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum CaseState {
    /// It is still under examination.
    Open,
    /// Closed in the shop's favour.
    Closed,
    /// Lost: the money was withdrawn.
    Lost,
}

/// A parsed event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentEvent {
    /// Progress of the intent.
    Progress(Progress),
    /// Settlement of the intent, and the amount received or authorised.
    Settled(Settled, Cents),
    /// State of one refund.
    Refund { id: String, state: RefundState, cents: Cents },
    /// State of one dispute.
    Dispute { id: String, state: CaseState },
    /// State of one fraud review.
    Review { id: String, state: CaseState },
}

impl PaymentEvent {
    /// Parses an event. `None`: it does not affect a payment (foreign types, unknown statuses, a refund or dispute without id, a
    /// negative amount); the webhook acknowledges and ignores it.
    pub fn parse(form: &PaymentEventForm) -> Option<Self> {
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
            // Refunding what was never captured is cancelling (wire contract, C4).
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
