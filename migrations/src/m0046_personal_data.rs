//! Personal data whose time is over is found by an index; orders that name nobody any more.

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

ALTER TABLE orders ADD COLUMN nameless_at BIGINT;
CREATE INDEX orders_named ON orders (created_at) WHERE nameless_at IS NULL;
CREATE INDEX vat_checks_created ON vat_checks (created_at);
CREATE INDEX vat_checks_customer ON vat_checks (customer_id);
CREATE INDEX setting_changes_changed ON setting_changes (changed_at);
CREATE INDEX import_jobs_updated ON import_jobs (updated_at);
CREATE INDEX store_credit_spent ON store_credit (created_at) WHERE balance_cents = 0 AND email <> '';
CREATE INDEX outbox_recipient ON outbox (recipient);
CREATE INDEX conversations_email ON conversations (email);
CREATE INDEX reviews_reviewer_email ON reviews (reviewer_email);
";

const DOWN: &str = "

DROP INDEX reviews_reviewer_email;
DROP INDEX conversations_email;
DROP INDEX outbox_recipient;
DROP INDEX store_credit_spent;
DROP INDEX import_jobs_updated;
DROP INDEX setting_changes_changed;
DROP INDEX vat_checks_customer;
DROP INDEX vat_checks_created;
DROP INDEX orders_named;
ALTER TABLE orders DROP COLUMN nameless_at;
";
