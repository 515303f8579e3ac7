//! Endpoints of disputes.

use serde_json::Value;

use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::http::list;
use crate::ids::DisputeId;
use crate::objects::{Charge, Dispute, DisputeState};
use crate::store::Tx;

/// Opens a dispute of a captured charge on behalf of the payer.
pub(crate) fn open(tx: &mut Tx<'_>, charge: &str) -> ApiResult<Value> {
    let charge = tx.find::<Charge>(charge)?;
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
    tx.put(&Charge { disputed: true, ..charge });
    Ok(tx.put_and_emit(&dispute, Dispute::view, "charge.dispute.created"))
}

/// Closes a dispute. With the API's `close` endpoint the shop accepts the dispute, which loses it.
pub(crate) fn close(tx: &mut Tx<'_>, id: &str, won: bool) -> ApiResult<Value> {
    let dispute = tx.find::<Dispute>(id)?;
    if dispute.state != DisputeState::NeedsResponse {
        return Err(ApiError::invalid(Some("dispute_closed"), "This dispute is already closed."));
    }
    let dispute = Dispute { state: if won { DisputeState::Won } else { DisputeState::Lost }, ..dispute };
    Ok(tx.put_and_emit(&dispute, Dispute::view, "charge.dispute.closed"))
}

pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["charge", "payment_intent", "limit", "starting_after", "ending_before"])?;
    let with = [("charge", form.filled("charge")), ("intent", form.filled("payment_intent"))];
    list::page(tx, form, "/v1/disputes", &with, list::all, Dispute::view)
}
