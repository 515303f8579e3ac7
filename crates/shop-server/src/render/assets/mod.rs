//! The web bundles: the renderer's script, the files that documents link to, and the files that browsers fetch.

mod asset;
mod embed;
pub(super) mod manifest;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::Utf8Error;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use axum::routing::get;
use sha2::{Digest, Sha256};

use asset::Asset;
use embed::{BackOffice, Embedded, Renderer, Storefront};
use manifest::{BROWSE_RULES, Manifest, PageFiles, STOREFRONT_ENTRY, page_sources};

/// Path of the bundler's manifest.
const MANIFEST: &str = ".vite/manifest.json";

/// Path of the service worker's script.
const WORKER: &str = "worker/service-worker.js";

/// Error for an unusable bundle.
#[derive(Debug, thiserror::Error)]
pub enum AssetsError {
    /// The binary was built before the bundles.
    #[error("pages bundle missing: run scripts/build ({0} is not there)")]
    Missing(&'static str),
    /// A bundle is damaged.
    #[error("pages bundle unusable: run scripts/build ({file}: {reason})")]
    Unusable {
        file: &'static str,
        /// Description of the damage.
        reason: String,
    },
}

/// The bundles inside the binary; one instance per process.
pub struct Assets {
    renderer: Cow<'static, str>,
    version: String,
    storefront: BTreeMap<String, Asset>,
    manifest: Manifest,
    back_office: BTreeMap<String, Asset>,
    back_office_files: Option<PageFiles>,
    /// Resolved once for each kind of page and language.
    by_page: Mutex<BTreeMap<(&'static str, &'static str), Arc<PageFiles>>>,
}

impl Assets {
    /// Loads the bundles from the binary.
    ///
    /// # Errors
    /// The storefront's or the renderer's bundle is missing or damaged. The back office may be missing.
    pub fn load() -> Result<Self, AssetsError> {
        Self::new(embed::files::<Storefront>(), embed::files::<Renderer>(), embed::files::<BackOffice>())
    }

    pub(crate) fn new(
        storefront: Vec<Embedded>,
        renderer: Vec<Embedded>,
        back_office: Vec<Embedded>,
    ) -> Result<Self, AssetsError> {
        let storefront = assets(storefront);
        let back_office = assets(back_office);
        let (_, script) = renderer
            .into_iter()
            .find(|(path, _)| path == "ssr.js")
            .ok_or(AssetsError::Missing("web/dist-ssr/ssr.js"))?;
        let script = text(script)
            .map_err(|error| AssetsError::Unusable { file: "web/dist-ssr/ssr.js", reason: error.to_string() })?;
        let manifest = read_manifest(&storefront, "web/dist/.vite/manifest.json")?
            .ok_or(AssetsError::Missing("web/dist/.vite/manifest.json"))?;
        if manifest.files(STOREFRONT_ENTRY, &[], "/").is_none() {
            return Err(AssetsError::Missing("the storefront's entry in web/dist"));
        }
        let back_office_files = read_manifest(&back_office, "web/dist-admin/.vite/manifest.json")?
            .and_then(|manifest| manifest.files(manifest.first_entry()?, &[BROWSE_RULES.to_owned()], "/admin/"));
        let mut hash = Sha256::new();
        hash.update(script.as_bytes());
        for (path, asset) in &storefront {
            hash.update(path);
            if !asset.has_hashed_name() {
                hash.update(asset.hash());
            }
        }
        Ok(Self {
            renderer: script,
            version: hex::encode(hash.finalize()).chars().take(16).collect(),
            storefront,
            manifest,
            back_office,
            back_office_files,
            by_page: Mutex::default(),
        })
    }

    /// Returns the renderer's script.
    pub fn renderer(&self) -> Cow<'static, str> {
        self.renderer.clone()
    }

    /// Version of the bundles, which is part of every page's ETag.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the files that a document of this kind of page links to in a language.
    pub fn page_files(&self, kind: &'static str, lang: &'static str) -> Arc<PageFiles> {
        let mut by_page = self.by_page.lock().unwrap_or_else(PoisonError::into_inner);
        let files = by_page.entry((kind, lang)).or_insert_with(|| {
            let files = self.manifest.files(STOREFRONT_ENTRY, &page_sources(kind, lang), "/");
            Arc::new(files.unwrap_or_default())
        });
        Arc::clone(files)
    }

    /// Returns the files that the back office's document links to; `None` when the binary was built without it.
    pub fn back_office_files(&self) -> Option<&PageFiles> {
        self.back_office_files.as_ref()
    }

    /// Serves `/assets/{path}`, `/favicon.svg` and other files of the storefront by their path in the bundle.
    pub fn storefront_file(&self, path: &str, request: &HeaderMap) -> Response<Body> {
        serve(&self.storefront, path, request)
    }

    /// Serves `/admin/assets/{path}` by the path below `/admin/`.
    pub fn back_office_file(&self, path: &str, request: &HeaderMap) -> Response<Body> {
        serve(&self.back_office, path, request)
    }

    /// Returns the script of the service worker, which stores pages for offline use.
    pub fn worker(&self) -> Option<&str> {
        self.storefront.get(WORKER).and_then(|asset| std::str::from_utf8(asset.bytes()).ok())
    }

    /// Tells whether the storefront's bundle has a file in its top folder, such as `favicon.svg`.
    pub fn has_file(&self, path: &str) -> bool {
        is_public(path) && self.storefront.contains_key(path)
    }

    /// Returns the files in the top folder of the storefront's bundle (from `web/public`), each served at `/{name}`.
    pub fn top_files(&self) -> impl Iterator<Item = &str> {
        self.storefront.keys().map(String::as_str).filter(|path| is_public(path) && !path.contains('/'))
    }
}

/// Routes of all static files: `/assets/…`, `/admin/assets/…` and those in the bundle's top folder, such as `/favicon.svg`.
pub fn routes<S: Clone + Send + Sync + 'static>(assets: &Arc<Assets>) -> Router<S> {
    let mut router = Router::new();
    for name in assets.top_files() {
        let (assets, file) = (Arc::clone(assets), name.to_owned());
        let serve = move |headers: HeaderMap| async move { assets.storefront_file(&file, &headers) };
        router = router.route(&format!("/{name}"), get(serve));
    }
    let (storefront, back_office) = (Arc::clone(assets), Arc::clone(assets));
    let storefront = move |Path(path): Path<String>, headers: HeaderMap| async move {
        storefront.storefront_file(&format!("assets/{path}"), &headers)
    };
    let back_office = move |Path(path): Path<String>, headers: HeaderMap| async move {
        back_office.back_office_file(&format!("assets/{path}"), &headers)
    };
    router.route("/assets/{*path}", get(storefront)).route("/admin/assets/{*path}", get(back_office))
}

/// Collects files by path, each with its brotli encoding (`x.br` beside `x`).
fn assets(files: Vec<Embedded>) -> BTreeMap<String, Asset> {
    let (brotli, files): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(path, _)| path.rsplit('.').next() == Some("br"));
    let mut brotli: BTreeMap<_, _> = brotli.into_iter().collect();
    files
        .into_iter()
        .map(|(path, data)| {
            let asset = Asset::new(&path, data, brotli.remove(&format!("{path}.br")));
            (path, asset)
        })
        .collect()
}

/// Converts a script to text without copying it.
fn text(bytes: Cow<'static, [u8]>) -> Result<Cow<'static, str>, Utf8Error> {
    match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).map_err(|error| error.utf8_error()),
    }
}

fn read_manifest(files: &BTreeMap<String, Asset>, name: &'static str) -> Result<Option<Manifest>, AssetsError> {
    let Some(file) = files.get(MANIFEST) else { return Ok(None) };
    let manifest = Manifest::parse(file.bytes())
        .map_err(|error| AssetsError::Unusable { file: name, reason: error.to_string() })?;
    Ok(Some(manifest))
}

/// Tells whether a file is served; files whose names begin with a dot are the bundler's notes.
fn is_public(path: &str) -> bool {
    !path.split('/').any(|part| part.starts_with('.'))
}

fn serve(files: &BTreeMap<String, Asset>, path: &str, request: &HeaderMap) -> Response<Body> {
    match files.get(path).filter(|_| is_public(path)) {
        Some(asset) => asset.respond(request),
        None => not_found(),
    }
}

/// Responds to a page of an older release that requests deleted files; the 404 must not be cached.
fn not_found() -> Response<Body> {
    let mut response = Response::new(Body::from("not found\n"));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
pub(crate) mod tests;
