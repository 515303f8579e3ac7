//! The outbox of e-mails, written in the same transaction as the changes they report.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;

use super::StoreError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    /// Kind: `new_order`, `customer_on_hold_order`, …. An order has at most one e-mail of each kind.
    pub kind: String,
    pub recipient: String,
    pub subject: String,
    pub body_html: String,
    pub body_text: String,
    /// Delay in seconds before it is sent; it is dropped if what it asks for is done meanwhile.
    pub delay_s: i64,
    /// One-click unsubscribe address (RFC 8058); empty if it is no newsletter.
    pub unsubscribe_url: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailMessage {
    pub id: i64,
    pub kind: String,
    /// The order it is about.
    pub order_id: Option<OrderId>,
    pub recipient: String,
    pub subject: String,
    pub body_html: String,
    pub body_text: String,
    /// One-click unsubscribe address; empty if it is no newsletter.
    pub unsubscribe_url: String,
    pub attempts: i64,
    pub sent_at: Option<UnixSeconds>,
    /// Last error; empty if none.
    pub last_error: String,
    pub created_at: UnixSeconds,
}

#[async_trait]
pub trait OutboxStore: Send + Sync {
    /// Queues an e-mail that belongs to no order.
    async fn queue_mail(&self, mail: &NewMail, now: UnixSeconds) -> Result<(), StoreError>;

    /// Queues an e-mail about an order; `false` if it already has one of this kind.
    async fn queue_order_mail(&self, order: OrderId, mail: &NewMail, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Claims up to `limit` due e-mails for `lease_s` seconds, so that no other worker sends them meanwhile.
    async fn claim_due_mail(&self, now: UnixSeconds, lease_s: i64, limit: u64) -> Result<Vec<MailMessage>, StoreError>;

    async fn mark_mail_sent(&self, id: i64, now: UnixSeconds) -> Result<(), StoreError>;

    /// Records a failure and when to retry.
    async fn mark_mail_failed(&self, id: i64, error: &str, next_attempt_at: UnixSeconds) -> Result<(), StoreError>;

    /// Lists e-mails, newest first, and the total count.
    async fn list_mail(&self, page: u64, per_page: u64) -> Result<(Vec<MailMessage>, u64), StoreError>;

    async fn mail(&self, id: i64) -> Result<Option<MailMessage>, StoreError>;
}
