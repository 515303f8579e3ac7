//! Words of which a field knows a few.

use super::problem::Refusal;

/// What a word stands for.
pub(super) fn known<T>(field: &str, text: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T, Refusal> {
    parse(text).ok_or_else(|| Refusal::unknown(field, &text))
}

/// What a word of a query stands for; an empty one chooses nothing.
pub(super) fn chosen<T>(
    field: &str,
    text: Option<&str>,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, Refusal> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(|text| known(field, text, parse)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digit(text: &str) -> Option<u32> {
        text.parse().ok()
    }

    #[test]
    fn an_empty_word_of_a_query_chooses_nothing_and_spaces_around_one_do_not_count() {
        assert_eq!(chosen("n", None, digit), Ok(None));
        assert_eq!(chosen("n", Some(" "), digit), Ok(None));
        assert_eq!(chosen("n", Some(" 7 "), digit), Ok(Some(7)));
    }

    #[test]
    fn an_unknown_word_is_refused_with_its_field_and_told_as_far_as_its_beginning() {
        let long = "x".repeat(5_000);
        for refusal in [chosen("n", Some(&long), digit).unwrap_err(), known("n", &long, digit).unwrap_err()] {
            let [error] = &refusal.errors[..] else { panic!("one field") };
            assert_eq!((error.field.as_str(), &error.params["value"]), ("n", &"x".repeat(40)));
        }
        assert!(known("n", "", digit).is_err());
    }
}
