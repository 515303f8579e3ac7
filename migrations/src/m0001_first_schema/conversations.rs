//! Conversations between buyers and the shop.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, text_null, text_uniq};

use super::column::{bigint, bigint_null, id};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![conversations(), conversation_messages(), conversation_files(), conversation_reads(), message_templates()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("conversations_company", "conversations", &["company_id", "last_message_at"]),
        index("conversations_customer", "conversations", &["customer_id"]),
        index("conversations_inbox", "conversations", &["unread", "last_message_at"]),
        index("conversations_state", "conversations", &["state", "unread", "last_message_at"]),
        index("conversations_email", "conversations", &["email"]),
        index("conversation_messages_thread", "conversation_messages", &["conversation_id", "id"]),
        index("conversation_messages_customer", "conversation_messages", &["customer_id"]),
        index("conversation_files_message", "conversation_files", &["message_id"]),
        index("conversation_reads_customer", "conversation_reads", &["customer_id"]),
    ]
}

/// Conversations. One without a company is opened by its access key alone.
fn conversations() -> TableCreateStatement {
    Table::create()
        .table("conversations")
        .col(id())
        .col(text("kind"))
        .col(text("title"))
        .col(text("vendor").default(""))
        .col(text("state"))
        .col(bigint_null("company_id"))
        .col(bigint_null("customer_id"))
        .col(text("name"))
        .col(text("email"))
        .col(text("lang"))
        .col(text("access_key"))
        .col(text_null("quoted"))
        .col(text("search"))
        .col(boolean("unread"))
        .col(bigint("last_message_id").default(0))
        .col(bigint("last_shop_message_id").default(0))
        .col(bigint("last_message_at"))
        .col(bigint("created_at"))
        .foreign_key(references("company_id", "companies").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::SetNull))
        .take()
}

/// Messages. A message that is sent twice has the same `sent_key` and is stored once.
fn conversation_messages() -> TableCreateStatement {
    Table::create()
        .table("conversation_messages")
        .col(id())
        .col(bigint("conversation_id"))
        .col(text("author"))
        .col(bigint_null("customer_id"))
        .col(text("author_name"))
        .col(text("body"))
        .col(text_uniq("sent_key"))
        .col(bigint("created_at"))
        .foreign_key(references("conversation_id", "conversations").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::SetNull))
        .take()
}

fn conversation_files() -> TableCreateStatement {
    Table::create()
        .table("conversation_files")
        .col(id())
        .col(bigint("message_id"))
        .col(text("name"))
        .col(text("kind"))
        .col(bigint("size_bytes"))
        .col(text_uniq("file"))
        .foreign_key(references("message_id", "conversation_messages").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// The last message that each customer has read.
fn conversation_reads() -> TableCreateStatement {
    Table::create()
        .table("conversation_reads")
        .col(bigint("conversation_id"))
        .col(bigint("customer_id"))
        .col(bigint("message_id"))
        .primary_key(Index::create().col("conversation_id").col("customer_id"))
        .foreign_key(references("conversation_id", "conversations").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// The merchant's prepared answers.
fn message_templates() -> TableCreateStatement {
    Table::create()
        .table("message_templates")
        .col(id())
        .col(text("name"))
        .col(text("body"))
        .col(bigint("version").default(1))
        .take()
}
