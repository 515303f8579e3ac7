//! Proofs of consent to cookies.

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

CREATE TABLE consents (
    id {id},
    visitor_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    record TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    decided_at BIGINT NOT NULL
);
CREATE INDEX consents_decided ON consents (decided_at, id);
";

const DOWN: &str = "

DROP TABLE consents;
";
