//! Cache of store API responses about the catalogue. They contain nothing of the visitor and are valid until catalogue or
//! settings change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shop_services::Shop;
use shop_services::accounts::buyer::Buyer;

/// End of the login cookie's name.
pub(crate) const LOGIN_COOKIE: &str = "bottega_login";
/// Most bytes cached; beyond it all entries are dropped.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// Largest cached response: a hundred products with long descriptions fit.
const MAX_RESPONSE_BYTES: usize = 1024 * 1024;

/// Version of an entry: the catalogue's snapshot and the version of the settings.
type Version = (u64, i64);

/// The cached responses of one version.
#[derive(Clone, Debug, Default)]
pub struct CachedResponses(Arc<Mutex<Cache>>);

#[derive(Debug, Default)]
struct Cache {
    version: Version,
    bytes: usize,
    responses: HashMap<String, Arc<CachedResponse>>,
}

#[derive(Debug)]
struct CachedResponse {
    headers: HeaderMap,
    body: Bytes,
}

impl CachedResponse {
    fn response(&self) -> Response {
        (self.headers.clone(), self.body.clone()).into_response()
    }
}

impl CachedResponses {
    fn find(&self, version: Version, key: &str) -> Option<Arc<CachedResponse>> {
        let cache = self.0.lock().ok()?;
        if cache.version == version { cache.responses.get(key).cloned() } else { None }
    }

    fn store(&self, version: Version, key: String, answer: CachedResponse) {
        let Ok(mut cache) = self.0.lock() else { return };
        let size = key.len() + answer.body.len() + 500;
        if cache.version != version || cache.bytes + size > MAX_BYTES {
            *cache = Cache { version, ..Cache::default() };
        }
        cache.bytes += size;
        cache.responses.insert(key, Arc::new(answer));
    }
}

/// Tells whether a request may come from a customer, who may have prices of his own: it bypasses the cache.
fn may_be_from_customer(headers: &HeaderMap) -> bool {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut names = cookies.flat_map(|value| value.split(';')).filter_map(|one| one.split('=').next());
    names.any(|name| name.trim_end().ends_with(LOGIN_COOKIE))
}

/// Middleware of the catalogue routes: serves guests from the cache.
pub(crate) async fn layer(
    State((shop, responses)): State<(Arc<Shop>, CachedResponses)>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() != Method::GET {
        return next.run(request).await;
    }
    if may_be_from_customer(request.headers()) {
        return next.run(request).await;
    }
    let Ok(seen) = shop.context.shop_for(&Buyer::GUEST).await else { return next.run(request).await };
    let version = (seen.catalogue.serial, shop.context.settings_version());
    let key = format!("{} {}", seen.settings.lang().as_str(), request.uri());
    if let Some(answer) = responses.find(version, &key) {
        return answer.response();
    }
    let response = next.run(request).await;
    if response.status() != StatusCode::OK {
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if bytes.len() <= MAX_RESPONSE_BYTES {
        responses.store(version, key, CachedResponse { headers: parts.headers.clone(), body: bytes.clone() });
    }
    Response::from_parts(parts, Body::from(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(size: usize) -> CachedResponse {
        CachedResponse { headers: HeaderMap::new(), body: vec![b'x'; size].into() }
    }

    #[test]
    fn a_request_with_a_logins_cookie_may_be_a_customers() {
        let with = |cookies: &str| HeaderMap::from_iter([(COOKIE, cookies.parse().unwrap())]);
        for (cookies, expected) in [
            ("", false),
            ("wp_woocommerce_session_bottega=1; bottega_account=1", false),
            ("a=1; bottega_login=x", true),
            ("__Host-bottega_login=x; a=1", true),
        ] {
            assert_eq!(may_be_from_customer(&with(cookies)), expected, "{cookies}");
        }
    }

    #[test]
    fn answers_of_another_catalogue_are_never_given() {
        let cache = CachedResponses::default();
        cache.store((1, 1), "/products".into(), answer(10));
        assert!(cache.find((1, 1), "/products").is_some());
        assert!(cache.find((2, 1), "/products").is_none());
        assert!(cache.find((1, 2), "/products").is_none());
        cache.store((2, 1), "/products/7".into(), answer(10));
        assert!(cache.find((2, 1), "/products").is_none());
    }

    #[test]
    fn no_more_than_the_limit_is_kept() {
        let cache = CachedResponses::default();
        for n in 0..100 {
            cache.store((1, 1), n.to_string(), answer(MAX_RESPONSE_BYTES));
        }
        assert!(cache.0.lock().unwrap().bytes <= MAX_BYTES);
        assert!(cache.find((1, 1), "99").is_some());
    }
}
