//! Cached pages, shared by all visitors who buy on the same terms.

use axum::response::Response;

use crate::app::state::AppState;
use crate::app::visitor::session::Session;
use crate::page_data::context::{Context, unavailable};
use crate::render::{PageContent, PageFailure, PageRequest};

/// Responds with the cached page of an address; `build` renders it on a miss, for all visitors who buy on the same terms.
pub(super) async fn respond_cached(
    (state, session): (&AppState, &Session),
    request: &PageRequest,
    path: &str,
    raw: Option<&str>,
    known_fields: &[&str],
    build: impl Fn(&Context, &str) -> Result<PageContent, PageFailure>,
) -> Response {
    let context = match Context::load(state, &session.buyer).await {
        Ok(context) => context,
        Err(error) => {
            return state.pages.respond_uncached(request, state.lang(), || async { Err(unavailable(error)) }).await;
        }
    };
    let key = context.key(path, raw, known_fields);
    let address = key.address().to_owned();
    state.pages.respond(request, key, || async { build(&context, &address) }).await
}
