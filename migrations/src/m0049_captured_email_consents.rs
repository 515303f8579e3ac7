//! Addresses kept for marketing are found by the consent that they were kept under, which may be taken back.

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

CREATE INDEX captured_emails_consent ON captured_emails (consent_id);
";

const DOWN: &str = "

DROP INDEX captured_emails_consent;
";
