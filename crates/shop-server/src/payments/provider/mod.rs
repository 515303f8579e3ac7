//! Starts the configured payment provider: Stripe when there are keys, else the sandbox on a port of its own.

mod connector;
mod sandbox;

use std::net::SocketAddr;
use std::sync::Arc;

use shop_sandbox::{Sandbox, WebhookTransport};
use shop_services::payments::provider::{ProviderErrorLog, ProviderSource};
use shop_services::ports::{GatewayError, GatewayKeys, ProviderConnector, Secret};
use shop_services::{Clock, Random};

use self::connector::Connector;
use crate::platform::config::Config;

/// Kind of payment provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProviderKind {
    /// Stripe, or a server with its API at the configured address.
    Stripe,
    /// The sandbox in this process, at this address.
    Sandbox(String),
    /// No provider: its methods are not offered.
    None,
}

impl std::fmt::Display for ProviderKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Stripe => "Stripe",
            Self::Sandbox(url) => return write!(f, "sandbox, no money moves: {url}/"),
            Self::None => "none; enter keys in the back office, or set SHOP_STRIPE_SECRET_KEY or SHOP_SANDBOX_LISTEN",
        })
    }
}

/// Error of starting the provider.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// The client cannot be created.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    /// The sandbox's port is taken.
    #[error("the payment sandbox cannot listen on {address} (set SHOP_SANDBOX_LISTEN): {error}")]
    Listen { address: String, error: std::io::Error },
    /// The sandbox cannot read or write its state.
    #[error("the payment sandbox cannot start: {0}")]
    Sandbox(#[from] std::io::Error),
}

/// How the sandbox delivers webhooks to the shop.
pub enum Webhooks {
    /// By HTTP to the shop at this address, immediately.
    Post(SocketAddr),
    /// Manually: the host calls [`Sandbox::deliver_due`], and this courier carries the events.
    Carry(Arc<dyn WebhookTransport>),
}

/// A started provider.
pub struct Provider {
    pub kind: ProviderKind,
    /// Client of the provider, and of others with keys of the back office.
    pub source: ProviderSource,
    /// The sandbox, if it runs in this process.
    pub sandbox: Option<Sandbox>,
}

/// Starts the provider. `shop_url`: address of the shop, for the sandbox's frames.
pub async fn start(
    config: &Config,
    shop_url: &str,
    webhooks: Webhooks,
    clock: &Arc<dyn Clock>,
    random: &Arc<dyn Random>,
) -> Result<Provider, ProviderError> {
    let connector: Arc<dyn ProviderConnector> = Arc::new(Connector::new(config, clock, random));
    let faults = Arc::new(ProviderErrorLog::new(Arc::clone(clock)));
    let keys = keys(config);
    let (kind, gateway, sandbox) = if let Some(keys) = &keys {
        let gateway = connector.connect(keys, Arc::<ProviderErrorLog>::clone(&faults))?;
        (ProviderKind::Stripe, Some(gateway), None)
    } else {
        sandbox::start(config, shop_url, webhooks, clock, random, &faults).await?
    };
    Ok(Provider { kind, source: ProviderSource { gateway, keys, connector: Some(connector), faults }, sandbox })
}

/// Creates the provider's client for a command, which runs no sandbox: with keys of the environment or the back office.
///
/// # Errors
/// The machine cannot make TLS connections.
pub(crate) fn without_sandbox(
    config: &Config,
    clock: &Arc<dyn Clock>,
    random: &Arc<dyn Random>,
) -> Result<ProviderSource, ProviderError> {
    let connector: Arc<dyn ProviderConnector> = Arc::new(Connector::new(config, clock, random));
    let faults = Arc::new(ProviderErrorLog::new(Arc::clone(clock)));
    let keys = keys(config);
    let connect = |keys| connector.connect(keys, Arc::<ProviderErrorLog>::clone(&faults));
    let gateway = keys.as_ref().map(connect).transpose()?;
    Ok(ProviderSource { gateway, keys, connector: Some(connector), faults })
}

/// Returns the keys of the environment, if any.
fn keys(config: &Config) -> Option<GatewayKeys> {
    let secrets = config.stripe_webhook_secret.split(',').map(str::trim).filter(|text| !text.is_empty());
    (!config.stripe_secret_key.is_empty()).then(|| GatewayKeys {
        secret_key: Secret(config.stripe_secret_key.clone()),
        publishable_key: config.stripe_publishable_key.clone(),
        webhook_secrets: secrets.map(|text| Secret(text.to_owned())).collect(),
    })
}
