//! Settings of order attribution.

use shop_core::privacy::attribution::AttributionSettings;

use super::super::declare::settings;
use super::{line, number};

settings! {
    attribution: AttributionShopSettings in "attribution" {
        enabled: bool = true, "attribution.enabled",
            ["Annota da dove arrivano gli ordini", "Note where orders come from"],
            hint ["Solo per chi accetta il servizio «attribution» dell’elenco dei cookie; gli altri ordini restano di origine sconosciuta", "Only of whoever accepts the service “attribution” in the list of cookies; the origin of other orders stays unknown"];
        lifetime_days: i64, "attribution.lifetime_days" as number(0, 400),
            ["Giorni di durata dei cookie", "Days that the cookies live"],
            hint ["0: fino alla chiusura del browser. La durata va scritta anche nell’elenco dei cookie", "0: until the browser is closed. The list of cookies must say the same"];
        session_minutes: i64 = 30, "attribution.session_minutes" as number(1, 1440),
            ["Minuti senza pagine dopo cui comincia un’altra visita", "Minutes without a page after which another visit begins"];
        campaign_parameter: String, "attribution.campaign_parameter" as line(40),
            ["Altro parametro per la campagna", "Another parameter for the campaign"],
            hint ["Vale come utm_campaign nell’indirizzo dei tuoi annunci. Vuoto: nessuno", "Counts as utm_campaign in the address of your advertisements. Empty: none"];
        content_parameter: String, "attribution.content_parameter" as line(40),
            ["Altro parametro per il contenuto", "Another parameter for the content"];
        term_parameter: String, "attribution.term_parameter" as line(40),
            ["Altro parametro per le parole cercate", "Another parameter for the words searched for"];
    }
}

impl AttributionShopSettings {
    /// Converts the settings for the rules.
    pub(in crate::platform::settings) fn rules(&self) -> AttributionSettings {
        AttributionSettings {
            lifetime_months: months(self.lifetime_days),
            session_minutes: u32::try_from(self.session_minutes).unwrap_or(30),
            campaign_parameter: self.campaign_parameter.clone(),
            content_parameter: self.content_parameter.clone(),
            term_parameter: self.term_parameter.clone(),
            ..AttributionSettings::default()
        }
    }
}

/// Days as months of 30 days; 0 for the default of the specification (storefront, section 9), which is no whole number of
/// minutes.
fn months(days: i64) -> String {
    if days <= 0 {
        return AttributionSettings::default().lifetime_months;
    }
    // Rounded up, so that no minute is lost.
    let parts = (days * 100_000_000 + 29) / 30;
    format!("{}.{:08}", parts / 100_000_000, parts % 100_000_000)
}

#[cfg(test)]
mod tests {
    use shop_core::privacy::attribution::{AttributionVisit, visit};
    use shop_core::privacy::consent::Category;
    use shop_core::view::ATTRIBUTION_SERVICE;

    use super::*;
    use crate::platform::settings::ShopSettings;

    #[test]
    fn the_rules_of_a_new_shop_are_those_of_the_specification() {
        assert_eq!(AttributionShopSettings::default().rules(), AttributionSettings::default());
        let frame = ShopSettings::default().visits().attribution_frame().unwrap();
        assert_eq!((frame.service.as_str(), frame.category), ("attribution", Category::Marketing));
    }

    #[test]
    fn cookies_live_for_as_many_days_as_the_merchant_says() {
        let view = AttributionVisit { url: "https://shop.test/".into(), ..AttributionVisit::default() };
        for days in [1, 7, 31, 180, 400] {
            let settings = AttributionShopSettings { lifetime_days: days, ..AttributionShopSettings::default() };
            let cookies = visit(&view, &settings.rules()).cookies;
            let current = cookies.iter().find(|change| change.name == "sbjs_current").unwrap();
            assert!(current.text.contains(&format!("max-age={}", days * 86_400)), "{}", current.text);
        }
    }

    #[test]
    fn nothing_is_noted_where_it_is_off_or_nobody_can_be_asked() {
        let mut off = ShopSettings::default();
        off.attribution.enabled = false;
        let mut no_banner = ShopSettings::default();
        no_banner.consent.banner = false;
        let mut unlisted = ShopSettings::default();
        unlisted.consent_services.0.retain(|service| service.id != ATTRIBUTION_SERVICE);
        for settings in [off, no_banner, unlisted] {
            assert!(settings.visits().attribution_frame().is_none());
        }
        let mut moved = ShopSettings::default();
        for service in &mut moved.consent_services.0 {
            service.category = Category::Statistics;
        }
        assert_eq!(moved.visits().attribution_category(), Some(Category::Statistics));
    }
}
