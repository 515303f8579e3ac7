//! The shop's connection to the payment provider: from the environment, or with keys that the merchant stored.

mod event_list;
mod faults;

use std::sync::{Arc, PoisonError, RwLock};

use serde::{Deserialize, Serialize};

use self::event_list::EventList;
pub use self::faults::ProviderErrorLog;
use crate::ports::{Gateway, GatewayKeys, ProviderConnector, ProviderWatch, SettingsStore, StoreError};

/// Name of the settings document with the stored keys.
pub(crate) const PROVIDER_KEYS: &str = "provider_keys";

/// The process's own connection, and the factory for others.
#[derive(Clone)]
pub struct ProviderSource {
    /// The connection without stored keys, if any.
    pub gateway: Option<Arc<dyn Gateway>>,
    /// Keys from the environment; `None` if it has none, and stored ones are used.
    pub keys: Option<GatewayKeys>,
    /// Creates connections; `None` if keys cannot be stored.
    pub connector: Option<Arc<dyn ProviderConnector>>,
    /// Collects failed calls.
    pub faults: Arc<ProviderErrorLog>,
}

impl std::fmt::Debug for ProviderSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderSource").finish_non_exhaustive()
    }
}

/// Stored keys. The secret ones are encrypted; empty if not set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct StoredKeys {
    pub(crate) secret_key: String,
    pub(crate) publishable_key: String,
    pub(crate) webhook_secret: String,
}

/// The connection in use, and the stored document it was created from.
#[derive(Clone, Default)]
pub(crate) struct Connected {
    pub(crate) document: Option<String>,
    pub(crate) gateway: Option<Arc<dyn Gateway>>,
    /// The stored keys cannot be decrypted: no other keys are used in their place.
    pub(crate) unreadable: bool,
}

impl Connected {
    fn started(gateway: Option<Arc<dyn Gateway>>) -> Self {
        Self { gateway, ..Self::default() }
    }
}

/// The connection to the payment provider.
pub(crate) struct Provider {
    source: ProviderSource,
    connected: RwLock<Connected>,
    store: Arc<dyn SettingsStore>,
    events: EventList,
}

impl Provider {
    /// How far webhook events were listed.
    pub(crate) fn events(&self) -> &EventList {
        &self.events
    }

    /// Reconnects after the stored keys changed, whichever process stored them.
    pub(crate) async fn follow_provider_keys(&self) -> Result<(), StoreError> {
        if self.source.connector.is_none() {
            return Ok(());
        }
        let document = self.store.load_setting(PROVIDER_KEYS).await?;
        if self.connected().document != document {
            self.set_connected(self.connect(document));
        }
        Ok(())
    }

    fn connect(&self, document: Option<String>) -> Connected {
        let provider = &self.source;
        let stored = parse_keys(document.as_deref());
        let started = || Connected { document: document.clone(), ..Connected::started(provider.gateway.clone()) };
        let Some(connector) = &provider.connector else { return started() };
        if stored.as_ref().is_ok_and(|stored| *stored == StoredKeys::default()) {
            return started();
        }
        let keys = stored.ok().and_then(|stored| self.keys_by(connector.as_ref(), &stored));
        let gateway = keys.and_then(|keys| connector.connect(&keys, self.watch()).ok());
        if gateway.is_some() {
            return Connected { document, gateway, unreadable: false };
        }
        tracing::error!("the stored keys of the payment provider cannot be read: is SHOP_SECRETS_KEY another one?");
        // Keys from the environment need no stored ones; without them no other keys may be used for charges.
        let gateway = provider.keys.as_ref().and(provider.gateway.clone());
        Connected { document, gateway, unreadable: true }
    }

    /// Returns the keys for the connection: those from the environment, or the stored ones. `None` if they cannot be decrypted.
    pub(crate) fn keys_by(&self, connector: &dyn ProviderConnector, stored: &StoredKeys) -> Option<GatewayKeys> {
        let open = |sealed: &String| if sealed.is_empty() { Some(None) } else { connector.unseal(sealed).map(Some) };
        let webhook_secret = open(&stored.webhook_secret)?;
        let mut keys = match &self.source.keys {
            Some(keys) => keys.clone(),
            None => GatewayKeys {
                secret_key: open(&stored.secret_key)??,
                publishable_key: stored.publishable_key.clone(),
                webhook_secrets: Vec::new(),
            },
        };
        keys.webhook_secrets.extend(webhook_secret);
        Some(keys)
    }

    /// A connection in its initial state.
    pub(crate) fn started(source: ProviderSource, store: Arc<dyn SettingsStore>) -> Self {
        let connected = RwLock::new(Connected::started(source.gateway.clone()));
        Self { source, connected, store, events: EventList::default() }
    }

    pub(crate) fn connected(&self) -> Connected {
        self.connected.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_connected(&self, connected: Connected) {
        *self.connected.write().unwrap_or_else(PoisonError::into_inner) = connected;
    }

    pub(crate) fn source(&self) -> &ProviderSource {
        &self.source
    }

    pub(crate) fn logged_errors(&self) -> &ProviderErrorLog {
        &self.source.faults
    }

    /// Returns an observer of failed calls.
    pub(crate) fn watch(&self) -> Arc<dyn ProviderWatch> {
        Arc::<ProviderErrorLog>::clone(&self.source.faults)
    }
}

/// Parses the stored document; without one there are no keys.
pub(crate) fn parse_keys(document: Option<&str>) -> Result<StoredKeys, StoreError> {
    let stored = document.map(serde_json::from_str).transpose();
    Ok(stored.map_err(|error| inconsistent(&error))?.unwrap_or_default())
}

fn inconsistent(error: &serde_json::Error) -> StoreError {
    StoreError::Inconsistent { table: "settings".into(), row: PROVIDER_KEYS.into(), reason: error.to_string() }
}
