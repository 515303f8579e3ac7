//! Reads orders.

use sea_orm::sea_query::{Expr, ExprTrait, Func, IntoCondition};
use sea_orm::{
    ColumnTrait, Condition, DerivePartialModel, EntityTrait, IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect,
    Select,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::OrderStatus;
use shop_services::ports::{
    NewOrderLine, OrderFilter, OrderListRow, OrderOwner, OrderPageResult, OrderRecord, OrderSort, StoreError,
};
use shop_services::records::OrderContent;

use crate::db::fetch::{Fetch, FetchSome, Lock};
use crate::db::{Db, Write};
use crate::entity::orders::{self, Column, Entity, Model};
use crate::entity::{Stored, order_instalments, order_lines, record_from};
use crate::orders::refunds::read_refunds;
use crate::search::matches;

/// Converts the row alone; its lines and other dependent rows are added later.
impl From<Model> for OrderRecord {
    fn from(mut row: Model) -> Self {
        Self {
            content: row.take_content(),
            id: row.id.0,
            order_key: row.order_key,
            status: row.status.0,
            customer_id: row.customer_id.map(|id| id.0),
            company_id: row.company_id.map(|id| id.0),
            ordered_by: row.ordered_by,
            payment_method: row.payment_method,
            stock_reduced: row.stock_reduced,
            lines: Vec::new(),
            instalments: Vec::new(),
            money_refunded: row.refunded_cents.0,
            credit_refunded: row.credit_refunded_cents.0,
            refunds: Vec::new(),
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

record_from! {
    |row: order_lines::Model| NewOrderLine {
        product_id, stock_product_id,
        backorders_allowed: false,
        quantity, sku, name,
        places: None,
        content,
    }
}

/// Columns of an order that lists show.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "orders::Entity")]
struct ListedOrder {
    id: Stored<OrderId>,
    status: Stored<OrderStatus>,
    billing_name: String,
    billing_email: String,
    total_cents: Stored<Cents>,
    refunded_cents: Stored<Cents>,
    credit_refunded_cents: Stored<Cents>,
    payment_method: String,
    ordered_by: String,
    buyer_reference: String,
    delivery_day: Option<i64>,
    created_at: UnixSeconds,
}

record_from! {
    |row: ListedOrder| OrderListRow {
        id, status, billing_name, billing_email,
        total_cents: row.total_cents.0,
        refunded_cents: row.refunded_cents.0 + row.credit_refunded_cents.0,
        payment_method, ordered_by, buyer_reference, delivery_day, created_at,
    }
}

/// Reads the order that meets a condition, with its dependent rows.
pub(crate) async fn read_order(db: &Db, which: impl IntoCondition) -> Result<Option<OrderRecord>, StoreError> {
    let Some(order) = Entity::find().filter(which).fetch_one(db).await? else { return Ok(None) };
    let mut order = OrderRecord::from(order);
    let id = Stored(order.id);
    let lines = order_lines::Entity::find()
        .filter(order_lines::Column::OrderId.eq(id))
        .order_by_asc(order_lines::Column::Position);
    order.lines = lines.fetch_records(db).await?;
    order.refunds = read_refunds(db, order.id).await?;
    if order.content.due_later_cents > Cents::ZERO {
        let instalments = order_instalments::Entity::find()
            .filter(order_instalments::Column::OrderId.eq(id))
            .order_by_asc(order_instalments::Column::Position);
        order.instalments = instalments.fetch_records(db).await?;
    }
    Ok(Some(order))
}

/// Reads the content of an order for an update, and locks the order until the transaction ends.
pub(crate) async fn lock_order_content(write: &Write<'_>, id: OrderId) -> Result<Option<OrderContent>, StoreError> {
    Entity::find_by_id(Stored(id)).locked().fetch_record(write).await
}

/// Reads the rows of a list.
pub(crate) async fn read_rows(db: &Db, orders: Select<Entity>) -> Result<Vec<OrderListRow>, StoreError> {
    orders.into_partial_model::<ListedOrder>().fetch_records(db).await
}

/// Reads a page of a list, numbered from 1, and the total number of orders.
pub(crate) async fn read_page(
    db: &Db,
    orders: Select<Entity>,
    (page, per_page): (u64, u64),
) -> Result<(Vec<OrderListRow>, u64), StoreError> {
    let per_page = per_page.clamp(1, 100);
    let offset = page.saturating_sub(1).saturating_mul(per_page).clamp(0, i64::MAX.unsigned_abs());
    let rows = read_rows(db, orders.clone().limit(per_page).offset(offset)).await?;
    Ok((rows, orders.fetch_count(db).await?))
}

pub(crate) async fn read_order_list(db: &Db, filter: &OrderFilter) -> Result<OrderPageResult, StoreError> {
    let wanted = sort_orders(Entity::find().filter(conditions(filter, true)), filter.sort);
    let (rows, total) = read_page(db, wanted, (filter.page, filter.per_page)).await?;
    let by_status = Entity::find()
        .select_only()
        .column(Column::Status)
        .expr_as(Expr::cust("*").count(), "orders")
        .filter(conditions(filter, false))
        .group_by(Column::Status)
        .into_tuple::<(Stored<OrderStatus>, Stored<u64>)>();
    let by_status = by_status.fetch_all(db).await?.into_iter().map(|(status, count)| (status.0, count.0)).collect();
    Ok(OrderPageResult { rows, total, by_status })
}

pub(crate) async fn read_orders_matching(
    db: &Db,
    filter: &OrderFilter,
    limit: u64,
) -> Result<Vec<OrderListRow>, StoreError> {
    read_rows(db, sort_orders(Entity::find().filter(conditions(filter, true)), filter.sort).limit(limit)).await
}

fn sort_orders(orders: Select<Entity>, sort: OrderSort) -> Select<Entity> {
    match sort {
        OrderSort::Newest => orders.order_by_desc(Column::Id),
        OrderSort::Oldest => orders.order_by_asc(Column::Id),
        OrderSort::Highest => orders.order_by_desc(Column::TotalCents).order_by_desc(Column::Id),
        OrderSort::Lowest => orders.order_by_asc(Column::TotalCents).order_by_desc(Column::Id),
        OrderSort::Name => {
            let name = Expr::expr(Func::lower(Column::BillingName.into_simple_expr()));
            orders.order_by_asc(name).order_by_desc(Column::Id)
        }
    }
}

/// Condition for the orders of a customer, and of the customer's company.
pub(crate) fn owned_by(owner: OrderOwner) -> Condition {
    Condition::any()
        .add(Column::CustomerId.eq(Stored(owner.customer_id)))
        .add_option(owner.company_id.map(|id| Column::CompanyId.eq(Stored(id))))
}

/// The filter as a condition. `by_status`: filters by its statuses, otherwise only drafts are excluded.
fn conditions(filter: &OrderFilter, by_status: bool) -> Condition {
    let status = if !by_status || filter.statuses.is_empty() {
        Column::Status.ne(Stored(OrderStatus::CheckoutDraft))
    } else {
        Column::Status.is_in(filter.statuses.iter().copied().map(Stored))
    };
    let searched = [Column::BillingEmail, Column::BillingName, Column::BuyerReference];
    let search = matches(&filter.search, searched.map(IntoSimpleExpr::into_simple_expr));
    let number = filter.search.trim().trim_start_matches('#').parse().unwrap_or(-1_i64);
    Condition::all()
        .add_option(filter.from.map(|from| Column::CreatedAt.gte(from)))
        .add_option(filter.until.map(|until| Column::CreatedAt.lt(until)))
        .add(status)
        .add_option(filter.delivery_day.map(|day| Column::DeliveryDay.eq(day)))
        .add_option(search.map(|search| search.or(Column::Id.eq(number))))
}
