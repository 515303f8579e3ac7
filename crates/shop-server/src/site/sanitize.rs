//! Clean HTML of merchants' texts: see [`shop_core::content::html`].

pub(super) use shop_core::content::html::clean;

/// Paragraphs around a text that has none.
pub(super) fn paragraphs(html: &str) -> String {
    let cleaned = clean(html);
    if cleaned.is_empty() || cleaned.contains("<p>") { cleaned } else { format!("<p>{cleaned}</p>") }
}
