//! Localised URLs. A page has the same path in all languages, after the language code: `/negozio/` and `/en/negozio/`. The shop's
//! default language has no code. API calls use the same prefixes, so that a page gets responses in its own language whatever
//! other pages are open beside it.

use super::Lang;

/// Splits a path into its language and the rest. `None`: it has no language code, so it is in the shop's default language.
pub fn split(path: &str) -> (Option<Lang>, &str) {
    let Some(rest) = path.strip_prefix('/') else { return (None, path) };
    let code = rest.split('/').next().unwrap_or_default();
    match (Lang::from_code(code), rest.get(code.len()..)) {
        (Some(lang), Some("")) => (Some(lang), "/"),
        (Some(lang), Some(rest)) => (Some(lang), rest),
        _ => (None, path),
    }
}

/// Adds the language code to the URL of a page of the shop. URLs elsewhere, fragments (`#…`) and URLs that already have a
/// language code stay as they are.
pub fn under(prefix: Option<Lang>, address: &str) -> String {
    let Some(lang) = prefix.filter(|_| is_of_the_shop(address)) else { return address.to_owned() };
    let path = address.split(['?', '#']).next().unwrap_or_default();
    if split(path).0.is_some() { address.to_owned() } else { format!("/{}{address}", lang.as_str()) }
}

/// Adds the language code to the links and forms in HTML that the shop itself generated.
pub fn links_under(prefix: Option<Lang>, html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    let next = |text: &str| {
        let ends = [" href=\"", " action=\""].into_iter().filter_map(|mark| Some(text.find(mark)? + mark.len()));
        ends.min()
    };
    while let Some((before, after)) = next(rest).and_then(|end| rest.split_at_checked(end)) {
        let (address, tail) = after.split_at_checked(after.find('"').unwrap_or(after.len())).unwrap_or((after, ""));
        out.push_str(before);
        out.push_str(&under(prefix, address));
        rest = tail;
    }
    out + rest
}

/// Returns whether a URL is a path of the shop, not on another host.
fn is_of_the_shop(address: &str) -> bool {
    address.starts_with('/') && !address.starts_with("//") && !address.starts_with("/\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_of_an_address_may_name_a_language() {
        for (path, lang, rest) in [
            ("/en/negozio/", Some(Lang::En), "/negozio/"),
            ("/it/", Some(Lang::It), "/"),
            ("/en", Some(Lang::En), "/"),
            ("/negozio/", None, "/negozio/"),
            ("/", None, "/"),
            ("", None, ""),
            ("en/", None, "en/"),
        ] {
            assert_eq!(split(path), (lang, rest), "{path}");
        }
    }

    #[test]
    fn what_only_begins_like_a_code_is_none() {
        for path in ["/enoteca/", "/EN/", "/fr/", "/prodotto/en/", "/è/"] {
            assert_eq!(split(path), (None, path), "{path}");
        }
    }

    #[test]
    fn links_and_forms_of_html_are_put_under_a_code() {
        let html = r#"<a class="x" href="/cart/">a</a> <form method="post" action="/p/"><a href="https://a.example/">b</a></form> href"#;
        assert_eq!(
            links_under(Some(Lang::En), html),
            r#"<a class="x" href="/en/cart/">a</a> <form method="post" action="/en/p/"><a href="https://a.example/">b</a></form> href"#
        );
        assert_eq!(links_under(None, html), html);
        assert_eq!(links_under(Some(Lang::En), "<a href=\"/x"), "<a href=\"/en/x");
    }

    #[test]
    fn only_pages_of_the_shop_are_put_under_a_code() {
        for (address, expected) in [
            ("/cart/", "/en/cart/"),
            ("/", "/en/"),
            ("/negozio/?s=olio#x", "/en/negozio/?s=olio#x"),
            ("/en/cart/", "/en/cart/"),
            ("/it/", "/it/"),
            ("//evil.example/", "//evil.example/"),
            ("/\\evil.example/", "/\\evil.example/"),
            ("https://shop.example/", "https://shop.example/"),
            ("#menu", "#menu"),
            ("tel:0123", "tel:0123"),
            ("", ""),
        ] {
            assert_eq!(under(Some(Lang::En), address), expected, "{address}");
            assert_eq!(under(None, address), address);
        }
    }
}
