//! How often files were fetched.

use async_trait::async_trait;
use shop_core::base::{OrderId, ProductId};
use shop_services::ports::{DownloadStore, FileKey, OrderOwner, StoreError};

use crate::db::Db;
use crate::row::row;
use crate::statement::values;

row! {
    struct Fetches: file_fetches(+order_id; product_id, file) { product_id: ProductId, file: String, fetched: i64, }
}

#[async_trait]
impl DownloadStore for Db {
    async fn orders_with_files(&self, owner: OrderOwner, limit: u64) -> Result<Vec<OrderId>, StoreError> {
        // The mark is written by this program alone, and quotes in other texts of the JSON are escaped.
        let sql = "SELECT id FROM orders WHERE (customer_id = $1 OR company_id = $3) AND status <> 'checkout-draft' AND EXISTS (\
                   SELECT 1 FROM order_lines WHERE order_id = orders.id AND content LIKE '%\"downloadable\":true%') \
                   ORDER BY id DESC LIMIT $2";
        self.rows(sql, values![owner.customer_id, limit, owner.company_id]).await
    }

    async fn fetched_files(&self, order: OrderId) -> Result<Vec<(FileKey, i64)>, StoreError> {
        let fetches = self.list::<Fetches>("WHERE order_id = $1", values![order]).await?;
        let keyed = |one: Fetches| (FileKey { order, product: one.product_id, file: one.file }, one.fetched);
        Ok(fetches.into_iter().map(keyed).collect())
    }

    async fn count_fetch(&self, key: &FileKey, allowed: Option<i64>) -> Result<bool, StoreError> {
        if allowed == Some(0) {
            return Ok(false);
        }
        let write = self.begin(true).await?;
        let sql = "INSERT INTO file_fetches (order_id, product_id, file, fetched) VALUES ($1, $2, $3, 1) \
                   ON CONFLICT (order_id, product_id, file) DO UPDATE SET fetched = file_fetches.fetched + 1 \
                   WHERE file_fetches.fetched < $4";
        let values = values![key.order, key.product, &key.file, allowed.unwrap_or(i64::MAX)];
        let changed = write.run(sql, values).await?;
        write.commit().await?;
        Ok(changed == 1)
    }
}
