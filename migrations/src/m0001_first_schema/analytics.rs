//! Daily and monthly sums of what happened on pages.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

use super::column::{bigint, bigint_key};
use super::constraint::{index, references};

pub(super) fn tables() -> Vec<TableCreateStatement> {
    vec![analytics_events(), analytics_words(), analytics_months(), reported_purchases()]
}

pub(super) fn indexes() -> Vec<IndexCreateStatement> {
    vec![
        // A day's totals, without a scan of the day's products.
        index("analytics_events_in_all", "analytics_events", &["day"]).and_where(Expr::col("product_id").eq(0)).take(),
    ]
}

/// Events of a day by product; product 0 is the shop's total.
fn analytics_events() -> TableCreateStatement {
    Table::create()
        .table("analytics_events")
        .col(bigint("day"))
        .col(text("event"))
        .col(bigint("product_id"))
        .col(bigint("events"))
        .col(bigint("pieces"))
        .col(bigint("visits"))
        .primary_key(Index::create().col("day").col("event").col("product_id"))
        .take()
}

fn analytics_words() -> TableCreateStatement {
    Table::create()
        .table("analytics_words")
        .col(bigint("day"))
        .col(text("kind"))
        .col(text("word"))
        .col(bigint("events"))
        .col(bigint("without_results"))
        .primary_key(Index::create().col("day").col("kind").col("word"))
        .take()
}

/// Sums by month, for reports of long periods.
fn analytics_months() -> TableCreateStatement {
    Table::create()
        .table("analytics_months")
        .col(bigint("month"))
        .col(bigint("product_id"))
        .col(bigint("views"))
        .col(bigint("added"))
        .col(bigint("checkouts"))
        .col(bigint("pieces"))
        .primary_key(Index::create().col("month").col("product_id"))
        .take()
}

/// Orders that the buyer's browser has reported, so that a reloaded page counts once.
fn reported_purchases() -> TableCreateStatement {
    Table::create()
        .table("reported_purchases")
        .col(bigint_key("order_id"))
        .col(bigint("reported_at"))
        .foreign_key(references("order_id", "orders").on_delete(ForeignKeyAction::Cascade))
        .take()
}
