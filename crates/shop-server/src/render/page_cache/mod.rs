//! Cache of guest pages, bounded in number and bytes, including pages that are being built.
//!
//! Building a page has two steps, each done once for all concurrent requests: its data, then its document. A request for the data
//! alone (the app, navigating) does not wait for the document.

pub(super) mod page_key;

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use hashlink::LruCache;
use shop_core::base::Lang;
use tokio::sync::OnceCell;

use super::consent::Asked;
use super::content::{PageContent, PageFailure, status_of};
use super::document::segments::Document;
use super::engine::RenderError;
use page_key::{PageKey, Versions};

/// Limits of the cache.
#[derive(Clone, Copy, Debug)]
pub struct CacheLimits {
    pub entries: usize,
    /// Bytes of data and documents.
    pub bytes: usize,
}

impl Default for CacheLimits {
    fn default() -> Self {
        Self { entries: 2000, bytes: 32 * 1024 * 1024 }
    }
}

/// Delay before a page that failed to render is retried: a broken page must not keep the engine busy.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Bytes of an entry beside its texts: key, list nodes, headers, banner.
const ENTRY_OVERHEAD_BYTES: usize = 4096;
/// Ratio of a page's data in memory to its JSON: many short strings, each with its own allocation (measured: a listing of 24).
const CONTENT_TIMES_JSON: usize = 5;

/// A built page.
pub(crate) struct MadePage {
    /// Status of the response.
    pub(crate) status: StatusCode,
    pub(crate) lang: Lang,
    /// Parts that depend on the visitor's consent.
    pub(crate) asked: Asked,
    /// The data, as sent and as rendered from.
    pub(crate) json: Arc<str>,
    /// Hash of the content, equal for equal pages of one release.
    pub(crate) hash: String,
    /// Input for rendering; dropped once the document exists.
    content: Mutex<Option<Arc<PageContent>>>,
    document: OnceCell<Document>,
    failed: Mutex<Option<Instant>>,
}

impl MadePage {
    pub(crate) fn new(content: PageContent, json: Arc<str>, hash: String) -> Self {
        Self {
            status: status_of(&content.data.page),
            lang: content.data.shell.lang,
            asked: Asked::of(&content.data),
            json,
            hash,
            content: Mutex::new(Some(Arc::new(content))),
            document: OnceCell::new(),
            failed: Mutex::new(None),
        }
    }

    /// Returns the document, which the first caller renders.
    pub(crate) async fn document<F>(&self, render: impl FnOnce(Arc<PageContent>) -> F) -> Result<&Document, RenderError>
    where
        F: Future<Output = Result<Document, RenderError>>,
    {
        let made = || async {
            let failed = *lock(&self.failed);
            if failed.is_some_and(|at| at.elapsed() < RETRY_AFTER) {
                return Err(RenderError::FailedRecently);
            }
            // INVARIANT: the content is dropped when the document is set, after which this does not run again.
            let content = lock(&self.content).clone().ok_or(RenderError::Ended)?;
            let rendered = render(content).await;
            match &rendered {
                Ok(_) => *lock(&self.content) = None,
                Err(RenderError::Busy) => {}
                Err(_) => *lock(&self.failed) = Some(Instant::now()),
            }
            rendered
        };
        self.document.get_or_try_init(made).await
    }

    /// Tells whether the document was already rendered.
    pub(crate) fn has_document(&self) -> bool {
        self.document.initialized()
    }

    fn weight(&self) -> usize {
        let content = if lock(&self.content).is_some() { CONTENT_TIMES_JSON * self.json.len() } else { 0 };
        ENTRY_OVERHEAD_BYTES + self.json.len() + content + self.document.get().map_or(0, Document::weight)
    }
}

type Made = Result<Arc<MadePage>, PageFailure>;
type Flight = Arc<OnceCell<Made>>;

pub(crate) struct PageCache {
    limits: CacheLimits,
    kept: Mutex<Kept>,
    flights: Mutex<HashMap<PageKey, Flight>>,
}

struct Kept {
    pages: LruCache<PageKey, (Arc<MadePage>, usize)>,
    bytes: usize,
    versions: Versions,
}

impl PageCache {
    pub(crate) fn new(limits: CacheLimits) -> Self {
        let kept = Kept { pages: LruCache::new_unbounded(), bytes: 0, versions: Versions::default() };
        Self { limits, kept: Mutex::new(kept), flights: Mutex::default() }
    }

    /// Returns a cached page.
    pub(crate) fn get(&self, key: &PageKey) -> Option<Arc<MadePage>> {
        lock(&self.kept).pages.get(key).map(|(page, _)| Arc::clone(page))
    }

    /// Number and bytes of cached pages.
    pub(crate) fn size(&self) -> (usize, usize) {
        let kept = lock(&self.kept);
        (kept.pages.len(), kept.bytes)
    }

    /// Returns the page of a key. The first caller builds it; the others wait for it and get the same page or the same error.
    /// When the first caller disconnects, the next one builds it.
    pub(crate) async fn make<F>(&self, key: &PageKey, make: impl FnOnce() -> F) -> Made
    where
        F: Future<Output = Result<MadePage, PageFailure>>,
    {
        let flight = Arc::clone(lock(&self.flights).entry(key.clone()).or_default());
        let landing = Landing { cache: self, key, flight: &flight };
        let made = flight
            .get_or_init(|| async {
                let page = Arc::new(make().await?);
                // Pages that are not found are not cached: made-up addresses would push out real pages.
                if page.status.is_success() {
                    self.keep(key.clone(), &page);
                }
                Ok(page)
            })
            .await
            .clone();
        drop(landing);
        made
    }

    /// Caches a page, or updates the size of a cached one now that its document exists.
    pub(crate) fn keep(&self, key: PageKey, page: &Arc<MadePage>) {
        let mut kept = lock(&self.kept);
        if key.versions().replaces(kept.versions) {
            // Pages of an older version are never requested again.
            kept.pages.clear();
            kept.bytes = 0;
            kept.versions = key.versions();
        }
        let weight = page.weight();
        if weight > self.limits.bytes / 4 {
            return;
        }
        kept.bytes += weight;
        if let Some((_, before)) = kept.pages.insert(key, (Arc::clone(page), weight)) {
            kept.bytes = kept.bytes.saturating_sub(before);
        }
        while kept.pages.len() > self.limits.entries || kept.bytes > self.limits.bytes {
            let Some((_, (_, weight))) = kept.pages.remove_lru() else { break };
            kept.bytes = kept.bytes.saturating_sub(weight);
        }
    }
}

/// Removes a pending build when it has finished or all waiting callers have disconnected.
struct Landing<'a> {
    cache: &'a PageCache,
    key: &'a PageKey,
    flight: &'a Flight,
}

impl Drop for Landing<'_> {
    fn drop(&mut self) {
        let mut flights = lock(&self.cache.flights);
        // Two references: the list's and this one. The list's lock is held, so no caller joins meanwhile.
        let is_last = Arc::strong_count(self.flight) <= 2;
        let is_this = flights.get(self.key).is_some_and(|flight| Arc::ptr_eq(flight, self.flight));
        if is_this && (is_last || self.flight.initialized()) {
            flights.remove(self.key);
        }
    }
}

/// Locks, ignoring poisoning: nothing under these locks can panic halfway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
