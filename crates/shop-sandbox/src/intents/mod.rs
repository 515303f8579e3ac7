//! Intents: to pay, or to save a method for later. Both are confirmed the same way.

mod act;
mod change;
mod confirm;
mod create;
mod decide;
mod later;
mod next_action;
mod outcome;
mod view;

pub(crate) use act::{answer, waiting};
pub(crate) use change::{cancel, capture, let_go, list, update};
pub(crate) use confirm::{confirm, return_url};
pub(crate) use create::create;
pub(crate) use decide::{Attempt, REFUSED_CODES, card_verdict};
pub(crate) use later::{answer_code, lapse, lapse_authorisation, settle_debit};
pub(crate) use view::{retrieve, view};
