//! Deleted customers whom the payment provider is still to forget.

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

CREATE TABLE gateway_erasures (
    scope TEXT NOT NULL,
    gateway_id TEXT NOT NULL,
    PRIMARY KEY (scope, gateway_id)
);
";

const DOWN: &str = "

DROP TABLE gateway_erasures;
";
