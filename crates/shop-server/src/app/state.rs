//! State that every handler can access.

use std::sync::Arc;

use shop_core::base::Lang;
use shop_services::{Shop, SpokenShops};
use tokio_util::task::TaskTracker;

use super::limits::Limits;
use super::responses::cached_responses::CachedResponses;
use super::storefront::{PublicAddress, Storefront, WebContext};
use crate::platform::config::Config;
use crate::platform::secrets::Secrets;
use crate::render::PageService;

/// Shared by all requests; cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// The shop, in the visitor's language.
    pub shop: Arc<Shop>,
    /// What the shop's pages are built from, in the visitor's language.
    pub storefront: Arc<Storefront>,
    inner: Arc<Inner>,
}

pub struct Inner {
    /// The shop in each language.
    pub shops: SpokenShops,
    /// Configuration of the process.
    pub config: Arc<Config>,
    /// Keys for cookies, tokens and nonces.
    pub secrets: Secrets,
    pub public_address: PublicAddress,
    pub pages: Arc<PageService>,
    /// Cached store API responses about the catalogue.
    pub cached_responses: CachedResponses,
    pub limits: Arc<Limits>,
    /// Work that outlives the response that started it; a server that shuts down waits for it.
    pub background: TaskTracker,
}

impl AppState {
    /// Creates the state in the merchant's language.
    pub fn new(inner: Inner) -> Self {
        Self::over(Arc::clone(inner.shops.own()), Arc::new(inner))
    }

    fn over(shop: Arc<Shop>, inner: Arc<Inner>) -> Self {
        Self { storefront: Arc::new(storefront(&shop, &inner)), shop, inner }
    }

    /// Returns the same state for another language.
    #[must_use]
    pub fn speaking(&self, lang: Lang) -> Self {
        Self::over(Arc::clone(self.inner.shops.speaking(lang)), Arc::clone(&self.inner))
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

    /// State of the middleware that caches responses.
    pub fn response_cache(&self) -> (Arc<Shop>, CachedResponses) {
        (Arc::clone(&self.shop), self.inner.cached_responses.clone())
    }
}

impl std::ops::Deref for AppState {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.inner
    }
}

/// Gathers what pages are built from.
fn storefront(shop: &Shop, server: &Inner) -> Storefront {
    Storefront {
        web: WebContext {
            context: Arc::clone(&shop.context),
            secrets: server.secrets.clone(),
            public_address: server.public_address.clone(),
        },
        pages: Arc::clone(&server.pages),
        limits: Arc::clone(&server.limits),
        config: Arc::clone(&server.config),
        accounts: shop.accounts.clone(),
        bookings: shop.bookings.clone(),
        cart_coupons: shop.cart_coupons.clone(),
        carts: shop.carts.clone(),
        comments: shop.comments.clone(),
        conversations: shop.conversations.clone(),
        documents: shop.documents.clone(),
        express_carts: shop.express_carts.clone(),
        logins: shop.logins.clone(),
        order_files: shop.order_files.clone(),
        orders: shop.orders.clone(),
        payment_histories: shop.payment_histories.clone(),
        payment_sessions: shop.payment_sessions.clone(),
        reviews: shop.reviews.clone(),
        saved_methods: shop.saved_methods.clone(),
        subscriptions: shop.subscriptions.clone(),
        vat_checks: shop.vat_checks.clone(),
        withdrawals: shop.withdrawals.clone(),
    }
}
