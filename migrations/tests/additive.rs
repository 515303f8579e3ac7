//! While a new version is brought in, servers of the former one go on working on the new schema. So what ships from now on only
//! adds: the former one's statements mean what they meant.

use std::fs;
use std::path::Path;

/// The last step that was free to change what was there.
const LAST_FREE: &str = "m0021";

/// What is wrong with a step's statements for servers that do not know it.
fn faults(up: &str) -> Vec<String> {
    let made: Vec<String> = statements(up).filter_map(|sql| after(&sql, "CREATE TABLE ")).collect();
    let mut faults = Vec::new();
    for sql in statements(up) {
        let of_its_own = ["ALTER TABLE ", " ON ", "DELETE FROM ", "DROP INDEX "]
            .iter()
            .filter_map(|before| after(&sql, before))
            .any(|table| made.contains(&table));
        let bad = |word: &str| sql.contains(word);
        let fault = if bad("DROP ") && !of_its_own {
            "drops what is used"
        } else if bad(" RENAME ") {
            "renames what is used"
        } else if bad(" ALTER COLUMN ") || bad(" SET NOT NULL") {
            "changes a column"
        } else if bad(" ADD COLUMN ") && bad(" NOT NULL") && !bad(" DEFAULT ") {
            "adds a column that former servers leave empty"
        } else if (!of_its_own && (bad(" ADD CONSTRAINT ") || bad("CREATE UNIQUE INDEX ") || bad(" ADD CHECK")))
            || (bad(" ADD COLUMN ") && (bad(" UNIQUE") || bad(" CHECK")))
        {
            "forbids what was allowed"
        } else if sql.starts_with("DELETE FROM ") && !of_its_own {
            "deletes what is used"
        } else {
            continue;
        };
        faults.push(format!("{fault}: {sql}"));
    }
    faults
}

/// Statements in capitals, one line each.
fn statements(text: &str) -> impl Iterator<Item = String> {
    text.split(';').map(|sql| sql.split_whitespace().collect::<Vec<_>>().join(" ").to_uppercase())
}

/// The name behind a word.
fn after(sql: &str, word: &str) -> Option<String> {
    let rest = sql.split_once(word)?.1;
    rest.split([' ', '(']).find(|name| !name.is_empty()).map(str::to_owned)
}

/// A step's file without its comments and what undoes it.
fn up(source: &str) -> String {
    let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n") + "\n";
    let (before, rest) = code.split_once("const DOWN").unwrap_or((&code, ""));
    let behind = rest.split_once("\n\";\n").or_else(|| rest.split_once(";\n")).map_or("", |(_, behind)| behind);
    format!("{before}{behind}")
}

#[test]
fn new_steps_only_add() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).expect("the steps") {
        let path = entry.expect("a step").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if name.starts_with('m') && !name.starts_with(LAST_FREE) && name.as_str() > LAST_FREE {
            let source = fs::read_to_string(&path).expect("a step");
            wrong.extend(faults(&up(&source)).into_iter().map(|fault| format!("{name}: {fault}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_former_servers_could_not_live_with_is_noticed() {
    for sql in [
        "DROP TABLE orders",
        "ALTER TABLE orders DROP COLUMN hold_until",
        "DROP INDEX orders_status",
        "ALTER TABLE orders RENAME TO sales",
        "alter table orders\n    rename column status to state",
        "ALTER TABLE orders ADD COLUMN vat BIGINT NOT NULL",
        "ALTER TABLE orders ALTER COLUMN status TYPE BIGINT",
        "ALTER TABLE orders ALTER COLUMN hold_until SET NOT NULL",
        "CREATE UNIQUE INDEX orders_email_once ON orders (billing_email)",
        "ALTER TABLE orders ADD CONSTRAINT paid CHECK (total_cents > 0)",
        "ALTER TABLE orders ADD COLUMN code TEXT UNIQUE",
        "DELETE FROM carts",
        "CREATE TABLE fine (id {id}); DROP TABLE carts",
    ] {
        assert!(!faults(sql).is_empty(), "{sql}");
    }
    let renamed = include_str!("../src/m0020_gateway_scopes.rs");
    assert!(!faults(&up(renamed)).is_empty(), "a step that was free to rename");
}

#[test]
fn what_only_adds_is_allowed() {
    for sql in [
        "CREATE TABLE notes (id {id}, body TEXT NOT NULL); CREATE UNIQUE INDEX notes_body ON notes (body)",
        "ALTER TABLE orders ADD COLUMN note TEXT",
        "ALTER TABLE orders ADD COLUMN tries BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX orders_note ON orders (note)",
        "UPDATE orders SET note = '' WHERE note IS NULL",
        "INSERT INTO change_counters (name, value) VALUES ('notes', 1)",
    ] {
        assert_eq!(faults(sql), Vec::<String>::new(), "{sql}");
    }
    let step = include_str!("../src/m0021_provider_faults.rs");
    assert_eq!(faults(&up(step)), Vec::<String>::new());
}
