//! Pages, posts and the shop's home page, and the products of their blocks.

mod blocks;
mod cookies;
mod delivery;
mod fill;
mod personal_data;
mod published;

pub use blocks::block_query;
pub use cookies::category_code;
pub use fill::fill;
pub use published::{PageMatch, Pages};
