//! The buyer's own reference and wished day of delivery of orders, and orders that companies place again at intervals.

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

// `delivery_day`, `first_on`, `next_on` and `prepared_on` are days, counted from 1970-01-01.
const UP: &str = "

ALTER TABLE orders ADD COLUMN buyer_reference TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN delivery_day BIGINT;
CREATE INDEX orders_delivery_day ON orders (delivery_day, id);
CREATE TABLE standing_orders (
    id {id},
    company_id BIGINT NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
    customer_id BIGINT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    list_id BIGINT NOT NULL REFERENCES purchase_lists (id) ON DELETE CASCADE,
    repeats TEXT NOT NULL,
    first_on BIGINT NOT NULL,
    state TEXT NOT NULL,
    next_on BIGINT NOT NULL,
    prepared_on BIGINT,
    version BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX standing_orders_company ON standing_orders (company_id, id);
CREATE INDEX standing_orders_due ON standing_orders (state, next_on, id);
CREATE INDEX standing_orders_list ON standing_orders (list_id);
CREATE INDEX standing_orders_customer ON standing_orders (customer_id);
";

const DOWN: &str = "

DROP TABLE standing_orders;
DROP INDEX orders_delivery_day;
ALTER TABLE orders DROP COLUMN delivery_day;
ALTER TABLE orders DROP COLUMN buyer_reference;
";
