//! Keeps the snapshot current.

use std::sync::Arc;
use std::sync::RwLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use shop_core::base::time::UnixSeconds;

use super::sales::levels_without_sales;
use super::{Catalogue, SoldPieces};
use crate::ports::{CatalogueStore, StockStore, StoreError};

/// How long a snapshot is served without asking the database whether it changed. Another process's change is seen after
/// this time; this process's own changes at once.
const RECHECK_MS: i64 = 500;

/// The current snapshot.
#[derive(Debug, Default)]
pub struct CatalogueCache {
    current: RwLock<Option<Arc<Catalogue>>>,
    checked_at_ms: AtomicI64,
    /// Changes that this process made.
    changes: AtomicU64,
    /// How many of them the snapshot has. Moved on only when the newer snapshot is there: whoever asks while it is being
    /// made waits for it.
    known_changes: AtomicU64,
    rebuilding: tokio::sync::Mutex<()>,
}

impl CatalogueCache {
    /// Makes the next reader ask the database.
    pub fn invalidate(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// The snapshot, at most half a second behind other processes and not behind this one. While the database is away, the last
    /// one is served: who only looks around needs no other, and who orders asks the database all the same.
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

    /// The snapshot, not behind any process: asks the database for the catalogue's version. For prices that are charged.
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

    /// Takes sold pieces off the snapshot at once; the database is asked about them with the next look.
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
