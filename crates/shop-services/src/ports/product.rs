//! Products put into the bin, taken out of it and deleted.

use async_trait::async_trait;
use shop_core::base::ProductId;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::PublishStatus;

use super::StoreError;

/// How deleting a product went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletedProduct {
    /// It is gone, with its variations, reviews and past prices.
    Deleted,
    /// It stays: so many orders name it or one of its variations.
    Ordered(u64),
    /// There is no such product in the bin.
    Gone,
}

/// Changes products of the list. Every write moves the change counter `catalogue` on.
#[async_trait]
pub trait ProductStore: Send + Sync {
    /// Gives a product another state if it is still in the first one. Whether it was.
    async fn set_product_status(
        &self,
        id: ProductId,
        from: PublishStatus,
        to: PublishStatus,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Deletes a product for good that lies in the bin and that no order names.
    async fn delete_product(&self, id: ProductId) -> Result<DeletedProduct, StoreError>;
}
