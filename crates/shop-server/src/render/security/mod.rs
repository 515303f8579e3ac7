//! Security headers of every response.

pub mod csp;
pub mod csp_report;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri};
use axum::middleware::Next;
use shop_core::payments::redirect::without_secrets;
use shop_services::Random;

use csp::{CspAdditions, CspNonce, policy};

/// One year, the minimum of browsers' preload lists. Without subdomains, which may belong to others.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Payment sheets are the only device feature that the shop uses; `$payment`: origins that may open them.
macro_rules! permissions {
    ($payment:literal) => {
        HeaderValue::from_static(concat!(
            "payment=",
            $payment,
            ", accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), \
             gyroscope=(), magnetometer=(), microphone=(), midi=(), serial=(), usb=(), xr-spatial-tracking=()"
        ))
    };
}

const PERMISSIONS: HeaderValue = permissions!("(self)");
/// Wallet buttons are in the provider's frames, and in frames within these. The policy decides which frames there are.
const FRAMES_PERMISSIONS: HeaderValue = permissions!("*");

const OPENER: HeaderValue = HeaderValue::from_static("same-origin");
/// A wallet's window that a frame opens must be able to reach its opener.
const FRAMES_OPENER: HeaderValue = HeaderValue::from_static("same-origin-allow-popups");

/// Policy of responses that are not documents. An SVG opened directly is a document: it keeps its styles and nothing else.
const NO_DOCUMENT: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox");

/// Settings of the headers.
#[derive(Clone)]
pub struct Security {
    /// Whether the shop's public address begins with `https://`. Only then may browsers be restricted to https.
    pub https: bool,
    /// Source of nonces.
    pub random: Arc<dyn Random>,
}

/// Middleware around everything that responds: `axum::middleware::from_fn_with_state(Security { … }, security::headers)`. Creates
/// the request's [`CspNonce`] and writes the headers, but leaves a policy that a handler set.
pub async fn headers(State(security): State<Security>, mut request: Request, next: Next) -> Response<Body> {
    let nonce = CspNonce::new(security.random.as_ref());
    request.extensions_mut().insert(nonce.clone());
    let referrer = referrer_policy(request.uri());
    let mut response = next.run(request).await;
    let additions = response.extensions_mut().remove::<CspAdditions>();
    let status = response.status();
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, referrer);
    if security.https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HSTS);
    }
    if status != StatusCode::NOT_MODIFIED {
        set_policy(headers, &nonce, additions.as_ref(), security);
    }
    response
}

/// Decides which part of the address the next page may see: only the shop's origin when the address contains an order key or a
/// password token, because third-party scripts may read it there.
fn referrer_policy(uri: &Uri) -> HeaderValue {
    let address = uri.to_string();
    let secret = without_secrets(&address) != address;
    HeaderValue::from_static(if secret { "strict-origin" } else { "strict-origin-when-cross-origin" })
}

/// Sets the policy. A 304 gets none: the browser would apply it to the cached page, which has another nonce, so the page's inline
/// style would no longer match.
fn set_policy(headers: &mut HeaderMap, nonce: &CspNonce, additions: Option<&CspAdditions>, security: Security) {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if !kind.starts_with("text/html") {
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(NO_DOCUMENT);
        return;
    }
    let frames = additions.is_some_and(|additions| !additions.frame_src.is_empty());
    let (permissions, opener) = if frames { (FRAMES_PERMISSIONS, FRAMES_OPENER) } else { (PERMISSIONS, OPENER) };
    headers.insert(HeaderName::from_static("permissions-policy"), permissions);
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), opener);
    // The older X-Frame-Options cannot name pages: when some are named, only the policy applies.
    if additions.is_none_or(|additions| additions.frame_ancestors.is_empty()) && !headers.contains_key(X_FRAME_OPTIONS)
    {
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    if !headers.contains_key(CONTENT_SECURITY_POLICY)
        && let Ok(value) = HeaderValue::try_from(policy(nonce, additions, security.https))
    {
        headers.insert(CONTENT_SECURITY_POLICY, value);
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::response::{Html, IntoResponse};
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    async fn answer(path: &str, https: bool) -> Response<Body> {
        let router = Router::new()
            .route("/page", get(|nonce: CspNonce| async move { Html(nonce.as_str().to_owned()) }))
            .route("/json", get(|| async { ([(CONTENT_TYPE, "application/json")], "{}") }))
            .route("/same", get(|| async { StatusCode::NOT_MODIFIED }))
            .route(
                "/framed",
                get(|| async {
                    let mut response = Html("").into_response();
                    let frame_ancestors = vec!["'self'".into()];
                    response.extensions_mut().insert(CspAdditions { frame_ancestors, ..CspAdditions::default() });
                    response
                }),
            )
            .route(
                "/wallets",
                get(|| async {
                    let mut response = Html("").into_response();
                    let frame_src = vec!["https://js.stripe.com".into()];
                    response.extensions_mut().insert(CspAdditions { frame_src, ..CspAdditions::default() });
                    response
                }),
            )
            .layer(axum::middleware::from_fn_with_state(
                Security { https, random: Arc::new(shop_services::SystemRandom) },
                headers,
            ));
        router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap()
    }

    fn header<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
        response.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[tokio::test]
    async fn a_document_names_the_nonce_that_its_handler_was_given() {
        let response = answer("/page", true).await;
        assert_eq!(header(&response, "x-frame-options"), "DENY");
        assert_eq!(header(&response, "cross-origin-opener-policy"), "same-origin");
        assert_eq!(header(&response, "strict-transport-security"), "max-age=31536000");
        let policy = header(&response, "content-security-policy").to_owned();
        assert!(policy.ends_with("upgrade-insecure-requests"));
        let nonce = axum::body::to_bytes(response.into_body(), 100).await.unwrap();
        assert!(policy.contains(&format!("'nonce-{}'", String::from_utf8_lossy(&nonce))));
    }

    #[tokio::test]
    async fn a_shop_without_https_demands_none() {
        let response = answer("/page", false).await;
        assert_eq!(header(&response, "strict-transport-security"), "");
        assert!(!header(&response, "content-security-policy").contains("upgrade"));
    }

    #[tokio::test]
    async fn the_page_after_one_with_a_key_in_its_address_learns_of_the_shop_alone() {
        for (path, policy) in [
            ("/page", "strict-origin-when-cross-origin"),
            ("/page?s=key", "strict-origin-when-cross-origin"),
            ("/page?key=wc_order_x", "strict-origin"),
            ("/page?a=1&payment_intent_client_secret=x", "strict-origin"),
        ] {
            assert_eq!(header(&answer(path, true).await, "referrer-policy"), policy, "{path}");
        }
    }

    #[tokio::test]
    async fn what_is_no_document_may_do_nothing() {
        let response = answer("/json", false).await;
        assert_eq!(header(&response, "content-security-policy"), NO_DOCUMENT);
        assert_eq!(header(&response, "x-content-type-options"), "nosniff");
    }

    #[tokio::test]
    async fn an_unchanged_page_keeps_the_policy_that_it_came_with() {
        assert_eq!(header(&answer("/same", true).await, "content-security-policy"), "");
    }

    #[tokio::test]
    async fn a_page_made_for_frames_may_be_framed_where_it_says() {
        let response = answer("/framed", false).await;
        assert_eq!(header(&response, "x-frame-options"), "");
        assert!(header(&response, "content-security-policy").contains("frame-ancestors 'self'"));
    }

    #[tokio::test]
    async fn wallets_in_frames_may_open_their_sheets_and_windows_and_other_pages_frames_may_not() {
        let [page, wallets] = [answer("/page", true).await, answer("/wallets", true).await];
        for (response, payment, opener) in
            [(page, "payment=(self), ", "same-origin"), (wallets, "payment=*, ", "same-origin-allow-popups")]
        {
            let permissions = header(&response, "permissions-policy");
            assert!(permissions.starts_with(payment) && permissions.contains("camera=(), "), "{permissions}");
            assert_eq!(header(&response, "cross-origin-opener-policy"), opener);
        }
    }
}
