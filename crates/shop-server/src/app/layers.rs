//! Middleware around the routes. There are few layers, because each request clones a layer with everything inside it, so the cost
//! grows with the square of their number.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::failures::ErrorDescriber;
use super::state::AppState;
use super::storefront::WebContext;
use crate::page_data::content::{notices, preview};
use crate::page_data::payments::express;
use crate::page_data::privacy::consent;
use crate::platform::config::Config;

/// Wraps every route: rejects addresses with control characters, resolves the client's address, adds bodies to bare error
/// responses, and records the matched route.
pub(super) async fn whole(
    State(web): State<WebContext>,
    State(config): State<Arc<Config>>,
    route: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let errors = ErrorDescriber::for_request(&request);
    let response = if crate::platform::ops::has_control_characters(&request) {
        StatusCode::BAD_REQUEST.into_response()
    } else {
        crate::app::visitor::client::resolve(&config, request, next).await
    };
    let mut response = errors.add_error_body(web.lang(), response);
    crate::render::request_id::record_route(route, &mut response);
    response
}

/// Wraps pages: passes the visitor's session, consent and notices to them, and opens their content security policies accordingly.
pub(super) async fn pages(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let Ok(settings) = state.shop.context.settings().await else { return page(&state, request, next).await };
    let previewed_by = preview::resolve(&settings, &mut request);
    let consent = consent::resolve(&state.storefront, &settings, &mut request);
    notices::resolve(&state.storefront, &settings, &mut request).await;
    let moved_to = express::is_moved_to(request.uri().path());
    let mut response = page(&state, request, next).await;
    if moved_to {
        express::allow(&state.storefront, &settings, &mut response);
    }
    consent::update_cookies(&consent, &mut response);
    if let Some(origins) = previewed_by {
        preview::open(origins, &mut response);
    }
    response
}

async fn page(state: &AppState, request: Request, next: Next) -> Response {
    let target = (request.method(), request.uri());
    match crate::ajax::by_get(state, target, request.headers(), request.extensions()).await {
        Some(response) => response,
        None => next.run(request).await,
    }
}
