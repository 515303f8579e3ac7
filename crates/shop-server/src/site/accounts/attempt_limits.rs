//! Limits on password attempts, and on messages that a visitor has the shop send.

use shop_core::base::FieldError;
use shop_core::platform::messages::codes;
use shop_services::Context;

use crate::app::limits::{Budget, Limits};
use crate::platform::config::Config;

/// Span in which login attempts are counted.
const ATTEMPTS_SPAN_S: i64 = 15 * 60;
/// Span in which messages are counted.
const MAILS_SPAN_S: i64 = 3600;
/// Messages to one login in the span: password reset links, confirmations.
const MAILS_PER_LOGIN: u32 = 3;
/// Messages requested from one IP address in the span: offices and mobile networks share an address.
const MAILS_PER_ADDRESS: u32 = 100;
/// How many times more attempts an IP address has than one login from it.
const ATTEMPTS_FACTOR_PER_ADDRESS: u32 = 5;

/// Counts an attempt to enter a password.
pub(in crate::site) fn count_attempt(
    context: &Context,
    config: &Config,
    limits: &Limits,
    address: &str,
    login: &str,
) -> Result<(), FieldError> {
    let (limit, now) = (config.login_limit, context.now());
    let budget = |action, who, limit| Budget { action, who, limit, span_s: ATTEMPTS_SPAN_S };
    let by_address = budget("login_address", address, limit.saturating_mul(ATTEMPTS_FACTOR_PER_ADDRESS));
    let pair = format!("{address} {login}");
    let both = limits.count_both(&by_address, &budget("login", &pair, limit), now);
    // Guessing one account from many addresses is limited too, widely enough that a stranger cannot lock its owner out at once.
    let by_login = || {
        limits.count("login_account", login, limit.saturating_mul(ATTEMPTS_FACTOR_PER_ADDRESS), ATTEMPTS_SPAN_S, now)
    };
    both.and_then(|()| by_login().map(|_| ())).map_err(too_many_attempts)
}

/// Counts a message that a visitor has the shop send to `login`.
pub(in crate::site) fn count_mail(
    context: &Context,
    limits: &Limits,
    address: &str,
    login: &str,
) -> Result<(), FieldError> {
    let now = context.now();
    let budget = |action, who, limit| Budget { action, who, limit, span_s: MAILS_SPAN_S };
    let by_address = budget("account_mail_address", address, MAILS_PER_ADDRESS);
    limits.count_both(&by_address, &budget("account_mail", login, MAILS_PER_LOGIN), now).map_err(too_many_attempts)
}

pub(in crate::site) fn too_many_attempts(wait_s: i64) -> FieldError {
    FieldError::new("", codes::ACCOUNT_TOO_MANY_TRIES).with("minutes", (wait_s + 59) / 60)
}
