//! Subscriptions and the orders that renew them.

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

CREATE TABLE subscriptions (
    id {id},
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    status TEXT NOT NULL,
    terms TEXT NOT NULL,
    content TEXT NOT NULL,
    billing_email TEXT NOT NULL,
    billing_name TEXT NOT NULL,
    payment_method TEXT NOT NULL,
    started_day BIGINT,
    made BIGINT NOT NULL,
    period BIGINT NOT NULL,
    next_day BIGINT,
    open_order_id BIGINT,
    retry_day BIGINT NOT NULL,
    waits_for TEXT NOT NULL,
    reminded_day BIGINT NOT NULL DEFAULT 0,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX subscriptions_customer ON subscriptions (customer_id);
CREATE INDEX subscriptions_order ON subscriptions (order_id);
CREATE INDEX subscriptions_next ON subscriptions (status, next_day);
CREATE TABLE subscription_orders (
    order_id BIGINT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    subscription_id BIGINT NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
    number BIGINT,
    UNIQUE (subscription_id, number)
);
";

const DOWN: &str = "

DROP TABLE subscription_orders;
DROP TABLE subscriptions;
";
