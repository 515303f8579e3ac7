//! Fraud reviews of payments with an elevated risk.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Charge;
use crate::ids::{ChargeId, IntentId, ReviewId};
use crate::store::{Tx, row};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Review {
    pub(crate) id: ReviewId,
    pub(crate) created: i64,
    pub(crate) charge: ChargeId,
    pub(crate) intent: IntentId,
    pub(crate) open: bool,
}
row!(Review, "reviews", |row| row.id.as_str(), "review" in "review");

impl Review {
    pub(crate) fn view(&self) -> Value {
        json!({
            "id": self.id, "object": "review", "charge": self.charge, "created": self.created, "livemode": false,
            "closed_reason": (!self.open).then_some("approved"), "open": self.open, "opened_reason": "rule",
            "payment_intent": self.intent, "reason": if self.open { "rule" } else { "approved" },
        })
    }

    /// Opens a review of a charge.
    pub(crate) fn open(tx: &mut Tx<'_>, charge: &Charge) {
        let review = Self {
            id: ReviewId::new(tx.random()),
            created: tx.now(),
            charge: charge.id.clone(),
            intent: charge.intent.clone(),
            open: true,
        };
        tx.put_and_emit(&review, Self::view, "review.opened");
    }
}
