//! Connections to Stripe, with keys from the environment or the back office, and how the latter are stored.

use std::sync::Arc;

use shop_payments::stripe::{API_VERSION, BASE_URL, StripeGateway, StripeOptions, scope};
use shop_services::ports::{
    Gateway, GatewayError, GatewayKeys, GatewayPublic, ProviderConnector, ProviderWatch, Secret,
};
use shop_services::{Clock, Random};

use crate::platform::config::Config;
use crate::platform::sealing::Sealing;

/// Purpose under which keys are sealed.
const PURPOSE: &str = "payment provider";

pub(super) struct Connector {
    base_url: String,
    sandbox_origin: Option<String>,
    sealing: Option<Sealing>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
}

impl Connector {
    pub(super) fn new(config: &Config, clock: &Arc<dyn Clock>, random: &Arc<dyn Random>) -> Self {
        let base_url = if config.stripe_url.is_empty() { BASE_URL } else { &config.stripe_url };
        let origin = &config.stripe_sandbox_origin;
        Self {
            base_url: base_url.to_owned(),
            sandbox_origin: (!origin.is_empty()).then(|| origin.clone()),
            sealing: Sealing::new(&config.secrets_key),
            clock: Arc::clone(clock),
            random: Arc::clone(random),
        }
    }
}

impl ProviderConnector for Connector {
    fn connect(&self, keys: &GatewayKeys, watch: Arc<dyn ProviderWatch>) -> Result<Arc<dyn Gateway>, GatewayError> {
        let gateway = StripeGateway::new(StripeOptions {
            base_url: self.base_url.clone(),
            secret_key: keys.secret_key.clone(),
            webhook_secrets: keys.webhook_secrets.clone(),
            public: GatewayPublic {
                // The sandbox of another process counts as the sandbox all the same.
                scope: if self.sandbox_origin.is_none() {
                    scope(&self.base_url, &keys.publishable_key)
                } else {
                    super::sandbox::SCOPE.to_owned()
                },
                publishable_key: keys.publishable_key.clone(),
                api_version: API_VERSION.to_owned(),
                sandbox_origin: self.sandbox_origin.clone(),
                any_currency: false,
            },
            clock: Arc::clone(&self.clock),
            random: Arc::clone(&self.random),
            watch,
        })?;
        Ok(Arc::new(gateway))
    }

    fn seal(&self, text: &Secret) -> Option<String> {
        self.sealing.as_ref()?.seal(PURPOSE, &text.0, self.random.as_ref())
    }

    fn unseal(&self, sealed: &str) -> Option<Secret> {
        self.sealing.as_ref()?.unseal(PURPOSE, sealed).map(Secret)
    }
}
