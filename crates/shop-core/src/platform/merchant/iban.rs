//! Bank accounts: the international number (IBAN, ISO 13616) and the bank's code (BIC, ISO 9362). Format and check digits are
//! validated; only the bank knows whether the account exists.

/// Lengths by country: the registry of ISO 13616 for the countries of the SEPA area.
static LENGTHS: &[(&str, usize)] = &[
    ("AD", 24),
    ("AT", 20),
    ("BE", 16),
    ("BG", 22),
    ("CH", 21),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DK", 18),
    ("EE", 20),
    ("ES", 24),
    ("FI", 18),
    ("FR", 27),
    ("GB", 22),
    ("GI", 23),
    ("GR", 27),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IS", 26),
    ("IT", 27),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("MC", 27),
    ("MT", 31),
    ("NL", 18),
    ("NO", 15),
    ("PL", 28),
    ("PT", 25),
    ("RO", 24),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("VA", 22),
];

/// Minimum and maximum length of the number of any other country: the shortest one issued, and what the standard allows.
const OTHER_LENGTHS: std::ops::RangeInclusive<usize> = 15..=34;

/// Parses an IBAN into capitals without spaces. `None`: its length does not match its country, or its check digits are wrong.
///
/// ```
/// use shop_core::platform::merchant::iban::parse_iban;
/// assert_eq!(parse_iban("it60 x054 2811 1010 0000 0123 456").as_deref(), Some("IT60X0542811101000000123456"));
/// assert_eq!(parse_iban("IT60X0542811101000000123457"), None);
/// ```
pub fn parse_iban(typed: &str) -> Option<String> {
    let iban = compact(typed)?;
    let (country, rest) = iban.split_at_checked(2)?;
    let length = LENGTHS.iter().find(|(code, _)| *code == country).map(|(_, length)| *length);
    let fits = length.map_or_else(|| OTHER_LENGTHS.contains(&iban.len()), |length| iban.len() == length);
    let check = rest.get(..2)?;
    let shaped = country.bytes().all(|b| b.is_ascii_uppercase()) && check.bytes().all(|b| b.is_ascii_digit());
    let turned = rest.get(2..)?.bytes().chain(iban.bytes().take(4));
    (fits && shaped && remainder(turned) == 1).then_some(iban)
}

/// Parses a BIC: 8 or 11 characters, of which the fifth and sixth are a country. `None`: it is invalid.
///
/// ```
/// use shop_core::platform::merchant::iban::parse_bic;
/// assert_eq!(parse_bic("unCRitmm").as_deref(), Some("UNCRITMM"));
/// assert_eq!(parse_bic("UNCRITM"), None);
/// ```
pub fn parse_bic(typed: &str) -> Option<String> {
    let bic = compact(typed)?;
    let country = bic.get(4..6)?.bytes().all(|b| b.is_ascii_uppercase());
    (country && matches!(bic.len(), 8 | 11)).then_some(bic)
}

/// Formats the number in groups of four, as it is printed.
pub fn printed_iban(iban: &str) -> String {
    let signs: Vec<char> = iban.chars().collect();
    signs.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

/// Normalises to capitals and digits without spaces; `None` if there is any other character.
fn compact(typed: &str) -> Option<String> {
    let signs = typed.chars().filter(|c| !c.is_whitespace());
    signs.map(|c| c.is_ascii_alphanumeric().then(|| c.to_ascii_uppercase())).collect()
}

/// Returns the remainder by 97 of the digits, where a letter counts as two digits: A is 10, Z is 35.
fn remainder(signs: impl Iterator<Item = u8>) -> u32 {
    signs.fold(0, |rest, sign| match sign {
        b'A'..=b'Z' => (rest * 100 + u32::from(sign - b'A') + 10) % 97,
        digit => (rest * 10 + u32::from(digit.wrapping_sub(b'0'))) % 97,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples from the registry.
    const RIGHT: [&str; 8] = [
        "IT60X0542811101000000123456",
        "DE89370400440532013000",
        "FR1420041010050500013M02606",
        "SM86U0322509800000000270100",
        "NL91ABNA0417164300",
        "NO9386011117947",
        "MT84MALT011000012345MTLCAST001S",
        "GB29NWBK60161331926819",
    ];

    #[test]
    fn registered_examples_are_read_with_and_without_spaces() {
        for iban in RIGHT {
            assert_eq!(parse_iban(iban).as_deref(), Some(iban));
            assert_eq!(parse_iban(&printed_iban(iban).to_lowercase()).as_deref(), Some(iban));
        }
        assert_eq!(printed_iban("NO9386011117947"), "NO93 8601 1117 947");
    }

    #[test]
    fn a_number_with_a_slip_is_refused() {
        for iban in RIGHT {
            let swapped: String = iban.chars().take(iban.len() - 2).chain(iban.chars().rev().take(2)).collect();
            assert!(swapped == iban || parse_iban(&swapped).is_none(), "{swapped}");
            assert_eq!(parse_iban(&iban[..iban.len() - 1]), None, "{iban} cut");
            assert_eq!(parse_iban(&format!("{iban}0")), None, "{iban} longer");
        }
        for typed in ["", "IT", "IT60", "60ITX0542811101000000123456", "IT60X054281110100000012345è", "IT60-X054"] {
            assert_eq!(parse_iban(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_bic_has_eight_or_eleven_signs_and_a_country() {
        for typed in ["UNCRITMM", "uncritmmxxx", "BCIT IT MM"] {
            assert!(parse_bic(typed).is_some(), "{typed}");
        }
        for typed in ["", "UNCRITM", "UNCRITMMX", "UNCR11MM", "UNCRITM!"] {
            assert_eq!(parse_bic(typed), None, "{typed}");
        }
    }
}
