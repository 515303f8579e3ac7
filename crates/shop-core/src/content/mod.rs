//! The merchant's pages and posts, and their product blocks (storefront specification, section 2).

pub mod block;
pub mod comment;
pub mod newsletter;
pub mod page;
pub mod theme;
pub mod widget;
