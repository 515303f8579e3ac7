//! Keeps the catalogue snapshot up to date.

use std::sync::Arc;
use std::sync::RwLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use shop_core::base::time::UnixSeconds;

use super::sales::levels_without_sales;
use super::{Catalogue, SoldPieces};
use crate::ports::{CatalogueStore, StockStore, StoreError};

/// How long a snapshot is served without checking the database. Changes by other processes are seen after this time, changes by
/// this process at once.
const RECHECK_MS: i64 = 500;

#[derive(Debug, Default)]
pub struct CatalogueCache {
    current: RwLock<Option<Arc<Catalogue>>>,
    checked_at_ms: AtomicI64,
    /// Number of changes made by this process.
    changes: AtomicU64,
    /// How many of them the snapshot includes. Updated only once the newer snapshot exists, so that readers wait for it while it
    /// is being built.
    known_changes: AtomicU64,
    rebuilding: tokio::sync::Mutex<()>,
}

impl CatalogueCache {
    /// Makes the next reader check the database.
    pub fn invalidate(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Returns the snapshot, at most half a second behind other processes and never behind this one. While the database is down
    /// the last snapshot is served: it is enough for browsing, and ordering needs the database anyway.
    pub async fn current<S: CatalogueStore + StockStore + ?Sized>(
        &self,
        store: &S,
        no_stock_amount: i64,
        now_ms: i64,
    ) -> Result<Arc<Catalogue>, StoreError> {
        match self.refreshed(store, no_stock_amount, now_ms).await {
            Err(error @ StoreError::Unavailable(_)) => self.read().ok_or(error),
            other => other,
        }
    }

    async fn refreshed<S: CatalogueStore + StockStore + ?Sized>(
        &self,
        store: &S,
        no_stock_amount: i64,
        now_ms: i64,
    ) -> Result<Arc<Catalogue>, StoreError> {
        if let Some(found) = self.fresh(no_stock_amount, now_ms) {
            return Ok(found);
        }
        let _one_at_a_time = self.rebuilding.lock().await;
        if let Some(found) = self.fresh(no_stock_amount, now_ms) {
            return Ok(found);
        }
        let changes = self.changes.load(Ordering::Acquire);
        let now: UnixSeconds = now_ms / 1000;
        let versions = store.catalogue_versions().await?;
        let known =
            self.read().filter(|c| c.no_stock_amount == no_stock_amount && c.valid_until.is_none_or(|end| now < end));
        let next = match known {
            Some(known) if (known.version, known.stock_version) == versions => known,
            Some(known) if known.version == versions.0 => {
                let mut levels = store.all_stock_levels().await?;
                levels.extend(levels_without_sales(&known, &levels));
                Arc::new(known.with_stock(&levels, versions.1))
            }
            _ => Arc::new(Catalogue::build(store.load_catalogue().await?, no_stock_amount, now)),
        };
        if let Ok(mut slot) = self.current.write() {
            *slot = Some(Arc::clone(&next));
        }
        self.checked_at_ms.store(now_ms, Ordering::Release);
        self.known_changes.store(changes, Ordering::Release);
        Ok(next)
    }

    /// Returns the snapshot, never behind any process: checks the catalogue's version in the database. For prices that are
    /// charged.
    pub async fn newest<S: CatalogueStore + StockStore + ?Sized>(
        &self,
        store: &S,
        no_stock_amount: i64,
        now_ms: i64,
    ) -> Result<Arc<Catalogue>, StoreError> {
        let known = self.current(store, no_stock_amount, now_ms).await?;
        if known.version == store.catalogue_versions().await?.0 {
            return Ok(known);
        }
        self.invalidate();
        self.current(store, no_stock_amount, now_ms).await
    }

    /// Deducts sold pieces from the snapshot at once; the database is consulted at the next check.
    pub fn sold(&self, sale: &[SoldPieces]) {
        if let Ok(mut slot) = self.current.write()
            && let Some(known) = slot.as_ref()
        {
            *slot = Some(Arc::new(known.after_sale(sale)));
        }
    }

    fn read(&self) -> Option<Arc<Catalogue>> {
        self.current.read().ok().and_then(|slot| slot.clone())
    }

    fn fresh(&self, no_stock_amount: i64, now_ms: i64) -> Option<Arc<Catalogue>> {
        let found = self.read()?;
        let recently = (now_ms - self.checked_at_ms.load(Ordering::Acquire)).abs() < RECHECK_MS;
        let holds = found.valid_until.is_none_or(|end| now_ms / 1000 < end) && found.no_stock_amount == no_stock_amount;
        let current = self.known_changes.load(Ordering::Acquire) == self.changes.load(Ordering::Acquire);
        (recently && holds && current).then_some(found)
    }
}
