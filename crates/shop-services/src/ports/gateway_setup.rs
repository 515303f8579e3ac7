//! The payment provider as something to be set up: its account, webhook, domain, and keys.

use std::sync::Arc;

use async_trait::async_trait;
use shop_core::payments::setup::{AccountFacts, DomainFacts, WebhookFacts};

use super::{Gateway, GatewayError, Secret};

/// A webhook at the provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProviderWebhook {
    /// `we_…`.
    pub id: String,
    /// What is known of it.
    pub facts: WebhookFacts,
    /// What its messages are signed with; only told when it is made.
    pub secret: Option<Secret>,
}

/// A domain that is registered for wallets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProviderDomain {
    /// `pmd_…`.
    pub id: String,
    /// What is known of it.
    pub facts: DomainFacts,
}

/// Looks at how the provider is set up, and mends it.
#[async_trait]
pub trait GatewaySetup {
    /// Whether messages can be told from those of others: a signing secret is known.
    fn knows_signatures(&self) -> bool;

    /// The account behind the keys, with its activated methods.
    async fn account(&self) -> Result<AccountFacts, GatewayError>;

    /// The webhook that calls this address: one that is on before one that is off. `None`: there is none.
    async fn webhook(&self, url: &str) -> Result<Option<ProviderWebhook>, GatewayError>;

    /// Makes a webhook for these kinds of events.
    async fn create_webhook(&self, url: &str, events: &[&str], key: &str) -> Result<ProviderWebhook, GatewayError>;

    /// Switches a webhook on for these kinds of events; none: switches it off.
    async fn change_webhook(&self, id: &str, events: &[&str], key: &str) -> Result<(), GatewayError>;

    /// The registration of a domain for wallets; `None`: it is not registered.
    async fn domain(&self, name: &str) -> Result<Option<ProviderDomain>, GatewayError>;

    /// Registers a domain.
    async fn register_domain(&self, name: &str, key: &str) -> Result<ProviderDomain, GatewayError>;

    /// Switches a domain on and has it checked anew.
    async fn check_domain(&self, id: &str, key: &str) -> Result<ProviderDomain, GatewayError>;
}

/// Keys that a connection is made with. Their debug text never shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatewayKeys {
    /// `sk_…`.
    pub secret_key: Secret,
    /// `pk_…`.
    pub publishable_key: String,
    /// `whsec_…`; several while one replaces the other.
    pub webhook_secrets: Vec<Secret>,
}

/// Hears of calls that the provider did not do, as far as that is no shopper's doing.
pub trait ProviderWatch: Send + Sync + 'static {
    /// A call (`POST /v1/refunds`) failed.
    fn failed(&self, call: &str, error: &GatewayError);
}

/// Makes connections, and hides keys while they are stored.
pub trait ProviderConnector: Send + Sync + 'static {
    /// A connection by these keys; calls that fail are told to the watch.
    fn connect(&self, keys: &GatewayKeys, watch: Arc<dyn ProviderWatch>) -> Result<Arc<dyn Gateway>, GatewayError>;

    /// The text as it may be stored; `None`: there is no key to seal with.
    fn seal(&self, text: &Secret) -> Option<String>;

    /// The text again; `None`: it was sealed with another key, or damaged.
    fn unseal(&self, sealed: &str) -> Option<Secret>;
}
