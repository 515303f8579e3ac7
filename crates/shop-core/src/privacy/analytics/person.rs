//! Detects text that may identify a person, which is neither counted nor sent.

use crate::privacy::cookies::decode;

/// Number of digits in a row from which a text may be a person's number.
const DIGITS_OF_SOMEBODY: usize = 7;
/// The query parameter that holds the search term.
const SEARCH: &str = "s";

/// Returns whether a character may separate the digits of a number.
fn parts_digits(c: char) -> bool {
    matches!(c, ' ' | '-' | '.' | '/' | '+')
}

fn is_long(number: &str) -> bool {
    number.bytes().filter(u8::is_ascii_digit).count() >= DIGITS_OF_SOMEBODY
}

/// Returns whether a text may identify a person: it contains an e-mail address or a telephone number.
pub(super) fn names_somebody(words: &str) -> bool {
    words.contains('@') || words.split(|c: char| !c.is_ascii_digit() && !parts_digits(c)).any(is_long)
}

/// Returns whether a part of a path may identify a person. A number counts only as a whole part, since product names contain
/// numbers too.
fn part_names_somebody(part: &str) -> bool {
    let part = decode(part);
    let is_number = part.chars().all(|c| c.is_ascii_digit() || parts_digits(c));
    part.contains('@') || (is_number && is_long(&part))
}

/// Returns whether a query parameter may identify a person. Only the search term is checked for numbers: campaigns have numbers
/// of their own.
fn parameter_names_somebody(pair: &str) -> bool {
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
    let value = decode(&value.replace('+', " "));
    value.contains('@') || (name == SEARCH && names_somebody(&value))
}

/// Removes what may identify a person from an address: the path from the first such part on, and such parameters.
///
/// ```
/// use shop_core::privacy::analytics::without_personal_data;
/// assert_eq!(without_personal_data("https://s.example/a/?s=ada%40example.com&utm_id=12345678"), "https://s.example/a/?utm_id=12345678");
/// assert_eq!(without_personal_data("/conferma/ada@example.com/x"), "/conferma/");
/// ```
pub fn without_personal_data(address: &str) -> String {
    let (page, query) = address.split_once('?').unwrap_or((address, ""));
    let path_at = page.find("://").map_or(0, |at| page[at + 3..].find('/').map_or(page.len(), |slash| at + 3 + slash));
    let (host, path) = page.split_at(path_at);
    let mut out = host.to_owned();
    for part in path.split_inclusive('/') {
        if part_names_somebody(part.trim_end_matches('/')) {
            break;
        }
        out.push_str(part);
    }
    let remaining: Vec<&str> =
        query.split('&').filter(|pair| !pair.is_empty() && !parameter_names_somebody(pair)).collect();
    if !remaining.is_empty() {
        out.push('?');
        out.push_str(&remaining.join("&"));
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_is_told_without_what_may_be_a_person() {
        for (whole, expected) in [
            ("https://s.example/negozio/?s=333+123+45+67&orderby=price", "https://s.example/negozio/?orderby=price"),
            ("https://s.example/negozio/?s=tartufo+nero", "https://s.example/negozio/?s=tartufo+nero"),
            ("https://s.example/?email=ada%40example.com", "https://s.example/"),
            (
                "https://192.168.100.10/prodotto/olio-8001234567890/",
                "https://192.168.100.10/prodotto/olio-8001234567890/",
            ),
            ("https://s.example/chi/333-1234567/x", "https://s.example/chi/"),
            ("/niente/ada%40example.com", "/niente/"),
            ("https://s.example", "https://s.example"),
            ("/?utm_campaign=20260101", "/?utm_campaign=20260101"),
            ("", ""),
        ] {
            assert_eq!(without_personal_data(whole), expected, "{whole}");
        }
    }

    proptest! {
        #[test]
        fn any_address_can_be_told_and_is_told_the_same_again(address in any::<String>(), near in "(https?://)?[a-z0-9:/.@%?&=+-]{0,40}") {
            for address in [address, near] {
                let sanitised = without_personal_data(&address);
                prop_assert_eq!(without_personal_data(&sanitised), sanitised);
            }
        }
    }
}
