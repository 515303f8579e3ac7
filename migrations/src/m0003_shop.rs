//! The shop itself: settings, secrets of the installation, and counters that tell when something changed.

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

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    content TEXT NOT NULL
);
CREATE TABLE change_counters (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO change_counters (name, value) VALUES ('catalogue', 1);
INSERT INTO change_counters (name, value) VALUES ('stock', 1);
INSERT INTO change_counters (name, value) VALUES ('settings', 1)
";

const DOWN: &str = "

DROP TABLE change_counters;
DROP TABLE settings;
";
