//! A visit: consent, attribution, e-mail capture, the chat.

pub use crate::privacy::attribution::{AttributionFields, AttributionOutcome, AttributionSettings, AttributionVisit, DeviceType};
pub use crate::privacy::consent::{
    ConsentEvent, ConsentSettings, ConsentState, ConsentStep, ConsentTimings, ConsentVisitor, CookieData,
};
pub use crate::privacy::cookies::CookieChange;
pub use crate::accounts::email::field::{CapturePage, EmailCapture};
pub use crate::content::widget::chat::ChatSettings;
use crate::accounts::email::field;
use crate::payments;
use crate::content::widget;

exports! { $ for_each_visit_export;
    /// Returns a page view's attribution cookies and the fields that an order placed now would carry.
    attributionVisit = fn attribution_visit(view: AttributionVisit, settings: AttributionSettings) -> AttributionOutcome {
        crate::privacy::attribution::visit(&view, &settings)
    }

    /// Parses the order's attribution fields from a cookie header.
    attributionFields = fn attribution_fields(cookies: String) -> AttributionFields { AttributionFields::from_cookies(&cookies) }

    /// Detects the type of device from a user agent; null: there is none.
    deviceType = fn device_type(user_agent: String) -> [Option<DeviceType>] { DeviceType::detect(&user_agent) }

    /// Returns the request that leaving an e-mail field sends for marketing; null: none.
    emailCapture = fn email_capture(value: String, cookies: String, page: CapturePage, secure: bool) -> [Option<EmailCapture>] {
        field::capture(&value, &cookies, page, secure)
    }

    /// Parses a visitor's consent from a cookie header.
    consentState = fn consent_state(cookies: String, settings: ConsentSettings) -> ConsentState {
        ConsentState::from_cookies(&cookies, &settings)
    }

    /// Applies an event to a visitor's consent: the new state, cookies, banner, reload and record.
    consentStep = fn consent_step(state: ConsentState, event: ConsentEvent, settings: ConsentSettings, visitor: ConsentVisitor) -> ConsentStep {
        crate::privacy::consent::step(state, &event, &settings, &visitor)
    }

    /// Returns whether a user agent is a bot's: it counts as consenting, but has chosen nothing.
    isBot = fn is_bot(user_agent: String) -> bool { crate::privacy::consent::is_bot(&user_agent) }

    /// Returns the third-party cookies without consent, which are to be deleted.
    consentCleanup = fn consent_cleanup(data: CookieData, state: ConsentState, settings: ConsentSettings, visitor: ConsentVisitor) -> [Vec<CookieChange>] {
        crate::privacy::consent::cleanup(&data, &state, &settings, &visitor)
    }

    /// Returns a URL without the secrets in it.
    addressWithoutSecrets = fn address_without_secrets(address: String) -> String { payments::redirect::without_secrets(&address) }

    /// Returns the delays and thresholds of consent.
    consentTimings = fn consent_timings() -> ConsentTimings { crate::privacy::consent::TIMINGS }

    /// Returns the URL that the chat opens; null: none.
    chatAddress = fn chat_address(settings: ChatSettings, typed: String, mobile: bool) -> [Option<String>] {
        widget::chat::address(&settings, &typed, mobile)
    }
}
