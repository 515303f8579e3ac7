//! Starts the payment provider that is configured: Stripe when there are keys, else the sandbox on a port of its own.

use std::net::SocketAddr;
use std::sync::Arc;

use shop_payments::sandbox::{Courier, Sandbox};
use shop_payments::stripe::{API_VERSION, BASE_URL, StripeGateway, StripeOptions, scope};
use shop_services::ports::{Gateway, GatewayError, GatewayPublic, Secret};
use shop_services::{Clock, Random};

use crate::config::Config;

/// Which provider takes the payments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProviderKind {
    /// Stripe, or what speaks its API at the configured address.
    Stripe,
    /// The sandbox in this process, at this address.
    Sandbox(String),
    /// None: methods of the provider's are not offered.
    None,
}

impl std::fmt::Display for ProviderKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Stripe => "Stripe",
            Self::Sandbox(url) => return write!(f, "sandbox, no money moves: {url}/"),
            Self::None => "none; set SHOP_STRIPE_SECRET_KEY or SHOP_SANDBOX_LISTEN",
        })
    }
}

/// Why payments cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// The connection cannot be made.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    /// The sandbox's port is taken.
    #[error("the payment sandbox cannot listen on {address} (set SHOP_SANDBOX_LISTEN): {error}")]
    Listen {
        /// Where.
        address: String,
        /// Why not.
        error: std::io::Error,
    },
    /// The sandbox cannot read or write its state.
    #[error("the payment sandbox cannot start: {0}")]
    Sandbox(#[from] std::io::Error),
}

/// How the sandbox tells the shop of events.
pub enum Webhooks {
    /// By HTTP to the shop at this address, as they come.
    Post(SocketAddr),
    /// By hand: the host calls [`Sandbox::deliver_due`], and they are carried by this.
    Carry(Arc<dyn Courier>),
}

/// A provider that was started.
pub struct Provider {
    /// Which one.
    pub kind: ProviderKind,
    /// The way to it; `None`: there is none.
    pub gateway: Option<Arc<dyn Gateway>>,
    /// The sandbox, where it is in this process.
    pub sandbox: Option<Sandbox>,
}

/// Starts the provider. `shop_url`: where the shop is reached, for the sandbox's frames.
pub async fn start(
    config: &Config,
    shop_url: &str,
    webhooks: Webhooks,
    clock: &Arc<dyn Clock>,
    random: &Arc<dyn Random>,
) -> Result<Provider, ProviderError> {
    if !config.stripe_secret_key.is_empty() {
        let base_url = if config.stripe_url.is_empty() { BASE_URL } else { &config.stripe_url };
        let webhook_secrets = config.stripe_webhook_secret.split(',').map(|text| Secret(text.trim().to_owned()));
        let gateway = StripeGateway::new(StripeOptions {
            base_url: base_url.to_owned(),
            secret_key: Secret(config.stripe_secret_key.clone()),
            webhook_secrets: webhook_secrets.collect(),
            public: GatewayPublic {
                // Another process's sandbox is the sandbox all the same.
                scope: if config.stripe_sandbox_origin.is_empty() {
                    scope(base_url, &config.stripe_publishable_key)
                } else {
                    super::sandbox::SCOPE.to_owned()
                },
                publishable_key: config.stripe_publishable_key.clone(),
                api_version: API_VERSION.to_owned(),
                sandbox_origin: (!config.stripe_sandbox_origin.is_empty())
                    .then(|| config.stripe_sandbox_origin.clone()),
                any_currency: false,
            },
            clock: Arc::clone(clock),
            random: Arc::clone(random),
        })?;
        return Ok(Provider { kind: ProviderKind::Stripe, gateway: Some(Arc::new(gateway)), sandbox: None });
    }
    super::sandbox::start(config, shop_url, webhooks, clock, random).await
}
