//! Reading orders.

use sea_orm::Value;
use shop_core::base::Cents;
use shop_core::order::OrderStatus;
use shop_services::ports::{
    NewOrderLine, OrderFilter, OrderListRow, OrderPageResult, OrderRecord, OrderSort, StoreError,
};

use crate::db::Db;
use crate::refunds::read_refunds;
use crate::row::row;
use crate::statement::{Filter, values};

row! {
    OrderRecord: orders(id) {
        id, order_key, status, customer_id, company_id, ordered_by, total_cents, payment_method, stock_taken, content, lines = Vec::new(),
        instalments = Vec::new(), money_refunded: refunded_cents, credit_refunded: credit_refunded_cents,
        refunds = Vec::new(), created_at, updated_at,
    }
}

row! {
    NewOrderLine: order_lines(+id) {
        product_id, stock_product_id, backorders_allowed = false, quantity, sku, name, places = None, content,
    }
}

row! {
    OrderListRow: orders(id) {
        id, status, billing_name, billing_email, total_cents,
        refunded_cents: "refunded_cents + credit_refunded_cents", payment_method, ordered_by, buyer_reference, delivery_day,
        created_at,
    }
}

row! {
    struct OfStatus: orders(status) { status: OrderStatus, orders: u64 = "COUNT(*)", }
}

/// The order that a query names, from `WHERE` on, with all that belongs to it.
pub(crate) async fn read_order(db: &Db, rest: &str, values: Vec<Value>) -> Result<Option<OrderRecord>, StoreError> {
    let Some(mut order) = db.find::<OrderRecord>(rest, values).await? else { return Ok(None) };
    let id = order.id;
    order.lines = db.list("WHERE order_id = $1 ORDER BY position", values![id]).await?;
    order.content.refunded_cents = order.money_refunded + order.credit_refunded;
    order.refunds = read_refunds(db, id).await?;
    if order.content.due_later_cents > Cents::ZERO {
        order.instalments = db.list("WHERE order_id = $1 ORDER BY position", values![id]).await?;
    }
    Ok(Some(order))
}

pub(crate) async fn read_order_list(db: &Db, filter: &OrderFilter) -> Result<OrderPageResult, StoreError> {
    let page = (filter.page, filter.per_page);
    let (rows, total) = db.page(conditions(filter, true), sorting(filter.sort), page).await?;
    let by_status = db.list_by::<OfStatus>(conditions(filter, false), "GROUP BY status").await?;
    let by_status = by_status.into_iter().map(|one| (one.status, one.orders)).collect();
    Ok(OrderPageResult { rows, total, by_status })
}

pub(crate) async fn read_orders_matching(
    db: &Db,
    filter: &OrderFilter,
    limit: u64,
) -> Result<Vec<OrderListRow>, StoreError> {
    db.some(&conditions(filter, true), sorting(filter.sort), (0, limit)).await
}

const fn sorting(sort: OrderSort) -> &'static str {
    match sort {
        OrderSort::Newest => "id DESC",
        OrderSort::Oldest => "id",
        OrderSort::Highest => "total_cents DESC, id DESC",
        OrderSort::Lowest => "total_cents, id DESC",
        OrderSort::Name => "LOWER(billing_name), id DESC",
    }
}

/// The filter as a condition; `by_status`: with its statuses, else those of all but drafts.
fn conditions(filter: &OrderFilter, by_status: bool) -> Filter {
    let mut out = Filter::new("1 = 1");
    if let Some(from) = filter.from {
        out.and("created_at >= ?", from);
    }
    if let Some(until) = filter.until {
        out.and("created_at < ?", until);
    }
    if !by_status || filter.statuses.is_empty() {
        out.and_that("status <> 'checkout-draft'");
    } else {
        out.and_one_of("status", filter.statuses.iter().copied());
    }
    if let Some(day) = filter.delivery_day {
        out.and("delivery_day = ?", day);
    }
    out.and_search_or_id(&filter.search, &["billing_email", "billing_name", "buyer_reference"]);
    out
}
