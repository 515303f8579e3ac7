//! Postcodes: validation by country, and the format in which they are stored and printed.
//!
//! A text is formatted first and then validated, so "20 121" passes in Italy and "sw1a1aa" in Great Britain. Sources: the
//! postcode table of the wire contract; for Croatia, Greece, Romania, Luxembourg and Latvia, which that table leaves open, the
//! countries' own formats.

use serde::Serialize;

/// Longest postcode to parse, in characters. The longest real ones ("12345-6789", "CZ-110 00") have ten.
const MAX_CHARS: usize = 20;

/// Countries whose postcodes are digits only, regardless of separators typed among them.
static DIGITS_ONLY: [&str; 20] = [
    "AT", "BA", "BE", "CH", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IN", "IT", "LI", "LU", "NO", "RO",
    "SI",
];

/// Returns whether the text is a postcode of the country. Case and surrounding spaces do not matter.
///
/// Empty text is invalid: [`super::locale`] decides whether a postcode may be missing. In a country without a rule of its own,
/// any letters, digits, spaces and hyphens are valid.
///
/// ```
/// use shop_core::checkout::address::postcode::is_valid;
/// assert!(is_valid("IT", "00184"));
/// assert!(!is_valid("IT", "0018A"));
/// ```
pub fn is_valid(country: &str, text: &str) -> bool {
    layout(country, text).is_some()
}

/// Formats the postcode as usual in its country: "sw1a1aa" is "SW1A 1AA" in Great Britain. Text that is no postcode of the
/// country is only trimmed and upper-cased, so that the shopper sees what was typed.
///
/// Normalising again changes nothing, and the result is valid exactly if the text was.
///
/// ```
/// use shop_core::checkout::address::postcode::normalise;
/// assert_eq!(normalise("GB", "sw1a1aa"), "SW1A 1AA");
/// assert_eq!(normalise("IT", " 0018a "), "0018A");
/// ```
pub fn normalise(country: &str, text: &str) -> String {
    layout(country, text).unwrap_or_else(|| text.trim().to_ascii_uppercase())
}

/// Normalises the postcode for storage in an address. A Greek one without its space, which is equally correct, stays as typed.
/// Normalising again changes nothing.
///
/// ```
/// use shop_core::checkout::address::postcode::normalise_for_storage;
/// assert_eq!(normalise_for_storage("GR", " 10438 "), "10438");
/// assert_eq!(normalise_for_storage("GR", "104 38"), "104 38");
/// assert_eq!(normalise_for_storage("SE", "11122"), "111 22");
/// ```
pub fn normalise_for_storage(country: &str, text: &str) -> String {
    let typed = text.trim();
    if country == "GR" && fits(typed, "99999") { typed.to_owned() } else { normalise(country, text) }
}

/// Result of checking a postcode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
pub struct PostcodeVerdict {
    /// Whether it is valid in the country.
    pub valid: bool,
    /// Normalised form of a valid one.
    pub normal: Option<String>,
}

/// Combines [`is_valid`] and [`normalise`].
///
/// ```
/// use shop_core::checkout::address::postcode::check;
/// assert_eq!(check("IT", "20 121").normal.as_deref(), Some("20121"));
/// assert!(!check("IT", "2012").valid);
/// ```
pub fn check(country: &str, text: &str) -> PostcodeVerdict {
    let normal = layout(country, text);
    PostcodeVerdict { valid: normal.is_some(), normal }
}

/// Returns an example of a valid postcode. `None` for a country without a rule of its own.
pub fn example(country: &str) -> Option<&'static str> {
    Some(match country {
        "IT" => "00184",
        "AT" | "BE" | "CH" | "HU" | "NO" | "SI" | "DK" | "LU" => "1010",
        "LI" => "9490",
        "FR" => "75001",
        "ES" => "28013",
        "DE" | "FI" | "EE" | "HR" => "10115",
        "CZ" | "SK" | "SE" | "GR" => "110 00",
        "PL" => "00-001",
        "PT" => "1000-001",
        "NL" => "1012 LG",
        "IE" => "D02 X285",
        "GB" => "SW1A 1AA",
        "US" | "PR" => "10001",
        "CA" => "K1A 0B1",
        "BA" => "71000",
        "BR" => "01310-100",
        "JP" => "100-0001",
        "IN" => "110001",
        "RO" => "010011",
        "LV" => "LV-1010",
        _ => return None,
    })
}

/// Returns whether the country's postcodes are digits only, so that a numeric keyboard can be offered.
pub fn digits_only(country: &str) -> bool {
    DIGITS_ONLY.contains(&country)
}

/// Returns the normalised postcode, or `None` if the text is no postcode of the country.
fn layout(country: &str, text: &str) -> Option<String> {
    let typed = text.trim().to_ascii_uppercase();
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c.is_whitespace();
    if typed.chars().count() > MAX_CHARS || !typed.chars().all(allowed) {
        return None;
    }
    let plain: String = typed.chars().filter(char::is_ascii_alphanumeric).collect();
    let code = plain.as_str();
    match country {
        "AT" | "BE" | "CH" | "HU" | "NO" | "SI" => fits(code, "9999").then_some(plain),
        "LI" => (fits(code, "9999") && ("9480"..="9499").contains(&code)).then_some(plain),
        "LU" => {
            let digits = code.strip_prefix("LU").or_else(|| code.strip_prefix('L')).unwrap_or(code);
            fits(digits, "9999").then(|| digits.to_owned())
        }
        "IT" | "FR" | "ES" | "FI" | "EE" | "HR" => fits(code, "99999").then_some(plain),
        "DE" => (fits(code, "99999") && !code.starts_with("00")).then_some(plain),
        "BA" => (fits(code, "99999") && code.starts_with(['7', '8'])).then_some(plain),
        "RO" => fits(code, "999999").then_some(plain),
        "IN" => (fits(code, "999999") && !code.starts_with('0')).then_some(plain),
        "GR" => fits(code, "99999").then(|| split(code, 3, ' ')),
        "CZ" | "SE" | "SK" => prefixed(country, code, |digits| fits(digits, "99999").then(|| split(digits, 3, ' '))),
        "DK" => prefixed(country, code, |digits| {
            // 3900-3999 is Greenland, a country of its own.
            (fits(digits, "9999") && !digits.starts_with("39")).then(|| digits.to_owned())
        }),
        "LV" => {
            let digits = code.strip_prefix("LV").unwrap_or(code);
            fits(digits, "9999").then(|| format!("LV-{digits}"))
        }
        "PL" => fits(code, "99999").then(|| split(code, 2, '-')),
        "PT" => fits(code, "9999999").then(|| split(code, 4, '-')),
        "BR" => fits(code, "99999999").then_some(plain),
        "JP" => fits(code, "9999999").then(|| split(code, 3, '-')),
        "US" | "PR" if code.len() == 5 => fits(code, "99999").then_some(plain),
        "US" | "PR" => fits(code, "999999999").then(|| split(code, 5, '-')),
        "NL" => is_dutch(code).then(|| split(code, 4, ' ')),
        "CA" => is_canadian(code).then(|| split(code, 3, ' ')),
        "IE" => (is_irish(code) && only_gap_is_after(&typed, 3)).then(|| split(code, 3, ' ')),
        "GB" => british(code),
        _ => (!plain.is_empty()).then_some(plain),
    }
}

/// Returns whether the text matches the pattern: `9` a digit, `A` a capital letter.
fn fits(text: &str, pattern: &str) -> bool {
    text.len() == pattern.len()
        && text.bytes().zip(pattern.bytes()).all(|(c, shape)| match shape {
            b'9' => c.is_ascii_digit(),
            _ => c.is_ascii_uppercase(),
        })
}

/// Inserts a separator after this many characters.
fn split(text: &str, after: usize, separator: char) -> String {
    match text.split_at_checked(after) {
        Some((head, tail)) => format!("{head}{separator}{tail}"),
        None => text.to_owned(),
    }
}

/// Handles a code with an optional country prefix, which is retained: "CZ-110 00".
fn prefixed(country: &str, code: &str, format_code: impl Fn(&str) -> Option<String>) -> Option<String> {
    match code.strip_prefix(country) {
        Some(digits) => format_code(digits).map(|laid_out| format!("{country}-{laid_out}")),
        None => format_code(code),
    }
}

/// SA, SD and SS are not issued, in memory of the occupation.
fn is_dutch(code: &str) -> bool {
    fits(code, "9999AA") && !code.starts_with('0') && !["SA", "SD", "SS"].iter().any(|letters| code.ends_with(letters))
}

/// Letters that machines confuse with digits or each other (D F I O Q U) are not used, W and Z not at the start.
fn is_canadian(code: &str) -> bool {
    fits(code, "A9A9A9") && !code.contains(['D', 'F', 'I', 'O', 'Q', 'U']) && !code.starts_with(['W', 'Z'])
}

/// An Eircode: routing key (letter and two digits, or D6W), then four of the same letters or digits.
fn is_irish(code: &str) -> bool {
    let letter = |c: char| matches!(c, 'A' | 'C'..='F' | 'H' | 'K' | 'N' | 'P' | 'R' | 'T' | 'V'..='Y');
    let Some((key, unique)) = code.split_at_checked(3) else { return false };
    (key == "D6W" || (fits(key, "A99") && key.starts_with(letter)))
        && unique.len() == 4
        && unique.chars().all(|c| c.is_ascii_digit() || letter(c))
}

/// Returns whether the only gap, if any, is after this many characters. A gap elsewhere in an Eircode is more likely a copying
/// error than a habit: the routing key is read as one word.
fn only_gap_is_after(typed: &str, after: usize) -> bool {
    let words: Vec<&str> = typed.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.len() <= 1 || (words.len() == 2 && words.first().is_some_and(|word| word.len() == after))
}

/// Formats a British code: outward and inward part, the historic GIR 0AA, or a British forces post office number.
///
/// Formats of the outward part: A9, A99, AA9, AA99, A9A, AA9A. The postal service restricts the letters: the first is not Q V X,
/// the second not I J Z, the last of A9A one of A-H J K P S T U W, of AA9A one of A B E H M N P R V W X Y, and the inward part
/// has none of C I K M O V.
fn british(code: &str) -> Option<String> {
    if let Some(number) = code.strip_prefix("BFPO") {
        let digits = (1..=4).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
        return digits.then(|| format!("BFPO {number}"));
    }
    if code == "GIR0AA" {
        return Some("GIR 0AA".to_owned());
    }
    let (outward, inward) = code.split_at_checked(code.len().checked_sub(3)?)?;
    if !fits(inward, "9AA") || inward.contains(['C', 'I', 'K', 'M', 'O', 'V']) {
        return None;
    }
    let shape = |pattern| fits(outward, pattern);
    let first = !outward.starts_with(['Q', 'V', 'X']);
    let second = !outward.chars().nth(1).is_some_and(|c| matches!(c, 'I' | 'J' | 'Z'));
    let good = first
        && second
        && (shape("A9")
            || shape("A99")
            || shape("AA9")
            || shape("AA99")
            || (shape("A9A")
                && outward.ends_with(|c| matches!(c, 'A'..='H' | 'J' | 'K' | 'P' | 'S' | 'T' | 'U' | 'W')))
            || (shape("AA9A") && outward.ends_with(['A', 'B', 'E', 'H', 'M', 'N', 'P', 'R', 'V', 'W', 'X', 'Y'])));
    good.then(|| format!("{outward} {inward}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn codes_are_laid_out_as_their_country_writes_them() {
        for (country, typed, laid_out) in [
            ("IT", " 20 121 ", "20121"),
            ("NL", "1012lg", "1012 LG"),
            ("NL", "10-12 AB", "1012 AB"),
            ("GB", "sw1a1aa", "SW1A 1AA"),
            ("GB", "EC1A1BB", "EC1A 1BB"),
            ("GB", "gir0aa", "GIR 0AA"),
            ("GB", "bfpo 57", "BFPO 57"),
            ("CZ", "11000", "110 00"),
            ("CZ", "cz 11000", "CZ-110 00"),
            ("SE", "11122", "111 22"),
            ("DK", "dk-2100", "DK-2100"),
            ("GR", "10438", "104 38"),
            ("LV", "1010", "LV-1010"),
            ("LU", "L-2449", "2449"),
            ("PL", "00001", "00-001"),
            ("PT", "1000 001", "1000-001"),
            ("JP", "1000001", "100-0001"),
            ("US", "733010001", "73301-0001"),
            ("BR", "01310-100", "01310100"),
            ("IE", "d6wxy00", "D6W XY00"),
            ("CA", "k1a-0b1", "K1A 0B1"),
            ("MT", "vlt 1117", "VLT1117"),
        ] {
            assert_eq!(normalise(country, typed), laid_out, "{country} {typed}");
            assert!(is_valid(country, typed), "{country} {typed}");
        }
    }

    #[test]
    fn codes_of_no_place_are_refused_and_kept_as_typed() {
        for (country, typed) in [
            ("IT", ""),
            ("IT", "-"),
            ("IT", "2012"),
            ("IT", "2012A"),
            ("IT", "201211"),
            ("IT", "2012\u{661}"),
            ("IT", "I-20121"),
            ("AT", "01010"),
            ("DE", "00115"),
            ("LI", "9479"),
            ("LI", "9500"),
            ("NL", "1012 SA"),
            ("NL", "0123 AB"),
            ("GB", "12345"),
            ("GB", "SW1A 1CA"),
            ("GB", "QW1 1AA"),
            ("GB", "BFPO"),
            ("GB", "1AA"),
            ("GB", "É1 1AA"),
            ("DK", "3900"),
            ("DK", "SE-2100"),
            ("IE", "A93 19 Y6"),
            ("IE", "D6X XY00"),
            ("IE", "B12 XY00"),
            ("CA", "W1A 0B1"),
            ("CA", "K1A 0O1"),
            ("BA", "61000"),
            ("IN", "010001"),
            ("US", "1234"),
            ("US", "733010"),
            ("PT", "1000"),
            ("LV", "EE-1010"),
            ("MT", "VLT_1117"),
            ("XX", " - "),
            ("XX", "123456789012345678901"),
        ] {
            assert!(!is_valid(country, typed), "{country} {typed}");
            assert_eq!(normalise(country, typed), typed.trim(), "{country} {typed}");
        }
    }

    #[test]
    fn every_example_is_a_code() {
        for code in super::super::country::country_options(&[], crate::base::Lang::It) {
            if let Some(text) = example(&code.code) {
                assert!(is_valid(&code.code, text), "{} {text}", code.code);
            } else {
                assert!(is_valid(&code.code, "anything 1") && !digits_only(&code.code), "{}", code.code);
            }
        }
    }

    fn country() -> impl Strategy<Value = String> {
        let codes = "IT AT LI LU DE BA RO IN GR CZ SE SK DK LV PL PT BR JP US NL CA IE GB MT XX";
        prop_oneof![prop::sample::select(codes.split(' ').collect::<Vec<_>>()).prop_map(str::to_owned), ".{0,3}"]
    }

    fn typed() -> impl Strategy<Value = String> {
        prop_oneof![
            "[ -]{0,2}[0-9A-Za-z]{0,5}[ -]{0,2}[0-9A-Za-z]{0,5}",
            "[0-9]{3,9}",
            "(CZ|SE|DK|LV|L)?[ -]?[0-9]{4,5}",
            "[A-Za-z]{1,2}[0-9]{1,2}[A-Z]? ?[0-9][A-Za-z]{2}",
            ".{0,25}"
        ]
    }

    proptest! {
        #[test]
        fn a_laid_out_code_is_left_alone_and_judged_the_same(country in country(), typed in typed()) {
            let once = normalise(&country, &typed);
            prop_assert_eq!(normalise(&country, &once), once.clone());
            prop_assert_eq!(is_valid(&country, &once), is_valid(&country, &typed));
        }
    }
}
