//! Query parameters that lists share: page, search text and enumerated values.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::problem::Refusal;

/// Rows on a page of a list.
pub(super) const PER_PAGE: u64 = 25;
/// Longest search text that is used, in characters; the rest is cut off.
pub(super) const MAX_SEARCH_CHARS: usize = 100;
/// Highest page number that a list accepts.
const MAX_PAGE: u64 = 1_000_000;

/// Deserializes a page number, counted from 1.
pub(super) fn page_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(from)?;
    let number = text.parse().ok().filter(|page| (1..=MAX_PAGE).contains(page));
    number.map(Some).ok_or_else(|| D::Error::custom(format!("a page is from 1 to {MAX_PAGE}")))
}

/// Returns the number of pages for this many rows; an empty list has one.
pub(super) fn page_count(total: u64) -> u64 {
    total.div_ceil(PER_PAGE).max(1)
}

/// Trims a search text and cuts it to [`MAX_SEARCH_CHARS`].
pub(super) fn search_text(text: Option<String>) -> String {
    text.unwrap_or_default().trim().chars().take(MAX_SEARCH_CHARS).collect()
}

/// Parses an enumerated value; rejects the field if the value is unknown.
pub(super) fn parse_choice<T>(field: &str, text: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T, Refusal> {
    parse(text).ok_or_else(|| Refusal::unknown(field, &text))
}

/// Parses an enumerated query parameter; an empty one is `None`.
pub(super) fn parse_optional_choice<T>(
    field: &str,
    text: Option<&str>,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, Refusal> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(|text| parse_choice(field, text, parse)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_has_one_page() {
        assert_eq!([0, 1, PER_PAGE, PER_PAGE + 1].map(page_count), [1, 1, 1, 2]);
    }

    fn digit(text: &str) -> Option<u32> {
        text.parse().ok()
    }

    #[test]
    fn an_empty_parameter_is_none_and_spaces_around_a_value_are_ignored() {
        assert_eq!(parse_optional_choice("n", None, digit), Ok(None));
        assert_eq!(parse_optional_choice("n", Some(" "), digit), Ok(None));
        assert_eq!(parse_optional_choice("n", Some(" 7 "), digit), Ok(Some(7)));
    }

    #[test]
    fn an_unknown_value_is_refused_with_its_field_and_its_beginning() {
        let long = "x".repeat(5_000);
        let optional = parse_optional_choice("n", Some(&long), digit).unwrap_err();
        for refusal in [optional, parse_choice("n", &long, digit).unwrap_err()] {
            let [error] = &refusal.errors[..] else { panic!("one field") };
            assert_eq!((error.field.as_str(), &error.params["value"]), ("n", &"x".repeat(40)));
        }
        assert!(parse_choice("n", "", digit).is_err());
    }
}
