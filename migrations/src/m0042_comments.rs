//! Comments under pages and posts.

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

/// `path` holds the numbers of the comments from the thread's first one to this one, of twelve digits each.
const UP: &str = "

CREATE TABLE comments (
    id {id},
    page_id BIGINT NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    parent_id BIGINT,
    path TEXT NOT NULL,
    customer_id BIGINT,
    author TEXT NOT NULL,
    author_email TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX comments_page ON comments (page_id, status, path);
CREATE INDEX comments_writer ON comments (page_id, author_email);
CREATE INDEX comments_status ON comments (status, created_at, id);
CREATE INDEX comments_customer ON comments (customer_id);
";

const DOWN: &str = "

DROP TABLE comments;
";
