//! The back office's page: one document for all its addresses, in which its own script bundle runs, and that bundle's
//! files. The page holds nothing of the shop, so it needs no login; the bundle asks the API, which does.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use super::problem::language;
use crate::render::document::back_office_document;
use crate::secrets::random_hex;
use crate::state::AppState;

pub(super) fn router() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/admin", get(page))
        .route("/admin/", get(page))
        .route("/admin/{*path}", get(page))
        .route("/admin/assets/{*path}", get(asset))
}

/// The document.
async fn page(State(state): State<AppState>, headers: HeaderMap) -> Response {
    let Some(files) = state.pages.assets().back_office_files() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "back office bundle missing: run scripts/build\n").into_response();
    };
    let nonce = random_hex(16);
    let html = back_office_document(files, language(&headers), "Bottega").with_nonce(&nonce);
    let mut response = Html(html).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    if let Ok(policy) = HeaderValue::from_str(&policy(&nonce)) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Own files only; frames show messages; nobody frames the back office.
fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'"
    )
}

/// A file of the bundle.
async fn asset(State(state): State<AppState>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    state.pages.assets().back_office_file(&format!("assets/{path}"), &headers)
}
