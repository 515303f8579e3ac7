//! A minimal URL parser for attribution: host, path and query. Accepts any text.

/// Parts of a URL. Nothing is decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Address<'a> {
    /// Host in lower case, without user, port and a leading `www.`; empty if there is none.
    pub host: String,
    /// Path; `/` if it is empty.
    pub path: &'a str,
    /// Text between `?` and `#`.
    pub query: &'a str,
}

/// Finds where the path begins, after scheme and authority; `None` if there is no authority.
fn path_start(text: &str) -> Option<(usize, usize)> {
    let scheme_end = text.find("://")?;
    let scheme = text.get(..scheme_end)?;
    if !scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')) {
        return None;
    }
    let authority = scheme_end + 3;
    let length = text.get(authority..)?.find(['/', '?', '#']).unwrap_or(text.len() - authority);
    Some((authority, authority + length))
}

/// Parses a URL; one without `scheme://host` has no host.
pub(super) fn parse(text: &str) -> Address<'_> {
    let (host, rest) = match path_start(text) {
        Some((start, end)) => (host(text.get(start..end).unwrap_or_default()), text.get(end..).unwrap_or_default()),
        None => (String::new(), text),
    };
    let rest = rest.split_once('#').map_or(rest, |(before, _)| before);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    Address { host, path: if path.is_empty() { "/" } else { path }, query }
}

fn host(authority: &str) -> String {
    let plain = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let plain = match plain.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        _ => plain,
    };
    let host = plain.to_ascii_lowercase();
    host.strip_prefix("www.").map(str::to_owned).unwrap_or(host)
}

/// Normalises a URL as browsers do: an empty path after a host becomes `/`.
pub(super) fn normal(text: &str) -> String {
    let text = text.trim();
    if let Some((start, end)) = path_start(text) {
        let (head, tail) = (text.get(..end).unwrap_or_default(), text.get(end..).unwrap_or_default());
        if end > start && !tail.starts_with('/') {
            return format!("{head}/{tail}");
        }
    }
    text.to_owned()
}

/// Returns the undecoded value of a parameter; repeated parameters are joined by commas. A name without `=` does not count.
pub(super) fn parameter(query: &str, name: &str) -> Option<String> {
    let mut found: Option<String> = None;
    for (own, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        if own == name {
            found = Some(match found {
                Some(before) => before + "," + value,
                None => value.to_owned(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_is_taken_apart() {
        for (text, host, path, query) in [
            ("https://WWW.Example.com:8443/a/b?x=1#y?z", "example.com", "/a/b", "x=1"),
            ("https://user:pw@a.test?q=:/@", "a.test", "/", "q=:/@"),
            ("android-app://com.mail/", "com.mail", "/", ""),
            ("http://[::1]:80/", "[::1]", "/", ""),
            ("/only/a/path?x", "", "/only/a/path", "x"),
            ("about:client", "", "about:client", ""),
            ("java script://x/", "", "java script://x/", ""),
            ("https://#top", "", "/", ""),
            ("", "", "/", ""),
        ] {
            assert_eq!(parse(text), Address { host: host.to_owned(), path, query }, "{text}");
        }
    }

    #[test]
    fn an_empty_path_is_a_slash() {
        for (text, whole) in
            [("https://a.test", "https://a.test/"), ("https://a.test?x", "https://a.test/?x"), ("https://", "https://")]
        {
            assert_eq!(normal(text), whole);
        }
    }

    #[test]
    fn parameters_are_told_apart_by_their_whole_name() {
        assert_eq!(parameter("utm_sourcex=1&UTM_SOURCE=2&utm_source", "utm_source"), None);
        assert_eq!(parameter("utm_source=&x=1", "utm_source").as_deref(), Some(""));
        assert_eq!(parameter("a=1&a=2=3&&=", "a").as_deref(), Some("1,2=3"));
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(text in any::<String>(), near in "[htps:/?#@&=%.a]{0,40}") {
            for text in [text, near] {
                let address = parse(&text);
                prop_assert!(!address.path.is_empty());
                let _ = parameter(address.query, "a");
                prop_assert_eq!(parse(&normal(&text)).host, parse(text.trim()).host);
            }
        }
    }
}
