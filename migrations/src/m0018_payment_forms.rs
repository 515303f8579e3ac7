//! What a payment form leaves behind before its order is there: intents, the form's look, and which order a session is paying.

use sea_orm_migration::prelude::*;

/// The step.
#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}

const UP: &str = "

CREATE TABLE early_intents (
    intent_id TEXT PRIMARY KEY,
    session_key TEXT NOT NULL,
    order_id BIGINT REFERENCES orders (id) ON DELETE CASCADE,
    cents BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX early_intents_session ON early_intents (session_key, created_at);
CREATE INDEX early_intents_age ON early_intents (created_at);
CREATE TABLE form_looks (
    session_key TEXT NOT NULL,
    theme TEXT NOT NULL,
    is_block BOOLEAN NOT NULL,
    look TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (session_key, theme, is_block)
);
CREATE INDEX form_looks_age ON form_looks (expires_at);
CREATE TABLE paying_sessions (
    session_key TEXT PRIMARY KEY,
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    updated_at BIGINT NOT NULL
);
CREATE INDEX paying_sessions_order ON paying_sessions (order_id)
";

const DOWN: &str = "

DROP TABLE paying_sessions;
DROP TABLE form_looks;
DROP TABLE early_intents
";
