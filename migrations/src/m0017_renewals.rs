//! Renewals that are charged by themselves: what a subscription is paid by, its tries, and setups that change it.

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

// Subscriptions that are there already go on being paid by hand: nobody agreed to charges without him.
const UP: &str = "

ALTER TABLE subscriptions ADD COLUMN automatic BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE subscriptions ADD COLUMN method_id BIGINT;
ALTER TABLE subscriptions ADD COLUMN tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscriptions ADD COLUMN try_at BIGINT;
ALTER TABLE subscriptions ADD COLUMN trying BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE subscriptions ADD COLUMN refusal TEXT NOT NULL DEFAULT '';
ALTER TABLE subscriptions ADD COLUMN card_told_day BIGINT NOT NULL DEFAULT 0;
CREATE INDEX subscriptions_try ON subscriptions (try_at);
CREATE INDEX subscriptions_method ON subscriptions (method_id);
CREATE TABLE method_setups (
    intent_id TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    subscription_id BIGINT REFERENCES subscriptions (id) ON DELETE CASCADE,
    all_subscriptions BOOLEAN NOT NULL,
    done BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL
);
CREATE INDEX method_setups_customer ON method_setups (customer_id)
";

const DOWN: &str = "

DROP TABLE method_setups;
DROP INDEX subscriptions_method;
DROP INDEX subscriptions_try;
ALTER TABLE subscriptions DROP COLUMN card_told_day;
ALTER TABLE subscriptions DROP COLUMN refusal;
ALTER TABLE subscriptions DROP COLUMN trying;
ALTER TABLE subscriptions DROP COLUMN try_at;
ALTER TABLE subscriptions DROP COLUMN tries;
ALTER TABLE subscriptions DROP COLUMN method_id;
ALTER TABLE subscriptions DROP COLUMN automatic
";
