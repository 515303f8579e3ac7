//! Live stock.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait, Select};
use shop_core::base::ProductId;
use shop_services::ports::{StockChange, StockLevel, StockMoved, StockStore, StoreError};

use crate::db::fetch::{Fetch, Run};
use crate::db::{Db, Write};
use crate::entity::Stored;
use crate::entity::products::{ActiveModel, Column, Entity};

#[async_trait]
impl StockStore for Db {
    async fn stock_levels(&self, ids: &[ProductId]) -> Result<Vec<StockLevel>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let wanted = Entity::find().filter(Column::Id.is_in(ids.iter().copied().map(Stored)));
        read_levels(self, wanted).await
    }

    async fn all_stock_levels(&self) -> Result<Vec<StockLevel>, StoreError> {
        let moving = Expr::col(Column::StockManaged).or(Column::TotalSales.gt(0_i64));
        read_levels(self, Entity::find().filter(moving)).await
    }
}

async fn read_levels(db: &Db, products: Select<Entity>) -> Result<Vec<StockLevel>, StoreError> {
    let rows = products
        .select_only()
        .columns([Column::Id, Column::StockQuantity, Column::TotalSales])
        .into_tuple::<(Stored<ProductId>, i64, i64)>()
        .fetch_all(db)
        .await?;
    Ok(rows.into_iter().map(|(id, quantity, total_sales)| StockLevel { id: id.0, quantity, total_sales }).collect())
}

/// Sets stock; stops at the first quantity that is not the expected one.
pub(super) async fn set_stock(write: &Write<'_>, changes: &[StockChange]) -> Result<Option<StockMoved>, StoreError> {
    for change in changes {
        let of_product = Column::Id.eq(Stored(change.id));
        let changed = Entity::update_many()
            .set(ActiveModel { stock_quantity: Set(change.quantity), ..Default::default() })
            .filter(of_product.clone())
            .apply_if(change.expected, |query, expected| query.filter(Column::StockQuantity.eq(expected)))
            .run(write)
            .await?;
        if changed == 0 {
            let left = Entity::find().select_only().column(Column::StockQuantity).filter(of_product);
            let quantity = left.into_tuple::<i64>().fetch_one(write).await?.unwrap_or(0);
            return Ok(Some(StockMoved { id: change.id, quantity }));
        }
    }
    Ok(None)
}

/// Adds sold pieces to the sales of their products, in one statement.
pub(crate) async fn count_sales(write: &Write<'_>, sold: &BTreeMap<i64, i64>) -> Result<(), StoreError> {
    use Column::{Id, TotalSales};
    if sold.is_empty() {
        return Ok(());
    }
    let pieces = sold.iter().fold(CaseStatement::new(), |pieces, (id, quantity)| pieces.case(Id.eq(*id), *quantity));
    let counted = Entity::update_many()
        .col_expr(TotalSales, Expr::col(TotalSales).add(pieces))
        .filter(Id.is_in(sold.keys().copied()));
    counted.run(write).await.map(|_| ())
}
