//! Counts and times statements by name: the verb and the table.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sea_orm::DatabaseConnection;
use sea_orm::metric::Info;

/// Slower statements are logged. The shop's budget for a page is 100 ms, so shoppers notice one of these.
const SLOW: Duration = Duration::from_millis(200);

/// Figures of this process, by verb and table.
static FIGURES: Mutex<BTreeMap<String, BTreeMap<String, Figures>>> = Mutex::new(BTreeMap::new());

#[derive(Clone, Copy, Default)]
struct Figures {
    count: u64,
    failed: u64,
    elapsed: Duration,
}

impl Figures {
    fn add(&mut self, info: &Info<'_>) {
        self.count += 1;
        self.failed += u64::from(info.failed);
        self.elapsed += info.elapsed;
    }
}

/// Figures of all statements with one name since the process started.
#[derive(Clone, Debug)]
pub struct StatementFigures {
    /// Verb and table: `select orders`.
    pub name: String,
    /// Number of executions.
    pub count: u64,
    /// Number of failures.
    pub failed: u64,
    /// Total duration, including waits for locks.
    pub elapsed: Duration,
}

/// The figures of all statements of this process, by name.
pub fn statement_figures() -> Vec<StatementFigures> {
    let figures = FIGURES.lock().unwrap_or_else(PoisonError::into_inner);
    let named = figures.iter().flat_map(|(verb, tables)| {
        tables.iter().map(move |(table, of)| StatementFigures {
            name: format!("{} {table}", verb.to_ascii_lowercase()).trim_end().to_owned(),
            count: of.count,
            failed: of.failed,
            elapsed: of.elapsed,
        })
    });
    named.collect()
}

/// Counts and times the statements of a connection.
pub(super) fn observe(connection: &mut DatabaseConnection) {
    connection.set_metric_callback(record);
}

fn record(info: &Info<'_>) {
    let (verb, table) = name(&info.statement.sql);
    if info.elapsed > SLOW {
        let elapsed_ms = u64::try_from(info.elapsed.as_millis()).unwrap_or(u64::MAX);
        tracing::warn!(verb, table, elapsed_ms, sql = info.statement.sql, "a statement took long");
    }
    let mut figures = FIGURES.lock().unwrap_or_else(PoisonError::into_inner);
    // Allocates strings for a new name only, because this runs for every statement.
    match figures.get_mut(verb).and_then(|tables| tables.get_mut(table)) {
        Some(of) => of.add(info),
        None => figures.entry(verb.to_owned()).or_default().entry(table.to_owned()).or_default().add(info),
    }
}

/// Verb and table of a statement: the first word, and the table after `FROM`, `INTO` or `UPDATE`; empty if there is none.
fn name(sql: &str) -> (&str, &str) {
    let verb = sql.split([' ', '(']).next().unwrap_or_default();
    let before = match verb {
        "UPDATE" => "UPDATE",
        "INSERT" => "INTO",
        _ => "FROM",
    };
    let rest = sql.split_once(before).map(|(_, rest)| rest).unwrap_or_default();
    let mut words = rest.split([' ', '\n', '(', ')', ',']).filter(|word| !word.is_empty());
    let table = match words.next() {
        // With a subquery, the table is the subquery's.
        Some("SELECT") => words.skip_while(|word| *word != "FROM").find(|word| *word != "FROM"),
        table => table,
    };
    (verb, table.unwrap_or_default().trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_statement_is_named_by_what_it_does_to_which_table() {
        for (sql, expected) in [
            (r#"SELECT "orders"."id" FROM "orders" WHERE "orders"."id" = $1"#, ("SELECT", "orders")),
            ("SELECT COUNT(*) FROM carts", ("SELECT", "carts")),
            (r#"SELECT "o"."id" FROM (SELECT "id" FROM "orders") AS "o""#, ("SELECT", "orders")),
            (r#"INSERT INTO "order_lines" ("order_id") VALUES (?), (?)"#, ("INSERT", "order_lines")),
            (r#"UPDATE "products" SET "name" = ?"#, ("UPDATE", "products")),
            (r#"DELETE FROM "carts" WHERE 1 = 1"#, ("DELETE", "carts")),
            ("BEGIN", ("BEGIN", "")),
        ] {
            assert_eq!(name(sql), expected, "{sql}");
        }
    }
}
