//! Words of pages that depend on the language and are made on the server.

use shop_core::base::Lang;
use shop_core::catalogue::product::StockStatus;

/// Picks the Italian or the English words.
pub(crate) fn pick<'a>(lang: Lang, it: &'a str, en: &'a str) -> &'a str {
    if lang == Lang::It { it } else { en }
}

/// The translated text of a product where there is one.
pub(crate) fn text<'a>(lang: Lang, it: &'a str, en: Option<&'a String>) -> &'a str {
    match en {
        Some(en) if lang == Lang::En && !en.is_empty() => en,
        _ => it,
    }
}

/// Availability in words.
pub(crate) fn availability(status: StockStatus, few_left: Option<i64>, lang: Lang) -> String {
    match (status, few_left) {
        (StockStatus::OutOfStock, _) => pick(lang, "Esaurito", "Out of stock").to_owned(),
        (StockStatus::OnBackorder, _) => pick(lang, "Disponibile su ordinazione", "Available on backorder").to_owned(),
        (StockStatus::InStock, Some(1)) => pick(lang, "Ultimo pezzo", "Last piece").to_owned(),
        (StockStatus::InStock, Some(n)) => {
            if lang == Lang::It {
                format!("Ultimi {n} pezzi")
            } else {
                format!("Last {n} pieces")
            }
        }
        (StockStatus::InStock, None) => pick(lang, "Disponibile", "In stock").to_owned(),
    }
}
