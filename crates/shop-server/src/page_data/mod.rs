//! Data of pages: the frame that all pages share, and each subject that several doors show.

pub(crate) mod catalogue;
pub(crate) mod content;
pub(crate) mod context;
pub(crate) mod payments;
pub(crate) mod privacy;
pub(crate) mod texts;
pub(crate) mod trade;
pub(crate) mod words;

// The former paths, which `admin` and `site` still use.
pub(crate) use catalogue::{card, product_view, reviews};
pub(crate) use content::{comments, content_pages as written, moderation as reader, notices};
pub(crate) use payments::{bnpl, express, gateway};
pub(crate) use privacy::consent;
pub(crate) use trade::{conversation, vat_field};
