//! Consent that a request carries. Code that sets a cookie, counts a visit or stores attribution must check it first.

use axum::http::{HeaderMap, HeaderValue, header};
use shop_core::privacy::consent::{Category, ConsentEvent, ConsentState, ConsentVisitor, step};
use shop_core::privacy::cookies::CookieChange;
use shop_core::view::ATTRIBUTION_SERVICE;
use shop_services::platform::settings::{MEASUREMENT, OWN_STATISTICS, ShopSettings, TAG_MANAGER};

use crate::app::storefront::WebContext;
use crate::render::Consent;

/// Longest cookies and longest user agent that are parsed, in bytes.
const MAX_BYTES: usize = 16 * 1024;

/// Reads the consent of a request and brings it up to date: choices under another policy version are void.
pub(crate) fn of(headers: &HeaderMap, settings: &ShopSettings, web: &WebContext) -> Consent {
    let rules = settings.consent.rules(web.public_address.is_https());
    let visitor = visitor(headers, web.context.now());
    let before = ConsentState::from_cookies(&visitor.cookies, &rules);
    let now = step(before, &ConsentEvent::PageLoaded, &rules, &visitor);
    let has_banner = settings.consent.banner;
    let cookies = if has_banner { now.cookies } else { Vec::new() };
    let mut consent = Consent { has_banner, state: now.state, settings: rules, visitor, tags: false, cookies };
    consent.tags = has_banner && tags(settings).any(|(service, category)| consent.admits_service(service, category));
    consent
}

/// The third-party services that count visits and are enabled.
fn tags(settings: &ShopSettings) -> impl Iterator<Item = (&'static str, Category)> {
    let measurement = settings.analytics.measurement().map(|_| (MEASUREMENT, Category::Statistics));
    let manager = settings.analytics.tag_manager().map(|_| (TAG_MANAGER, Category::Marketing));
    measurement.into_iter().chain(manager)
}

/// Tells whether the shop may count this visit in its own statistics.
pub(crate) fn allows_counting(consent: &Consent, settings: &ShopSettings) -> bool {
    let wanted = settings.analytics.own && consent.has_banner;
    wanted && consent.admits_service(OWN_STATISTICS, Category::Statistics)
}

/// Tells whether a purchase may be reported to anyone: the shop's own statistics, the analytics service, or scripts that read the
/// page's data layer, which need consent to the whole category.
pub(crate) fn may_report_purchase(consent: &Consent, settings: &ShopSettings) -> bool {
    let measured = settings.analytics.measurement().is_some();
    let service = measured && consent.admits_service(MEASUREMENT, Category::Statistics);
    allows_counting(consent, settings) || consent.has_banner && (service || consent.admits(Category::Statistics))
}

/// Tells whether the visitor consents to storing where the visit came from.
pub(crate) fn admits_attribution(headers: &HeaderMap, settings: &ShopSettings, web: &WebContext) -> bool {
    let Some(category) = settings.visits().attribution_category() else { return false };
    of(headers, settings, web).admits_service(ATTRIBUTION_SERVICE, category)
}

/// Converts a request to the visitor that consent rules expect.
fn visitor(headers: &HeaderMap, now: i64) -> ConsentVisitor {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = lines.collect::<Vec<_>>().join("; ");
    let mut user_agent = text("user-agent").to_owned();
    cookies.truncate(cookies.floor_char_boundary(MAX_BYTES));
    user_agent.truncate(user_agent.floor_char_boundary(MAX_BYTES));
    ConsentVisitor {
        cookies,
        // Third-party cookies are cleared by the page.
        host: String::new(),
        user_agent,
        do_not_track: text("dnt") == "1",
        global_privacy_control: text("sec-gpc") == "1",
        now,
    }
}

/// Appends consent cookies to a response.
pub(crate) fn write(cookies: &[CookieChange], out: &mut HeaderMap) {
    for cookie in cookies {
        if let Ok(value) = HeaderValue::from_str(&cookie.text) {
            out.append(header::SET_COOKIE, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_is_read_off_the_headers_and_signals_are_on_only_where_they_say_so() {
        let mut headers = HeaderMap::new();
        headers.append("cookie", HeaderValue::from_static("a=1"));
        headers.append("cookie", HeaderValue::from_static("b=2"));
        headers.insert("dnt", HeaderValue::from_static("0"));
        headers.insert("sec-gpc", HeaderValue::from_static("1"));
        let read = visitor(&headers, 7);
        assert_eq!((read.cookies.as_str(), read.now), ("a=1; b=2", 7));
        assert!(read.global_privacy_control && !read.do_not_track);
        headers.insert("cookie", HeaderValue::from_str(&"x".repeat(40_000)).unwrap());
        assert!(visitor(&headers, 7).cookies.len() <= MAX_BYTES);
    }
}
