//! Readers: a new wish for the newsletter stands beside the proof of a subscription that ended; what the shop says under a page is
//! marked as its own; when a text was put aside; addresses that are not to be written to are known by their fingerprint.

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

ALTER TABLE newsletter_subscribers ADD COLUMN wished_at BIGINT;
ALTER TABLE newsletter_subscribers ADD COLUMN wish_source TEXT NOT NULL DEFAULT '';
ALTER TABLE newsletter_subscribers ADD COLUMN wish_text TEXT NOT NULL DEFAULT '';
CREATE INDEX newsletter_subscribers_wished ON newsletter_subscribers (wished_at);
ALTER TABLE comments ADD COLUMN by_shop BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE comments SET by_shop = TRUE WHERE author_email = '' AND author <> '' AND customer_id IS NULL;
ALTER TABLE comments ADD COLUMN put_aside_at BIGINT;
ALTER TABLE reviews ADD COLUMN put_aside_at BIGINT;
CREATE INDEX comments_author_email ON comments (author_email);
CREATE TABLE unwritten_emails (
    email_hash TEXT NOT NULL PRIMARY KEY,
    noted_at BIGINT NOT NULL
);
";

const DOWN: &str = "

DROP TABLE unwritten_emails;
DROP INDEX comments_author_email;
ALTER TABLE reviews DROP COLUMN put_aside_at;
ALTER TABLE comments DROP COLUMN put_aside_at;
ALTER TABLE comments DROP COLUMN by_shop;
DROP INDEX newsletter_subscribers_wished;
ALTER TABLE newsletter_subscribers DROP COLUMN wish_text;
ALTER TABLE newsletter_subscribers DROP COLUMN wish_source;
ALTER TABLE newsletter_subscribers DROP COLUMN wished_at;
";
