//! What happens to intents by itself.

use super::act::answer;
use super::decide::Attempt;
use super::{change, outcome};
use crate::objects::intent::{Failure, FailureKind, Intent, State};
use crate::objects::{ActKind, AppAnswer, Details, Method};
use crate::store::Tx;

/// The bank answers a debit.
pub(crate) fn settle_debit(tx: &mut Tx<'_>, id: &str) {
    let Some(intent) = tx.get::<Intent>(id) else { return };
    let method = intent.method.as_ref().and_then(|id| tx.get::<Method>(id.as_str()));
    let Some(method) = method.filter(|_| intent.state == State::Processing) else { return };
    let refusal = match &method.details {
        Details::Account { course, .. } => course.refusal(),
        _ => None,
    };
    let attempt = match refusal {
        None => Attempt::Approved,
        Some(why) => {
            let (code, message) = why.words();
            Attempt::Refused(Failure { kind: FailureKind::Card, ..Failure::method(code, message) })
        }
    };
    outcome::apply(tx, intent, &method, attempt);
}

/// The bank's app answers, or the time for it is over.
pub(crate) fn answer_code(tx: &mut Tx<'_>, id: &str) {
    let Some(intent) = tx.get::<Intent>(id) else { return };
    if let State::RequiresAction(act) = &intent.state {
        let yes = matches!(act.kind, ActKind::BankApp { answers: AppAnswer::Yes });
        answer(tx, intent, yes);
    }
}

/// A slip or a QR code was not paid in time.
pub(crate) fn lapse(tx: &mut Tx<'_>, id: &str) {
    let Some(intent) = tx.get::<Intent>(id) else { return };
    if matches!(intent.state, State::RequiresAction(_)) {
        answer(tx, intent, false);
    }
}

/// What was set aside goes back.
pub(crate) fn lapse_authorisation(tx: &mut Tx<'_>, id: &str) {
    let Some(intent) = tx.get::<Intent>(id) else { return };
    if intent.state == State::RequiresCapture {
        change::let_go(tx, intent, Some("automatic".into()), "charge.expired");
    }
}
