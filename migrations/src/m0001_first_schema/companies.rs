//! Companies that buy: customer roles, registration, VAT checks and trade prices.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, text_null, text_uniq};

use super::column::{bigint, bigint_null, id, text_key};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![customer_roles(), registration_fields(), companies(), registration_files(), vat_checks(), trade_prices()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        index("companies_approval", "companies", &["approval", "id"]),
        index("companies_role", "companies", &["role_id"]),
        index("companies_vat_number", "companies", &["vat_number"]),
        index("registration_files_company", "registration_files", &["company_id", "created_at"]),
        index("vat_checks_number", "vat_checks", &["vat_number", "answered_at"]),
        index("vat_checks_answer", "vat_checks", &["answer", "id"]),
        index("vat_checks_due", "vat_checks", &["next_try_at"]),
        index("vat_checks_created", "vat_checks", &["created_at"]),
        index("vat_checks_customer", "vat_checks", &["customer_id"]),
        index("trade_prices_item", "trade_prices", &["item_id"]),
    ]
}

fn customer_roles() -> TableCreateStatement {
    Table::create()
        .table("customer_roles")
        .col(id())
        .col(text_uniq("slug"))
        .col(boolean("is_trade"))
        .col(bigint("position"))
        .col(text("terms"))
        .col(bigint("version").default(1))
        .take()
}

/// Fields of the registration form, of one role or of all.
fn registration_fields() -> TableCreateStatement {
    Table::create()
        .table("registration_fields")
        .col(id())
        .col(text_uniq("name"))
        .col(bigint_null("role_id"))
        .col(bigint("position"))
        .col(text("content"))
        .col(bigint("version").default(1))
        .foreign_key(references("role_id", "customer_roles").on_delete(ForeignKeyAction::Cascade))
        .take()
}

fn companies() -> TableCreateStatement {
    Table::create()
        .table("companies")
        .col(id())
        .col(bigint("owner_id").unique_key())
        .col(bigint("role_id"))
        .col(text("approval"))
        .col(text("name"))
        .col(text("country"))
        .col(text("vat_number").default(""))
        .col(text("vat_status").default("unchecked"))
        .col(bigint_null("vat_checked_at"))
        .col(boolean("credit_limited").default(false))
        .col(bigint("credit_limit_cents").default(0))
        .col(text("content"))
        .col(bigint("version").default(1))
        .col(bigint("created_at"))
        .col(bigint_null("changed_at"))
        .foreign_key(references("owner_id", "customers").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(&mut references("role_id", "customer_roles"))
        .take()
}

/// Files uploaded with registrations.
fn registration_files() -> TableCreateStatement {
    Table::create()
        .table("registration_files")
        .col(text_key("stored_name"))
        .col(text("name"))
        .col(text("kind"))
        .col(bigint("size_bytes"))
        .col(bigint_null("company_id"))
        .col(bigint("created_at"))
        .foreign_key(references("company_id", "companies").on_delete(ForeignKeyAction::SetNull))
        .take()
}

/// Requests to the VAT register. They have no foreign keys: the proof outlives the customer and the company.
fn vat_checks() -> TableCreateStatement {
    Table::create()
        .table("vat_checks")
        .col(id())
        .col(bigint_null("customer_id"))
        .col(bigint_null("company_id"))
        .col(text("email").default(""))
        .col(text("requested_by"))
        .col(text("country"))
        .col(text("vat_number"))
        .col(text("answer"))
        .col(text_null("failure"))
        .col(text("name").default(""))
        .col(text("address").default(""))
        .col(text("consultation").default(""))
        .col(bigint("tries").default(1))
        .col(bigint_null("next_try_at"))
        .col(bigint("created_at"))
        .col(bigint_null("answered_at"))
        .take()
}

/// Prices of a role or of a company, never of both.
fn trade_prices() -> TableCreateStatement {
    Table::create()
        .table("trade_prices")
        .col(id())
        .col(bigint_null("role_id"))
        .col(bigint_null("company_id"))
        .col(bigint("item_id"))
        .col(text("price"))
        .index(Index::create().unique().col("role_id").col("item_id"))
        .index(Index::create().unique().col("company_id").col("item_id"))
        .check(Expr::col("role_id").is_null().ne(Expr::col("company_id").is_null()))
        .foreign_key(references("role_id", "customer_roles").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("company_id", "companies").on_delete(ForeignKeyAction::Cascade))
        .foreign_key(references("item_id", "products").on_delete(ForeignKeyAction::Cascade))
        .take()
}
