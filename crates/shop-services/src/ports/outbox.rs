//! Messages that must go out, written in the same transaction as what they tell of.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

/// A message to be queued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    /// What it is: `new_order`, `customer_on_hold_order`, … One per order and kind.
    pub kind: String,
    pub recipient: String,
    pub subject: String,
    pub body_html: String,
    /// Plain text body.
    pub body_text: String,
    /// Seconds that it waits before it goes out; it is dropped when what it asks for happens meanwhile.
    pub delay_s: i64,
    /// Where its recipient unsubscribes by one click (RFC 8058); empty: it is no newsletter.
    pub unsubscribe_url: String,
}

/// A queued or sent message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailMessage {
    pub id: i64,
    /// What it is.
    pub kind: String,
    /// Order it tells of.
    pub order_id: Option<OrderId>,
    pub recipient: String,
    pub subject: String,
    pub body_html: String,
    /// Plain text body.
    pub body_text: String,
    /// Where its recipient unsubscribes by one click; empty: it is no newsletter.
    pub unsubscribe_url: String,
    /// Tries so far.
    pub attempts: i64,
    /// When it went out.
    pub sent_at: Option<UnixSeconds>,
    /// What went wrong last; empty when nothing did.
    pub last_error: String,
    /// When it was queued.
    pub created_at: UnixSeconds,
}

/// Reads and marks queued messages.
#[async_trait]
pub trait OutboxStore: Send + Sync {
    /// Queues a message that belongs to no order.
    async fn queue_mail(&self, mail: &NewMail, now: UnixSeconds) -> Result<(), StoreError>;

    /// Queues a message about an order; `false`: there is one of its kind already.
    async fn queue_order_mail(&self, order: OrderId, mail: &NewMail, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Claims up to `limit` due messages for `lease_s` seconds, so that no second worker sends them meanwhile.
    async fn claim_due_mail(&self, now: UnixSeconds, lease_s: i64, limit: u64) -> Result<Vec<MailMessage>, StoreError>;

    /// Marks a message as sent.
    async fn mark_mail_sent(&self, id: i64, now: UnixSeconds) -> Result<(), StoreError>;

    /// Notes a failure and when to try again.
    async fn mark_mail_failed(&self, id: i64, error: &str, next_attempt_at: UnixSeconds) -> Result<(), StoreError>;

    /// Messages, newest first, with their number in all.
    async fn list_mail(&self, page: u64, per_page: u64) -> Result<(Vec<MailMessage>, u64), StoreError>;

    async fn mail(&self, id: i64) -> Result<Option<MailMessage>, StoreError>;
}
