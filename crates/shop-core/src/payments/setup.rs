//! Checks of the payment provider's set-up, and the merchant's input for it: keys, account, methods, webhook, domain of the
//! wallets.

mod keys;
#[cfg(test)]
mod tests;

use serde::Serialize;

use super::method::PaymentMethod;
use super::state::event::WEBHOOK_EVENTS;
use crate::base::Params;
use crate::platform::messages::answers;

pub use keys::{KeyFacts, KeyMode, ProviderKeysForm, key_facts};

/// Country of the shop: the account's country and currency are compared with these.
const STORE_COUNTRY: &str = "IT";
const STORE_CURRENCY: &str = "eur";
/// Wildcard in an endpoint's list of events.
const ALL_EVENTS: &str = "*";

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Note,
    /// Something does not work as well as it could.
    Warning,
    /// Payments are not accepted, or their events not received.
    Error,
}

impl Severity {
    /// Returns its name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A fix that the shop can make with one click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Create or repair the webhook.
    Webhook,
    /// Register the shop's domain for wallets.
    Domain,
}

impl Remedy {
    /// Returns its name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Webhook => "webhook",
            Self::Domain => "domain",
        }
    }
}

/// A problem of the set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How severe it is.
    pub severity: Severity,
    /// Code of its sentence.
    pub code: &'static str,
    /// Parameters of the sentence.
    pub params: Params,
    /// Fix with one click; `None`: the shop cannot fix it by itself.
    pub remedy: Option<Remedy>,
}

/// The account that the keys belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountFacts {
    pub country: String,
    /// Payout currency in lower case.
    pub currency: String,
    /// Whether charges are enabled.
    pub charges_enabled: bool,
    /// Methods that are activated.
    pub activated: Vec<PaymentMethod>,
}

/// The webhook that points to the shop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookFacts {
    /// Whether it is enabled.
    pub enabled: bool,
    /// Types of events that it receives.
    pub events: Vec<String>,
}

/// The shop's domain as registered at the provider for wallets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DomainFacts {
    /// Whether it is enabled.
    pub enabled: bool,
    /// Wallets that do not accept it, by the provider's name: `apple_pay`.
    pub refused: Vec<String>,
}

/// Result of looking something up at the provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LookupResult<T> {
    /// The lookup failed, so nothing is reported about it.
    #[default]
    Unread,
    /// It does not exist.
    Missing,
    Found(T),
}

/// State of the set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFacts {
    /// Mode of the keys.
    pub mode: KeyMode,
    /// Public URL of the shop.
    pub public_url: String,
    /// The account; `None`: it could not be fetched.
    pub account: Option<AccountFacts>,
    /// Methods that the shop offers.
    pub offered: Vec<PaymentMethod>,
    /// Whether a webhook secret is set, so that signatures can be checked.
    pub has_webhook_secret: bool,
    /// Whether the latest messages were rejected because their signatures do not match the signing secret.
    pub signatures_refused: bool,
    /// The webhook that calls the shop.
    pub webhook: LookupResult<WebhookFacts>,
    /// Domain of the shop.
    pub domain: LookupResult<DomainFacts>,
}

/// Returns the problems of a set-up, most severe first.
pub fn findings(facts: &SetupFacts) -> Vec<Finding> {
    let mut found = Vec::new();
    of_account(facts, &mut found);
    of_webhook(facts, &mut found);
    of_domain(facts, &mut found);
    if facts.mode == KeyMode::Test {
        found.push(finding(Severity::Note, answers::SETUP_TEST_MODE));
    }
    found.sort_by_key(|one| std::cmp::Reverse(one.severity));
    found
}

fn finding(severity: Severity, code: &'static str) -> Finding {
    Finding { severity, code, params: Params::new(), remedy: None }
}

impl Finding {
    fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    fn mended_by(self, remedy: Remedy) -> Self {
        Self { remedy: Some(remedy), ..self }
    }
}

fn of_account(facts: &SetupFacts, found: &mut Vec<Finding>) {
    let Some(AccountFacts { country, currency, charges_enabled, activated }) = &facts.account else { return };
    if !charges_enabled {
        found.push(finding(Severity::Error, answers::SETUP_CHARGES_DISABLED));
    }
    if country != STORE_COUNTRY {
        let one = finding(Severity::Warning, answers::SETUP_COUNTRY);
        found.push(one.with("own", country).with("expected", STORE_COUNTRY));
    }
    if currency != STORE_CURRENCY {
        let one = finding(Severity::Warning, answers::SETUP_CURRENCY);
        found.push(one.with("own", currency.to_uppercase()).with("expected", STORE_CURRENCY.to_uppercase()));
    }
    let inactive = facts.offered.iter().filter(|kind| !activated.contains(kind)).map(|kind| kind.as_str());
    let inactive: Vec<&str> = inactive.collect();
    if !inactive.is_empty() {
        found.push(finding(Severity::Warning, answers::SETUP_METHODS_INACTIVE).with("methods", inactive.join(", ")));
    }
}

fn of_webhook(facts: &SetupFacts, found: &mut Vec<Finding>) {
    if facts.has_webhook_secret && facts.signatures_refused {
        found.push(finding(Severity::Error, answers::SETUP_WEBHOOK_SECRET_WRONG).mended_by(Remedy::Webhook));
    }
    if facts.mode == KeyMode::Live && !facts.public_url.starts_with("https://") {
        found.push(finding(Severity::Error, answers::SETUP_ADDRESS_INSECURE).with("address", &facts.public_url));
    }
    let webhook = match &facts.webhook {
        LookupResult::Unread => return,
        LookupResult::Missing => {
            found.push(finding(Severity::Error, answers::SETUP_WEBHOOK_MISSING).mended_by(Remedy::Webhook));
            return;
        }
        LookupResult::Found(webhook) => webhook,
    };
    if !webhook.enabled {
        found.push(finding(Severity::Error, answers::SETUP_WEBHOOK_DISABLED).mended_by(Remedy::Webhook));
    }
    if !facts.has_webhook_secret {
        found.push(finding(Severity::Error, answers::SETUP_WEBHOOK_UNSIGNED).mended_by(Remedy::Webhook));
    }
    let missing = missing_events(&webhook.events);
    if !missing.is_empty() {
        let one = finding(Severity::Warning, answers::SETUP_WEBHOOK_EVENTS).with("events", missing.join(", "));
        found.push(one.mended_by(Remedy::Webhook));
    }
}

fn of_domain(facts: &SetupFacts, found: &mut Vec<Finding>) {
    let finding = match &facts.domain {
        LookupResult::Missing => finding(Severity::Warning, answers::SETUP_DOMAIN_MISSING),
        LookupResult::Found(domain) if !domain.enabled => finding(Severity::Warning, answers::SETUP_DOMAIN_DISABLED),
        LookupResult::Found(domain) if !domain.refused.is_empty() => {
            finding(Severity::Warning, answers::SETUP_DOMAIN_REFUSED).with("wallets", domain.refused.join(", "))
        }
        LookupResult::Unread | LookupResult::Found(_) => return,
    };
    found.push(finding.mended_by(Remedy::Domain));
}

/// Returns the events that the shop handles but the webhook does not send.
pub fn missing_events(events: &[String]) -> Vec<&'static str> {
    let has = |wanted: &str| events.iter().any(|event| event == wanted || event == ALL_EVENTS);
    WEBHOOK_EVENTS.iter().copied().filter(|wanted| !has(wanted)).collect()
}

/// Returns the host of a URL without its port, in lower case; `None`: wallets cannot know it (an IP address, a local machine
/// name).
///
/// ```
/// use shop_core::payments::setup::wallet_domain;
/// assert_eq!(wallet_domain("https://Bottega.example:8443/negozio").as_deref(), Some("bottega.example"));
/// assert_eq!(wallet_domain("http://127.0.0.1:8080"), None);
/// ```
pub fn wallet_domain(address: &str) -> Option<String> {
    let rest = address.split_once("://")?.1;
    let host = rest.split(['/', '?', '#']).next()?.rsplit('@').next()?;
    if host.starts_with('[') {
        return None;
    }
    let name = host.split(':').next()?.to_lowercase();
    let is_number = name.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    (name.contains('.') && !is_number).then_some(name)
}
