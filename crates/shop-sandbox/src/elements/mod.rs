//! The payment fields: a page that the shop embeds in a frame, so that card data never reaches the shop. It exchanges messages
//! with the shop's page, and calls the provider's API on its own origin.
//!
//! `GET /elements/?origin=<the shop's origin>&channel=<word>` is the frame of the fields; with no method chosen it shows nothing
//! and only calls the API about intents for the shop's page. `GET /elements/wallet?origin=…&channel=…` is the frame of a wallet:
//! its button or its sheet. `GET /elements/return` is where a bank's page in a frame ends.

use axum::Router;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

const PAGE: &str = include_str!("page.html");
const RETURN: &str = include_str!("return.html");
const WALLET: &str = include_str!("wallet/page.html");
/// Scripts and styles below `/elements/`.
const FILES: [(&str, &str); 16] = [
    ("elements.css", include_str!("elements.css")),
    ("elements.js", include_str!("elements.js")),
    ("fields.js", include_str!("fields.js")),
    ("checks.js", include_str!("checks.js")),
    ("link.js", include_str!("link.js")),
    ("words.js", include_str!("words.js")),
    ("shop.js", include_str!("shop.js")),
    ("wallet.css", include_str!("wallet/wallet.css")),
    ("wallet.js", include_str!("wallet/frame.js")),
    ("wallet-button.js", include_str!("wallet/button.js")),
    ("wallet-focus.js", include_str!("wallet/focus.js")),
    ("wallet-parts.js", include_str!("wallet/parts.js")),
    ("wallet-samples.js", include_str!("wallet/samples.js")),
    ("wallet-sheet.js", include_str!("wallet/sheet.js")),
    ("wallet-token.js", include_str!("wallet/token.js")),
    ("wallet-words.js", include_str!("wallet/words.js")),
];
/// Placeholder for the allowed shop origins in the pages.
const SHOPS_MARK: &str = "SHOPS";

/// Routes of the fields. `shops`: origins (`https://shop.example`) of the pages that may embed the fields. Invalid origins are
/// left out; without any, the fields cannot be embedded at all.
pub fn router<S: Clone + Send + Sync + 'static>(shops: &[String]) -> Router<S> {
    let shops: Vec<&str> = shops.iter().map(String::as_str).filter(|origin| is_origin(origin)).collect();
    let listed = shops.join(" ");
    let mut router = Router::new();
    for (path, page) in [("/elements/", PAGE), ("/elements/return", RETURN), ("/elements/wallet", WALLET)] {
        let page = document(page.replace(SHOPS_MARK, &listed), &listed);
        router = router.route(path, get(move || async move { page.clone().into_response() }));
    }
    for (name, body) in FILES {
        router = router.route(&format!("/elements/{name}"), get(move || async move { file(name, body) }));
    }
    router
}

/// Whether a text is only scheme, host and port, so that it cannot inject into the policy or an HTML attribute.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let plain = |c: char| c.is_ascii_alphanumeric() || ".:-[]".contains(c);
    host.is_some_and(|host| !host.is_empty() && host.chars().all(plain))
}

type Document = ([(HeaderName, HeaderValue); 5], String);

/// A page with its policy: it may load only its own files and calls, and only the shops may embed it.
fn document(html: String, shops: &str) -> Document {
    let ancestors = if shops.is_empty() { "'none'" } else { shops };
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors {ancestors}"
    );
    let policy = HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    (headers, html)
}

fn file(name: &str, body: &'static str) -> Response {
    let kind = if name.ends_with("css") { "text/css; charset=utf-8" } else { "text/javascript; charset=utf-8" };
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache"), (X_CONTENT_TYPE_OPTIONS, "nosniff")];
    (headers, body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy_for(shops: &[&str]) -> String {
        let listed: Vec<&str> = shops.iter().copied().filter(|origin| is_origin(origin)).collect();
        let (headers, _) = document(String::new(), &listed.join(" "));
        let found = headers.iter().find(|(name, _)| name == CONTENT_SECURITY_POLICY);
        found.map(|(_, value)| value.to_str().unwrap_or_default().to_owned()).unwrap_or_default()
    }

    #[test]
    fn only_the_shops_named_may_show_the_fields() {
        assert!(policy_for(&["http://127.0.0.1:8080"]).ends_with("frame-ancestors http://127.0.0.1:8080"));
        assert!(policy_for(&[]).ends_with("frame-ancestors 'none'"));
    }

    #[test]
    fn what_is_no_origin_is_not_written_into_the_policy() {
        for text in ["*", "https://", "https://a.example; script-src *", "https://a.example *", "data:", "\"><script>"]
        {
            assert!(policy_for(&[text]).ends_with("frame-ancestors 'none'"), "{text}");
        }
    }

    #[test]
    fn the_pages_hold_no_script_and_no_style_of_their_own() {
        for page in [PAGE, RETURN, WALLET] {
            assert!(!page.contains("<style") && !page.contains("style=") && !page.contains("onload"));
            assert!(page.matches("<script").count() == page.matches("<script type=\"module\" src=").count());
            assert!(page.contains(SHOPS_MARK));
        }
    }
}
