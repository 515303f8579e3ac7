//! Carts: one row each.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{CartRecord, CartStore, SaveOutcome, StoreError};

use crate::db::{Db, to_json};
use crate::row::row;
use crate::statement::values;

row! {
    CartRecord: carts(session_key) { session_key, customer_id, version, content, expires_at, }
}

#[async_trait]
impl CartStore for Db {
    async fn load_cart(&self, session_key: &str, now: UnixSeconds) -> Result<Option<CartRecord>, StoreError> {
        self.find("WHERE session_key = $1 AND expires_at > $2", values![session_key, now]).await
    }

    async fn save_cart(&self, record: &CartRecord, now: UnixSeconds) -> Result<SaveOutcome, StoreError> {
        // A dead cart under the same key is overwritten like one that never was.
        let sql = "INSERT INTO carts (session_key, customer_id, version, content, updated_at, expires_at) \
                   VALUES ($1, $2, $3 + 1, $4, $5, $6) \
                   ON CONFLICT (session_key) DO UPDATE SET customer_id = excluded.customer_id, version = excluded.version, \
                   content = excluded.content, updated_at = excluded.updated_at, expires_at = excluded.expires_at \
                   WHERE carts.version = $3 OR carts.expires_at <= $5";
        let (key, content) = (&record.session_key, to_json(&record.content)?);
        let values = values![key, record.customer_id, record.version, content, now, record.expires_at];
        Ok(if self.run(sql, values).await? == 1 { SaveOutcome::Saved } else { SaveOutcome::Conflict })
    }

    async fn delete_cart(&self, session_key: &str) -> Result<(), StoreError> {
        self.run("DELETE FROM carts WHERE session_key = $1", values![session_key]).await.map(|_| ())
    }

    async fn delete_expired_carts(&self, now: UnixSeconds, most: u64) -> Result<u64, StoreError> {
        // PostgreSQL looks again at a row that another one has just changed, at the outer condition alone.
        self.run(
            "DELETE FROM carts WHERE expires_at <= $1 AND session_key IN \
             (SELECT session_key FROM carts WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
            values![now, most],
        )
        .await
    }
}
