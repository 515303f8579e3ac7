//! Style sheet of the shop's theme.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use shop_services::Context;

use super::routing::to;
use super::state::AppState;

/// For content that never changes under its address.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// For a request with an outdated hash, from a cached page: the response is the current theme, which must not be cached under
/// that address.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/theme/{file}", get(to(style_sheet)))
}

/// Serves the theme's custom properties; the address contains their hash.
async fn style_sheet(State(context): State<Arc<Context>>, Path(file): Path<String>) -> Response {
    let Ok(settings) = context.settings().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let Some((path, css)) = settings.theme.style_sheet().filter(|_| file.ends_with(".css")) else {
        return (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, NO_STORE)]).into_response();
    };
    let cache_control = if path.strip_prefix("/theme/") == Some(file.as_str()) { IMMUTABLE } else { NO_STORE };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/css; charset=utf-8")),
        (header::CACHE_CONTROL, cache_control),
    ];
    (headers, css).into_response()
}
