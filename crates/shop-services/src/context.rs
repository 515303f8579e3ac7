//! What every use case stands on: time, chance, the shop's address, and what is read so often that it is kept in memory.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, RwLock};

use shop_core::base::time::UnixSeconds;

use crate::buyer::Buyer;
use crate::buying_terms::{ShopSeen, TermsCache};
use crate::catalogue::{Catalogue, CatalogueCache, SoldPieces};
use crate::pages::Pages;
use crate::ports::{CatalogueStore, Gateway, PageStore, SettingsStore, StockStore, StoreError, TradePriceStore, ports};
use crate::provider::{Provider, ProviderSource};
use crate::settings::{SHOP_SETTINGS, ShopSettings};
use crate::{Clock, Random};

/// How long settings are served without asking the database.
const SETTINGS_RECHECK_MS: i64 = 1000;

ports! {
    /// Ports of [`Context`].
    pub(crate) trait ContextPorts: CatalogueStore + StockStore + SettingsStore + PageStore + TradePriceStore
}

/// Reads the row of the settings; without one, all are their defaults.
pub(crate) fn read_settings(row: Option<&str>) -> Result<ShopSettings, StoreError> {
    row.map_or_else(|| Ok(ShopSettings::default()), serde_json::from_str).map_err(|error| StoreError::Inconsistent {
        table: "settings",
        row: SHOP_SETTINGS.into(),
        reason: error.to_string(),
    })
}

/// Time, chance, settings, catalogue, pages and the payment provider, as they are now.
pub struct Context {
    pub(crate) store: Arc<dyn ContextPorts>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn Random>,
    pub(crate) public_url: String,
    pub(crate) provider: Provider,
    catalogue: CatalogueCache,
    terms: TermsCache,
    settings: RwLock<Option<(i64, Arc<ShopSettings>)>>,
    settings_checked_ms: AtomicI64,
    pages: RwLock<Option<(i64, Arc<Pages>)>>,
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
            provider: Provider::started(provider, store.clone()),
            store,
            clock,
            random,
            public_url,
            catalogue: CatalogueCache::default(),
            terms: TermsCache::default(),
            settings: RwLock::new(None),
            settings_checked_ms: AtomicI64::new(0),
            pages: RwLock::new(None),
        }
    }

    /// The payment provider, as of the last [`Self::settings`]; `None`: cards cannot be paid with.
    pub fn gateway(&self) -> Option<Arc<dyn Gateway>> {
        self.provider.connected().gateway
    }

    /// Whose customers and methods are sent to the provider; empty: there is none.
    pub(crate) fn gateway_scope(&self) -> String {
        self.gateway().map(|gateway| gateway.public().scope.clone()).unwrap_or_default()
    }

    /// Address under which shoppers reach the shop; empty: not known, and messages have no links.
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    /// Where chance comes from.
    pub fn random(&self) -> &dyn Random {
        self.random.as_ref()
    }

    /// The same, for who outlives the call.
    pub fn shared_random(&self) -> Arc<dyn Random> {
        Arc::clone(&self.random)
    }

    /// Seconds since 1970 UTC.
    pub fn now(&self) -> UnixSeconds {
        self.clock.now_ms() / 1000
    }

    /// Milliseconds since 1970 UTC.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// Comes back when so much time has passed.
    pub async fn pause(&self, span: std::time::Duration) {
        self.clock.pause(span).await;
    }

    /// The settings as they were when they were read last; `None`: they never were.
    pub fn last_settings(&self) -> Option<Arc<ShopSettings>> {
        self.settings.read().ok().and_then(|slot| slot.as_ref().map(|(_, settings)| Arc::clone(settings)))
    }

    /// The settings, at most a second behind other processes; while the database is away, as they were last.
    pub async fn settings(&self) -> Result<Arc<ShopSettings>, StoreError> {
        match self.current_settings().await {
            Err(error @ StoreError::Unavailable(_)) => self.last_settings().ok_or(error),
            other => other,
        }
    }

    async fn current_settings(&self) -> Result<Arc<ShopSettings>, StoreError> {
        let now_ms = self.now_ms();
        let known = self.settings.read().ok().and_then(|slot| slot.clone());
        if let Some((_, settings)) = &known
            && (now_ms - self.settings_checked_ms.load(Ordering::Acquire)).abs() < SETTINGS_RECHECK_MS
        {
            return Ok(Arc::clone(settings));
        }
        let version = self.store.settings_version().await?;
        let settings = match known {
            Some((known_version, settings)) if known_version == version => settings,
            _ => {
                self.provider.follow_provider_keys().await?;
                let gateway = self.gateway();
                Arc::new(ShopSettings {
                    has_gateway: gateway.is_some(),
                    any_currency: gateway.is_some_and(|gateway| gateway.public().any_currency),
                    ..self.load_settings().await?
                })
            }
        };
        if let Ok(mut slot) = self.settings.write() {
            *slot = Some((version, Arc::clone(&settings)));
        }
        self.settings_checked_ms.store(now_ms, Ordering::Release);
        Ok(settings)
    }

    async fn load_settings(&self) -> Result<ShopSettings, StoreError> {
        read_settings(self.store.load_setting(SHOP_SETTINGS).await?.as_deref())
    }

    /// The change counter of the settings that are being served.
    pub fn settings_version(&self) -> i64 {
        self.settings.read().ok().and_then(|slot| slot.as_ref().map(|(version, _)| *version)).unwrap_or(0)
    }

    /// Writes the settings.
    pub async fn save_settings(&self, settings: &ShopSettings) -> Result<(), StoreError> {
        let text = serde_json::to_string(settings).map_err(|e| StoreError::Refused(e.to_string()))?;
        self.store.save_setting(SHOP_SETTINGS, &text).await?;
        self.settings_checked_ms.store(0, Ordering::Release);
        Ok(())
    }

    /// The merchant's pages, at most a second behind other processes: they share the settings' change counter.
    pub async fn pages(&self) -> Result<Arc<Pages>, StoreError> {
        self.settings().await?;
        let version = self.settings_version();
        let known = self.pages.read().ok().and_then(|slot| slot.clone());
        if let Some((_, pages)) = known.filter(|(of, _)| *of == version) {
            return Ok(pages);
        }
        let pages = Arc::new(Pages::new(self.store.load_pages().await?));
        if let Ok(mut slot) = self.pages.write() {
            *slot = Some((version, Arc::clone(&pages)));
        }
        Ok(pages)
    }

    /// Makes the next reader of settings and pages ask the database.
    pub(crate) fn settings_changed(&self) {
        self.settings_checked_ms.store(0, Ordering::Release);
    }

    /// The catalogue, at most half a second behind other processes; while the database is away, as it was last.
    pub async fn catalogue(&self) -> Result<Arc<Catalogue>, StoreError> {
        let settings = self.settings().await?;
        self.catalogue.current(self.store.as_ref(), settings.stock.no_stock_amount, self.now_ms()).await
    }

    /// The catalogue as it is now, whichever process changed it.
    pub async fn newest_catalogue(&self) -> Result<Arc<Catalogue>, StoreError> {
        let settings = self.settings().await?;
        self.catalogue.newest(self.store.as_ref(), settings.stock.no_stock_amount, self.now_ms()).await
    }

    /// The shop as a buyer sees it: catalogue and settings on his terms.
    pub async fn shop_for(&self, buyer: &Buyer) -> Result<ShopSeen, StoreError> {
        let common = ShopSeen { settings: self.settings().await?, catalogue: self.catalogue().await?, terms: 0 };
        self.terms.seen(self.store.as_ref(), buyer, common, (self.now_ms(), false)).await
    }

    /// The same as it is now, whichever process changed it: for prices that are charged.
    pub async fn newest_shop_for(&self, buyer: &Buyer) -> Result<ShopSeen, StoreError> {
        let common = ShopSeen { settings: self.settings().await?, catalogue: self.newest_catalogue().await?, terms: 0 };
        self.terms.seen(self.store.as_ref(), buyer, common, (self.now_ms(), true)).await
    }

    /// Makes the next buyer with terms of his own ask the database.
    pub fn trade_terms_changed(&self) {
        self.terms.changed();
    }

    /// Shows a sale at once, without asking the database.
    pub(crate) fn sold(&self, sale: &[SoldPieces]) {
        self.catalogue.sold(sale);
    }

    /// Makes the next reader of the catalogue ask the database.
    pub fn catalogue_changed(&self) {
        self.catalogue.invalidate();
    }
}
