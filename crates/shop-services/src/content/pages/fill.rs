//! Fills placeholders in the merchant's pages from the settings.

use shop_core::base::Lang;
use shop_core::base::text::escape_html;
use shop_core::platform::words::legal_texts;

use super::cookies::cookie_list;
use super::delivery::{delivery_costs, free_from_words};
use super::personal_data::personal_data_list;
use crate::platform::settings::ShopSettings;

/// Replaces `{seller}`, `{email}`, `{phone}`, `{free}`, `{delivery}`, `{cookies}` and `{personal_data}`.
pub fn fill(html: &str, settings: &ShopSettings, lang: Lang) -> String {
    let seller: Vec<String> = settings.seller_lines(lang).iter().map(|l| escape_html(l)).collect();
    let free = settings
        .free_shipping_from()
        .map_or_else(String::new, |from| legal_texts::free_within_italy(lang, free_from_words(settings, from, lang)));
    html.replace("{seller}", &seller.join("<br>"))
        .replace("{email}", &escape_html(&settings.seller.email))
        .replace("{phone}", &escape_html(&settings.seller.phone))
        .replace("{free}", &free)
        .replace("{delivery}", &delivery_costs(settings, lang))
        .replace("{personal_data}", &personal_data_list(&settings.retention, lang))
        .replace("{cookies}", &cookie_list(&settings.visits().listed_services(), lang))
}
