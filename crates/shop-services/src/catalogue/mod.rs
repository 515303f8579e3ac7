//! The catalogue for sale: an in-memory snapshot, indexed for lists, filters, counts and search.
//!
//! The database is authoritative; the snapshot is rebuilt when the catalogue's change counter moves, or when a sale price starts
//! or ends. Lists and counts are then bit operations, equally fast on both databases and nearly independent of the number of
//! products.

mod bits;
mod build;
mod cache;
pub mod counts;
mod fill_index;
pub mod import;
mod index;
mod names;
mod on_terms;
mod order;
mod price;
mod product_price;
pub mod products;
mod query;
pub mod reviews;
mod runs;
mod sales;
mod search;
mod skus;
mod snapshot;
pub mod term_management;
mod terms;
mod wording;
mod words;

pub use bits::Bits;
pub use cache::CatalogueCache;
pub use index::Index;
pub(crate) use on_terms::with_stock_of;
pub use on_terms::{CatalogueTerms, on_terms};
pub use price::{CurrentPrice, variation_price};
pub use product_price::product_price;
pub use query::{AttributeFilter, Operator, OrderBy, ProductList, ProductQuery, TermFilter};
pub use sales::SoldPieces;
pub use search::{SearchIndex, SearchResult, plain_text};
pub use skus::{by_part_of_sku, by_typed_sku};
pub use snapshot::{Catalogue, Found, published};
pub use terms::Terms;
pub use wording::Wording;
