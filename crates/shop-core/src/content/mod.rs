//! Pages, posts and the blocks of products on them, as the merchant writes them (storefront specification, section 2).

pub mod block;
pub mod comment;
pub mod newsletter;
pub mod page;
pub mod theme;
pub mod widget;
