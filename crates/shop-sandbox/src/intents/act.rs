//! What the shopper must do before an intent goes on, and the answer to it.

use super::{decide, outcome};
use crate::objects::intent::{Failure, Intent, State};
use crate::objects::{Act, ActKind, AppAnswer};
use crate::store::Tx;

/// The intent that waits for the answer of a page, and what for. `token`: of the page; it is good once.
pub(crate) fn waiting(tx: &Tx<'_>, token: &str) -> Option<(Intent, Act)> {
    let intent: Intent = tx.newest(&[("$.state.requires_action.token", Some(token))]).next()?;
    let State::RequiresAction(act) = &intent.state else { return None };
    let act = act.clone();
    Some((intent, act))
}

/// The shopper's answer to what was asked of an intent: done, or refused.
pub(crate) fn answer(tx: &mut Tx<'_>, intent: Intent, done: bool) -> Intent {
    let State::RequiresAction(act) = &intent.state else { return intent };
    tx.never_mind(intent.id.as_str());
    if !done {
        let failure = refusal(&act.kind, intent.is_setup());
        return outcome::refused(tx, intent, failure);
    }
    let Some(method) = intent.method.as_ref().and_then(|id| tx.get(id.as_str())) else { return intent };
    let attempt = decide::after_action(&intent, &method);
    outcome::apply(tx, intent, &method, attempt)
}

fn refusal(kind: &ActKind, setup: bool) -> Failure {
    let code = if setup { "setup_intent_authentication_failure" } else { "payment_intent_authentication_failure" };
    match kind {
        ActKind::Voucher { .. } => {
            Failure::method("payment_intent_payment_attempt_expired", "The payment attempt expired before it was paid.")
        }
        ActKind::BankApp { answers: AppAnswer::Nothing } => {
            Failure::method("payment_intent_payment_attempt_expired", "The payment was not confirmed in time.")
        }
        ActKind::BankApp { .. } => {
            Failure::method("payment_method_provider_decline", "The customer declined the payment.")
        }
        _ => Failure::method(
            code,
            "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
        ),
    }
}
