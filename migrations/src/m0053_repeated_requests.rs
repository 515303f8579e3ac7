//! Payments and refunds keep the hash of the request that began them, so that a repeated request moves no money again.

use sea_orm_migration::prelude::*;

/// The step.
#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: [&str; 2] = ["payments", "refunds"];
const COLUMN: &str = "request_hash";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            let column = ColumnDef::new(Alias::new(COLUMN)).text().not_null().default("").to_owned();
            manager.alter_table(Table::alter().table(Alias::new(table)).add_column(column).to_owned()).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            let column = Alias::new(COLUMN);
            manager.alter_table(Table::alter().table(Alias::new(table)).drop_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
