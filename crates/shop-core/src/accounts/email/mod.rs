//! E-mail addresses; [`field`] has the rules of each field.
//!
//! The format is the addr-spec of RFC 5322 (storefront specification, section 5: "a full RFC-style address pattern") with its
//! quoted local parts, and with the letters of RFC 6531 and of international domains. Comments, bracketed domains and unqualified
//! hosts are rejected: no shopper has them. Mail is sent to the ASCII form of a domain; non-ASCII letters before the @ need a
//! mail server with SMTPUTF8. [`is_plain`] detects the addresses that every service accepts.

pub mod field;

/// Longest address, in bytes: RFC 5321 allows a path of 256 with its angle brackets.
pub const MAX_BYTES: usize = 254;
/// Longest part before the @, in bytes (RFC 5321).
const MAX_LOCAL_BYTES: usize = 64;
/// Longest label of a domain, in bytes (RFC 1035).
const MAX_LABEL_BYTES: usize = 63;

/// Returns whether the text is an e-mail address as it is: surrounding spaces are not trimmed, and empty text is invalid.
///
/// The domain needs a dot and a last label of two or more letters, digits or hyphens that begins with a letter.
///
/// ```
/// use shop_core::accounts::email::is_valid;
/// assert!(is_valid("mario.rossi+negozio@esempio.it"));
/// assert!(is_valid("\"mario rossi\"@esempio.it") && is_valid("josé@città.example"));
/// assert!(!is_valid("mario.rossi@esempio"));
/// ```
pub fn is_valid(text: &str) -> bool {
    last_label(text).is_some_and(|label| label.chars().count() >= 2 && label.starts_with(char::is_alphabetic))
}

/// Returns whether the text is an address without quotes or letters beyond ASCII, which third-party services accept too.
///
/// ```
/// use shop_core::accounts::email::is_plain;
/// assert!(is_plain("mario.rossi@esempio.it"));
/// assert!(!is_plain("josé@esempio.it") && !is_plain("\"mario rossi\"@esempio.it"));
/// ```
pub fn is_plain(text: &str) -> bool {
    text.is_ascii() && !text.starts_with('"') && is_valid(text)
}

/// Returns the last label of the domain ("it") if the rest of the text has the format of an address. For rules that restrict the
/// end of an address more than [`is_valid`] does.
pub fn last_label(text: &str) -> Option<&str> {
    let quoted = text.starts_with('"');
    let (local, domain) = if quoted { text.rsplit_once('@') } else { text.split_once('@') }?;
    if text.len() > MAX_BYTES || local.len() > MAX_LOCAL_BYTES {
        return None;
    }
    if !(if quoted { is_quoted(local) } else { is_dot_atom(local) }) {
        return None;
    }
    let (rest, last) = domain.rsplit_once('.')?;
    (rest.split('.').all(is_label) && is_label(last)).then_some(last)
}

fn is_dot_atom(local: &str) -> bool {
    local.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atom_character))
}

fn is_atom_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c) || is_letter_beyond_ascii(c)
}

/// Returns whether the text is quoted; within the quotes a quote or a backslash must be escaped by a backslash.
fn is_quoted(local: &str) -> bool {
    let Some(inside) = local.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|text| !text.is_empty())
    else {
        return false;
    };
    let is_printable = |c: char| matches!(c, ' '..='~');
    let mut letters = inside.chars();
    while let Some(c) = letters.next() {
        let fits = match c {
            '"' => false,
            '\\' => letters.next().is_some_and(is_printable),
            other => is_printable(other) || is_letter_beyond_ascii(other),
        };
        if !fits {
            return false;
        }
    }
    true
}

/// Returns whether it is a letter, digit or mark of another alphabet; no spaces, zero-width characters or full-width ASCII, which
/// nobody types on purpose.
fn is_letter_beyond_ascii(c: char) -> bool {
    let is_mark =
        matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{fff}' | '\u{1780}'..='\u{17d3}');
    !c.is_ascii() && (c.is_alphanumeric() || is_mark) && !matches!(c, '\u{ff00}'..='\u{ff65}')
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label.len() <= MAX_LABEL_BYTES
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || is_letter_beyond_ascii(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_people_have_pass() {
        for text in [
            "a@b.it",
            "mario.rossi@esempio.it",
            "d'angelo+negozio@mail.example.co.uk",
            "x_y-z@123.com",
            "INFO@EXAMPLE.MUSEUM",
            "info@xn--citt-3na.xn--p1ai",
            "\"john doe\"@example.com",
            "\"a@b\"@example.com",
            r#""a\"b\\c"@example.com"#,
            "josé@example.it",
            "caffè@esempio.it",
            "anna@città.example",
            "anna@esempio.рф",
            "用户@例子.公司",
            "\u{928}\u{92e}\u{938}\u{94d}\u{924}\u{947}@example.in",
        ] {
            assert!(is_valid(text), "{text}");
        }
    }

    #[test]
    fn what_cannot_receive_mail_is_refused() {
        let long_local = format!("{}@example.it", "a".repeat(65));
        let long_label = format!("a@{}.it", "b".repeat(64));
        let long = format!("a@{}it", "bbbbbbbbb.".repeat(26));
        for text in [
            "",
            "@",
            "a",
            "a@",
            "@b.it",
            "a@b",
            "a@b.",
            "a@.it",
            "a@b..it",
            "a@b.i",
            "a@b.12",
            "a@1.2.3.4",
            "a@[127.0.0.1]",
            "a@-b.it",
            "a@b-.it",
            "a@b_c.it",
            "a@@b.it",
            "a@b@c.it",
            ".a@b.it",
            "a.@b.it",
            "a..b@c.it",
            "a b@c.it",
            " a@b.it",
            "a@b.it ",
            "a@b.it\n",
            "a@b.it\r\nBcc: c@d.it",
            "a,b@c.it",
            "a@b,it",
            "<a@b.it>",
            "Anna <a@b.it>",
            "mailto:a@b.it",
            "a(x)@b.it",
            "a\\@b.it",
            "a@b.it?x=y",
            "a@b.it/x",
            "a\u{200b}@b.it",
            "ａnna@esempio.it",
            "josé\u{a0}@esempio.it",
            "josé@-città.example",
            "josé@città.e",
            "\"\"@c.it",
            "\"a b@c.it",
            "a\"b\"@c.it",
            "\"a\"b\"@c.it",
            "\"a\".b@c.it",
            "\"a\\\"@c.it",
            "\"a\r\nBcc: x@y.it\"@c.it",
            "\"a\u{0}\"@c.it",
            &long_local,
            &long_label,
            &long,
        ] {
            assert!(!is_valid(text), "{text:?}");
        }
    }

    #[test]
    fn only_addresses_of_plain_ascii_are_plain() {
        assert!(is_plain("d'angelo+negozio@mail.example.co.uk"));
        for text in ["", "a@b", "\"a b\"@c.it", "josé@example.it", "anna@città.example"] {
            assert!(!is_plain(text), "{text}");
        }
    }
}
