//! Personal data: where orders came from has a time of its own, what goes by an address is found whatever its case, the provider's
//! erasures are asked for in turn, and breaches are noted.

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

ALTER TABLE orders ADD COLUMN attributed_at BIGINT;
UPDATE orders SET attributed_at = created_at WHERE content LIKE '%\"attribution\":{\"%';
CREATE INDEX orders_attributed ON orders (attributed_at) WHERE attributed_at IS NOT NULL;
CREATE INDEX orders_unsold ON orders (updated_at) WHERE nameless_at IS NULL AND status IN ('cancelled', 'failed', 'checkout-draft');
CREATE INDEX outbox_addressee ON outbox (LOWER(recipient));
CREATE INDEX conversations_addressee ON conversations (LOWER(email));
CREATE INDEX vat_checks_addressee ON vat_checks (LOWER(email)) WHERE email <> '';
ALTER TABLE gateway_erasures ADD COLUMN asked_at BIGINT;
ALTER TABLE gateway_erasures ADD COLUMN tries BIGINT NOT NULL DEFAULT 0;
CREATE TABLE data_breaches (
    id {id},
    known_at BIGINT NOT NULL,
    facts TEXT NOT NULL,
    people TEXT NOT NULL,
    effects TEXT NOT NULL,
    measures TEXT NOT NULL,
    authority_told_at BIGINT,
    people_told_at BIGINT,
    author TEXT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX data_breaches_known ON data_breaches (known_at, id);
";

const DOWN: &str = "

DROP TABLE data_breaches;
ALTER TABLE gateway_erasures DROP COLUMN tries;
ALTER TABLE gateway_erasures DROP COLUMN asked_at;
DROP INDEX vat_checks_addressee;
DROP INDEX conversations_addressee;
DROP INDEX outbox_addressee;
DROP INDEX orders_unsold;
DROP INDEX orders_attributed;
ALTER TABLE orders DROP COLUMN attributed_at;
";
