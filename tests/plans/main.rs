//! How each database runs the statements of the suite: none reads the whole of a large table, but for those of `full_scans.txt`,
//! each with its reason. `STATEMENTS` names the file in which the rules wrote their statements down
//! (`TEST_STATEMENTS_OF_RELEASE`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails says where")]

mod plan;
mod reasons;

use std::collections::{BTreeMap, BTreeSet};

use plan::Planner;
use reasons::{Reasons, condition};
use shop_tests::{Database, Place};

/// Tables that grow with the shop's customers and goods.
const LARGE: [&str; 7] =
    ["analytics_events", "carts", "customers", "order_events", "orders", "payment_events", "products"];

/// A full scan, as a line of `full_scans.txt` names it, and what it reads.
type Scans = BTreeMap<String, BTreeSet<String>>;

async fn scans(database: &Database, statements: &[(String, String)]) -> Scans {
    let kind = if matches!(database, Database::Sqlite) { "sqlite" } else { "postgres" };
    let place = Place::empty(database);
    let db = shop_storage::Db::open(place.database()).await.expect("the database opens");
    db.migrate().await.expect("the schema is made");
    let planner = Planner::new(database, place.database(), db).await;
    let mut found = Scans::new();
    for (_, sql) in statements.iter().filter(|(of, _)| of == kind) {
        let tables = planner.scanned(sql).await;
        let large = tables.into_iter().filter(|table| LARGE.contains(&table.as_str()));
        let large: BTreeSet<String> = large.map(|table| format!("{table} on {kind}")).collect();
        if !large.is_empty() {
            found.entry(condition(sql)).or_default().extend(large);
        }
    }
    found
}

#[tokio::test]
#[ignore = "reads the statements that the rules wrote down, and asks both databases"]
async fn no_statement_reads_the_whole_of_a_large_table_without_a_reason() {
    let file = std::env::var("STATEMENTS").expect("STATEMENTS names the file of the statements");
    let text = std::fs::read_to_string(&file).expect("the statements are there");
    let statements: Vec<(String, String)> = text
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter(|(_, sql)| ["SELECT", "WITH", "UPDATE", "DELETE", "INSERT"].iter().any(|word| sql.starts_with(word)))
        .map(|(kind, sql)| (kind.to_owned(), sql.to_owned()))
        .collect();
    let postgres = std::env::var("TEST_POSTGRES").expect("TEST_POSTGRES is the address of a server");
    let mut found = Scans::new();
    for database in [Database::Sqlite, Database::Postgres(postgres)] {
        for (condition, tables) in scans(&database, &statements).await {
            found.entry(condition).or_default().extend(tables);
        }
    }
    let reasons = Reasons::read();
    let unexplained: Vec<String> =
        found.iter().filter(|(one, _)| !reasons.hold(one)).map(|(one, tables)| format!("{tables:?}\n{one}")).collect();
    assert!(unexplained.is_empty(), "{} full scans without a reason:\n{}", unexplained.len(), unexplained.join("\n"));
    let idle: Vec<&str> = reasons.conditions().filter(|one| !found.contains_key(*one)).collect();
    assert!(idle.is_empty(), "reasons for what reads no table whole:\n{}", idle.join("\n"));
}
