//! Payments by the provider and its messages.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::payment::state::event::{Progress, Settled};
use shop_core::payment::state::facts::PaymentFacts;
use shop_services::ports::{
    Begun, GatewayEvent, GatewayMethod, NewAttempt, PAYMENT_AUTHOR, PaymentRecord, PaymentStore, QueuedEvent,
    SavedMethod, StoreError, WebhookEvent,
};

use crate::db::{Db, Write, to_json};
use crate::order_events::insert_event;
use crate::orders::OrderDocument;
use crate::row::{Row, row};
use crate::saved_methods::{
    choose_saved_method, drop_gateway_customer, read_saved_methods, remove_saved_method, write_saved_method,
};
use crate::statement::{set, values};

row! {
    PaymentRecord: payments(id) {
        id, order_id, number, part, attempt, intent_id, method, cents, saves_method, request_hash, facts, busy_until, checks,
        version, created_at,
    }
}

row! {
    QueuedEvent: payment_events(id) { id, form, tries, }
}

row! {
    WebhookEvent: payment_events(id) {
        id, form, detail, received_at, taken_in: fold_at => |at: Option<UnixSeconds>| at.is_none(),
    }
}

/// A message belongs to who took it for this long. Taking it in is a matter of milliseconds; who is killed over it must not keep it.
const EVENT_LEASE_S: i64 = 10;

#[async_trait]
impl PaymentStore for Db {
    async fn begin_attempt(
        &self,
        new: &NewAttempt,
        busy_until: UnixSeconds,
        now: UnixSeconds,
    ) -> Result<Begun, StoreError> {
        let write = self.begin(true).await?;
        // The order's row is what two tries of it wait for.
        write.run("UPDATE orders SET updated_at = updated_at WHERE id = $1", values![new.order_id]).await?;
        let latest: Option<PaymentRecord> =
            write.find("WHERE order_id = $1 ORDER BY number DESC LIMIT 1", values![new.order_id]).await?;
        if latest.as_ref().is_some_and(|one| one.busy_until > now) {
            return Ok(Begun::Busy);
        }
        // Whoever waited for the order's row may find it paid: another intent would charge it twice.
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
                // What was told of the try before is not told of this one.
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
        self.list("WHERE order_id = $1 ORDER BY number", values![order]).await
    }

    async fn payment_of_intent(&self, intent_id: &str) -> Result<Option<PaymentRecord>, StoreError> {
        self.find("WHERE intent_id = $1", values![intent_id]).await
    }

    async fn events_of_intent(&self, intent_id: &str) -> Result<Vec<WebhookEvent>, StoreError> {
        self.list("WHERE intent_id = $1 ORDER BY received_at, id LIMIT 200", values![intent_id]).await
    }

    async fn payments_on_hold(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<PaymentRecord>, StoreError> {
        let rest = "WHERE order_id IN (SELECT id FROM orders WHERE status = 'on-hold') \
                    AND created_at >= $1 AND created_at <= $2 ORDER BY id LIMIT 500";
        self.list(rest, values![from, until]).await
    }

    async fn lower_total(&self, order: OrderId, by: Cents, note: &str, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        write.update("orders", set! { updated_at: now }, "id = $1", values![order]).await?;
        let found = write.find("WHERE id = $1", values![order]).await?;
        let Some(OrderDocument { mut content }) = found else { return Ok(false) };
        if content.uncaptured_cents != Cents::ZERO {
            return Ok(false);
        }
        content.uncaptured_cents = by;
        content.total_cents = content.total_cents - by;
        let sql = "UPDATE orders SET total_cents = total_cents - $2, content = $3 WHERE id = $1";
        write.run(sql, values![order, by, to_json(&content)?]).await?;
        insert_event(&write, order, ("note", None, None), note, PAYMENT_AUTHOR, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn payments_to_check(&self, now: UnixSeconds, limit: u64) -> Result<Vec<PaymentRecord>, StoreError> {
        let rest = "WHERE check_at <= $1 AND busy_until <= $1 ORDER BY check_at LIMIT $2";
        self.list(rest, values![now, limit]).await
    }

    async fn keep_event(&self, event: &GatewayEvent, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let row = set! {
            id: &event.id,
            kind: &event.form.kind,
            intent_id: &event.form.intent_id,
            form: to_json(&event.form)?,
            received_at: now,
            tries = "0",
            fold_at: now,
            detail: to_json(&event.detail)?,
        };
        let new = write.insert_or("payment_events", row, "ON CONFLICT (id) DO NOTHING").await?;
        write.commit().await?;
        Ok(new)
    }

    async fn events_to_apply(&self, now: UnixSeconds, limit: u64) -> Result<Vec<QueuedEvent>, StoreError> {
        let write = self.begin(false).await?;
        let lock = if self.is_postgres() { " FOR UPDATE SKIP LOCKED" } else { "" };
        let rest = format!("WHERE fold_at <= $1 ORDER BY received_at, id LIMIT $2{lock}");
        let events = write.list::<QueuedEvent>(&rest, values![now, limit]).await?;
        for event in &events {
            let leased = set! { fold_at: now + EVENT_LEASE_S, tries = "tries + 1" };
            write.update(QueuedEvent::TABLE, leased, "id = $1", values![&event.id]).await?;
        }
        write.commit().await?;
        Ok(events)
    }

    async fn event_done(&self, id: &str, again_at: Option<UnixSeconds>) -> Result<(), StoreError> {
        self.update("payment_events", set! { fold_at: again_at }, "id = $1", values![id]).await.map(|_| ())
    }

    async fn gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT gateway_id FROM gateway_customers WHERE customer_id = $1 AND scope = $2";
        self.row(sql, values![customer, scope]).await
    }

    async fn save_gateway_customer(
        &self,
        customer: CustomerId,
        scope: &str,
        gateway_id: &str,
    ) -> Result<Option<String>, StoreError> {
        let write = self.begin(true).await?;
        // The account's row is held: it is deleted before or after, not meanwhile.
        if write.run("UPDATE customers SET id = id WHERE id = $1", values![customer]).await? == 0 {
            write.insert_or("gateway_erasures", set! { scope, gateway_id }, "ON CONFLICT DO NOTHING").await?;
            write.commit().await?;
            return Ok(None);
        }
        let row = set! { customer_id: customer, scope, gateway_id };
        write.insert_or("gateway_customers", row, "ON CONFLICT DO NOTHING").await?;
        write.commit().await?;
        let kept = self.gateway_customer(customer, scope).await?;
        Ok(Some(kept.unwrap_or_else(|| gateway_id.to_owned())))
    }

    async fn forget_gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<u64, StoreError> {
        drop_gateway_customer(self, customer, scope).await
    }

    async fn gateway_erasures(&self, scope: &str, limit: u64) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT gateway_id FROM gateway_erasures WHERE scope = $1 \
                   ORDER BY COALESCE(asked_at, 0), gateway_id LIMIT $2";
        self.rows(sql, values![scope, limit]).await
    }

    async fn gateway_erased(&self, scope: &str, gateway_id: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM gateway_erasures WHERE scope = $1 AND gateway_id = $2";
        self.run(sql, values![scope, gateway_id]).await.map(|_| ())
    }

    async fn gateway_not_erased(&self, scope: &str, gateway_id: &str, now: UnixSeconds) -> Result<(), StoreError> {
        let asked = set! { asked_at: now, tries = "tries + 1" };
        let one = "scope = $1 AND gateway_id = $2";
        self.update("gateway_erasures", asked, one, values![scope, gateway_id]).await.map(|_| ())
    }

    async fn adopt_unscoped(&self, scope: &str) -> Result<(), StoreError> {
        for table in ["gateway_customers", "saved_methods"] {
            self.run(&format!("UPDATE {table} SET scope = $1 WHERE scope = ''"), values![scope]).await?;
        }
        Ok(())
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

async fn insert(write: &Write<'_>, new: PaymentRecord) -> Result<PaymentRecord, StoreError> {
    let row = set! {
        order_id: new.order_id,
        number: new.number,
        part: new.part,
        attempt: new.attempt,
        intent_id: &new.intent_id,
        method: new.method,
        cents: new.cents,
        saves_method: new.saves_method,
        request_hash: &new.request_hash,
        facts: to_json(&new.facts)?,
        busy_until: new.busy_until,
        check_at: new.busy_until,
        checks: new.checks,
        version: new.version,
        created_at: new.created_at,
    };
    Ok(PaymentRecord { id: write.insert_new("payments", row).await?, ..new })
}

async fn update(write: &Write<'_>, payment: &PaymentRecord, check_at: Option<UnixSeconds>) -> Result<bool, StoreError> {
    let known = set! {
        attempt: payment.attempt,
        intent_id: &payment.intent_id,
        method: payment.method,
        saves_method: payment.saves_method,
        request_hash: &payment.request_hash,
        facts: to_json(&payment.facts)?,
        busy_until: payment.busy_until,
        check_at,
        checks: payment.checks,
        version = "version + 1",
    };
    let as_read = values![payment.id, payment.version];
    Ok(write.update("payments", known, "id = $1 AND version = $2", as_read).await? == 1)
}
