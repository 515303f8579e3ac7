//! Ways to find reviews by status and writer, and orders by product and address.

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

CREATE INDEX reviews_status ON reviews (status, created_at);
CREATE INDEX reviews_email ON reviews (product_id, reviewer_email);
CREATE INDEX order_lines_product ON order_lines (product_id);
CREATE INDEX orders_lower_email ON orders (LOWER(billing_email));
";

const DOWN: &str = "

DROP INDEX orders_lower_email;
DROP INDEX order_lines_product;
DROP INDEX reviews_email;
DROP INDEX reviews_status;
";
