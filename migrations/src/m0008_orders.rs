//! What follows an order: declarations of withdrawal, and how often files were fetched.

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

CREATE TABLE withdrawals (
    id {id},
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX withdrawals_order ON withdrawals (order_id);
CREATE TABLE withdrawal_lines (
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    withdrawal_id BIGINT NOT NULL REFERENCES withdrawals (id) ON DELETE CASCADE,
    PRIMARY KEY (order_id, position)
);
CREATE INDEX withdrawal_lines_withdrawal ON withdrawal_lines (withdrawal_id);
CREATE TABLE file_fetches (
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    product_id BIGINT NOT NULL,
    file TEXT NOT NULL,
    fetched BIGINT NOT NULL,
    PRIMARY KEY (order_id, product_id, file)
);
";

const DOWN: &str = "

DROP TABLE file_fetches;
DROP TABLE withdrawal_lines;
DROP TABLE withdrawals;
";
