//! What the merchant does in the back office: who changed which setting when, and imports that run.

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
CREATE TABLE import_jobs (
    id {id},
    file TEXT NOT NULL,
    dry_run BOOLEAN NOT NULL,
    author TEXT NOT NULL,
    stage TEXT NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    report TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
INSERT INTO change_counters (name, value) VALUES ('imports', 0);
";

const DOWN: &str = "

DELETE FROM change_counters WHERE name = 'imports';
DROP TABLE import_jobs;
DROP TABLE setting_changes;
";
