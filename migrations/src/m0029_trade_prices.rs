//! Prices of roles and companies.

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

CREATE TABLE trade_prices (
    id {id},
    role_id BIGINT REFERENCES customer_roles (id) ON DELETE CASCADE,
    company_id BIGINT REFERENCES companies (id) ON DELETE CASCADE,
    item_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    price TEXT NOT NULL,
    UNIQUE (role_id, item_id),
    UNIQUE (company_id, item_id),
    CHECK ((role_id IS NULL) <> (company_id IS NULL))
);
CREATE INDEX trade_prices_item ON trade_prices (item_id);
INSERT INTO change_counters (name, value) VALUES ('trade_prices', 1)
";

const DOWN: &str = "

DELETE FROM change_counters WHERE name = 'trade_prices';
DROP TABLE trade_prices;
";
