//! Converts texts to what the format allows: Basic Latin and Latin-1, on one line, up to a maximum length.

/// Replacements for characters of Italian texts beyond Latin-1; others lose their accents if that makes them Latin-1, the rest
/// become "?".
const STAND_INS: [(char, &str); 22] = [
    ('’', "'"),
    ('‘', "'"),
    ('‚', ","),
    ('“', "\""),
    ('”', "\""),
    ('„', "\""),
    ('–', "-"),
    ('—', "-"),
    ('‑', "-"),
    ('−', "-"),
    ('…', "..."),
    ('•', "-"),
    ('€', "EUR"),
    ('™', "(TM)"),
    ('Œ', "OE"),
    ('œ', "oe"),
    ('ﬁ', "fi"),
    ('ﬂ', "fl"),
    ('ı', "i"),
    ('Ÿ', "Y"),
    ('ẞ', "SS"),
    ('ſ', "s"),
];

/// Converts a text and cuts it to a length; `None` if nothing is left.
pub(crate) fn fit(text: &str, maximum: usize) -> Option<String> {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\u{20}'..='\u{7e}' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' => out.push(c),
            // Invisible characters.
            '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'
            | '\u{feff}'
            | '\u{300}'..='\u{36f}' => {}
            c if c.is_whitespace() || c.is_control() => out.push(' '),
            c => match STAND_INS.iter().find(|(from, _)| *from == c) {
                Some((_, to)) => out.push_str(to),
                None => out.push_str(&folded(c)),
            },
        }
    }
    let words = out.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let cut: String = words.chars().take(maximum).collect();
    let cut = cut.trim_end();
    (!cut.is_empty()).then(|| cut.to_owned())
}

/// A letter without its accents, if that is in Latin-1.
fn folded(c: char) -> String {
    let small = shop_core::base::text::fold(&c.to_string());
    if small.is_empty() || !small.is_ascii() {
        return "?".into();
    }
    if c.is_uppercase() { small.to_ascii_uppercase() } else { small }
}

/// Converts a mandatory text.
pub(crate) fn some(text: &str, maximum: usize) -> String {
    fit(text, maximum).unwrap_or_else(|| "-".into())
}

/// Keeps only letters and digits, as in codes; cut to a length.
pub(crate) fn code(text: &str, maximum: usize) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).take(maximum).collect()
}

/// Splits a text into parts of a maximum length, and drops parts beyond the maximum number.
pub(crate) fn parts(text: &str, maximum: usize, most: usize) -> Vec<String> {
    let all: Vec<char> = fit(text, maximum * most).unwrap_or_default().chars().collect();
    all.chunks(maximum).filter_map(|chunk| fit(&chunk.iter().collect::<String>(), maximum)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn texts_keep_their_sense_in_latin_1() {
        for (text, seen) in [
            ("Caffè Nicolò", "Caffè Nicolò"),
            ("Olio «Riviera» – 750 ml", "Olio «Riviera» - 750 ml"),
            ("L’olio “buono”…", "L'olio \"buono\"..."),
            ("5 €\n\tal kg", "5 EUR al kg"),
            ("Dvořák Čapek", "Dvorák Capek"),
            ("漢字", "??"),
            ("a\u{202e}b\u{0}c", "ab c"),
        ] {
            assert_eq!(fit(text, 100).as_deref(), Some(seen), "{text}");
        }
        assert_eq!((fit(" \n\u{200b}", 9), some("", 9)), (None, "-".into()));
        assert_eq!(parts("abcdef", 4, 2), ["abcd", "ef"]);
        assert_eq!(parts(&"x".repeat(900), 200, 3).len(), 3);
        assert_eq!(code("it 123-45", 5), "IT123");
    }

    proptest! {
        #[test]
        fn whatever_is_written_comes_out_as_the_format_allows_it(text in "\\PC{0,80}|[\\x00-\\x{ffff}]{0,80}", maximum in 1..60_usize) {
            if let Some(out) = fit(&text, maximum) {
                prop_assert!(out.chars().count() <= maximum && !out.is_empty());
                let allowed = out.chars().all(|c| (' '..='ÿ').contains(&c) && !c.is_control());
                prop_assert!(allowed, "{out}");
                prop_assert_eq!(out.trim(), out.as_str());
            }
        }
    }
}
