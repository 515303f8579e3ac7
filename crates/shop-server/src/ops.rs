//! What the operator asks: is it alive, is it ready, what are its figures.

use axum::extract::{Request, State};
use axum::http::{Extensions, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::state::AppState;

/// The process answers.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// The database answers too.
pub(crate) async fn readyz(State(state): State<AppState>) -> Response {
    match state.shop.store().ping().await {
        Ok(()) => "ready".into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "database unavailable").into_response(),
    }
}

/// Figures in the text format of Prometheus, for this machine and its private network alone; to anybody else there is no such
/// page. Behind a proxy that is not trusted by setting everybody seems to be near.
pub(crate) async fn metrics(State(state): State<AppState>, connection: Extensions) -> Response {
    if !crate::client::is_near(&connection) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let mut text = state.pages.metrics().text(&state.pages.gauges());
    text.push_str(&format!(
        "# TYPE shop_sql_statements_total counter\nshop_sql_statements_total {}\n",
        shop_storage::sql_statements()
    ));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// Refuses addresses with encoded control characters: no page has one, and they only serve to confuse logs and headers.
pub(crate) async fn no_control_characters(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_ascii_lowercase();
    if path.contains("%00") || path.contains("%0a") || path.contains("%0d") {
        return StatusCode::BAD_REQUEST.into_response();
    }
    next.run(request).await
}
