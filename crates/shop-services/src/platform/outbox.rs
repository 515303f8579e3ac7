//! The outbox: e-mails listed by staff, sent again, and claimed by the sending worker.

use std::sync::Arc;

use crate::platform::context::Context;
use crate::ports::{MailMessage, NewMail, OutboxStore, StoreError};

/// How long a worker holds an e-mail exclusively.
const LEASE_S: i64 = 120;
/// E-mails per batch.
const AT_ONCE: u64 = 20;

/// E-mails that wait for the mail server, and those that were sent.
#[derive(Clone)]
pub struct Outbox {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn OutboxStore>,
}

impl Outbox {
    /// Returns a page of e-mails, newest first, and the total count.
    pub async fn list_mail(&self, page: u64, per_page: u64) -> Result<(Vec<MailMessage>, u64), StoreError> {
        self.store.list_mail(page, per_page).await
    }

    pub async fn mail(&self, id: i64) -> Result<Option<MailMessage>, StoreError> {
        self.store.mail(id).await
    }

    /// Queues a copy of an e-mail, so that both stay on record; `false` if there is no such e-mail.
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

    /// Claims a few due e-mails. The caller holds them until it reports the result, or the lease ends.
    pub async fn claim_due_mail(&self) -> Result<Vec<MailMessage>, StoreError> {
        self.store.claim_due_mail(self.context.now(), LEASE_S, AT_ONCE).await
    }

    /// Records that an e-mail was sent.
    pub async fn mark_mail_sent(&self, mail: &MailMessage) -> Result<(), StoreError> {
        self.store.mark_mail_sent(mail.id, self.context.now()).await
    }

    /// Records that sending failed: it is retried after a minute, then with doubling intervals up to an hour.
    pub async fn mark_mail_failed(&self, mail: &MailMessage, reason: &str) -> Result<(), StoreError> {
        // The failed attempt is already counted.
        let wait_s = (60 << (mail.attempts - 1).clamp(0, 6)).min(3600);
        self.store.mark_mail_failed(mail.id, reason, self.context.now() + wait_s).await
    }
}
