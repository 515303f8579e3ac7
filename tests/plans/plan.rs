//! The plan that a database makes for a statement.

use std::collections::BTreeSet;

use sea_orm::{ConnectOptions, ConnectionTrait, DatabaseBackend, DatabaseConnection, Statement};
use serde_json::Value;
use shop_storage::Db;
use shop_tests::Database;

/// Makes plans on an empty database with the shop's schema.
pub enum Planner {
    /// The shop's own connection, which knows its functions; the names of partial indexes.
    Sqlite(Db, BTreeSet<String>),
    /// One connection, since what is prepared is the connection's; the names of partial indexes.
    Postgres(DatabaseConnection, BTreeSet<String>),
}

impl Planner {
    /// For a migrated database.
    pub async fn new(database: &Database, address: &str, db: Db) -> Self {
        match database {
            Database::Sqlite => {
                let partial = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'";
                let names = names(&db, DatabaseBackend::Sqlite, partial).await;
                Self::Sqlite(db, names)
            }
            Database::Postgres(_) => {
                let mut options = ConnectOptions::new(address);
                options.max_connections(1).sqlx_logging(false);
                let connection = sea_orm::Database::connect(options).await.expect("the database is there");
                // The tables are empty: what is to be known is whether there is another way than reading them whole.
                for set in ["enable_seqscan = off", "plan_cache_mode = force_generic_plan"] {
                    connection.execute_unprepared(&format!("SET {set}")).await.expect("it can be set");
                }
                let partial = "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL";
                let names = names(&connection, DatabaseBackend::Postgres, partial).await;
                Self::Postgres(connection, names)
            }
        }
    }

    /// The tables that a statement reads whole. What a partial index has is a part.
    pub async fn scanned(&self, sql: &str) -> BTreeSet<String> {
        match self {
            Self::Sqlite(db, partial) => scanned_by_sqlite(db, partial, sql).await,
            Self::Postgres(connection, partial) => scanned_by_postgres(connection, partial, sql).await,
        }
    }
}

async fn names(on: &impl ConnectionTrait, kind: DatabaseBackend, sql: &str) -> BTreeSet<String> {
    let rows = on.query_all_raw(Statement::from_string(kind, sql)).await.expect("the indexes are known");
    rows.iter().map(|row| row.try_get::<String>("", "name").expect("a name")).collect()
}

async fn scanned_by_sqlite(db: &Db, partial: &BTreeSet<String>, sql: &str) -> BTreeSet<String> {
    let explain = Statement::from_string(DatabaseBackend::Sqlite, format!("EXPLAIN QUERY PLAN {sql}"));
    let rows = db.query_all_raw(explain).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let mut tables = BTreeSet::new();
    for row in rows {
        let detail: String = row.try_get("", "detail").expect("a step of the plan");
        let mut words = detail.split_whitespace();
        if words.next() != Some("SCAN") {
            continue;
        }
        let (Some(table), Some(index)) = (words.next(), Some(words.last().unwrap_or_default())) else { continue };
        if !partial.contains(index) {
            tables.insert(table.to_owned());
        }
    }
    tables
}

async fn scanned_by_postgres(on: &DatabaseConnection, partial: &BTreeSet<String>, sql: &str) -> BTreeSet<String> {
    let failed = |error| -> ! { panic!("{sql}: {error}") };
    let values = (1..).take_while(|n| sql.contains(&format!("${n}"))).map(|_| "NULL").collect::<Vec<_>>().join(", ");
    let arguments = if values.is_empty() { String::new() } else { format!("({values})") };
    // The shop writes out how text is folded when it sends the statement; a plan does not depend on it.
    let sql = sql.replace("SEARCH_KEY(", "LOWER(");
    if let Err(error) = on.execute_unprepared(&format!("PREPARE explained AS {sql}")).await {
        failed(error)
    }
    let explain = format!("EXPLAIN (FORMAT JSON) EXECUTE explained{arguments}");
    let row = match on.query_one_raw(Statement::from_string(DatabaseBackend::Postgres, explain)).await {
        Ok(row) => row.expect("a plan"),
        Err(error) => failed(error),
    };
    on.execute_unprepared("DEALLOCATE explained").await.expect("it is there");
    let plan: Value = row.try_get_by_index(0).expect("the plan is JSON");
    let mut tables = BTreeSet::new();
    add_scanned(&plan, partial, &mut tables);
    tables
}

/// Adds the tables of a plan's steps that read all rows: those without a condition that an index answers.
fn add_scanned(step: &Value, partial: &BTreeSet<String>, tables: &mut BTreeSet<String>) {
    match step {
        Value::Array(steps) => steps.iter().for_each(|step| add_scanned(step, partial, tables)),
        Value::Object(fields) => {
            let text = |name: &str| fields.get(name).and_then(Value::as_str);
            let reads = matches!(text("Node Type"), Some("Seq Scan" | "Index Scan" | "Index Only Scan"));
            let narrowed =
                fields.contains_key("Index Cond") || text("Index Name").is_some_and(|name| partial.contains(name));
            if let Some(table) = text("Relation Name").filter(|_| reads && !narrowed) {
                tables.insert(table.to_owned());
            }
            fields.values().for_each(|step| add_scanned(step, partial, tables));
        }
        _ => {}
    }
}
