//! Orders with their lines and refunds, for sums by tax rate.

use sea_orm::sea_query::{Expr, ExprTrait, Func, Order, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoSimpleExpr, QueryFilter, QueryOrder, QueryResult,
    QuerySelect, QueryTrait, Select,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_services::ports::{RefundRecord, StoreError, TaxedOrder};
use shop_services::records::{OrderContent, OrderLineContent};

use crate::db::fetch::Fetch;
use crate::db::{Db, inconsistent, store_error};
use crate::entity::{Rest, Stored, order_lines, orders, refunds};
use crate::platform::report_parts::{is_between, is_paid};

/// An order line. Columns of the order itself come with its first line; an order without lines has one row without a line.
#[derive(FromQueryResult)]
struct TaxedLine {
    id: Stored<OrderId>,
    created_at: UnixSeconds,
    total_cents: Stored<Cents>,
    content: Option<Stored<Rest<OrderContent>>>,
    line: Option<Stored<OrderLineContent>>,
}

pub(crate) async fn read_taxed_orders(
    db: &Db,
    (from, until): (UnixSeconds, UnixSeconds),
    after: Option<(UnixSeconds, OrderId)>,
    limit: u64,
) -> Result<Vec<TaxedOrder>, StoreError> {
    use orders::Column;
    let (moment, id) = after.map_or((from, 0), |(moment, id)| (moment, id.0));
    let orders = paid_orders()
        .filter(is_between(Column::CreatedAt, moment, until))
        .filter(Column::CreatedAt.gt(moment).or(Column::Id.gt(id)))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .limit(limit);
    read_with_lines(db, orders).await
}

pub(crate) async fn read_refunded_orders(
    db: &Db,
    (from, until): (UnixSeconds, UnixSeconds),
    after: Option<OrderId>,
    limit: u64,
) -> Result<Vec<TaxedOrder>, StoreError> {
    let given_back = || {
        refunds::Entity::find()
            .select_only()
            .column(refunds::Column::OrderId)
            .filter(is_between(refunds::Column::CreatedAt, from, until))
            .filter(refunds::Column::OrderId.gt(after.map_or(0, |id| id.0)))
            .into_query()
    };
    let orders = paid_orders().filter(orders::Column::Id.in_subquery(given_back()));
    let mut found = read_with_lines(db, orders.order_by_asc(orders::Column::Id).limit(limit)).await?;
    found.sort_by_key(|order| order.id);
    let Some(last) = found.last().map(|order| order.id) else { return Ok(found) };
    let refunds = refunds::Entity::find()
        .filter(refunds::Column::OrderId.in_subquery(given_back()))
        .filter(refunds::Column::OrderId.lte(Stored(last)))
        .order_by_asc(refunds::Column::Id);
    for refund in refunds.fetch_all(db).await? {
        // Refunds of unpaid orders do not count either.
        if let Ok(at) = found.binary_search_by_key(&refund.order_id.0, |order| order.id)
            && let Some(order) = found.get_mut(at)
        {
            order.refunds.push(RefundRecord::from(refund));
        }
    }
    Ok(found)
}

fn paid_orders() -> Select<orders::Entity> {
    use orders::{Column, Entity};
    Entity::find()
        .select_only()
        .columns([Column::Id, Column::CreatedAt, Column::TotalCents, Column::Content])
        .filter(is_paid())
}

async fn read_with_lines(db: &Db, orders: Select<orders::Entity>) -> Result<Vec<TaxedOrder>, StoreError> {
    let rows = db.query_all(&with_lines(orders.into_query())).await.map_err(store_error)?;
    let mut orders: Vec<TaxedOrder> = Vec::new();
    for row in &rows {
        let TaxedLine { id: Stored(id), created_at, total_cents, content, line } = read_line(row)?;
        if orders.last().is_none_or(|last| last.id != id) {
            let content = content.ok_or_else(|| inconsistent("orders", id, "its first line is not there"))?.0.0;
            let content = OrderContent { total_cents: total_cents.0, ..content };
            orders.push(TaxedOrder { id, created_at, content, lines: Vec::new(), refunds: Vec::new() });
        }
        if let Some(order) = orders.last_mut() {
            order.lines.extend(line.map(|line| line.0));
        }
    }
    Ok(orders)
}

fn read_line(row: &QueryResult) -> Result<TaxedLine, StoreError> {
    TaxedLine::from_query_result(row, "").map_err(|error| {
        let id = row.try_get::<i64>("", "id").map(|id| id.to_string()).unwrap_or_default();
        inconsistent("orders", id, &error.to_string())
    })
}

/// The same orders with a row for each line, and one for an order without lines. Columns of the order itself come with its first
/// line.
fn with_lines(orders: SelectStatement) -> SelectStatement {
    use order_lines::{Column, Entity};
    let of_order = |column: orders::Column| Expr::col(("o", column));
    let position = Func::coalesce([Column::Position.into_simple_expr(), Expr::value(0_i64)]);
    let content: Expr = Expr::case(Expr::from(position).eq(0_i64), of_order(orders::Column::Content)).into();
    let mut lines = Query::select();
    lines
        .expr_as(of_order(orders::Column::Id), "id")
        .expr_as(of_order(orders::Column::CreatedAt), "created_at")
        .expr_as(of_order(orders::Column::TotalCents), "total_cents")
        .expr_as(content, "content")
        .expr_as(Column::Content.into_simple_expr(), "line")
        .from_subquery(orders, "o")
        .left_join(Entity, Column::OrderId.into_simple_expr().eq(of_order(orders::Column::Id)))
        .order_by(("o", orders::Column::CreatedAt), Order::Asc)
        .order_by(("o", orders::Column::Id), Order::Asc)
        .order_by((Entity, Column::Position), Order::Asc);
    lines
}
