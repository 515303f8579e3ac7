//! How often files were fetched.

use async_trait::async_trait;
use shop_core::base::{CustomerId, OrderId, ProductId};
use shop_services::ports::{DownloadStore, FileKey, StoreError};

use crate::db::{Db, col};

#[async_trait]
impl DownloadStore for Db {
    async fn orders_with_files(&self, customer: CustomerId, limit: u64) -> Result<Vec<OrderId>, StoreError> {
        // The mark is written by this program alone, and quotes in other texts of the JSON are escaped.
        let sql = "SELECT id FROM orders WHERE customer_id = $1 AND status <> 'checkout-draft' AND EXISTS (\
                   SELECT 1 FROM order_lines WHERE order_id = orders.id AND content LIKE '%\"downloadable\":true%') \
                   ORDER BY id DESC LIMIT $2";
        let limit = i64::try_from(limit).unwrap_or(100);
        self.all(sql, vec![customer.0.into(), limit.into()])
            .await?
            .iter()
            .map(|row| col(row, "id").map(OrderId))
            .collect()
    }

    async fn fetched_files(&self, order: OrderId) -> Result<Vec<(FileKey, i64)>, StoreError> {
        let sql = "SELECT product_id, file, fetched FROM file_fetches WHERE order_id = $1";
        self.all(sql, vec![order.0.into()])
            .await?
            .iter()
            .map(|row| {
                let key = FileKey { order, product: ProductId(col(row, "product_id")?), file: col(row, "file")? };
                Ok((key, col(row, "fetched")?))
            })
            .collect()
    }

    async fn count_fetch(&self, key: &FileKey, allowed: Option<i64>) -> Result<bool, StoreError> {
        if allowed == Some(0) {
            return Ok(false);
        }
        let write = self.begin(true).await?;
        let changed = write
            .run(
                "INSERT INTO file_fetches (order_id, product_id, file, fetched) VALUES ($1, $2, $3, 1) \
                 ON CONFLICT (order_id, product_id, file) DO UPDATE SET fetched = file_fetches.fetched + 1 \
                 WHERE file_fetches.fetched < $4",
                vec![
                    key.order.0.into(),
                    key.product.0.into(),
                    key.file.as_str().into(),
                    allowed.unwrap_or(i64::MAX).into(),
                ],
            )
            .await?;
        write.commit().await?;
        Ok(changed == 1)
    }
}
