//! Pages as HTML: in-process React rendering, documents, assets, cache, headers.
//!
//! A page's loader returns a [`PageContent`]; [`PageService`] turns it into a response. Two middlewares apply to every response:
//! [`security::headers`] and [`request_id::observe`].

pub mod assets;
mod consent;
pub mod content;
pub mod document;
pub mod engine;
pub mod json_ld;
pub mod metrics;
pub mod negotiation;
mod page_cache;
mod page_service;
pub mod request_id;
pub mod security;
pub mod sitemap;

pub use assets::manifest::PageFiles;
pub use assets::{Assets, AssetsError};
pub use consent::Consent;
pub use content::{PageContent, PageFailure};
pub(crate) use document::fallback::{FallbackReason, fallback};
pub use document::segments::Document;
pub use document::slices::Slices;
pub use engine::{EngineOptions, RenderError};
pub use metrics::Metrics;
pub use page_cache::CacheLimits;
pub use page_cache::page_key::{PageKey, Versions, VisibleNotices};
pub use page_service::{PageRequest, PageService, Renderer};
pub use security::csp::{CspAdditions, CspNonce};
