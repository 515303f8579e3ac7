//! Purchase lists of companies.

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

CREATE TABLE purchase_lists (
    id {id},
    company_id BIGINT NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
    customer_id BIGINT REFERENCES customers (id) ON DELETE SET NULL,
    title TEXT NOT NULL,
    title_folded TEXT NOT NULL,
    lines TEXT NOT NULL,
    line_count BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX purchase_lists_company ON purchase_lists (company_id, updated_at);
CREATE INDEX purchase_lists_customer ON purchase_lists (customer_id);
";

const DOWN: &str = "

DROP TABLE purchase_lists;
";
