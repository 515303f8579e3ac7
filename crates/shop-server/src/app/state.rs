//! What every handler can reach.

use std::sync::Arc;

use shop_core::base::Lang;
use shop_services::ports::GatewayPublic;
use shop_services::{Shop, SpokenShops};
use tokio_util::task::TaskTracker;

use super::limits::Limits;
use super::responses::cached_responses::KeptAnswers;
use crate::platform::config::Config;
use crate::platform::secrets::Secrets;
use crate::render::PageService;

/// Shared by all requests; cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// The shop, in the language of the visitors that this is for.
    pub shop: Arc<Shop>,
    inner: Arc<Inner>,
}

pub struct Inner {
    /// The shop in each language.
    pub shops: SpokenShops,
    /// Settings of the process.
    pub config: Config,
    /// Keys for cookies, tokens and nonces.
    pub secrets: Secrets,
    /// Public address without a slash at the end.
    pub public_url: String,
    pub pages: PageService,
    /// Answers of the store API about the catalogue.
    pub answers: KeptAnswers,
    pub limits: Limits,
    /// What requests have begun and answered before it was done; a server that stops waits for it.
    pub background: TaskTracker,
}

impl AppState {
    /// Puts the parts together, in the merchant's language.
    pub fn new(inner: Inner) -> Self {
        Self { shop: Arc::clone(inner.shops.own()), inner: Arc::new(inner) }
    }

    /// The same for visitors who read a language.
    #[must_use]
    pub fn speaking(&self, lang: Lang) -> Self {
        Self { shop: Arc::clone(self.inner.shops.speaking(lang)), inner: Arc::clone(&self.inner) }
    }

    /// The language that is spoken here, by the settings as they were read last.
    pub fn lang(&self) -> Lang {
        self.shop.context.last_settings().map(|settings| settings.lang()).unwrap_or_default()
    }

    /// Full address of a file or a call, which is the same in all languages.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.inner.public_url)
    }

    /// Full address of a page, in the language that is spoken here.
    pub fn page_url(&self, path: &str) -> String {
        self.shop.context.addresses().page(path)
    }

    /// Counts an order from an address; `Err(seconds to wait)` when there were too many: each takes stock and sends a message to an
    /// address that was typed.
    pub fn order_allowed(&self, address: &str) -> Result<(), i64> {
        match self.inner.config.order_limit {
            0 => Ok(()),
            limit => self.inner.limits.count("order", address, limit, 3600, self.shop.context.now()).map(|_| ()),
        }
    }

    /// Counts a VAT number that is checked from an address; `Err(seconds to wait)` when there were too many: the register serves others
    /// too.
    pub fn vat_check_allowed(&self, address: &str) -> Result<(), i64> {
        match self.inner.config.vat_check_limit {
            0 => Ok(()),
            limit => self.inner.limits.count("vat_check", address, limit, 3600, self.shop.context.now()).map(|_| ()),
        }
    }

    /// What pages may know of the payment provider; `None`: the shop has none.
    pub fn gateway_public(&self) -> Option<GatewayPublic> {
        self.shop.context.gateway().map(|gateway| gateway.public().clone())
    }

    /// What the layer of kept answers works with.
    pub fn kept(&self) -> (Arc<Shop>, KeptAnswers) {
        (Arc::clone(&self.shop), self.inner.answers.clone())
    }

    /// Whether the shop is reached over https.
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
