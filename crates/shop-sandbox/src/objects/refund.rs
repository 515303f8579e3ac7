//! Refunds of charges, up to the captured amount.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::{ChargeId, IntentId, RefundId};
use crate::store::row;

/// State of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundState {
    /// Pending; `arrives` is whether it will succeed.
    Pending {
        arrives: bool,
    },
    Succeeded,
    Failed,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Refund {
    pub(crate) id: RefundId,
    pub(crate) created: i64,
    pub(crate) charge: ChargeId,
    pub(crate) intent: IntentId,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) reason: Option<String>,
    pub(crate) metadata: BTreeMap<String, String>,
    pub(crate) state: RefundState,
}
row!(Refund, "refunds", |row| row.id.as_str(), "refund" in "refund");

impl Refund {
    pub(crate) fn view(&self) -> Value {
        let status = match self.state {
            RefundState::Pending { .. } => "pending",
            RefundState::Succeeded => "succeeded",
            RefundState::Failed => "failed",
        };
        json!({
            "id": self.id, "object": "refund", "amount": self.amount, "balance_transaction": null, "charge": self.charge,
            "created": self.created, "currency": self.currency, "metadata": self.metadata,
            "payment_intent": self.intent, "reason": self.reason, "receipt_number": null, "status": status,
            "failure_reason": (self.state == RefundState::Failed).then_some("expired_or_canceled_card"),
        })
    }
}
