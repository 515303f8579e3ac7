//! Live stock.

use async_trait::async_trait;
use sea_orm::{QueryResult, Value};
use shop_core::base::ProductId;
use shop_services::ports::{StockChange, StockLevel, StockMoved, StockStore, StoreError};

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
}

/// Sets stock; the first that is not the expected one stops.
pub(crate) async fn set_stock(write: &Write<'_>, changes: &[StockChange]) -> Result<Option<StockMoved>, StoreError> {
    for change in changes {
        let (sql, mut values) = ("UPDATE products SET stock_quantity = $2 WHERE id = $1", vec![change.id.0.into()]);
        values.push(change.quantity.into());
        let changed = match change.expected {
            None => write.run(sql, values).await?,
            Some(expected) => {
                values.push(expected.into());
                write.run(&format!("{sql} AND stock_quantity = $3"), values).await?
            }
        };
        if changed == 0 {
            let left = "SELECT stock_quantity FROM products WHERE id = $1";
            let row = write.one(left, vec![change.id.0.into()]).await?;
            let quantity = row.map_or(Ok(0), |row| col(&row, "stock_quantity"))?;
            return Ok(Some(StockMoved { id: change.id, quantity }));
        }
    }
    Ok(None)
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
