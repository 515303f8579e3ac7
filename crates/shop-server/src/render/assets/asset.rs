//! A static file as it is served: content type, caching, ETag, encodings.
//!
//! The build creates the brotli encoding: `x.br` beside `x`. Gzip, for the few clients without brotli, is computed at the first
//! request, in a few milliseconds, and cached.

use std::borrow::Cow;
use std::io::Write;
use std::sync::OnceLock;

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::render::negotiation::{accepts_encoding, matches_etag};

/// Smaller files do not shrink on the wire.
const COMPRESS_FROM_BYTES: usize = 800;

/// A file of a bundle.
pub(crate) struct Asset {
    identity: Bytes,
    content_type: HeaderValue,
    hash: OnceLock<String>,
    hashed_name: bool,
    gzip: OnceLock<Option<Bytes>>,
    brotli: Option<Bytes>,
}

impl Asset {
    /// Creates an asset, with its brotli encoding when the build made one.
    pub(crate) fn new(path: &str, data: Cow<'static, [u8]>, brotli: Option<Cow<'static, [u8]>>) -> Self {
        Self {
            content_type: content_type(path),
            hash: OnceLock::new(),
            hashed_name: has_hashed_name(path),
            identity: bytes_of(data),
            gzip: OnceLock::new(),
            brotli: brotli.map(bytes_of),
        }
    }

    /// Returns the file's bytes without encoding.
    pub(crate) fn bytes(&self) -> &Bytes {
        &self.identity
    }

    /// Tells whether the file name contains a hash of its content.
    pub(crate) fn has_hashed_name(&self) -> bool {
        self.hashed_name
    }

    /// Returns the first digits of the content's hash. Computed lazily, so that a file that nobody fetches is never read from
    /// disk.
    pub(crate) fn hash(&self) -> &str {
        self.hash.get_or_init(|| hex::encode(Sha256::digest(&self.identity)).chars().take(16).collect())
    }

    /// Responds to a GET.
    pub(crate) fn respond(&self, request: &HeaderMap) -> Response<Body> {
        let (encoding, body) = self.chosen(request);
        let etag = encoding
            .map_or_else(|| format!("\"{}\"", self.hash()), |encoding| format!("\"{}-{encoding}\"", self.hash()));
        let unchanged = matches_etag(request.get(IF_NONE_MATCH), &etag);
        let mut response = Response::new(if unchanged { Body::empty() } else { Body::from(body) });
        if unchanged {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(self.caching()));
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        // The payment provider's fields are a page of another origin that uses the shop's fonts.
        if self.content_type.as_bytes().starts_with(b"font/") {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        }
        if let Ok(etag) = HeaderValue::try_from(etag) {
            headers.insert(ETAG, etag);
        }
        if !unchanged {
            headers.insert(CONTENT_TYPE, self.content_type.clone());
            if let Some(encoding) = encoding {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
            }
        }
        response
    }

    fn caching(&self) -> &'static str {
        // The content under a hashed name never changes; any other name is revalidated each time.
        if self.hashed_name { "public, max-age=31536000, immutable" } else { "public, no-cache" }
    }

    fn chosen(&self, request: &HeaderMap) -> (Option<&'static str>, Bytes) {
        let accepted = request.get(ACCEPT_ENCODING);
        if accepts_encoding(accepted, "br")
            && let Some(brotli) = &self.brotli
        {
            return (Some("br"), brotli.clone());
        }
        if accepts_encoding(accepted, "gzip")
            && let Some(gzip) = self.gzip.get_or_init(|| self.gzipped())
        {
            return (Some("gzip"), gzip.clone());
        }
        (None, self.identity.clone())
    }

    /// Returns the gzip encoding when it is smaller. Fonts and pictures are already compressed.
    fn gzipped(&self) -> Option<Bytes> {
        let compressed = self.compressible().then(|| gzip(&self.identity)).flatten();
        compressed.filter(|bytes| bytes.len() < self.identity.len()).map(Bytes::from)
    }

    fn compressible(&self) -> bool {
        let kind = self.content_type.to_str().unwrap_or("");
        let of_text = kind.starts_with("text/") || kind.starts_with("image/svg");
        self.identity.len() >= COMPRESS_FROM_BYTES
            && (of_text || ["wasm", "json", "xml", "javascript"].iter().any(|part| kind.contains(part)))
    }
}

fn bytes_of(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::with_capacity(bytes.len() / 3), flate2::Compression::new(7));
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

fn content_type(path: &str) -> HeaderValue {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let kind = match extension {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        _ => mime_guess::from_ext(extension).first_raw().unwrap_or("application/octet-stream"),
    };
    HeaderValue::from_static(kind)
}

/// Tells whether a file name ends in the bundler's hash (`name-Ab3_d-9Z.js`). Eight lower-case letters could be a word and do not
/// count: such a file is revalidated, which costs little.
fn has_hashed_name(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let Some((rest, hash)) = stem.len().checked_sub(8).and_then(|at| stem.split_at_checked(at)) else { return false };
    let is_hash = hash.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    rest.len() > 1 && rest.ends_with('-') && is_hash && hash.bytes().any(|byte| !byte.is_ascii_lowercase())
}

#[cfg(test)]
#[path = "asset_tests.rs"]
mod tests;
