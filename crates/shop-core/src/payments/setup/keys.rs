//! API keys of the provider, as far as their format tells.

use serde::Serialize;

use crate::base::FieldError;
use crate::platform::messages::{answers, codes};

/// Longest key, in characters.
const LONGEST: usize = 255;

/// Whether real money moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyMode {
    /// No real money moves.
    #[default]
    Test,
    Live,
}

impl KeyMode {
    /// Returns its name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Live => "live",
        }
    }
}

/// Data contained in a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFacts {
    pub mode: KeyMode,
    /// Account that it belongs to; `None`: the key does not contain it.
    pub account: Option<String>,
    /// Whether browsers may see it.
    pub publishable: bool,
}

/// Parses a key. A current one contains its account's id after its mode: `pk_test_51H…` belongs to `acct_1H…`. `None`: it is no
/// key.
///
/// ```
/// use shop_core::payments::setup::{KeyMode, key_facts};
/// let key = key_facts("rk_live_51GqIC8HYgolSBA35aaaa").unwrap();
/// assert_eq!((key.mode, key.account.as_deref()), (KeyMode::Live, Some("acct_1GqIC8HYgolSBA35")));
/// assert_eq!(key_facts("whsec_1"), None);
/// ```
pub fn key_facts(key: &str) -> Option<KeyFacts> {
    let (prefix, rest) = key.split_once('_')?;
    let (mode, rest) = rest.split_once('_')?;
    let publishable = match prefix {
        "pk" => true,
        "sk" | "rk" => false,
        _ => return None,
    };
    let mode = match mode {
        "test" => KeyMode::Test,
        "live" => KeyMode::Live,
        _ => return None,
    };
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    if rest.is_empty() || key.len() > LONGEST || !rest.bytes().all(is_word) {
        return None;
    }
    let account = rest.strip_prefix('5').and_then(|rest| rest.get(..16)).filter(|id| id.starts_with('1'));
    Some(KeyFacts { mode, account: account.map(|id| format!("acct_{id}")), publishable })
}

/// Keys as the merchant enters them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ProviderKeysForm {
    /// Secret key `sk_…`, or restricted key `rk_…`.
    pub secret_key: String,
    /// Publishable key, `pk_…`.
    pub publishable_key: String,
    /// Webhook secret, `whsec_…`; empty: the webhook is created later.
    pub webhook_secret: String,
}

impl std::fmt::Debug for ProviderKeysForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ProviderKeysForm")
    }
}

impl ProviderKeysForm {
    /// Validates the keys and returns them trimmed.
    ///
    /// # Errors
    /// All invalid fields: a missing key, a key of another type, keys of two modes or two accounts.
    pub fn check(&self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let form = Self {
            secret_key: self.secret_key.trim().to_owned(),
            publishable_key: self.publishable_key.trim().to_owned(),
            webhook_secret: self.webhook_secret.trim().to_owned(),
        };
        let secret = check_key("secret_key", &form.secret_key, false, &mut errors);
        let publishable = check_key("publishable_key", &form.publishable_key, true, &mut errors);
        if let (Some(secret), Some(publishable)) = (secret, publishable) {
            if secret.mode != publishable.mode {
                errors.push(FieldError::new("publishable_key", answers::PROVIDER_KEYS_MODE));
            } else if secret.account.is_some() && publishable.account.is_some() && secret.account != publishable.account
            {
                errors.push(FieldError::new("publishable_key", answers::PROVIDER_KEYS_ACCOUNT));
            }
        }
        if !form.webhook_secret.is_empty() && !is_webhook_secret(&form.webhook_secret) {
            errors.push(FieldError::new("webhook_secret", answers::PROVIDER_KEY_WEBHOOK));
        }
        if errors.is_empty() { Ok(form) } else { Err(errors) }
    }
}

fn check_key(field: &str, key: &str, publishable: bool, errors: &mut Vec<FieldError>) -> Option<KeyFacts> {
    let code = match key_facts(key) {
        _ if key.is_empty() => codes::MERCHANT_REQUIRED,
        Some(facts) if facts.publishable == publishable => return Some(facts),
        _ if publishable => answers::PROVIDER_KEY_PUBLISHABLE,
        _ => answers::PROVIDER_KEY_SECRET,
    };
    errors.push(FieldError::new(field, code));
    None
}

fn is_webhook_secret(text: &str) -> bool {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'+' | b'/' | b'=');
    text.strip_prefix("whsec_").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(is_word))
        && text.len() <= LONGEST
}
