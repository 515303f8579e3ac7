//! Accounts: confirmed addresses, the browsers that are logged in, and single-use links.

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

ALTER TABLE customers ADD COLUMN email_confirmed_at BIGINT;
ALTER TABLE logins ADD COLUMN browser TEXT NOT NULL DEFAULT '';
CREATE TABLE account_tokens (
    token_hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    customer_id BIGINT REFERENCES customers (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    password_hash TEXT NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX account_tokens_customer ON account_tokens (customer_id);
CREATE INDEX account_tokens_expires ON account_tokens (expires_at);
CREATE INDEX reviews_customer ON reviews (customer_id);
";

const DOWN: &str = "

DROP INDEX reviews_customer;
DROP TABLE account_tokens;
ALTER TABLE logins DROP COLUMN browser;
ALTER TABLE customers DROP COLUMN email_confirmed_at;
";
