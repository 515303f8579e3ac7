//! The Italian calendar: Rome's time zone, and working days.

use super::Lang;
use super::format::date;
use super::time::{UnixSeconds, civil, seconds_of_day};

const DAY_S: i64 = 86_400;
const HOUR_S: i64 = 3600;

/// National holidays on a fixed date: month and day (L. 260/1949 with its changes; 4 October since 2026, L. 151/2025).
const HOLIDAYS: [(i64, i64); 11] =
    [(1, 1), (1, 6), (4, 25), (5, 1), (6, 2), (8, 15), (10, 4), (11, 1), (12, 8), (12, 25), (12, 26)];

/// Converts a time to Rome's local time, in seconds since 1970 began there.
///
/// ```
/// use shop_core::base::calendar::local;
/// assert_eq!(local(0), 3600);
/// ```
pub fn local(seconds: UnixSeconds) -> i64 {
    seconds.saturating_add(if is_summer(seconds) { 2 * HOUR_S } else { HOUR_S })
}

/// Returns whether summer time applies: from the last Sunday of March to that of October, at 1:00 UTC (Directive 2000/84/EC).
fn is_summer(seconds: UnixSeconds) -> bool {
    let (year, _, _) = civil(seconds.div_euclid(DAY_S));
    let change = |month: &str| {
        let last = seconds_of_day(&format!("{year:04}-{month}-31")).unwrap_or_default() / DAY_S;
        (last - weekday(last)) * DAY_S + HOUR_S
    };
    (1970..10_000).contains(&year) && (change("03")..change("10")).contains(&seconds)
}

/// Returns the day of a time in Rome, counted from 1970-01-01.
pub fn local_day(seconds: UnixSeconds) -> i64 {
    local(seconds).div_euclid(DAY_S)
}

/// Returns the time at which a day ends in Rome.
pub fn end_of_day(day: i64) -> UnixSeconds {
    let midnight = day.saturating_add(1).saturating_mul(DAY_S);
    // Clocks never change between 22:00 and midnight UTC.
    midnight.saturating_sub(if is_summer(midnight.saturating_sub(2 * HOUR_S)) { 2 * HOUR_S } else { HOUR_S })
}

/// Converts Rome's local time, in seconds since 1970 began there, to UTC. Of an hour that occurs twice in October the first is
/// used; a time skipped in March is moved an hour later.
///
/// ```
/// use shop_core::base::calendar::{from_local, local};
/// assert_eq!(local(from_local(1_795_284_000)), 1_795_284_000);
/// ```
pub fn from_local(shown: i64) -> UnixSeconds {
    let (summer, winter) = (shown.saturating_sub(2 * HOUR_S), shown.saturating_sub(HOUR_S));
    if is_summer(summer) { summer } else { winter }
}

/// Returns the time at which a day begins in Rome.
pub fn start_of_day(day: i64) -> UnixSeconds {
    end_of_day(day.saturating_sub(1))
}

/// Parses a day written as "2026-12-31", counted from 1970-01-01; `None`: the text is no day.
///
/// ```
/// use shop_core::base::calendar::{day_named, name_of_day};
/// assert_eq!(day_named("2026-11-21").map(name_of_day).as_deref(), Some("2026-11-21"));
/// assert_eq!(day_named("21/11/2026"), None);
/// ```
pub fn day_named(text: &str) -> Option<i64> {
    seconds_of_day(text).map(|seconds| seconds.div_euclid(DAY_S))
}

/// Formats a day counted from 1970-01-01: "2026-12-31".
pub fn name_of_day(day: i64) -> String {
    let (year, month, date) = civil(day);
    format!("{year:04}-{month:02}-{date:02}")
}

/// Returns the last whole day before an exclusive end time: the last day of a sale, a coupon or a credit. An end at midnight UTC,
/// one or two hours into Rome's next day, counts as the end of the same day: files and older rows contain such ends.
///
/// ```
/// use shop_core::base::calendar::{day_named, end_of_day, last_day_before};
/// let day = day_named("2026-12-31").unwrap();
/// assert_eq!(last_day_before(end_of_day(day)), day);
/// ```
pub fn last_day_before(end: UnixSeconds) -> i64 {
    local_day(end.saturating_sub(2 * HOUR_S + 1))
}

/// Returns the first day of a day's month.
///
/// ```
/// use shop_core::base::calendar::{day_named, month_start, name_of_day};
/// assert_eq!(day_named("2028-02-29").map(month_start).map(name_of_day).as_deref(), Some("2028-02-01"));
/// ```
pub fn month_start(day: i64) -> i64 {
    let (_, _, date) = civil(day);
    day - date + 1
}

/// Returns the day of the week, from 0 for Sunday to 6 for Saturday, of a day counted from 1970-01-01, which was a Thursday.
pub fn weekday(day: i64) -> i64 {
    day.saturating_add(4).rem_euclid(7)
}

/// Returns whether a day is neither a Saturday, a Sunday nor a national holiday.
///
/// ```
/// use shop_core::base::calendar::is_working_day;
/// assert!(is_working_day(20_780), "Monday 23 November 2026");
/// assert!(!is_working_day(20_779), "Sunday");
/// ```
pub fn is_working_day(day: i64) -> bool {
    !matches!(weekday(day), 0 | 6) && !is_holiday(day)
}

/// Returns whether a day is a national holiday. Sundays do not count, Easter does.
pub fn is_holiday(day: i64) -> bool {
    let (year, month, date) = civil(day);
    HOLIDAYS.contains(&(month, date)) || (0..=1).contains(&(day - easter(year)))
}

/// Calculates the Easter Sunday of a year (the Gregorian computus of Meeus, Jones and Butcher).
fn easter(year: i64) -> i64 {
    let (century, in_century) = (year.div_euclid(100), year.rem_euclid(100));
    let golden = year.rem_euclid(19);
    let moon = (19 * golden + century - century / 4 - (8 * century + 13) / 25 + 15) % 30;
    let week = (32 + 2 * (century % 4) + 2 * (in_century / 4) - moon - in_century % 4) % 7;
    let later = (golden + 11 * moon + 22 * week) / 451;
    let count = moon + week - 7 * later + 114;
    seconds_of_day(&format!("{year:04}-{:02}-{:02}", count / 31, count % 31 + 1)).map_or(i64::MIN / 2, |s| s / DAY_S)
}

/// Formats the date in Rome.
pub fn day(seconds: UnixSeconds, lang: Lang) -> String {
    date(local(seconds), lang)
}

/// Formats date and time in Rome.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::base::calendar::moment;
/// assert_eq!(moment(1_795_219_200, Lang::It), "21 novembre 2026, ore 01:00");
/// ```
pub fn moment(seconds: UnixSeconds, lang: Lang) -> String {
    let time = local(seconds).rem_euclid(DAY_S);
    let (hours, minutes) = (time / HOUR_S, time % HOUR_S / 60);
    let word = if lang == Lang::It { ", ore " } else { ", " };
    format!("{}{word}{hours:02}:{minutes:02}", day(seconds, lang))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: &str) -> i64 {
        seconds_of_day(day).unwrap()
    }

    #[test]
    fn clocks_change_on_the_last_sundays_of_march_and_october() {
        for (day, hour, offset) in [
            ("2026-03-29", 0, 1),
            ("2026-03-29", 1, 2),
            ("2026-10-25", 0, 2),
            ("2026-10-25", 1, 1),
            ("2026-07-01", 12, 2),
            ("2026-12-31", 23, 1),
        ] {
            let moment = at(day) + hour * HOUR_S;
            assert_eq!(local(moment) - moment, offset * HOUR_S, "{day} {hour}");
        }
    }

    #[test]
    fn easter_falls_where_the_church_says() {
        for (year, day) in [(2024, "2024-03-31"), (2025, "2025-04-20"), (2026, "2026-04-05"), (2027, "2027-03-28")] {
            assert_eq!(easter(year) * DAY_S, at(day), "{year}");
        }
    }

    #[test]
    fn a_shown_time_is_a_moment_also_when_clocks_change() {
        for (day, hour, utc) in
            [("2026-07-01", 18, 16), ("2026-12-05", 18, 17), ("2026-03-29", 1, 0), ("2026-10-25", 2, 0)]
        {
            assert_eq!(from_local(at(day) + hour * HOUR_S), at(day) + utc * HOUR_S, "{day} {hour}");
        }
        assert_eq!(local(from_local(at("2026-03-29") + 2 * HOUR_S)), at("2026-03-29") + 3 * HOUR_S, "skipped");
    }

    #[test]
    fn holidays_and_ends_of_weeks_are_not_worked() {
        for day in ["2026-04-06", "2026-06-02", "2026-12-08", "2026-11-21", "2026-11-22"] {
            assert!(!is_working_day(at(day) / DAY_S), "{day}");
        }
        for day in ["2026-04-07", "2026-11-20", "2026-12-24"] {
            assert!(is_working_day(at(day) / DAY_S), "{day}");
        }
    }

    #[test]
    fn a_day_begins_where_the_one_before_ends_also_when_clocks_change() {
        for day in ["2026-03-29", "2026-03-30", "2026-10-25", "2026-10-26", "2026-11-21"] {
            let day = day_named(day).unwrap();
            assert_eq!((local_day(start_of_day(day)), local_day(start_of_day(day) - 1)), (day, day - 1), "{day}");
        }
    }

    #[test]
    fn a_day_ends_at_midnight_of_rome() {
        assert_eq!(end_of_day(at("2026-07-01") / DAY_S), at("2026-07-01") + 22 * HOUR_S);
        assert_eq!(end_of_day(at("2026-11-16") / DAY_S), at("2026-11-16") + 23 * HOUR_S);
        assert_eq!(end_of_day(at("2026-03-29") / DAY_S), at("2026-03-29") + 22 * HOUR_S, "the day that is short");
    }
}
