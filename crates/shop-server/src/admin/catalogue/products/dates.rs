//! Days of a reduction: the merchant writes the first and the last day as Rome's calendar has them, the catalogue holds moments,
//! the end exclusive.

use shop_core::base::calendar::{day_named, end_of_day, last_day_before, local_day, name_of_day, start_of_day};
use shop_core::base::time::UnixSeconds;

/// The first day as written: "2026-12-01"; empty when there is none.
pub(super) fn first_day(from: Option<UnixSeconds>) -> String {
    from.map(|from| name_of_day(local_day(from))).unwrap_or_default()
}

/// The last day as written; empty when there is none.
pub(super) fn last_day(to: Option<UnixSeconds>) -> String {
    to.map(|to| name_of_day(last_day_before(to))).unwrap_or_default()
}

/// When a day begins in Rome; `None` when the text is no day.
pub(super) fn start_of(day: &str) -> Option<UnixSeconds> {
    day_named(day).map(start_of_day)
}

/// When a day ends in Rome, exclusive.
pub(super) fn end_of(day: &str) -> Option<UnixSeconds> {
    day_named(day).map(end_of_day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_written_and_read_again_are_the_same() {
        for day in ["2026-01-01", "2024-02-29", "2026-03-29", "2026-07-31", "2026-10-25", "2026-12-31"] {
            assert_eq!(first_day(start_of(day)), day);
            assert_eq!(last_day(end_of(day)), day);
        }
        assert_eq!(first_day(None), "");
    }

    #[test]
    fn days_begin_and_end_at_midnight_in_rome() {
        assert_eq!(start_of("2026-11-21"), Some(1_795_219_200 - 3600));
        assert_eq!(end_of("2026-11-21"), Some(1_795_219_200 + 82_800));
        assert_eq!(start_of("2026-07-01"), Some(1_782_864_000 - 7200), "summer time");
        assert_eq!(start_of("2026-02-30"), None);
    }

    #[test]
    fn an_end_at_midnight_utc_is_the_same_last_day() {
        assert_eq!(last_day(Some(1_795_219_200 + 86_400)), "2026-11-21");
        assert_eq!(last_day(Some(1_782_864_000)), "2026-06-30", "summer time");
    }
}
