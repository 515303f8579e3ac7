//! Pages and posts that the merchant writes.

use axum::extract::{Path, RawQuery, State};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::content::page::PageKind;

use super::listing::shared;
use crate::page_data::written::{blog_content, written_content};
use crate::render::{PageFailure, PageRequest};
use crate::session::Session;
use crate::state::AppState;

/// The merchant's pages by their address; a missing slash at the end is added; anything else is not found.
pub(super) async fn page(
    State(state): State<AppState>,
    session: Session,
    method: Method,
    uri: Uri,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let address = uri.path().to_owned();
    if address.starts_with("/wp-json/") || address.starts_with("/api/") {
        let body = serde_json::json!({ "code": "rest_no_route", "message": "Percorso sconosciuto.", "data": { "status": 404 } });
        return (StatusCode::NOT_FOUND, axum::Json(body)).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let known =
            state.shop.context.pages().await.is_ok_and(|pages| {
                pages.at(PageKind::Page, address.trim_matches('/'), state.shop.context.now()).is_some()
            });
        return if known { StatusCode::METHOD_NOT_ALLOWED } else { StatusCode::NOT_FOUND }.into_response();
    }
    if address == "/shop/" || address == "/shop" {
        return Redirect::permanent("/negozio/").into_response();
    }
    let is_file = address.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if !address.ends_with('/') && !is_file && !address.starts_with("//") {
        let query = raw.map(|q| format!("?{q}")).unwrap_or_default();
        return Redirect::permanent(&format!("{address}/{query}")).into_response();
    }
    shared((&state, &session), &request, &address, None, &[], |context, address| {
        written_content(context, PageKind::Page, address.trim_matches('/'), address)
    })
    .await
}

/// `/blog/{slug}/`
pub(super) async fn post(
    State(state): State<AppState>,
    session: Session,
    Path(slug): Path<String>,
    uri: Uri,
    request: PageRequest,
) -> Response {
    shared((&state, &session), &request, uri.path(), None, &[], |context, address| {
        written_content(context, PageKind::Post, &slug, address)
    })
    .await
}

/// `/blog/`
pub(super) async fn blog(State(state): State<AppState>, session: Session, request: PageRequest) -> Response {
    shared((&state, &session), &request, "/blog/", None, &[], |context, address| Ok(blog_content(context, 1, address)))
        .await
}

/// `/blog/page/{n}/`
pub(super) async fn blog_page(
    State(state): State<AppState>,
    session: Session,
    Path(number): Path<String>,
    uri: Uri,
    request: PageRequest,
) -> Response {
    shared((&state, &session), &request, uri.path(), None, &[], |context, address| match number.parse::<usize>() {
        Ok(1) => Err(PageFailure::Redirect { location: "/blog/".into(), permanent: true }),
        Ok(number) if number > 1 => Ok(blog_content(context, number, address)),
        _ => Ok(context.not_found(address)),
    })
    .await
}
