//! Counts how often files were downloaded.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::OrderId;
use shop_core::orders::OrderStatus;
use shop_services::ports::{DownloadStore, FileKey, OrderOwner, StoreError};

use crate::db::Db;
use crate::db::fetch::{Fetch, Run};
use crate::entity::file_fetches::{ActiveModel, Column, Entity};
use crate::entity::{Stored, order_lines, orders};
use crate::orders::orders_read::owned_by;

#[async_trait]
impl DownloadStore for Db {
    async fn orders_with_files(&self, owner: OrderOwner, limit: u64) -> Result<Vec<OrderId>, StoreError> {
        // Only this program writes the marker, and quotes in other texts of the JSON are escaped.
        let lines_with_files = order_lines::Entity::find()
            .select_only()
            .column(order_lines::Column::Id)
            .filter(order_lines::Column::OrderId.into_simple_expr().equals((orders::Entity, orders::Column::Id)))
            .filter(order_lines::Column::Content.contains("\"downloadable\":true"))
            .into_query();
        let ids = orders::Entity::find()
            .select_only()
            .column(orders::Column::Id)
            .filter(owned_by(owner))
            .filter(orders::Column::Status.ne(Stored(OrderStatus::CheckoutDraft)))
            .filter(Expr::exists(lines_with_files))
            .order_by_desc(orders::Column::Id)
            .limit(limit)
            .into_tuple::<Stored<OrderId>>();
        Ok(ids.fetch_all(self).await?.into_iter().map(|id| id.0).collect())
    }

    async fn fetched_files(&self, order: OrderId) -> Result<Vec<(FileKey, i64)>, StoreError> {
        let fetches = Entity::find().filter(Column::OrderId.eq(Stored(order))).fetch_all(self).await?;
        let fetches = fetches.into_iter();
        Ok(fetches.map(|row| (FileKey { order, product: row.product_id.0, file: row.file }, row.fetched)).collect())
    }

    async fn count_fetch(&self, key: &FileKey, allowed: Option<i64>) -> Result<bool, StoreError> {
        if allowed == Some(0) {
            return Ok(false);
        }
        let write = self.begin(true).await?;
        let first = ActiveModel {
            order_id: Set(Stored(key.order)),
            product_id: Set(Stored(key.product)),
            file: Set(key.file.clone()),
            fetched: Set(1),
        };
        let again = OnConflict::columns([Column::OrderId, Column::ProductId, Column::File])
            .value(Column::Fetched, Column::Fetched.into_simple_expr().add(1_i64))
            .action_and_where(Column::Fetched.lt(allowed.unwrap_or(i64::MAX)))
            .to_owned();
        let changed = Entity::insert(first).on_conflict(again).run(&write).await?;
        write.commit().await?;
        Ok(changed == 1)
    }
}
