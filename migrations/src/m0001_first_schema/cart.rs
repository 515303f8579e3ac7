//! Carts, and the coupons and store credit that lower their totals.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, text_uniq};

use super::column::{bigint, bigint_null, id, text_key};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![carts(), coupons(), coupon_emails(), store_credit()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("carts_expires", "carts", &["expires_at"]),
        index("coupon_emails_pattern", "coupon_emails", &["pattern"]),
        index("store_credit_customer", "store_credit", &["customer_id"]),
        index("store_credit_email", "store_credit", &["email"]),
        index("store_credit_expires", "store_credit", &["expires_at"]),
        index("store_credit_spent", "store_credit", &["created_at"])
            .and_where(Expr::col("balance_cents").eq(0))
            .and_where(Expr::col("email").ne(""))
            .take(),
    ]
}

fn carts() -> TableCreateStatement {
    Table::create()
        .table("carts")
        .col(text_key("session_key"))
        .col(bigint_null("customer_id"))
        .col(bigint("version"))
        .col(text("content"))
        .col(bigint("updated_at"))
        .col(bigint("expires_at"))
        .take()
}

fn coupons() -> TableCreateStatement {
    Table::create()
        .table("coupons")
        .col(id())
        .col(text_uniq("code"))
        .col(text("discount_type"))
        .col(bigint("amount"))
        .col(bigint("usage_count").default(0))
        .col(bigint_null("usage_limit"))
        .col(bigint_null("expires_at"))
        .col(boolean("shown_in_cart").default(false))
        .col(text("details"))
        .col(bigint("created_at"))
        .take()
}

/// Addresses that a coupon is limited to, in lower case; `*` stands for any characters.
fn coupon_emails() -> TableCreateStatement {
    Table::create()
        .table("coupon_emails")
        .col(bigint("coupon_id"))
        .col(text("pattern"))
        .primary_key(Index::create().col("coupon_id").col("pattern"))
        .foreign_key(references("coupon_id", "coupons").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Gift cards and refunds in store credit.
fn store_credit() -> TableCreateStatement {
    Table::create()
        .table("store_credit")
        .col(id())
        .col(text_uniq("code"))
        .col(bigint_null("customer_id"))
        .col(text("email"))
        .col(bigint("balance_cents").check(Expr::col("balance_cents").gte(0)))
        .col(bigint("issued_cents"))
        .col(bigint_null("expires_at"))
        .col(text("reason"))
        .col(bigint("created_at"))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::SetNull))
        .take()
}
