//! Connections to the payment provider, and their keys.

use std::sync::Arc;

use super::{Gateway, GatewayError, Secret};

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
