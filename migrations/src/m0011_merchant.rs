//! What the merchant does in the back office: who changed which setting when, and words of the catalogue in English.

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

CREATE TABLE setting_changes (
    id {id},
    section TEXT NOT NULL,
    field TEXT NOT NULL,
    before_words TEXT NOT NULL,
    after_words TEXT NOT NULL,
    author TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);
";

const DOWN: &str = "

DROP TABLE setting_changes;
";
