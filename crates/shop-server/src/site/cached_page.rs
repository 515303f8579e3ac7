//! Cached pages, shared by all visitors who buy on the same terms.

use std::sync::Arc;

use axum::response::Response;

use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::page_data::context::{Context, unavailable};
use crate::render::{PageContent, PageFailure, PageRequest};

/// Responds with the cached page of an address; `build` renders it on a miss, for all visitors who buy on the same terms.
pub(super) async fn respond_cached(
    (storefront, session): (&Arc<Storefront>, &Session),
    request: &PageRequest,
    path: &str,
    raw: Option<&str>,
    known_fields: &[&str],
    build: impl Fn(&Context, &str) -> Result<PageContent, PageFailure>,
) -> Response {
    let context = match Context::load(storefront, &session.buyer).await {
        Ok(context) => context,
        Err(error) => {
            return storefront
                .pages
                .respond_uncached(request, storefront.web.lang(), || async { Err(unavailable(error)) })
                .await;
        }
    };
    let key = context.key(path, raw, known_fields);
    let address = key.address().to_owned();
    storefront.pages.respond(request, key, || async { build(&context, &address) }).await
}
