//! Personal data: forgotten in portions when their time is over, counted, and read for whom they are about.

mod forget;
mod own;

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{
    DataOwner, Forgetting, OrderOwner, OwnOrder, OwnRows, PersonalDataStore, StoreError, WaitingErasure,
};

pub(crate) use forget::forget_visits;

use crate::db::Db;
use crate::row::row;
use crate::statement::{Filter, values};

row! {
    WaitingErasure: gateway_erasures(scope, gateway_id) { scope, gateway_id, tries, asked_at, }
}

#[async_trait]
impl PersonalDataStore for Db {
    async fn forget(
        &self,
        what: Forgetting,
        before: UnixSeconds,
        now: UnixSeconds,
        most: u64,
    ) -> Result<u64, StoreError> {
        forget::forget(self, what, before, now, most).await
    }

    async fn rows_of(&self, table: &'static str) -> Result<u64, StoreError> {
        let count = self.number(&format!("SELECT COUNT(*) FROM {table}"), values![]).await?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    async fn own_rows(
        &self,
        of: &DataOwner,
        list: usize,
        offset: u64,
        most: u64,
    ) -> Result<Option<OwnRows>, StoreError> {
        own::rows(self, of, list, (offset, most)).await
    }

    async fn own_order_ids(&self, owner: OrderOwner) -> Result<Vec<OrderId>, StoreError> {
        own::order_ids(self, owner).await
    }

    async fn own_orders(&self, owner: OrderOwner, ids: &[OrderId]) -> Result<Vec<OwnOrder>, StoreError> {
        own::orders(self, owner, ids).await
    }

    async fn waiting_erasures(&self, limit: u64) -> Result<(Vec<WaitingErasure>, u64), StoreError> {
        let all = Filter::new("1 = 1");
        let rows = self.some(&all, "COALESCE(asked_at, 0), scope, gateway_id", (0, limit)).await?;
        Ok((rows, self.count("gateway_erasures", all).await?))
    }

    async fn erasure_done(&self, scope: &str, gateway_id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM gateway_erasures WHERE scope = $1 AND gateway_id = $2";
        Ok(self.run(sql, values![scope, gateway_id]).await? == 1)
    }
}
