//! Products moved to the trash, restored from it and deleted.

use async_trait::async_trait;
use shop_core::base::ProductId;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::PublishStatus;

use super::StoreError;

/// Result of deleting a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletedProduct {
    /// Deleted, with its variations, reviews and price history.
    Deleted,
    /// Not deleted: this number of orders contain it or one of its variations.
    Ordered(u64),
    /// The trash holds no such product.
    Gone,
}

/// Changes the status of products and deletes them. Every write increments the `catalogue` change counter.
#[async_trait]
pub trait ProductStore: Send + Sync {
    /// Sets a product's status if it is still `from`; returns whether it was.
    async fn set_product_status(
        &self,
        id: ProductId,
        from: PublishStatus,
        to: PublishStatus,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Permanently deletes a product that is in the trash and in no order.
    async fn delete_product(&self, id: ProductId) -> Result<DeletedProduct, StoreError>;
}
