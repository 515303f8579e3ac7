//! Intents before their order, looks of forms, and which order a session is paying.

use async_trait::async_trait;
use sea_orm::QueryResult;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_services::ports::{EarlyIntent, FormLook, PaymentFormStore, StoreError};

use crate::db::{Db, col};

/// Sessions live as long; what they were paying is forgotten then.
const SESSION_S: i64 = 30 * 86_400;
/// Stands for the session of an intent that no session has any more. Keys of sessions are random and longer.
const NOBODY: &str = "nobody";

#[async_trait]
impl PaymentFormStore for Db {
    async fn keep_early_intent(&self, new: &EarlyIntent, forget_before: UnixSeconds) -> Result<(), StoreError> {
        let old = "DELETE FROM early_intents WHERE created_at < $1 AND order_id IS NULL";
        self.run(old, vec![forget_before.into()]).await?;
        let sql = "INSERT INTO early_intents (intent_id, session_key, order_id, cents, created_at) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (intent_id) DO NOTHING";
        let values = vec![
            new.intent_id.as_str().into(),
            new.session_key.as_str().into(),
            new.order_id.map(|order| order.0).into(),
            new.cents.0.into(),
            new.created_at.into(),
        ];
        self.run(sql, values).await?;
        Ok(())
    }

    async fn newest_early_intent(
        &self,
        session_key: &str,
        setup: bool,
        since: UnixSeconds,
    ) -> Result<Option<EarlyIntent>, StoreError> {
        let kind = if setup { "= 0" } else { "> 0" };
        let sql = format!(
            "SELECT intent_id, session_key, order_id, cents, created_at FROM early_intents \
             WHERE session_key = $1 AND created_at >= $2 AND order_id IS NULL AND cents {kind} \
             ORDER BY created_at DESC, intent_id LIMIT 1"
        );
        self.one(&sql, vec![session_key.into(), since.into()]).await?.map(|row| early_of(&row)).transpose()
    }

    async fn early_intent(&self, intent_id: &str) -> Result<Option<EarlyIntent>, StoreError> {
        let sql = "SELECT intent_id, session_key, order_id, cents, created_at FROM early_intents WHERE intent_id = $1";
        self.one(sql, vec![intent_id.into()]).await?.map(|row| early_of(&row)).transpose()
    }

    async fn claim_early_intent(&self, intent_id: &str, session_key: &str, order: OrderId) -> Result<bool, StoreError> {
        let sql = "UPDATE early_intents SET order_id = $3 WHERE intent_id = $1 AND session_key = $2 \
                   AND (order_id IS NULL OR order_id = $3)";
        Ok(self.run(sql, vec![intent_id.into(), session_key.into(), order.0.into()]).await? == 1)
    }

    async fn orphan_early_intent(&self, intent_id: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE early_intents SET session_key = $2, order_id = NULL WHERE intent_id = $1 \
                   AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.intent_id = $1)";
        Ok(self.run(sql, vec![intent_id.into(), NOBODY.into()]).await? == 1)
    }

    async fn drop_early_intent(&self, intent_id: &str) -> Result<(), StoreError> {
        self.run("DELETE FROM early_intents WHERE intent_id = $1", vec![intent_id.into()]).await?;
        Ok(())
    }

    async fn keep_look(&self, look: &FormLook, now: UnixSeconds) -> Result<(), StoreError> {
        self.run("DELETE FROM form_looks WHERE expires_at <= $1", vec![now.into()]).await?;
        let sql = "INSERT INTO form_looks (session_key, theme, is_block, look, expires_at) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (session_key, theme, is_block) DO UPDATE SET look = excluded.look, \
                   expires_at = excluded.expires_at";
        let values = vec![
            look.session_key.as_str().into(),
            look.theme.as_str().into(),
            look.is_block.into(),
            look.look.as_str().into(),
            look.expires_at.into(),
        ];
        self.run(sql, values).await?;
        Ok(())
    }

    async fn looks(&self, session_key: &str, theme: &str, now: UnixSeconds) -> Result<Vec<FormLook>, StoreError> {
        let sql = "SELECT session_key, theme, is_block, look, expires_at FROM form_looks \
                   WHERE session_key = $1 AND theme = $2 AND expires_at > $3";
        let rows = self.all(sql, vec![session_key.into(), theme.into(), now.into()]).await?;
        rows.iter().map(look_of).collect()
    }

    async fn note_paying(&self, session_key: &str, order: OrderId, now: UnixSeconds) -> Result<(), StoreError> {
        self.run("DELETE FROM paying_sessions WHERE updated_at < $1", vec![(now - SESSION_S).into()]).await?;
        let sql = "INSERT INTO paying_sessions (session_key, order_id, updated_at) VALUES ($1, $2, $3) \
                   ON CONFLICT (session_key) DO UPDATE SET order_id = excluded.order_id, updated_at = excluded.updated_at";
        self.run(sql, vec![session_key.into(), order.0.into(), now.into()]).await?;
        Ok(())
    }

    async fn forget_paying(&self, session_key: &str, order: OrderId) -> Result<(), StoreError> {
        let sql = "DELETE FROM paying_sessions WHERE session_key = $1 AND order_id = $2";
        self.run(sql, vec![session_key.into(), order.0.into()]).await?;
        Ok(())
    }

    async fn paying_order(&self, session_key: &str, since: UnixSeconds) -> Result<Option<OrderId>, StoreError> {
        let sql = "SELECT order_id FROM paying_sessions WHERE session_key = $1 AND updated_at >= $2";
        let row = self.one(sql, vec![session_key.into(), since.into()]).await?;
        row.map(|row| Ok(OrderId(col(&row, "order_id")?))).transpose()
    }
}

fn early_of(row: &QueryResult) -> Result<EarlyIntent, StoreError> {
    Ok(EarlyIntent {
        intent_id: col(row, "intent_id")?,
        session_key: col(row, "session_key")?,
        order_id: col::<Option<i64>>(row, "order_id")?.map(OrderId),
        cents: Cents(col(row, "cents")?),
        created_at: col(row, "created_at")?,
    })
}

fn look_of(row: &QueryResult) -> Result<FormLook, StoreError> {
    Ok(FormLook {
        session_key: col(row, "session_key")?,
        theme: col(row, "theme")?,
        is_block: col(row, "is_block")?,
        look: col(row, "look")?,
        expires_at: col(row, "expires_at")?,
    })
}
