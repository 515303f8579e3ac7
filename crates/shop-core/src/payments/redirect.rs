//! Safe redirects: only to the shop's own pages. URLs from a hash, a query or a response are untrusted until they pass these
//! checks.

/// Longest redirect URL, in bytes; browsers and servers agree on about this.
const MAX_BYTES: usize = 2048;

/// Returns the path (with query and fragment) of `target` if it is on `origin`; `None` rejects it.
///
/// Accepted: a path from the root, or an http(s) URL of exactly the origin. Rejected: other schemes and hosts, `//host`,
/// backslashes, a user name, control characters or spaces raw or percent-encoded, encoded slashes, and `.` segments, by which a
/// path could become `//host`.
///
/// ```
/// use shop_core::payments::redirect::same_origin_path;
/// let shop = "https://shop.example";
/// assert_eq!(same_origin_path(shop, "https://shop.example/grazie/7/?key=a").as_deref(), Some("/grazie/7/?key=a"));
/// assert_eq!(same_origin_path(shop, "//evil.example"), None);
/// assert_eq!(same_origin_path(shop, "javascript:alert(1)"), None);
/// ```
pub fn same_origin_path(origin: &str, target: &str) -> Option<String> {
    if target.len() > MAX_BYTES || target.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
        return None;
    }
    if target.starts_with('/') {
        return safe_path(target).then(|| target.to_owned());
    }
    let (own_site, own_rest) = site(origin)?;
    let (target_site, rest) = site(target)?;
    let path = if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") };
    (own_rest.trim_end_matches('/').is_empty() && own_site == target_site && safe_path(&path)).then_some(path)
}

/// Splits a URL into normalised scheme and host, without the default port, and the rest.
fn site(address: &str) -> Option<(String, &str)> {
    let (scheme, rest) = address.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, rest) = rest.split_at_checked(end)?;
    let default_port = match scheme.as_str() {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let host = host.strip_suffix(default_port).unwrap_or(host).to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    (!host.is_empty() && host.chars().all(plain)).then(|| (format!("{scheme}://{host}"), rest))
}

fn safe_path(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let place = lower.split(['?', '#']).next().unwrap_or_default();
    let dots = |part: &str| matches!(part.replace("%2e", ".").as_str(), "." | "..");
    let hidden = |pair: &str| pair.starts_with(['0', '1']) || pair.starts_with("7f") || pair.starts_with("5c");
    !place.starts_with("//")
        && !place.contains("%2f")
        && !place.split('/').any(dots)
        && !lower.split('%').skip(1).any(hidden)
}

/// Returns a URL that is safe for analytics: without its fragment, which can contain a client secret and a nonce, and without the
/// secrets that the provider or the shop puts into the query.
///
/// ```
/// use shop_core::payments::redirect::without_secrets;
/// assert_eq!(without_secrets("https://s.example/a?x=1&key=wc_1#wc-stripe-confirm-pi:7:s:n"), "https://s.example/a?x=1");
/// ```
pub fn without_secrets(address: &str) -> String {
    let address = address.split('#').next().unwrap_or_default();
    let Some((page, query)) = address.split_once('?') else { return address.to_owned() };
    let secret = |part: &&str| {
        let name = part.split('=').next().unwrap_or_default();
        !(name.ends_with("client_secret") || name.ends_with("nonce") || name == "key")
    };
    let remaining: Vec<&str> = query.split('&').filter(secret).collect();
    if remaining.is_empty() { page.to_owned() } else { format!("{page}?{}", remaining.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_targets_are_refused() {
        for target in [
            "",
            "grazie",
            "?a",
            "javascript:alert(1)",
            "JavaScript://shop.example/%0aalert(1)",
            "data:text/html,x",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https:/shop.example",
            "https:shop.example/a",
            "https://evil.example/",
            "https://shop.example.evil.example/",
            "https://shop.example@evil.example/",
            "https://user@shop.example/",
            "https://shop.example:8443/",
            "http://shop.example/",
            "/a%0d%0aSet-Cookie:x",
            "/a?b=%0A",
            "/a%00",
            "/a%5cb",
            "/%2fevil.example",
            "/..//evil.example",
            "/%2E%2e//evil.example",
            "/a\nb",
            "/ a",
            " /a",
            "https://shop.example//evil.example",
            "https://shop.еxample/",
            "ftp://shop.example/",
        ] {
            assert_eq!(same_origin_path("https://shop.example", target), None, "{target:?}");
        }
        assert_eq!(same_origin_path("null", "https://shop.example/"), None);
        assert_eq!(same_origin_path("https://shop.example", &format!("/{}", "a".repeat(3000))), None);
    }

    #[test]
    fn own_pages_are_paths() {
        for (target, path) in [
            ("/", "/"),
            ("/a%20b?x=1#y", "/a%20b?x=1#y"),
            ("HTTPS://Shop.Example:443/a", "/a"),
            ("https://shop.example", "/"),
            ("https://shop.example?x=1", "/?x=1"),
            ("/caffè/", "/caffè/"),
        ] {
            assert_eq!(same_origin_path("https://shop.example", target).as_deref(), Some(path));
        }
        assert_eq!(same_origin_path("http://localhost:8080", "http://localhost:8080/a").as_deref(), Some("/a"));
    }
}
