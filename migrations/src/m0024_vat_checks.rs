//! VAT numbers that the register was asked for.

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

CREATE TABLE vat_checks (
    id {id},
    customer_id BIGINT,
    company_id BIGINT,
    email TEXT NOT NULL DEFAULT '',
    asked_by TEXT NOT NULL,
    country TEXT NOT NULL,
    vat_number TEXT NOT NULL,
    answer TEXT NOT NULL,
    silence TEXT,
    name TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    consultation TEXT NOT NULL DEFAULT '',
    tries BIGINT NOT NULL DEFAULT 1,
    next_try_at BIGINT,
    created_at BIGINT NOT NULL,
    answered_at BIGINT
);
CREATE INDEX vat_checks_number ON vat_checks (vat_number, answered_at);
CREATE INDEX vat_checks_answer ON vat_checks (answer, id);
CREATE INDEX vat_checks_due ON vat_checks (next_try_at);
CREATE INDEX companies_vat_number ON companies (vat_number);
";

const DOWN: &str = "

DROP INDEX companies_vat_number;
DROP TABLE vat_checks;
";
