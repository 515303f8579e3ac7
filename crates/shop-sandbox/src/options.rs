//! Settings of a sandbox.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;
use shop_core::payments::method::PaymentMethod;
use shop_services::{Clock, Random};

/// Settings of a sandbox.
#[derive(Clone)]
pub struct SandboxOptions {
    /// Database file; `None`: in memory.
    pub file: Option<PathBuf>,
    /// Origin at which browsers reach the sandbox, without a trailing slash: `http://127.0.0.1:4242`.
    pub origin: String,
    /// Origins of the shop's pages, which may embed the sandbox's pages in frames and call it from scripts.
    pub shop_origins: Vec<String>,
    /// Secret key of the shop's server (`sk_test_…`). It grants everything.
    pub secret_key: String,
    /// Publishable key of browsers: `pk_test_…`.
    pub publishable_key: String,
    /// Where events are sent; `None`: they are not sent.
    pub webhook: Option<WebhookTarget>,
    /// Duration of simulated processes.
    pub timings: Timings,
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
    /// Source of randomness.
    pub random: Arc<dyn Random>,
    /// Accepts every payment method in any currency, so that a shop can try those of other countries too.
    pub any_currency: bool,
}

/// Destination of events.
#[derive(Clone)]
pub struct WebhookTarget {
    /// URL of the shop's webhook endpoint.
    pub url: String,
    /// Signing secret: `whsec_…`.
    pub secret: String,
    /// Transport of the events; `None`: HTTP.
    pub courier: Option<Arc<dyn WebhookTransport>>,
}

/// Delivers signed events to a shop that is not reached by HTTP.
#[async_trait]
pub trait WebhookTransport: Send + Sync {
    /// Delivers a body with its `Stripe-Signature`; returns the HTTP status of the shop's response.
    async fn carry(&self, signature: &str, body: &str) -> u16;
}

/// Durations in milliseconds. What takes days at the real provider takes seconds here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timings {
    /// Until a debit succeeds or fails.
    pub debit_ms: u64,
    /// The same for the test accounts that settle late.
    pub late_debit_ms: u64,
    /// Until the bank's app confirms a code.
    pub bank_code_ms: u64,
    /// Until an unconfirmed code expires.
    pub unanswered_ms: u64,
    /// Until a voucher expires.
    pub voucher_ms: u64,
    /// Until a QR code expires.
    pub qr_ms: u64,
    /// Until an authorisation expires.
    pub authorisation_ms: u64,
    /// Until a pending refund succeeds or fails.
    pub refund_ms: u64,
    /// Until the payer disputes a charge of the test card for disputes.
    pub dispute_ms: u64,
    /// Delays before a webhook is retried, one for each retry.
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
            // The bank's app allows one minute.
            unanswered_ms: MINUTE,
            // Three days to pay a voucher, an hour to scan a QR code, a week to capture: the provider's own values.
            voucher_ms: 3 * DAY,
            qr_ms: 60 * MINUTE,
            authorisation_ms: 7 * DAY,
            refund_ms: 5 * SECOND,
            dispute_ms: 5 * SECOND,
            // The provider's schedule of three days, compressed to about an hour.
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

/// Account settings that tests change; fields that they do not name have their defaults.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Account {
    pub(crate) country: String,
    pub(crate) currency: String,
    pub(crate) charges_enabled: bool,
    /// Payment methods that are not activated.
    pub(crate) inactive: Vec<PaymentMethod>,
    /// Wallets for which the shop's domain is not verified.
    pub(crate) unverified: Vec<String>,
    /// Endpoints (`webhook_endpoints`) that the key has no permission for.
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
