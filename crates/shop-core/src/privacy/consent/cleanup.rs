//! Deletion of third-party cookies without consent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::state::{Category, ConsentSettings, ConsentState};
use super::visitor::ConsentVisitor;
use crate::privacy::cookies::{self, CookieChange, Scope};

/// Cookies that a service sets: category, service, names. A `*` in a name matches any text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(transparent)]
pub struct CookieData(
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, Record<string, string[]>>"))]
    pub  BTreeMap<String, BTreeMap<String, Vec<String>>>,
);

/// Returns the cookies to delete now: those of services that may not run, on the host and on every domain above it, because
/// third-party scripts set theirs for the widest one. To be called every second ([`super::ConsentTimings::clean_every_ms`]),
/// since third-party scripts set theirs late. Consent's own cookies are never among them; cookies of an unknown category have
/// nobody's consent and are deleted.
pub fn cleanup(
    data: &CookieData,
    state: &ConsentState,
    settings: &ConsentSettings,
    visitor: &ConsentVisitor,
) -> Vec<CookieChange> {
    let mut refused: Vec<&str> = Vec::new();
    for (category, services) in &data.0 {
        let category = Category::from_name(category);
        for (service, names) in services {
            let allowed = category
                .map_or(visitor.is_bot(), |category| state.allows_service(service, category, settings, visitor));
            if !allowed {
                refused.extend(names.iter().map(String::as_str));
            }
        }
    }
    let scope = settings.scope();
    let domains: Vec<&str> = std::iter::once("").chain(cookies::domains(&visitor.host)).collect();
    let mut changes: Vec<CookieChange> = Vec::new();
    for (name, _) in cookies::pairs(&visitor.cookies) {
        let own = !settings.prefix.is_empty() && name.starts_with(&settings.prefix);
        let done = changes.iter().any(|change| change.name == name);
        if own || done || !cookies::is_name(name) || !refused.iter().any(|pattern| matches(name, pattern)) {
            continue;
        }
        changes.extend(domains.iter().map(|domain| Scope { domain, ..scope }.delete(name)));
    }
    changes
}

fn matches(name: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => name == pattern,
        Some(("", "")) => false,
        Some((head, tail)) => name.strip_prefix(head).is_some_and(|rest| rest.ends_with(tail)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::consent::Choice;

    fn deleted(cookies: &str, state: &ConsentState) -> Vec<String> {
        let entry =
            |service: &str, names: &[&str]| (service.to_owned(), names.iter().map(|n| (*n).to_owned()).collect());
        let data = CookieData(BTreeMap::from([
            ("functional".to_owned(), BTreeMap::from([entry("shop", &["cart"])])),
            (
                "statistics".to_owned(),
                BTreeMap::from([entry("counter", &["_ga", "_ga_*", "*"]), entry("map", &["NID"])]),
            ),
            ("unknown".to_owned(), BTreeMap::from([entry("x", &["odd"])])),
        ]));
        let visitor = ConsentVisitor { cookies: cookies.to_owned(), ..ConsentVisitor::default() };
        cleanup(&data, state, &ConsentSettings::default(), &visitor).into_iter().map(|change| change.name).collect()
    }

    #[test]
    fn a_cookie_goes_from_the_host_and_from_every_domain_above_it_and_only_where_it_is() {
        let data = CookieData(BTreeMap::from([(
            "statistics".to_owned(),
            BTreeMap::from([("counter".to_owned(), vec!["_ga".to_owned(), "_gid".to_owned()])]),
        )]));
        let visitor =
            ConsentVisitor { cookies: "_ga=1".into(), host: "www.shop.it".into(), ..ConsentVisitor::default() };
        let gone = cleanup(&data, &ConsentState::default(), &ConsentSettings::default(), &visitor);
        let lines: Vec<&str> = gone.iter().map(|change| change.text.as_str()).collect();
        assert_eq!(
            lines,
            [
                "_ga=; path=/; max-age=0; samesite=lax; secure",
                "_ga=; path=/; domain=www.shop.it; max-age=0; samesite=lax; secure",
                "_ga=; path=/; domain=shop.it; max-age=0; samesite=lax; secure",
            ]
        );
    }

    #[test]
    fn only_cookies_of_refused_services_go() {
        let sent = "cart=1; _ga=1; _ga_X1=2; _gat=3; NID=4; cmplz_id=5; odd=6; _ga=7";
        let mut state = ConsentState::default();
        assert_eq!(deleted(sent, &state), ["_ga", "_ga_X1", "NID", "odd"]);
        state.choose(Category::Statistics, Choice::Allow);
        state.choose_service("map", false);
        assert_eq!(deleted(sent, &state), ["NID", "odd"]);
    }
}
