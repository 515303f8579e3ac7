//! A visitor's choices, as stored in cookies, and what they allow.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::timings::TIMINGS;
use super::visitor::ConsentVisitor;
use crate::privacy::cookies::{self, DAY, Scope};

/// Minimum number of days until an answered banner may be shown again: six months (Garante, guidelines of 10 June 2021).
const SIX_MONTHS_DAYS: i64 = 183;

/// Limit for the length of a service's name, chosen with the number of services so that they fit into a cookie of 4,096 bytes.
const MAX_SERVICE_CHARS: usize = 32;
const MAX_SERVICES: usize = 50;

/// Purpose category of cookies. Functional ones need no consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Needed for the shop to work; always allowed.
    Functional,
    /// Remembers the visitor's preferences.
    Preferences,
    Statistics,
    Marketing,
}

impl Category {
    /// All categories in the order of the banner.
    pub const ALL: [Self; 4] = [Self::Functional, Self::Preferences, Self::Statistics, Self::Marketing];

    /// Returns the name in cookies and records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Functional => "functional",
            Self::Preferences => "preferences",
            Self::Statistics => "statistics",
            Self::Marketing => "marketing",
        }
    }

    /// Finds the category by its name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }
}

/// A choice for one category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    Allow,
    Deny,
}

impl Choice {
    /// Returns the choice for a ticked or empty box.
    pub(super) fn from_ticked(allowed: bool) -> Self {
        if allowed { Self::Allow } else { Self::Deny }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
        }
    }
}

/// Whether the banner was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum BannerStatus {
    /// The banner is to be shown.
    Show,
    /// The banner was answered or closed.
    Dismissed,
}

impl BannerStatus {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Show => "show",
            Self::Dismissed => "dismissed",
        }
    }
}

/// Consent regime of the visitor's region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ConsentType {
    /// Nothing is allowed before the visitor consents (EU).
    #[default]
    Optin,
    /// Everything is allowed that the visitor did not refuse.
    Optout,
    /// No consent rules: everything is accepted automatically.
    Other,
}

impl ConsentType {
    /// Returns the name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Optin => "optin",
            Self::Optout => "optout",
            Self::Other => "other",
        }
    }
}

/// Consent regimes of the regions that consent plug-ins know.
const REGIONS: [(&str, ConsentType); 7] = [
    ("eu", ConsentType::Optin),
    ("uk", ConsentType::Optin),
    ("za", ConsentType::Optin),
    ("br", ConsentType::Optin),
    ("us", ConsentType::Optout),
    ("ca", ConsentType::Optout),
    ("au", ConsentType::Optout),
];

/// The shop's consent settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ConsentSettings {
    /// Prefix of all consent cookies.
    pub prefix: String,
    /// Consent regime of the shop.
    pub consent_type: ConsentType,
    /// Region whose rules apply: "eu".
    pub region: String,
    /// Id of the cookie policy; if it differs from the stored one, consent is requested again.
    pub policy_id: i64,
    /// Lifetime of the cookies in days.
    pub cookie_expiry_days: i64,
    /// Domain of the cookies; empty: the host only.
    pub cookie_domain: String,
    /// Path of the cookies.
    pub cookie_path: String,
    /// Whether the site is served over https.
    pub secure: bool,
    /// Whether Do-Not-Track and Global Privacy Control are honoured.
    pub honour_signals: bool,
    /// Opt-out only: whether scrolling dismisses the banner.
    pub dismiss_on_scroll: bool,
    /// Opt-out only: milliseconds after which the banner closes automatically; `None`: never.
    pub dismiss_after_ms: Option<i64>,
    /// Whether choices are recorded as proof of consent.
    pub store_consent: bool,
    /// Days until an answered banner is shown again. Fewer than 183 count as 183: not before six months (Garante).
    pub ask_again_days: i64,
}

impl Default for ConsentSettings {
    fn default() -> Self {
        Self {
            prefix: "cmplz_".to_owned(),
            consent_type: ConsentType::Optin,
            region: "eu".to_owned(),
            policy_id: 15,
            cookie_expiry_days: TIMINGS.cookie_expiry_days,
            cookie_domain: String::new(),
            cookie_path: "/".to_owned(),
            secure: true,
            honour_signals: true,
            dismiss_on_scroll: false,
            dismiss_after_ms: None,
            store_consent: true,
            ask_again_days: 183,
        }
    }
}

impl ConsentSettings {
    /// Returns whether the visitor's browser objects to tracking and the shop honours that.
    pub fn respects_objection(&self, visitor: &ConsentVisitor) -> bool {
        self.honour_signals && (visitor.do_not_track || visitor.global_privacy_control)
    }

    /// Returns the settings for a visitor's region; the shop's own if the region is unknown.
    ///
    /// ```
    /// use shop_core::privacy::consent::{ConsentSettings, ConsentType};
    /// let american = ConsentSettings::default().in_region("us");
    /// assert_eq!((american.region.as_str(), american.consent_type), ("us", ConsentType::Optout));
    /// assert_eq!(ConsentSettings::default().in_region("moon"), ConsentSettings::default());
    /// ```
    #[must_use]
    pub fn in_region(self, region: &str) -> Self {
        let known = REGIONS.iter().find(|(code, _)| *code == region && *code != self.region);
        match known {
            Some((code, consent_type)) => Self { region: (*code).to_owned(), consent_type: *consent_type, ..self },
            None => self,
        }
    }

    pub(super) fn scope(&self) -> Scope<'_> {
        Scope { domain: &self.cookie_domain, path: &self.cookie_path, secure: self.secure }
    }
}

/// A visitor's choices. A category without a choice is still open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ConsentState {
    /// Choice for preferences.
    pub preferences: Option<Choice>,
    /// Choice for statistics.
    pub statistics: Option<Choice>,
    /// Choice for marketing.
    pub marketing: Option<Choice>,
    /// Choices for single services; they override their category's.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, boolean>"))]
    pub services: BTreeMap<String, bool>,
    /// Whether the banner was answered; `None`: it was never shown.
    pub banner: Option<BannerStatus>,
    /// Policy under which the choices were made, as stored.
    pub policy_id: Option<String>,
    /// Time of the last choice, in seconds since 1970.
    pub decided_at: Option<i64>,
    /// Categories as last recorded (JSON); empty: never.
    pub saved_categories: String,
    /// Services as last recorded (JSON); empty: never.
    pub saved_services: String,
}

impl ConsentState {
    /// Parses the cookie header. What cannot be parsed counts as not stored, and so as no consent where consent is required.
    ///
    /// ```
    /// use shop_core::privacy::consent::{Category, ConsentSettings, ConsentState, ConsentVisitor};
    /// let (settings, visitor) = (ConsentSettings::default(), ConsentVisitor::default());
    /// let state = ConsentState::from_cookies("cmplz_statistics=allow; cmplz_marketing=yes", &settings);
    /// assert!(state.allows(Category::Statistics, &settings, &visitor));
    /// assert!(!state.allows(Category::Marketing, &settings, &visitor));
    /// ```
    pub fn from_cookies(header: &str, settings: &ConsentSettings) -> Self {
        let sent = |name: &str| cookies::value(header, &format!("{}{name}", settings.prefix));
        let choice = |category: Category| match sent(category.name())?.as_str() {
            "allow" => Some(Choice::Allow),
            "deny" => Some(Choice::Deny),
            _ => None,
        };
        Self {
            preferences: choice(Category::Preferences),
            statistics: choice(Category::Statistics),
            marketing: choice(Category::Marketing),
            services: services(&sent("consented_services").unwrap_or_default()),
            banner: match sent("banner-status").as_deref() {
                Some("show") => Some(BannerStatus::Show),
                Some("dismissed") => Some(BannerStatus::Dismissed),
                _ => None,
            },
            policy_id: sent("policy_id"),
            decided_at: sent("decided").and_then(|text| text.parse().ok()),
            saved_categories: sent("saved_categories").unwrap_or_default(),
            saved_services: sent("saved_services").unwrap_or_default(),
        }
    }

    /// Returns the choice for a category.
    pub fn choice(&self, category: Category) -> Option<Choice> {
        match category {
            Category::Functional => Some(Choice::Allow),
            Category::Preferences => self.preferences,
            Category::Statistics => self.statistics,
            Category::Marketing => self.marketing,
        }
    }

    /// Stores a choice; functional stays allowed.
    pub(super) fn choose(&mut self, category: Category, choice: Choice) {
        match category {
            Category::Functional => {}
            Category::Preferences => self.preferences = Some(choice),
            Category::Statistics => self.statistics = Some(choice),
            Category::Marketing => self.marketing = Some(choice),
        }
    }

    /// Stores a choice for a service. Invalid names, and those beyond fifty, are ignored.
    pub(super) fn choose_service(&mut self, service: &str, allowed: bool) {
        if is_service(service) && (self.services.len() < MAX_SERVICES || self.services.contains_key(service)) {
            self.services.insert(service.to_owned(), allowed);
        }
    }

    /// Returns whether a category may run.
    ///
    /// Bots are treated as consenting. Under opt-in, and wherever a privacy signal is honoured, only an explicit choice allows;
    /// otherwise everything is allowed that was not refused. Code that stores, counts or sends data about a visitor must also
    /// check [`super::is_bot`]: no person has made a choice there.
    pub fn allows(&self, category: Category, settings: &ConsentSettings, visitor: &ConsentVisitor) -> bool {
        if category == Category::Functional || visitor.is_bot() {
            return true;
        }
        match self.choice(category) {
            Some(choice) => choice == Choice::Allow,
            None => settings.consent_type != ConsentType::Optin && !settings.respects_objection(visitor),
        }
    }

    /// Returns whether the last choice is so old that the visitor is asked again.
    pub(super) fn is_old(&self, settings: &ConsentSettings, visitor: &ConsentVisitor) -> bool {
        let days = settings.ask_again_days.max(SIX_MONTHS_DAYS);
        self.decided_at.is_some_and(|decided| visitor.now.saturating_sub(decided) >= days.saturating_mul(DAY))
    }

    /// Returns whether a service of a category may run: by its own choice, otherwise by its category's.
    pub fn allows_service(
        &self,
        service: &str,
        category: Category,
        settings: &ConsentSettings,
        visitor: &ConsentVisitor,
    ) -> bool {
        let own = self.services.get(service).copied().filter(|_| category != Category::Functional && !visitor.is_bot());
        own.unwrap_or_else(|| self.allows(category, settings, visitor))
    }

    /// Returns whether the banner is on the page.
    pub fn shows_banner(&self, settings: &ConsentSettings, visitor: &ConsentVisitor) -> bool {
        !visitor.is_bot()
            && !settings.respects_objection(visitor)
            && settings.consent_type != ConsentType::Other
            && self.banner != Some(BannerStatus::Dismissed)
    }
}

/// Returns whether a text is a valid service id: letters, digits and `-_.`.
pub(super) fn is_service(name: &str) -> bool {
    let sign = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    !name.is_empty() && name.len() <= MAX_SERVICE_CHARS && name.bytes().all(sign)
}

/// Parses `{"service":true}`. Names contain no characters that JSON would escape, so a comma always ends an entry.
fn services(text: &str) -> BTreeMap<String, bool> {
    let inner = text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
    let entry = |entry: &str| {
        let (name, value) = entry.split_once(':')?;
        let name = name.trim().strip_prefix('"')?.strip_suffix('"')?;
        let allowed = match value.trim() {
            "true" | "1" => true,
            "false" | "0" => false,
            _ => return None,
        };
        is_service(name).then(|| (name.to_owned(), allowed))
    };
    inner.split(',').filter_map(entry).take(MAX_SERVICES).collect()
}
