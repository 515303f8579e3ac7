//! Disputes of charges.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::{ChargeId, DisputeId, IntentId};
use crate::store::row;

/// Time limit for the shop's response: the card networks allow one to three weeks, mostly one.
const ANSWER_S: i64 = 7 * 86_400;

/// State of a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DisputeState {
    /// The shop should respond.
    NeedsResponse,
    /// Decided in the shop's favour.
    Won,
    /// Decided against the shop; the money is lost.
    Lost,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Dispute {
    pub(crate) id: DisputeId,
    pub(crate) created: i64,
    pub(crate) charge: ChargeId,
    pub(crate) intent: IntentId,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) state: DisputeState,
}
row!(Dispute, "disputes", |row| row.id.as_str(), "dispute" in "dispute");

impl Dispute {
    pub(crate) fn view(&self) -> Value {
        json!({
            "id": self.id, "object": "dispute", "amount": self.amount, "charge": self.charge, "created": self.created,
            "currency": self.currency,
            "evidence_details": {
                "due_by": self.created + ANSWER_S, "has_evidence": false, "past_due": false, "submission_count": 0,
            },
            "is_charge_refundable": false, "livemode": false, "metadata": {}, "payment_intent": self.intent,
            "reason": "fraudulent", "status": self.state,
        })
    }
}
