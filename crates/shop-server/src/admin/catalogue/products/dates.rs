//! Sale dates: the form has the first and last calendar day in Rome, the catalogue has timestamps with an exclusive end.

use shop_core::base::calendar::{day_named, end_of_day, last_day_before, local_day, name_of_day, start_of_day};
use shop_core::base::time::UnixSeconds;

/// Formats the first day: "2026-12-01"; empty if there is none.
pub(super) fn first_day(from: Option<UnixSeconds>) -> String {
    from.map(|from| name_of_day(local_day(from))).unwrap_or_default()
}

/// Formats the last day; empty if there is none.
pub(super) fn last_day(to: Option<UnixSeconds>) -> String {
    to.map(|to| name_of_day(last_day_before(to))).unwrap_or_default()
}

/// Returns the start of a day in Rome; `None` if the text is not a date.
pub(super) fn start_of(day: &str) -> Option<UnixSeconds> {
    day_named(day).map(start_of_day)
}

/// Returns the exclusive end of a day in Rome.
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
