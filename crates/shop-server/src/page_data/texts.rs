//! The "not found" page.

use std::sync::Arc;

use axum::response::Response;
use shop_core::base::Lang;
use shop_core::platform::words::site_texts;
use shop_core::view::{Link, MenuEntry, TextPage};
use shop_services::accounts::buyer::Buyer;

use super::context::{Context, unavailable};
use crate::app::storefront::Storefront;
use crate::render::PageRequest;

/// Builds the page's text.
pub(crate) fn not_found(lang: Lang, categories: &[MenuEntry]) -> TextPage {
    TextPage {
        title: site_texts::page_not_found(lang).into(),
        html: site_texts::nothing_here(lang).into(),
        links: categories.iter().take(6).map(|c| Link { label: c.label.clone(), path: c.path.clone() }).collect(),
        ..TextPage::default()
    }
}

/// Responds to a visitor with the "not found" page.
pub(crate) async fn missing(storefront: &Arc<Storefront>, request: &PageRequest, path: &str) -> Response {
    let lang = storefront.web.context.settings().await.map(|s| s.lang()).unwrap_or_default();
    storefront
        .pages
        .respond_uncached(request, lang, || async {
            Ok(Context::load(storefront, &Buyer::GUEST).await.map_err(unavailable)?.not_found(path))
        })
        .await
}
