//! E-mail addresses that were kept for marketing when they were typed.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{CapturedEmail, CapturedEmailFilter, CapturedEmailStore, NewCapturedEmail, StoreError};

use crate::db::Db;
use crate::row::row;
use crate::statement::{Filter, set, values};

row! {
    CapturedEmail: captured_emails(id) {
        id, email, location, lang, consent_id, token, captured_at, seen_at, unsubscribed_at,
    }
}

#[async_trait]
impl CapturedEmailStore for Db {
    async fn keep_captured_email(&self, new: &NewCapturedEmail, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let unwritten = "SELECT email_hash FROM unwritten_emails WHERE email_hash = $1";
        if write.has(unwritten, values![&new.email_hash]).await? {
            write.update("captured_emails", set! { seen_at: now }, "email = $1", values![&new.email]).await?;
            return write.commit().await;
        }
        let row = set! {
            email: &new.email,
            location: &new.location,
            lang: new.lang,
            consent_id: &new.consent_id,
            token: &new.token,
            captured_at: now,
            seen_at: now,
        };
        let known = "ON CONFLICT (email) DO UPDATE SET seen_at = excluded.seen_at";
        write.insert_or("captured_emails", row, known).await?;
        write.commit().await
    }

    async fn list_captured_emails(
        &self,
        filter: &CapturedEmailFilter,
    ) -> Result<(Vec<CapturedEmail>, u64), StoreError> {
        let mut condition = Filter::new(match filter.subscribed {
            None => "1 = 1",
            Some(true) => "unsubscribed_at IS NULL",
            Some(false) => "unsubscribed_at IS NOT NULL",
        });
        condition.and_search(&filter.search, &["email"]);
        let mut order = "seen_at DESC, id DESC";
        if let Some(id) = filter.before_id {
            condition.and("id < ?", id);
            order = "id DESC";
        }
        let rows = self.some(&condition, order, (filter.offset, filter.limit)).await?;
        Ok((rows, self.count("captured_emails", condition).await?))
    }

    async fn captured_email_of(&self, token: &str) -> Result<Option<CapturedEmail>, StoreError> {
        self.find("WHERE token = $1", values![token]).await
    }

    async fn captured_email(&self, id: i64) -> Result<Option<CapturedEmail>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn unsubscribe_captured_email(&self, id: i64, email_hash: &str, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let gone = set! { unsubscribed_at: now };
        write.update("captured_emails", gone, "id = $1 AND unsubscribed_at IS NULL", values![id]).await?;
        let mark = set! { email_hash, noted_at: now };
        write.insert_or("unwritten_emails", mark, "ON CONFLICT (email_hash) DO NOTHING").await?;
        write.commit().await
    }

    async fn unsubscribe_captured_emails_of(&self, consent_id: &str, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        let gone = set! { unsubscribed_at: now };
        let still = "consent_id = $1 AND unsubscribed_at IS NULL";
        write.update("captured_emails", gone, still, values![consent_id]).await?;
        write.commit().await
    }

    async fn forget_captured_email(&self, id: i64) -> Result<bool, StoreError> {
        let write = self.begin(false).await?;
        let gone = write.run("DELETE FROM captured_emails WHERE id = $1", values![id]).await?;
        write.commit().await?;
        Ok(gone > 0)
    }
}
