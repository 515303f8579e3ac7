//! Limits on password attempts, and on messages that a visitor has the shop send.

use shop_core::base::FieldError;
use shop_core::platform::messages::codes;

use crate::app::limits::Budget;
use crate::app::state::AppState;

/// Span in which tries are counted.
const TRIES_SPAN_S: i64 = 15 * 60;
/// Span in which messages are counted.
const MAILS_SPAN_S: i64 = 3600;
/// Links for a new password, to one login in the span.
const RESETS_PER_LOGIN: u32 = 3;
/// Messages asked for from one address in the span: offices and mobile networks share an address.
const MAILS_PER_ADDRESS: u32 = 100;
/// An address may try this many times more often than one login from it.
const TRIES_BY_ADDRESS: u32 = 5;

/// Counts a try of a password.
pub(in crate::site) fn count_try(state: &AppState, address: &str, login: &str) -> Result<(), FieldError> {
    let (limit, now) = (state.config.login_limit, state.shop.context.now());
    let budget = |action, who, limit| Budget { action, who, limit, span_s: TRIES_SPAN_S };
    let by_address = budget("login_address", address, limit.saturating_mul(TRIES_BY_ADDRESS));
    let pair = format!("{address} {login}");
    let all = state.limits.count_both(&by_address, &budget("login", &pair, limit), now);
    // One account guessed from many addresses has a budget too, wide enough that nobody is locked out by a stranger at once.
    let of_login =
        || state.limits.count("login_account", login, limit.saturating_mul(TRIES_BY_ADDRESS), TRIES_SPAN_S, now);
    all.and_then(|()| of_login().map(|_| ())).map_err(too_many)
}

/// Counts a message that a visitor has the shop send; `login`: to whom.
pub(in crate::site) fn count_mail(state: &AppState, address: &str, login: &str) -> Result<(), FieldError> {
    let now = state.shop.context.now();
    let budget = |action, who, limit| Budget { action, who, limit, span_s: MAILS_SPAN_S };
    let by_address = budget("account_mail_address", address, MAILS_PER_ADDRESS);
    state.limits.count_both(&by_address, &budget("account_mail", login, RESETS_PER_LOGIN), now).map_err(too_many)
}

pub(in crate::site) fn too_many(wait_s: i64) -> FieldError {
    FieldError::new("", codes::ACCOUNT_TOO_MANY_TRIES).with("minutes", (wait_s + 59) / 60)
}
