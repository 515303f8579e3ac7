//! The result of checking a VAT number at a register, its validity period, and the retry schedule.

use crate::base::wire_enum;

wire_enum! {
    /// Result of checking a number at a register.
    VatAnswer {
        /// The register lists the number.
        Valid = "valid",
        /// The register does not list the number.
        Invalid = "invalid",
        /// The register did not answer.
        Unanswered = "unanswered",
    } default Unanswered
}

wire_enum! {
    /// Reason why a register did not answer.
    RegisterFailure {
        /// The request timed out.
        TimedOut = "timed_out",
        /// It cannot be reached.
        Unreachable = "unreachable",
        /// The whole service is unavailable.
        ServiceUnavailable = "service_unavailable",
        /// The service of the number's country is unavailable.
        StateUnavailable = "state_unavailable",
        /// The service has too many concurrent requests.
        Busy = "busy",
        /// The response cannot be parsed, or is about another number.
        Unreadable = "unreadable",
    } default Unreachable
}

/// Validity of a result in seconds: a day.
pub const ANSWER_HOLDS_S: i64 = 86_400;

/// Number of tries without an answer after which automatic retries stop: some four days.
pub const MAX_TRIES: i64 = 20;

/// Returns the seconds until the next try at a register that did not answer: a minute after the first try, then twice as long
/// each time, six hours at most. `None`: no further try.
///
/// ```
/// use shop_core::trade::vat_check::next_try_after_s;
/// assert_eq!([1, 2, 3, 12].map(next_try_after_s), [Some(60), Some(120), Some(240), Some(21_600)]);
/// assert_eq!(next_try_after_s(20), None);
/// ```
pub fn next_try_after_s(tries: i64) -> Option<i64> {
    const LONGEST_S: i64 = 6 * 3600;
    let doublings = tries.clamp(1, 10) - 1;
    (tries < MAX_TRIES).then(|| (60_i64 << doublings).min(LONGEST_S))
}
