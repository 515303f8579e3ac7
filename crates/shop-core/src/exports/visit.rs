//! A visit: consent, attribution, analytics, notices, the preview of a theme.

pub use crate::analytics::{AnalyticsForm, AnalyticsOutcome, AnalyticsTimings};
pub use crate::attribution::{AttributionFields, AttributionOutcome, AttributionSettings, AttributionVisit, DeviceType};
pub use crate::base::{FieldError, Lang};
pub use crate::comment::CommentForm;
pub use crate::consent::{
    ConsentEvent, ConsentSettings, ConsentState, ConsentStep, ConsentTimings, ConsentVisitor, CookieData,
};
pub use crate::cookies::CookieChange;
pub use crate::email::field::{CapturePage, EmailCapture};
pub use crate::exports::Integer;
pub use crate::theme::{ThemeContrast, ThemeForm, ThemeLook};
pub use crate::widget::chat::ChatSettings;
use crate::email::field;
use crate::{comment, payment, widget};

exports! { $ for_each_visit_export;
    /// A page view's attribution cookies and the fields that an order placed now would carry.
    attributionVisit = fn attribution_visit(view: AttributionVisit, settings: AttributionSettings) -> AttributionOutcome {
        crate::attribution::visit(&view, &settings)
    }

    /// The order's attribution fields, read off the cookies as sent.
    attributionFields = fn attribution_fields(cookies: String) -> AttributionFields { AttributionFields::read(&cookies) }

    /// The kind of device that a browser's name tells of; null: it has none.
    deviceType = fn device_type(user_agent: String) -> [Option<DeviceType>] { DeviceType::of(&user_agent) }

    /// What leaving an e-mail field sends for marketing; null: nothing.
    emailCapture = fn email_capture(value: String, cookies: String, page: CapturePage, secure: bool) -> [Option<EmailCapture>] {
        field::capture(&value, &cookies, page, secure)
    }

    /// A visitor's consent, read off the cookies as sent.
    consentState = fn consent_state(cookies: String, settings: ConsentSettings) -> ConsentState {
        ConsentState::read(&cookies, &settings)
    }

    /// What an event does to a visitor's consent: the new state, cookies, banner, reload and record.
    consentStep = fn consent_step(state: ConsentState, event: ConsentEvent, settings: ConsentSettings, visitor: ConsentVisitor) -> ConsentStep {
        crate::consent::step(state, &event, &settings, &visitor)
    }

    /// Cookies of others that nobody allowed and that are to be deleted.
    consentCleanup = fn consent_cleanup(data: CookieData, state: ConsentState, settings: ConsentSettings, visitor: ConsentVisitor) -> [Vec<CookieChange>] {
        crate::consent::cleanup(&data, &state, &settings, &visitor)
    }

    /// A shopping event for an analytics service or a tag manager, as JSON text.
    analyticsEvent = fn analytics_event(form: AnalyticsForm) -> AnalyticsOutcome { crate::analytics::event(&form) }

    /// What an analytics service is told of the visitor's consent, as JSON text.
    analyticsConsent = fn analytics_consent(state: ConsentState, settings: ConsentSettings, visitor: ConsentVisitor) -> String {
        crate::analytics::consent_update(&state, &settings, &visitor)
    }

    /// An address as analytics may see it.
    addressWithoutSecrets = fn address_without_secrets(address: String) -> String { payment::redirect::without_secrets(&address) }

    /// What analytics services are told before the visitor's consent is known, as JSON text.
    analyticsConsentDefault = fn analytics_consent_default() -> String { crate::analytics::consent_default() }

    /// Waits of analytics.
    analyticsTimings = fn analytics_timings() -> AnalyticsTimings { crate::analytics::TIMINGS }

    /// Waits and thresholds of consent.
    consentTimings = fn consent_timings() -> ConsentTimings { crate::consent::TIMINGS }

    /// The refusals of a comment.
    checkComment = fn check_comment(form: CommentForm) -> [Vec<FieldError>] { comment::errors(&form) }

    /// The look that a message of the window around a preview asks for; null: it changes nothing. `own_origin`: the shop's.
    themePreview = fn theme_preview(message: String, origin: String, own_origin: String, allowed: [Vec<String>]) -> [Option<ThemeLook>] {
        crate::theme::preview(&message, &origin, &own_origin, &allowed)
    }

    /// Longest message that a preview reads, in characters.
    themeMessageLimit = fn theme_message_limit() -> Integer { Integer(crate::theme::MAX_MESSAGE_CHARS) }

    /// How well text is read on the colours of a theme as it is typed; empty: it is none.
    themeContrasts = fn theme_contrasts(theme: ThemeForm) -> [Vec<ThemeContrast>] {
        crate::theme::Theme::read(&theme).map(|read| read.contrasts()).unwrap_or_default()
    }

    /// The address that the chat opens; null: none.
    chatAddress = fn chat_address(settings: ChatSettings, typed: String, mobile: bool) -> [Option<String>] {
        widget::chat::address(&settings, &typed, mobile)
    }
}
