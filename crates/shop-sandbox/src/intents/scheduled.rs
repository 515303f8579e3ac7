//! Scheduled changes of intents.

use super::decide::AttemptOutcome;
use super::required_action::resolve_action;
use super::{change, outcome};
use crate::objects::intent::{Failure, FailureKind, Intent, State};
use crate::objects::{ActionKind, AppAnswer, Details, Method};
use crate::store::Tx;

/// Settles a debit as its test account requires.
pub(crate) fn settle_debit(tx: &mut Tx<'_>, id: &str) {
    let Some(intent) = tx.get::<Intent>(id) else { return };
    let method = intent.method.as_ref().and_then(|id| tx.get::<Method>(id.as_str()));
    let Some(method) = method.filter(|_| intent.state == State::Processing) else { return };
    let refusal = match &method.details {
        Details::Account { course, .. } => course.refusal(),
        _ => None,
    };
    let attempt = match refusal {
        None => AttemptOutcome::Approved,
        Some(why) => {
            let (code, message) = why.code_and_message();
            AttemptOutcome::Declined(Failure { kind: FailureKind::Card, ..Failure::method(code, message) })
        }
    };
    outcome::apply(tx, intent, &method, attempt);
}

/// Applies the answer of the bank's app, or the timeout.
pub(crate) fn resolve_bank_code(tx: &mut Tx<'_>, id: &str) {
    let Some(intent) = tx.get::<Intent>(id) else { return };
    if let State::RequiresAction(act) = &intent.state {
        let yes = matches!(act.kind, ActionKind::BankApp { answers: AppAnswer::Yes });
        resolve_action(tx, intent, yes);
    }
}

/// Expires an unpaid voucher or QR code.
pub(crate) fn expire_unpaid(tx: &mut Tx<'_>, id: &str) {
    let Some(intent) = tx.get::<Intent>(id) else { return };
    if matches!(intent.state, State::RequiresAction(_)) {
        resolve_action(tx, intent, false);
    }
}

/// Releases an uncaptured authorisation.
pub(crate) fn expire_authorisation(tx: &mut Tx<'_>, id: &str) {
    let Some(intent) = tx.get::<Intent>(id) else { return };
    if intent.state == State::RequiresCapture {
        change::cancel_and_release(tx, intent, Some("automatic".into()), "charge.expired");
    }
}
