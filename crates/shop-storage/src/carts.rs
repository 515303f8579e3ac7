//! Carts: one row each.

use async_trait::async_trait;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{CartRecord, CartStore, SaveOutcome, StoreError};

use crate::db::{Db, col, json, to_json};

#[async_trait]
impl CartStore for Db {
    async fn load_cart(&self, session_key: &str, now: UnixSeconds) -> Result<Option<CartRecord>, StoreError> {
        let row = self
            .one(
                "SELECT customer_id, version, content, expires_at FROM carts WHERE session_key = $1 AND expires_at > $2",
                vec![session_key.into(), now.into()],
            )
            .await?;
        let Some(row) = row else { return Ok(None) };
        let content: String = col(&row, "content")?;
        Ok(Some(CartRecord {
            session_key: session_key.to_owned(),
            customer_id: col::<Option<i64>>(&row, "customer_id")?.map(CustomerId),
            version: col(&row, "version")?,
            content: json(&content, "carts", session_key)?,
            expires_at: col(&row, "expires_at")?,
        }))
    }

    async fn save_cart(&self, record: &CartRecord, now: UnixSeconds) -> Result<SaveOutcome, StoreError> {
        let content = to_json(&record.content)?;
        // A dead cart under the same key is overwritten like one that never was.
        let changed = self
            .run(
                "INSERT INTO carts (session_key, customer_id, version, content, updated_at, expires_at) \
                 VALUES ($1, $2, $3 + 1, $4, $5, $6) \
                 ON CONFLICT (session_key) DO UPDATE SET customer_id = excluded.customer_id, version = excluded.version, \
                 content = excluded.content, updated_at = excluded.updated_at, expires_at = excluded.expires_at \
                 WHERE carts.version = $3 OR carts.expires_at <= $5",
                vec![
                    record.session_key.as_str().into(),
                    record.customer_id.map(|id| id.0).into(),
                    record.version.into(),
                    content.into(),
                    now.into(),
                    record.expires_at.into(),
                ],
            )
            .await?;
        Ok(if changed == 1 { SaveOutcome::Saved } else { SaveOutcome::Conflict })
    }

    async fn delete_cart(&self, session_key: &str) -> Result<(), StoreError> {
        self.run("DELETE FROM carts WHERE session_key = $1", vec![session_key.into()]).await.map(|_| ())
    }

    async fn delete_expired_carts(&self, now: UnixSeconds, most: u64) -> Result<u64, StoreError> {
        // PostgreSQL looks again at a row that another one has just changed, at the outer condition alone.
        self.run(
            "DELETE FROM carts WHERE expires_at <= $1 AND session_key IN \
             (SELECT session_key FROM carts WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
            vec![now.into(), i64::try_from(most).unwrap_or(i64::MAX).into()],
        )
        .await
    }
}
