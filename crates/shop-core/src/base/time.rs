//! Times and days as numbers, in the Gregorian calendar and UTC. Italian days are in [`super::calendar`].

/// Seconds since 1970-01-01 UTC.
#[cfg_attr(feature = "ts", tsify::declare)]
pub type UnixSeconds = i64;

/// Returns year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
pub fn civil(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Returns the first second of a day written as "2026-12-31", UTC; `None` if the text is no day.
pub fn seconds_of_day(day: &str) -> Option<i64> {
    let mut parts = day.split('-');
    let (year, month, date) = (parts.next()?, parts.next()?, parts.next()?);
    let digits = [year, month, date].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    if !digits || [year.len(), month.len(), date.len()] != [4, 2, 2] || parts.next().is_some() {
        return None;
    }
    let wanted: (i64, i64, i64) = (year.parse().ok()?, month.parse().ok()?, date.parse().ok()?);
    // The inverse of `civil`: years that begin in March, so that leap days come last.
    let shifted = wanted.0 - i64::from(wanted.1 <= 2);
    let (era, year_of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let month_from_march = (wanted.1 + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + wanted.2 - 1;
    let days = era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468;
    (civil(days) == wanted).then_some(days * 86_400)
}

/// Parses a time written as "2026-12-31 09:58:30", UTC; `None` if it is invalid.
pub fn seconds_of_moment(text: &str) -> Option<UnixSeconds> {
    let (day, clock) = text.split_once(' ')?;
    let mut units = [0; 3];
    let mut parts = clock.split(':');
    for (unit, limit) in units.iter_mut().zip([24, 60, 60]) {
        let part = parts.next().filter(|part| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit()))?;
        *unit = part.parse().ok().filter(|number| *number < limit)?;
    }
    let [hours, minutes, seconds] = units;
    parts.next().is_none().then_some(seconds_of_day(day)? + hours * 3600 + minutes * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_as_they_are_written() {
        assert_eq!(seconds_of_moment("1970-01-02 01:02:03"), Some(86_400 + 3_723));
        for text in [
            "",
            "2026-11-21",
            "2026-11-21 24:00:00",
            "2026-11-21 1:02:03",
            "2026-11-21 01:02",
            "2026-11-21 01:02:03:04",
        ] {
            assert_eq!(seconds_of_moment(text), None, "{text}");
        }
    }

    #[test]
    fn days_are_read_as_they_are_written() {
        for (day, seconds) in [("1970-01-01", 0), ("2024-02-29", 1_709_164_800), ("2026-11-21", 1_795_219_200)] {
            assert_eq!(seconds_of_day(day), Some(seconds), "{day}");
        }
        for text in
            ["", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "21/11/2026", "2026-11-21T00:00", "+026-11-21"]
        {
            assert_eq!(seconds_of_day(text), None, "{text}");
        }
    }
}
