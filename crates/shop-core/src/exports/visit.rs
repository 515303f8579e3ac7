//! A visit: consent, attribution, addresses kept for marketing, the chat.

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
    /// A page view's attribution cookies and the fields that an order placed now would carry.
    attributionVisit = fn attribution_visit(view: AttributionVisit, settings: AttributionSettings) -> AttributionOutcome {
        crate::privacy::attribution::visit(&view, &settings)
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
        crate::privacy::consent::step(state, &event, &settings, &visitor)
    }

    /// Whether a browser's name is a program's: it counts as consenting, but has chosen nothing.
    isBot = fn is_bot(user_agent: String) -> bool { crate::privacy::consent::is_bot(&user_agent) }

    /// Cookies of others that nobody allowed and that are to be deleted.
    consentCleanup = fn consent_cleanup(data: CookieData, state: ConsentState, settings: ConsentSettings, visitor: ConsentVisitor) -> [Vec<CookieChange>] {
        crate::privacy::consent::cleanup(&data, &state, &settings, &visitor)
    }

    /// An address without the secrets that it carries.
    addressWithoutSecrets = fn address_without_secrets(address: String) -> String { payments::redirect::without_secrets(&address) }

    /// Waits and thresholds of consent.
    consentTimings = fn consent_timings() -> ConsentTimings { crate::privacy::consent::TIMINGS }

    /// The address that the chat opens; null: none.
    chatAddress = fn chat_address(settings: ChatSettings, typed: String, mobile: bool) -> [Option<String>] {
        widget::chat::address(&settings, &typed, mobile)
    }
}
