//! State that every handler can access.

use std::sync::Arc;

use shop_core::base::Lang;
use shop_services::ports::GatewayPublic;
use shop_services::{Shop, SpokenShops};
use tokio_util::task::TaskTracker;

use super::limits::Limits;
use super::responses::cached_responses::CachedResponses;
use crate::platform::config::Config;
use crate::platform::secrets::Secrets;
use crate::render::PageService;

/// Shared by all requests; cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// The shop, in the visitor's language.
    pub shop: Arc<Shop>,
    inner: Arc<Inner>,
}

pub struct Inner {
    /// The shop in each language.
    pub shops: SpokenShops,
    /// Configuration of the process.
    pub config: Config,
    /// Keys for cookies, tokens and nonces.
    pub secrets: Secrets,
    /// Public address without a trailing slash.
    pub public_url: String,
    pub pages: PageService,
    /// Cached store API responses about the catalogue.
    pub cached_responses: CachedResponses,
    pub limits: Limits,
    /// Work that outlives the response that started it; a server that shuts down waits for it.
    pub background: TaskTracker,
}

impl AppState {
    /// Creates the state in the merchant's language.
    pub fn new(inner: Inner) -> Self {
        Self { shop: Arc::clone(inner.shops.own()), inner: Arc::new(inner) }
    }

    /// Returns the same state for another language.
    #[must_use]
    pub fn speaking(&self, lang: Lang) -> Self {
        Self { shop: Arc::clone(self.inner.shops.speaking(lang)), inner: Arc::clone(&self.inner) }
    }

    /// Returns the language of this state, from the settings read last.
    pub fn lang(&self) -> Lang {
        self.shop.context.last_settings().map(|settings| settings.lang()).unwrap_or_default()
    }

    /// Returns the full address of a file or call, which is the same in all languages.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.inner.public_url)
    }

    /// Returns the full address of a page in this state's language.
    pub fn page_url(&self, path: &str) -> String {
        self.shop.context.addresses().page(path)
    }

    /// Counts an order from an address; `Err(seconds to wait)` when there were too many. Each order reserves stock and sends a
    /// message to an address that the shopper typed.
    pub fn order_allowed(&self, address: &str) -> Result<(), i64> {
        match self.inner.config.order_limit {
            0 => Ok(()),
            limit => self.inner.limits.count("order", address, limit, 3600, self.shop.context.now()).map(|_| ()),
        }
    }

    /// Counts a VAT check from an address; `Err(seconds to wait)` when there were too many, because the register limits the shop
    /// as a whole.
    pub fn vat_check_allowed(&self, address: &str) -> Result<(), i64> {
        match self.inner.config.vat_check_limit {
            0 => Ok(()),
            limit => self.inner.limits.count("vat_check", address, limit, 3600, self.shop.context.now()).map(|_| ()),
        }
    }

    /// Returns the payment provider's public configuration; `None` when the shop has none.
    pub fn gateway_public(&self) -> Option<GatewayPublic> {
        self.shop.context.gateway().map(|gateway| gateway.public().clone())
    }

    /// State of the middleware that caches responses.
    pub fn response_cache(&self) -> (Arc<Shop>, CachedResponses) {
        (Arc::clone(&self.shop), self.inner.cached_responses.clone())
    }

    /// Tells whether the shop is reached over https.
    pub fn is_https(&self) -> bool {
        self.inner.public_url.starts_with("https://")
    }
}

impl std::ops::Deref for AppState {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.inner
    }
}
