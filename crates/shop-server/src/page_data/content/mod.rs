//! The merchant's pages and posts, comments on them, notices, and the preview of the theme.

pub(crate) mod comments;
pub(crate) mod content_pages;
pub(crate) mod moderation;
pub(crate) mod notices;
pub(crate) mod preview;
