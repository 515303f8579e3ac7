//! Accounts that were deleted.

use super::View;
use crate::plan::FaultKind;
use crate::world::{MOST_DEVIATION_MS, World};

/// Tables in which a deleted customer's address stays, because tax law requires the order's data to be retained.
const KEPT: [&str; 4] = ["orders", "invoices", "einvoices", "coupon_uses"];

/// What was begun so long before the deletion is done.
const SLACK_MS: i64 = 120_000;

/// Looks through every column of every table for the address of each account that was deleted.
pub(super) fn nothing_is_left(view: &View, world: &World) -> Vec<String> {
    let erased = world.with_known(|known| known.erased.clone());
    if erased.is_empty() {
        return Vec::new();
    }
    let slack_s =
        SLACK_MS / 1000 + if world.plan.per_mille(FaultKind::ClockJump) > 0 { MOST_DEVIATION_MS / 1000 } else { 0 };
    let mut found = Vec::new();
    for table in tables(view) {
        if KEPT.contains(&table.as_str()) {
            continue;
        }
        for column in columns(view, &table) {
            for (email, erased_ms) in &erased {
                let but = match table.as_str() {
                    // The orders go on, and have messages that are written later.
                    "outbox" => format!("AND created_at < {}", erased_ms / 1000 - slack_s),
                    // What is left of a credit is the customer's.
                    "store_credit" => "AND balance_cents = 0".to_owned(),
                    _ => String::new(),
                };
                let sql =
                    format!("SELECT 1 FROM \"{table}\" WHERE LOWER(CAST(\"{column}\" AS TEXT)) LIKE '%{email}%' {but}");
                if view.has(&sql) {
                    found.push(format!("{email} is in {table}.{column}"));
                }
            }
        }
    }
    found
}

fn tables(view: &View) -> Vec<String> {
    view.texts(if view.is_postgres() {
        "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'"
    } else {
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    })
}

fn columns(view: &View, table: &str) -> Vec<String> {
    view.texts(&if view.is_postgres() {
        format!("SELECT column_name::text FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '{table}'")
    } else {
        format!("SELECT name FROM pragma_table_info('{table}')")
    })
}
