//! What a register says of a VAT number, how long that holds, and when it is asked again.

use crate::base::wire_enum;

wire_enum! {
    /// What is known of a number that a register was asked for.
    VatAnswer {
        /// The register has it.
        Valid = "valid",
        /// The register does not have it.
        Invalid = "invalid",
        /// The register did not say.
        Unanswered = "unanswered",
    } default Unanswered
}

wire_enum! {
    /// Why a register did not say.
    VatSilence {
        /// It did not answer in time.
        TimedOut = "timed_out",
        /// It cannot be reached.
        Unreachable = "unreachable",
        /// It as a whole is out of service.
        ServiceUnavailable = "service_unavailable",
        /// That of the number's country is out of service.
        StateUnavailable = "state_unavailable",
        /// It is asked too much at once.
        Busy = "busy",
        /// It answers something that cannot be read, or about another number.
        Unreadable = "unreadable",
    } default Unreachable
}

/// An answer holds so long, in seconds: a day.
pub const ANSWER_HOLDS_S: i64 = 86_400;

/// After so many tries without an answer nobody asks by itself any more: some four days.
pub const MAX_TRIES: i64 = 20;

/// Seconds until a register that did not answer is asked again, after so many tries: a minute, then twice as long each time, six
/// hours at most. `None`: no more.
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
