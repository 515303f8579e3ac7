//! Messages to be sent.

use async_trait::async_trait;
use sea_orm::{QueryResult, Value};
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_services::orders::mails::REQUEST_TO_PAY;
use shop_services::ports::{MailMessage, NewMail, OutboxStore, StoreError};

use crate::db::{Db, Write, col, placeholders};

const COLUMNS: &str =
    "id, kind, order_id, recipient, subject, body_html, body_text, attempts, sent_at, last_error, created_at";

/// Queues messages about an order. One per order and kind: a second one is left out.
pub(crate) async fn queue(
    write: &Write<'_>,
    order_id: Option<OrderId>,
    mails: &[NewMail],
    now: UnixSeconds,
) -> Result<(), StoreError> {
    if mails.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO outbox (kind, order_id, recipient, subject, body_html, body_text, attempts, next_attempt_at, last_error, \
         created_at) VALUES {} ON CONFLICT (order_id, kind) DO NOTHING",
        placeholders(mails.len(), 10)
    );
    let mut values: Vec<Value> = Vec::with_capacity(mails.len() * 10);
    for mail in mails {
        values.extend([
            mail.kind.as_str().into(),
            order_id.map(|id| id.0).into(),
            mail.recipient.as_str().into(),
            mail.subject.as_str().into(),
            mail.body_html.as_str().into(),
            mail.body_text.as_str().into(),
            0_i64.into(),
            now.saturating_add(mail.delay_s).into(),
            "".into(),
            now.into(),
        ]);
    }
    write.run(&sql, values).await.map(|_| ())
}

/// Drops the request to pay an order that still waits for its time.
pub(crate) async fn drop_request_to_pay(write: &Write<'_>, order_id: OrderId) -> Result<(), StoreError> {
    let sql = "DELETE FROM outbox WHERE order_id = $1 AND kind = $2 AND sent_at IS NULL AND attempts = 0";
    write.run(sql, vec![order_id.0.into(), REQUEST_TO_PAY.into()]).await.map(|_| ())
}

#[async_trait]
impl OutboxStore for Db {
    async fn queue_mail(&self, mail: &NewMail, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        queue(&write, None, std::slice::from_ref(mail), now).await?;
        write.commit().await
    }

    async fn queue_order_mail(&self, order: OrderId, mail: &NewMail, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let sql = "SELECT id FROM outbox WHERE order_id = $1 AND kind = $2";
        if write.one(sql, vec![order.0.into(), mail.kind.as_str().into()]).await?.is_some() {
            return Ok(false);
        }
        queue(&write, Some(order), std::slice::from_ref(mail), now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn claim_due_mail(&self, now: UnixSeconds, lease_s: i64, limit: u64) -> Result<Vec<MailMessage>, StoreError> {
        let due = "SELECT id FROM outbox WHERE sent_at IS NULL AND next_attempt_at <= $1 AND attempts < 10 ORDER BY id LIMIT $3";
        let lock = if self.is_postgres() { " FOR UPDATE SKIP LOCKED" } else { "" };
        let sql = format!(
            "UPDATE outbox SET attempts = attempts + 1, next_attempt_at = $1 + $2 WHERE id IN ({due}{lock}) RETURNING {COLUMNS}"
        );
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let write = self.begin(false).await?;
        let rows = write.all(&sql, vec![now.into(), lease_s.into(), limit.into()]).await?;
        let mails = rows.iter().map(message).collect::<Result<Vec<_>, _>>()?;
        write.commit().await?;
        Ok(mails)
    }

    async fn mark_mail_sent(&self, id: i64, now: UnixSeconds) -> Result<(), StoreError> {
        self.run("UPDATE outbox SET sent_at = $2, last_error = '' WHERE id = $1", vec![id.into(), now.into()])
            .await
            .map(|_| ())
    }

    async fn mark_mail_failed(&self, id: i64, error: &str, next_attempt_at: UnixSeconds) -> Result<(), StoreError> {
        self.run(
            "UPDATE outbox SET last_error = $2, next_attempt_at = $3 WHERE id = $1",
            vec![id.into(), error.into(), next_attempt_at.into()],
        )
        .await
        .map(|_| ())
    }

    async fn list_mail(&self, page: u64, per_page: u64) -> Result<(Vec<MailMessage>, u64), StoreError> {
        let limit = i64::try_from(per_page).unwrap_or(50);
        let offset = i64::try_from(page.saturating_sub(1)).unwrap_or(0).saturating_mul(limit);
        let sql = format!("SELECT {COLUMNS} FROM outbox ORDER BY id DESC LIMIT $1 OFFSET $2");
        let rows = self.all(&sql, vec![limit.into(), offset.into()]).await?;
        let total: i64 = match self.one("SELECT COUNT(*) AS n FROM outbox", vec![]).await? {
            Some(row) => col(&row, "n")?,
            None => 0,
        };
        Ok((rows.iter().map(message).collect::<Result<_, _>>()?, u64::try_from(total).unwrap_or(0)))
    }

    async fn mail(&self, id: i64) -> Result<Option<MailMessage>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM outbox WHERE id = $1");
        self.one(&sql, vec![id.into()]).await?.as_ref().map(message).transpose()
    }
}

fn message(row: &QueryResult) -> Result<MailMessage, StoreError> {
    Ok(MailMessage {
        id: col(row, "id")?,
        kind: col(row, "kind")?,
        order_id: col::<Option<i64>>(row, "order_id")?.map(OrderId),
        recipient: col(row, "recipient")?,
        subject: col(row, "subject")?,
        body_html: col(row, "body_html")?,
        body_text: col(row, "body_text")?,
        attempts: col(row, "attempts")?,
        sent_at: col(row, "sent_at")?,
        last_error: col(row, "last_error")?,
        created_at: col(row, "created_at")?,
    })
}
