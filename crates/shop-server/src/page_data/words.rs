//! Server-side helpers for translated texts.

use shop_core::base::Lang;
use shop_core::catalogue::product::StockStatus;
use shop_core::platform::words::site_texts;

/// Returns the English text of a product when there is one.
pub(crate) fn text<'a>(lang: Lang, it: &'a str, en: Option<&'a String>) -> &'a str {
    match en {
        Some(en) if lang == Lang::En && !en.is_empty() => en,
        _ => it,
    }
}

/// Returns the language of a text when it differs from the page's: Italian, when there is no translation.
pub(crate) fn own_lang(lang: Lang, is_translated: bool) -> Option<Lang> {
    (lang != Lang::It && !is_translated).then_some(Lang::It)
}

/// Wraps the merchant's HTML with `lang="it"` when it is Italian on a page in another language.
pub(crate) fn marked(lang: Lang, is_translated: bool, html: String) -> String {
    match own_lang(lang, is_translated).filter(|_| !html.is_empty()) {
        Some(own) => format!("<div lang=\"{}\">{html}</div>", own.as_str()),
        None => html,
    }
}

pub(crate) fn availability(status: StockStatus, few_left: Option<i64>, lang: Lang) -> String {
    match (status, few_left) {
        (StockStatus::OutOfStock, _) => site_texts::out_of_stock(lang).to_owned(),
        (StockStatus::OnBackorder, _) => site_texts::available_on_backorder(lang).to_owned(),
        (StockStatus::InStock, Some(1)) => site_texts::last_piece(lang).to_owned(),
        (StockStatus::InStock, Some(n)) => site_texts::pieces_left(lang, n),
        (StockStatus::InStock, None) => site_texts::in_stock(lang).to_owned(),
    }
}
