//! How often each statement ran and how long it took, by its name: what it does and the table that it does it to.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sea_orm::DatabaseConnection;
use sea_orm::metric::Info;

/// A statement that takes longer is logged. Pages have 100 ms (the budget of the shop), so one of these is felt.
const SLOW: Duration = Duration::from_millis(200);

/// Figures by name, of this process.
static FIGURES: Mutex<BTreeMap<String, Figures>> = Mutex::new(BTreeMap::new());

#[derive(Clone, Copy, Default)]
struct Figures {
    count: u64,
    failed: u64,
    elapsed: Duration,
}

/// The figures of all statements with one name, since the process began.
#[derive(Clone, Debug)]
pub struct StatementFigures {
    /// What they do, and to which table: `select orders`.
    pub name: String,
    /// How many ran.
    pub count: u64,
    /// How many of them failed.
    pub failed: u64,
    /// The time that all took together, waiting for locks included.
    pub elapsed: Duration,
}

/// The figures of all statements of this process, by name.
pub fn statement_figures() -> Vec<StatementFigures> {
    let figures = FIGURES.lock().unwrap_or_else(PoisonError::into_inner);
    let named = figures.iter().map(|(name, of)| StatementFigures {
        name: name.clone(),
        count: of.count,
        failed: of.failed,
        elapsed: of.elapsed,
    });
    named.collect()
}

/// Has a connection's statements counted and timed.
pub(super) fn observe(connection: &mut DatabaseConnection) {
    connection.set_metric_callback(record);
}

fn record(info: &Info<'_>) {
    let name = name(&info.statement.sql);
    if info.elapsed > SLOW {
        let elapsed_ms = u64::try_from(info.elapsed.as_millis()).unwrap_or(u64::MAX);
        tracing::warn!(statement = name, elapsed_ms, sql = info.statement.sql, "a statement took long");
    }
    let mut figures = FIGURES.lock().unwrap_or_else(PoisonError::into_inner);
    let of = figures.entry(name).or_default();
    of.count += 1;
    of.failed += u64::from(info.failed);
    of.elapsed += info.elapsed;
}

/// `select orders`: the first word, and the table after `FROM`, `INTO` or `UPDATE`.
fn name(sql: &str) -> String {
    let mut words = sql.split([' ', '\n', '(', ')', ',']).filter(|word| !word.is_empty());
    let verb = words.next().unwrap_or_default().to_ascii_lowercase();
    let table = match verb.as_str() {
        "update" => words.next(),
        "insert" => words.nth(1),
        _ => words.skip_while(|word| *word != "FROM").find(|word| !["FROM", "SELECT"].contains(word)),
    };
    match table {
        Some(table) => format!("{verb} {}", table.trim_matches('"')),
        None => verb,
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_statement_is_named_by_what_it_does_to_which_table() {
        for (sql, expected) in [
            (r#"SELECT "orders"."id" FROM "orders" WHERE "orders"."id" = $1"#, "select orders"),
            ("SELECT COUNT(*) FROM carts", "select carts"),
            (r#"INSERT INTO "order_lines" ("order_id") VALUES (?), (?)"#, "insert order_lines"),
            (r#"UPDATE "products" SET "name" = ?"#, "update products"),
            (r#"DELETE FROM "carts" WHERE 1 = 1"#, "delete carts"),
            ("BEGIN", "begin"),
        ] {
            assert_eq!(name(sql), expected, "{sql}");
        }
    }
}
