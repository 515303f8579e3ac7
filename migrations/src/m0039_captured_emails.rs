//! E-mail addresses that were kept for marketing when they were typed.

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

CREATE TABLE captured_emails (
    id {id},
    email TEXT NOT NULL UNIQUE,
    location TEXT NOT NULL,
    lang TEXT NOT NULL,
    consent_id TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    captured_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    unsubscribed_at BIGINT
);
CREATE INDEX captured_emails_seen ON captured_emails (seen_at, id);
";

const DOWN: &str = "

DROP TABLE captured_emails;
";
