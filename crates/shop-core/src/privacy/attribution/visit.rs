//! Attribution of one page view: the cookies that it sets or deletes.

use serde::{Deserialize, Serialize};

use super::cookie::{self, NONE, pack, plain, raw};
use super::fields::AttributionFields;
use super::settings::{AttributionSettings, PromoRange};
use super::source::{self, Source, SourceType};
use super::url;
use crate::privacy::cookies::{self, CookieChange, Scope};

/// Prefix of all attribution cookies.
const PREFIX: &str = "sbjs_";

/// A page view as the browser reports it.
///
/// If consent is given after landing, this is called at that moment with the URL and referrer of the landing page; otherwise the
/// source would be lost and the order's origin unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct AttributionVisit {
    /// Cookie header: "a=1; b=2".
    pub cookies: String,
    /// Full URL of the page.
    pub url: String,
    /// Referrer of the page; empty: none.
    pub referrer: String,
    /// User agent of the browser.
    pub user_agent: String,
    /// Seconds since 1970 (UTC).
    pub now: i64,
    /// A random number that selects the promo code.
    pub chance: u32,
}

/// Result of a page view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AttributionOutcome {
    /// Cookies to set or delete, in this order.
    pub cookies: Vec<CookieChange>,
    /// Attribution fields of an order placed after this view.
    pub fields: AttributionFields,
}

/// Returns the cookies of a page view and the fields that an order placed now would carry.
///
/// ```
/// use shop_core::privacy::attribution::{AttributionSettings, AttributionVisit, visit};
/// let view = AttributionVisit { url: "https://shop.test/?gclid=1".into(), ..AttributionVisit::default() };
/// let fields = visit(&view, &AttributionSettings::default()).fields;
/// assert_eq!((fields.source_type.as_str(), fields.utm_campaign.as_str()), ("utm", "google_cpc"));
/// ```
pub fn visit(view: &AttributionVisit, settings: &AttributionSettings) -> AttributionOutcome {
    let page_url = url::normal(&view.url);
    let page = url::parse(&page_url);
    let domain = domain(&page.host);
    let secure = page_url.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"));
    let scope = Scope { domain: &domain, path: "/", secure };
    if !settings.tracking {
        return AttributionOutcome { cookies: cleared(&view.cookies, &scope), fields: AttributionFields::default() };
    }

    let sent = |name: &str| cookies::value(&view.cookies, name);
    let lifetime = settings.lifetime();
    let session = sent("sbjs_session");
    let referrer_url = url::normal(&view.referrer);
    let referrer = url::parse(&referrer_url);

    let detected = source::detect(&page, &referrer, session.is_some(), settings);
    let touch =
        |name: &str| sent(name).filter(|packed| cookie::pair(packed, "typ").and_then(SourceType::from_name).is_some());
    let stored = touch("sbjs_current").or_else(|| touch("sbjs_first"));
    let entry = || {
        let from = if referrer_url.is_empty() { NONE } else { &referrer_url };
        pack(&[("fd", date_time(view.now)), ("ep", raw(&page_url)), ("rf", raw(from))])
    };
    let (current, current_add) = match (detected, stored) {
        (None, Some(stored)) => {
            (stored, sent("sbjs_current_add").or_else(|| sent("sbjs_first_add")).unwrap_or_else(entry))
        }
        (detected, _) => (detected.unwrap_or_else(Source::direct).packed(), entry()),
    };
    let first = touch("sbjs_first").unwrap_or_else(|| current.clone());
    let first_add = sent("sbjs_first_add").unwrap_or_else(|| current_add.clone());

    let visits =
        sent("sbjs_udata").map_or(1, |user| cookie::count(&user, "vst").saturating_add(u32::from(session.is_none())));
    let pages = session.map_or(1, |session| cookie::count(&session, "pgs").saturating_add(1));
    let user = pack(&[("vst", visits.to_string()), ("uip", NONE.to_owned()), ("uag", plain(&view.user_agent))]);
    let session = pack(&[("pgs", pages.to_string()), ("cpg", raw(&page_url))]);
    let session_seconds = i64::from(settings.session_minutes).saturating_mul(60);

    let fields = AttributionFields::unpack(&current, &current_add, &session, &user);
    let mut changes = vec![
        scope.set("sbjs_migrations", "1418474375998=1", None),
        scope.set("sbjs_current_add", &current_add, lifetime),
        scope.set("sbjs_first_add", &first_add, lifetime),
        scope.set("sbjs_current", &current, lifetime),
        scope.set("sbjs_first", &first, lifetime),
        scope.set("sbjs_udata", &user, lifetime),
        scope.set("sbjs_session", &session, Some(session_seconds)),
    ];
    if let Some(range) = settings.promo.filter(|_| sent("sbjs_promo").is_none()) {
        let code = promo_code(range, view.chance);
        changes.push(scope.set("sbjs_promo", &pack(&[("code", code.to_string())]), lifetime));
    }
    AttributionOutcome { cookies: changes, fields }
}

/// Selects a code from the range; its lower end if the ends are in the wrong order.
fn promo_code(range: PromoRange, chance: u32) -> u32 {
    let codes = u64::from(range.max.saturating_sub(range.min)) + 1;
    u32::try_from(u64::from(range.min) + u64::from(chance) % codes).unwrap_or(range.min)
}

/// Deletes all attribution cookies: for the domain they were set for, and for the host alone.
fn cleared(header: &str, scope: &Scope) -> Vec<CookieChange> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in cookies::pairs(header) {
        if name.starts_with(PREFIX) && cookies::is_name(name) && !names.contains(&name) {
            names.push(name);
        }
    }
    let own = Scope { domain: "", ..*scope };
    let mut changes = Vec::new();
    for name in names {
        changes.push(scope.delete(name));
        if !scope.domain.is_empty() {
            changes.push(own.delete(name));
        }
    }
    changes
}

/// Returns the cookies' domain: the site's, with all its hosts. Browsers reject it for a name without a dot or an IP address.
fn domain(host: &str) -> String {
    if cookies::takes_domain(host) { format!(".{host}") } else { String::new() }
}

/// Formats seconds since 1970 as "2026-03-05 09:58:30", UTC; years 1970 to 9999.
fn date_time(seconds: i64) -> String {
    let seconds = seconds.clamp(0, 253_402_300_799);
    let (days, clock) = (seconds / cookies::DAY, seconds % cookies::DAY);
    // Years that begin in March, in eras of 400 years: the leap day comes last and months have regular lengths.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + next;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}", clock / 3600, clock / 60 % 60, clock % 60)
}

#[cfg(test)]
#[path = "visit_tests.rs"]
mod tests;
