//! Days of a reduction: the merchant writes the first and the last day, the catalogue holds moments, the end exclusive.

use shop_core::base::time::{UnixSeconds, civil, seconds_of_day};

const DAY_S: i64 = 86_400;

/// The first day as written: "2026-12-01"; empty when there is none.
pub(super) fn first_day(from: Option<UnixSeconds>) -> String {
    from.map(day_text).unwrap_or_default()
}

/// The last day as written; empty when there is none.
pub(super) fn last_day(to: Option<UnixSeconds>) -> String {
    to.map(|to| day_text(to - 1)).unwrap_or_default()
}

/// When a day begins, UTC; `None` when the text is no day.
pub(super) fn start_of(day: &str) -> Option<UnixSeconds> {
    seconds_of_day(day)
}

/// When a day ends, UTC, exclusive.
pub(super) fn end_of(day: &str) -> Option<UnixSeconds> {
    start_of(day).map(|start| start + DAY_S)
}

fn day_text(moment: UnixSeconds) -> String {
    let (year, month, day) = civil(moment.div_euclid(DAY_S));
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_written_and_read_again_are_the_same() {
        for day in ["2026-01-01", "2024-02-29", "2026-12-31"] {
            assert_eq!(first_day(start_of(day)), day);
            assert_eq!(last_day(end_of(day)), day);
        }
        assert_eq!(start_of("2026-11-21"), Some(1_795_219_200));
        assert_eq!(first_day(None), "");
    }
}
