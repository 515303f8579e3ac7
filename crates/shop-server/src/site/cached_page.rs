//! Pages that all visitors who buy on the same terms share.

use axum::response::Response;

use crate::app::session::Session;
use crate::app::state::AppState;
use crate::page_data::context::{Context, unavailable};
use crate::render::{PageContent, PageFailure, PageRequest};

/// Answers with a page that `build` makes from its cached address for all who buy on the same terms.
pub(super) async fn shared(
    (state, session): (&AppState, &Session),
    request: &PageRequest,
    path: &str,
    raw: Option<&str>,
    known: &[&str],
    build: impl Fn(&Context, &str) -> Result<PageContent, PageFailure>,
) -> Response {
    let context = match Context::load(state, &session.buyer).await {
        Ok(context) => context,
        Err(error) => {
            return state.pages.respond_uncached(request, state.lang(), || async { Err(unavailable(error)) }).await;
        }
    };
    let key = context.key(path, raw, known);
    let address = key.address().to_owned();
    state.pages.respond(request, key, || async { build(&context, &address) }).await
}
