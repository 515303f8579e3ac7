//! Settings of the capture of e-mail addresses for marketing while they are typed.

use std::sync::LazyLock;

use shop_core::privacy::consent::{Category, ConsentService};
use shop_core::view::CAPTURE_SERVICE;

use super::super::declare::settings;

settings! {
    /// Capture of e-mail addresses for marketing while they are typed.
    email_capture: EmailCaptureSettings in "email_capture" {
        enabled: bool, "email_capture.enabled",
            ["Conserva gli indirizzi e-mail scritti nei moduli", "Keep the e-mail addresses that are typed into forms"],
            hint ["Ciò che si scrive in un campo e-mail arriva al negozio quando si lascia il campo, anche se il modulo non viene inviato. La legge (GDPR art. 6, Codice privacy artt. 122 e 130) chiede un consenso dato prima: vale solo per chi accetta il servizio, che accendendolo compare tra i cookie di marketing. Accendendolo si chiede di nuovo a tutti; il consenso ai cookie non basta per inviare pubblicità a chi non l’ha chiesta", "What is typed into an e-mail field reaches the shop when the field is left, even if the form is never sent. The law (GDPR art. 6, Codice privacy arts. 122 and 130) asks for consent given before: it holds only for who accepts the service, which appears among the marketing cookies once this is on. Switching it on asks everybody anew; consent to cookies is not enough to send advertising to who did not ask for it"];
    }
}

/// The consent service of this feature, unless the merchant has reworded it.
pub(in crate::platform::settings) static SERVICE: LazyLock<ConsentService> = LazyLock::new(|| {
    ConsentService {
    id: CAPTURE_SERVICE.into(),
    category: Category::Marketing,
    name: "Indirizzi e-mail".into(),
    name_en: "E-mail addresses".into(),
    purpose: "Invia al negozio l’indirizzo e-mail che scrivi in un modulo quando lasci il campo, per scopi di marketing, e ricorda qual è. I dati restano al negozio.".into(),
    purpose_en: "Sends the e-mail address that you type into a form to the shop when you leave the field, for marketing, and remembers which it is. The data stay with the shop.".into(),
    cookies: "tracking_email".into(),
    retention: "Fino alla chiusura del browser".into(),
    retention_en: "Until the browser is closed".into(),
    ..ConsentService::default()
}
});

/// Whether a service is that of the e-mail capture.
pub(in crate::platform::settings) fn is_capture(service: &ConsentService) -> bool {
    service.id == CAPTURE_SERVICE
}

#[cfg(test)]
mod tests {
    use shop_core::privacy::consent::check_services;

    use super::*;
    use crate::platform::settings::ShopSettings;

    fn names(settings: &ShopSettings) -> Vec<String> {
        settings.visits().services().map(|service| service.id.clone()).collect()
    }

    #[test]
    fn a_new_shop_keeps_no_address_and_lists_no_service_for_it() {
        let settings = ShopSettings::default();
        assert!(settings.visits().email_capture_frame().is_none());
        assert!(!names(&settings).contains(&"email_capture".to_owned()));
        let services = std::slice::from_ref(&*SERVICE);
        assert_eq!(check_services(services).unwrap(), services);
    }

    #[test]
    fn the_service_is_listed_once_while_it_is_on() {
        let mut settings = ShopSettings::default();
        settings.email_capture.enabled = true;
        assert_eq!(names(&settings).last().map(String::as_str), Some("email_capture"));
        assert_eq!(settings.visits().capture_category(), Some(Category::Marketing));
        settings.consent_services.0.push(ConsentService { category: Category::Statistics, ..SERVICE.clone() });
        assert_eq!(names(&settings).iter().filter(|name| *name == "email_capture").count(), 1);
        assert_eq!(settings.visits().capture_category(), Some(Category::Statistics));
        settings.consent.banner = false;
        assert_eq!(settings.visits().capture_category(), None, "nobody can be asked");
        settings.email_capture.enabled = false;
        assert!(!names(&settings).contains(&"email_capture".to_owned()));
    }
}
