//! What comes with a registration until its link is opened, and the files of companies.

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

ALTER TABLE account_tokens ADD COLUMN registration TEXT;
ALTER TABLE account_tokens ADD COLUMN role_id BIGINT;
ALTER TABLE companies ADD COLUMN changed_at BIGINT;
CREATE TABLE registration_files (
    stored_name TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    company_id BIGINT REFERENCES companies (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX registration_files_company ON registration_files (company_id, created_at);
";

const DOWN: &str = "

DROP TABLE registration_files;
ALTER TABLE companies DROP COLUMN changed_at;
ALTER TABLE account_tokens DROP COLUMN role_id;
ALTER TABLE account_tokens DROP COLUMN registration;
";
