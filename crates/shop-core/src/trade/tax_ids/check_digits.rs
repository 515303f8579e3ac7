//! Arithmetic that several countries' check digits share.

/// Returns the digits of a text, without other characters.
pub(super) fn digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|c| c.to_digit(10)).collect()
}

/// Reads digits as a number; at most nineteen of them fit.
pub(super) fn number(digits: &[u32]) -> u64 {
    digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(*digit))
}

/// Sums the digits times their weights. Digits without a weight do not count.
pub(super) fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

/// Splits off the last digit, which is the check digit; `None` if there are no digits.
pub(super) fn with_check(digits: &[u32]) -> Option<(&[u32], u32)> {
    digits.split_last().map(|(check, rest)| (rest, *check))
}

/// Splits off the last two digits as a number.
pub(super) fn with_check_pair(digits: &[u32]) -> (&[u32], u64) {
    let (rest, pair) = digits.split_at(digits.len().saturating_sub(2));
    (rest, number(pair))
}

/// Calculates the Luhn sum: every second digit from the right, beginning with the last but one, counts twice, and the two digits
/// of a product above nine are added.
pub(super) fn luhn_sum(digits: &[u32]) -> u32 {
    let counted = digits.iter().rev().enumerate().map(|(at, digit)| match digit * 2 {
        _ if at % 2 == 0 => *digit,
        double if double > 9 => double - 9,
        double => double,
    });
    counted.sum()
}

/// Returns whether the digits with their check digit pass Luhn's method (ISO/IEC 7812-1, annex B).
pub(super) fn luhn(digits: &[u32]) -> bool {
    luhn_sum(digits).is_multiple_of(10)
}

/// Returns whether the digits with their check digit pass ISO/IEC 7064, MOD 11,10.
pub(super) fn mod_11_10(digits: &[u32]) -> bool {
    let Some((rest, check)) = with_check(digits) else { return false };
    let product = rest.iter().fold(10, |product, digit| match (product + digit) % 10 {
        0 => 20 % 11,
        sum => sum * 2 % 11,
    });
    (11 - product) % 10 == check
}

/// Returns whether the text passes ISO/IEC 7064, MOD 97-10, letters counting 10 to 35.
pub(super) fn mod_97_10(text: &str) -> bool {
    let rest = text
        .chars()
        .filter_map(|c| c.to_digit(36))
        .fold(0, |rest, value| if value < 10 { (rest * 10 + value) % 97 } else { (rest * 100 + value) % 97 });
    rest == 1
}

/// Returns whether the day exists. Two-digit years can be passed as they are: 1900 is the only century year that was no Gregorian
/// leap year, and 0 stands for 2000.
pub(super) fn is_day(year: u32, month: u32, day: u32) -> bool {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=last).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luhn_finds_a_changed_digit_and_swapped_neighbours() {
        assert!(luhn(&digits("79927398713")));
        for wrong in ["79927398710", "79927398731", "97927398713"] {
            assert!(!luhn(&digits(wrong)), "{wrong}");
        }
    }

    #[test]
    fn the_iso_methods_agree_with_the_examples_of_the_standard() {
        assert!(mod_11_10(&digits("07945")));
        assert!(!mod_11_10(&digits("07954")) && !mod_11_10(&[]));
        assert!(mod_97_10("79444"));
        assert!(!mod_97_10("79445"));
    }

    #[test]
    fn days_that_no_calendar_has_are_none() {
        for (year, month, day) in [(2000, 2, 29), (4, 2, 29), (0, 2, 29), (1999, 12, 31), (1980, 4, 30)] {
            assert!(is_day(year, month, day), "{year}-{month}-{day}");
        }
        for (year, month, day) in
            [(1900, 2, 29), (81, 2, 29), (80, 2, 30), (80, 4, 31), (80, 0, 1), (80, 13, 1), (80, 1, 0), (80, 1, 32)]
        {
            assert!(!is_day(year, month, day), "{year}-{month}-{day}");
        }
    }
}
