//! Rate limits of payment attempts. All ways to test a card count together: paying, creating intents (with whose client secret a
//! browser can try cards at the provider itself), and saving a method.

use shop_core::base::CustomerId;

use crate::app::limits::Budget;
use crate::app::state::AppState;
use crate::app::visitor::session::Session;

/// Attempts of one session in an hour: card testers change cards quickly.
const SESSION_ATTEMPTS: u32 = 10;
/// Methods that one customer may try to save in an hour: card testers do so here too.
const SAVED_METHOD_ATTEMPTS: u32 = 10;

/// Counts an attempt; `false` when there were too many.
pub(crate) fn may_try(state: &AppState, session: &Session, address: &str) -> bool {
    if state.config.order_limit == 0 {
        return true;
    }
    let budget = |action, who, limit| Budget { action, who, limit, span_s: 3600 };
    let address = budget("payment_address", address, state.config.order_limit);
    let session = budget("payment_session", session.key.as_str(), SESSION_ATTEMPTS);
    state.limits.count_both(&address, &session, state.shop.context.now()).is_ok()
}

/// Counts an attempt to save a method; `false` when there were too many.
pub(crate) fn may_save_method(state: &AppState, customer: CustomerId, address: &str) -> bool {
    let name = customer.to_string();
    let budget = |action, who, limit| Budget { action, who, limit, span_s: 3600 };
    let by_address = budget("payment_address", address, state.config.order_limit);
    state.config.order_limit == 0
        || state
            .limits
            .count_both(&by_address, &budget("payment_keep", &name, SAVED_METHOD_ATTEMPTS), state.shop.context.now())
            .is_ok()
}
