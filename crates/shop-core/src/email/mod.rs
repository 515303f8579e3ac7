//! E-mail addresses; [`field`] has what each field takes of them.
//!
//! The shape is the addr-spec of RFC 5322 (storefront specification, section 5: "a full RFC-style address pattern") without
//! its quoted, bracketed and commented forms, which no shopper has and many mail services refuse. That shape is ASCII:
//! addresses of RFC 6531 (caffè@esempio.it) reach only mail services with an extension that most lack, and a buyer without
//! confirmation of the order is worse off than one who is asked for another address. A domain of other letters has an
//! ASCII form (xn--…), which passes.

pub mod field;

/// Longest address, in bytes: RFC 5321 allows a path of 256 with its angle brackets.
pub const MAX_BYTES: usize = 254;
/// Longest part before the @, in bytes (RFC 5321).
const MAX_LOCAL_BYTES: usize = 64;
/// Longest label of a domain, in bytes (RFC 1035).
const MAX_LABEL_BYTES: usize = 63;

/// Whether the text is an e-mail address, as it stands: spaces around it are not cut off, and empty text is none.
///
/// The domain needs a dot and a last label of two or more letters, digits or hyphens that is not a number.
///
/// ```
/// use shop_core::email::is_valid;
/// assert!(is_valid("mario.rossi+negozio@esempio.it"));
/// assert!(!is_valid("mario.rossi@esempio"));
/// ```
pub fn is_valid(text: &str) -> bool {
    last_label(text).is_some_and(|label| label.len() >= 2 && label.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// The last label of the domain ("it") when the rest of the text has the shape of an address. For rules that are
/// stricter about the end of an address than [`is_valid`] is.
pub fn last_label(text: &str) -> Option<&str> {
    let (local, domain) = text.split_once('@')?;
    if text.len() > MAX_BYTES || local.len() > MAX_LOCAL_BYTES {
        return None;
    }
    if !local.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atom_character)) {
        return None;
    }
    let (rest, last) = domain.rsplit_once('.')?;
    (rest.split('.').all(is_label) && is_label(last)).then_some(last)
}

fn is_atom_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c)
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label.len() <= MAX_LABEL_BYTES
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
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
            "\"a b\"@c.it",
            "a(x)@b.it",
            "a\\@b.it",
            "a@b.it?x=y",
            "a@b.it/x",
            "a\u{200b}@b.it",
            "caffè@esempio.it",
            "anna@città.example",
            "anna@esempio.рф",
            "ａnna@esempio.it",
            "anna@esempio.i\u{441}",
            "\u{661}@esempio.it",
            &long_local,
            &long_label,
            &long,
        ] {
            assert!(!is_valid(text), "{text:?}");
        }
    }
}
