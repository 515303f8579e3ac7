//! The history of orders.

use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::orders::OrderStatus;
use shop_services::ports::{OrderEvent, StoreError};

use crate::db::Write;
use crate::db::fetch::Run;
use crate::entity::order_events::{ActiveModel, Entity, Model};
use crate::entity::{Stored, record_from};

record_from! { |row: Model| OrderEvent { id, kind, from_status, to_status, note, author, created_at } }

/// Adds an event to the history of an order.
pub(crate) async fn insert_event(
    write: &Write<'_>,
    id: OrderId,
    (kind, from, to): (&str, Option<OrderStatus>, Option<OrderStatus>),
    note: &str,
    author: &str,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let event = ActiveModel {
        order_id: Set(Stored(id)),
        kind: Set(kind.to_owned()),
        from_status: Set(from.map(Stored)),
        to_status: Set(to.map(Stored)),
        note: Set(note.to_owned()),
        author: Set(author.to_owned()),
        created_at: Set(now),
        ..Default::default()
    };
    Entity::insert(event).run(write).await.map(|_| ())
}
