//! Retries of a renewal charge that the bank declined.

use crate::payments::error::PaymentError;

/// Days after the first charge on which a declined renewal is charged again.
///
/// Most temporary declines are for insufficient funds: the next day catches a transfer that was on its way, the third the end of
/// a weekend, the fifth leaves two days for manual payment before the subscription pauses. Four charges in all are far below what
/// card schemes allow for one payment (15 in 30 days), beyond which they fine the shop.
pub const RETRY_AFTER_DAYS: [i64; 3] = [1, 3, 5];

/// Meaning of a decline for the next charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenewalDecline {
    /// The bank requires authentication: the customer pays on the order's page.
    Authentication,
    /// The same method will never work: it is lost, expired or deleted.
    Lasting,
    /// A later charge may succeed.
    Passing,
}

/// Codes after which the same method is not charged again: the card or account no longer exists, or its holder has cancelled the
/// agreement.
const LASTING: [&str; 20] = [
    "card_not_supported",
    "currency_not_supported",
    "expired_card",
    "fraudulent",
    "incorrect_number",
    "invalid_account",
    "invalid_number",
    "lost_card",
    "merchant_blacklist",
    "missing",
    "new_account_information_available",
    "payment_method_unexpected_state",
    "pickup_card",
    "resource_missing",
    "restricted_card",
    "revocation_of_all_authorizations",
    "revocation_of_authorization",
    "security_violation",
    "stolen_card",
    "stop_payment_order",
];

/// Classifies the provider's decline of a charge without the buyer.
///
/// ```
/// use shop_core::payments::error::PaymentError;
/// use shop_core::payments::renewal::{RenewalDecline, renewal_decline};
/// let declined = |reason: &str| PaymentError {
///     code: "card_declined".into(),
///     decline_code: reason.into(),
///     ..PaymentError::default()
/// };
/// assert_eq!(renewal_decline(&declined("insufficient_funds")), RenewalDecline::Passing);
/// assert_eq!(renewal_decline(&declined("stolen_card")), RenewalDecline::Lasting);
/// ```
pub fn renewal_decline(error: &PaymentError) -> RenewalDecline {
    let is = |code: &str| error.code == code || error.decline_code == code;
    if is("authentication_required") || is("authentication_not_handled") || is("payment_intent_authentication_failure")
    {
        RenewalDecline::Authentication
    } else if LASTING.iter().any(|code| is(code)) {
        RenewalDecline::Lasting
    } else {
        RenewalDecline::Passing
    }
}

/// Returns the code to store for a decline: the bank's reason, else the provider's code.
pub fn refusal_code(error: &PaymentError) -> &str {
    if error.decline_code.is_empty() { &error.code } else { &error.decline_code }
}

/// Returns the time of the next charge in Unix seconds, after `tries` declined ones of a renewal created at `made_at`. Missed
/// days are not caught up on. `None`: no further charge.
///
/// ```
/// use shop_core::payments::renewal::next_try;
/// assert_eq!(next_try(0, 1, 60), Some(86_400));
/// assert_eq!(next_try(0, 4, 5 * 86_400), None);
/// ```
pub fn next_try(made_at: i64, tries: i64, now: i64) -> Option<i64> {
    let done = usize::try_from(tries.max(1) - 1).ok()?;
    let days = RETRY_AFTER_DAYS.get(done..)?;
    days.iter().map(|days| made_at.saturating_add(days * 86_400)).find(|at| *at > now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: &str, reason: &str) -> PaymentError {
        PaymentError { code: code.into(), decline_code: reason.into(), ..PaymentError::default() }
    }

    #[test]
    fn what_is_gone_is_not_charged_again_and_the_bank_s_question_is_no_refusal_of_the_card() {
        for (code, reason, meant) in [
            ("expired_card", "", RenewalDecline::Lasting),
            ("card_declined", "lost_card", RenewalDecline::Lasting),
            ("card_declined", "revocation_of_all_authorizations", RenewalDecline::Lasting),
            ("resource_missing", "", RenewalDecline::Lasting),
            ("authentication_required", "authentication_required", RenewalDecline::Authentication),
            ("card_declined", "authentication_required", RenewalDecline::Authentication),
            ("card_declined", "generic_decline", RenewalDecline::Passing),
            ("card_declined", "insufficient_funds", RenewalDecline::Passing),
            ("processing_error", "", RenewalDecline::Passing),
            ("", "", RenewalDecline::Passing),
        ] {
            assert_eq!(renewal_decline(&error(code, reason)), meant, "{code} {reason}");
        }
        assert_eq!(refusal_code(&error("card_declined", "lost_card")), "lost_card");
        assert_eq!(refusal_code(&error("expired_card", "")), "expired_card");
    }

    #[test]
    fn a_refused_renewal_is_charged_three_times_more_and_never_twice_on_a_day() {
        let day = 86_400;
        assert_eq!(next_try(100, 1, 100), Some(100 + day));
        assert_eq!(next_try(100, 2, 100 + day), Some(100 + 3 * day));
        assert_eq!(next_try(100, 3, 100 + 3 * day), Some(100 + 5 * day));
        assert_eq!(next_try(100, 4, 100 + 5 * day), None);
        assert_eq!(next_try(100, 1, 100 + 4 * day), Some(100 + 5 * day), "what passed while nobody looked is left out");
        assert_eq!(next_try(100, 9, 100), None);
        assert_eq!(next_try(100, 0, 100), Some(100 + day));
    }
}
