//! Sums of products by month, from which reports of long spans are made, and a way to what happened in all on a day past the rows of its
//! products.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DatabaseBackend;

/// The step.
#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let month = match manager.get_database_backend() {
            DatabaseBackend::Postgres => {
                "(date_trunc('month', DATE '1970-01-01' + CAST(day AS INTEGER))::date - DATE '1970-01-01')"
            }
            _ => "CAST(strftime('%s', day * 86400, 'unixepoch', 'start of month') AS INTEGER) / 86400",
        };
        crate::run(manager, &UP.replace("{month}", month)).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}

const UP: &str = "

CREATE INDEX analytics_events_in_all ON analytics_events (day) WHERE product_id = 0;

CREATE TABLE analytics_months (
    month BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    views BIGINT NOT NULL,
    added BIGINT NOT NULL,
    checkouts BIGINT NOT NULL,
    pieces BIGINT NOT NULL,
    PRIMARY KEY (month, product_id)
);

INSERT INTO analytics_months (month, product_id, views, added, checkouts, pieces)
SELECT {month}, product_id,
    SUM(CASE WHEN event = 'view_item' THEN events ELSE 0 END),
    SUM(CASE WHEN event = 'add_to_cart' THEN events ELSE 0 END),
    SUM(CASE WHEN event = 'begin_checkout' THEN events ELSE 0 END),
    SUM(CASE WHEN event = 'purchase' THEN pieces ELSE 0 END)
FROM analytics_events WHERE product_id > 0 GROUP BY 1, 2;
";

const DOWN: &str = "

DROP TABLE analytics_months;
DROP INDEX analytics_events_in_all;
";
