//! Messages to be sent.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_services::orders::mails::REQUEST_TO_PAY;
use shop_services::ports::{MailMessage, NewMail, OutboxStore, StoreError};

use crate::db::{Db, Write};
use crate::row::{Row, row};
use crate::statement::{Filter, set, values};

row! {
    MailMessage: outbox(id) {
        id, kind, order_id, recipient, subject, body_html, body_text, unsubscribe_url, attempts, sent_at, last_error, created_at,
    }
}

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
    let row = |mail: &NewMail| {
        set! {
            kind: &mail.kind,
            order_id,
            recipient: &mail.recipient,
            subject: &mail.subject,
            body_html: &mail.body_html,
            body_text: &mail.body_text,
            unsubscribe_url: &mail.unsubscribe_url,
            attempts = "0",
            next_attempt_at: now.saturating_add(mail.delay_s),
            last_error = "''",
            created_at: now,
        }
    };
    let rows = mails.iter().map(row).collect();
    write.insert_all("outbox", rows, "ON CONFLICT (order_id, kind) DO NOTHING").await.map(|_| ())
}

/// Messages about one of several things of an order, such as its refunds: the number keeps them apart, as there is one message
/// of a kind for each order.
pub(crate) fn numbered(mails: &[NewMail], number: i64) -> Vec<NewMail> {
    mails.iter().map(|mail| NewMail { kind: format!("{}_{number}", mail.kind), ..mail.clone() }).collect()
}

/// Drops the request to pay an order that still waits for its time.
pub(crate) async fn drop_request_to_pay(write: &Write<'_>, order_id: OrderId) -> Result<(), StoreError> {
    let sql = "DELETE FROM outbox WHERE order_id = $1 AND kind = $2 AND sent_at IS NULL AND attempts = 0";
    write.run(sql, values![order_id, REQUEST_TO_PAY]).await.map(|_| ())
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
        if write.has(sql, values![order, &mail.kind]).await? {
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
            "UPDATE outbox SET attempts = attempts + 1, next_attempt_at = $1 + $2 WHERE id IN ({due}{lock}) RETURNING {}",
            MailMessage::COLUMNS
        );
        let write = self.begin(false).await?;
        let mut mails: Vec<MailMessage> = write.rows(&sql, values![now, lease_s, limit]).await?;
        write.commit().await?;
        // RETURNING promises no order, and who ordered reads what was written first before what followed.
        mails.sort_by_key(|mail| mail.id);
        Ok(mails)
    }

    async fn mark_mail_sent(&self, id: i64, now: UnixSeconds) -> Result<(), StoreError> {
        let sent = set! { sent_at: now, last_error = "''" };
        self.update("outbox", sent, "id = $1", values![id]).await.map(|_| ())
    }

    async fn mark_mail_failed(&self, id: i64, error: &str, next_attempt_at: UnixSeconds) -> Result<(), StoreError> {
        let failed = set! { last_error: error, next_attempt_at };
        self.update("outbox", failed, "id = $1", values![id]).await.map(|_| ())
    }

    async fn list_mail(&self, page: u64, per_page: u64) -> Result<(Vec<MailMessage>, u64), StoreError> {
        let all = Filter::new("1 = 1");
        let mails = self.some(&all, "id DESC", (page.saturating_sub(1).saturating_mul(per_page), per_page)).await?;
        Ok((mails, self.count("outbox", all).await?))
    }

    async fn mail(&self, id: i64) -> Result<Option<MailMessage>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }
}
