//! What orders by invoice are owed, and what was paid for them. Companies whose credit has no limit.

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

ALTER TABLE companies ADD COLUMN credit_limited BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE companies SET credit_limited = TRUE WHERE credit_limit_cents > 0;
CREATE TABLE receivables (
    order_id BIGINT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    company_id BIGINT NOT NULL,
    due_day BIGINT NOT NULL,
    paid_cents BIGINT NOT NULL DEFAULT 0,
    paid_day BIGINT,
    reminded_at BIGINT
);
CREATE INDEX receivables_open ON receivables (company_id, due_day) WHERE paid_day IS NULL;
CREATE INDEX receivables_due ON receivables (due_day) WHERE paid_day IS NULL AND reminded_at IS NULL;
CREATE TABLE received_payments (
    id {id},
    company_id BIGINT NOT NULL,
    idempotency_key TEXT NOT NULL,
    amount_cents BIGINT NOT NULL,
    received_day BIGINT NOT NULL,
    reference TEXT NOT NULL,
    author TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    taken_back_at BIGINT,
    taken_back_by TEXT NOT NULL DEFAULT '',
    taken_back_note TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX received_payments_key ON received_payments (company_id, idempotency_key);
CREATE INDEX received_payments_company ON received_payments (company_id, id);
CREATE TABLE received_payment_orders (
    payment_id BIGINT NOT NULL REFERENCES received_payments (id) ON DELETE CASCADE,
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    amount_cents BIGINT NOT NULL,
    PRIMARY KEY (payment_id, order_id)
);
CREATE INDEX received_payment_orders_order ON received_payment_orders (order_id);
";

const DOWN: &str = "

DROP TABLE received_payment_orders;
DROP TABLE received_payments;
DROP TABLE receivables;
ALTER TABLE companies DROP COLUMN credit_limited;
";
