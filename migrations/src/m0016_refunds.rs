//! Refunds by the payment provider, payments of instalments, and what people read of the provider's messages.

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

ALTER TABLE payments ADD COLUMN part BIGINT;
ALTER TABLE payment_events ADD COLUMN detail TEXT NOT NULL DEFAULT '{}';
ALTER TABLE refunds ADD COLUMN failed_cents BIGINT NOT NULL DEFAULT 0;
CREATE TABLE gateway_refunds (
    id {id},
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    refund_id BIGINT NOT NULL REFERENCES refunds (id) ON DELETE CASCADE,
    payment_id BIGINT NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
    cents BIGINT NOT NULL,
    gateway_id TEXT UNIQUE,
    state TEXT NOT NULL,
    failure TEXT NOT NULL,
    check_at BIGINT,
    given_again BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL
);
CREATE INDEX gateway_refunds_order ON gateway_refunds (order_id);
CREATE INDEX gateway_refunds_refund ON gateway_refunds (refund_id);
CREATE INDEX gateway_refunds_payment ON gateway_refunds (payment_id);
CREATE INDEX gateway_refunds_check ON gateway_refunds (check_at)
";

const DOWN: &str = "

DROP TABLE gateway_refunds;
ALTER TABLE refunds DROP COLUMN failed_cents;
ALTER TABLE payment_events DROP COLUMN detail;
ALTER TABLE payments DROP COLUMN part
";
