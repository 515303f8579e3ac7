//! Invoices and electronic invoices, with their gapless numbers.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

use super::column::{bigint, bigint_key, bigint_null, id};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![invoice_counters(), invoices(), einvoice_counters(), einvoices(), einvoice_orders(), einvoice_events()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("einvoices_order", "einvoices", &["order_id"]),
        index("einvoices_day", "einvoices", &["day", "id"]),
        index("einvoices_due", "einvoices", &["carrier", "state", "next_at"])
            .and_where(Expr::col("next_at").is_not_null())
            .take(),
        index("einvoice_events_of", "einvoice_events", &["einvoice_id", "id"]),
    ]
}

/// The last number of each year. A sequence would leave gaps where a transaction is rolled back.
fn invoice_counters() -> TableCreateStatement {
    Table::create().table("invoice_counters").col(bigint_key("year")).col(bigint("last")).take()
}

/// Invoices. The law preserves them, so an order with an invoice cannot be deleted.
fn invoices() -> TableCreateStatement {
    Table::create()
        .table("invoices")
        .col(id())
        .col(bigint("year"))
        .col(bigint("number"))
        .col(bigint("order_id").unique_key())
        .col(text("content"))
        .col(text("author"))
        .col(bigint("issued_at"))
        .index(Index::create().unique().col("year").col("number"))
        .foreign_key(&mut references("order_id", "orders"))
        .take()
}

fn einvoice_counters() -> TableCreateStatement {
    Table::create()
        .table("einvoice_counters")
        .col(text("series"))
        .col(bigint("year"))
        .col(bigint("last"))
        .primary_key(Index::create().col("series").col("year"))
        .take()
}

/// Electronic invoices and credit notes. `file_number` is part of the transmitted file's name, which must be unique.
fn einvoices() -> TableCreateStatement {
    Table::create()
        .table("einvoices")
        .col(id())
        .col(text("kind"))
        .col(text("series"))
        .col(bigint("year"))
        .col(bigint("number"))
        .col(bigint("day"))
        .col(bigint("order_id"))
        .col(bigint_null("refund_id").unique_key())
        .col(text("buyer"))
        .col(text("search"))
        .col(bigint("total_cents"))
        .col(text("content"))
        .col(bigint("file_number").unique_key())
        .col(text("state"))
        .col(text("carrier"))
        .col(text("reference").default(""))
        .col(text("code").default(""))
        .col(text("answer").default(""))
        .col(bigint("attempts").default(0))
        .col(bigint_null("next_at"))
        .col(text("author"))
        .col(bigint("created_at"))
        .col(bigint("updated_at"))
        .index(Index::create().unique().col("series").col("year").col("number"))
        .foreign_key(&mut references("order_id", "orders"))
        .foreign_key(&mut references("refund_id", "refunds"))
        .take()
}

/// The electronic invoice of each order; at most one.
fn einvoice_orders() -> TableCreateStatement {
    Table::create()
        .table("einvoice_orders")
        .col(bigint_key("order_id"))
        .col(bigint("einvoice_id"))
        .foreign_key(&mut references("order_id", "orders"))
        .foreign_key(&mut references("einvoice_id", "einvoices"))
        .take()
}

fn einvoice_events() -> TableCreateStatement {
    Table::create()
        .table("einvoice_events")
        .col(id())
        .col(bigint("einvoice_id"))
        .col(text("state"))
        .col(text("code"))
        .col(text("answer"))
        .col(text("author"))
        .col(bigint("created_at"))
        .foreign_key(&mut references("einvoice_id", "einvoices"))
        .take()
}
