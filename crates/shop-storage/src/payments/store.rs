//! Payments through the provider, and its events.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::orders::OrderStatus;
use shop_core::payments::state::event::{Progress, Settled};
use shop_core::payments::state::facts::PaymentFacts;
use shop_services::ports::{
    Begun, GatewayEvent, GatewayMethod, NewAttempt, PAYMENT_AUTHOR, PaymentRecord, PaymentStore, QueuedEvent,
    SavedMethod, StoreError, WebhookEvent,
};

use crate::db::fetch::{Fetch, FetchId, Run, lock_row};
use crate::db::{Db, Write};
use crate::entity::payments::{ActiveModel, Column, Entity, Model};
use crate::entity::{Rest, Stored, orders, record_from};
use crate::orders::order_events::insert_event;
use crate::orders::orders_read::lock_order_content;
use crate::payments::gateway_customers::{
    adopt_unscoped, drop_erasure, read_erasures, read_gateway_customer, record_failed_erasure, write_gateway_customer,
};
use crate::payments::payment_events::{end_lease, lease_events, read_events, write_event};
use crate::payments::saved_methods::{
    choose_saved_method, drop_gateway_customer, read_saved_methods, remove_saved_method, write_saved_method,
};

record_from! {
    |row: Model| PaymentRecord {
        id, order_id, number, part, attempt, method, cents, saves_method, request_hash,
        facts: PaymentFacts { intent_id: row.intent_id.clone().unwrap_or_default(), ..row.facts.0.0 },
        intent_id, busy_until, checks, version, created_at,
    }
}

#[async_trait]
impl PaymentStore for Db {
    async fn begin_attempt(
        &self,
        new: &NewAttempt,
        busy_until: UnixSeconds,
        now: UnixSeconds,
    ) -> Result<Begun, StoreError> {
        let write = self.begin(true).await?;
        // Concurrent attempts to pay the same order wait for each other here.
        lock_order(&write, new.order_id).await?;
        let of_order = Entity::find().filter(Column::OrderId.eq(Stored(new.order_id)));
        let latest = of_order.order_by_desc(Column::Number).fetch_one(&write).await?.map(PaymentRecord::from);
        if latest.as_ref().is_some_and(|one| one.busy_until > now) {
            return Ok(Begun::Busy);
        }
        // A request that waited for the order's row may find it paid: another intent would charge it twice.
        let paid = |one: &PaymentRecord| one.facts.was_paid() || one.facts.settled == Settled::Authorised;
        if latest.as_ref().is_some_and(|one| one.part == new.part && paid(one)) {
            return Ok(Begun::Paid);
        }
        let open = latest.as_ref().filter(|one| !one.is_settled() && one.cents == new.cents && one.part == new.part);
        let begun = match open {
            Some(one) => PaymentRecord {
                attempt: one.attempt + 1,
                method: new.method,
                saves_method: new.saves_method,
                request_hash: new.request_hash.clone(),
                // What the provider reported about the earlier attempt does not apply to this one.
                facts: PaymentFacts { progress: (now, Progress::New), ..one.facts.clone() },
                busy_until,
                ..one.clone()
            },
            None => PaymentRecord {
                id: 0,
                order_id: new.order_id,
                number: latest.as_ref().map_or(0, |one| one.number) + 1,
                part: new.part,
                attempt: 1,
                intent_id: None,
                method: new.method,
                cents: new.cents,
                saves_method: new.saves_method,
                request_hash: new.request_hash.clone(),
                facts: PaymentFacts::default(),
                busy_until,
                checks: 0,
                version: 0,
                created_at: now,
            },
        };
        let begun = if open.is_some() {
            if !update(&write, &begun, Some(busy_until)).await? {
                return Ok(Begun::Busy);
            }
            PaymentRecord { version: begun.version + 1, ..begun }
        } else {
            insert(&write, begun).await?
        };
        write.commit().await?;
        Ok(Begun::Turn(Box::new(begun)))
    }

    async fn save_payment(&self, payment: &PaymentRecord, check_at: Option<UnixSeconds>) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let done = update(&write, payment, check_at).await?;
        write.commit().await?;
        Ok(done)
    }

    async fn payments_of(&self, order: OrderId) -> Result<Vec<PaymentRecord>, StoreError> {
        let of_order = Entity::find().filter(Column::OrderId.eq(Stored(order)));
        of_order.order_by_asc(Column::Number).fetch_records(self).await
    }

    async fn payment_of_intent(&self, intent_id: &str) -> Result<Option<PaymentRecord>, StoreError> {
        let of_intent = Entity::find().filter(Column::IntentId.eq(intent_id));
        of_intent.fetch_record(self).await
    }

    async fn events_of_intent(&self, intent_id: &str) -> Result<Vec<WebhookEvent>, StoreError> {
        read_events(self, intent_id).await
    }

    async fn payments_on_hold(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<PaymentRecord>, StoreError> {
        let waiting = orders::Entity::find()
            .select_only()
            .column(orders::Column::Id)
            .filter(orders::Column::Status.eq(Stored(OrderStatus::OnHold)))
            .into_query();
        let on_hold = Entity::find()
            .filter(Column::OrderId.in_subquery(waiting))
            .filter(Column::CreatedAt.gte(from))
            .filter(Column::CreatedAt.lte(until));
        on_hold.order_by_asc(Column::Id).limit(500).fetch_records(self).await
    }

    async fn lower_total(&self, order: OrderId, by: Cents, note: &str, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let Some(mut content) = lock_order_content(&write, order).await? else { return Ok(false) };
        if content.uncaptured_cents != Cents::ZERO {
            return Ok(false);
        }
        content.uncaptured_cents = by;
        let lowered = orders::Entity::update_many()
            .col_expr(orders::Column::TotalCents, Expr::col(orders::Column::TotalCents).sub(Stored(by)))
            .col_expr(orders::Column::Content, Expr::value(Stored(Rest(content))))
            .col_expr(orders::Column::UpdatedAt, Expr::value(now))
            .filter(orders::Column::Id.eq(Stored(order)));
        lowered.run(&write).await?;
        insert_event(&write, order, ("note", None, None), note, PAYMENT_AUTHOR, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn payments_to_check(&self, now: UnixSeconds, limit: u64) -> Result<Vec<PaymentRecord>, StoreError> {
        let due = Entity::find().filter(Column::CheckAt.lte(now)).filter(Column::BusyUntil.lte(now));
        due.order_by_asc(Column::CheckAt).limit(limit).fetch_records(self).await
    }

    async fn save_event(&self, event: &GatewayEvent, now: UnixSeconds) -> Result<bool, StoreError> {
        write_event(self, event, now).await
    }

    async fn events_to_apply(&self, now: UnixSeconds, limit: u64) -> Result<Vec<QueuedEvent>, StoreError> {
        lease_events(self, now, limit).await
    }

    async fn event_done(&self, id: &str, again_at: Option<UnixSeconds>) -> Result<(), StoreError> {
        end_lease(self, id, again_at).await
    }

    async fn gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<Option<String>, StoreError> {
        read_gateway_customer(self, customer, scope).await
    }

    async fn save_gateway_customer(
        &self,
        customer: CustomerId,
        scope: &str,
        gateway_id: &str,
    ) -> Result<Option<String>, StoreError> {
        write_gateway_customer(self, customer, scope, gateway_id).await
    }

    async fn forget_gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<u64, StoreError> {
        drop_gateway_customer(self, customer, scope).await
    }

    async fn gateway_erasures(&self, scope: &str, limit: u64) -> Result<Vec<String>, StoreError> {
        read_erasures(self, scope, limit).await
    }

    async fn gateway_erased(&self, scope: &str, gateway_id: &str) -> Result<(), StoreError> {
        drop_erasure(self, scope, gateway_id).await
    }

    async fn gateway_not_erased(&self, scope: &str, gateway_id: &str, now: UnixSeconds) -> Result<(), StoreError> {
        record_failed_erasure(self, scope, gateway_id, now).await
    }

    async fn adopt_unscoped(&self, scope: &str) -> Result<(), StoreError> {
        adopt_unscoped(self, scope).await
    }

    async fn saved_methods(&self, customer: CustomerId, scope: &str) -> Result<Vec<SavedMethod>, StoreError> {
        read_saved_methods(self, customer, scope).await
    }

    async fn save_method(
        &self,
        customer: CustomerId,
        scope: &str,
        method: &GatewayMethod,
        now: UnixSeconds,
    ) -> Result<(), StoreError> {
        write_saved_method(self, customer, scope, method, now).await
    }

    async fn choose_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
        choose_saved_method(self, customer, id).await
    }

    async fn remove_method(&self, customer: CustomerId, id: i64) -> Result<Option<String>, StoreError> {
        remove_saved_method(self, customer, id).await
    }
}

/// Locks the row of an order until the transaction ends.
pub(crate) async fn lock_order(write: &Write<'_>, id: OrderId) -> Result<(), StoreError> {
    lock_row(orders::Entity::find_by_id(Stored(id)), write).await.map(|_| ())
}

async fn insert(write: &Write<'_>, new: PaymentRecord) -> Result<PaymentRecord, StoreError> {
    let row = ActiveModel {
        order_id: Set(Stored(new.order_id)),
        number: Set(new.number),
        part: Set(new.part),
        attempt: Set(new.attempt),
        intent_id: Set(new.intent_id.clone()),
        method: Set(Stored(new.method)),
        cents: Set(Stored(new.cents)),
        saves_method: Set(new.saves_method),
        request_hash: Set(new.request_hash.clone()),
        facts: Set(Stored(Rest(new.facts.clone()))),
        busy_until: Set(new.busy_until),
        check_at: Set(Some(new.busy_until)),
        checks: Set(new.checks),
        version: Set(new.version),
        created_at: Set(new.created_at),
        ..Default::default()
    };
    Ok(PaymentRecord { id: Entity::insert(row).fetch_id(write).await?, ..new })
}

/// Writes a payment if it still has the version that was read.
async fn update(write: &Write<'_>, payment: &PaymentRecord, check_at: Option<UnixSeconds>) -> Result<bool, StoreError> {
    let known = ActiveModel {
        attempt: Set(payment.attempt),
        intent_id: Set(payment.intent_id.clone()),
        method: Set(Stored(payment.method)),
        saves_method: Set(payment.saves_method),
        request_hash: Set(payment.request_hash.clone()),
        facts: Set(Stored(Rest(payment.facts.clone()))),
        busy_until: Set(payment.busy_until),
        check_at: Set(check_at),
        checks: Set(payment.checks),
        ..Default::default()
    };
    let written = Entity::update_many()
        .set(known)
        .col_expr(Column::Version, Expr::col(Column::Version).add(1_i64))
        .filter(Column::Id.eq(payment.id))
        .filter(Column::Version.eq(payment.version));
    Ok(written.run(write).await? == 1)
}
