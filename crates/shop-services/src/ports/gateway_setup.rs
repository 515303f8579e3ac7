//! Setup of the payment provider: account, webhook and domain.

use async_trait::async_trait;
use shop_core::payments::setup::{AccountFacts, DomainFacts, WebhookFacts};

use super::{GatewayError, Secret};

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
