//! Text functions shared by many modules: parsing numbers, folding accents, creating slugs, escaping HTML.

/// Parses a decimal number as an integer of `10^-decimals` units: ("1.5", 3) is 1500. Dot or comma, optional minus. `None` if it
/// is not a number, has too many decimals, or is out of range.
pub fn parse_fixed(text: &str, decimals: u32) -> Option<i64> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut parts = digits.splitn(2, ['.', ',']);
    let whole = parts.next().unwrap_or_default();
    let fraction = parts.next().unwrap_or_default().trim_end_matches('0');
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && !digits.contains(['.', ','])) || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    if whole.is_empty() && digits.len() == 1 {
        return None;
    }
    let places = usize::try_from(decimals).ok()?;
    if fraction.len() > places {
        return None;
    }
    let scale = 10_i64.checked_pow(decimals)?;
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let padded = format!("{fraction:0<places$}");
    let fraction: i64 = if padded.is_empty() { 0 } else { padded.parse().ok()? };
    let value = whole.checked_mul(scale)?.checked_add(fraction)?;
    Some(if negative { -value } else { value })
}

/// Formats an integer of `10^-decimals` units as a decimal without trailing zeros: (1500, 3) is "1.5".
pub fn format_fixed(value: i64, decimals: u32) -> String {
    let scale = 10_u64.pow(decimals);
    let sign = if value < 0 { "-" } else { "" };
    let abs = value.unsigned_abs();
    let places = usize::try_from(decimals).unwrap_or(0);
    let fraction = format!("{:0>places$}", abs % scale);
    let fraction = fraction.trim_end_matches('0');
    let whole = abs / scale;
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// Sorts a short list by its keys, stably. The standard library's sort is made for long lists and adds several kilobytes of
/// WebAssembly for each type.
pub(crate) fn in_order<T, K: Ord>(items: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut out: Vec<T> = Vec::new();
    for item in items {
        let own = key(&item);
        let place = out.partition_point(|other| key(other) <= own);
        out.insert(place, item);
    }
    out
}

/// Lower-cases a Latin, Greek or Cyrillic letter; others stay as they are. The full Unicode table would be a tenth of the
/// WebAssembly file, for scripts that no address or product of the shop uses.
fn lower_letter(c: char) -> char {
    let shift = match c {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ρ' | 'Σ'..='Ϋ' | 'А'..='Я' => 32,
        'Ѐ'..='Џ' => 80,
        'Ÿ' => return 'ÿ',
        'Ā'..='Ķ' | 'Ŋ'..='Ŷ' | 'Ș'..='ț' if u32::from(c).is_multiple_of(2) => 1,
        'Ĺ'..='Ň' | 'Ź'..='Ž' if !u32::from(c).is_multiple_of(2) => 1,
        _ => 0,
    };
    char::from_u32(u32::from(c) + shift).unwrap_or(c)
}

/// Lower-cases Latin, Greek and Cyrillic letters.
pub fn lower_case(text: &str) -> String {
    text.chars().map(lower_letter).collect()
}

/// Upper-cases the letters of western and central European languages; ß becomes SS.
pub fn upper_case(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let upper = match c {
            'a'..='z' | 'à'..='ö' | 'ø'..='þ' => char::from_u32(u32::from(c) - 32),
            'ÿ' => Some('Ÿ'),
            'ā'..='ķ' | 'ŋ'..='ŷ' | 'ș'..='ț' if !u32::from(c).is_multiple_of(2) => {
                char::from_u32(u32::from(c) - 1)
            }
            'ĺ'..='ň' | 'ź'..='ž' if u32::from(c).is_multiple_of(2) => char::from_u32(u32::from(c) - 1),
            'ß' => {
                out.push('S');
                Some('S')
            }
            _ => None,
        };
        out.push(upper.unwrap_or(c));
    }
    out
}

/// Returns whether it is a letter or digit of any script, not a symbol, mark or emoji.
fn is_word(c: char) -> bool {
    let sign = matches!(c, '×' | '÷' | '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f000}'..);
    c.is_ascii_alphanumeric() || matches!(c, 'ª' | 'º') || (c >= '\u{c0}' && !sign)
}

/// Returns the ordinary form of a full-width character, as East Asian keyboards produce them.
fn ordinary_width(c: char) -> char {
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '％' | '＆' | '＿' | '＃' | '＠' | '．' => {
            char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c)
        }
        _ => c,
    }
}

/// Lower-cases and removes the accents of Latin letters, so that "Caffè" and "caffe" compare equal.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().map(|c| lower_letter(ordinary_width(c))) {
        match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' | 'ǎ' => out.push('a'),
            'ç' | 'ć' | 'č' | 'ĉ' | 'ċ' => out.push('c'),
            'ď' | 'đ' | 'ð' => out.push('d'),
            'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ĕ' | 'ę' | 'ě' | 'ė' | 'ẽ' => out.push('e'),
            'ğ' | 'ģ' | 'ĝ' | 'ġ' => out.push('g'),
            'ħ' | 'ĥ' => out.push('h'),
            'ì' | 'í' | 'î' | 'ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'İ' | 'ǐ' => out.push('i'),
            'ĵ' => out.push('j'),
            'ķ' => out.push('k'),
            'ł' | 'ľ' | 'ļ' | 'ĺ' | 'ŀ' => out.push('l'),
            'ñ' | 'ń' | 'ň' | 'ņ' | 'ŉ' => out.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ǒ' => out.push('o'),
            'ŕ' | 'ŗ' | 'ř' => out.push('r'),
            'ś' | 'ŝ' | 'š' | 'ş' | 'ș' => out.push('s'),
            'ť' | 'ţ' | 'ț' | 'ŧ' => out.push('t'),
            'ù' | 'ú' | 'û' | 'ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ǔ' => out.push('u'),
            'ŵ' => out.push('w'),
            'ý' | 'ÿ' | 'ŷ' => out.push('y'),
            'ź' | 'ż' | 'ž' => out.push('z'),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ß' | 'ẞ' => out.push_str("ss"),
            'ĳ' => out.push_str("ij"),
            'ﬀ' => out.push_str("ff"),
            'ﬁ' => out.push_str("fi"),
            'ﬂ' => out.push_str("fl"),
            'ﬃ' => out.push_str("ffi"),
            'ﬄ' => out.push_str("ffl"),
            '\u{300}'..='\u{36f}' => {}
            other => out.push(other),
        }
    }
    out
}

/// Converts a name to its form in URLs: folded, words joined by hyphens. "Olio d'oliva (500 ml)" is "olio-doliva-500-ml".
/// Apostrophes and dots are removed, as on the platform whose URLs this follows; empty if nothing is left.
pub fn slugify(text: &str) -> String {
    let mut out = String::new();
    for c in fold(text).chars() {
        if is_word(c) || c == '_' {
            out.push(c);
        } else if matches!(c, '\'' | '’' | '.' | ',' | ':' | ';' | '(' | ')' | '"' | '!' | '?' | '&' | '%' | '°') {
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

/// Escapes text for HTML content and quoted attributes.
pub fn escape_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// Decodes HTML entities: numbers and the names that [`escape_html`] and the store API write. Anything else that begins with an
/// ampersand stays.
pub fn decode_entities(text: &str) -> String {
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let entity = part.split_once(';').and_then(|(name, rest)| Some((entity(name)?, rest)));
        let (c, rest) = entity.unwrap_or(('&', part));
        out.push(c);
        out.push_str(rest);
    }
    out
}

/// Returns the character of an entity, by its name without `&` and `;`. Control characters are rejected.
fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']);
        let code = hex.map_or_else(|| number.parse(), |digits| u32::from_str_radix(digits, 16)).ok()?;
        return char::from_u32(code).filter(|c| !c.is_control());
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "euro" => '€',
        _ => return None,
    })
}

/// Returns the MD5 hash in hexadecimal, the format that clients expect of line keys and hashes. It identifies equal things and
/// offers no security.
pub fn md5_hex(bytes: &[u8]) -> String {
    use md5::Digest;
    let digest = md5::Md5::digest(bytes);
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
    digest.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_change_case_as_unicode_says() {
        for c in ('\u{41}'..='\u{17e}').chain('Α'..='Ω').chain('Ѐ'..='Я').filter(|c| c.is_uppercase() && *c != 'İ')
        {
            let lower: String = c.to_lowercase().collect();
            assert_eq!(lower_case(&c.to_string()), lower, "{c}");
            if c < 'Ā' || c.is_ascii() {
                assert_eq!(upper_case(&lower), c.to_string(), "{c}");
            }
        }
        assert_eq!(upper_case("Saint-Étienne-ès-Œuvre, straße 5ª"), "SAINT-ÉTIENNE-ÈS-ŒUVRE, STRASSE 5ª");
    }

    #[test]
    fn entities_are_read_once_and_strangers_stay() {
        for (html, text) in [
            ("Caff&egrave;", "Caff&egrave;"),
            ("&amp;lt;", "&lt;"),
            ("35&nbsp;g &#8211; d&#039;oro", "35\u{a0}g – d'oro"),
            ("&#x41;&#0;&#xffffffffff;&", "A&#0;&#xffffffffff;&"),
            ("R&D; &;", "R&D; &;"),
        ] {
            assert_eq!(decode_entities(html), text);
        }
        assert_eq!(decode_entities(&escape_html("<a href='x'>&amp;</a>")), "<a href='x'>&amp;</a>");
    }

    #[test]
    fn slugs_keep_letters_of_all_scripts_and_drop_signs() {
        for (text, slug) in
            [("Ελιές № 5", "ελιές-5"), ("💶 Икра — 30 g", "икра-30-g"), ("1ª scelta × 2", "1ª-scelta-2")]
        {
            assert_eq!(slugify(text), slug);
        }
    }

    #[test]
    fn fixed_numbers_round_trip() {
        for (text, value, back) in
            [(".5", 500, "0.5"), ("2", 2000, "2"), ("1.10", 1100, "1.1"), ("-0.25", -250, "-0.25")]
        {
            assert_eq!(parse_fixed(text, 3), Some(value), "{text}");
            assert_eq!(format_fixed(value, 3), back);
        }
        assert_eq!(parse_fixed(".", 3), None);
        assert_eq!(parse_fixed("1.2345", 3), None);
    }

    #[test]
    fn slugs_are_plain_words() {
        for (name, slug) in [
            ("V-Neck T-Shirt", "v-neck-t-shirt"),
            ("Caffè d'Orzo", "caffe-dorzo"),
            ("500 g", "500-g"),
            ("Olio  (extra) ", "olio-extra"),
            ("***", ""),
        ] {
            assert_eq!(slugify(name), slug, "{name}");
        }
    }

    #[test]
    fn folding_finds_accented_words() {
        assert_eq!(fold("CAFFÈ Łódź"), "caffe lodz");
    }
}
