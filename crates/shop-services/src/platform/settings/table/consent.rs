//! Settings of cookie consent.

use serde::{Deserialize, Serialize};
use shop_core::privacy::consent::{Category, ConsentService, ConsentSettings, ConsentType};

use super::super::declare::{choices, settings};
use super::{line, number};

settings! {
    consent: ConsentShopSettings in "consent" {
        banner: bool = true, "consent.banner",
            ["Chiedi il consenso ai cookie", "Ask for consent to cookies"],
            hint ["Spento, restano attivi solo i cookie tecnici", "Off, only technical cookies are on"];
        policy_id: i64 = 15, "consent.policy_id" as number(1, 1_000_000),
            ["Numero dell’informativa", "Number of the policy"],
            hint ["Un numero nuovo annulla le scelte fatte e le chiede di nuovo a tutti. Cresce da sé quando si aggiunge un servizio che chiede il consenso", "A new number takes back all choices and asks everybody anew. It grows by itself when a service that needs consent is added"];
        policy_page: Option<String> = Some("/cookie/".into()), "consent.policy_page",
            ["Pagina dell’informativa sui cookie", "Page of the cookie policy"],
            hint ["Con {cookies} nel testo vi compare l’elenco dei servizi, con {consent} la scelta", "With {cookies} in its text it has the list of services, with {consent} the choice"];
        [part "Regole", "Rules"]
        rule: ConsentType, "consent.rule", ["Come si dà il consenso", "How consent is given"];
        region: String = "eu".into(), "consent.region" as line(20),
            ["Regione di cui valgono le regole", "Region whose rules hold"];
        signals: bool = true, "consent.signals",
            ["Rispetta Do Not Track e Global Privacy Control", "Respect Do Not Track and Global Privacy Control"];
        ask_again_days: i64 = 183, "consent.ask_again_days" as number(183, 3650),
            ["Giorni dopo cui si chiede di nuovo", "Days after which it is asked again"],
            hint ["Almeno sei mesi (Garante, 10 giugno 2021)", "Six months at least (Garante, 10 June 2021)"];
        expiry_days: i64 = 365, "consent.expiry_days" as number(1, 365),
            ["Giorni di durata dei cookie del consenso", "Days that the cookies of consent live"];
        dismiss_on_scroll: bool, "consent.dismiss_on_scroll",
            ["Scorrere la pagina chiude il riquadro", "Scrolling closes the banner"],
            hint ["Solo dove vale il rifiuto", "Only where what is not refused is allowed"];
        dismiss_after_s: i64, "consent.dismiss_after_s" as number(0, 600),
            ["Secondi dopo cui il riquadro si chiude", "Seconds after which the banner closes"],
            hint ["0: mai. Solo dove vale il rifiuto", "0: never. Only where what is not refused is allowed"];
        [part "Registro", "Record"]
        recorded: bool = true, "consent.recorded",
            ["Conserva la prova delle scelte", "Keep a proof of choices"],
            hint ["Per quanto tempo, lo dicono i tempi di conservazione", "For how long is said by the retention times"];
    }
}

choices! {
    ConsentType {
        Optin = "optin" ["Si attiva solo ciò che è accettato", "Only what is accepted is on"],
        Optout = "optout" ["Si attiva ciò che non è rifiutato", "What is not refused is on"],
        Other = "other" ["Non si chiede nulla", "Nothing is asked"],
    }
}

impl ConsentShopSettings {
    /// Converts the settings for the rules; `secure`: the shop is served over https.
    pub fn rules(&self, secure: bool) -> ConsentSettings {
        ConsentSettings {
            consent_type: self.rule,
            region: self.region.clone(),
            policy_id: self.policy_id,
            cookie_expiry_days: self.expiry_days,
            secure,
            honour_signals: self.signals,
            dismiss_on_scroll: self.dismiss_on_scroll,
            dismiss_after_ms: (self.dismiss_after_s > 0).then_some(self.dismiss_after_s.saturating_mul(1000)),
            store_consent: self.recorded,
            ask_again_days: self.ask_again_days,
            ..ConsentSettings::default()
        }
    }
}

/// Services of a shop that set cookies or embed content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConsentServices(pub Vec<ConsentService>);

impl Default for ConsentServices {
    /// The services of the shop itself.
    fn default() -> Self {
        let mut services = needed();
        services.push(own(
            ("attribution", Category::Marketing, ["Provenienza degli ordini", "Where orders come from"]),
            [
                "Ricorda da quale sito o campagna arriva la visita e lo annota nell’ordine. I dati restano al negozio.",
                "Remembers which site or campaign the visit came from and notes it in the order. The data stay with the shop.",
            ],
            "sbjs_*",
            ["Fino alla chiusura del browser", "Until the browser is closed"],
        ));
        Self(services)
    }
}

/// Placeholder in a service's retention text for the configured lifetime of the consent cookies in days.
pub(in crate::platform::settings) const CONSENT_DAYS: &str = "{consent_days}";

/// Services that the shop needs to work, which require no consent.
pub(in crate::platform::settings) fn needed() -> Vec<ConsentService> {
    let mut services = for_buying();
    services.extend(for_visiting());
    services
}

/// Services for buying.
fn for_buying() -> Vec<ConsentService> {
    vec![
        own(
            ("cart", Category::Functional, ["Carrello", "Cart"]),
            ["Ricorda che cosa c’è nel carrello.", "Remembers what is in the cart."],
            "wp_woocommerce_session_*\nwoocommerce_cart_hash\nwoocommerce_items_in_cart",
            ["30 giorni", "30 days"],
        ),
        own(
            ("cart-copy", Category::Functional, ["Copia del carrello", "Copy of the cart"]),
            [
                "Conserva nel browser una copia del carrello, per mostrarlo subito, e le modifiche fatte senza connessione, finché non arrivano al negozio.",
                "Keeps a copy of the cart in the browser, to show it at once, and changes made without a connection until they reach the shop.",
            ],
            "bottega_cart\nbottega_cart_hash\nbottega_cart_waiting\nbottega-express-cart\nbottega-express-key",
            [
                "Fino alla chiusura della scheda; il codice del carrello e le modifiche in attesa finché non cambiano",
                "Until the tab is closed; the cart’s code and changes that wait until they change",
            ],
        ),
        own(
            ("checkout", Category::Functional, ["Cassa", "Checkout"]),
            [
                "Conserva nel browser ciò che scrivi alla cassa, per non fartelo riscrivere, e l’indirizzo della pagina del tuo ordine. Mai le password.",
                "Keeps in the browser what you type at the checkout, so that you need not type it again, and the address of your order’s page. Never passwords.",
            ],
            "bottega_checkout*\nbottega_hidden_addresses",
            ["Un giorno, o fino alla chiusura della scheda", "A day, or until the tab is closed"],
        ),
        own(
            ("trade", Category::Functional, ["Partita IVA", "VAT number"]),
            ["Ricorda la partita IVA che hai fatto verificare.", "Remembers the VAT number that you had checked."],
            "b2bking_validated_vat_status\nb2bking_validated_vat_number",
            ["Fino alla chiusura del browser", "Until the browser is closed"],
        ),
    ]
}

/// Services for visiting.
fn for_visiting() -> Vec<ConsentService> {
    vec![
        own(
            ("account", Category::Functional, ["Account", "Account"]),
            ["Tiene aperto l’accesso all’account.", "Keeps you logged in."],
            "bottega_login\n__Host-bottega_login\nbottega_account",
            [
                "Fino alla chiusura del browser, o 14 giorni per chi vuole essere ricordato",
                "Until the browser is closed, or 14 days for who wants to be remembered",
            ],
        ),
        own(
            ("consent", Category::Functional, ["Consenso", "Consent"]),
            ["Ricorda le tue scelte sui cookie.", "Remembers your choices about cookies."],
            "cmplz_*",
            ["{consent_days} giorni", "{consent_days} days"],
        ),
        own(
            ("language", Category::Functional, ["Lingua", "Language"]),
            ["Ricorda la lingua che hai scelto.", "Remembers the language that you chose."],
            "bottega_language",
            ["365 giorni", "365 days"],
        ),
        own(
            ("notices", Category::Functional, ["Avvisi", "Notices"]),
            ["Ricorda gli avvisi che hai chiuso.", "Remembers the notices that you closed."],
            "store_notice*\ncoming_soon_banner_dismissed",
            ["365 giorni", "365 days"],
        ),
        own(
            ("quick-view", Category::Functional, ["Anteprima", "Quick view"]),
            [
                "Ricorda che in questa visita l’anteprima di un prodotto si è già aperta da sola.",
                "Remembers that the quick view of a product has opened by itself during this visit.",
            ],
            "bottega_quick_view_opened",
            ["Fino alla chiusura della scheda", "Until the tab is closed"],
        ),
        own(
            ("offline", Category::Functional, ["Uso senza connessione", "Use without a connection"]),
            [
                "Conserva nel browser pagine e immagini già viste, per mostrarle quando manca la connessione.",
                "Keeps pages and pictures that you have seen in the browser, to show them when there is no connection.",
            ],
            "bottega-*-pages\nbottega-*-files\nbottega-*-pictures",
            ["Fino al prossimo aggiornamento del negozio", "Until the shop’s next update"],
        ),
    ]
}

/// A service of the shop itself.
pub(super) fn own(
    (id, category, [name, name_en]): (&str, Category, [&str; 2]),
    [purpose, purpose_en]: [&str; 2],
    cookies: &str,
    [retention, retention_en]: [&str; 2],
) -> ConsentService {
    ConsentService {
        id: id.into(),
        category,
        name: name.into(),
        name_en: name_en.into(),
        purpose: purpose.into(),
        purpose_en: purpose_en.into(),
        cookies: cookies.into(),
        retention: retention.into(),
        retention_en: retention_en.into(),
        ..ConsentService::default()
    }
}

#[cfg(test)]
mod tests {
    use shop_core::privacy::consent::check_services;

    use super::*;

    #[test]
    fn the_services_of_a_new_shop_are_as_the_merchant_may_write_them() {
        let services = ConsentServices::default().0;
        assert_eq!(check_services(&services).unwrap(), services);
    }

    /// Source files of the shop's pages that store something in the browser.
    fn storing(folder: &std::path::Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() {
                // The back office is only for those who run the shop.
                if name != "admin" {
                    storing(&path, found);
                }
            } else if name.contains(".ts") && !name.contains(".test.") {
                let text = std::fs::read_to_string(&path).unwrap();
                if ["localStorage", "sessionStorage", "caches.", "document.cookie", "storageKey(", "Cookie"]
                    .iter()
                    .any(|sign| text.contains(sign))
                {
                    found.push((name, text));
                }
            }
        }
    }

    #[test]
    fn the_list_states_the_days_that_a_choice_is_kept_as_they_are_set() {
        let mut settings = crate::platform::settings::ShopSettings::default();
        settings.consent.expiry_days = 90;
        let services = settings.visits().listed_services();
        let consent = services.iter().find(|service| service.id == "consent").unwrap();
        assert_eq!((consent.retention.as_str(), consent.retention_en.as_str()), ("90 giorni", "90 days"));
        assert!(services.iter().all(|service| !service.retention.contains('{')), "{services:?}");
    }

    #[test]
    fn the_list_names_all_that_the_shops_pages_keep_in_the_browser() {
        let mut settings = crate::platform::settings::ShopSettings::default();
        settings.email_capture.enabled = true;
        let services = settings.visits().listed_services();
        let names: Vec<&str> = services.iter().flat_map(ConsentService::cookie_names).collect();
        let is_listed = |name: &str| {
            names.iter().any(|pattern| match pattern.split_once('*') {
                None => *pattern == name,
                Some((head, tail)) => name.starts_with(head) && name.ends_with(tail),
            })
        };
        let (mut sources, mut stored_names) = (Vec::new(), std::collections::BTreeSet::new());
        storing(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src"), &mut sources);
        for (file, text) in &sources {
            let mut quoted: Vec<&str> = Vec::new();
            for quote in ['"', '`'] {
                for (at, _) in text.match_indices(quote) {
                    quoted.extend(text.get(at + 1..).and_then(|rest| rest.split(quote).next()));
                }
            }
            for literal in quoted {
                // A header, a prefix of cache names, and an event name.
                if ["bottega-offline", "bottega-", "bottega:go"].contains(&literal) {
                    continue;
                }
                let ours =
                    ["bottega", "b2bking_validated", "tracking_email"].iter().any(|head| literal.starts_with(head));
                let name = literal.replace("${release}", "1").replace("${kind}", "pages");
                if ours {
                    assert!(is_listed(&name), "{name} of {file} is not in the cookie policy");
                    stored_names.insert(name);
                }
            }
        }
        for name in [
            "bottega_checkout",
            "bottega_cart",
            "bottega_cart_hash",
            "bottega_cart_waiting",
            "bottega-express-cart",
            "bottega-express-key",
        ] {
            assert!(stored_names.contains(name), "{name}: {stored_names:?}");
        }
        assert!(
            stored_names.contains("b2bking_validated_vat_number") && stored_names.contains("bottega-1-pages"),
            "{stored_names:?}"
        );
    }

    #[test]
    fn the_rules_of_a_new_shop_are_those_of_the_specification() {
        let rules = ConsentShopSettings::default().rules(true);
        assert_eq!(rules, ConsentSettings::default());
        assert!(!ConsentShopSettings::default().rules(false).secure);
        let timed = ConsentShopSettings { dismiss_after_s: 5, ..ConsentShopSettings::default() };
        assert_eq!(timed.rules(true).dismiss_after_ms, Some(5000));
    }
}
