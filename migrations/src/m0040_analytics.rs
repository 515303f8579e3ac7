//! Sums of what happened on pages.

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

CREATE TABLE analytics_events (
    day BIGINT NOT NULL,
    event TEXT NOT NULL,
    product_id BIGINT NOT NULL,
    events BIGINT NOT NULL,
    pieces BIGINT NOT NULL,
    visits BIGINT NOT NULL,
    PRIMARY KEY (day, event, product_id)
);

CREATE TABLE analytics_words (
    day BIGINT NOT NULL,
    kind TEXT NOT NULL,
    word TEXT NOT NULL,
    events BIGINT NOT NULL,
    found_nothing BIGINT NOT NULL,
    PRIMARY KEY (day, kind, word)
);

CREATE TABLE told_purchases (
    order_id BIGINT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    told_at BIGINT NOT NULL
);
";

const DOWN: &str = "

DROP TABLE told_purchases;
DROP TABLE analytics_words;
DROP TABLE analytics_events;
";
