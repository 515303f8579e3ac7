//! Setup of the payment provider: account, webhook, domain and keys.

use std::sync::Arc;

use async_trait::async_trait;
use shop_core::payments::setup::{AccountFacts, DomainFacts, WebhookFacts};

use super::{Gateway, GatewayError, Secret};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProviderWebhook {
    /// `we_…`.
    pub id: String,
    pub facts: WebhookFacts,
    /// Signing secret; the provider returns it only at creation.
    pub secret: Option<Secret>,
}

/// A domain that is registered for wallets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProviderDomain {
    /// `pmd_…`.
    pub id: String,
    pub facts: DomainFacts,
}

/// Inspects and repairs the provider's setup.
#[async_trait]
pub trait GatewaySetup {
    /// Whether a signing secret is configured, so that events can be authenticated.
    fn knows_signatures(&self) -> bool;

    /// Returns the account of the keys, with its activated methods.
    async fn account(&self) -> Result<AccountFacts, GatewayError>;

    /// Finds the webhook for this URL, preferring an enabled one over a disabled one.
    async fn webhook(&self, url: &str) -> Result<Option<ProviderWebhook>, GatewayError>;

    /// Creates a webhook for these event types.
    async fn create_webhook(&self, url: &str, events: &[&str], key: &str) -> Result<ProviderWebhook, GatewayError>;

    /// Enables a webhook for these event types; an empty list disables it.
    async fn change_webhook(&self, id: &str, events: &[&str], key: &str) -> Result<(), GatewayError>;

    /// Returns the registration of a domain for wallets, if any.
    async fn domain(&self, name: &str) -> Result<Option<ProviderDomain>, GatewayError>;

    async fn register_domain(&self, name: &str, key: &str) -> Result<ProviderDomain, GatewayError>;

    /// Enables a domain and has the provider verify it again.
    async fn check_domain(&self, id: &str, key: &str) -> Result<ProviderDomain, GatewayError>;
}

/// Keys of a connection. Their `Debug` output hides the values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatewayKeys {
    /// `sk_…`.
    pub secret_key: Secret,
    /// `pk_…`.
    pub publishable_key: String,
    /// `whsec_…`; several while one replaces the other.
    pub webhook_secrets: Vec<Secret>,
}

/// Observes failed calls to the provider, except for those that the shopper caused.
pub trait ProviderWatch: Send + Sync + 'static {
    /// Records a failed call, such as `POST /v1/refunds`.
    fn failed(&self, call: &str, error: &GatewayError);
}

/// Creates connections, and encrypts keys for storage.
pub trait ProviderConnector: Send + Sync + 'static {
    /// Creates a connection with these keys; failed calls are reported to `watch`.
    fn connect(&self, keys: &GatewayKeys, watch: Arc<dyn ProviderWatch>) -> Result<Arc<dyn Gateway>, GatewayError>;

    /// Encrypts a text for storage; `None` if there is no key to encrypt with.
    fn seal(&self, text: &Secret) -> Option<String>;

    /// Decrypts a text; `None` if it was encrypted with another key, or is damaged.
    fn unseal(&self, sealed: &str) -> Option<Secret>;
}
