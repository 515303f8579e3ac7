//! `/batch`: up to 25 writes in one request, run in order, each with its own response.

use std::net::SocketAddr;
use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use http_body_util::BodyExt;
use serde_json::{Map, Value, json};
use shop_core::platform::words::rest_texts;
use tower::ServiceExt;

use super::BASES;
use super::error::ApiError;
use super::extract::CartRequest;
use super::openapi::bodies::Batch;
use super::openapi::responses::BatchAnswer;
use crate::app::routing::method_override::apply_override;
use crate::app::routing::to;
use crate::app::state::AppState;
use crate::app::storefront::WebContext;
use crate::app::visitor::nonces::STORE_API;

/// Where the requests of a batch go.
static ROUTES: LazyLock<Router<AppState>> =
    LazyLock::new(|| Router::from(super::visitor_operations()).fallback(to(super::error::no_route)));

/// Most requests of one batch.
const MAX_REQUESTS: usize = 25;

/// Runs a batch. Its requests are one visitor's: a session made by the first goes on in the next.
#[utoipa::path(post, path = "/batch", request_body = Batch, responses(
    (status = 207, body = BatchAnswer)
))]
pub(super) async fn run(State(state): State<AppState>, request: CartRequest) -> Result<Response, ApiError> {
    if let Some(named) = request.body.get("validation").filter(|named| !named.is_null())
        && !["normal", "require-all-validate"].iter().any(|known| named == known)
    {
        return Err(ApiError::param("validation", "rest_not_in_enum", |lang| {
            rest_texts::batch_validation(lang).to_owned()
        }));
    }
    let Some(Value::Array(requests)) = request.body.get("requests") else {
        return Err(ApiError::param("requests", "rest_missing_callback_param", |lang| {
            rest_texts::batch_requests(lang).to_owned()
        }));
    };
    if requests.len() > MAX_REQUESTS {
        return Err(ApiError::param("requests", "rest_too_many_items", |lang| {
            rest_texts::batch_too_many(lang, MAX_REQUESTS)
        }));
    }
    for one in requests {
        let method = one.get("method").filter(|method| !method.is_null()).map_or(Some("POST"), Value::as_str);
        if !method.is_some_and(|method| ["POST", "PUT", "PATCH", "DELETE"].contains(&method)) {
            return Err(ApiError::param("requests", "rest_not_in_enum", |lang| {
                rest_texts::batch_method(lang).to_owned()
            }));
        }
        let headers = one.get("headers").filter(|headers| !headers.is_null());
        if headers.is_some_and(|all| all.as_object().is_none_or(|all| !all.values().all(Value::is_string))) {
            return Err(ApiError::param("requests", "rest_invalid_type", |lang| {
                rest_texts::batch_headers(lang).to_owned()
            }));
        }
    }
    if requests.iter().any(|r| r.get("path").and_then(Value::as_str).is_none_or(|p| inner_path(p).is_none())) {
        let mut error =
            ApiError::worded(StatusCode::BAD_REQUEST, "woocommerce_rest_invalid_path", rest_texts::batch_path);
        nonce_headers(&mut error.headers, &state.storefront.web);
        return Err(error);
    }
    let mut visitor = request.headers.clone();
    visitor.remove(header::CONTENT_LENGTH);
    visitor.remove(header::CONTENT_TYPE);
    visitor.remove("nonce");
    let mut cookies = HeaderMap::new();
    let mut responses = Vec::with_capacity(requests.len());
    for one in requests {
        let (status, headers, body) = dispatch(one, &visitor, &request.connection, &state).await;
        for value in headers.get_all(header::SET_COOKIE) {
            remember_cookie(&mut visitor, value);
            cookies.append(header::SET_COOKIE, value.clone());
        }
        responses.push(json!({ "body": body, "status": status.as_u16(), "headers": header_object(&headers) }));
    }
    let mut response = (StatusCode::MULTI_STATUS, Json(json!({ "responses": responses }))).into_response();
    let headers = response.headers_mut();
    headers.extend(cookies);
    nonce_headers(headers, &state.storefront.web);
    Ok(response)
}

fn nonce_headers(headers: &mut HeaderMap, web: &WebContext) {
    let now = web.context.now();
    if let (Ok(nonce), Ok(stamp)) =
        (HeaderValue::from_str(&web.secrets.nonce(STORE_API, "", now)), HeaderValue::from_str(&now.to_string()))
    {
        headers.insert("nonce", nonce);
        headers.insert("nonce-timestamp", stamp);
        headers.insert("user-id", HeaderValue::from_static("0"));
    }
}

/// Returns the path below the API's base; `None` for other paths.
fn inner_path(path: &str) -> Option<&str> {
    let path = path.strip_prefix("/wp-json").unwrap_or(path);
    BASES
        .iter()
        .filter_map(|base| base.strip_prefix("/wp-json"))
        .find_map(|base| path.strip_prefix(base))
        // A batch within a batch would turn one request into thousands.
        .filter(|p| p.starts_with('/') && !p.starts_with("/batch"))
}

async fn dispatch(
    one: &Value,
    visitor: &HeaderMap,
    connection: &Extensions,
    state: &AppState,
) -> (StatusCode, HeaderMap, Value) {
    let path = one.get("path").and_then(Value::as_str).and_then(inner_path).unwrap_or("/");
    let method = one.get("method").and_then(Value::as_str).unwrap_or("POST");
    let body = one.get("body").cloned().unwrap_or(Value::Null);
    let bytes = if body.is_null() { Vec::new() } else { serde_json::to_vec(&body).unwrap_or_default() };
    let mut builder =
        Request::builder().method(Method::from_bytes(method.as_bytes()).unwrap_or(Method::POST)).uri(path);
    if let Some(headers) = builder.headers_mut() {
        headers.extend(visitor.clone());
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, value) in one.get("headers").and_then(Value::as_object).into_iter().flatten() {
            let text = value.as_str().unwrap_or_default();
            if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(text)) {
                headers.insert(name, value);
            }
        }
    }
    let failed = (StatusCode::INTERNAL_SERVER_ERROR, HeaderMap::new(), Value::Null);
    // Not every string is a valid URI.
    let Ok(mut request) = builder.body(Body::from(bytes)) else {
        return (
            StatusCode::NOT_FOUND,
            HeaderMap::new(),
            super::error::no_route().await.body(state.storefront.web.lang()),
        );
    };
    apply_override(&mut request);
    // Rate limits and order records see the client, not the batch.
    if let Some(info) = connection.get::<ConnectInfo<SocketAddr>>() {
        request.extensions_mut().insert(*info);
    }
    let Ok(mut response) = ROUTES.clone().with_state(state.clone()).oneshot(request).await;
    if let Some(error) = ApiError::take(&mut response) {
        return (response.status(), response.headers().clone(), error.body(state.storefront.web.lang()));
    }
    let (parts, body) = response.into_parts();
    let Ok(collected) = body.collect().await else { return failed };
    let mut value = serde_json::from_slice(&collected.to_bytes()).unwrap_or(Value::Null);
    if value.is_null() && parts.status.is_server_error() {
        let lang = state.storefront.web.lang();
        value = crate::app::failure_codes::in_json(parts.status, lang);
    }
    (parts.status, parts.headers, value)
}

/// Carries a cookie set by one request over to the next.
fn remember_cookie(visitor: &mut HeaderMap, set_cookie: &HeaderValue) {
    let Some(pair) = set_cookie.to_str().ok().and_then(|v| v.split(';').next()) else { return };
    let Some((name, _)) = pair.split_once('=') else { return };
    let before = visitor.get(header::COOKIE).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned();
    let mut cookies: Vec<&str> =
        before.split(';').map(str::trim).filter(|p| !p.is_empty() && p.split('=').next() != Some(name)).collect();
    cookies.push(pair);
    if let Ok(value) = HeaderValue::from_str(&cookies.join("; ")) {
        visitor.insert(header::COOKIE, value);
    }
}

fn header_object(headers: &HeaderMap) -> Value {
    let mut out = Map::new();
    for (name, value) in headers {
        if name != header::SET_COOKIE {
            out.insert(name.as_str().to_owned(), value.to_str().unwrap_or_default().into());
        }
    }
    Value::Object(out)
}
