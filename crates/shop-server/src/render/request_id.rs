//! Assigns an id to every request, logs it and counts it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{FromRequestParts, MatchedPath, OriginalUri, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Response};
use axum::middleware::Next;
use shop_services::Random;
use tracing::Instrument;

use super::metrics::Metrics;

/// Header with the request id, in requests and responses.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Request id: the client's when it is well-formed, or 16 random hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// The id as written into the log.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn from_header(header: Option<&HeaderValue>, random: &dyn Random) -> Self {
        let given = header.and_then(|value| value.to_str().ok()).filter(|text| is_sane(text));
        Self(given.map_or_else(|| random.hex(8).into(), Into::into))
    }
}

impl<S: Sync> FromRequestParts<S> for RequestId {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_else(|| Self("-".into())))
    }
}

fn is_sane(text: &str) -> bool {
    (8..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

/// State of [`observe`].
#[derive(Clone)]
pub struct Observer {
    pub metrics: Arc<Metrics>,
    /// Source of new ids.
    pub random: Arc<dyn Random>,
}

/// Records the matched route for [`observe`], from a middleware on the routes themselves.
pub fn record_route(route: Option<MatchedPath>, response: &mut Response<Body>) {
    if let Some(route) = route {
        response.extensions_mut().insert(route);
    }
}

/// Outermost middleware: `axum::middleware::from_fn_with_state(Observer { … }, request_id::observe)`. It sees every response;
/// [`tell_route`] supplies the matched route. The log line contains the path without its query, which may carry keys.
pub async fn observe(State(observer): State<Observer>, mut request: Request, next: Next) -> Response<Body> {
    let start = Instant::now();
    let id = RequestId::from_header(request.headers().get(&X_REQUEST_ID), observer.random.as_ref());
    let method = request.method().clone();
    // The original path, with its language prefix.
    let uri = request.extensions().get::<OriginalUri>().map_or_else(|| request.uri(), |uri| &uri.0);
    let path = uri.path().to_owned();
    request.extensions_mut().insert(id.clone());
    let span = tracing::info_span!("request", id = id.as_str());
    let mut response = next.run(request).instrument(span.clone()).await;
    let took = start.elapsed();
    let status = response.status().as_u16();
    let route = response.extensions_mut().remove::<MatchedPath>();
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    observer.metrics.request(route, status, took);
    span.in_scope(|| write_line(&method, &path, route, status, took));
    if let Ok(value) = HeaderValue::from_str(id.as_str()) {
        response.headers_mut().insert(X_REQUEST_ID, value);
    }
    response
}

fn write_line(method: &axum::http::Method, path: &str, route: &str, status: u16, took: Duration) {
    let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    // Static files and probes would drown the log.
    if status < 400 && (route.contains("{*path}") || matches!(route, "/healthz" | "/readyz" | "/metrics")) {
        tracing::debug!(target: "access", %method, path, route, status, us);
    } else if status < 500 {
        tracing::info!(target: "access", %method, path, route, status, us);
    } else {
        tracing::error!(target: "access", %method, path, route, status, us);
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    async fn answer(metrics: &Arc<Metrics>, path: &str, id: Option<&str>) -> Response<Body> {
        let router = Router::new()
            .route("/a/{slug}", get(|id: RequestId| async move { id.as_str().to_owned() }))
            .layer(axum::middleware::from_fn(async |route: Option<MatchedPath>, request: Request, next: Next| {
                let mut response = next.run(request).await;
                record_route(route, &mut response);
                response
            }))
            .layer(axum::middleware::from_fn_with_state(
                Observer { metrics: Arc::clone(metrics), random: Arc::new(shop_services::SystemRandom) },
                observe,
            ));
        let mut request = Request::get(path);
        if let Some(id) = id {
            request = request.header(X_REQUEST_ID, id);
        }
        router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn a_sane_name_is_kept_and_any_other_is_replaced() {
        let metrics = Arc::default();
        for (given, kept) in
            [(Some("abcd-1234"), true), (Some("short"), false), (Some("with space 1"), false), (None, false)]
        {
            let response = answer(&metrics, "/a/b", given).await;
            let sent = response.headers()[X_REQUEST_ID].to_str().unwrap().to_owned();
            assert_eq!(Some(sent.as_str()) == given, kept, "{given:?}");
            let seen = axum::body::to_bytes(response.into_body(), 100).await.unwrap();
            assert_eq!(seen, sent, "the handler sees the same name");
        }
    }

    #[tokio::test]
    async fn requests_are_counted_by_the_routers_pattern() {
        let metrics = Arc::default();
        answer(&metrics, "/a/b", None).await;
        answer(&metrics, "/a/c?key=1", None).await;
        answer(&metrics, "/made/up", None).await;
        let text = metrics.text(&[]);
        assert!(text.contains("{route=\"/a/{slug}\",status=\"2xx\"} 2"), "{text}");
        assert!(text.contains("{route=\"none\",status=\"4xx\"} 1"));
    }
}
