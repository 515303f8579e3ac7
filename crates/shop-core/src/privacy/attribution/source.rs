//! Detects the traffic source of a page view.

use serde::Serialize;

use super::cookie::{self, NONE, raw};
use super::settings::AttributionSettings;
use super::url::{self, Address};

/// Type of source, in the order of detection (storefront spec, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SourceType {
    /// The URL names a campaign or carries an ad click id.
    Utm,
    /// The visitor came from a search engine.
    Organic,
    /// The visitor came from another site.
    Referral,
    /// The URL was typed in, bookmarked or of unknown origin.
    Typein,
}

impl SourceType {
    /// Returns the name in cookies and orders.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utm => "utm",
            Self::Organic => "organic",
            Self::Referral => "referral",
            Self::Typein => "typein",
        }
    }

    /// Finds the type by its name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Utm, Self::Organic, Self::Referral, Self::Typein].into_iter().find(|kind| kind.name() == name)
    }
}

/// Campaign parameters and the pairs of `sbjs_current` that they fill.
const PARAMETERS: [(&str, &str); 9] = [
    ("src", "utm_source"),
    ("mdm", "utm_medium"),
    ("cmp", "utm_campaign"),
    ("cnt", "utm_content"),
    ("trm", "utm_term"),
    ("id", "utm_id"),
    ("plt", "utm_source_platform"),
    ("fmt", "utm_creative_format"),
    ("tct", "utm_marketing_tactic"),
];

/// Ad click ids with the source, medium and campaign that they imply. Others (fbclid, msclkid) do not count.
const CLICK_IDS: [(&str, [&str; 3]); 2] =
    [("gclid", ["google", "cpc", "google_cpc"]), ("yclid", ["yandex", "cpc", "yandex_cpc"])];

/// Search engines by host, with the query parameter of the search term and the name to show. Google and Yandex have rules of
/// their own; unlisted engines count as referrals.
const ENGINES: [(&str, &str, &str); 9] = [
    ("bing.com", "q", "bing"),
    ("yahoo.com", "p", "yahoo"),
    ("about.com", "q", "about"),
    ("aol.com", "q", "aol"),
    ("ask.com", "q", "ask"),
    ("globososo.com", "q", "globo"),
    ("go.mail.ru", "q", "go.mail.ru"),
    ("rambler.ru", "query", "rambler"),
    ("tut.by", "query", "tut.by"),
];

/// Referrers that are shown as the site they belong to.
const ALIASES: [(&str, &str); 2] = [("t.co", "twitter.com"), ("plus.url.google.com", "plus.google.com")];

/// Source of one page view; values are percent-encoded, as in URLs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    kind: SourceType,
    values: [String; 9],
}

impl Source {
    fn new(kind: SourceType, source: &str, medium: &str) -> Self {
        let mut out = Self { kind, values: std::array::from_fn(|_| NONE.to_owned()) };
        out.set_value("src", source);
        out.set_value("mdm", medium);
        out
    }

    fn set_value(&mut self, key: &str, value: &str) {
        for ((own, _), place) in PARAMETERS.iter().zip(&mut self.values) {
            if *own == key {
                *place = raw(value);
            }
        }
    }

    /// Returns the source of a visitor about whom nothing is known.
    pub(super) fn direct() -> Self {
        Self::new(SourceType::Typein, "(direct)", NONE)
    }

    /// Formats the value of `sbjs_current`.
    pub(super) fn packed(&self) -> String {
        let mut pairs = vec![("typ", self.kind.name().to_owned())];
        pairs.extend(PARAMETERS.iter().zip(&self.values).map(|((key, _), value)| (*key, value.clone())));
        cookie::pack(&pairs)
    }
}

/// Detects the source of a page view; `None` if the stored source is to be kept.
pub(super) fn detect(
    page: &Address,
    referrer: &Address,
    in_session: bool,
    settings: &AttributionSettings,
) -> Option<Source> {
    if let Some(source) = campaign(page, referrer, settings) {
        return Some(source);
    }
    if referrer.host.is_empty() || is_within(&referrer.host, &page.host) {
        return None;
    }
    if let Some(name) = engine(referrer) {
        return Some(Source::new(SourceType::Organic, name, "organic"));
    }
    if in_session {
        return None;
    }
    let name = ALIASES.iter().find(|(host, _)| is_within(&referrer.host, host)).map_or(referrer.host.as_str(), |a| a.1);
    let mut source = Source::new(SourceType::Referral, name, "referral");
    source.set_value("cnt", referrer.path);
    Some(source)
}

/// Returns whether a host is this domain or a subdomain of it.
fn is_within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| !domain.is_empty() && (rest.is_empty() || rest.ends_with('.')))
}

fn campaign(page: &Address, referrer: &Address, settings: &AttributionSettings) -> Option<Source> {
    let click = CLICK_IDS.iter().find(|(id, _)| url::parameter(page.query, id).is_some());
    let mut source = Source::new(SourceType::Utm, NONE, NONE);
    if let Some((_, [name, medium, campaign])) = click {
        for (key, value) in [("src", name), ("mdm", medium), ("cmp", campaign)] {
            source.set_value(key, value);
        }
    }
    let mut named = click.is_some();
    for (key, parameter) in PARAMETERS {
        let own = match key {
            "cmp" => &settings.campaign_parameter,
            "cnt" => &settings.content_parameter,
            "trm" => &settings.term_parameter,
            _ => "",
        };
        let other = || if own.is_empty() { None } else { url::parameter(page.query, own) };
        if let Some(value) = url::parameter(page.query, parameter).or_else(other) {
            named = true;
            source.set_value(key, &value);
        } else if key == "trm" && is_yandex(&referrer.host) {
            // Yandex passes on the search term, which its ads do not repeat in the URL.
            source.set_value(key, &url::parameter(referrer.query, "text").unwrap_or_else(|| NONE.to_owned()));
        }
    }
    named.then_some(source)
}

/// Returns whether this is the name followed by a top-level domain of 2 to 9 characters ("co.uk" counts as one).
fn is_name_with_ending(host: &str, name: &str) -> bool {
    let ending = host.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
    ending.is_some_and(|ending| (2..=9).contains(&ending.chars().count()))
}

fn is_yandex(host: &str) -> bool {
    // Check the host itself, and what follows each of its dots.
    is_name_with_ending(host, "yandex")
        || host
            .match_indices('.')
            .any(|(at, _)| host.get(at + 1..).is_some_and(|rest| is_name_with_ending(rest, "yandex")))
}

/// Returns the display name of the search engine that a referrer belongs to.
fn engine(referrer: &Address) -> Option<&'static str> {
    let asks = |parameter: &str| {
        referrer.query.split('&').filter_map(|p| p.split_once('=')).any(|(own, _)| own.eq_ignore_ascii_case(parameter))
    };
    if is_yandex(&referrer.host) && asks("text") {
        return Some("yandex");
    }
    if is_name_with_ending(&referrer.host, "google") {
        return Some("google");
    }
    ENGINES
        .iter()
        .find(|(host, parameter, _)| is_within(&referrer.host, host) && asks(parameter))
        .map(|engine| engine.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(page: &str, referrer: &str) -> Option<String> {
        let settings = AttributionSettings { campaign_parameter: "promo".into(), ..AttributionSettings::default() };
        detect(&url::parse(page), &url::parse(referrer), false, &settings).map(|source| source.packed())
    }

    fn kind(referrer: &str) -> Option<String> {
        let packed = seen("https://www.example.com/", referrer)?;
        Some(format!("{} {}", cookie::pair(&packed, "typ")?, cookie::pair(&packed, "src")?))
    }

    #[test]
    fn what_is_no_search_engine_is_a_referral() {
        for (referrer, expected) in [
            ("https://www.google.example.net/", "referral google.example.net"),
            ("https://mail.google.com/", "referral mail.google.com"),
            ("https://duckduckgo.com/?q=x", "referral duckduckgo.com"),
            ("https://bing.com/?form=q", "referral bing.com"),
            ("https://notbing.com/?q=x", "referral notbing.com"),
            ("https://yandex.ru/?contextx=1", "referral yandex.ru"),
            ("https://yandex.example.museum/?text=1", "referral yandex.example.museum"),
            ("https://tweet.co/", "referral tweet.co"),
        ] {
            assert_eq!(kind(referrer).as_deref(), Some(expected), "{referrer}");
        }
    }

    #[test]
    fn the_shops_own_pages_bring_nothing() {
        for referrer in
            ["", "https://example.com/?q=1", "https://a.b.example.com/", "HTTPS://WWW.EXAMPLE.COM", "about:blank"]
        {
            assert_eq!(kind(referrer), None, "{referrer}");
        }
        assert_eq!(kind("https://notexample.com/").as_deref(), Some("referral notexample.com"));
    }

    #[test]
    fn a_configured_parameter_names_the_campaign_unless_the_usual_one_does() {
        let cmp = |query: &str| {
            let packed = seen(&format!("https://example.com/?{query}"), "").unwrap_or_default();
            cookie::pair(&packed, "cmp").map(str::to_owned)
        };
        assert_eq!(cmp("promo=natale&gclid=1").as_deref(), Some("natale"));
        assert_eq!(cmp("promo=natale&utm_campaign=saldi").as_deref(), Some("saldi"));
        assert_eq!(cmp("fbclid=1&UTM_SOURCE=x&utm_nooverride=1"), None);
    }
}
