//! Offers to companies, and the orders that were made of them.

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

CREATE TABLE offers (
    id {id},
    company_id BIGINT NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
    customer_id BIGINT,
    conversation_id BIGINT,
    title TEXT NOT NULL,
    state TEXT NOT NULL,
    once BOOLEAN NOT NULL,
    valid_until BIGINT,
    used_order_id BIGINT,
    sent_at BIGINT,
    seen_at BIGINT,
    content TEXT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX offers_company ON offers (company_id, id);
CREATE INDEX offers_state ON offers (state, id);
CREATE INDEX offers_used_order ON offers (used_order_id);
CREATE TABLE offer_orders (
    offer_id BIGINT NOT NULL REFERENCES offers (id) ON DELETE CASCADE,
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    PRIMARY KEY (offer_id, order_id)
);
CREATE INDEX offer_orders_order ON offer_orders (order_id);
";

const DOWN: &str = "

DROP TABLE offer_orders;
DROP TABLE offers;
";
