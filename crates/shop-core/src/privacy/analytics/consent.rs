//! Consent signals for analytics services.

use super::timings::TIMINGS;
use crate::base::json;
use crate::privacy::consent::{Category, ConsentSettings, ConsentState, ConsentVisitor};

/// Regions where consent is denied by default: the EEA, and GB, IS, LI, NO and CH (storefront spec, section 9).
const REGIONS: [&str; 32] = [
    "AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR", "HU", "IE", "IT", "LV", "LT", "LU", "MT",
    "NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE", "GB", "IS", "LI", "NO", "CH",
];

fn storages(statistics: bool, marketing: bool) -> Vec<(&'static str, String)> {
    let word = |allowed: bool| json::quoted(if allowed { "granted" } else { "denied" });
    vec![
        ("analytics_storage", word(statistics)),
        ("ad_storage", word(marketing)),
        ("ad_user_data", word(marketing)),
        ("ad_personalization", word(marketing)),
    ]
}

/// Returns the default consent, before the visitor's choice is known, as JSON: everything denied.
pub fn consent_default() -> String {
    let mut out = storages(false, false);
    out.push(("region", json::list(REGIONS.iter().map(|code| json::quoted(code)))));
    out.push(("wait_for_update", TIMINGS.wait_for_consent_ms.to_string()));
    json::object(out)
}

/// Returns the visitor's consent as JSON: statistics stands for analytics, marketing for advertising.
pub fn consent_update(state: &ConsentState, settings: &ConsentSettings, visitor: &ConsentVisitor) -> String {
    let allowed = |category| state.allows(category, settings, visitor);
    json::object(storages(allowed(Category::Statistics), allowed(Category::Marketing)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_granted_before_it_is_allowed() {
        assert!(
            !consent_default().contains("granted") && consent_default().contains(r#""CH"],"wait_for_update":500}"#)
        );
        let update = |sent: &str| {
            let settings = ConsentSettings::default();
            consent_update(&ConsentState::from_cookies(sent, &settings), &settings, &ConsentVisitor::default())
        };
        assert!(!update("cmplz_statistics=deny; cmplz_preferences=allow").contains("granted"));
        assert_eq!(
            update("cmplz_statistics=allow"),
            r#"{"analytics_storage":"granted","ad_storage":"denied","ad_user_data":"denied","ad_personalization":"denied"}"#
        );
    }
}
