//! Indexes that find staff by their role and customers by theirs without reading all accounts.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let staff = Index::create().name("customers_role").table("customers").col("role").take();
        manager.create_index(staff).await?;
        let holders = Index::create()
            .name("customers_customer_role")
            .table("customers")
            .col("customer_role_id")
            .and_where(Expr::col("customer_role_id").is_not_null())
            .take();
        manager.create_index(holders).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for name in ["customers_customer_role", "customers_role"] {
            manager.drop_index(Index::drop().name(name).table("customers").to_owned()).await?;
        }
        Ok(())
    }
}
