//! Newsletter: who wants it, with the proof of consent; where a message's recipient can unsubscribe.

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

CREATE TABLE newsletter_subscribers (
    id {id},
    email TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    lang TEXT NOT NULL,
    access_key TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    consent_text TEXT NOT NULL,
    consent_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    left_at BIGINT
);
CREATE INDEX newsletter_subscribers_state ON newsletter_subscribers (state, consent_at);
CREATE INDEX newsletter_subscribers_left ON newsletter_subscribers (left_at);
ALTER TABLE outbox ADD COLUMN unsubscribe_url TEXT NOT NULL DEFAULT '';
";

const DOWN: &str = "

ALTER TABLE outbox DROP COLUMN unsubscribe_url;
DROP TABLE newsletter_subscribers;
";
