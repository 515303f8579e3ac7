//! Pages as HTML: React rendered in the process, documents, assets, cache, headers.
//!
//! A page's loader gives a [`PageContent`]; [`PageService`] turns it into an answer. What surrounds every answer are two
//! layers: [`security::headers`] and [`request_id::observe`].

mod asset;
pub mod assets;
mod consent;
pub mod content;
pub mod csp;
pub mod csp_report;
pub mod document;
mod embed;
pub mod engine;
mod escape;
mod fallback;
pub mod json_ld;
mod manifest;
pub mod metrics;
pub mod negotiation;
mod page_cache;
mod page_key;
mod page_service;
pub mod request_id;
mod script;
pub mod security;
mod segments;
pub mod sitemap;
mod slices;

pub use assets::{Assets, AssetsError};
pub use consent::Consent;
pub use content::{PageContent, PageFailure};
pub use csp::{CspAdditions, CspNonce};
pub use engine::{EngineOptions, RenderError};
pub(crate) use fallback::{Trouble, fallback};
pub use manifest::PageFiles;
pub use metrics::Metrics;
pub use page_cache::CacheLimits;
pub use page_key::{Around, PageKey, Versions};
pub use page_service::{PageRequest, PageService, Renderer};
pub use segments::Document;
pub use slices::Slices;
