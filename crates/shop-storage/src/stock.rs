//! Live stock.

use async_trait::async_trait;
use sea_orm::{QueryResult, Value};
use shop_core::catalogue::product::UnixSeconds;
use shop_core::ids::ProductId;
use shop_services::ports::{StockLevel, StockStore, StoreError};

use crate::db::{Db, Write, col, list};

#[async_trait]
impl StockStore for Db {
    async fn stock_levels(&self, ids: &[ProductId]) -> Result<Vec<StockLevel>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!("SELECT id, stock_quantity, total_sales FROM products WHERE id IN ({})", list(1, ids.len()));
        let values: Vec<Value> = ids.iter().map(|id| id.0.into()).collect();
        self.all(&sql, values).await?.iter().map(level).collect()
    }

    async fn all_stock_levels(&self) -> Result<Vec<StockLevel>, StoreError> {
        let sql = "SELECT id, stock_quantity, total_sales FROM products WHERE stock_managed OR total_sales > 0";
        self.all(sql, vec![]).await?.iter().map(level).collect()
    }

    async fn set_stock(&self, id: ProductId, quantity: i64, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let changed = write
            .run(
                "UPDATE products SET stock_quantity = $2, updated_at = $3 WHERE id = $1",
                vec![id.0.into(), quantity.into(), now.into()],
            )
            .await?;
        count_stock_change(&write).await?;
        write.commit().await?;
        Ok(changed == 1)
    }
}

fn level(row: &QueryResult) -> Result<StockLevel, StoreError> {
    Ok(StockLevel {
        id: ProductId(col(row, "id")?),
        quantity: col(row, "stock_quantity")?,
        total_sales: col(row, "total_sales")?,
    })
}

/// Tells all processes that stock changed.
pub(crate) async fn count_stock_change(write: &Write<'_>) -> Result<(), StoreError> {
    write.run("UPDATE change_counters SET value = value + 1 WHERE name = 'stock'", vec![]).await.map(|_| ())
}
