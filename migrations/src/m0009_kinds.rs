//! Orders paid in parts, and times that are booked.

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

CREATE TABLE order_instalments (
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    due TEXT NOT NULL,
    cents BIGINT NOT NULL,
    status TEXT NOT NULL,
    method TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (order_id, position)
);
CREATE TABLE booking_slots (
    product_id BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    taken BIGINT NOT NULL,
    PRIMARY KEY (product_id, starts_at)
);
CREATE TABLE booked_places (
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    persons BIGINT NOT NULL,
    capacity BIGINT NOT NULL,
    PRIMARY KEY (order_id, position)
);
";

const DOWN: &str = "

DROP TABLE booked_places;
DROP TABLE booking_slots;
DROP TABLE order_instalments;
";
