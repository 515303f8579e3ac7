//! Rate limits of payment attempts. All ways to test a card count together: paying, creating intents (with whose client secret a
//! browser can try cards at the provider itself), and saving a method.

use shop_core::base::CustomerId;
use shop_services::Context;

use crate::app::limits::{Budget, Limits};
use crate::app::visitor::session::Session;
use crate::platform::config::Config;

/// Attempts of one session in an hour: card testers change cards quickly.
const SESSION_ATTEMPTS: u32 = 10;
/// Methods that one customer may try to save in an hour: card testers do so here too.
const SAVED_METHOD_ATTEMPTS: u32 = 10;

/// Counts an attempt; `false` when there were too many.
pub(crate) fn may_try(context: &Context, config: &Config, limits: &Limits, session: &Session, address: &str) -> bool {
    if config.order_limit == 0 {
        return true;
    }
    let budget = |action, who, limit| Budget { action, who, limit, span_s: 3600 };
    let address = budget("payment_address", address, config.order_limit);
    let session = budget("payment_session", session.key.as_str(), SESSION_ATTEMPTS);
    limits.count_both(&address, &session, context.now()).is_ok()
}

/// Counts an attempt to save a method; `false` when there were too many.
pub(crate) fn may_save_method(
    context: &Context,
    config: &Config,
    limits: &Limits,
    customer: CustomerId,
    address: &str,
) -> bool {
    let name = customer.to_string();
    let budget = |action, who, limit| Budget { action, who, limit, span_s: 3600 };
    let by_address = budget("payment_address", address, config.order_limit);
    config.order_limit == 0
        || limits.count_both(&by_address, &budget("payment_keep", &name, SAVED_METHOD_ATTEMPTS), context.now()).is_ok()
}
