//! Pages, posts and the shop's home page, and the products of their blocks.

mod blocks;
mod cookies;
mod delivery;
mod fill;
mod kept;
mod shown;

pub use blocks::block_query;
pub use cookies::category_code;
pub use fill::fill;
pub use shown::{Pages, ShownAt};
