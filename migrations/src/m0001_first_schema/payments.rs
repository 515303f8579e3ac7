//! Payments and refunds, the provider's messages about them, and what the provider stores for customers.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, text_null, text_uniq};

use super::column::{bigint, bigint_null, id, text_key};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![
        payments(),
        payment_events(),
        refunds(),
        gateway_refunds(),
        gateway_customers(),
        saved_methods(),
        provider_errors(),
    ]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("payments_check", "payments", &["check_at"]),
        index("payment_events_apply", "payment_events", &["apply_at"]),
        index("payment_events_intent", "payment_events", &["intent_id"]),
        index("payment_events_received", "payment_events", &["received_at"]),
        index("refunds_order", "refunds", &["order_id"]),
        index("refunds_created", "refunds", &["created_at"]),
        index("refunds_to_credit", "refunds", &["id"]).and_where(Expr::col("credit_note_settled").not()).take(),
        index("gateway_refunds_order", "gateway_refunds", &["order_id"]),
        index("gateway_refunds_refund", "gateway_refunds", &["refund_id"]),
        index("gateway_refunds_payment", "gateway_refunds", &["payment_id"]),
        index("gateway_refunds_check", "gateway_refunds", &["check_at"]),
        index("saved_methods_customer", "saved_methods", &["customer_id"]),
    ]
}

/// Payments. `request_hash` identifies the request that started one, so that a repeated request moves no money again.
fn payments() -> TableCreateStatement {
    Table::create()
        .table("payments")
        .col(id())
        .col(bigint("order_id"))
        .col(bigint("number"))
        .col(bigint_null("part"))
        .col(bigint("attempt"))
        .col(text_null("intent_id").unique_key())
        .col(text("method"))
        .col(bigint("cents"))
        .col(boolean("saves_method"))
        .col(text("facts"))
        .col(text("request_hash").default(""))
        .col(bigint("busy_until"))
        .col(bigint_null("check_at"))
        .col(bigint("checks"))
        .col(bigint("version"))
        .col(bigint("created_at"))
        .index(Index::create().unique().col("order_id").col("number"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Messages from the provider, by the provider's id.
fn payment_events() -> TableCreateStatement {
    Table::create()
        .table("payment_events")
        .col(text_key("id"))
        .col(text("kind"))
        .col(text("intent_id"))
        .col(text("form"))
        .col(text("detail").default("{}"))
        .col(bigint("received_at"))
        .col(bigint("tries"))
        .col(bigint_null("apply_at"))
        .take()
}

/// Refunds, in money or in store credit. `request_hash` works as in [`payments`].
fn refunds() -> TableCreateStatement {
    Table::create()
        .table("refunds")
        .col(id())
        .col(bigint("order_id"))
        .col(boolean("as_credit"))
        .col(bigint("amount_cents"))
        .col(bigint("shipping_cents"))
        .col(bigint("failed_cents").default(0))
        .col(text("lines"))
        .col(boolean("restocked"))
        .col(bigint("persons_freed").default(0))
        .col(bigint_null("credit_id"))
        .col(boolean("credit_note_settled").default(false))
        .col(text("reason"))
        .col(text("author"))
        .col(text("request_hash").default(""))
        .col(bigint("created_at"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(&mut references("credit_id", "store_credit"))
        .take()
}

/// The parts of refunds that the provider pays out, each from one payment.
fn gateway_refunds() -> TableCreateStatement {
    Table::create()
        .table("gateway_refunds")
        .col(id())
        .col(bigint("order_id"))
        .col(bigint("refund_id"))
        .col(bigint("payment_id"))
        .col(bigint("cents"))
        .col(text_null("gateway_id").unique_key())
        .col(text("state"))
        .col(text("failure"))
        .col(bigint_null("check_at"))
        .col(boolean("reissued").default(false))
        .col(bigint("created_at"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("refund_id", "refunds").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("payment_id", "payments").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// The provider's ids of customers. `scope` is the provider's account: each account numbers its own customers.
fn gateway_customers() -> TableCreateStatement {
    Table::create()
        .table("gateway_customers")
        .col(bigint("customer_id"))
        .col(text("scope"))
        .col(text("gateway_id"))
        .primary_key(Index::create().col("customer_id").col("scope"))
        .index(Index::create().unique().col("scope").col("gateway_id"))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn saved_methods() -> TableCreateStatement {
    Table::create()
        .table("saved_methods")
        .col(id())
        .col(bigint("customer_id"))
        .col(text("scope").default(""))
        .col(text_uniq("method_id"))
        .col(text("kind"))
        .col(text("brand"))
        .col(text("last4"))
        .col(bigint_null("expires_month"))
        .col(bigint_null("expires_year"))
        .col(text("email"))
        .col(boolean("is_default"))
        .col(bigint("created_at"))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Calls to the provider that failed.
fn provider_errors() -> TableCreateStatement {
    Table::create()
        .table("provider_errors")
        .col(id())
        .col(bigint("failed_at"))
        .col(text("call"))
        .col(text("code"))
        .col(text("message"))
        .take()
}
