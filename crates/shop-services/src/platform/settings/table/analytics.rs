//! Settings of analytics: what is counted, and which other services receive it.

use shop_core::platform::merchant::setting::SettingKind;
use shop_core::privacy::analytics::TagKind;
use shop_core::privacy::consent::{Category, ConsentService};

use super::super::declare::settings;
use super::consent::own;
use super::number;

settings! {
    /// Visit statistics. All of them wait for the visitor's consent.
    analytics: AnalyticsSettings in "analytics" {
        own: bool = true, "analytics.own",
            ["Statistiche del negozio", "Statistics of the shop"],
            hint ["Somme per giorno, senza dati personali, solo di chi acconsente alle statistiche", "Sums by day, without personal data, only of who consents to statistics"];
        retention_days: i64 = 730, "analytics.keep_days" as number(31, 3650),
            ["Giorni per cui si conservano", "Days that they are kept"];
        [part "Servizi esterni", "Services of others"]
        measurement_id: String, "analytics.measurement_id" as SettingKind::Tag(TagKind::Measurement),
            ["Google Analytics: identificativo di misurazione", "Google Analytics: measurement identifier"],
            hint ["G-…; vuoto: spento. Si carica solo con il consenso alle statistiche", "G-…; empty: off. It is loaded only with consent to statistics"];
        tag_manager_id: String, "analytics.tag_manager_id" as SettingKind::Tag(TagKind::Manager),
            ["Google Tag Manager: identificativo", "Google Tag Manager: identifier"],
            hint ["GTM-…; vuoto: spento. Si carica solo con il consenso al marketing, perché può caricare di tutto", "GTM-…; empty: off. It is loaded only with consent to marketing, as it can load anything"];
        by_sku: bool, "analytics.by_sku",
            ["Ai servizi esterni i prodotti si dicono con lo SKU", "Services of others are told products by their SKU"];
    }
}

/// Service id of the shop's own statistics, in consent choices and records.
pub const OWN_STATISTICS: &str = "shop-statistics";
/// Service id of Google Analytics.
pub const MEASUREMENT: &str = "google-analytics";
/// Service id of the tag manager.
pub const TAG_MANAGER: &str = "google-tag-manager";

impl AnalyticsSettings {
    /// Measurement id of Google Analytics; `None` if disabled.
    pub fn measurement(&self) -> Option<String> {
        TagKind::Measurement.parse(&self.measurement_id)
    }

    /// Container id of the tag manager; `None` if disabled.
    pub fn tag_manager(&self) -> Option<String> {
        TagKind::Manager.parse(&self.tag_manager_id)
    }

    /// The enabled services, for consent banner and cookie policy.
    pub(in crate::platform::settings) fn services(&self) -> Vec<ConsentService> {
        let mut services = Vec::new();
        if self.own {
            services.push(own(
                (OWN_STATISTICS, Category::Statistics, ["Statistiche del negozio", "Statistics of the shop"]),
                [
                    "Conta quante volte una pagina, un prodotto o una ricerca sono stati visti, senza dire da chi. I dati restano al negozio.",
                    "Counts how often a page, a product or a search was seen, without telling by whom. The data stay with the shop.",
                ],
                "bottega_visit\nbottega_cart_before\nbottega_notes",
                ["Fino alla chiusura della scheda", "Until the tab is closed"],
            ));
        }
        if self.measurement().is_some() {
            services.push(ConsentService {
                sources: "www.googletagmanager.com/gtag/".into(),
                ..own(
                    (MEASUREMENT, Category::Statistics, ["Google Analytics"; 2]),
                    ["Misura le visite e gli acquisti.", "Measures visits and purchases."],
                    "_ga\n_ga_*",
                    ["2 anni", "2 years"],
                )
            });
        }
        if self.tag_manager().is_some() {
            services.push(ConsentService {
                sources: "www.googletagmanager.com/gtm.js".into(),
                ..own(
                    (TAG_MANAGER, Category::Marketing, ["Google Tag Manager"; 2]),
                    [
                        "Carica gli strumenti di misurazione e pubblicità scelti dal negozio.",
                        "Loads the tools for measuring and advertising that the shop has chosen.",
                    ],
                    "_gcl_*",
                    ["90 giorni", "90 days"],
                )
            });
        }
        services
    }
}

#[cfg(test)]
mod tests {
    use shop_core::privacy::consent::check_services;

    use super::*;

    #[test]
    fn a_new_shop_counts_for_itself_and_tells_nobody_else() {
        let settings = AnalyticsSettings::default();
        assert_eq!((settings.measurement(), settings.tag_manager()), (None, None));
        let named: Vec<String> = settings.services().into_iter().map(|service| service.id).collect();
        assert_eq!(named, [OWN_STATISTICS]);
    }

    #[test]
    fn what_is_on_is_asked_for_in_its_category_and_what_is_no_identifier_is_off() {
        let settings = AnalyticsSettings {
            own: false,
            measurement_id: "G-ABC1234567".into(),
            tag_manager_id: "GTM-ABC1234".into(),
            ..AnalyticsSettings::default()
        };
        let services = settings.services();
        assert_eq!(check_services(&services).unwrap(), services);
        let listed: Vec<_> = services.iter().map(|service| (service.id.as_str(), service.category)).collect();
        assert_eq!(listed, [(MEASUREMENT, Category::Statistics), (TAG_MANAGER, Category::Marketing)]);
        let invalid =
            AnalyticsSettings { measurement_id: "G-1\"><".into(), own: false, ..AnalyticsSettings::default() };
        assert_eq!((invalid.measurement(), invalid.services()), (None, vec![]));
    }
}
