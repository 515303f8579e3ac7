//! What a visitor has chosen, as the cookies hold it, and what follows from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::timings::TIMINGS;
use super::visitor::ConsentVisitor;
use crate::privacy::cookies::{self, DAY, Scope};

/// Fewest days after which an answered banner may ask again: six months (Garante, guidelines of 10 June 2021).
const SIX_MONTHS_DAYS: i64 = 183;

/// Longest name of a service, and most services that are kept: a cookie holds 4,096 bytes.
const MAX_SERVICE_CHARS: usize = 32;
const MAX_SERVICES: usize = 50;

/// What cookies are for. Functional ones need no consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Needed for the shop to work; always allowed.
    Functional,
    /// Remember how the visitor likes the site.
    Preferences,
    Statistics,
    Marketing,
}

impl Category {
    /// All categories in the order of the banner.
    pub const ALL: [Self; 4] = [Self::Functional, Self::Preferences, Self::Statistics, Self::Marketing];

    /// The name in cookies and records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Functional => "functional",
            Self::Preferences => "preferences",
            Self::Statistics => "statistics",
            Self::Marketing => "marketing",
        }
    }

    /// The category of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }
}

/// A choice about one category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    Allow,
    Deny,
}

impl Choice {
    /// The choice that a ticked or empty box is.
    pub(super) fn of(allowed: bool) -> Self {
        if allowed { Self::Allow } else { Self::Deny }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
        }
    }
}

/// Whether the banner has been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum BannerStatus {
    /// It is to be shown.
    Show,
    /// It has been answered or closed.
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

/// How consent is given where the visitor is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ConsentType {
    /// Nothing is allowed before it is chosen (EU).
    #[default]
    Optin,
    /// What was not refused is allowed.
    Optout,
    /// No rule on consent: everything is accepted by itself.
    Other,
}

impl ConsentType {
    /// The name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Optin => "optin",
            Self::Optout => "optout",
            Self::Other => "other",
        }
    }
}

/// How consent is given in the regions that consent plug-ins know.
const REGIONS: [(&str, ConsentType); 7] = [
    ("eu", ConsentType::Optin),
    ("uk", ConsentType::Optin),
    ("za", ConsentType::Optin),
    ("br", ConsentType::Optin),
    ("us", ConsentType::Optout),
    ("ca", ConsentType::Optout),
    ("au", ConsentType::Optout),
];

/// The shop's settings of consent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ConsentSettings {
    /// What all consent cookies begin with.
    pub prefix: String,
    /// How consent is given.
    pub consent_type: ConsentType,
    /// Region whose rules hold: "eu".
    pub region: String,
    /// Number of the cookie policy; another than the stored one asks anew.
    pub policy_id: i64,
    /// Days that the cookies live.
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
    /// Opt-out only: milliseconds after which the banner dismisses itself; nothing: never.
    pub dismiss_after_ms: Option<i64>,
    /// Whether choices are recorded as proof of consent.
    pub store_consent: bool,
    /// Days after which an answered banner asks again. Fewer than 183 count as 183: not before six months (Garante).
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
    /// Whether a visitor's browser objects to tracking, and the shop heeds it.
    pub fn heeds_objection_of(&self, visitor: &ConsentVisitor) -> bool {
        self.honour_signals && (visitor.do_not_track || visitor.global_privacy_control)
    }

    /// The settings for a visitor of another region; those of the shop where nothing is known of the region.
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

/// What a visitor has chosen. A category without a choice has not been asked about yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ConsentState {
    /// Choice about preferences.
    pub preferences: Option<Choice>,
    /// Choice about statistics.
    pub statistics: Option<Choice>,
    /// Choice about marketing.
    pub marketing: Option<Choice>,
    /// Choices about single services; they win over their category's.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, boolean>"))]
    pub services: BTreeMap<String, bool>,
    /// Whether the banner has been answered; nothing: it was never shown.
    pub banner: Option<BannerStatus>,
    /// Policy that the choices were made under, as stored.
    pub policy_id: Option<String>,
    /// When the last choice was made, in seconds since 1970.
    pub decided_at: Option<i64>,
    /// Categories as last recorded (JSON text); empty: never.
    pub saved_categories: String,
    /// Services as last recorded (JSON text); empty: never.
    pub saved_services: String,
}

impl ConsentState {
    /// Reads the cookies as sent. What cannot be read counts as not stored, and so as no consent where one is needed.
    ///
    /// ```
    /// use shop_core::privacy::consent::{Category, ConsentSettings, ConsentState, ConsentVisitor};
    /// let (settings, visitor) = (ConsentSettings::default(), ConsentVisitor::default());
    /// let state = ConsentState::read("cmplz_statistics=allow; cmplz_marketing=yes", &settings);
    /// assert!(state.allows(Category::Statistics, &settings, &visitor));
    /// assert!(!state.allows(Category::Marketing, &settings, &visitor));
    /// ```
    pub fn read(header: &str, settings: &ConsentSettings) -> Self {
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

    /// The choice about a category.
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

    /// Stores a choice about a service. Names that are no service's, and those beyond fifty, are left out.
    pub(super) fn choose_service(&mut self, service: &str, allowed: bool) {
        if is_service(service) && (self.services.len() < MAX_SERVICES || self.services.contains_key(service)) {
            self.services.insert(service.to_owned(), allowed);
        }
    }

    /// Whether a category may run.
    ///
    /// Bots are treated as consenting. Under opt-in, and wherever a privacy signal is honoured, only an explicit choice
    /// allows; otherwise what was not refused is allowed. Whoever stores, counts or sends something of a visitor also asks
    /// [`super::is_bot`]: nobody has made a choice there.
    pub fn allows(&self, category: Category, settings: &ConsentSettings, visitor: &ConsentVisitor) -> bool {
        if category == Category::Functional || visitor.is_bot() {
            return true;
        }
        match self.choice(category) {
            Some(choice) => choice == Choice::Allow,
            None => settings.consent_type != ConsentType::Optin && !settings.heeds_objection_of(visitor),
        }
    }

    /// Whether the last choice was made so long ago that it is asked for again.
    pub(super) fn is_old(&self, settings: &ConsentSettings, visitor: &ConsentVisitor) -> bool {
        let days = settings.ask_again_days.max(SIX_MONTHS_DAYS);
        self.decided_at.is_some_and(|decided| visitor.now.saturating_sub(decided) >= days.saturating_mul(DAY))
    }

    /// Whether a service of a category may run: by its own choice, otherwise by its category's.
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

    /// Whether the banner is on the page.
    pub fn shows_banner(&self, settings: &ConsentSettings, visitor: &ConsentVisitor) -> bool {
        !visitor.is_bot()
            && !settings.heeds_objection_of(visitor)
            && settings.consent_type != ConsentType::Other
            && self.banner != Some(BannerStatus::Dismissed)
    }
}

/// Whether a text can be a service's name: letters, digits and `-_.`.
pub(super) fn is_service(name: &str) -> bool {
    let sign = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    !name.is_empty() && name.len() <= MAX_SERVICE_CHARS && name.bytes().all(sign)
}

/// Reads `{"service":true}`. Names hold no signs that JSON would escape, so a comma always ends an entry.
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
