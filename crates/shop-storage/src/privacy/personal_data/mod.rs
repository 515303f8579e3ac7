//! Personal data: erased in batches when its retention period ends, counted, and exported for its owner.

mod forget;
mod forget_orders;
mod own;
mod own_lists;

use async_trait::async_trait;
use sea_orm::sea_query::{Expr, ExprTrait, Func, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{
    DataOwner, ExpiredData, OrderOwner, OwnOrder, OwnRows, PersonalDataStore, StoreError, WaitingErasure,
};

pub(crate) use forget_orders::forget_visits;

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, store_error};
use crate::entity::gateway_erasures::{Column, Entity, Model};
use crate::entity::record_from;

record_from! { |row: Model| WaitingErasure { scope, gateway_id, tries, attempted_at } }

#[async_trait]
impl PersonalDataStore for Db {
    async fn forget(
        &self,
        what: ExpiredData,
        before: UnixSeconds,
        now: UnixSeconds,
        most: u64,
    ) -> Result<u64, StoreError> {
        forget::forget(self, what, before, now, most).await
    }

    async fn rows_of(&self, table: &'static str) -> Result<u64, StoreError> {
        let count = Query::select().expr_as(Expr::cust("*").count(), "n").from(table).take();
        let row = self.query_one(&count).await.map_err(store_error)?;
        let count = row.map(|row| row.try_get::<i64>("", "n")).transpose().map_err(store_error)?;
        Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or(0))
    }

    async fn own_rows(
        &self,
        of: &DataOwner,
        list: usize,
        offset: u64,
        most: u64,
    ) -> Result<Option<OwnRows>, StoreError> {
        own::fetch_rows(self, of, list, (offset, most)).await
    }

    async fn own_order_ids(&self, owner: OrderOwner) -> Result<Vec<OrderId>, StoreError> {
        own::order_ids(self, owner).await
    }

    async fn own_orders(&self, owner: OrderOwner, ids: &[OrderId]) -> Result<Vec<OwnOrder>, StoreError> {
        own::orders(self, owner, ids).await
    }

    async fn waiting_erasures(&self, limit: u64) -> Result<(Vec<WaitingErasure>, u64), StoreError> {
        let tried_at = Expr::from(Func::coalesce([Expr::col(Column::AttemptedAt), Expr::value(0_i64)]));
        let all = Entity::find();
        let waiting = all
            .clone()
            .order_by(tried_at, Order::Asc)
            .order_by_asc(Column::Scope)
            .order_by_asc(Column::GatewayId)
            .limit(limit)
            .fetch_records(self)
            .await?;
        Ok((waiting, all.fetch_count(self).await?))
    }

    async fn erasure_done(&self, scope: &str, gateway_id: &str) -> Result<bool, StoreError> {
        let done = Entity::delete_many().filter(Column::Scope.eq(scope)).filter(Column::GatewayId.eq(gateway_id));
        Ok(done.run(self).await? == 1)
    }
}
