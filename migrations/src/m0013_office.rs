//! What the back office keeps of the catalogue: addresses that were, English names of tags and attributes,
//! and places that a refund gives back.

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

CREATE TABLE former_slugs (
    owner TEXT NOT NULL,
    slug TEXT NOT NULL,
    owner_id BIGINT NOT NULL,
    PRIMARY KEY (owner, slug)
);
ALTER TABLE tags ADD COLUMN name_en TEXT NOT NULL DEFAULT '';
ALTER TABLE attributes ADD COLUMN name_en TEXT NOT NULL DEFAULT '';
ALTER TABLE attribute_terms ADD COLUMN name_en TEXT NOT NULL DEFAULT '';
ALTER TABLE refunds ADD COLUMN persons_freed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX booked_places_time ON booked_places (starts_at);
";

const DOWN: &str = "

DROP INDEX booked_places_time;
ALTER TABLE refunds DROP COLUMN persons_freed;
ALTER TABLE attribute_terms DROP COLUMN name_en;
ALTER TABLE attributes DROP COLUMN name_en;
ALTER TABLE tags DROP COLUMN name_en;
DROP TABLE former_slugs;
";
