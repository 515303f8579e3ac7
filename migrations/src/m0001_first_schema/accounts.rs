//! Customers, their logins, and the links that are e-mailed to them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, text_null, text_uniq};

use super::column::{bigint, bigint_null, id, text_key};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![customers(), logins(), account_tokens()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("customers_company", "customers", &["company_id"]),
        index("logins_customer", "logins", &["customer_id"]),
        index("account_tokens_customer", "account_tokens", &["customer_id"]),
        index("account_tokens_expires", "account_tokens", &["expires_at"]),
    ]
}

fn customers() -> TableCreateStatement {
    Table::create()
        .table("customers")
        .col(id())
        .col(text_uniq("email"))
        .col(text_uniq("username"))
        .col(text("password_hash"))
        .col(text("role"))
        .col(text("first_name").default(""))
        .col(text("last_name").default(""))
        .col(text("details").default("{}"))
        .col(bigint_null("customer_role_id"))
        .col(bigint_null("company_id"))
        .col(text_null("subaccount"))
        .col(bigint("created_at"))
        .col(bigint_null("email_confirmed_at"))
        .col(bigint_null("blocked_at"))
        .take()
}

fn logins() -> TableCreateStatement {
    Table::create()
        .table("logins")
        .col(text_key("token_hash"))
        .col(bigint("customer_id"))
        .col(text("browser").default(""))
        .col(bigint("created_at"))
        .col(bigint("expires_at"))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::Cascade))
        .take()
}

/// Pending e-mail confirmations, password resets and registrations.
fn account_tokens() -> TableCreateStatement {
    Table::create()
        .table("account_tokens")
        .col(text_key("token_hash"))
        .col(text("purpose"))
        .col(bigint_null("customer_id"))
        .col(text("email"))
        .col(text("password_hash").default(""))
        .col(text_null("registration"))
        .col(bigint_null("role_id"))
        .col(bigint("created_at"))
        .col(bigint("expires_at"))
        .foreign_key(references("customer_id", "customers").on_delete(ForeignKeyAction::Cascade))
        .take()
}
