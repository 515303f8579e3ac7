//! Proof of consent: what the browser sends to the shop, and what the shop stores.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::state::{Category, ConsentSettings, ConsentState, ConsentType, is_service};
use super::visitor::ConsentVisitor;
use crate::base::{FieldError, json, wire_enum};
use crate::platform::messages::codes;
use crate::privacy::cookies::{CookieChange, DAY};

/// Maximum number of entries of a list in a request.
const MAX_ENTRIES: usize = 50;

wire_enum! {
    /// The visitor's action that led to a choice.
    ConsentKind {
        AcceptAll = "accept_all",
        DenyAll = "deny_all",
        /// Withdrew all consent.
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

/// A recorded choice: the body of the call `track`, with its evidence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentRecord {
    /// Allowed categories; empty: no choice was made.
    pub consented_categories: Vec<Category>,
    /// Choices for single services.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, boolean>"))]
    pub consented_services: BTreeMap<String, bool>,
    /// Consent regime that applied.
    pub consenttype: ConsentType,
    /// Id of the policy that was shown.
    pub policy_id: i64,
    /// Region whose rules applied.
    pub region: String,
    /// Time of the choice, in seconds since 1970.
    pub decided_at: i64,
}

impl ConsentRecord {
    /// Builds the record of a state.
    pub(super) fn from_state(state: &ConsentState, settings: &ConsentSettings, visitor: &ConsentVisitor) -> Self {
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

    /// Returns whether the state already contains this record as saved.
    pub(super) fn is_saved(&self, state: &ConsentState) -> bool {
        self.categories_text() == state.saved_categories && self.services_text() == state.saved_services
    }

    /// Returns whether the record allows a service of a category.
    pub fn allows_service(&self, service: &str, category: Category) -> bool {
        self.consented_services.get(service).copied().unwrap_or_else(|| self.consented_categories.contains(&category))
    }
}

/// Returns the cookies that mark the record as saved, under the browser's random id. They are set once the proof is stored, not
/// before: a choice without them is recorded again.
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

/// Formats services for their cookie.
pub(super) fn services_text(services: &BTreeMap<String, bool>) -> String {
    json::object(services.iter().map(|(name, allowed)| (name.as_str(), allowed.to_string())))
}

/// Body of the call `track`, which anybody can send.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ConsentTrackForm {
    /// Category names, with or without the cookies' prefix.
    pub consented_categories: Vec<String>,
    /// Choices for single services.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, boolean>"))]
    pub consented_services: BTreeMap<String, bool>,
    /// Consent regime: optin, optout or other.
    pub consenttype: String,
    /// Action of the visitor; optional.
    pub event: String,
    /// Id of the policy that was shown; optional.
    pub policy_id: Option<i64>,
}

impl ConsentTrackForm {
    /// Returns the visitor's action, as far as the form contains it.
    pub fn kind(&self) -> ConsentKind {
        ConsentKind::parse(&self.event).unwrap_or_default()
    }

    /// Returns whether the choice was made under another policy than the current one: then it proves nothing.
    pub fn is_outdated(&self, settings: &ConsentSettings) -> bool {
        self.policy_id.is_some_and(|shown| shown != settings.policy_id)
    }

    /// Validates the body and returns the record to store. Time, policy and region are the server's, not the visitor's.
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
