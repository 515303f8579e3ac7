//! Analytics: what services of others and the shop's own statistics are told, once a visitor consents to it.

pub use crate::privacy::analytics::{AnalyticsForm, AnalyticsOutcome, AnalyticsTimings};
pub use crate::privacy::consent::{ConsentSettings, ConsentState, ConsentVisitor};
use crate::payments;

exports! { $ for_each_analytics_export;
    /// A shopping event for an analytics service or a tag manager, as JSON text.
    analyticsEvent = fn analytics_event(form: AnalyticsForm) -> AnalyticsOutcome { crate::privacy::analytics::event(&form) }

    /// An address as services of others may know it: without secrets, and without what may say who somebody is.
    analyticsAddress = fn analytics_address(address: String) -> String {
        crate::privacy::analytics::told_address(&payments::redirect::without_secrets(&address))
    }

    /// What an analytics service is told of the visitor's consent, as JSON text.
    analyticsConsent = fn analytics_consent(state: ConsentState, settings: ConsentSettings, visitor: ConsentVisitor) -> String {
        crate::privacy::analytics::consent_update(&state, &settings, &visitor)
    }

    /// What analytics services are told before the visitor's consent is known, as JSON text.
    analyticsConsentDefault = fn analytics_consent_default() -> String { crate::privacy::analytics::consent_default() }

    /// Waits of analytics.
    analyticsTimings = fn analytics_timings() -> AnalyticsTimings { crate::privacy::analytics::TIMINGS }
}
