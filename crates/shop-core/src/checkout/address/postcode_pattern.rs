//! Postcode patterns: a single one, a prefix or a range. Shipping zones and tax rates define their areas by them.

/// Longest postcodes of a range, in digits: more would not fit into the compared integers.
const MAX_DIGITS: usize = 18;

/// Returns whether a postcode matches a pattern: itself (`09100`), a prefix (`09*`) or a range of numbers (`09010...09099`).
/// Spaces, hyphens and case do not matter.
///
/// ```
/// use shop_core::checkout::address::postcode_pattern::postcode_matches;
/// assert!(postcode_matches("09*", "09045"));
/// assert!(postcode_matches("20121...20162", "20129"));
/// assert!(!postcode_matches("20121...20162", "20900"));
/// ```
pub fn postcode_matches(pattern: &str, postcode: &str) -> bool {
    let postcode = compact(postcode);
    if postcode.is_empty() {
        return false;
    }
    if let Some((from, to)) = pattern.split_once("...") {
        let Some(number) = digits(&postcode) else { return false };
        return range(from, to).is_some_and(|(from, to)| (from..=to).contains(&number));
    }
    let pattern = compact(pattern);
    match pattern.strip_suffix('*') {
        Some(beginning) => postcode.starts_with(beginning),
        None => pattern == postcode,
    }
}

/// Returns whether a text is a postcode pattern.
pub fn is_postcode_pattern(text: &str) -> bool {
    if let Some((from, to)) = text.split_once("...") {
        return range(from, to).is_some_and(|(from, to)| from <= to);
    }
    let text = compact(text);
    let plain = text.strip_suffix('*').unwrap_or(&text);
    !plain.is_empty() && plain.len() <= MAX_DIGITS && plain.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Parses a list of patterns into upper case, without empty lines; the error is the first text that is no pattern.
pub(crate) fn parse_postcode_patterns(texts: &[String]) -> Result<Vec<String>, String> {
    let patterns = texts.iter().map(|text| text.trim().to_ascii_uppercase()).filter(|text| !text.is_empty());
    patterns.map(|text| if is_postcode_pattern(&text) { Ok(text) } else { Err(text) }).collect()
}

fn range(from: &str, to: &str) -> Option<(u64, u64)> {
    Some((digits(&compact(from))?, digits(&compact(to))?))
}

fn digits(text: &str) -> Option<u64> {
    let right = !text.is_empty() && text.len() <= MAX_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    if right { text.parse().ok() } else { None }
}

fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_uppercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postcodes_are_meant_one_by_one_by_beginning_or_by_range() {
        for (pattern, postcode, meant) in [
            ("20121", "20121", true),
            ("20121", "2012", false),
            ("sw1a*", "SW1A 1AA", true),
            ("*", "20121", true),
            ("20100...20200", "20200", true),
            ("20100...20200", "20201", false),
            ("20100...20200", "SW1A 1AA", false),
            ("20100...", "20100", false),
            ("09*", "", false),
        ] {
            assert_eq!(postcode_matches(pattern, postcode), meant, "{pattern} {postcode}");
        }
    }

    #[test]
    fn what_means_no_postcode_is_no_pattern() {
        for text in ["20121", "09*", "SW1A 1AA", "110 00", "20100...20200"] {
            assert!(is_postcode_pattern(text), "{text}");
        }
        for text in ["", "*", "  ", "2*1", "20200...20100", "20100..20200", "a...b", "20100...", "città"] {
            assert!(!is_postcode_pattern(text), "{text}");
        }
    }
}
