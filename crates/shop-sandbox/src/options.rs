//! How a sandbox is set up.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;
use shop_core::payments::method::PaymentMethod;
use shop_services::{Clock, Random};

/// Settings of a sandbox.
#[derive(Clone)]
pub struct SandboxOptions {
    /// The database; `None`: it lives in memory.
    pub file: Option<PathBuf>,
    /// Where browsers find the sandbox, without a slash at the end: `http://127.0.0.1:4242`.
    pub origin: String,
    /// Origins of the shop's pages, which may show the sandbox's pages in frames and call it from scripts.
    pub shop_origins: Vec<String>,
    /// Key of the shop's server: `sk_test_…`. Whoever has it may do everything.
    pub secret_key: String,
    /// Key of browsers: `pk_test_…`.
    pub publishable_key: String,
    /// Where events are sent; `None`: nowhere.
    pub webhook: Option<WebhookTarget>,
    /// How long things take.
    pub timings: Timings,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where chance comes from.
    pub random: Arc<dyn Random>,
    /// Every kind of method is taken in any currency, so that a shop can try those of other countries too.
    pub any_currency: bool,
}

/// Where events are sent.
#[derive(Clone)]
pub struct WebhookTarget {
    /// Address of the shop's webhook.
    pub url: String,
    /// Signs them: `whsec_…`.
    pub secret: String,
    /// Takes them there; `None`: HTTP.
    pub courier: Option<Arc<dyn Courier>>,
}

/// Takes signed events to a shop that is not reached by HTTP.
#[async_trait]
pub trait Courier: Send + Sync {
    /// Hands over a body with its `Stripe-Signature`; gives the HTTP status that the shop answered.
    async fn carry(&self, signature: &str, body: &str) -> u16;
}

/// How long things take, in milliseconds. What takes days elsewhere takes seconds here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timings {
    /// Until a debit comes or fails.
    pub debit_ms: u64,
    /// The same, of the test accounts that take longer.
    pub late_debit_ms: u64,
    /// Until the bank's app confirms a code.
    pub bank_code_ms: u64,
    /// Until a code that nobody confirms lapses.
    pub unanswered_ms: u64,
    /// Until a slip lapses.
    pub voucher_ms: u64,
    /// Until a QR code lapses.
    pub qr_ms: u64,
    /// Until what was set aside goes back.
    pub authorisation_ms: u64,
    /// Until a pending refund arrives or comes back.
    pub refund_ms: u64,
    /// Until the payer disputes a charge of the card that is for this.
    pub dispute_ms: u64,
    /// Delays before a webhook is tried again, one for each further try.
    pub retries_ms: Vec<u64>,
}

impl Default for Timings {
    fn default() -> Self {
        const SECOND: u64 = 1000;
        const MINUTE: u64 = 60 * SECOND;
        const DAY: u64 = 24 * 60 * MINUTE;
        Self {
            debit_ms: 10 * SECOND,
            late_debit_ms: 3 * MINUTE,
            bank_code_ms: 2 * SECOND,
            // The bank's app asks for a minute.
            unanswered_ms: MINUTE,
            // Three days to pay a slip, an hour to read a QR code, a week to capture: as the provider's.
            voucher_ms: 3 * DAY,
            qr_ms: 60 * MINUTE,
            authorisation_ms: 7 * DAY,
            refund_ms: 5 * SECOND,
            dispute_ms: 5 * SECOND,
            // Three days' growth, compressed to about an hour.
            retries_ms: vec![
                SECOND,
                3 * SECOND,
                10 * SECOND,
                30 * SECOND,
                MINUTE,
                5 * MINUTE,
                15 * MINUTE,
                40 * MINUTE,
            ],
        }
    }
}

impl std::fmt::Debug for SandboxOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SandboxOptions")
            .field("file", &self.file)
            .field("origin", &self.origin)
            .field("shop_origins", &self.shop_origins)
            .field("webhook", &self.webhook.as_ref().map(|webhook| &webhook.url))
            .finish_non_exhaustive()
    }
}

/// What tests change of the account; what they do not name is as usual.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Account {
    pub(crate) country: String,
    pub(crate) currency: String,
    pub(crate) charges_enabled: bool,
    /// Kinds of methods that are not activated.
    pub(crate) inactive: Vec<PaymentMethod>,
    /// Wallets that do not accept the shop's domain.
    pub(crate) unverified: Vec<String>,
    /// Calls (`webhook_endpoints`) that the key has no right to.
    pub(crate) forbidden: Vec<String>,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            country: "IT".into(),
            currency: "eur".into(),
            charges_enabled: true,
            inactive: Vec::new(),
            unverified: Vec::new(),
            forbidden: Vec::new(),
        }
    }
}
