//! The personal data export of a customer.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QueryResult, QuerySelect};
use serde_json::{Map, Value};
use shop_core::base::OrderId;
use shop_core::orders::OrderStatus;
use shop_services::ports::{DataOwner, OrderOwner, OwnOrder, OwnOrderLine, OwnRows, StoreError};
use shop_services::records::OrderLineContent;

use super::own_lists::own_list;
use crate::db::fetch::Fetch;
use crate::db::{Db, store_error};
use crate::entity::{Stored, order_lines, orders};
use crate::orders::orders_read::owned_by;

/// Converts the row alone; its lines are added later.
impl From<orders::Model> for OwnOrder {
    fn from(mut row: orders::Model) -> Self {
        Self {
            id: row.id.0,
            status: row.status.0,
            created_at: row.created_at,
            content: row.take_content(),
            payment_method: row.payment_method,
            lines: Vec::new(),
        }
    }
}

/// A page of a list; `None` if there is no list with this number.
pub(super) async fn fetch_rows(
    db: &Db,
    of: &DataOwner,
    list: usize,
    (offset, most): (u64, u64),
) -> Result<Option<OwnRows>, StoreError> {
    let Some((name, mut query)) = own_list(list, of) else { return Ok(None) };
    let found = db.query_all(query.limit(most).offset(offset)).await.map_err(store_error)?;
    let rows = found.iter().map(object).collect::<Result<_, _>>()?;
    Ok(Some(OwnRows { name, rows }))
}

/// Converts a row to a JSON object; text that is JSON is embedded as such.
fn object(row: &QueryResult) -> Result<Value, StoreError> {
    let mut object = Map::new();
    for column in row.column_names() {
        let value = match row.try_get::<Option<i64>>("", &column) {
            Ok(number) => number.map_or(Value::Null, Value::from),
            Err(_) => match row.try_get::<Option<String>>("", &column).map_err(store_error)? {
                None => Value::Null,
                Some(text) if text.starts_with(['{', '[']) => {
                    serde_json::from_str(&text).unwrap_or(Value::String(text))
                }
                Some(text) => Value::String(text),
            },
        };
        object.insert(column, value);
    }
    Ok(Value::Object(object))
}

/// Ids of an owner's orders, newest first.
pub(super) async fn order_ids(db: &Db, owner: OrderOwner) -> Result<Vec<OrderId>, StoreError> {
    use orders::Column::{Id, Status};
    let ids = orders::Entity::find()
        .select_only()
        .column(Id)
        .filter(owned_by(owner))
        .filter(Status.ne(Stored(OrderStatus::CheckoutDraft)))
        .order_by_desc(Id);
    let ids = ids.into_tuple::<Stored<OrderId>>().fetch_all(db).await?;
    Ok(ids.into_iter().map(|id| id.0).collect())
}

/// The requested orders that belong to the owner, with their lines: two statements, however many orders there are.
pub(super) async fn orders(db: &Db, owner: OrderOwner, ids: &[OrderId]) -> Result<Vec<OwnOrder>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut orders = orders_without_lines(db, owner, ids).await?;
    let ids: Vec<OrderId> = orders.iter().map(|order| order.id).collect();
    if ids.is_empty() {
        return Ok(orders);
    }
    let mut lines = lines_of(db, &ids).await?;
    for order in &mut orders {
        order.lines = lines.remove(&order.id).unwrap_or_default();
    }
    Ok(orders)
}

async fn orders_without_lines(db: &Db, owner: OrderOwner, ids: &[OrderId]) -> Result<Vec<OwnOrder>, StoreError> {
    use orders::Column::Id;
    let named = orders::Entity::find()
        .filter(Id.is_in(ids.iter().copied().map(Stored)))
        .filter(owned_by(owner))
        .order_by_desc(Id);
    named.fetch_records(db).await
}

async fn lines_of(db: &Db, ids: &[OrderId]) -> Result<HashMap<OrderId, Vec<OwnOrderLine>>, StoreError> {
    use order_lines::Column::{Content, Name, OrderId as Order, Position, Quantity, Sku};
    type Row = (Stored<OrderId>, String, String, i64, Stored<OrderLineContent>);
    let rows = order_lines::Entity::find()
        .select_only()
        .columns([Order, Sku, Name, Quantity, Content])
        .filter(Order.is_in(ids.iter().copied().map(Stored)))
        .order_by_asc(Order)
        .order_by_asc(Position);
    let mut lines: HashMap<OrderId, Vec<OwnOrderLine>> = HashMap::new();
    for (Stored(order_id), sku, name, quantity, Stored(content)) in rows.into_tuple::<Row>().fetch_all(db).await? {
        lines.entry(order_id).or_default().push(OwnOrderLine { order_id, sku, name, quantity, content });
    }
    Ok(lines)
}
