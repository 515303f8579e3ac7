//! The list of services and cookies for the cookie policy.

use shop_core::base::text::escape_html;
use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};
use shop_core::privacy::consent::{Category, ConsentService};

/// Services by category, each with its purpose, its cookies and their lifetime. Empty categories are listed as empty.
pub(super) fn cookie_list(services: &[ConsentService], lang: Lang) -> String {
    let translate = |code: &str| escape_html(&text(code, &Params::new(), lang));
    let mut out = String::new();
    for category in Category::ALL {
        out.push_str(&format!("<h3>{}</h3>", translate(category_code(category))));
        let own: Vec<&ConsentService> = services.iter().filter(|service| service.category == category).collect();
        if own.is_empty() {
            out.push_str(&format!("<p>{}</p>", translate(codes::CONSENT_NO_SERVICES)));
            continue;
        }
        out.extend(own.into_iter().map(|service| entry(service, lang)));
    }
    out
}

/// A service as a definition list, which fits a phone as well as a desktop.
fn entry(service: &ConsentService, lang: Lang) -> String {
    let names: Vec<String> = service.cookie_names().map(|name| format!("<code>{}</code>", escape_html(name))).collect();
    let facts = [
        (codes::CONSENT_SERVICE_HEADING, format!("<strong>{}</strong>", escape_html(service.name_in(lang)))),
        (codes::CONSENT_PURPOSE_HEADING, escape_html(service.purpose_in(lang))),
        (codes::CONSENT_COOKIES_HEADING, names.join("<br>")),
        (codes::CONSENT_RETENTION_HEADING, escape_html(service.retention_in(lang))),
    ];
    let mut out = String::from("<dl>");
    for (code, value) in facts.into_iter().filter(|(_, value)| !value.is_empty()) {
        let heading = escape_html(&text(code, &Params::new(), lang));
        out.push_str(&format!("<dt>{heading}</dt><dd>{value}</dd>"));
    }
    out.push_str("</dl>");
    out
}

/// Message code of a category's name.
pub fn category_code(category: Category) -> &'static str {
    match category {
        Category::Functional => codes::CONSENT_FUNCTIONAL,
        Category::Preferences => codes::CONSENT_PREFERENCES,
        Category::Statistics => codes::CONSENT_STATISTICS,
        Category::Marketing => codes::CONSENT_MARKETING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::rich_text::clean;

    #[test]
    fn the_list_names_every_service_with_its_cookies_under_its_category_and_survives_cleaning() {
        let service = ConsentService {
            id: "map".into(),
            name: "Mappa <b>".into(),
            purpose: "Mostra dove siamo".into(),
            purpose_en: "Shows where we are".into(),
            cookies: "NID\n_m_*".into(),
            retention: "6 mesi".into(),
            ..ConsentService::default()
        };
        let (italian, english) = (
            cookie_list(std::slice::from_ref(&service), Lang::It),
            cookie_list(std::slice::from_ref(&service), Lang::En),
        );
        let marketing = italian.split("<h3>Marketing</h3>").nth(1).unwrap();
        for value in ["Mappa &lt;b&gt;", "Mostra dove siamo", "<code>NID</code><br><code>_m_*</code>", "6 mesi"] {
            assert!(marketing.contains(value), "{value} in {marketing}");
        }
        assert!(english.contains("Shows where we are") && english.contains("6 mesi"));
        assert_eq!(italian.matches("<dl>").count(), 1);
        assert_eq!(clean(&italian), italian);
    }
}
