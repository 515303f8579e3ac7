//! Selects the stored sums for a report.

use shop_core::base::calendar::month_start;

use crate::ports::{DaySpan, SpanParts};

/// Added to the first day of a month, gives a day of the following month, whatever the length.
const DAYS_ON: i64 = 31;

fn next_month(day: i64) -> i64 {
    month_start(month_start(day) + DAYS_ON)
}

/// Splits a range of days into whole months and the remaining days on both sides. Nothing is counted after today, so the current
/// month is whole when the range ends today.
pub(super) fn parts(span: DaySpan, today: i64) -> SpanParts {
    let starts = month_start(span.first) == span.first;
    let begin = if starts { span.first } else { next_month(span.first) };
    let end = if span.last >= today { next_month(span.last) } else { month_start(span.last + 1) };
    if begin >= end {
        return SpanParts { months: DaySpan::NONE, before: span, after: DaySpan::NONE };
    }
    SpanParts {
        months: DaySpan { first: begin, last: month_start(end - 1) },
        before: DaySpan { first: span.first, last: begin - 1 },
        after: DaySpan { first: end, last: span.last },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shop_core::base::calendar::{day_named, name_of_day};

    use super::*;

    fn split(first: &str, last: &str) -> String {
        let day = |name| day_named(name).unwrap();
        let parts = parts(DaySpan { first: day(first), last: day(last) }, day("2026-11-21"));
        let name = |span: DaySpan| {
            if span.first > span.last {
                "-".to_owned()
            } else {
                format!("{}/{}", name_of_day(span.first), name_of_day(span.last))
            }
        };
        format!("{} {} {}", name(parts.before), name(parts.months), name(parts.after))
    }

    #[test]
    fn whole_months_are_read_by_month_and_the_days_around_them_by_day() {
        for (first, last, parts) in [
            ("2026-01-10", "2026-05-09", "2026-01-10/2026-01-31 2026-02-01/2026-04-01 2026-05-01/2026-05-09"),
            ("2026-01-01", "2026-02-28", "- 2026-01-01/2026-02-01 -"),
            ("2026-03-02", "2026-03-30", "2026-03-02/2026-03-30 - -"),
            ("2026-03-15", "2026-04-15", "2026-03-15/2026-04-15 - -"),
            ("2026-11-01", "2026-11-21", "- 2026-11-01/2026-11-01 -"),
            ("2025-11-21", "2026-11-21", "2025-11-21/2025-11-30 2025-12-01/2026-11-01 -"),
            ("2026-11-21", "2026-11-21", "2026-11-21/2026-11-21 - -"),
        ] {
            assert_eq!(split(first, last), parts);
        }
    }

    proptest! {
        #[test]
        fn no_day_is_read_twice_and_none_is_left_out(first in 18_000..22_000_i64, days in 0..400_i64, today in 18_000..22_400_i64) {
            let span = DaySpan { first, last: first + days };
            let parts = parts(span, today);
            let within = |span: DaySpan, day| (span.first..=span.last).contains(&day);
            // Nothing was counted after today.
            for day in first - 40..=(span.last + 40).min(today.max(first - 40)) {
                let found = [within(parts.before, day), within(parts.months, month_start(day)), within(parts.after, day)];
                prop_assert_eq!(found.iter().filter(|found| **found).count(), usize::from(within(span, day)), "{}", day);
            }
        }
    }
}
