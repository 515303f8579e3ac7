//! While a new version is deployed, servers of the previous release keep working on the new schema. So steps after the first schema
//! only add: every statement of the previous release must keep its meaning.

use std::fs;
use std::path::Path;

use migrations::Migrator;
use sea_orm_migration::MigratorTrait;
use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

mod schema;

use schema::{Schema, postgres, schema, sqlite};

/// The step that makes all tables. No release precedes it, so it is not checked.
const FIRST: &str = "m0001_first_schema";

/// Lists the differences between two schemas that break servers which know only the one `before`.
fn faults(before: &Schema, after: &Schema) -> Vec<String> {
    let changed = before.iter().filter_map(|(part, old)| match after.get(part) {
        None => Some(format!("drops or renames {part}")),
        Some(new) if new != old => Some(format!("changes {part} from `{old}` to `{new}`")),
        Some(_) => None,
    });
    let added = after.iter().filter(|(part, _)| !before.contains_key(*part));
    let forbidding = added.filter(|(part, definition)| forbids(before, part, definition));
    changed
        .chain(forbidding.map(|(part, definition)| format!("forbids what was allowed: {part} {definition}")))
        .collect()
}

/// Whether a new column, index or constraint rejects rows that the previous release writes.
fn forbids(before: &Schema, part: &str, definition: &str) -> bool {
    let mut words = part.splitn(3, ' ');
    let [Some(table), Some(kind), Some(name)] = [words.next(), words.next(), words.next()] else { return true };
    let is_new_table = !before.keys().any(|part| part.split(' ').next() == Some(table));
    !is_new_table
        && match kind {
            "column" => definition.contains(" NOT NULL") && !definition.contains(" DEFAULT "),
            "index" => definition.to_uppercase().starts_with("CREATE UNIQUE"),
            // The previous release leaves a new column empty, and with it the reference.
            "reference" => before.contains_key(&format!("{table} column {name}")),
            _ => true,
        }
}

/// Checks a step's source for deleted rows, which a comparison of schemas does not show.
fn source_faults(source: &str) -> Vec<&'static str> {
    let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let (up, down) = code.split_once("fn down").unwrap_or((&code, ""));
    let up = up.to_lowercase();
    let mut faults = Vec::new();
    if ["delete from", "query::delete", "truncate"].iter().any(|word| up.contains(word)) {
        faults.push("deletes rows");
    }
    // Items after `down` would escape the check above.
    if down.lines().any(|line| ["fn ", "async fn ", "const ", "static "].iter().any(|item| line.starts_with(item))) {
        faults.push("has items after `down`");
    }
    faults
}

/// Applies all steps, comparing the schema before and after each but the first.
async fn faults_of_later_steps(db: &DatabaseConnection) -> Result<Vec<String>, DbErr> {
    Migrator::up(db, Some(1)).await?;
    let mut before = schema(db).await?;
    let mut found = Vec::new();
    for step in Migrator::migrations().iter().skip(1) {
        Migrator::up(db, Some(1)).await?;
        let after = schema(db).await?;
        found.extend(faults(&before, &after).into_iter().map(|fault| format!("{}: {fault}", step.name())));
        before = after;
    }
    Ok(found)
}

/// Executes statements and compares the schema before and after.
async fn faults_of(db: &DatabaseConnection, sql: &str) -> Result<Vec<String>, DbErr> {
    let before = schema(db).await?;
    db.execute_unprepared(sql).await?;
    Ok(faults(&before, &schema(db).await?))
}

async fn first_schema_on_sqlite() -> Result<DatabaseConnection, DbErr> {
    let db = sqlite().await?;
    Migrator::up(&db, Some(1)).await?;
    Ok(db)
}

#[test]
fn the_first_step_makes_the_first_schema() {
    assert_eq!(Migrator::migrations().first().map(|step| step.name().to_owned()).as_deref(), Some(FIRST));
}

#[tokio::test]
async fn later_steps_only_add_on_sqlite() -> Result<(), DbErr> {
    assert_eq!(faults_of_later_steps(&sqlite().await?).await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
#[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
async fn later_steps_only_add_on_postgres() -> Result<(), DbErr> {
    assert_eq!(faults_of_later_steps(&postgres("migrations_steps").await?).await?, Vec::<String>::new());
    Ok(())
}

#[test]
fn later_steps_delete_no_rows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(folder).expect("the steps") {
        let path = entry.expect("a step").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if path.is_file() && name.starts_with('m') && name != FIRST {
            let source = fs::read_to_string(&path).expect("a step");
            assert_eq!(source_faults(&source), Vec::<&str>::new(), "{name}");
        }
    }
}

#[tokio::test]
async fn changes_that_break_the_previous_release_are_found_on_sqlite() -> Result<(), DbErr> {
    for sql in [
        "DROP TABLE logins",
        "DROP INDEX orders_status",
        "DROP INDEX orders_status; CREATE INDEX orders_status ON orders (status)",
        "ALTER TABLE orders DROP COLUMN buyer_reference",
        "ALTER TABLE orders RENAME TO sales",
        "ALTER TABLE orders RENAME COLUMN status TO state",
        "ALTER TABLE orders ADD COLUMN vat BIGINT CHECK (vat >= 0)",
        // This table has a check already.
        "ALTER TABLE store_credit ADD COLUMN vat BIGINT CHECK (vat >= 0)",
        "CREATE UNIQUE INDEX orders_email_once ON orders (billing_email)",
        "DROP TABLE carts; CREATE TABLE carts (session_key TEXT PRIMARY KEY, content BLOB)",
        "CREATE TABLE fine (id BIGINT PRIMARY KEY); DROP TABLE carts",
    ] {
        assert!(!faults_of(&first_schema_on_sqlite().await?, sql).await?.is_empty(), "{sql}");
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
async fn changes_that_break_the_previous_release_are_found_on_postgres() -> Result<(), DbErr> {
    let db = postgres("migrations_faults").await?;
    Migrator::up(&db, Some(1)).await?;
    for sql in [
        "DROP TABLE logins",
        "ALTER TABLE order_events RENAME COLUMN note TO remark",
        "ALTER TABLE orders ADD COLUMN vat BIGINT NOT NULL",
        "ALTER TABLE orders ALTER COLUMN total_cents TYPE NUMERIC",
        "ALTER TABLE orders ALTER COLUMN hold_until SET NOT NULL",
        "ALTER TABLE orders ALTER COLUMN refunded_cents DROP DEFAULT",
        "ALTER TABLE orders ADD COLUMN code TEXT UNIQUE",
        "ALTER TABLE orders ADD CONSTRAINT paid CHECK (total_cents > 0)",
        "ALTER TABLE outbox ADD FOREIGN KEY (order_id) REFERENCES orders (id)",
        "CREATE UNIQUE INDEX orders_email_once ON orders (billing_email)",
    ] {
        assert!(!faults_of(&db, sql).await?.is_empty(), "{sql}");
    }
    Ok(())
}

#[tokio::test]
async fn additions_are_allowed() -> Result<(), DbErr> {
    let db = first_schema_on_sqlite().await?;
    for sql in [
        "CREATE TABLE notes (id BIGINT PRIMARY KEY, body TEXT NOT NULL CHECK (body <> ''), kind TEXT UNIQUE)",
        "CREATE TABLE remarks (order_id BIGINT REFERENCES orders (id)); CREATE UNIQUE INDEX remarks_once ON remarks (order_id)",
        "ALTER TABLE orders ADD COLUMN note TEXT",
        "ALTER TABLE orders ADD COLUMN tries BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE orders ADD COLUMN former_id BIGINT REFERENCES orders (id)",
        "CREATE INDEX orders_note ON orders (note)",
        "UPDATE orders SET note = '' WHERE note IS NULL",
        "INSERT INTO change_counters (name, value) VALUES ('notes', 1)",
    ] {
        assert_eq!(faults_of(&db, sql).await?, Vec::<String>::new(), "{sql}");
    }
    Ok(())
}

#[test]
fn steps_that_delete_rows_are_found() {
    let step = |up: &str| format!("async fn up() {{ {up} }}\nasync fn down() {{ run(\"DELETE FROM notes\") }}\n");
    assert_eq!(source_faults(&step("run(\"INSERT INTO notes (id) VALUES (1)\")")), Vec::<&str>::new());
    for up in ["run(\"DELETE FROM carts\")", "Query::delete()", "manager.truncate_table(carts)"] {
        assert_eq!(source_faults(&step(up)), ["deletes rows"], "{up}");
    }
    let hidden = step("run(UP)") + "const UP: &str = \"DELETE FROM carts\";";
    assert_eq!(source_faults(&hidden).len(), 1);
}
