//! Data of pages: the frame that all pages share, and each subject that several doors show.

pub(crate) mod catalogue;
pub(crate) mod content;
pub(crate) mod context;
pub(crate) mod payments;
pub(crate) mod privacy;
mod shell;
pub(crate) mod texts;
pub(crate) mod trade;
pub(crate) mod words;
