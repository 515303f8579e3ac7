//! Responds to page requests: data or document, built or cached, with status and headers.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    LOCATION, RETRY_AFTER, VARY,
};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use bytes::Bytes;
use sha2::{Digest, Sha256};
use shop_core::base::Lang;
use shop_core::view::PreviewFrame;

use super::assets::Assets;
use super::consent::{Consent, embed_policy};
use super::content::{PageContent, PageFailure, lang_code, status_of};
use super::document::document;
use super::document::fallback::{FallbackReason, fallback};
use super::document::segments::Document;
use super::document::slices::Slices;
use super::engine::{Engine, EngineOptions, RenderError};
use super::metrics::{Gauge, Metrics, PageSource};
use super::negotiation::{PAGE_JSON, accepts_encoding, matches_etag, wants_page_json};
use super::page_cache::page_key::{PageKey, VisibleNotices};
use super::page_cache::{BuiltPage, CacheLimits, PageCache};
use super::security::csp::CspNonce;

/// Browsers cache guest pages but revalidate them each time: a price change shows at once, and most responses are 304.
const GUEST: &str = "private, no-cache";
/// Pages with a cart, a form or personal data are not cached anywhere.
const PERSONAL: &str = "no-store";

/// What a request determines about the page response; an extractor.
#[derive(Clone, Debug, Default)]
pub struct PageRequest {
    json: bool,
    gzip: bool,
    if_none_match: Option<HeaderValue>,
    nonce: CspNonce,
    consent: Option<Arc<Consent>>,
    around: VisibleNotices,
    preview: Option<Arc<PreviewFrame>>,
}

impl PageRequest {
    /// Tells whether the page contains the cookie banner.
    fn shows_banner(&self) -> bool {
        self.consent.as_ref().is_some_and(|consent| consent.shows_banner())
    }

    /// Tells whether the document may load third-party services that count visits.
    fn opens_tags(&self) -> bool {
        self.consent.as_ref().is_some_and(|consent| consent.tags)
    }

    /// Returns the page shared by all visitors with the same banner and notices.
    fn shared(&self, mut content: PageContent) -> PageContent {
        if let Some(frame) = content.data.shell.consent.as_mut().filter(|_| !self.shows_banner()) {
            frame.banner = None;
        }
        let shell = &mut content.data.shell;
        shell.notice.take_if(|_| !self.around.notice);
        shell.foot_banner.take_if(|_| !self.around.foot_banner);
        content
    }

    /// Returns the page for this visitor alone; `None` when the shared one fits.
    fn personalized(&self, content: &PageContent) -> Option<PageContent> {
        let mut data = self.consent.as_ref().and_then(|consent| consent.personalized(&content.data));
        if let Some(frame) = &self.preview {
            let shown = data.get_or_insert_with(|| content.data.clone());
            let shell = &mut shown.shell;
            shell.preview = Some(PreviewFrame::clone(frame));
            // A preview has no visitor: it asks for no consent and counts nothing.
            if let Some(consent) = &mut shell.consent {
                consent.banner = None;
            }
            (shell.attribution, shell.email_capture, shell.analytics) = (None, None, None);
            shown.head.noindex = true;
        }
        Some(PageContent { data: data?, ..content.clone() })
    }
}

impl<S: Sync> FromRequestParts<S> for PageRequest {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Ok(Self {
            nonce: CspNonce::from_request_parts(parts, state).await?,
            json: wants_page_json(parts.headers.get(ACCEPT)),
            gzip: accepts_encoding(parts.headers.get(ACCEPT_ENCODING), "gzip"),
            if_none_match: parts.headers.get(IF_NONE_MATCH).cloned(),
            consent: parts.extensions.get::<Arc<Consent>>().cloned(),
            around: parts.extensions.get::<VisibleNotices>().copied().unwrap_or_default(),
            preview: parts.extensions.get::<Arc<PreviewFrame>>().cloned(),
        })
    }
}

/// The bundles and the engine that runs them. Clones share both.
#[derive(Clone)]
pub struct Renderer {
    assets: Arc<Assets>,
    engine: Arc<Engine>,
}

impl Renderer {
    /// Starts the engine in the background and returns at once.
    pub fn start(assets: Assets, options: EngineOptions) -> Self {
        let engine = Engine::start(assets.renderer(), options);
        Self { assets: Arc::new(assets), engine: Arc::new(engine) }
    }
}

/// Page service of a shop: renderer, cache and bundles.
pub struct PageService {
    assets: Arc<Assets>,
    engine: Arc<Engine>,
    cache: PageCache,
    metrics: Arc<Metrics>,
}

impl PageService {
    /// Creates a page service with a cache of its own.
    pub fn new(renderer: Renderer, cache: CacheLimits, metrics: Arc<Metrics>) -> Self {
        Self { assets: renderer.assets, engine: renderer.engine, cache: PageCache::new(cache), metrics }
    }

    pub fn assets(&self) -> &Arc<Assets> {
        &self.assets
    }

    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// Current values of renderer and cache, for `/metrics`.
    pub fn gauges(&self) -> [Gauge; 5] {
        let (pages, bytes) = self.cache.size();
        let gauge = |name, help, value| Gauge { name, help, value };
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        [
            gauge("shop_page_cache_pages", "Pages in the cache.", number(pages)),
            gauge("shop_page_cache_bytes", "Bytes in the cache.", number(bytes)),
            gauge("shop_page_engine_bytes", "Bytes held by the script engines.", self.engine.memory_bytes()),
            gauge("shop_page_engine_jobs", "Pages that wait or are being rendered.", number(self.engine.open_jobs())),
            gauge("shop_resident_bytes", "Memory of the process.", super::metrics::resident_bytes()),
        ]
    }

    /// Responds with a page that is the same for every guest. `build` loads its data from `key`'s address; it is called only when
    /// the page is not cached, once for all concurrent requests, and for visitors who need a page of their own. The page must not
    /// contain personal data.
    pub async fn respond<F>(&self, request: &PageRequest, key: PageKey, build: impl Fn() -> F) -> Response<Body>
    where
        F: Future<Output = Result<PageContent, PageFailure>>,
    {
        if request.preview.is_some() {
            return self.respond_uncached(request, key.lang(), build).await;
        }
        let key = key.with_banner(request.shows_banner()).with_around(request.around);
        let (page, source) = match self.cache.get(&key) {
            Some(page) => (page, PageSource::Cached),
            None => {
                match self.cache.get_or_build(&key, || async { self.build_page(request.shared(build().await?)) }).await
                {
                    Ok(page) => (page, PageSource::Built),
                    Err(failure) => return failure_response(request, key.lang(), &failure),
                }
            }
        };
        if request.consent.as_ref().is_some_and(|consent| consent.needs_own_page(&page.consent_parts)) {
            return self.respond_uncached(request, key.lang(), build).await;
        }
        let status = page.status;
        let etag = format!("W/\"{}-{}\"", page.hash, representation(request));
        if status == StatusCode::OK && matches_etag(request.if_none_match.as_ref(), &etag) {
            self.metrics.page(PageSource::NotModified);
            let mut response = response(StatusCode::NOT_MODIFIED, Bytes::new());
            guest_headers(&mut response, &etag);
            return response;
        }
        self.metrics.page(source);
        let everybodys = status == StatusCode::OK && key.is_everybodys();
        if request.json {
            let mut response = json(status, &page.json);
            guest_headers(&mut response, &etag);
            keep_offline(&mut response, everybodys);
            return response;
        }
        let was_there = page.has_document();
        let data = &page.json;
        let render = |content: Arc<PageContent>| async move { self.document(&content, data).await };
        let document = match page.document(render).await {
            Ok(document) => document,
            Err(error) => return self.unrendered(request, key.lang(), key.address(), &error),
        };
        let nonce = request.nonce.as_str();
        let gzip = if request.gzip { document.gzip_with_nonce(nonce) } else { None };
        let encoding = gzip.as_ref().map(|_| "gzip");
        let body = gzip.unwrap_or_else(|| document.with_nonce(nonce));
        if !was_there && status == StatusCode::OK {
            // Updates the cached size, now with the document.
            self.cache.insert(key, &page);
        }
        let mut response = html(status, body, page.lang);
        guest_headers(&mut response, &etag);
        keep_offline(&mut response, everybodys);
        if let Some(encoding) = encoding {
            set(&mut response, CONTENT_ENCODING, encoding);
        }
        response
    }

    /// Responds with a page for one person, which neither the server nor the browser caches.
    pub async fn respond_uncached<F>(
        &self,
        request: &PageRequest,
        lang: Lang,
        build: impl FnOnce() -> F,
    ) -> Response<Body>
    where
        F: Future<Output = Result<PageContent, PageFailure>>,
    {
        let content = match build().await {
            Ok(content) => request.shared(content),
            Err(failure) => return failure_response(request, lang, &failure),
        };
        let content = request.personalized(&content).unwrap_or(content);
        let data = match as_json(&content) {
            Ok(data) => data,
            Err(failure) => return failure_response(request, lang, &failure),
        };
        self.metrics.page(PageSource::Built);
        let status = status_of(&content.data.page);
        let mut response = if request.json {
            json(status, &data)
        } else {
            match self.document(&content, &data).await {
                Ok(document) => html(status, document.with_nonce(request.nonce.as_str()), content.data.shell.lang),
                Err(error) => return self.unrendered(request, lang, &content.data.shell.path, &error),
            }
        };
        set(&mut response, CACHE_CONTROL, PERSONAL);
        set(&mut response, VARY, "Accept");
        if let Some(additions) = embed_policy(&content.data) {
            response.extensions_mut().insert(additions);
        }
        response
    }

    /// Renders a page, for callers that build the response themselves.
    ///
    /// # Errors
    /// The renderer is busy or failed.
    pub async fn render(&self, content: PageContent) -> Result<Document, RenderError> {
        let data = as_json(&content).map_err(|failure| RenderError::Answer(format!("{failure:?}")))?;
        self.document(&content, &data).await
    }

    /// Builds a page that can be shared.
    fn build_page(&self, content: PageContent) -> Result<BuiltPage, PageFailure> {
        let json = as_json(&content)?;
        let mut hash = Sha256::new();
        hash.update(self.assets.version());
        hash.update(json.as_bytes());
        for part in &content.json_ld {
            hash.update(part);
        }
        let hash = hex::encode(hash.finalize()).chars().take(24).collect();
        Ok(BuiltPage::new(content, json, hash))
    }

    async fn document(&self, content: &PageContent, json: &Arc<str>) -> Result<Document, RenderError> {
        let start = Instant::now();
        let rendered = self.engine.render(Arc::clone(json)).await;
        self.metrics.rendered(start.elapsed(), rendered.as_ref().err());
        Ok(document(content, json, &rendered?, &self.assets))
    }

    fn unrendered(&self, request: &PageRequest, lang: Lang, address: &str, error: &RenderError) -> Response<Body> {
        let path = address.split('?').next().unwrap_or("");
        let busy = matches!(error, RenderError::Busy);
        if matches!(error, RenderError::FailedRecently) {
            // The page's own error was logged when it happened.
            self.metrics.rendered(std::time::Duration::ZERO, Some(error));
            tracing::debug!(path, "page not tried again yet");
        } else {
            tracing::error!(path, %error, "page not rendered");
        }
        unavailable(request, lang, busy)
    }
}

/// Serialises a page's data for browser and renderer.
fn as_json(content: &PageContent) -> Result<Arc<str>, PageFailure> {
    let json = serde_json::to_string(&content.data).map_err(|error| PageFailure::Unavailable(error.to_string()))?;
    Ok(json.into())
}

/// Names what a page is sent as. A document that the browser cached with one policy is useless under another.
fn representation(request: &PageRequest) -> &'static str {
    match (request.json, request.opens_tags()) {
        (true, _) => "data",
        (false, true) => "html-tags",
        (false, false) => "html",
    }
}

fn failure_response(request: &PageRequest, lang: Lang, failure: &PageFailure) -> Response<Body> {
    match failure {
        PageFailure::Redirect { location, permanent } => {
            let status = if *permanent { StatusCode::MOVED_PERMANENTLY } else { StatusCode::FOUND };
            let mut response = response(status, Bytes::new());
            set(&mut response, LOCATION, location);
            set(&mut response, CACHE_CONTROL, if *permanent { GUEST } else { PERSONAL });
            response
        }
        // The message is the same as for everything else that needs the database.
        PageFailure::Away(cause) => {
            tracing::error!(cause, "page data not loaded");
            response(StatusCode::SERVICE_UNAVAILABLE, Bytes::new())
        }
        PageFailure::Unavailable(cause) => {
            tracing::error!(cause, "page data not loaded");
            unavailable(request, lang, false)
        }
    }
}

/// Responds with the error page. The app, which requested data, gets the status and lets the browser load the page itself.
fn unavailable(request: &PageRequest, lang: Lang, busy: bool) -> Response<Body> {
    let status = if busy { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::INTERNAL_SERVER_ERROR };
    let mut response = if request.json {
        response(status, Bytes::new())
    } else {
        html(
            status,
            fallback(lang, if busy { FallbackReason::Busy } else { FallbackReason::Bug })
                .with_nonce(request.nonce.as_str()),
            lang,
        )
    };
    if busy {
        set(&mut response, RETRY_AFTER, "2");
    }
    set(&mut response, CACHE_CONTROL, PERSONAL);
    response
}

fn html(status: StatusCode, body: Slices, lang: Lang) -> Response<Body> {
    let mut response = response(status, body);
    set(&mut response, CONTENT_TYPE, "text/html; charset=utf-8");
    set(&mut response, CONTENT_LANGUAGE, lang_code(lang));
    response
}

fn json(status: StatusCode, json: &Arc<str>) -> Response<Body> {
    let mut response = response(status, Bytes::from_owner(Shared(Arc::clone(json))));
    set(&mut response, CONTENT_TYPE, PAGE_JSON);
    response
}

/// Lets a response share the cached text.
struct Shared(Arc<str>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// Typical number of headers of a response, those of security included; allocated at once.
const HEADERS: usize = 20;

fn response(status: StatusCode, body: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(body.into());
    response.headers_mut().reserve(HEADERS);
    *response.status_mut() = status;
    response
}

fn guest_headers(response: &mut Response<Body>, etag: &str) {
    set(response, CACHE_CONTROL, GUEST);
    set(response, VARY, "Accept, Accept-Encoding");
    if matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED) {
        set(response, ETAG, etag);
    }
}

/// Marks a page that is the same for everybody: the service worker may store it and show it offline. Unmarked pages are not
/// stored.
fn keep_offline(response: &mut Response<Body>, everybodys: bool) {
    if everybodys {
        set(response, HeaderName::from_static("bottega-offline"), "1");
    }
}

fn set(response: &mut Response<Body>, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    } else {
        tracing::error!(%name, "a header's value has characters that headers cannot have");
    }
}

#[cfg(test)]
mod tests;
