//! Endpoints of refunds.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::cards::RefundOutcome;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::http::list;
use crate::ids::RefundId;
use crate::intents;
use crate::objects::{Charge, ChargeState, Intent, Method, Refund, RefundState};
use crate::schedule::due::ChangeKind;
use crate::store::Tx;

const REASONS: [&str; 3] = ["duplicate", "fraudulent", "requested_by_customer"];

pub(crate) fn create(tx: &mut Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["charge", "payment_intent", "amount", "reason", "metadata", "instructions_email"])?;
    let charge = charge_of(tx, form)?;
    let reason = form.owned("reason");
    if let Some(reason) = reason.as_deref().filter(|reason| !REASONS.contains(reason)) {
        return Err(ApiError::param("reason", "parameter_invalid", format!("Invalid reason: {reason}")));
    }
    let metadata = form.metadata(BTreeMap::new())?;
    let requested = form.int("amount")?;
    if requested.is_some_and(|amount| amount < 1) {
        return Err(ApiError::param("amount", "parameter_invalid_integer", "Invalid positive integer"));
    }
    if charge.state == ChargeState::Authorised {
        return refund_authorisation(tx, &charge, requested, reason, metadata);
    }
    let ChargeState::Captured(captured) = charge.state else {
        let message = format!("Charge {} has not succeeded and cannot be refunded.", charge.id.as_str());
        return Err(ApiError::invalid(Some("charge_not_refundable"), message));
    };
    let left = captured - charge.refunded;
    if left == 0 {
        let message = format!("Charge {} has already been refunded.", charge.id.as_str());
        return Err(ApiError::invalid(Some("charge_already_refunded"), message));
    }
    let amount = requested.unwrap_or(left);
    if amount > left {
        let message = format!("Refund amount ({amount}) is greater than unrefunded amount on charge ({left})");
        return Err(ApiError::param("amount", "amount_too_large", message));
    }
    let card = tx.get::<Method>(charge.method.as_str()).and_then(|method| method.test_card());
    let state = match card.map(|card| card.refund) {
        Some(RefundOutcome::Later) => RefundState::Pending { arrives: true },
        Some(RefundOutcome::ComesBack) => RefundState::Pending { arrives: false },
        _ => RefundState::Succeeded,
    };
    let refund = new_refund(tx, &charge, amount, reason, metadata, state);
    if matches!(state, RefundState::Pending { .. }) {
        tx.schedule(refund.id.as_str(), ChangeKind::FinishRefund, tx.options.timings.refund_ms);
    }
    let charge = Charge { refunded: charge.refunded + amount, ..charge };
    tx.put(&charge);
    let view = tx.put_and_emit(&refund, Refund::view, "refund.created");
    let now = charge.view(tx);
    tx.emit("charge.refunded", &now);
    Ok(view)
}

/// Refunds an uncaptured charge: releases the whole authorisation and cancels the intent.
fn refund_authorisation(
    tx: &mut Tx<'_>,
    charge: &Charge,
    requested: Option<i64>,
    reason: Option<String>,
    metadata: BTreeMap<String, String>,
) -> ApiResult<Value> {
    if requested.is_some_and(|amount| amount != charge.amount) {
        let message = "An uncaptured charge can only be refunded in full; capture less of it instead.";
        return Err(ApiError::param("amount", "parameter_invalid", message));
    }
    let intent = tx.find::<Intent>(charge.intent.as_str())?;
    let refund = new_refund(tx, charge, charge.amount, reason, metadata, RefundState::Succeeded);
    intents::cancel_and_release(tx, intent, Some("requested_by_customer".into()), "charge.refunded");
    Ok(tx.put_and_emit(&refund, Refund::view, "refund.created"))
}

fn new_refund(
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

fn charge_of(tx: &Tx<'_>, form: &Form) -> ApiResult<Charge> {
    match (form.filled("charge"), form.filled("payment_intent")) {
        (Some(id), _) => tx.find::<Charge>(id),
        (None, Some(id)) => {
            let intent = tx.find::<Intent>(id)?;
            let charge = intent.payment().and_then(|payment| payment.charge.clone());
            let Some(charge) = charge else {
                let message = "This PaymentIntent does not have a successful charge to refund.";
                return Err(ApiError::invalid(Some("charge_not_refundable"), message));
            };
            tx.find::<Charge>(charge.as_str())
        }
        (None, None) => Err(ApiError::missing("payment_intent")),
    }
}

/// Completes a pending refund.
pub(crate) fn complete_refund(tx: &mut Tx<'_>, id: &str) {
    let Some(refund) = tx.get::<Refund>(id) else { return };
    let RefundState::Pending { arrives } = refund.state else { return };
    let state = if arrives { RefundState::Succeeded } else { RefundState::Failed };
    let refund = Refund { state, ..refund };
    let view = refund.view();
    if let Some(charge) = tx.get::<Charge>(refund.charge.as_str()).filter(|_| !arrives) {
        tx.put(&Charge { refunded: charge.refunded - refund.amount, ..charge });
    }
    tx.put(&refund);
    tx.emit("charge.refund.updated", &view);
    tx.emit(if arrives { "refund.updated" } else { "refund.failed" }, &view);
}

pub(crate) fn update(tx: &mut Tx<'_>, id: &str, form: &Form) -> ApiResult<Value> {
    form.only(&["metadata"])?;
    let mut refund = tx.find::<Refund>(id)?;
    refund.metadata = form.metadata(std::mem::take(&mut refund.metadata))?;
    Ok(tx.put_and_emit(&refund, Refund::view, "refund.updated"))
}

pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["charge", "payment_intent", "limit", "starting_after", "ending_before"])?;
    let with = [("charge", form.filled("charge")), ("intent", form.filled("payment_intent"))];
    list::page(tx, form, "/v1/refunds", &with, list::all, Refund::view)
}
