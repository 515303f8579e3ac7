//! The payment sandbox in this process, on a port of its own: another origin than the shop's, so that data typed into its fields
//! never reaches the shop's pages.

use std::sync::Arc;

use axum::Router;
use shop_payments::stripe::{API_VERSION, StripeGateway, StripeOptions};
use shop_sandbox::{Sandbox, SandboxOptions, Timings, WebhookTarget};
use shop_services::payments::provider::ProviderErrorLog;
use shop_services::ports::{Gateway, GatewayPublic, Secret};
use shop_services::{Clock, Random};
use tokio::net::TcpListener;

use super::{ProviderError, ProviderKind, Webhooks};
use crate::platform::config::Config;

/// Scope of the sandbox's customers and payment methods.
pub(super) const SCOPE: &str = "sandbox";

/// A public key; fixed, so that open pages keep working after a restart.
const PUBLISHABLE_KEY: &str = "pk_test_bottega_sandbox";
/// The sandbox's database in the data folder.
const DATABASE: &str = "sandbox.db";

/// Starts the sandbox, unless it is disabled.
pub(super) async fn start(
    config: &Config,
    shop_url: &str,
    webhooks: Webhooks,
    clock: &Arc<dyn Clock>,
    random: &Arc<dyn Random>,
    faults: &Arc<ProviderErrorLog>,
) -> Result<(ProviderKind, Option<Arc<dyn Gateway>>, Option<Sandbox>), ProviderError> {
    if config.sandbox_listen == "off" {
        return Ok((ProviderKind::None, None, None));
    }
    let listen = |error| ProviderError::Listen { address: config.sandbox_listen.clone(), error };
    let listener = TcpListener::bind(&config.sandbox_listen).await.map_err(listen)?;
    let here = listener.local_addr()?;
    let reached = &config.sandbox_public_url;
    let origin = if reached.is_empty() { format!("http://{here}") } else { reached.clone() };
    let secret_key = match config.sandbox_secret_key.as_str() {
        "" => format!("sk_test_{}", random.hex(16)),
        own => own.to_owned(),
    };
    let webhook_secret = format!("whsec_{}", random.hex(16));
    std::fs::create_dir_all(&config.data_dir)?;
    let (url, courier) = match webhooks {
        Webhooks::Post(shop) => (format!("http://{shop}/?wc-api=wc_stripe"), None),
        Webhooks::Carry(courier) => (String::new(), Some(courier)),
    };
    let by_itself = courier.is_none();
    let sandbox = Sandbox::open(SandboxOptions {
        file: Some(config.data_dir.join(DATABASE)),
        origin: origin.clone(),
        shop_origins: origins(shop_url),
        secret_key: secret_key.clone(),
        publishable_key: PUBLISHABLE_KEY.to_owned(),
        webhook: Some(WebhookTarget { url, secret: webhook_secret.clone(), courier }),
        timings: Timings::default(),
        clock: Arc::clone(clock),
        random: Arc::clone(random),
        any_currency: config.sandbox_any_currency,
    })?;
    if by_itself {
        tokio::spawn(sandbox.clone().deliver());
    }
    tokio::spawn(serve(listener, sandbox.router()));
    let gateway = StripeGateway::new(StripeOptions {
        base_url: format!("http://{here}"),
        secret_key: Secret(secret_key),
        webhook_secrets: vec![Secret(webhook_secret)],
        public: GatewayPublic {
            scope: SCOPE.to_owned(),
            publishable_key: PUBLISHABLE_KEY.to_owned(),
            api_version: API_VERSION.to_owned(),
            sandbox_origin: Some(origin.clone()),
            any_currency: config.sandbox_any_currency,
        },
        clock: Arc::clone(clock),
        random: Arc::clone(random),
        watch: Arc::<ProviderErrorLog>::clone(faults),
    })?;
    Ok((ProviderKind::Sandbox(origin), Some(Arc::new(gateway)), Some(sandbox)))
}

async fn serve(listener: TcpListener, router: Router) {
    if let Err(error) = axum::serve(listener, router).await {
        tracing::error!(%error, "the payment sandbox ended");
    }
}

/// Origins of the shop's pages: a local shop is reached under two host names.
fn origins(shop_url: &str) -> Vec<String> {
    let own = shop_url.trim_end_matches('/').to_owned();
    let other = own.replace("//127.0.0.1", "//localhost");
    if other == own { vec![own] } else { vec![own, other] }
}
