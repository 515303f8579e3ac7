//! Payments by the provider and its messages.

use async_trait::async_trait;
use sea_orm::QueryResult;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::payment::method::PaymentMethod;
use shop_core::payment::state::event::{PaymentEventForm, Progress, Settled};
use shop_core::payment::state::facts::PaymentFacts;
use shop_services::ports::{
    Begun, GatewayEvent, GatewayMethod, NewAttempt, PAYMENT_AUTHOR, PaymentRecord, PaymentStore, QueuedEvent,
    SavedMethod, StoreError, WebhookEvent,
};
use shop_services::records::OrderContent;

use crate::db::{Db, Write, col, inconsistent, json, to_json};
use crate::orders::insert_event;

const COLUMNS: &str = "id, order_id, number, part, attempt, intent_id, method, cents, saves_method, facts, busy_until, checks, version, created_at";
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
        write.run("UPDATE orders SET updated_at = updated_at WHERE id = $1", vec![new.order_id.0.into()]).await?;
        let sql = format!("SELECT {COLUMNS} FROM payments WHERE order_id = $1 ORDER BY number DESC LIMIT 1");
        let latest = write.one(&sql, vec![new.order_id.0.into()]).await?.map(|row| payment_of(&row)).transpose()?;
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
        let sql = format!("SELECT {COLUMNS} FROM payments WHERE order_id = $1 ORDER BY number");
        self.all(&sql, vec![order.0.into()]).await?.iter().map(payment_of).collect()
    }

    async fn payment_of_intent(&self, intent_id: &str) -> Result<Option<PaymentRecord>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM payments WHERE intent_id = $1");
        self.one(&sql, vec![intent_id.into()]).await?.map(|row| payment_of(&row)).transpose()
    }

    async fn events_of_intent(&self, intent_id: &str) -> Result<Vec<WebhookEvent>, StoreError> {
        let sql = "SELECT id, form, detail, received_at, fold_at FROM payment_events WHERE intent_id = $1 \
                   ORDER BY received_at, id LIMIT 200";
        self.all(sql, vec![intent_id.into()]).await?.iter().map(told_of).collect()
    }

    async fn payments_on_hold(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<PaymentRecord>, StoreError> {
        let columns = COLUMNS.split(", ").map(|name| format!("p.{name}")).collect::<Vec<_>>().join(", ");
        let sql = format!(
            "SELECT {columns} FROM payments p JOIN orders o ON o.id = p.order_id \
             WHERE o.status = 'on-hold' AND p.created_at >= $1 AND p.created_at <= $2 ORDER BY p.id LIMIT 500"
        );
        self.all(&sql, vec![from.into(), until.into()]).await?.iter().map(payment_of).collect()
    }

    async fn lower_total(&self, order: OrderId, by: Cents, note: &str, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        write.run("UPDATE orders SET updated_at = $2 WHERE id = $1", vec![order.0.into(), now.into()]).await?;
        let row = write.one("SELECT content FROM orders WHERE id = $1", vec![order.0.into()]).await?;
        let Some(row) = row else { return Ok(false) };
        let mut content: OrderContent = json(&col::<String>(&row, "content")?, "orders", order)?;
        if content.uncaptured_cents != Cents::ZERO {
            return Ok(false);
        }
        content.uncaptured_cents = by;
        content.total_cents = content.total_cents - by;
        let sql = "UPDATE orders SET total_cents = total_cents - $2, content = $3 WHERE id = $1";
        write.run(sql, vec![order.0.into(), by.0.into(), to_json(&content)?.into()]).await?;
        insert_event(&write, order, ("note", None, None), note, PAYMENT_AUTHOR, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn payments_to_check(&self, now: UnixSeconds, limit: u64) -> Result<Vec<PaymentRecord>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM payments WHERE check_at <= $1 AND busy_until <= $1 \
             ORDER BY check_at LIMIT $2"
        );
        let limit = i64::try_from(limit).unwrap_or(100);
        self.all(&sql, vec![now.into(), limit.into()]).await?.iter().map(payment_of).collect()
    }

    async fn keep_event(&self, event: &GatewayEvent, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let changed = write
            .run(
                "INSERT INTO payment_events (id, kind, intent_id, form, received_at, tries, fold_at, detail) \
                 VALUES ($1, $2, $3, $4, $5, 0, $5, $6) ON CONFLICT (id) DO NOTHING",
                vec![
                    event.id.as_str().into(),
                    event.form.kind.as_str().into(),
                    event.form.intent_id.as_str().into(),
                    to_json(&event.form)?.into(),
                    now.into(),
                    to_json(&event.detail)?.into(),
                ],
            )
            .await?;
        write.commit().await?;
        Ok(changed == 1)
    }

    async fn events_to_apply(&self, now: UnixSeconds, limit: u64) -> Result<Vec<QueuedEvent>, StoreError> {
        let write = self.begin(false).await?;
        let lock = if self.is_postgres() { " FOR UPDATE SKIP LOCKED" } else { "" };
        let sql = format!(
            "SELECT id, form, tries FROM payment_events WHERE fold_at <= $1 ORDER BY received_at, id LIMIT $2{lock}"
        );
        let rows = write.all(&sql, vec![now.into(), i64::try_from(limit).unwrap_or(100).into()]).await?;
        let events = rows.iter().map(event_of).collect::<Result<Vec<_>, _>>()?;
        for event in &events {
            let sql = "UPDATE payment_events SET fold_at = $2, tries = tries + 1 WHERE id = $1";
            write.run(sql, vec![event.id.as_str().into(), (now + EVENT_LEASE_S).into()]).await?;
        }
        write.commit().await?;
        Ok(events)
    }

    async fn event_done(&self, id: &str, again_at: Option<UnixSeconds>) -> Result<(), StoreError> {
        self.run("UPDATE payment_events SET fold_at = $2 WHERE id = $1", vec![id.into(), again_at.into()]).await?;
        Ok(())
    }

    async fn gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT gateway_id FROM gateway_customers WHERE customer_id = $1 AND scope = $2";
        self.one(sql, vec![customer.0.into(), scope.into()]).await?.map(|row| col(&row, "gateway_id")).transpose()
    }

    async fn save_gateway_customer(
        &self,
        customer: CustomerId,
        scope: &str,
        gateway_id: &str,
    ) -> Result<String, StoreError> {
        let sql =
            "INSERT INTO gateway_customers (customer_id, scope, gateway_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        self.run(sql, vec![customer.0.into(), scope.into(), gateway_id.into()]).await?;
        let kept = self.gateway_customer(customer, scope).await?;
        Ok(kept.unwrap_or_else(|| gateway_id.to_owned()))
    }

    async fn forget_gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<u64, StoreError> {
        self.drop_gateway_customer(customer, scope).await
    }

    async fn adopt_unscoped(&self, scope: &str) -> Result<(), StoreError> {
        for table in ["gateway_customers", "saved_methods"] {
            self.run(&format!("UPDATE {table} SET scope = $1 WHERE scope = ''"), vec![scope.into()]).await?;
        }
        Ok(())
    }

    async fn saved_methods(&self, customer: CustomerId, scope: &str) -> Result<Vec<SavedMethod>, StoreError> {
        self.read_saved_methods(customer, scope).await
    }

    async fn save_method(
        &self,
        customer: CustomerId,
        scope: &str,
        method: &GatewayMethod,
        now: UnixSeconds,
    ) -> Result<(), StoreError> {
        self.write_saved_method(customer, scope, method, now).await
    }

    async fn choose_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError> {
        self.choose_saved_method(customer, id).await
    }

    async fn remove_method(&self, customer: CustomerId, id: i64) -> Result<Option<String>, StoreError> {
        self.remove_saved_method(customer, id).await
    }
}

async fn insert(write: &Write<'_>, new: PaymentRecord) -> Result<PaymentRecord, StoreError> {
    let row = write
        .one(
            "INSERT INTO payments (order_id, number, part, attempt, intent_id, method, cents, saves_method, facts, \
             busy_until, check_at, checks, version, created_at) \
             VALUES ($1, $2, $10, $3, NULL, $4, $5, $6, $7, $8, $8, 0, 0, $9) RETURNING id",
            vec![
                new.order_id.0.into(),
                new.number.into(),
                new.attempt.into(),
                new.method.as_str().into(),
                new.cents.0.into(),
                new.saves_method.into(),
                to_json(&new.facts)?.into(),
                new.busy_until.into(),
                new.created_at.into(),
                new.part.into(),
            ],
        )
        .await?;
    let row = row.ok_or_else(|| inconsistent("payments", new.order_id, "an insert gave no id"))?;
    Ok(PaymentRecord { id: col(&row, "id")?, ..new })
}

async fn update(write: &Write<'_>, payment: &PaymentRecord, check_at: Option<UnixSeconds>) -> Result<bool, StoreError> {
    let changed = write
        .run(
            "UPDATE payments SET attempt = $3, intent_id = $4, method = $5, saves_method = $6, facts = $7, busy_until = $8, \
             check_at = $9, checks = $10, version = version + 1 WHERE id = $1 AND version = $2",
            vec![
                payment.id.into(),
                payment.version.into(),
                payment.attempt.into(),
                payment.intent_id.clone().into(),
                payment.method.as_str().into(),
                payment.saves_method.into(),
                to_json(&payment.facts)?.into(),
                payment.busy_until.into(),
                check_at.into(),
                payment.checks.into(),
            ],
        )
        .await?;
    Ok(changed == 1)
}

fn payment_of(row: &QueryResult) -> Result<PaymentRecord, StoreError> {
    let id: i64 = col(row, "id")?;
    let method: String = col(row, "method")?;
    Ok(PaymentRecord {
        id,
        order_id: OrderId(col(row, "order_id")?),
        number: col(row, "number")?,
        part: col(row, "part")?,
        attempt: col(row, "attempt")?,
        intent_id: col(row, "intent_id")?,
        method: PaymentMethod::from_id(&method).ok_or_else(|| inconsistent("payments", id, "unknown method"))?,
        cents: Cents(col(row, "cents")?),
        saves_method: col(row, "saves_method")?,
        facts: json(&col::<String>(row, "facts")?, "payments", id)?,
        busy_until: col(row, "busy_until")?,
        checks: col(row, "checks")?,
        version: col(row, "version")?,
        created_at: col(row, "created_at")?,
    })
}

fn event_of(row: &QueryResult) -> Result<QueuedEvent, StoreError> {
    let id: String = col(row, "id")?;
    let form: PaymentEventForm = json(&col::<String>(row, "form")?, "payment_events", &id)?;
    Ok(QueuedEvent { form, tries: col(row, "tries")?, id })
}

fn told_of(row: &QueryResult) -> Result<WebhookEvent, StoreError> {
    let id: String = col(row, "id")?;
    Ok(WebhookEvent {
        form: json(&col::<String>(row, "form")?, "payment_events", &id)?,
        detail: json(&col::<String>(row, "detail")?, "payment_events", &id)?,
        received_at: col(row, "received_at")?,
        taken_in: col::<Option<i64>>(row, "fold_at")?.is_none(),
        id,
    })
}
