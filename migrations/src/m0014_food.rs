//! Reductions whose time is set: when they begin and end joins the price history, as saving a product has it since.

use sea_orm_migration::prelude::*;

/// The step.
#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    /// What was added cannot be told from what was there; it does no harm.
    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }
}

const UP: &str = "

INSERT INTO price_history (product_id, price_cents, since)
SELECT id, sale_cents, sale_from FROM products
WHERE sale_cents < regular_cents AND (sale_to IS NULL OR sale_from < sale_to)
AND sale_from > (SELECT MAX(since) FROM price_history WHERE product_id = products.id);
INSERT INTO price_history (product_id, price_cents, since)
SELECT id, regular_cents, sale_to FROM products
WHERE sale_cents < regular_cents AND (sale_from IS NULL OR sale_from < sale_to)
AND sale_to > (SELECT MAX(since) FROM price_history WHERE product_id = products.id);
";
