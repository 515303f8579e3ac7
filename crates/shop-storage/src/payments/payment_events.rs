//! Events of the payment provider.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, LockBehavior, LockType};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::time::UnixSeconds;
use shop_core::payments::state::event::PaymentEventForm;
use shop_services::ports::{GatewayEvent, QueuedEvent, StoreError, WebhookEvent};

use crate::db::Db;
use crate::db::fetch::{Fetch, Run};
use crate::entity::payment_events::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, record_from};

/// Duration of a worker's lease on an event. Applying an event takes milliseconds; a worker that is killed meanwhile must not
/// hold it for longer.
const EVENT_LEASE_S: i64 = 10;

record_from! { |row: Model| WebhookEvent { id, form, detail, received_at, is_applied: row.apply_at.is_none() } }

pub(crate) async fn read_events(db: &Db, intent_id: &str) -> Result<Vec<WebhookEvent>, StoreError> {
    let events = Entity::find()
        .filter(Column::IntentId.eq(intent_id))
        .order_by_asc(Column::ApplyAt)
        .order_by_asc(Column::Id)
        .limit(200);
    events.fetch_records(db).await
}

pub(crate) async fn write_event(db: &Db, event: &GatewayEvent, now: UnixSeconds) -> Result<bool, StoreError> {
    let write = db.begin(true).await?;
    let row = ActiveModel {
        id: Set(event.id.clone()),
        kind: Set(event.form.kind.clone()),
        intent_id: Set(event.form.intent_id.clone()),
        form: Set(Stored(event.form.clone())),
        received_at: Set(now),
        tries: Set(0),
        apply_at: Set(Some(now)),
        detail: Set(Stored(event.detail.clone())),
    };
    let new = Entity::insert(row).on_conflict_do_nothing().run(&write).await? == 1;
    write.commit().await?;
    Ok(new)
}

/// Leases the oldest due events. On PostgreSQL, events that another worker is leasing are skipped; SQLite has a single writer.
pub(crate) async fn lease_events(db: &Db, now: UnixSeconds, limit: u64) -> Result<Vec<QueuedEvent>, StoreError> {
    let write = db.begin(false).await?;
    let due = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Form, Column::Tries])
        .filter(Column::ApplyAt.lte(now))
        .order_by_asc(Column::ApplyAt)
        .order_by_asc(Column::Id)
        .limit(limit)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    let due = due.into_tuple::<(String, Stored<PaymentEventForm>, i64)>().fetch_all(&write).await?;
    for (id, ..) in &due {
        let leased = Entity::update_many()
            .col_expr(Column::ApplyAt, Expr::value(now + EVENT_LEASE_S))
            .col_expr(Column::Tries, Expr::col(Column::Tries).add(1_i64));
        leased.filter(Column::Id.eq(id)).run(&write).await?;
    }
    write.commit().await?;
    Ok(due.into_iter().map(|(id, form, tries)| QueuedEvent { id, form: form.0, tries }).collect())
}

pub(crate) async fn end_lease(db: &Db, id: &str, again_at: Option<UnixSeconds>) -> Result<(), StoreError> {
    let done = Entity::update_many().col_expr(Column::ApplyAt, Expr::value(again_at));
    done.filter(Column::Id.eq(id)).run(db).await.map(|_| ())
}
