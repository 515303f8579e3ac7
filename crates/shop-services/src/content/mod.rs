//! Pages, posts, comments, the newsletter, and rich text.

pub mod comments;
pub mod mail_template;
pub mod newsletter;
pub mod page_management;
pub mod pages;
pub mod rich_text;
pub mod translations;
