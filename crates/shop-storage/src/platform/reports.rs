//! Sales reports.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::sea_query::{Asterisk, Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, EntityTrait, IntoSimpleExpr, JoinType, QueryFilter, QuerySelect, RelationTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId, ProductId};
use shop_core::orders::instalment::InstalmentStatus;
use shop_services::ports::{HourlyMoney, OriginSums, ReportStore, SoldItem, StoreError, TaxedOrder};

use crate::db::Db;
use crate::db::fetch::Fetch;
use crate::entity::{Stored, order_instalments, order_lines, orders, refunds};
use crate::platform::report_parts::{due_later, is_between, is_paid, sum};
use crate::platform::{origin_reports, tax_reports};

/// Hour of a time, counted from 1970.
fn hour(moment: impl ColumnTrait) -> Expr {
    moment.into_simple_expr().div(3600_i64)
}

#[async_trait]
impl ReportStore for Db {
    async fn money_by_hour(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<HourlyMoney>, StoreError> {
        let mut hours: BTreeMap<i64, HourlyMoney> = BTreeMap::new();
        for (hour, orders, received) in received_by_hour(self, from, until).await? {
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            (entry.orders, entry.received) = (orders, received.0);
        }
        for (hour, received) in received_later_by_hour(self, from, until).await? {
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            entry.received += received.0;
        }
        for (hour, refunded) in refunded_by_hour(self, from, until).await? {
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            entry.refunded = refunded.0;
        }
        Ok(hours.into_values().collect())
    }

    async fn orders_by_origin(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        page: (u64, u64),
    ) -> Result<OriginSums, StoreError> {
        origin_reports::read_origins(self, from, until, page).await
    }

    async fn sold_items(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<SoldItem>, StoreError> {
        use order_lines::Column;
        let pieces = Column::Quantity.into_simple_expr().sub(Column::Restocked.into_simple_expr());
        let items = orders::Entity::find()
            .select_only()
            .column(Column::ProductId)
            .expr_as(Func::max(Column::Name.into_simple_expr()), "name")
            .expr_as(sum(pieces), "pieces")
            .join(JoinType::InnerJoin, order_lines::Relation::Orders.def().rev())
            .filter(is_paid())
            .filter(is_between(orders::Column::CreatedAt, from, until))
            .group_by(Column::ProductId);
        let items = items.into_tuple::<(Stored<ProductId>, String, i64)>().fetch_all(self).await?;
        let item =
            |(product_id, name, pieces): (Stored<ProductId>, _, _)| SoldItem { product_id: product_id.0, name, pieces };
        Ok(items.into_iter().map(item).collect())
    }

    async fn taxed_orders(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        after: Option<(UnixSeconds, OrderId)>,
        limit: u64,
    ) -> Result<Vec<TaxedOrder>, StoreError> {
        tax_reports::read_taxed_orders(self, (from, until), after, limit).await
    }

    async fn refunded_orders(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        after: Option<OrderId>,
        limit: u64,
    ) -> Result<Vec<TaxedOrder>, StoreError> {
        tax_reports::read_refunded_orders(self, (from, until), after, limit).await
    }
}

/// Number and revenue of paid orders, by the hour in which they were placed.
async fn received_by_hour(
    db: &Db,
    from: UnixSeconds,
    until: UnixSeconds,
) -> Result<Vec<(i64, i64, Stored<Cents>)>, StoreError> {
    use orders::{Column, Entity};
    let received = Entity::find()
        .select_only()
        .expr_as(hour(Column::CreatedAt), "hour")
        .expr_as(Func::count(Expr::col(Asterisk)), "orders")
        .expr_as(sum(Column::TotalCents.into_simple_expr().sub(due_later(false))), "cents")
        .filter(is_paid())
        .filter(is_between(Column::CreatedAt, from, until))
        .group_by(Expr::col("hour"));
    received.into_tuple().fetch_all(db).await
}

/// Instalments of paid orders, by the hour in which they were paid.
async fn received_later_by_hour(
    db: &Db,
    from: UnixSeconds,
    until: UnixSeconds,
) -> Result<Vec<(i64, Stored<Cents>)>, StoreError> {
    use order_instalments::{Column, Entity, Relation};
    let received = Entity::find()
        .select_only()
        .expr_as(hour(Column::ChangedAt), "hour")
        .expr_as(sum(Column::Cents.into_simple_expr()), "cents")
        .join(JoinType::InnerJoin, Relation::Orders.def())
        .filter(Column::Status.eq(Stored(InstalmentStatus::Paid)))
        .filter(is_paid())
        .filter(is_between(Column::ChangedAt, from, until))
        .group_by(Expr::col("hour"));
    received.into_tuple().fetch_all(db).await
}

/// Money refunds of paid orders, by the hour of the refund.
async fn refunded_by_hour(
    db: &Db,
    from: UnixSeconds,
    until: UnixSeconds,
) -> Result<Vec<(i64, Stored<Cents>)>, StoreError> {
    use refunds::{Column, Entity, Relation};
    let refunded = Entity::find()
        .select_only()
        .expr_as(hour(Column::CreatedAt), "hour")
        .expr_as(sum(Column::AmountCents.into_simple_expr().sub(Column::FailedCents.into_simple_expr())), "cents")
        .join(JoinType::InnerJoin, Relation::Orders.def())
        .filter(Column::AsCredit.eq(false))
        .filter(is_paid())
        .filter(is_between(Column::CreatedAt, from, until))
        .group_by(Expr::col("hour"));
    refunded.into_tuple().fetch_all(db).await
}
