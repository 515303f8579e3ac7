//! Calendar dates.

use shop_core::base::time::civil;

/// A day in seconds.
const DAY_S: i64 = 86_400;

/// Year and month of a time, UTC.
pub(crate) fn year_and_month(unix_seconds: i64) -> (u16, u8) {
    let (year, month, _) = civil(unix_seconds.div_euclid(DAY_S));
    (u16::try_from(year).unwrap_or(u16::MAX), u8::try_from(month).unwrap_or(12))
}

/// Formats a time for people: "22/11/2026 04:08:09", UTC.
pub(crate) fn format_time(unix_seconds: i64) -> String {
    let (year, month, day) = civil(unix_seconds.div_euclid(DAY_S));
    let second = unix_seconds.rem_euclid(DAY_S);
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
        assert_eq!(format_time(1_709_164_800), "29/02/2024 00:00:00");
        assert_eq!(format_time(1_767_225_599), "31/12/2025 23:59:59");
    }
}
