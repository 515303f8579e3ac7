//! Pages and posts that the merchant writes.

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

/// `details` is the page as JSON; `version` moves with every write of the row.
const UP: &str = "

CREATE TABLE pages (
    id {id},
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    status TEXT NOT NULL,
    published_at BIGINT,
    details TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (kind, slug)
)
";

const DOWN: &str = "

DROP TABLE pages;
";
