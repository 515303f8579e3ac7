//! Shared basis of all use cases: clock, random numbers, the shop's address, and frequently read data cached in memory.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, RwLock};

use shop_core::base::Lang;
use shop_core::base::time::UnixSeconds;

use crate::accounts::buyer::Buyer;
use crate::catalogue::{Catalogue, CatalogueCache, SoldPieces};
use crate::content::pages::Pages;
use crate::payments::provider::{Provider, ProviderSource};
use crate::platform::settings::{SHOP_SETTINGS, ShopSettings};
use crate::ports::{CatalogueStore, Gateway, PageStore, SettingsStore, StockStore, StoreError, TradePriceStore, ports};
use crate::trade::buying_terms::{BuyerShop, TermsCache};
use crate::{Clock, Random};

/// How long settings are served without checking the database.
const SETTINGS_RECHECK_MS: i64 = 1000;

ports! {
    pub(crate) trait ContextPorts: CatalogueStore + StockStore + SettingsStore + PageStore + TradePriceStore
}

/// Parses the settings row; without one all settings have their defaults.
pub(crate) fn read_settings(row: Option<&str>) -> Result<ShopSettings, StoreError> {
    row.map_or_else(|| Ok(ShopSettings::default()), serde_json::from_str).map_err(|error| StoreError::Inconsistent {
        table: "settings".into(),
        row: SHOP_SETTINGS.into(),
        reason: error.to_string(),
    })
}

/// Clock, random numbers, settings, catalogue, pages and the payment provider in their current state. Clones share the caches.
#[derive(Clone)]
pub struct Context {
    pub(crate) store: Arc<dyn ContextPorts>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn Random>,
    pub(crate) public_url: String,
    pub(crate) provider: Arc<Provider>,
    caches: Arc<Caches>,
    spoken: Option<Lang>,
}

/// Frequently read data cached in memory.
#[derive(Default)]
struct Caches {
    catalogue: CatalogueCache,
    terms: TermsCache,
    settings: RwLock<Option<ReadSettings>>,
    settings_checked_ms: AtomicI64,
    pages: RwLock<Option<(i64, Arc<Pages>)>>,
}

/// The settings of one state of the database.
#[derive(Clone)]
struct ReadSettings {
    version: i64,
    /// In the shop's own language.
    own: Arc<ShopSettings>,
    /// In the other language.
    other: Arc<ShopSettings>,
}

impl ReadSettings {
    fn new(version: i64, settings: ShopSettings) -> Self {
        let other = Lang::ALL.into_iter().find(|lang| *lang != settings.shop.language);
        Self { version, other: Arc::new(ShopSettings { spoken: other, ..settings.clone() }), own: Arc::new(settings) }
    }

    fn spoken(&self, lang: Option<Lang>) -> &Arc<ShopSettings> {
        if lang.is_some() && lang == self.other.spoken { &self.other } else { &self.own }
    }
}

impl Context {
    pub(crate) fn new(
        store: Arc<dyn ContextPorts>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
        public_url: String,
        provider: ProviderSource,
    ) -> Self {
        Self {
            provider: Arc::new(Provider::started(provider, store.clone())),
            store,
            clock,
            random,
            public_url,
            caches: Arc::default(),
            spoken: None,
        }
    }

    /// The same context for visitors with this language: its settings contain all displayed texts.
    pub(crate) fn in_language(&self, lang: Lang) -> Self {
        Self { spoken: Some(lang), ..self.clone() }
    }

    /// Returns page addresses by the last loaded settings.
    pub fn addresses(&self) -> Addresses<'_> {
        Addresses { origin: &self.public_url, settings: self.last_settings().unwrap_or_default() }
    }

    /// The payment provider, as of the last [`Self::settings`]; `None` if card payments are impossible.
    pub fn gateway(&self) -> Option<Arc<dyn Gateway>> {
        self.provider.connected().gateway
    }

    /// Scope whose customers and methods are sent to the provider; empty without a provider.
    pub(crate) fn gateway_scope(&self) -> String {
        self.gateway().map(|gateway| gateway.public().scope.clone()).unwrap_or_default()
    }

    /// Public address of the shop; if empty, e-mails contain no links.
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    pub fn random(&self) -> &dyn Random {
        self.random.as_ref()
    }

    /// The random generator, for values that outlive the call.
    pub fn shared_random(&self) -> Arc<dyn Random> {
        Arc::clone(&self.random)
    }

    /// Current time in seconds since 1970 UTC.
    pub fn now(&self) -> UnixSeconds {
        self.clock.now_ms() / 1000
    }

    /// Current time in milliseconds since 1970 UTC.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// The clock, for pauses and timeouts.
    pub fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    /// The last loaded settings, if any.
    pub fn last_settings(&self) -> Option<Arc<ShopSettings>> {
        let slot = self.caches.settings.read().ok()?;
        slot.as_ref().map(|read| Arc::clone(read.spoken(self.spoken)))
    }

    /// Returns the settings, at most a second behind other processes; while the database is down, the last loaded ones.
    pub async fn settings(&self) -> Result<Arc<ShopSettings>, StoreError> {
        match self.current_settings().await {
            Err(error @ StoreError::Unavailable(_)) => self.last_settings().ok_or(error),
            other => other,
        }
    }

    async fn current_settings(&self) -> Result<Arc<ShopSettings>, StoreError> {
        let now_ms = self.now_ms();
        let known = self.caches.settings.read().ok().and_then(|slot| slot.clone());
        if let Some(read) = &known
            && (now_ms - self.caches.settings_checked_ms.load(Ordering::Acquire)).abs() < SETTINGS_RECHECK_MS
        {
            return Ok(Arc::clone(read.spoken(self.spoken)));
        }
        let version = self.store.settings_version().await?;
        let read = match known {
            Some(read) if read.version == version => read,
            _ => {
                self.provider.follow_provider_keys().await?;
                let gateway = self.gateway();
                let settings = ShopSettings {
                    has_gateway: gateway.is_some(),
                    any_currency: gateway.is_some_and(|gateway| gateway.public().any_currency),
                    ..read_settings(self.store.load_setting(SHOP_SETTINGS).await?.as_deref())?
                };
                ReadSettings::new(version, settings)
            }
        };
        let settings = Arc::clone(read.spoken(self.spoken));
        if let Ok(mut slot) = self.caches.settings.write() {
            *slot = Some(read);
        }
        self.caches.settings_checked_ms.store(now_ms, Ordering::Release);
        Ok(settings)
    }

    /// Change counter of the settings in use.
    pub fn settings_version(&self) -> i64 {
        self.caches.settings.read().ok().and_then(|slot| slot.as_ref().map(|read| read.version)).unwrap_or(0)
    }

    pub async fn save_settings(&self, settings: &ShopSettings) -> Result<(), StoreError> {
        let text = serde_json::to_string(settings).map_err(|e| StoreError::Refused(e.to_string()))?;
        self.store.save_setting(SHOP_SETTINGS, &text).await?;
        self.caches.settings_checked_ms.store(0, Ordering::Release);
        Ok(())
    }

    /// Returns the merchant's pages, at most a second behind other processes: they share the settings' change counter.
    pub async fn pages(&self) -> Result<Arc<Pages>, StoreError> {
        self.settings().await?;
        let version = self.settings_version();
        let known = self.caches.pages.read().ok().and_then(|slot| slot.clone());
        if let Some((_, pages)) = known.filter(|(of, _)| *of == version) {
            return Ok(pages);
        }
        let pages = Arc::new(Pages::new(self.store.load_pages().await?));
        if let Ok(mut slot) = self.caches.pages.write() {
            *slot = Some((version, Arc::clone(&pages)));
        }
        Ok(pages)
    }

    /// Makes the next reader of settings and pages check the database.
    pub(crate) fn settings_changed(&self) {
        self.caches.settings_checked_ms.store(0, Ordering::Release);
    }

    /// Returns the catalogue, at most half a second behind other processes; while the database is down, the last loaded one.
    pub async fn catalogue(&self) -> Result<Arc<Catalogue>, StoreError> {
        let settings = self.settings().await?;
        self.caches.catalogue.current(self.store.as_ref(), settings.stock.no_stock_amount, self.now_ms()).await
    }

    /// Returns the current catalogue, whichever process changed it.
    pub async fn newest_catalogue(&self) -> Result<Arc<Catalogue>, StoreError> {
        let settings = self.settings().await?;
        self.caches.catalogue.newest(self.store.as_ref(), settings.stock.no_stock_amount, self.now_ms()).await
    }

    /// Returns catalogue and settings on a buyer's terms.
    pub async fn shop_for(&self, buyer: &Buyer) -> Result<BuyerShop, StoreError> {
        let common = BuyerShop { settings: self.settings().await?, catalogue: self.catalogue().await?, terms: 0 };
        self.caches.terms.seen(self.store.as_ref(), buyer, common, (self.now_ms(), false)).await
    }

    /// The same, but never behind another process: for prices that are charged.
    pub async fn newest_shop_for(&self, buyer: &Buyer) -> Result<BuyerShop, StoreError> {
        let common =
            BuyerShop { settings: self.settings().await?, catalogue: self.newest_catalogue().await?, terms: 0 };
        self.caches.terms.seen(self.store.as_ref(), buyer, common, (self.now_ms(), true)).await
    }

    /// Makes the next buyer with terms of his own check the database.
    pub fn trade_terms_changed(&self) {
        self.caches.terms.changed();
    }

    /// Applies a sale to the cached stock, without a database query.
    pub(crate) fn sold(&self, sale: &[SoldPieces]) {
        self.caches.catalogue.sold(sale);
    }

    /// Makes the next reader of the catalogue check the database.
    pub fn catalogue_changed(&self) {
        self.caches.catalogue.invalidate();
    }
}

/// Addresses of the shop's pages.
#[derive(Clone, Debug)]
pub struct Addresses<'a> {
    /// Origin of the shop; if empty, e-mails contain no links.
    origin: &'a str,
    settings: Arc<ShopSettings>,
}

impl Addresses<'_> {
    /// Full URL of a page in the context's language.
    pub fn page(&self, path: &str) -> String {
        self.page_in(self.settings.lang(), path)
    }

    /// Full URL of a page in a language; only the path if the shop's origin is unknown.
    pub fn page_in(&self, lang: Lang, path: &str) -> String {
        format!("{}{}", self.origin, self.settings.shop.page_path(lang, path))
    }

    /// URL prefix of page paths in a language; empty if the shop's origin is unknown.
    pub fn base(&self, lang: Lang) -> String {
        if self.origin.is_empty() {
            return String::new();
        }
        self.page_in(lang, "/").trim_end_matches('/').to_owned()
    }
}
