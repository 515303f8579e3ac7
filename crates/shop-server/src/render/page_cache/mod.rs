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

use super::consent::ConsentParts;
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
pub(crate) struct BuiltPage {
    /// Status of the response.
    pub(crate) status: StatusCode,
    pub(crate) lang: Lang,
    /// Parts that depend on the visitor's consent.
    pub(crate) consent_parts: ConsentParts,
    /// The data, as sent and as rendered from.
    pub(crate) json: Arc<str>,
    /// Hash of the content, equal for equal pages of one release.
    pub(crate) hash: String,
    /// Input for rendering; dropped once the document exists.
    content: Mutex<Option<Arc<PageContent>>>,
    document: OnceCell<Document>,
    failed: Mutex<Option<Instant>>,
}

impl BuiltPage {
    pub(crate) fn new(content: PageContent, json: Arc<str>, hash: String) -> Self {
        Self {
            status: status_of(&content.data.page),
            lang: content.data.shell.lang,
            consent_parts: ConsentParts::from_page(&content.data),
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
        let render_once = || async {
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
        self.document.get_or_try_init(render_once).await
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

type BuildResult = Result<Arc<BuiltPage>, PageFailure>;
type Build = Arc<OnceCell<BuildResult>>;

pub(crate) struct PageCache {
    limits: CacheLimits,
    cached: Mutex<CachedPages>,
    builds: Mutex<HashMap<PageKey, Build>>,
}

struct CachedPages {
    pages: LruCache<PageKey, (Arc<BuiltPage>, usize)>,
    bytes: usize,
    versions: Versions,
}

impl PageCache {
    pub(crate) fn new(limits: CacheLimits) -> Self {
        let cached = CachedPages { pages: LruCache::new_unbounded(), bytes: 0, versions: Versions::default() };
        Self { limits, cached: Mutex::new(cached), builds: Mutex::default() }
    }

    /// Returns a cached page.
    pub(crate) fn get(&self, key: &PageKey) -> Option<Arc<BuiltPage>> {
        lock(&self.cached).pages.get(key).map(|(page, _)| Arc::clone(page))
    }

    /// Number and bytes of cached pages.
    pub(crate) fn size(&self) -> (usize, usize) {
        let cached = lock(&self.cached);
        (cached.pages.len(), cached.bytes)
    }

    /// Returns the page of a key. The first caller builds it; the others wait for it and get the same page or the same error.
    /// When the first caller disconnects, the next one builds it.
    pub(crate) async fn get_or_build<F>(&self, key: &PageKey, build_page: impl FnOnce() -> F) -> BuildResult
    where
        F: Future<Output = Result<BuiltPage, PageFailure>>,
    {
        let build = Arc::clone(lock(&self.builds).entry(key.clone()).or_default());
        let guard = BuildGuard { cache: self, key, build: &build };
        let result = build
            .get_or_init(|| async {
                let page = Arc::new(build_page().await?);
                // Pages that are not found are not cached: made-up addresses would push out real pages.
                if page.status.is_success() {
                    self.insert(key.clone(), &page);
                }
                Ok(page)
            })
            .await
            .clone();
        drop(guard);
        result
    }

    /// Caches a page, or updates the size of a cached one now that its document exists.
    pub(crate) fn insert(&self, key: PageKey, page: &Arc<BuiltPage>) {
        let mut cached = lock(&self.cached);
        if key.versions().replaces(cached.versions) {
            // Pages of an older version are never requested again.
            cached.pages.clear();
            cached.bytes = 0;
            cached.versions = key.versions();
        }
        let weight = page.weight();
        if weight > self.limits.bytes / 4 {
            return;
        }
        cached.bytes += weight;
        if let Some((_, before)) = cached.pages.insert(key, (Arc::clone(page), weight)) {
            cached.bytes = cached.bytes.saturating_sub(before);
        }
        while cached.pages.len() > self.limits.entries || cached.bytes > self.limits.bytes {
            let Some((_, (_, weight))) = cached.pages.remove_lru() else { break };
            cached.bytes = cached.bytes.saturating_sub(weight);
        }
    }
}

/// Removes a pending build when it has finished or all waiting callers have disconnected.
struct BuildGuard<'a> {
    cache: &'a PageCache,
    key: &'a PageKey,
    build: &'a Build,
}

impl Drop for BuildGuard<'_> {
    fn drop(&mut self) {
        let mut builds = lock(&self.cache.builds);
        // Two references: the list's and this one. The list's lock is held, so no caller joins meanwhile.
        let is_last = Arc::strong_count(self.build) <= 2;
        let is_this = builds.get(self.key).is_some_and(|build| Arc::ptr_eq(build, self.build));
        if is_this && (is_last || self.build.initialized()) {
            builds.remove(self.key);
        }
    }
}

/// Locks, ignoring poisoning: nothing under these locks can panic halfway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
