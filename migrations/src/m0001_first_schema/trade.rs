//! How companies buy: purchase lists, approvals, offers, standing orders, and what they owe for orders by invoice.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text};

use super::column::{bigint, bigint_key, bigint_null, id};
use super::constraint::{index, references, unique_index};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![
        purchase_lists(),
        cart_approvals(),
        offers(),
        offer_orders(),
        standing_orders(),
        receivables(),
        received_payments(),
        received_payment_orders(),
    ]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    let is_unpaid = || Expr::col("paid_day").is_null();
    vec![
        index("purchase_lists_company", "purchase_lists", &["company_id", "updated_at"]),
        index("purchase_lists_customer", "purchase_lists", &["customer_id"]),
        index("cart_approvals_company", "cart_approvals", &["company_id", "id"]),
        index("cart_approvals_customer", "cart_approvals", &["customer_id", "id"]),
        // A sub-account has at most one cart that waits for approval.
        unique_index("cart_approvals_waiting", "cart_approvals", &["customer_id"])
            .and_where(Expr::col("state").eq("waiting"))
            .take(),
        index("offers_company", "offers", &["company_id", "id"]),
        index("offers_state", "offers", &["state", "id"]),
        index("offers_used_order", "offers", &["used_order_id"]),
        index("offer_orders_order", "offer_orders", &["order_id"]),
        index("standing_orders_company", "standing_orders", &["company_id", "id"]),
        index("standing_orders_due", "standing_orders", &["state", "next_on", "id"]),
        index("standing_orders_list", "standing_orders", &["list_id"]),
        index("standing_orders_customer", "standing_orders", &["customer_id"]),
        index("receivables_open", "receivables", &["company_id", "due_day"]).and_where(is_unpaid()).take(),
        index("receivables_due", "receivables", &["due_day"])
            .and_where(is_unpaid())
            .and_where(Expr::col("reminded_at").is_null())
            .take(),
        unique_index("received_payments_key", "received_payments", &["company_id", "idempotency_key"]),
        index("received_payments_company", "received_payments", &["company_id", "id"]),
        index("received_payment_orders_order", "received_payment_orders", &["order_id"]),
    ]
}

fn purchase_lists() -> TableCreateStatement {
    Table::create()
        .table("purchase_lists")
        .col(id())
        .col(bigint("company_id"))
        .col(bigint_null("customer_id"))
        .col(text("title"))
        .col(text("title_folded"))
        .col(text("lines"))
        .col(bigint("line_count"))
        .col(bigint("version").default(1))
        .col(bigint("created_at"))
        .col(bigint("updated_at"))
        .foreign_key(references("company_id", "companies").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::SetNull))
        .take()
}

/// Carts that sub-accounts submit to their main account.
fn cart_approvals() -> TableCreateStatement {
    Table::create()
        .table("cart_approvals")
        .col(id())
        .col(bigint("company_id"))
        .col(bigint("customer_id"))
        .col(text("state"))
        .col(text("lines"))
        .col(bigint("goods_cents"))
        .col(text("note"))
        .col(text("answer").default(""))
        .col(bigint_null("order_id"))
        .col(bigint("created_at"))
        .col(bigint_null("decided_at"))
        .foreign_key(references("company_id", "companies").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn offers() -> TableCreateStatement {
    Table::create()
        .table("offers")
        .col(id())
        .col(bigint("company_id"))
        .col(bigint_null("customer_id"))
        .col(bigint_null("conversation_id"))
        .col(text("title"))
        .col(text("state"))
        .col(boolean("once"))
        .col(bigint_null("valid_until"))
        .col(bigint_null("used_order_id"))
        .col(bigint_null("sent_at"))
        .col(bigint_null("seen_at"))
        .col(text("content"))
        .col(bigint("version").default(1))
        .col(bigint("created_at"))
        .col(bigint("updated_at"))
        .foreign_key(references("company_id", "companies").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn offer_orders() -> TableCreateStatement {
    Table::create()
        .table("offer_orders")
        .col(bigint("offer_id"))
        .col(bigint("order_id"))
        .primary_key(Index::create().col("offer_id").col("order_id"))
        .foreign_key(references("offer_id", "offers").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Purchase lists that are ordered at intervals. `first_on`, `next_on` and `prepared_on` are days since 1970-01-01.
fn standing_orders() -> TableCreateStatement {
    Table::create()
        .table("standing_orders")
        .col(id())
        .col(bigint("company_id"))
        .col(bigint("customer_id"))
        .col(bigint("list_id"))
        .col(text("repeats"))
        .col(bigint("first_on"))
        .col(text("state"))
        .col(bigint("next_on"))
        .col(bigint_null("prepared_on"))
        .col(bigint("version").default(1))
        .col(bigint("created_at"))
        .col(bigint("updated_at"))
        .foreign_key(references("company_id", "companies").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("list_id", "purchase_lists").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Amounts due for orders by invoice.
fn receivables() -> TableCreateStatement {
    Table::create()
        .table("receivables")
        .col(bigint_key("order_id"))
        .col(bigint("company_id"))
        .col(bigint("due_day"))
        .col(bigint("paid_cents").default(0))
        .col(bigint_null("paid_day"))
        .col(bigint_null("reminded_at"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Bank transfers from companies. A mistaken entry is reversed, not deleted.
fn received_payments() -> TableCreateStatement {
    Table::create()
        .table("received_payments")
        .col(id())
        .col(bigint("company_id"))
        .col(text("idempotency_key"))
        .col(bigint("amount_cents"))
        .col(bigint("received_day"))
        .col(text("reference"))
        .col(text("author"))
        .col(bigint("created_at"))
        .col(bigint_null("reversed_at"))
        .col(text("reversed_by").default(""))
        .col(text("reversal_note").default(""))
        .take()
}

/// How each payment is distributed over orders.
fn received_payment_orders() -> TableCreateStatement {
    Table::create()
        .table("received_payment_orders")
        .col(bigint("payment_id"))
        .col(bigint("order_id"))
        .col(bigint("amount_cents"))
        .primary_key(Index::create().col("payment_id").col("order_id"))
        .foreign_key(references("payment_id", "received_payments").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}
