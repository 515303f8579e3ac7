//! Carts that sub-accounts ask their main account to approve, and who of a company ordered.

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

ALTER TABLE orders ADD COLUMN ordered_by TEXT NOT NULL DEFAULT '';
CREATE TABLE cart_approvals (
    id {id},
    company_id BIGINT NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
    customer_id BIGINT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    lines TEXT NOT NULL,
    goods_cents BIGINT NOT NULL,
    note TEXT NOT NULL,
    answer TEXT NOT NULL DEFAULT '',
    order_id BIGINT,
    created_at BIGINT NOT NULL,
    decided_at BIGINT
);
CREATE INDEX cart_approvals_company ON cart_approvals (company_id, id);
CREATE INDEX cart_approvals_customer ON cart_approvals (customer_id, id);
CREATE UNIQUE INDEX cart_approvals_waiting ON cart_approvals (customer_id) WHERE state = 'waiting';
";

const DOWN: &str = "

DROP TABLE cart_approvals;
ALTER TABLE orders DROP COLUMN ordered_by;
";
