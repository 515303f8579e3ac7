//! Format of the attribution cookies: `key=value` pairs joined by `|||`.
//!
//! A value is percent-encoded, as in a URL; the cookie as a whole is encoded once more. So a value is decoded twice when it is
//! read.

use crate::privacy::cookies;

/// Placeholder for a missing value.
pub(super) const NONE: &str = "(none)";

/// Browsers drop a cookie of more than 4,096 bytes (RFC 6265, 6.1), name and attributes included.
const MAX_BYTES: usize = 3_800;

/// Encodes a value taken from a URL: the separator is encoded, so that a URL cannot add pairs.
pub(super) fn raw(text: &str) -> String {
    text.replace('|', "%7C")
}

/// Encodes a plain text value so that decoding returns it unchanged.
pub(super) fn plain(text: &str) -> String {
    raw(&text.replace('%', "%25"))
}

/// Joins pairs. Values that would make the cookie too long are shortened to equal shares.
pub(super) fn pack(pairs: &[(&str, String)]) -> String {
    let join = |limit: usize| {
        let parts = pairs.iter().map(|(key, value)| format!("{key}={}", shortened(value, limit)));
        parts.collect::<Vec<_>>().join("|||")
    };
    let whole = join(MAX_BYTES);
    if cookies::encode(&whole).len() <= MAX_BYTES {
        return whole;
    }
    // A key with its separators takes at most 20 encoded bytes.
    join((MAX_BYTES / pairs.len().max(1)).saturating_sub(20))
}

/// Returns the longest prefix of a text that fits into this many bytes once encoded, and does not end inside a `%41`.
fn shortened(text: &str, limit: usize) -> &str {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { 1 } else { 3 * c.len_utf8() };
        if used > limit {
            let prefix = text.get(..at).unwrap_or_default();
            let tail = prefix.rfind('%').filter(|percent| at - percent < 3);
            return tail.and_then(|percent| prefix.get(..percent)).unwrap_or(prefix);
        }
    }
    text
}

/// Returns the undecoded value of a pair.
pub(super) fn pair<'a>(packed: &'a str, key: &str) -> Option<&'a str> {
    packed.split("|||").filter_map(|pair| pair.split_once('=')).find(|(own, _)| *own == key).map(|(_, value)| value)
}

/// Returns the number in a pair: its leading digits, or 1 if there are none.
pub(super) fn count(packed: &str, key: &str) -> u32 {
    let text = pair(packed, key).unwrap_or_default().trim_start();
    let digits = text.find(|c: char| !c.is_ascii_digit()).and_then(|end| text.get(..end)).unwrap_or(text);
    digits.parse().ok().filter(|count| *count > 0).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_cannot_add_pairs() {
        let packed = pack(&[("src", raw("a|||mdm=evil")), ("mdm", raw("cpc"))]);
        assert_eq!(pair(&packed, "mdm"), Some("cpc"));
        assert_eq!(cookies::decode(pair(&packed, "src").unwrap()), "a|||mdm=evil");
    }

    #[test]
    fn a_spoilt_count_is_one() {
        for (packed, count_read) in
            [("pgs=7", 7), ("pgs=7x", 7), ("pgs=", 1), ("pgs=-3", 1), ("pgs=99999999999", 1), ("", 1), ("pgs=0", 1)]
        {
            assert_eq!(count(packed, "pgs"), count_read, "{packed}");
        }
    }

    #[test]
    fn a_shortened_value_does_not_end_inside_a_code() {
        assert_eq!(shortened("ab%C3%A9", 6), "ab");
        assert_eq!(shortened("ab%C3%A9", 7), "ab%C3");
        assert_eq!(shortened("abc", 3), "abc");
    }

    proptest! {
        #[test]
        fn no_cookie_is_too_long_to_be_kept(values in prop::collection::vec(".{0,3000}", 1..11)) {
            let pairs: Vec<(&str, String)> = values.iter().map(|value| ("src", plain(value))).collect();
            prop_assert!(cookies::encode(&pack(&pairs)).len() <= MAX_BYTES);
        }

        #[test]
        fn plain_text_comes_back_as_it_was(text in ".{0,200}") {
            let packed = pack(&[("uag", plain(&text))]);
            prop_assert_eq!(cookies::decode(pair(&packed, "uag").unwrap()), text);
        }
    }
}
