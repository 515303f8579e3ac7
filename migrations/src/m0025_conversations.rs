//! Conversations of buyers with the shop, their messages and files, and answers that the merchant keeps ready.

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

// A conversation is of a company; without one it is read by its access key alone. `sent_key` is the same for a message that is
// sent twice.
const UP: &str = "

CREATE TABLE conversations (
    id {id},
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    vendor TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL,
    company_id BIGINT REFERENCES companies (id) ON DELETE CASCADE,
    customer_id BIGINT REFERENCES customers (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    lang TEXT NOT NULL,
    access_key TEXT NOT NULL,
    quoted TEXT,
    search TEXT NOT NULL,
    unread BOOLEAN NOT NULL,
    last_message_id BIGINT NOT NULL DEFAULT 0,
    last_shop_message_id BIGINT NOT NULL DEFAULT 0,
    last_message_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX conversations_company ON conversations (company_id, last_message_at);
CREATE INDEX conversations_customer ON conversations (customer_id);
CREATE INDEX conversations_inbox ON conversations (unread, last_message_at);
CREATE INDEX conversations_state ON conversations (state, unread, last_message_at);
CREATE TABLE conversation_messages (
    id {id},
    conversation_id BIGINT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    author TEXT NOT NULL,
    customer_id BIGINT REFERENCES customers (id) ON DELETE SET NULL,
    author_name TEXT NOT NULL,
    body TEXT NOT NULL,
    sent_key TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);
CREATE INDEX conversation_messages_thread ON conversation_messages (conversation_id, id);
CREATE INDEX conversation_messages_customer ON conversation_messages (customer_id);
CREATE TABLE conversation_files (
    id {id},
    message_id BIGINT NOT NULL REFERENCES conversation_messages (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    file TEXT NOT NULL UNIQUE
);
CREATE INDEX conversation_files_message ON conversation_files (message_id);
CREATE TABLE conversation_reads (
    conversation_id BIGINT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    customer_id BIGINT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    message_id BIGINT NOT NULL,
    PRIMARY KEY (conversation_id, customer_id)
);
CREATE INDEX conversation_reads_customer ON conversation_reads (customer_id);
CREATE TABLE message_templates (
    id {id},
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
";

const DOWN: &str = "

DROP TABLE message_templates;
DROP TABLE conversation_reads;
DROP TABLE conversation_files;
DROP TABLE conversation_messages;
DROP TABLE conversations;
";
