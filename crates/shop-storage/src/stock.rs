//! Live stock.

use async_trait::async_trait;
use shop_core::base::ProductId;
use shop_services::ports::{StockChange, StockLevel, StockMoved, StockStore, StoreError};

use crate::db::{Db, Write};
use crate::row::row;
use crate::statement::{Filter, set, values};

row! {
    StockLevel: products(id) { id, quantity: stock_quantity, total_sales, }
}

#[async_trait]
impl StockStore for Db {
    async fn stock_levels(&self, ids: &[ProductId]) -> Result<Vec<StockLevel>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut wanted = Filter::new("1 = 1");
        wanted.and_one_of("id", ids.iter().copied());
        self.list_by(wanted, "").await
    }

    async fn all_stock_levels(&self) -> Result<Vec<StockLevel>, StoreError> {
        self.list("WHERE stock_managed OR total_sales > 0", values![]).await
    }
}

/// Sets stock; the first that is not the expected one stops.
pub(crate) async fn set_stock(write: &Write<'_>, changes: &[StockChange]) -> Result<Option<StockMoved>, StoreError> {
    for change in changes {
        let set = set! { stock_quantity: change.quantity };
        let changed = match change.expected {
            None => write.update("products", set, "id = $1", values![change.id]).await?,
            Some(expected) => {
                let as_it_was = values![change.id, expected];
                write.update("products", set, "id = $1 AND stock_quantity = $2", as_it_was).await?
            }
        };
        if changed == 0 {
            let left = "SELECT stock_quantity FROM products WHERE id = $1";
            let quantity = write.number(left, values![change.id]).await?;
            return Ok(Some(StockMoved { id: change.id, quantity }));
        }
    }
    Ok(None)
}
