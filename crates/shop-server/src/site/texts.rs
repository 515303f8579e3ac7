//! What answers where nothing else does.

use shop_core::Lang;
use shop_core::view::{Link, MenuEntry, TextPage};

use super::words::pick;

/// What is shown where there is nothing.
pub(super) fn not_found(lang: Lang, categories: &[MenuEntry]) -> TextPage {
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
