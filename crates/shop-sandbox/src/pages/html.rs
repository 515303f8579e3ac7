//! The layout of all pages: escaped, with a strict content security policy, embeddable only by the shop.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use shop_core::base::text::escape_html;

use crate::Sandbox;

pub(crate) struct Page<'a> {
    pub(crate) title: &'a str,
    pub(crate) body: String,
    /// Another origin to which its form may redirect.
    pub(crate) form_action: Option<String>,
    /// Whether the shop may embed it in a frame.
    pub(crate) framed: bool,
}

/// Origin of a URL, if it is safe to write into the policy.
pub(crate) fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let clean =
        host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b':' | b'-' | b'[' | b']'));
    (matches!(scheme, "http" | "https") && clean && !host.is_empty()).then(|| format!("{scheme}://{host}"))
}

/// Renders a page.
pub(crate) fn page(sandbox: &Sandbox, status: StatusCode, page: Page<'_>) -> Response {
    let title = escape_html(page.title);
    let body = page.body;
    let html = format!(
        "<!doctype html>\n<html lang=\"it\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title} · Banca di prova</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"/assets/pages.css\">\n<script src=\"/assets/pages.js\" defer></script>\n\
         </head>\n<body>\n{body}\n</body>\n</html>\n"
    );
    let shops = sandbox.inner.options.shop_origins.join(" ");
    let ancestors = if page.framed { format!("'self' {shops}") } else { "'none'".to_owned() };
    let policy = format!(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; \
         form-action 'self' {}; frame-ancestors {ancestors}",
        page.form_action.unwrap_or_default(),
    );
    let mut response = (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Serves a static file of the pages.
pub(crate) async fn style_and_script(kind: &'static str, text: &'static str) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=300")];
    (headers, [(header::X_CONTENT_TYPE_OPTIONS, "nosniff")], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_that_could_change_the_policy_is_none() {
        for url in
            ["javascript:alert(1)", "https://a b/", "https://a;script-src *", "https://u@h/", "https:///x", "ftp://a/"]
        {
            assert_eq!(origin_of(url), None, "{url}");
        }
        assert_eq!(origin_of("https://shop.example:8443/a?b#c").as_deref(), Some("https://shop.example:8443"));
    }

    #[test]
    fn marks_of_html_are_escaped() {
        assert_eq!(escape_html("<a href='x'>\"&\"</a>"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;");
    }
}
