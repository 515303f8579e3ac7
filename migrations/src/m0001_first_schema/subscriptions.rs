//! Subscriptions and the orders that they generate.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text};

use super::column::{bigint, bigint_key, bigint_null, id, text_key};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![subscriptions(), subscription_orders(), method_setups()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("subscriptions_customer", "subscriptions", &["customer_id"]),
        index("subscriptions_order", "subscriptions", &["order_id"]),
        index("subscriptions_next", "subscriptions", &["status", "next_day"]),
        index("subscriptions_try", "subscriptions", &["try_at"]),
        index("subscriptions_method", "subscriptions", &["method_id"]),
        index("method_setups_customer", "method_setups", &["customer_id"]),
    ]
}

/// Subscriptions. Only an `automatic` one may charge a saved payment method: its customer agreed to charges in their absence.
fn subscriptions() -> TableCreateStatement {
    Table::create()
        .table("subscriptions")
        .col(id())
        .col(bigint("customer_id"))
        .col(bigint("order_id"))
        .col(text("status"))
        .col(text("terms"))
        .col(text("content"))
        .col(text("billing_email"))
        .col(text("billing_name"))
        .col(text("payment_method"))
        .col(boolean("automatic").default(false))
        .col(bigint_null("method_id"))
        .col(bigint_null("started_day"))
        .col(bigint("made"))
        .col(bigint("period"))
        .col(bigint_null("next_day"))
        .col(bigint_null("open_order_id"))
        .col(bigint("retry_day"))
        .col(bigint("tries").default(0))
        .col(bigint_null("try_at"))
        .col(boolean("trying").default(false))
        .col(text("refusal").default(""))
        .col(text("waits_for"))
        .col(bigint("reminded_day").default(0))
        .col(bigint("card_notified_day").default(0))
        .col(bigint("version"))
        .col(bigint("created_at"))
        .col(bigint("changed_at"))
        .foreign_key(&mut references("customer_id", "customers"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn subscription_orders() -> TableCreateStatement {
    Table::create()
        .table("subscription_orders")
        .col(bigint_key("order_id"))
        .col(bigint("subscription_id"))
        .col(bigint_null("number"))
        .index(Index::create().unique().col("subscription_id").col("number"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("subscription_id", "subscriptions").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Payment methods that customers are about to save for their subscriptions.
fn method_setups() -> TableCreateStatement {
    Table::create()
        .table("method_setups")
        .col(text_key("intent_id"))
        .col(bigint("customer_id"))
        .col(bigint_null("subscription_id"))
        .col(boolean("all_subscriptions"))
        .col(boolean("done").default(false))
        .col(bigint("created_at"))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("subscription_id", "subscriptions").on_delete(ForeignKeyAction::Cascade))
        .take()
}
