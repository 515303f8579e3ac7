//! Refunds: never more than came.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::{ChargeId, IntentId, RefundId};

/// How far a refund has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundState {
    /// On its way, and whether it will arrive.
    Pending { arrives: bool },
    /// Arrived.
    Succeeded,
    /// Came back.
    Failed,
}

/// A refund.
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

/// The calls on refunds.
pub(crate) mod calls {
    use super::{BTreeMap, Refund, RefundId, RefundState, Value};
    use crate::cards::RefundCourse;
    use crate::error::{ApiError, ApiResult};
    use crate::form::Form;
    use crate::intents::{self, Intent};
    use crate::list;
    use crate::objects::{Charge, ChargeState, Method, calls};
    use crate::settle::What;
    use crate::state::Tx;

    const REASONS: [&str; 3] = ["duplicate", "fraudulent", "requested_by_customer"];

    pub(crate) fn create(tx: &mut Tx<'_>, form: &Form) -> ApiResult<Value> {
        form.only(&["charge", "payment_intent", "amount", "reason", "metadata", "instructions_email"])?;
        let charge = charge_of(tx, form)?;
        let reason = form.owned("reason");
        if let Some(reason) = reason.as_deref().filter(|reason| !REASONS.contains(reason)) {
            return Err(ApiError::param("reason", "parameter_invalid", format!("Invalid reason: {reason}")));
        }
        let metadata = form.metadata(BTreeMap::new())?;
        let wanted = form.int("amount")?;
        if wanted.is_some_and(|amount| amount < 1) {
            return Err(ApiError::param("amount", "parameter_invalid_integer", "Invalid positive integer"));
        }
        if charge.state == ChargeState::Authorised {
            return whole_authorisation(tx, &charge, wanted, reason, metadata);
        }
        let ChargeState::Captured(came) = charge.state else {
            let message = format!("Charge {} has not succeeded and cannot be refunded.", charge.id.as_str());
            return Err(ApiError::invalid(Some("charge_not_refundable"), message));
        };
        let left = came - charge.refunded;
        if left == 0 {
            let message = format!("Charge {} has already been refunded.", charge.id.as_str());
            return Err(ApiError::invalid(Some("charge_already_refunded"), message));
        }
        let amount = wanted.unwrap_or(left);
        if amount > left {
            let message = format!("Refund amount ({amount}) is greater than unrefunded amount on charge ({left})");
            return Err(ApiError::param("amount", "amount_too_large", message));
        }
        let card = tx.get::<Method>(charge.method.as_str()).and_then(Method::test_card);
        let state = match card.map(|card| card.refund) {
            Some(RefundCourse::Later) => RefundState::Pending { arrives: true },
            Some(RefundCourse::ComesBack) => RefundState::Pending { arrives: false },
            _ => RefundState::Succeeded,
        };
        let refund = made(tx, &charge, amount, reason, metadata, state);
        if matches!(state, RefundState::Pending { .. }) {
            tx.later(refund.id.as_str(), What::FinishRefund, tx.options.timings.refund_ms);
        }
        tx.put(Charge { refunded: charge.refunded + amount, ..charge.clone() });
        Ok(told(tx, refund, &charge))
    }

    /// Giving back what is only set aside lets all of it go: the intent is cancelled.
    fn whole_authorisation(
        tx: &mut Tx<'_>,
        charge: &Charge,
        wanted: Option<i64>,
        reason: Option<String>,
        metadata: BTreeMap<String, String>,
    ) -> ApiResult<Value> {
        if wanted.is_some_and(|amount| amount != charge.amount) {
            let message = "An uncaptured charge can only be refunded in full; capture less of it instead.";
            return Err(ApiError::param("amount", "parameter_invalid", message));
        }
        let intent = intents::find(tx, charge.intent.as_str())?;
        let refund = made(tx, charge, charge.amount, reason, metadata, RefundState::Succeeded);
        intents::let_go(tx, intent, Some("requested_by_customer".into()), "charge.refunded");
        let view = refund.view();
        tx.put(refund);
        tx.emit("refund.created", view.clone());
        Ok(view)
    }

    fn made(
        tx: &Tx<'_>,
        charge: &Charge,
        amount: i64,
        reason: Option<String>,
        metadata: BTreeMap<String, String>,
        state: RefundState,
    ) -> Refund {
        Refund {
            id: RefundId::new(tx.random()),
            created: tx.now(),
            charge: charge.id.clone(),
            intent: charge.intent.clone(),
            amount,
            currency: charge.currency.clone(),
            reason,
            metadata,
            state,
        }
    }

    fn told(tx: &mut Tx<'_>, refund: Refund, charge: &Charge) -> Value {
        let view = refund.view();
        tx.put(refund);
        tx.emit("refund.created", view.clone());
        let now = calls::charges::retrieve(tx, charge.id.as_str()).unwrap_or_default();
        tx.emit("charge.refunded", now);
        view
    }

    fn charge_of(tx: &Tx<'_>, form: &Form) -> ApiResult<Charge> {
        match (form.filled("charge"), form.filled("payment_intent")) {
            (Some(id), _) => calls::charges::find(tx, id),
            (None, Some(id)) => {
                let intent: Intent = intents::find(tx, id)?;
                let charge = intent.payment().and_then(|payment| payment.charge.clone());
                let Some(charge) = charge else {
                    let message = "This PaymentIntent does not have a successful charge to refund.";
                    return Err(ApiError::invalid(Some("charge_not_refundable"), message));
                };
                calls::charges::find(tx, charge.as_str())
            }
            (None, None) => Err(ApiError::missing("payment_intent")),
        }
    }

    /// The bank's answer to a refund on its way.
    pub(crate) fn finish(tx: &mut Tx<'_>, id: &str) {
        let Some(refund) = tx.get::<Refund>(id).cloned() else { return };
        let RefundState::Pending { arrives } = refund.state else { return };
        let state = if arrives { RefundState::Succeeded } else { RefundState::Failed };
        let refund = Refund { state, ..refund };
        let view = refund.view();
        if let Some(charge) = tx.get::<Charge>(refund.charge.as_str()).cloned().filter(|_| !arrives) {
            tx.put(Charge { refunded: charge.refunded - refund.amount, ..charge });
        }
        tx.put(refund);
        tx.emit("charge.refund.updated", view.clone());
        tx.emit(if arrives { "refund.updated" } else { "refund.failed" }, view);
    }

    pub(crate) fn find(tx: &Tx<'_>, id: &str) -> ApiResult<Refund> {
        tx.get::<Refund>(id).cloned().ok_or_else(|| ApiError::not_found("refund", "refund", id))
    }

    pub(crate) fn update(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
        form.only(&["metadata"])?;
        let mut refund = find(tx, id)?;
        refund.metadata = form.metadata(std::mem::take(&mut refund.metadata))?;
        let view = refund.view();
        tx.put(refund);
        tx.emit("refund.updated", view.clone());
        Ok(view)
    }

    pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
        form.only(&["charge", "payment_intent", "limit", "starting_after", "ending_before"])?;
        let (charge, intent) = (form.filled("charge"), form.filled("payment_intent"));
        let fits = |refund: &&Refund| {
            intent.is_none_or(|id| refund.intent.as_str() == id) && charge.is_none_or(|id| refund.charge.as_str() == id)
        };
        list::page(form, "/v1/refunds", tx.table::<Refund>().newest().filter(fits), Refund::view)
    }
}
