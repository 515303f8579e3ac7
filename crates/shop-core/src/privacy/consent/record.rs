//! Proof of consent: what is sent to the shop and kept there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::state::{Category, ConsentSettings, ConsentState, ConsentType, is_service};
use super::visitor::ConsentVisitor;
use crate::base::{FieldError, json, wire_enum};
use crate::platform::messages::codes;
use crate::privacy::cookies::{CookieChange, DAY};

/// Most entries of a list that a request may hold.
const MAX_ENTRIES: usize = 50;

wire_enum! {
    /// What a visitor did to choose.
    ConsentKind {
        AcceptAll = "accept_all",
        DenyAll = "deny_all",
        /// Took all consent back.
        Revoke = "revoke",
        /// Chose category by category.
        SavePreferences = "save_preferences",
        /// Chose about one service.
        SetService = "set_service",
        /// Accepted blocked content.
        AcceptPlaceholder = "accept_placeholder",
        /// Closed the banner.
        Close = "close",
        Track = "track",
    } default Track
}

/// One recorded choice: the body of the call `track`, with what proves it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentRecord {
    /// Categories allowed; none at all: no choice was made.
    pub consented_categories: Vec<Category>,
    /// Choices about single services.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, boolean>"))]
    pub consented_services: BTreeMap<String, bool>,
    /// How consent was given.
    pub consenttype: ConsentType,
    /// Policy that was shown.
    pub policy_id: i64,
    /// Region whose rules held.
    pub region: String,
    /// When, in seconds since 1970.
    pub decided_at: i64,
}

impl ConsentRecord {
    /// What is to be recorded of a state.
    pub(super) fn of(state: &ConsentState, settings: &ConsentSettings, visitor: &ConsentVisitor) -> Self {
        let allowed = |category: &Category| state.allows(*category, settings, visitor);
        Self {
            consented_categories: Category::ALL.into_iter().filter(allowed).collect(),
            consented_services: state.services.clone(),
            consenttype: settings.consent_type,
            policy_id: settings.policy_id,
            region: settings.region.clone(),
            decided_at: visitor.now,
        }
    }

    pub(super) fn categories_text(&self) -> String {
        let allowed = Category::ALL.into_iter().filter(|category| self.consented_categories.contains(category));
        json::list(allowed.map(|category| json::quoted(category.name())))
    }

    pub(super) fn services_text(&self) -> String {
        services_text(&self.consented_services)
    }

    /// Whether a state says that this has been recorded.
    pub(super) fn is_saved(&self, state: &ConsentState) -> bool {
        self.categories_text() == state.saved_categories && self.services_text() == state.saved_services
    }

    /// Whether a service of a category is allowed by it.
    pub fn allows_service(&self, service: &str, category: Category) -> bool {
        self.consented_services.get(service).copied().unwrap_or_else(|| self.consented_categories.contains(&category))
    }

    /// The choice in a word for lists: the highest category allowed, or `no_choice`.
    pub fn choice_name(&self) -> &'static str {
        self.consented_categories.iter().max().map_or("no_choice", |category| category.name())
    }
}

/// The cookies that say what was recorded, and under which random name of the browser. They are set when the proof is kept, not
/// before: a choice without them is recorded anew.
pub fn proof_cookies(record: &ConsentRecord, id: &str, settings: &ConsentSettings) -> Vec<CookieChange> {
    let max_age = settings.cookie_expiry_days.saturating_mul(DAY);
    let values = [
        ("id", id.to_owned()),
        ("saved_categories", record.categories_text()),
        ("saved_services", record.services_text()),
    ];
    let set = |(name, value): (&str, String)| {
        settings.scope().set(&format!("{}{name}", settings.prefix), &value, Some(max_age))
    };
    values.into_iter().map(set).collect()
}

/// Services as their cookie holds them.
pub(super) fn services_text(services: &BTreeMap<String, bool>) -> String {
    json::object(services.iter().map(|(name, allowed)| (name.as_str(), allowed.to_string())))
}

/// The body of the call `track`, as anybody may send it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ConsentTrackForm {
    /// Names of categories, with or without the cookies' prefix.
    pub consented_categories: Vec<String>,
    /// Choices about single services.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, boolean>"))]
    pub consented_services: BTreeMap<String, bool>,
    /// optin, optout or other.
    pub consenttype: String,
    /// What the visitor did; may be left out.
    pub event: String,
    /// Number of the policy that was shown; may be left out.
    pub policy_id: Option<i64>,
}

impl ConsentTrackForm {
    /// What the visitor did, as far as it is told.
    pub fn kind(&self) -> ConsentKind {
        ConsentKind::parse(&self.event).unwrap_or_default()
    }

    /// Whether it was made under another policy than the shop's of now: then it proves nothing.
    pub fn is_outdated(&self, settings: &ConsentSettings) -> bool {
        self.policy_id.is_some_and(|shown| shown != settings.policy_id)
    }

    /// The record to keep, or what is wrong with the body. Time, policy and region are the server's, not the visitor's.
    pub fn check(&self, settings: &ConsentSettings, now: i64) -> Result<ConsentRecord, Vec<FieldError>> {
        let mut errors = Vec::new();
        let mut categories = Vec::new();
        for name in self.consented_categories.iter().take(MAX_ENTRIES) {
            match Category::from_name(name.strip_prefix(settings.prefix.as_str()).unwrap_or(name)) {
                Some(category) if !categories.contains(&category) => categories.push(category),
                Some(_) => {}
                None => {
                    let shown: String = name.chars().take(40).collect();
                    let error = FieldError::new("consented_categories", codes::CONSENT_CATEGORY_UNKNOWN);
                    errors.push(error.with("value", shown));
                }
            }
        }
        let services = &self.consented_services;
        if services.len() > MAX_ENTRIES || !services.keys().all(|name| is_service(name)) {
            errors.push(FieldError::new("consented_services", codes::CONSENT_SERVICE_INVALID));
        }
        let types = [ConsentType::Optin, ConsentType::Optout, ConsentType::Other];
        let consenttype = types.into_iter().find(|kind| kind.name() == self.consenttype);
        if consenttype.is_none() {
            errors.push(FieldError::new("consenttype", codes::CONSENT_TYPE_UNKNOWN));
        }
        match consenttype {
            Some(consenttype) if errors.is_empty() => Ok(ConsentRecord {
                consented_categories: categories,
                consented_services: services.clone(),
                consenttype,
                policy_id: settings.policy_id,
                region: settings.region.clone(),
                decided_at: now,
            }),
            _ => Err(errors),
        }
    }
}
