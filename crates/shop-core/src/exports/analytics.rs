//! Analytics: events for third-party services and the shop's own statistics, with the visitor's consent.

pub use crate::privacy::analytics::{AnalyticsForm, AnalyticsOutcome, AnalyticsTimings};
pub use crate::privacy::consent::{ConsentSettings, ConsentState, ConsentVisitor};
use crate::payments;

exports! { $ for_each_analytics_export;
    /// Builds a shopping event for an analytics service or a tag manager, as JSON.
    analyticsEvent = fn analytics_event(form: AnalyticsForm) -> AnalyticsOutcome { crate::privacy::analytics::event(&form) }

    /// Sanitises a URL for third-party services: without secrets and personal data.
    analyticsAddress = fn analytics_address(address: String) -> String {
        crate::privacy::analytics::without_personal_data(&payments::redirect::without_secrets(&address))
    }

    /// Returns the visitor's consent for an analytics service, as JSON.
    analyticsConsent = fn analytics_consent(state: ConsentState, settings: ConsentSettings, visitor: ConsentVisitor) -> String {
        crate::privacy::analytics::consent_update(&state, &settings, &visitor)
    }

    /// Returns the default consent for analytics services, before the visitor's choice is known, as JSON.
    analyticsConsentDefault = fn analytics_consent_default() -> String { crate::privacy::analytics::consent_default() }

    /// Returns the delays of analytics.
    analyticsTimings = fn analytics_timings() -> AnalyticsTimings { crate::privacy::analytics::TIMINGS }
}
