//! Charges: one for each attempt that reached the bank.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::intent::Failure;
use super::{Method, with};
use crate::cards::Verdict;
use crate::ids::{ChargeId, CustomerId, IntentId, MethodId};
use crate::store::{Tx, row};

/// State of a charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChargeState {
    /// The bank has not settled yet.
    Pending,
    Authorised,
    /// The authorisation was released.
    #[serde(rename = "lapsed")]
    Released,
    /// The captured amount.
    Captured(i64),
    /// The bank declined.
    Failed(Failure),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Charge {
    pub(crate) id: ChargeId,
    pub(crate) created: i64,
    pub(crate) intent: IntentId,
    pub(crate) customer: Option<CustomerId>,
    pub(crate) method: MethodId,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) description: Option<String>,
    pub(crate) metadata: BTreeMap<String, String>,
    pub(crate) receipt_email: Option<String>,
    pub(crate) state: ChargeState,
    /// Refunded amount, without failed refunds.
    pub(crate) refunded: i64,
    pub(crate) disputed: bool,
    /// The debit method that a bank redirect generated.
    pub(crate) left_behind: Option<MethodId>,
}
row!(Charge, "charges", |row| row.id.as_str(), "charge" in "charge");

impl Charge {
    /// Captured amount; zero in other states.
    pub(crate) fn captured(&self) -> i64 {
        if let ChargeState::Captured(amount) = self.state { amount } else { 0 }
    }

    pub(crate) fn view(&self, tx: &Tx<'_>) -> Value {
        let method: Option<Method> = tx.get(self.method.as_str());
        let method = method.as_ref();
        let (status, failure) = match &self.state {
            ChargeState::Pending => ("pending", None),
            ChargeState::Failed(failure) => ("failed", Some(failure)),
            _ => ("succeeded", None),
        };
        let came = matches!(self.state, ChargeState::Captured(_));
        json!({
            "id": self.id, "object": "charge", "amount": self.amount, "amount_captured": self.captured(),
            "amount_refunded": if self.state == ChargeState::Released { self.amount } else { self.refunded },
            "balance_transaction": came.then(|| self.id.0.replacen("ch_", "txn_", 1)),
            "billing_details": method.map(|method| method.billing.view()), "captured": came, "created": self.created,
            "currency": self.currency, "customer": self.customer, "description": self.description,
            "disputed": self.disputed, "failure_code": failure.map(|failure| &failure.code),
            "failure_message": failure.map(|failure| &failure.message), "livemode": false, "metadata": self.metadata,
            "outcome": self.outcome(method), "paid": status == "succeeded", "payment_intent": self.intent,
            "payment_method": self.method, "payment_method_details": method.map(|method| self.details(method)),
            "receipt_email": self.receipt_email, "refunded": came && self.refunded >= self.captured(),
            "status": status, "statement_descriptor": null,
        })
    }

    fn details(&self, method: &Method) -> Value {
        let debit = self.left_behind.as_ref().map(|debit| ("generated_sepa_debit", json!(debit)));
        json!({"type": method.kind, method.kind.as_str(): with(method.particulars(), debit)})
    }

    fn outcome(&self, method: Option<&Method>) -> Value {
        let verdict = method.and_then(Method::test_card).map(|card| card.verdict);
        let risk = match verdict {
            Some(Verdict::Elevated) => "elevated",
            Some(Verdict::Blocked) => "highest",
            _ => "normal",
        };
        let ChargeState::Failed(failure) = &self.state else {
            return json!({
                "network_status": "approved_by_network", "reason": null, "risk_level": risk,
                "seller_message": "Payment complete.", "type": "authorized",
            });
        };
        let blocked = verdict == Some(Verdict::Blocked);
        json!({
            "network_status": if blocked { "not_sent_to_network" } else { "declined_by_network" },
            "reason": failure.decline_code.as_ref().unwrap_or(&failure.code), "risk_level": risk,
            "seller_message": failure.message, "type": if blocked { "blocked" } else { "issuer_declined" },
        })
    }
}
