//! Disputes: the payer calls a charge back.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::{ChargeId, DisputeId, IntentId};

/// Time for the shop's answer: the card networks give from a week to three, mostly this.
const ANSWER_S: i64 = 7 * 86_400;

/// How far a dispute has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DisputeState {
    /// The shop should answer.
    NeedsResponse,
    /// In the shop's favour.
    Won,
    /// The money is gone.
    Lost,
}

/// A dispute.
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

/// The calls on disputes.
pub(crate) mod calls {
    use super::{Dispute, DisputeId, DisputeState, Value};
    use crate::error::{ApiError, ApiResult};
    use crate::form::Form;
    use crate::list;
    use crate::objects::{Charge, calls};
    use crate::state::Tx;

    pub(crate) fn find(tx: &Tx<'_>, id: &str) -> ApiResult<Dispute> {
        tx.get::<Dispute>(id).cloned().ok_or_else(|| ApiError::not_found("dispute", "dispute", id))
    }

    /// The payer disputes a charge that came.
    pub(crate) fn open(tx: &mut Tx<'_>, charge: &str) -> ApiResult<Value> {
        let charge = calls::charges::find(tx, charge)?;
        if charge.captured() == 0 || charge.disputed {
            return Err(ApiError::invalid(Some("charge_disputed"), "This charge cannot be disputed, or has been."));
        }
        let dispute = Dispute {
            id: DisputeId::new(tx.random()),
            created: tx.now(),
            charge: charge.id.clone(),
            intent: charge.intent.clone(),
            amount: charge.captured(),
            currency: charge.currency.clone(),
            state: DisputeState::NeedsResponse,
        };
        tx.put(Charge { disputed: true, ..charge });
        let view = dispute.view();
        tx.put(dispute);
        tx.emit("charge.dispute.created", view.clone());
        Ok(view)
    }

    /// The bank decides. By the API's call `close` the shop gives in, which loses it.
    pub(crate) fn close(tx: &mut Tx<'_>, id: &str, won: bool) -> ApiResult<Value> {
        let dispute = find(tx, id)?;
        if dispute.state != DisputeState::NeedsResponse {
            return Err(ApiError::invalid(Some("dispute_closed"), "This dispute is already closed."));
        }
        let dispute = Dispute { state: if won { DisputeState::Won } else { DisputeState::Lost }, ..dispute };
        let view = dispute.view();
        tx.put(dispute);
        tx.emit("charge.dispute.closed", view.clone());
        Ok(view)
    }

    pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
        form.only(&["charge", "payment_intent", "limit", "starting_after", "ending_before"])?;
        let (charge, intent) = (form.filled("charge"), form.filled("payment_intent"));
        let fits = |dispute: &&Dispute| {
            intent.is_none_or(|id| dispute.intent.as_str() == id)
                && charge.is_none_or(|id| dispute.charge.as_str() == id)
        };
        list::page(form, "/v1/disputes", tx.table::<Dispute>().newest().filter(fits), Dispute::view)
    }
}
