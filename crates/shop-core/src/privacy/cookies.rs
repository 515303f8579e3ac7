//! Cookie headers: parsing, percent-encoding, and the changes that a rule makes.
//!
//! Parsing never fails: the browser controls the cookies, so they may contain anything.

use serde::Serialize;

/// Number of seconds in a day.
pub(crate) const DAY: i64 = 86_400;

/// A cookie to set or to delete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CookieChange {
    pub name: String,
    /// Value on the wire, percent-encoded; empty if the cookie is deleted.
    pub value: String,
    /// Lifetime in seconds; `None`: until the browser is closed; 0: it is deleted.
    pub max_age: Option<i64>,
    /// Complete line for `document.cookie` or a `Set-Cookie` header.
    pub text: String,
}

/// Domain, path and security of a group of cookies.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scope<'a> {
    /// Domain; empty: only the host that sets them.
    pub domain: &'a str,
    /// Path; anything that does not start with `/` becomes `/`.
    pub path: &'a str,
    /// Whether they are sent over https only.
    pub secure: bool,
}

impl Scope<'_> {
    /// Sets a cookie; the value is plain text.
    pub(crate) fn set(&self, name: &str, value: &str, max_age: Option<i64>) -> CookieChange {
        self.change(name, encode(value), max_age)
    }

    /// Deletes a cookie.
    pub(crate) fn delete(&self, name: &str) -> CookieChange {
        self.change(name, String::new(), Some(0))
    }

    fn change(&self, name: &str, value: String, max_age: Option<i64>) -> CookieChange {
        let clean = |text: &str| text.chars().filter(|c| c.is_ascii_graphic() && *c != ';').collect::<String>();
        let path = if self.path.starts_with('/') { clean(self.path) } else { "/".to_owned() };
        let mut text = format!("{name}={value}; path={path}");
        if !self.domain.is_empty() {
            text.push_str("; domain=");
            text.push_str(&clean(self.domain));
        }
        if let Some(seconds) = max_age {
            text.push_str(&format!("; max-age={seconds}"));
        }
        text.push_str("; samesite=lax");
        if self.secure {
            text.push_str("; secure");
        }
        CookieChange { name: name.to_owned(), value, max_age, text }
    }
}

/// Iterates over the names and values of a cookie header (or `document.cookie`), as sent.
pub(crate) fn pairs(header: &str) -> impl Iterator<Item = (&str, &str)> {
    header.split(';').filter_map(|pair| pair.split_once('=')).map(|(name, value)| (name.trim(), value.trim()))
}

/// Returns the percent-decoded value of a cookie; the first of that name, as browsers send the closest first.
pub(crate) fn value(header: &str, name: &str) -> Option<String> {
    pairs(header).find(|(own, _)| *own == name).map(|(_, value)| decode(value))
}

/// Returns whether browsers accept a cookie for a host's whole domain: not for a name without a dot or an IP address.
pub(crate) fn takes_domain(host: &str) -> bool {
    host.contains('.')
        && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'))
        && !host.ends_with(|c: char| c.is_ascii_digit() || c == '.')
}

/// Iterates over the domains whose cookies are sent to a host: its own and those above it, nearest first. Browsers store none for
/// a public suffix such as `co.uk`, and so ignore deletions there.
pub(crate) fn domains(host: &str) -> impl Iterator<Item = &str> {
    let own = Some(host).filter(|host| takes_domain(host));
    std::iter::successors(own, |domain| {
        domain.split_once('.').map(|(_, above)| above).filter(|above| above.contains('.'))
    })
}

/// Returns whether a name can be used in a cookie line without ending it.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b';' | b'=' | b','))
}

/// Percent-encodes everything except ASCII letters, digits, `-`, `_` and `.`, so that no parser misreads a character.
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Percent-decodes a text; a `+` stays. Text that is not entirely encoded UTF-8 (a stray `%`, Latin-1 bytes) is decoded character
/// by character, like browsers' older `unescape`, so that it remains readable.
///
/// ```
/// use shop_core::privacy::cookies::decode;
/// assert_eq!(decode("caf%C3%A9+nero"), "café+nero");
/// assert_eq!(decode("caf%E9 100%"), "café 100%");
/// ```
pub fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut letters = String::with_capacity(text.len());
    let mut whole = true;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let code = rest.get(1..3).filter(|_| c == '%').and_then(hex);
        if let Some(code) = code {
            bytes.push(code);
            letters.push(char::from(code));
            rest = rest.get(3..).unwrap_or_default();
            continue;
        }
        whole &= c != '%';
        letters.push(c);
        bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    if whole { String::from_utf8(bytes).unwrap_or(letters) } else { letters }
}

/// Parses two hexadecimal digits, without the sign that Rust's parser would accept.
fn hex(digits: &str) -> Option<u8> {
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u8::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_broken_encoding_leaves_what_can_be_read() {
        for (sent, read) in
            [("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%+1", "%+1"), ("%é1", "%é1"), ("a%00b", "a\0b"), ("%FF", "ÿ")]
        {
            assert_eq!(decode(sent), read, "{sent}");
        }
    }

    #[test]
    fn a_host_is_sent_the_cookies_of_its_domain_and_of_those_above_it() {
        let found = |host: &'static str| domains(host).collect::<Vec<_>>();
        assert_eq!(found("www.neg.shop.it"), ["www.neg.shop.it", "neg.shop.it", "shop.it"]);
        for host in ["", "localhost", "127.0.0.1", "[::1]", "shop.it."] {
            assert!(found(host).is_empty(), "{host}");
        }
    }

    #[test]
    fn the_first_cookie_of_a_name_counts_and_odd_ones_do_no_harm() {
        let header = "; =; a; b = 1 ;b=2; c==x=";
        assert_eq!(value(header, "b").as_deref(), Some("1"));
        assert_eq!(value(header, "c").as_deref(), Some("=x="));
        assert_eq!(value(header, "a"), None);
        assert_eq!(value("", ""), None);
    }

    #[test]
    fn settings_cannot_break_out_of_a_cookie_line() {
        let scope = Scope { domain: "x.test; evil=1\r\n", path: "/a;b", secure: true };
        let line = scope.set("n", "v;\r\nSet-Cookie: x", None).text;
        assert_eq!(line, "n=v%3B%0D%0ASet-Cookie%3A%20x; path=/ab; domain=x.testevil=1; samesite=lax; secure");
        assert_eq!(Scope::default().delete("n").text, "n=; path=/; max-age=0; samesite=lax");
    }

    proptest! {
        #[test]
        fn any_text_survives_a_cookie(text in any::<String>()) {
            let encoded = encode(&text);
            prop_assert!(encoded.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.%".contains(&b)));
            prop_assert_eq!(decode(&encoded), text);
        }

        #[test]
        fn any_header_can_be_read(header in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for text in [header, String::from_utf8_lossy(&bytes).into_owned()] {
                let _ = decode(&text);
                for (name, _) in pairs(&text) {
                    prop_assert!(value(&text, name).is_some());
                }
            }
        }
    }
}
