//! Intents before their order, looks of forms, and which order a session is paying.

use async_trait::async_trait;
use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_services::ports::{EarlyIntent, FormLook, PaymentFormStore, StoreError};

use crate::db::Db;
use crate::row::row;
use crate::statement::{set, values};

/// Sessions live as long; what they were paying is forgotten then.
const SESSION_S: i64 = 30 * 86_400;
/// Stands for the session of an intent that no session has any more. Keys of sessions are random and longer.
const NOBODY: &str = "nobody";

row! {
    EarlyIntent: early_intents(intent_id) { intent_id, session_key, order_id, cents, created_at, }
}

row! {
    FormLook: form_looks(session_key, theme, is_block) { session_key, theme, is_block, look, expires_at, }
}

#[async_trait]
impl PaymentFormStore for Db {
    async fn keep_early_intent(&self, new: &EarlyIntent, forget_before: UnixSeconds) -> Result<(), StoreError> {
        let old = "DELETE FROM early_intents WHERE created_at < $1 AND order_id IS NULL";
        self.run(old, values![forget_before]).await?;
        let row = set! {
            intent_id: &new.intent_id,
            session_key: &new.session_key,
            order_id: new.order_id,
            cents: new.cents,
            created_at: new.created_at,
        };
        self.insert_or("early_intents", row, "ON CONFLICT (intent_id) DO NOTHING").await.map(|_| ())
    }

    async fn newest_early_intent(
        &self,
        session_key: &str,
        setup: bool,
        since: UnixSeconds,
    ) -> Result<Option<EarlyIntent>, StoreError> {
        let kind = if setup { "= 0" } else { "> 0" };
        let rest = format!(
            "WHERE session_key = $1 AND created_at >= $2 AND order_id IS NULL AND cents {kind} \
             ORDER BY created_at DESC, intent_id LIMIT 1"
        );
        self.find(&rest, values![session_key, since]).await
    }

    async fn early_intent(&self, intent_id: &str) -> Result<Option<EarlyIntent>, StoreError> {
        self.find("WHERE intent_id = $1", values![intent_id]).await
    }

    async fn claim_early_intent(&self, intent_id: &str, session_key: &str, order: OrderId) -> Result<bool, StoreError> {
        let sql = "UPDATE early_intents SET order_id = $3 WHERE intent_id = $1 AND session_key = $2 \
                   AND (order_id IS NULL OR order_id = $3)";
        Ok(self.run(sql, values![intent_id, session_key, order]).await? == 1)
    }

    async fn orphan_early_intent(&self, intent_id: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE early_intents SET session_key = $2, order_id = NULL WHERE intent_id = $1 \
                   AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.intent_id = $1)";
        Ok(self.run(sql, values![intent_id, NOBODY]).await? == 1)
    }

    async fn drop_early_intent(&self, intent_id: &str) -> Result<(), StoreError> {
        self.run("DELETE FROM early_intents WHERE intent_id = $1", values![intent_id]).await.map(|_| ())
    }

    async fn keep_look(&self, look: &FormLook, now: UnixSeconds) -> Result<(), StoreError> {
        self.run("DELETE FROM form_looks WHERE expires_at <= $1", values![now]).await?;
        let row = set! {
            session_key: &look.session_key,
            theme: &look.theme,
            is_block: look.is_block,
            look: &look.look,
            expires_at: look.expires_at,
        };
        let known = "ON CONFLICT (session_key, theme, is_block) DO UPDATE SET look = excluded.look, \
                     expires_at = excluded.expires_at";
        self.insert_or("form_looks", row, known).await.map(|_| ())
    }

    async fn looks(&self, session_key: &str, theme: &str, now: UnixSeconds) -> Result<Vec<FormLook>, StoreError> {
        self.list("WHERE session_key = $1 AND theme = $2 AND expires_at > $3", values![session_key, theme, now]).await
    }

    async fn note_paying(&self, session_key: &str, order: OrderId, now: UnixSeconds) -> Result<(), StoreError> {
        self.run("DELETE FROM paying_sessions WHERE updated_at < $1", values![now - SESSION_S]).await?;
        let row = set! { session_key, order_id: order, updated_at: now };
        let known =
            "ON CONFLICT (session_key) DO UPDATE SET order_id = excluded.order_id, updated_at = excluded.updated_at";
        self.insert_or("paying_sessions", row, known).await.map(|_| ())
    }

    async fn forget_paying(&self, session_key: &str, order: OrderId) -> Result<(), StoreError> {
        let sql = "DELETE FROM paying_sessions WHERE session_key = $1 AND order_id = $2";
        self.run(sql, values![session_key, order]).await.map(|_| ())
    }

    async fn paying_order(&self, session_key: &str, since: UnixSeconds) -> Result<Option<OrderId>, StoreError> {
        let sql = "SELECT order_id FROM paying_sessions WHERE session_key = $1 AND updated_at >= $2";
        self.row(sql, values![session_key, since]).await
    }
}
