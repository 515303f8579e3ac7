//! Download counts of files.

use async_trait::async_trait;
use shop_core::base::{OrderId, ProductId};

use super::{OrderOwner, StoreError};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileKey {
    pub order: OrderId,
    /// Product or variation.
    pub product: ProductId,
    /// The file ([`shop_core::orders::download::file_id`]).
    pub file: String,
}

#[async_trait]
pub trait DownloadStore: Send + Sync {
    /// Lists an owner's newest orders with files, at most `limit`.
    async fn orders_with_files(&self, owner: OrderOwner, limit: u64) -> Result<Vec<OrderId>, StoreError>;

    /// Returns how often each file of an order was downloaded; files without downloads are left out.
    async fn fetched_files(&self, order: OrderId) -> Result<Vec<(FileKey, i64)>, StoreError>;

    /// Counts a download; returns `false` if the file was already downloaded `allowed` times.
    async fn count_fetch(&self, key: &FileKey, allowed: Option<i64>) -> Result<bool, StoreError>;
}
