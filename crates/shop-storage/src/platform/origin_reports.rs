//! Orders and revenue by referrer.

use sea_orm::sea_query::{Asterisk, Expr, ExprTrait, Func, Order, Query, SelectStatement};
use sea_orm::{ConnectionTrait, EntityTrait, FromQueryResult, IntoSimpleExpr, QueryFilter, QuerySelect, QueryTrait};
use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{OriginSum, OriginSums, StoreError};

use crate::db::{Db, store_error};
use crate::entity::orders::{Column, Entity};
use crate::entity::{Stored, record_from};
use crate::platform::report_parts::{due_later, is_between, is_paid, sum};

/// Columns that orders are grouped by.
const ORIGIN: [Column; 4] = [Column::SourceType, Column::SourceName, Column::SourceMedium, Column::SourceCampaign];

#[derive(FromQueryResult)]
struct OriginRow {
    source_type: String,
    source_name: String,
    source_medium: String,
    source_campaign: String,
    orders: i64,
    revenue: Stored<Cents>,
}

record_from! {
    |row: OriginRow| OriginSum {
        source_type,
        source: row.source_name,
        medium: row.source_medium,
        campaign: row.source_campaign,
        orders, revenue,
    }
}

pub(crate) async fn read_origins(
    db: &Db,
    from: UnixSeconds,
    until: UnixSeconds,
    (offset, limit): (u64, u64),
) -> Result<OriginSums, StoreError> {
    let total = |column: &'static str| Expr::from(Func::coalesce([sum(Expr::col(column)), Expr::value(0_i64)]));
    let mut all = Query::select();
    all.expr_as(Func::count(Expr::col(Asterisk)), "total")
        .expr_as(total("orders"), "orders")
        .expr_as(total("revenue"), "revenue")
        .from_subquery(origins(from, until), "origins");
    let sums = db.query_one(&all).await.map_err(store_error)?;
    let sums = sums.map(|row| row.try_get_many_by_index::<(i64, i64, Stored<Cents>)>());
    let (total, orders, revenue) = sums.transpose().map_err(store_error)?.unwrap_or_default();

    let mut some = Query::select();
    some.columns(ORIGIN)
        .columns(["orders", "revenue"])
        .from_subquery(origins(from, until), "origins")
        .order_by("revenue", Order::Desc)
        .order_by_columns(ORIGIN.map(|column| (column, Order::Asc)))
        .limit(limit)
        // The driver panics on numbers that the databases cannot store.
        .offset(Ord::min(offset, i64::MAX.unsigned_abs()));
    let rows = db.query_all(&some).await.map_err(store_error)?;
    let rows: Result<Vec<_>, _> = rows.iter().map(|row| OriginRow::from_query_result(row, "")).collect();
    let rows = rows.map_err(store_error)?.into_iter().map(OriginSum::from).collect();
    Ok(OriginSums { rows, total: u64::try_from(total).unwrap_or_default(), orders, revenue: revenue.0 })
}

/// Orders by source and campaign, with the amount paid so far, less money refunds.
fn origins(from: UnixSeconds, until: UnixSeconds) -> SelectStatement {
    let revenue =
        Column::TotalCents.into_simple_expr().sub(Column::RefundedCents.into_simple_expr()).sub(due_later(true));
    ORIGIN
        .into_iter()
        .fold(Entity::find().select_only().columns(ORIGIN), QuerySelect::group_by)
        .expr_as(Func::count(Expr::col(Asterisk)), "orders")
        .expr_as(sum(revenue), "revenue")
        .filter(is_paid())
        .filter(is_between(Column::CreatedAt, from, until))
        .into_query()
}
