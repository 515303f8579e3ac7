//! What pages show: the frame that all have, and of each subject what several doors tell of it.

pub(crate) mod bnpl;
pub(crate) mod card;
pub(crate) mod comments;
pub(crate) mod consent;
pub(crate) mod context;
pub(crate) mod conversation;
pub(crate) mod express;
pub(crate) mod food;
pub(crate) mod gateway;
pub(crate) mod notices;
pub(crate) mod preview;
pub(crate) mod product_view;
pub(crate) mod purchase;
pub(crate) mod quick_view;
pub(crate) mod reader;
pub(crate) mod reviews;
pub(crate) mod texts;
pub(crate) mod vat_field;
pub(crate) mod words;
pub(crate) mod written;
