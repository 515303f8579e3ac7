//! Payment intents and setup intents. Both are confirmed the same way.

mod change;
mod confirm;
mod create;
mod decide;
mod next_action;
mod outcome;
mod required_action;
mod scheduled;
mod view;

pub(crate) use change::{cancel, cancel_and_release, capture, list, update};
pub(crate) use confirm::{confirm, return_url};
pub(crate) use create::create;
pub(crate) use decide::{AttemptOutcome, UNCONFIRMED_CODES, card_verdict};
pub(crate) use required_action::{find_awaiting_action, resolve_action};
pub(crate) use scheduled::{expire_authorisation, expire_unpaid, resolve_bank_code, settle_debit};
pub(crate) use view::{retrieve, view};
