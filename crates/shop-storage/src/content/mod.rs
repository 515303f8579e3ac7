//! Pages, comments and the newsletter.

pub(crate) mod comments;
pub(crate) mod newsletter;
pub(crate) mod pages;
