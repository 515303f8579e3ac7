//! Orders with their lines, history, instalments and bookings, and what follows an order: downloads and withdrawals.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, text_null, text_uniq};

use super::column::{bigint, bigint_null, id};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![
        orders(),
        order_lines(),
        order_events(),
        order_instalments(),
        booked_places(),
        coupon_uses(),
        credit_ledger(),
        file_fetches(),
        withdrawals(),
        withdrawal_lines(),
    ]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    let has_personal_data = || Expr::col("anonymised_at").is_null();
    vec![
        index("orders_status", "orders", &["status", "created_at"]),
        index("orders_email", "orders", &["billing_email"]),
        index("orders_customer", "orders", &["customer_id"]),
        index("orders_company", "orders", &["company_id", "id"]),
        index("orders_created", "orders", &["created_at"]),
        index("orders_hold", "orders", &["hold_until"]),
        index("orders_delivery_day", "orders", &["delivery_day", "id"]),
        index("orders_to_invoice", "orders", &["id"])
            .and_where(Expr::col("invoiced_at").is_null())
            .and_where(Expr::col("invoice_wanted").or(Expr::col("company_id").is_not_null()))
            .take(),
        index("orders_personal", "orders", &["created_at"]).and_where(has_personal_data()).take(),
        index("orders_unsold", "orders", &["updated_at"])
            .and_where(has_personal_data())
            .and_where(Expr::col("status").is_in(["cancelled", "failed", "checkout-draft"]))
            .take(),
        index("orders_attributed", "orders", &["attributed_at"])
            .and_where(Expr::col("attributed_at").is_not_null())
            .take(),
        index("order_lines_order", "order_lines", &["order_id"]),
        index("order_lines_product", "order_lines", &["product_id"]),
        index("order_events_order", "order_events", &["order_id"]),
        index("booked_places_time", "booked_places", &["starts_at"]),
        index("coupon_uses_order", "coupon_uses", &["order_id"]),
        index("credit_ledger_credit", "credit_ledger", &["credit_id"]),
        index("credit_ledger_order", "credit_ledger", &["order_id"]),
        index("withdrawals_order", "withdrawals", &["order_id"]),
        index("withdrawal_lines_withdrawal", "withdrawal_lines", &["withdrawal_id"]),
    ]
}

/// Orders. `delivery_day` counts from 1970-01-01; the `source_…` columns repeat the attribution in `content` for reports;
/// `anonymised_at` is when the buyer's personal data was removed.
fn orders() -> TableCreateStatement {
    Table::create()
        .table("orders")
        .col(id())
        .col(text_uniq("order_key"))
        .col(text("status"))
        .col(bigint_null("customer_id"))
        .col(bigint_null("company_id"))
        .col(text("ordered_by").default(""))
        .col(text("buyer_reference").default(""))
        .col(text("billing_email"))
        .col(text("billing_name"))
        .col(bigint("total_cents"))
        .col(bigint("refunded_cents").default(0))
        .col(bigint("credit_refunded_cents").default(0))
        .col(text("payment_method"))
        .col(boolean("stock_reduced"))
        .col(text("cart_hash"))
        .col(text_null("idempotency_key").unique_key())
        .col(text("content"))
        .col(bigint_null("delivery_day"))
        .col(boolean("invoice_wanted").default(false))
        .col(bigint_null("invoiced_at"))
        .col(text("source_type").default(""))
        .col(text("source_name").default(""))
        .col(text("source_medium").default(""))
        .col(text("source_campaign").default(""))
        .col(bigint_null("attributed_at"))
        .col(bigint("created_at"))
        .col(bigint("updated_at"))
        .col(bigint_null("hold_until"))
        .col(bigint_null("anonymised_at"))
        .foreign_key(&mut references("customer_id", "customers"))
        .take()
}

fn order_lines() -> TableCreateStatement {
    Table::create()
        .table("order_lines")
        .col(id())
        .col(bigint("order_id"))
        .col(bigint("position"))
        .col(bigint("product_id"))
        .col(bigint_null("stock_product_id"))
        .col(bigint("quantity"))
        .col(bigint("restocked").default(0))
        .col(text("sku"))
        .col(text("name"))
        .col(text("content"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn order_events() -> TableCreateStatement {
    Table::create()
        .table("order_events")
        .col(id())
        .col(bigint("order_id"))
        .col(text("kind"))
        .col(text_null("from_status"))
        .col(text_null("to_status"))
        .col(text("note"))
        .col(text("author"))
        .col(bigint("created_at"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn order_instalments() -> TableCreateStatement {
    Table::create()
        .table("order_instalments")
        .col(bigint("order_id"))
        .col(bigint("position"))
        .col(text("due"))
        .col(bigint("cents"))
        .col(text("status"))
        .col(text("method"))
        .col(bigint("changed_at"))
        .primary_key(Index::create().col("order_id").col("position"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn booked_places() -> TableCreateStatement {
    Table::create()
        .table("booked_places")
        .col(bigint("order_id"))
        .col(bigint("position"))
        .col(bigint("product_id"))
        .col(bigint("starts_at"))
        .col(bigint("persons"))
        .col(bigint("capacity"))
        .primary_key(Index::create().col("order_id").col("position"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn coupon_uses() -> TableCreateStatement {
    Table::create()
        .table("coupon_uses")
        .col(bigint("coupon_id"))
        .col(bigint("order_id"))
        .col(text("user_key"))
        .primary_key(Index::create().col("coupon_id").col("order_id"))
        .foreign_key(references("coupon_id", "coupons").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Movements of store credit. Neither the credit nor an order with movements can be deleted.
fn credit_ledger() -> TableCreateStatement {
    Table::create()
        .table("credit_ledger")
        .col(id())
        .col(bigint("credit_id"))
        .col(text("kind"))
        .col(bigint("cents"))
        .col(bigint_null("order_id"))
        .col(text("author"))
        .col(text("reason"))
        .col(bigint("created_at"))
        .foreign_key(&mut references("credit_id", "store_credit"))
        .foreign_key(&mut references("order_id", "orders"))
        .take()
}

/// How often each purchased file was downloaded.
fn file_fetches() -> TableCreateStatement {
    Table::create()
        .table("file_fetches")
        .col(bigint("order_id"))
        .col(bigint("product_id"))
        .col(text("file"))
        .col(bigint("fetched"))
        .primary_key(Index::create().col("order_id").col("product_id").col("file"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Consumers' declarations that they withdraw from an order.
fn withdrawals() -> TableCreateStatement {
    Table::create()
        .table("withdrawals")
        .col(id())
        .col(bigint("order_id"))
        .col(text("name"))
        .col(text("email"))
        .col(bigint("created_at"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Order lines that are withdrawn from; each line once.
fn withdrawal_lines() -> TableCreateStatement {
    Table::create()
        .table("withdrawal_lines")
        .col(bigint("order_id"))
        .col(bigint("position"))
        .col(bigint("withdrawal_id"))
        .primary_key(Index::create().col("order_id").col("position"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("withdrawal_id", "withdrawals").on_delete(ForeignKeyAction::Cascade))
        .take()
}
