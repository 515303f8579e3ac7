//! The days on which a shop is closed, as entered by the merchant: one day, or the first and the last, on each line.

use crate::base::FieldError;
use crate::base::calendar::{day_named, name_of_day};
use crate::platform::input::Check;
use crate::platform::messages::codes;

/// Maximum number of lines.
const MAX_LINES: usize = 60;

/// Parses the closures of a text that [`check_closed_days`] accepted; other lines are ignored.
///
/// ```
/// use shop_core::platform::merchant::closed_days::closures;
/// assert_eq!(closures("1970-01-02\n1970-01-10 1970-01-12"), [(1, 1), (9, 11)]);
/// ```
pub fn closures(text: &str) -> Vec<(i64, i64)> {
    text.lines().filter_map(closure).collect()
}

/// Normalises the text: days as 2026-12-24, without duplicates. They may be entered as 24/12/2026 too, two of them separated by
/// "-" or "al".
pub(super) fn check_closed_days(check: &mut Check, field: &str, text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() > MAX_LINES {
        check.push(FieldError::new(field, codes::MERCHANT_TOO_MANY).with("maximum", MAX_LINES));
    }
    let mut found = Vec::new();
    for line in lines {
        if let Some(one) = closure(line) {
            found.push(one);
        } else {
            let shown: String = line.chars().take(80).collect();
            check.push(FieldError::new(field, codes::CLOSED_DAYS_INVALID).with("value", shown));
        }
    }
    if !check.is_clean() {
        return text.to_owned();
    }
    found.sort_unstable();
    found.dedup();
    let line = |(first, last): &(i64, i64)| {
        if first == last { name_of_day(*first) } else { format!("{} {}", name_of_day(*first), name_of_day(*last)) }
    };
    found.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn closure(line: &str) -> Option<(i64, i64)> {
    let between = |word: &&str| !matches!(*word, "-" | "–" | "al" | "to");
    let days: Option<Vec<i64>> = line.split_whitespace().filter(between).map(day).collect();
    match days?.as_slice() {
        [day] => Some((*day, *day)),
        [first, last] if first <= last => Some((*first, *last)),
        _ => None,
    }
}

fn day(word: &str) -> Option<i64> {
    let parts: Vec<&str> = word.split('/').collect();
    match parts.as_slice() {
        [day, month, year] => day_named(&format!("{year}-{month:0>2}-{day:0>2}")),
        _ => day_named(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> Result<String, Vec<FieldError>> {
        let mut check = Check::default();
        let text = check_closed_days(&mut check, "closed", text);
        check.done(text)
    }

    #[test]
    fn days_and_spans_are_typed_as_people_write_them_and_kept_in_order() {
        for (typed, normalised) in [
            ("", ""),
            ("24/12/2026\n 2026-08-10 - 2026-08-21 \n\n1/1/2027", "2026-08-10 2026-08-21\n2026-12-24\n2027-01-01"),
            ("10/8/2026 al 21/8/2026\n10/8/2026 al 21/8/2026", "2026-08-10 2026-08-21"),
        ] {
            assert_eq!(checked(typed).as_deref(), Ok(normalised), "{typed}");
        }
    }

    #[test]
    fn what_is_no_day_and_a_span_that_ends_before_it_begins_are_refused_line_by_line() {
        for line in ["Ferragosto", "30/2/2026", "2026-08-21 2026-08-10", "1/1/2026 2/1/2026 3/1/2026", "-"] {
            let refused = checked(&format!("2026-12-24\n{line}")).unwrap_err();
            assert_eq!((refused.len(), refused[0].code.as_ref()), (1, "closed_days_invalid"), "{line}");
        }
        assert_eq!(checked(&"2026-12-24\n".repeat(MAX_LINES + 1)).unwrap_err()[0].code, "merchant_too_many");
    }
}
