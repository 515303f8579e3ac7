//! What answers where nothing else does.

use axum::response::Response;
use shop_core::base::Lang;
use shop_core::view::{Link, MenuEntry, TextPage};

use super::context::{Context, unavailable};
use super::words::pick;
use crate::render::PageRequest;
use crate::state::AppState;

/// What is shown where there is nothing.
pub(crate) fn not_found(lang: Lang, categories: &[MenuEntry]) -> TextPage {
    TextPage {
        title: pick(lang, "Pagina non trovata", "Page not found").into(),
        html: pick(
            lang,
            "<p>A questo indirizzo non c'è nulla. Forse il prodotto non è più in vendita, o l'indirizzo non è completo.</p>",
            "<p>There is nothing at this address. The product may no longer be sold, or the address is incomplete.</p>",
        )
        .into(),
        links: categories.iter().take(6).map(|c| Link { label: c.label.clone(), path: c.path.clone() }).collect(),
    }
}

/// The page that says that there is nothing, for one visitor.
pub(crate) async fn missing(state: &AppState, request: &PageRequest, path: &str) -> Response {
    let lang = state.shop.context.settings().await.map(|s| s.lang()).unwrap_or_default();
    state
        .pages
        .respond_uncached(request, lang, || async {
            Ok(Context::load(state).await.map_err(unavailable)?.not_found(path))
        })
        .await
}
