//! How often files were fetched.

use async_trait::async_trait;
use shop_core::base::{OrderId, ProductId};

use super::{OrderOwner, StoreError};

/// A file of an order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileKey {
    pub order: OrderId,
    /// Product or variation.
    pub product: ProductId,
    /// The file ([`shop_core::orders::download::file_id`]).
    pub file: String,
}

/// Counts how often files were fetched.
#[async_trait]
pub trait DownloadStore: Send + Sync {
    /// An owner's newest orders with files, at most `limit`.
    async fn orders_with_files(&self, owner: OrderOwner, limit: u64) -> Result<Vec<OrderId>, StoreError>;

    /// How often each file of an order was fetched; those that never were are left out.
    async fn fetched_files(&self, order: OrderId) -> Result<Vec<(FileKey, i64)>, StoreError>;

    /// Counts a file as fetched, unless it was fetched `allowed` times already: then `false`.
    async fn count_fetch(&self, key: &FileKey, allowed: Option<i64>) -> Result<bool, StoreError>;
}
