//! The provider's keys: from the environment, or entered by the merchant and stored encrypted.

use shop_core::base::FieldError;
use shop_core::payments::setup::ProviderKeysForm;
use shop_core::platform::messages::answers;

use crate::payments::ProviderSetup;
use crate::payments::provider::{PROVIDER_KEYS, StoredKeys, parse_keys};
use crate::ports::{GatewayError, GatewayKeys, ProviderConnector, Secret, SettingChange, StoreError};

/// Section in the settings log.
const SECTION: &str = "payments";
/// Number of characters of a secret key that are shown.
const VISIBLE_CHARS: usize = 4;

/// Origin of the keys in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysFrom {
    /// The environment. They cannot be changed in the back office.
    Environment,
    BackOffice,
    /// The back office, but they cannot be decrypted: card payments are impossible.
    Unreadable,
    /// None: the sandbox takes the payments.
    Sandbox,
    /// None, and no sandbox: card payments are impossible.
    Nowhere,
}

/// Key data that may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyInfo {
    pub from: KeysFrom,
    /// `pk_…`; empty if none.
    pub publishable_key: String,
    /// Last characters of the secret key; empty if none.
    pub secret_key_end: String,
    /// Whether the webhook's signing secret is known.
    pub has_webhook_secret: bool,
    /// Whether keys can be stored: there is a key to encrypt them with.
    pub can_store: bool,
}

/// Why keys were not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProviderKeysError {
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error("there is no key to encrypt the keys with")]
    NotSealed,
    #[error("the keys come from the environment")]
    FromEnvironment,
    #[error("the provider is unreachable")]
    Unreachable,
    #[error("somebody else changed the keys meanwhile")]
    Changed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ProviderSetup {
    /// Returns the displayable data of the keys in use.
    pub async fn key_info(&self) -> Result<KeyInfo, StoreError> {
        self.context.provider.follow_provider_keys().await?;
        let connected = self.context.provider.connected();
        let stored = parse_keys(connected.document.as_deref()).unwrap_or_default();
        let provider = self.context.provider.source();
        let from = match (&provider.keys, connected.unreadable, stored.secret_key.is_empty()) {
            (Some(_), ..) => KeysFrom::Environment,
            (None, true, _) => KeysFrom::Unreadable,
            (None, false, false) => KeysFrom::BackOffice,
            (None, false, true) if provider.gateway.is_some() => KeysFrom::Sandbox,
            (None, false, true) => KeysFrom::Nowhere,
        };
        let connector = provider.connector.as_deref();
        let keys =
            connector.and_then(|connector| self.context.provider.keys_by(connector, &stored)).unwrap_or_default();
        Ok(KeyInfo {
            from,
            publishable_key: keys.publishable_key,
            secret_key_end: end_of(&keys.secret_key.0),
            has_webhook_secret: connected.gateway.is_some_and(|gateway| gateway.knows_signatures()),
            can_store: connector.is_some_and(|connector| connector.seal(&Secret::default()).is_some()),
        })
    }

    /// Stores keys after the provider has accepted them. A secret that is left empty stays unchanged.
    pub async fn change_provider_keys(&self, form: &ProviderKeysForm, author: &str) -> Result<(), ProviderKeysError> {
        let provider = self.context.provider.source();
        let Some(connector) = &provider.connector else { return Err(ProviderKeysError::NotSealed) };
        if provider.keys.is_some() {
            return Err(ProviderKeysError::FromEnvironment);
        }
        let document = self.store.load_setting(PROVIDER_KEYS).await?;
        // Keys that cannot be decrypted are replaced.
        let before = parse_keys(document.as_deref()).unwrap_or_default();
        let known = self.context.provider.keys_by(connector.as_ref(), &before).unwrap_or_default();
        let form = filled(form, &known).check().map_err(ProviderKeysError::Fields)?;
        let sealed = |text: &str| match text {
            "" => Some(String::new()),
            text => connector.seal(&Secret(text.to_owned())),
        };
        let (Some(secret_key), Some(webhook_secret)) = (sealed(&form.secret_key), sealed(&form.webhook_secret)) else {
            return Err(ProviderKeysError::NotSealed);
        };
        self.test_keys(connector.as_ref(), &form).await?;
        let stored = StoredKeys { secret_key, publishable_key: form.publishable_key, webhook_secret };
        let done = self.store_keys(document.as_deref(), &before, &stored, author).await?;
        if done { Ok(()) } else { Err(ProviderKeysError::Changed) }
    }

    /// Tests whether the provider accepts the keys.
    async fn test_keys(
        &self,
        connector: &dyn ProviderConnector,
        form: &ProviderKeysForm,
    ) -> Result<(), ProviderKeysError> {
        let keys = GatewayKeys {
            secret_key: Secret(form.secret_key.clone()),
            publishable_key: form.publishable_key.clone(),
            webhook_secrets: Vec::new(),
        };
        let Ok(gateway) = connector.connect(&keys, self.context.provider.watch()) else {
            return Err(ProviderKeysError::Unreachable);
        };
        match gateway.account().await {
            // A key with restricted permissions is valid too.
            Err(GatewayError::Refused { error }) if error.kind == "permission_error" => Ok(()),
            Err(GatewayError::Refused { .. }) => {
                Err(ProviderKeysError::Fields(vec![FieldError::new("secret_key", answers::PROVIDER_KEY_UNKNOWN)]))
            }
            Err(_) => Err(ProviderKeysError::Unreachable),
            Ok(_) => Ok(()),
        }
    }

    /// Deletes the stored keys, which restores the process's own connection.
    pub async fn forget_provider_keys(&self, author: &str) -> Result<(), ProviderKeysError> {
        let document = self.store.load_setting(PROVIDER_KEYS).await?;
        let before = parse_keys(document.as_deref()).unwrap_or_default();
        let done = self.store_keys(document.as_deref(), &before, &StoredKeys::default(), author).await?;
        if done { Ok(()) } else { Err(ProviderKeysError::Changed) }
    }

    /// Stores the signing secret of a new webhook; `false` if somebody else changed the keys meanwhile, or it cannot be
    /// encrypted.
    pub(super) async fn save_webhook_secret(&self, secret: &Secret, author: &str) -> Result<bool, StoreError> {
        let document = self.store.load_setting(PROVIDER_KEYS).await?;
        let before = parse_keys(document.as_deref())?;
        let Some(sealed) = self.context.provider.source().connector.as_ref().and_then(|one| one.seal(secret)) else {
            return Ok(false);
        };
        let stored = StoredKeys { webhook_secret: sealed, ..before.clone() };
        self.store_keys(document.as_deref(), &before, &stored, author).await
    }

    async fn store_keys(
        &self,
        document: Option<&str>,
        before: &StoredKeys,
        stored: &StoredKeys,
        author: &str,
    ) -> Result<bool, StoreError> {
        let text = serde_json::to_string(stored).map_err(|error| StoreError::Refused(error.to_string()))?;
        let mut changes = Vec::new();
        let mut note = |field: &str, before: &str, after: &str| {
            changes.push(SettingChange {
                section: SECTION.to_owned(),
                field: field.to_owned(),
                before: before.to_owned(),
                after: after.to_owned(),
            });
        };
        // Of secrets the log only says that they changed.
        if (&before.publishable_key, &before.secret_key) != (&stored.publishable_key, &stored.secret_key) {
            note("provider_keys", &before.publishable_key, &stored.publishable_key);
        }
        if before.webhook_secret != stored.webhook_secret {
            let masked = |secret: &str| if secret.is_empty() { "" } else { "whsec_…" };
            note("provider_webhook_secret", masked(&before.webhook_secret), masked(&stored.webhook_secret));
        }
        let done =
            self.store.change_setting(PROVIDER_KEYS, document, &text, &changes, author, self.context.now()).await?;
        self.context.settings_changed();
        self.context.settings().await?;
        Ok(done)
    }
}

/// The form, with empty fields filled from the stored keys if they are of the same account.
fn filled(form: &ProviderKeysForm, known: &GatewayKeys) -> ProviderKeysForm {
    let mut form = form.clone();
    if form.publishable_key.trim() != known.publishable_key {
        return form;
    }
    if form.secret_key.trim().is_empty() {
        form.secret_key.clone_from(&known.secret_key.0);
    }
    if form.webhook_secret.trim().is_empty()
        && let Some(secret) = known.webhook_secrets.first()
    {
        form.webhook_secret.clone_from(&secret.0);
    }
    form
}

/// The last characters of a key, if it is long enough that they reveal little.
fn end_of(key: &str) -> String {
    let count = key.chars().count();
    if count < 4 * VISIBLE_CHARS { String::new() } else { key.chars().skip(count - VISIBLE_CHARS).collect() }
}
