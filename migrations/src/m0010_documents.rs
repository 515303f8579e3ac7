//! The back office around orders and people: invoices with their numbers, blocked accounts, replies to reviews.

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

CREATE INDEX orders_created ON orders (created_at);
CREATE INDEX refunds_created ON refunds (created_at);
CREATE TABLE invoice_counters (
    year BIGINT PRIMARY KEY,
    last BIGINT NOT NULL
);
CREATE TABLE invoices (
    id {id},
    year BIGINT NOT NULL,
    number BIGINT NOT NULL,
    order_id BIGINT NOT NULL UNIQUE REFERENCES orders (id),
    content TEXT NOT NULL,
    author TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    UNIQUE (year, number)
);
ALTER TABLE customers ADD COLUMN blocked_at BIGINT;
ALTER TABLE reviews ADD COLUMN reply TEXT NOT NULL DEFAULT '';
ALTER TABLE reviews ADD COLUMN replied_at BIGINT;
";

const DOWN: &str = "

ALTER TABLE reviews DROP COLUMN replied_at;
ALTER TABLE reviews DROP COLUMN reply;
ALTER TABLE customers DROP COLUMN blocked_at;
DROP TABLE invoices;
DROP TABLE invoice_counters;
DROP INDEX refunds_created;
DROP INDEX orders_created;
";
