//! Trashes, restores and deletes products.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait, RelationTrait};
use shop_core::base::ProductId;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::PublishStatus;
use shop_core::orders::OrderStatus;
use shop_services::ports::{DeletedProduct, ProductStore, SlugOwner, StoreError};

use super::slugs::delete_former_slugs;
use crate::db::fetch::{Fetch, Run};
use crate::db::{Db, Write};
use crate::entity::products::{ActiveModel, Column, Entity};
use crate::entity::{Stored, order_lines, orders};
use crate::platform::counters::ChangeCounter;

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
        let moved = Entity::update_many()
            .set(ActiveModel { status: Set(Stored(to)), updated_at: Set(now), ..Default::default() })
            .filter(Column::Id.eq(Stored(id)))
            .filter(Column::ParentId.is_null())
            .filter(Column::Status.eq(Stored(from)));
        if moved.run(&write).await? == 0 {
            return Ok(false);
        }
        ChangeCounter::Catalogue.increment(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn delete_product(&self, id: ProductId) -> Result<DeletedProduct, StoreError> {
        let write = self.begin(true).await?;
        let orders = count_orders(&write, id).await?;
        if orders > 0 {
            return Ok(DeletedProduct::Ordered(u64::try_from(orders).unwrap_or(0)));
        }
        let deleted = Entity::delete_many()
            .filter(Column::Id.eq(Stored(id)))
            .filter(Column::ParentId.is_null())
            .filter(Column::Status.eq(Stored(PublishStatus::Trash)));
        if deleted.run(&write).await? == 0 {
            return Ok(DeletedProduct::Gone);
        }
        delete_former_slugs(&write, SlugOwner::Product, id.0).await?;
        ChangeCounter::Catalogue.increment(&write).await?;
        write.commit().await?;
        Ok(DeletedProduct::Deleted)
    }
}

/// Counts the orders that contain a product or one of its variations. Drafts do not count, because they are rewritten when they
/// are placed.
async fn count_orders(write: &Write<'_>, id: ProductId) -> Result<i64, StoreError> {
    let items = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Id.eq(Stored(id)).or(Column::ParentId.eq(Stored(id))))
        .into_query();
    let orders = order_lines::Entity::find()
        .select_only()
        .expr_as(order_lines::Column::OrderId.into_expr().count_distinct(), "orders")
        .join(JoinType::InnerJoin, order_lines::Relation::Orders.def())
        .filter(orders::Column::Status.ne(Stored(OrderStatus::CheckoutDraft)))
        .filter(order_lines::Column::ProductId.in_subquery(items));
    Ok(orders.into_tuple::<i64>().fetch_one(write).await?.unwrap_or(0))
}
