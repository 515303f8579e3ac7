//! Whether and when a renewal that the bank refused is charged again.

use crate::payments::error::PaymentError;

/// Days after the first charge on which a refused renewal is charged again.
///
/// Most refusals that pass are for want of money: the next day meets a transfer that was on its way, the third a weekend's end,
/// the fifth leaves two days to pay by hand before the subscription pauses. Four charges in all are far below what card schemes
/// allow for one payment (15 in 30 days), beyond which they fine the shop.
pub const RETRY_AFTER_DAYS: [i64; 3] = [1, 3, 5];

/// What a refusal means for the next charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenewalRefusal {
    /// The bank wants its customer there: he pays on the order's page.
    Authentication,
    /// The same method will never do: it is lost, expired, gone.
    Lasting,
    /// It may do on another day.
    Passing,
}

/// Refusals after which the same method is not charged again: those by which the provider tells a card or account that is gone, and
/// a holder who called the agreement off.
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

/// What the provider's refusal of a charge without the buyer means.
///
/// ```
/// use shop_core::payments::error::PaymentError;
/// use shop_core::payments::renewal::{RenewalRefusal, renewal_refusal};
/// let declined = |reason: &str| PaymentError {
///     code: "card_declined".into(),
///     decline_code: reason.into(),
///     ..PaymentError::default()
/// };
/// assert_eq!(renewal_refusal(&declined("insufficient_funds")), RenewalRefusal::Passing);
/// assert_eq!(renewal_refusal(&declined("stolen_card")), RenewalRefusal::Lasting);
/// ```
pub fn renewal_refusal(error: &PaymentError) -> RenewalRefusal {
    let is = |code: &str| error.code == code || error.decline_code == code;
    if is("authentication_required") || is("authentication_not_handled") || is("payment_intent_authentication_failure")
    {
        RenewalRefusal::Authentication
    } else if LASTING.iter().any(|code| is(code)) {
        RenewalRefusal::Lasting
    } else {
        RenewalRefusal::Passing
    }
}

/// The code by which a refusal is kept: the bank's reason, else the provider's code.
pub fn refusal_code(error: &PaymentError) -> &str {
    if error.decline_code.is_empty() { &error.code } else { &error.decline_code }
}

/// The moment of the next charge, Unix seconds, after `tries` refused ones of a renewal made at `made_at`. Days that passed
/// meanwhile are not made up for. `None`: it is not charged again.
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
            ("expired_card", "", RenewalRefusal::Lasting),
            ("card_declined", "lost_card", RenewalRefusal::Lasting),
            ("card_declined", "revocation_of_all_authorizations", RenewalRefusal::Lasting),
            ("resource_missing", "", RenewalRefusal::Lasting),
            ("authentication_required", "authentication_required", RenewalRefusal::Authentication),
            ("card_declined", "authentication_required", RenewalRefusal::Authentication),
            ("card_declined", "generic_decline", RenewalRefusal::Passing),
            ("card_declined", "insufficient_funds", RenewalRefusal::Passing),
            ("processing_error", "", RenewalRefusal::Passing),
            ("", "", RenewalRefusal::Passing),
        ] {
            assert_eq!(renewal_refusal(&error(code, reason)), meant, "{code} {reason}");
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
