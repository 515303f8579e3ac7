//! Required actions of the shopper: finding the intent that waits for one, and applying the shopper's decision.

use super::{decide, outcome};
use crate::objects::intent::{Failure, Intent, State};
use crate::objects::{ActionKind, AppAnswer, RequiredAction};
use crate::store::Tx;

/// Finds the intent that waits for the action on a page. `token`: the page's token, which is valid until the action is done.
pub(crate) fn find_awaiting_action(tx: &Tx<'_>, token: &str) -> Option<(Intent, RequiredAction)> {
    let intent: Intent = tx.newest(&[("$.state.requires_action.token", Some(token))]).next()?;
    let State::RequiresAction(act) = &intent.state else { return None };
    let act = act.clone();
    Some((intent, act))
}

/// Applies the shopper's decision on the required action: done or declined.
pub(crate) fn resolve_action(tx: &mut Tx<'_>, intent: Intent, done: bool) -> Intent {
    let State::RequiresAction(act) = &intent.state else { return intent };
    tx.cancel_scheduled(intent.id.as_str());
    if !done {
        let failure = refusal(&act.kind, intent.is_setup());
        return outcome::apply_failure(tx, intent, failure);
    }
    let Some(method) = intent.method.as_ref().and_then(|id| tx.get(id.as_str())) else { return intent };
    let attempt = decide::after_action(&intent, &method);
    outcome::apply(tx, intent, &method, attempt)
}

fn refusal(kind: &ActionKind, setup: bool) -> Failure {
    let code = if setup { "setup_intent_authentication_failure" } else { "payment_intent_authentication_failure" };
    match kind {
        ActionKind::Voucher { .. } => {
            Failure::method("payment_intent_payment_attempt_expired", "The payment attempt expired before it was paid.")
        }
        ActionKind::BankApp { answers: AppAnswer::Nothing } => {
            Failure::method("payment_intent_payment_attempt_expired", "The payment was not confirmed in time.")
        }
        ActionKind::BankApp { .. } => {
            Failure::method("payment_method_provider_decline", "The customer declined the payment.")
        }
        _ => Failure::method(
            code,
            "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
        ),
    }
}
