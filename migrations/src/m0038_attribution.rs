//! Where orders come from, as columns that sums are made by.

use sea_orm_migration::prelude::*;

/// The step.
#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        for (column, field) in COLUMNS {
            let value = match manager.get_database_backend() {
                sea_orm::DatabaseBackend::Postgres => format!("content::jsonb #>> '{{attribution,{field}}}'"),
                _ => format!("json_extract(content, '$.attribution.{field}')"),
            };
            let fill = format!(
                "UPDATE orders SET {column} = SUBSTR(COALESCE({value}, ''), 1, 200) WHERE content LIKE '%\"attribution\"%'"
            );
            manager.get_connection().execute_unprepared(&fill).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}

/// The columns, and the field of an order's attribution that each repeats.
const COLUMNS: [(&str, &str); 4] = [
    ("source_type", "source_type"),
    ("source_name", "utm_source"),
    ("source_medium", "utm_medium"),
    ("source_campaign", "utm_campaign"),
];

const UP: &str = "

ALTER TABLE orders ADD COLUMN source_type TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN source_name TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN source_medium TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN source_campaign TEXT NOT NULL DEFAULT '';
";

const DOWN: &str = "

ALTER TABLE orders DROP COLUMN source_campaign;
ALTER TABLE orders DROP COLUMN source_medium;
ALTER TABLE orders DROP COLUMN source_name;
ALTER TABLE orders DROP COLUMN source_type;
";
