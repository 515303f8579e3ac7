//! The history of orders.

use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::order::OrderStatus;
use shop_services::ports::{OrderEvent, StoreError};

use crate::db::Write;
use crate::row::row;
use crate::statement::set;

row! {
    OrderEvent: order_events(id) { id, kind, from_status, to_status, note, author, created_at, }
}

/// Adds to the history of an order.
pub(crate) async fn insert_event(
    write: &Write<'_>,
    id: OrderId,
    (kind, from, to): (&str, Option<OrderStatus>, Option<OrderStatus>),
    note: &str,
    author: &str,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let event = set! {
        order_id: id,
        kind,
        from_status: from,
        to_status: to,
        note,
        author,
        created_at: now,
    };
    write.insert("order_events", event).await
}
