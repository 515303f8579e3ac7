//! Times as calendars have them.

/// Year, month and day (both from 1) of a time, UTC (civil calendar from days, counted in eras of 400 years from 1 March 0000).
fn civil(unix_seconds: i64) -> (i64, i64, i64) {
    let days = unix_seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day = days.rem_euclid(146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day_of_month)
}

/// Year and month of a time, UTC.
pub(crate) fn year_and_month(unix_seconds: i64) -> (u16, u8) {
    let (year, month, _) = civil(unix_seconds);
    (u16::try_from(year).unwrap_or(u16::MAX), u8::try_from(month).unwrap_or(12))
}

/// For people: "22/11/2026 04:08:09", UTC.
pub(crate) fn stamp(unix_seconds: i64) -> String {
    let (year, month, day) = civil(unix_seconds);
    let second = unix_seconds.rem_euclid(86_400);
    format!("{day:02}/{month:02}/{year} {:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_end_at_midnight_also_in_leap_years() {
        assert_eq!(year_and_month(1_709_251_199), (2024, 2)); // 29 February 2024, 23:59:59
        assert_eq!(year_and_month(1_709_251_200), (2024, 3));
        assert_eq!(year_and_month(1_767_225_599), (2025, 12));
        assert_eq!(year_and_month(1_767_225_600), (2026, 1));
    }

    #[test]
    fn stamps_count_days_from_one_and_hours_from_zero() {
        assert_eq!(stamp(1_709_164_800), "29/02/2024 00:00:00");
        assert_eq!(stamp(1_767_225_599), "31/12/2025 23:59:59");
    }
}
