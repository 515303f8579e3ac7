//! Pages, posts, comments, the newsletter, and texts that people write.

pub mod comments;
pub mod mail_template;
pub mod newsletter;
pub mod page_management;
pub mod pages;
pub mod rich_text;
pub mod translations;
