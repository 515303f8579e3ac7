use std::collections::BTreeMap;

use shop_server::platform::backup::Head;
use shop_storage::Db;
use shop_storage::transfer::{Kind, Table, snapshot, understands};
use shop_tests::{Database, Place, on_both_databases};
use tokio::task::JoinSet;

/// Statements of the former release, as its tests sent them: the database's name, and the text.
const STATEMENTS: &str = include_str!("../../fixtures/former/statements.txt");
/// Its tables with their columns, as a backup of it begins.
const BACKUP: &str = include_str!("../../fixtures/former/backup.json");

type Schema = BTreeMap<String, BTreeMap<String, Kind>>;

fn by_name(tables: &[Table]) -> Schema {
    let columns = |table: &Table| table.columns.iter().map(|column| (column.name.clone(), column.kind)).collect();
    tables.iter().map(|table| (table.name.clone(), columns(table))).collect()
}

on_both_databases! {
    /// Servers of the former release go on while the new one is brought in: all they say still makes sense to the schema.
    async fn the_new_schema_understands_all_that_the_former_release_says(shop) {
        let db = Db::open(shop.database()).await.expect("the database opens");
        let name = if shop.database().starts_with("sqlite") { "sqlite" } else { "postgres" };
        let (mut said, mut wrong) = (0, Vec::new());
        for line in STATEMENTS.lines() {
            let (database, sql) = line.split_once('\t').expect("a database and a statement");
            if database == name {
                said += 1;
                if let Err(error) = understands(&db, sql).await {
                    wrong.push(format!("{sql}: {error}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(said > 250, "{said} statements");
        assert!(understands(&db, "SELECT no_such_column FROM orders").await.is_err());
        assert!(understands(&db, "INSERT INTO no_such_table (id) VALUES ($1)").await.is_err());
    }

    async fn the_entities_describe_the_tables_that_the_migrations_make(shop) {
        let db = Db::open(shop.database()).await.expect("the database opens");
        assert_eq!(shop_storage::differences(&db).await.expect("a schema"), Vec::<String>::new());
    }

    async fn the_new_schema_has_every_column_of_the_former_one(shop) {
        let db = Db::open(shop.database()).await.expect("the database opens");
        let snapshot = snapshot(&db).await.expect("a moment to read");
        let now = by_name(&snapshot.tables().await.expect("tables"));
        let former: Head = serde_json::from_str(BACKUP).expect("the beginning of a backup");
        let former = by_name(&former.tables);
        assert!(former.len() > 40);
        for (table, columns) in &former {
            for (column, kind) in columns {
                assert_eq!(now.get(table).and_then(|columns| columns.get(column)), Some(kind), "{table}.{column}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
async fn servers_that_start_at_the_same_moment_migrate_once() {
    let place = Place::empty(&Database::postgres());
    let mut all = JoinSet::new();
    for _ in 0..4 {
        let db = Db::open(place.database()).await.expect("the database opens");
        all.spawn(async move { db.migrate().await });
    }
    for done in all.join_all().await {
        done.expect("each finds the schema as it should be");
    }
}
