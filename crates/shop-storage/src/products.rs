//! Products put into the bin, taken out of it and deleted.

use async_trait::async_trait;
use shop_core::base::ProductId;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::PublishStatus;
use shop_services::ports::{DeletedProduct, ProductStore, SlugOwner, StoreError};

use crate::counters::Kept;
use crate::db::Db;
use crate::slugs::forget_slugs;
use crate::statement::{set, values};

#[async_trait]
impl ProductStore for Db {
    async fn set_product_status(
        &self,
        id: ProductId,
        from: PublishStatus,
        to: PublishStatus,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let moved = set! { status: to, updated_at: now };
        let condition = "id = $1 AND parent_id IS NULL AND status = $2";
        if write.update("products", moved, condition, values![id, from]).await? == 0 {
            return Ok(false);
        }
        Kept::Catalogue.changed(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn delete_product(&self, id: ProductId) -> Result<DeletedProduct, StoreError> {
        let write = self.begin(true).await?;
        // Drafts of orders are made anew when they are placed.
        let sql = "SELECT COUNT(DISTINCT order_lines.order_id) AS orders FROM order_lines \
                   JOIN orders ON orders.id = order_lines.order_id AND orders.status <> 'checkout-draft' \
                   WHERE order_lines.product_id IN (SELECT id FROM products WHERE id = $1 OR parent_id = $1)";
        let orders = write.number(sql, values![id]).await?;
        if orders > 0 {
            return Ok(DeletedProduct::Ordered(u64::try_from(orders).unwrap_or(0)));
        }
        let sql = "DELETE FROM products WHERE id = $1 AND parent_id IS NULL AND status = 'trash'";
        if write.run(sql, values![id]).await? == 0 {
            return Ok(DeletedProduct::Gone);
        }
        forget_slugs(&write, SlugOwner::Product, id.0).await?;
        Kept::Catalogue.changed(&write).await?;
        write.commit().await?;
        Ok(DeletedProduct::Deleted)
    }
}
