//! What every handler can reach.

use std::sync::Arc;

use shop_services::Shop;
use shop_services::ports::GatewayPublic;
use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::kept_answers::KeptAnswers;
use crate::limits::Limits;
use crate::render::PageService;
use crate::secrets::Secrets;

/// Shared by all requests; cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

/// The parts.
pub struct Inner {
    /// The shop.
    pub shop: Arc<Shop>,
    /// Settings of the process.
    pub config: Config,
    /// Keys for cookies, tokens and nonces.
    pub secrets: Secrets,
    /// Public address without a slash at the end.
    pub public_url: String,
    /// Renders pages.
    pub pages: PageService,
    /// Answers of the store API about the catalogue.
    pub answers: KeptAnswers,
    /// Counts tries.
    pub limits: Limits,
    /// What requests have begun and answered before it was done; a server that stops waits for it.
    pub background: TaskTracker,
}

impl AppState {
    /// Puts the parts together.
    pub fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    /// Full address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.0.public_url)
    }

    /// Counts an order from an address; `Err(seconds to wait)` when there were too many: each takes stock and sends a message to an
    /// address that was typed.
    pub fn order_allowed(&self, address: &str) -> Result<(), i64> {
        match self.0.config.order_limit {
            0 => Ok(()),
            limit => self.0.limits.count("order", address, limit, 3600, self.0.shop.context.now()).map(|_| ()),
        }
    }

    /// Counts a VAT number that is checked from an address; `Err(seconds to wait)` when there were too many: the register serves others
    /// too.
    pub fn vat_check_allowed(&self, address: &str) -> Result<(), i64> {
        match self.0.config.vat_check_limit {
            0 => Ok(()),
            limit => self.0.limits.count("vat_check", address, limit, 3600, self.0.shop.context.now()).map(|_| ()),
        }
    }

    /// What pages may know of the payment provider; `None`: the shop has none.
    pub fn gateway_public(&self) -> Option<GatewayPublic> {
        self.0.shop.context.gateway().map(|gateway| gateway.public().clone())
    }

    /// What the layer of kept answers works with.
    pub fn kept(&self) -> (Arc<Shop>, KeptAnswers) {
        (Arc::clone(&self.0.shop), self.0.answers.clone())
    }

    /// Whether the shop is reached over https.
    pub fn is_https(&self) -> bool {
        self.0.public_url.starts_with("https://")
    }
}

impl std::ops::Deref for AppState {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}
