//! Setup assistant for the payment provider: what is configured, what is missing, and repairing it.

use std::sync::Arc;

use shop_core::payments::error::PaymentError;
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::setup::{
    AccountFacts, DomainFacts, Finding, KeyMode, LookupResult, SetupFacts, WebhookFacts, findings, key_facts,
    wallet_domain,
};
use shop_core::payments::state::event::WEBHOOK_EVENTS;

use crate::platform::context::Context;
use crate::ports::{
    Gateway, GatewayError, LastEvent, ProviderErrorRecord, ProviderErrorStore, Secret, SettingLogStore, SettingsStore,
    StoreError, ports,
};

/// Path of the webhook below the shop's address.
const WEBHOOK_PATH: &str = "/?wc-api=wc_stripe";

/// Setup status for the merchant.
#[derive(Clone, Debug)]
pub struct PaymentSetup {
    /// Mode of the keys; `None` without a provider.
    pub mode: Option<KeyMode>,
    /// A sandbox needs no setup.
    pub is_sandbox: bool,
    /// The account; `None` if it could not be read.
    pub account: Option<AccountFacts>,
    /// Findings, the most severe first.
    pub findings: Vec<Finding>,
    /// Why the provider could not be queried, or not for everything.
    pub failure: Option<GatewayError>,
    pub webhook_url: String,
    /// The shop's domain; `None` if its address has none that wallets could verify.
    pub domain: Option<String>,
    /// The latest webhook event.
    pub last_event: Option<LastEvent>,
    /// Recent errors, newest first.
    pub errors: Vec<ProviderErrorRecord>,
}

/// Why the setup was not repaired.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("there is no provider to set up")]
    NoProvider,
    #[error("the secret of a new webhook could not be encrypted")]
    NotSealed,
    #[error("wallets cannot verify the shop's address")]
    NoDomain,
    #[error("the provider refused: {}", .0.code)]
    Refused(Box<PaymentError>),
    #[error("the provider is unreachable, or its response is unknown")]
    Unreachable,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<GatewayError> for SetupError {
    fn from(error: GatewayError) -> Self {
        match error {
            GatewayError::Declined { error, .. } | GatewayError::Refused { error } => Self::Refused(error),
            GatewayError::Unavailable(_) | GatewayError::Unknown(_) => Self::Unreachable,
        }
    }
}

ports! {
    pub(crate) trait ProviderSetupPorts: ProviderErrorStore + SettingLogStore + SettingsStore
}

/// Setup of the provider by the merchant: keys, webhook, domain.
#[derive(Clone)]
pub struct ProviderSetup {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ProviderSetupPorts>,
}

/// Whether webhook requests were rejected for their signature since the last accepted one.
fn signatures_refused(setup: &PaymentSetup) -> bool {
    let accepted_at = setup.last_event.as_ref().map_or(0, |event| event.received_at);
    setup.errors.iter().any(|one| one.call == "webhook" && one.code == "signature" && one.at > accepted_at)
}

impl ProviderSetup {
    /// Address of the webhook.
    pub fn webhook_url(&self) -> String {
        format!("{}{WEBHOOK_PATH}", self.context.public_url())
    }

    /// Queries the provider about its setup.
    pub async fn payment_setup(&self) -> Result<PaymentSetup, StoreError> {
        let settings = self.context.settings().await?;
        let mut setup = PaymentSetup {
            mode: None,
            is_sandbox: false,
            account: None,
            findings: Vec::new(),
            failure: None,
            webhook_url: self.webhook_url(),
            domain: wallet_domain(self.context.public_url()),
            last_event: None,
            errors: Vec::new(),
        };
        self.store_logged_errors().await?;
        setup.errors = self.store.provider_errors().await?;
        setup.last_event = self.store.last_event().await?;
        if let Some(gateway) = self.context.gateway() {
            setup.mode = Some(key_facts(&gateway.public().publishable_key).map(|key| key.mode).unwrap_or_default());
            setup.is_sandbox = gateway.public().sandbox_origin.is_some();
            if !setup.is_sandbox {
                let offered = settings.own_payment_methods().into_iter().filter(|method| method.enabled);
                let offered = offered.filter_map(|method| PaymentMethod::from_gateway_id(&method.id)).collect();
                self.look(gateway.as_ref(), offered, &mut setup).await;
            }
        }
        // Includes failed calls of the queries above.
        self.store_logged_errors().await?;
        setup.errors = self.store.provider_errors().await?;
        Ok(setup)
    }

    async fn look(&self, gateway: &dyn Gateway, offered: Vec<PaymentMethod>, setup: &mut PaymentSetup) {
        match gateway.account().await {
            Ok(account) => setup.account = Some(account),
            Err(error) => setup.failure = Some(error),
        }
        // Without a connection or a valid key every further query would fail the same way.
        let hopeless = matches!(&setup.failure, Some(error) if !is_lack_of_rights(error));
        let (mut webhook, mut domain) = (LookupResult::Unread, LookupResult::Unread);
        if !hopeless {
            let found = gateway.webhook(&setup.webhook_url).await.map(|found| found.map(|one| one.facts));
            webhook = looked::<WebhookFacts>(found, &mut setup.failure);
            if let Some(name) = &setup.domain {
                let found = gateway.domain(name).await.map(|found| found.map(|one| one.facts));
                domain = looked::<DomainFacts>(found, &mut setup.failure);
            }
        }
        setup.findings = findings(&SetupFacts {
            mode: setup.mode.unwrap_or_default(),
            public_url: self.context.public_url().to_owned(),
            account: setup.account.clone(),
            offered,
            has_webhook_secret: gateway.knows_signatures(),
            signatures_refused: signatures_refused(setup),
            webhook,
            domain,
        });
    }

    /// Creates the webhook, or repairs the existing one. The provider returns a signing secret only at creation: if the shop does
    /// not know it, a new webhook replaces the old one.
    pub async fn set_up_webhook(&self, author: &str) -> Result<(), SetupError> {
        let Some(gateway) = self.gateway_to_set_up() else { return Err(SetupError::NoProvider) };
        let url = self.webhook_url();
        let found = gateway.webhook(&url).await?;
        let key = || format!("webhook-{}", self.context.random().hex(16));
        if let Some(old) = found.as_ref().filter(|_| gateway.knows_signatures()) {
            return Ok(gateway.change_webhook(&old.id, WEBHOOK_EVENTS, &key()).await?);
        }
        // A secret that cannot be stored would be lost.
        if !self.key_info().await?.can_store {
            return Err(SetupError::NotSealed);
        }
        let created = gateway.create_webhook(&url, WEBHOOK_EVENTS, &key()).await?;
        let secret: Secret = created.secret.unwrap_or_default();
        if secret.0.is_empty() || !self.save_webhook_secret(&secret, author).await? {
            return Err(SetupError::NotSealed);
        }
        if let Some(old) = found
            && let Err(error) = gateway.change_webhook(&old.id, &[], &key()).await
        {
            tracing::warn!(%error, "the webhook that was replaced could not be switched off");
        }
        Ok(())
    }

    /// Registers the shop's domain for wallets, or has it verified again.
    pub async fn set_up_domain(&self) -> Result<(), SetupError> {
        let Some(gateway) = self.gateway_to_set_up() else { return Err(SetupError::NoProvider) };
        let Some(name) = wallet_domain(self.context.public_url()) else { return Err(SetupError::NoDomain) };
        let key = |step: &str| format!("domain-{step}-{}", self.context.random().hex(16));
        let domain = match gateway.domain(&name).await? {
            Some(domain) => domain,
            None => gateway.register_domain(&name, &key("register")).await?,
        };
        gateway.check_domain(&domain.id, &key("check")).await?;
        Ok(())
    }

    /// A sandbox is already set up.
    fn gateway_to_set_up(&self) -> Option<Arc<dyn Gateway>> {
        self.context.gateway().filter(|gateway| gateway.public().sandbox_origin.is_none())
    }

    /// Stores the errors collected since the last call.
    pub async fn store_logged_errors(&self) -> Result<(), StoreError> {
        for error in self.context.provider.logged_errors().take() {
            self.store.save_provider_error(&error).await?;
        }
        Ok(())
    }
}

fn is_lack_of_rights(error: &GatewayError) -> bool {
    matches!(error, GatewayError::Refused { error } if error.kind == "permission_error")
}

fn looked<T>(found: Result<Option<T>, GatewayError>, failure: &mut Option<GatewayError>) -> LookupResult<T> {
    match found {
        Ok(Some(found)) => LookupResult::Found(found),
        Ok(None) => LookupResult::Missing,
        Err(error) => {
            failure.get_or_insert(error);
            LookupResult::Unread
        }
    }
}
