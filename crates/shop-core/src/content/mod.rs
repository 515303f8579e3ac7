//! Pages, posts and the blocks of products on them, as the merchant writes them (storefront specification, section 2).

pub mod block;
pub mod page;
