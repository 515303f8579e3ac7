//! Payment forms of the checkout, by the shopper's session.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text};

use super::column::{bigint, bigint_null, text_key};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![early_intents(), form_appearances(), paying_sessions()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("early_intents_session", "early_intents", &["session_key", "created_at"]),
        index("early_intents_age", "early_intents", &["created_at"]),
        index("form_appearances_age", "form_appearances", &["expires_at"]),
        index("paying_sessions_order", "paying_sessions", &["order_id"]),
    ]
}

/// Payment intents that were made before their order.
fn early_intents() -> TableCreateStatement {
    Table::create()
        .table("early_intents")
        .col(text_key("intent_id"))
        .col(text("session_key"))
        .col(bigint_null("order_id"))
        .col(bigint("cents"))
        .col(bigint("created_at"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Colours and sizes of the provider's form fields, derived from the session's pages.
fn form_appearances() -> TableCreateStatement {
    Table::create()
        .table("form_appearances")
        .col(text("session_key"))
        .col(text("theme"))
        .col(boolean("is_block"))
        .col(text("appearance"))
        .col(bigint("expires_at"))
        .primary_key(Index::create().col("session_key").col("theme").col("is_block"))
        .take()
}

/// The order that a session is paying.
fn paying_sessions() -> TableCreateStatement {
    Table::create()
        .table("paying_sessions")
        .col(text_key("session_key"))
        .col(bigint("order_id"))
        .col(bigint("updated_at"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}
