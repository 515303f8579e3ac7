//! Messages that go out: read by staff, sent again, claimed by who sends them.

use std::sync::Arc;

use crate::platform::context::Context;
use crate::ports::{MailMessage, NewMail, OutboxStore, StoreError};

/// A message that is being sent is nobody else's for so long.
const LEASE_S: i64 = 120;
/// Messages claimed at once.
const AT_ONCE: u64 = 20;

/// Messages that wait for a mail server, and those that went out.
#[derive(Clone)]
pub struct Outbox {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn OutboxStore>,
}

impl Outbox {
    /// A page of messages, newest first, with their number in all.
    pub async fn list_mail(&self, page: u64, per_page: u64) -> Result<(Vec<MailMessage>, u64), StoreError> {
        self.store.list_mail(page, per_page).await
    }

    pub async fn mail(&self, id: i64) -> Result<Option<MailMessage>, StoreError> {
        self.store.mail(id).await
    }

    /// Queues a copy of a message, so that both stay on record; `false`: there is no such message.
    pub async fn send_mail_again(&self, id: i64) -> Result<bool, StoreError> {
        let Some(message) = self.store.mail(id).await? else { return Ok(false) };
        let copy = NewMail {
            kind: message.kind,
            recipient: message.recipient,
            subject: message.subject,
            body_html: message.body_html,
            body_text: message.body_text,
            delay_s: 0,
            unsubscribe_url: message.unsubscribe_url,
        };
        self.store.queue_mail(&copy, self.context.now()).await?;
        Ok(true)
    }

    /// Messages to be sent now, a few at a time. They are the caller's until they are told sent or not, or its lease ends.
    pub async fn claim_due_mail(&self) -> Result<Vec<MailMessage>, StoreError> {
        self.store.claim_due_mail(self.context.now(), LEASE_S, AT_ONCE).await
    }

    /// A message has gone out.
    pub async fn mail_went_out(&self, mail: &MailMessage) -> Result<(), StoreError> {
        self.store.mark_mail_sent(mail.id, self.context.now()).await
    }

    /// A message has not gone out: it is tried again after a minute, then after twice as long each time, an hour at most.
    pub async fn mail_stayed(&self, mail: &MailMessage, reason: &str) -> Result<(), StoreError> {
        // This try is among its attempts.
        let wait_s = (60 << (mail.attempts - 1).clamp(0, 6)).min(3600);
        self.store.mark_mail_failed(mail.id, reason, self.context.now() + wait_s).await
    }
}
