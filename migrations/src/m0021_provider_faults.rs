//! What went wrong between shop and payment provider, for the merchant to see; and the provider's messages by time.

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

CREATE TABLE provider_faults (
    id {id},
    failed_at BIGINT NOT NULL,
    call TEXT NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL
);
CREATE INDEX payment_events_received ON payment_events (received_at)
";

const DOWN: &str = "

DROP INDEX payment_events_received;
DROP TABLE provider_faults
";
