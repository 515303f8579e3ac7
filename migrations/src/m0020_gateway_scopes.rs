//! Customers and kept methods belong to a provider, a mode and an account: those of one are never sent to another.

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

// What was kept before has no scope yet: it belongs to the provider that the shop starts with next, which takes it over.
const UP: &str = "

CREATE TABLE gateway_customers_of (
    customer_id BIGINT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    gateway_id TEXT NOT NULL,
    PRIMARY KEY (customer_id, scope),
    UNIQUE (scope, gateway_id)
);
INSERT INTO gateway_customers_of (customer_id, scope, gateway_id) SELECT customer_id, '', gateway_id FROM gateway_customers;
DROP TABLE gateway_customers;
ALTER TABLE gateway_customers_of RENAME TO gateway_customers;
ALTER TABLE saved_methods ADD COLUMN scope TEXT NOT NULL DEFAULT ''
";

// A customer of several providers keeps one of them.
const DOWN: &str = "

CREATE TABLE gateway_customers_of (
    customer_id BIGINT PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    gateway_id TEXT NOT NULL UNIQUE
);
INSERT INTO gateway_customers_of (customer_id, gateway_id)
    SELECT customer_id, MAX(gateway_id) FROM gateway_customers GROUP BY customer_id;
DROP TABLE gateway_customers;
ALTER TABLE gateway_customers_of RENAME TO gateway_customers;
ALTER TABLE saved_methods DROP COLUMN scope
";
