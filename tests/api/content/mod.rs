//! Pages, comments, the newsletter, notices, languages and the look of the shop.

pub(crate) mod admin_pages;
pub(crate) mod comment_threads;
pub(crate) mod comments;
pub(crate) mod languages;
pub(crate) mod law;
pub(crate) mod newsletter;
pub(crate) mod notices;
pub(crate) mod pages;
pub(crate) mod rich_text;
pub(crate) mod site_pages;
pub(crate) mod theme;
pub(crate) mod translations;
