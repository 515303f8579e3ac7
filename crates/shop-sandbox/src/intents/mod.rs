//! Intents: to pay, or to save a method for later. Both are confirmed the same way.

mod act;
mod change;
mod confirm;
mod create;
mod decide;
mod later;
mod outcome;
mod types;
mod view;

pub(crate) use act::{Act, ActKind, answer};
pub(crate) use change::{cancel, capture, let_go, list, update};
pub(crate) use confirm::{confirm, return_url};
pub(crate) use create::create;
pub(crate) use decide::{Attempt, REFUSED_CODES, card_verdict};
pub(crate) use later::{answer_code, lapse, lapse_authorisation, settle_debit};
pub(crate) use types::{Failure, FailureKind, Intent, State, Usage};
pub(crate) use view::{retrieve, view};

use super::error::{ApiError, ApiResult};
use super::state::Tx;

/// The intent of an id.
pub(crate) fn find(tx: &Tx<'_>, id: &str) -> ApiResult<Intent> {
    let kind = if id.starts_with("seti_") { "setup_intent" } else { "payment_intent" };
    tx.get::<Intent>(id).cloned().ok_or_else(|| ApiError::not_found(kind, "intent", id))
}
