//! The back office's page: one HTML document for all its paths. It loads its own script bundle, which [`crate::render::assets`]
//! serves. The document holds no data of the shop, so it needs no login; the API that the bundle calls does.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::problem::language;
use crate::app::routing::to;
use crate::app::state::AppState;
use crate::render::PageService;
use crate::render::document::back_office_document;
use crate::render::security::csp::{CspAdditions, CspNonce};

pub(super) fn router() -> axum::Router<AppState> {
    axum::Router::new()
        .route("/admin", get(to(page)))
        .route("/admin/", get(to(page)))
        .route("/admin/{*path}", get(to(page)))
}

/// Serves the document. Its CSP allows frames because the mailbox previews e-mails in one.
async fn page(State(pages): State<Arc<PageService>>, nonce: CspNonce, headers: HeaderMap) -> Response {
    let Some(files) = pages.assets().back_office_files() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "back office bundle missing: run scripts/build\n").into_response();
    };
    let html = back_office_document(files, language(&headers), "Bottega").with_nonce(nonce.as_str());
    let mut response = Body::from(html).into_response();
    response.extensions_mut().insert(CspAdditions { frame_src: vec!["'self'".into()], ..CspAdditions::default() });
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    response
}
