//! Payments by the provider: intents of orders, the provider's messages, customers and saved methods.

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

CREATE TABLE payments (
    id {id},
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    intent_id TEXT UNIQUE,
    method TEXT NOT NULL,
    cents BIGINT NOT NULL,
    saves_method BOOLEAN NOT NULL,
    facts TEXT NOT NULL,
    busy_until BIGINT NOT NULL,
    check_at BIGINT,
    checks BIGINT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (order_id, number)
);
CREATE INDEX payments_check ON payments (check_at);
CREATE TABLE payment_events (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    intent_id TEXT NOT NULL,
    form TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    fold_at BIGINT
);
CREATE INDEX payment_events_fold ON payment_events (fold_at);
CREATE INDEX payment_events_intent ON payment_events (intent_id);
CREATE TABLE gateway_customers (
    customer_id BIGINT PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    gateway_id TEXT NOT NULL UNIQUE
);
CREATE TABLE saved_methods (
    id {id},
    customer_id BIGINT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    method_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    brand TEXT NOT NULL,
    last4 TEXT NOT NULL,
    expires_month BIGINT,
    expires_year BIGINT,
    email TEXT NOT NULL,
    is_default BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX saved_methods_customer ON saved_methods (customer_id)
";

const DOWN: &str = "

DROP TABLE saved_methods;
DROP TABLE gateway_customers;
DROP TABLE payment_events;
DROP TABLE payments
";
