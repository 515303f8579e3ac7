use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use shop_server::platform::backup::{Keys, Schedule, backup, migrate, restore};
use shop_server::platform::config::Config;
use shop_storage::Db;
use shop_storage::transfer::{Cell, Kind, Restore, Table, schema};
use shop_tests::{Database, Place, TestShop, assert_same_rows, now, on_both_databases, sql};

const HOUR_S: i64 = 3600;

fn config(shop: &Place, more: &[(&str, &str)]) -> Config {
    let value = |name: &str| match name {
        "DATABASE_URL" => Some(shop.database().to_owned()),
        "SHOP_DATA_DIR" => Some(shop.data().display().to_string()),
        _ => more.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()),
    };
    Config::from_sources(Path::new("/nonexistent"), value).expect("settings")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.retain(|name| name != ".lock");
    names.sort();
    names
}

/// An older shop: its schema is the first one, and it has a tag.
async fn older(place: &Place) -> Vec<String> {
    let empty = Place::empty(&Database::Sqlite);
    let known = Db::open(empty.database()).await.expect("a database");
    let steps = schema(&known).await.expect("a schema").pending[..1].to_vec();
    let restore = Restore::begin(place.database(), &steps).await.expect("an older schema");
    let row = |table: &Table, values: &[(&str, Cell)]| -> Vec<Cell> {
        let values: BTreeMap<&str, Cell> = values.iter().cloned().collect();
        let empty = |kind| match kind {
            Kind::Boolean => Cell::Boolean(false),
            Kind::Text => Cell::Text("{}".into()),
            _ => Cell::Integer(1),
        };
        let cell = |column: &shop_storage::transfer::Column| {
            values.get(column.name.as_str()).cloned().unwrap_or_else(|| empty(column.kind))
        };
        table.columns.iter().map(cell).collect()
    };
    let text = |text: &str| Cell::Text(text.into());
    for table in restore.tables() {
        let row = match table.name.as_str() {
            "tags" => row(table, &[("id", Cell::Integer(7)), ("slug", text("bio")), ("name", text("Bio"))]),
            "change_counters" => row(table, &[("name", text("catalogue"))]),
            _ => continue,
        };
        restore.insert(table, vec![row]).await.expect("a row");
    }
    restore.commit().await.expect("it stays");
    steps
}

on_both_databases! {
    async fn a_server_keeps_the_last_backups_and_makes_one_when_it_is_time(shop) {
        let config = config(shop.place(), &[("SHOP_BACKUP_EVERY_HOURS", "6"), ("SHOP_BACKUP_KEEP", "2")]);
        let db = Arc::new(Db::open(shop.database()).await.expect("the database opens"));
        let folder = shop.place().data().join("backups");
        let server = Schedule::new(&db, &config);
        let begin = now();
        let (_, made) = server.look(begin).await.expect("no failure").expect("the first one");
        assert!(made.manifest.rows() > 0);
        for early in [0, 1, 6 * HOUR_S - 1] {
            assert!(server.look(begin + early).await.expect("no failure").is_none(), "{early} s later");
        }
        // What a server left that ended in the middle, and what is the merchant's own.
        std::fs::write(folder.join(".shop-x.tar.zst.1.part"), b"x").expect("a file");
        std::fs::write(folder.join("mine.tar.zst"), b"x").expect("a file");
        let first = names(&folder).pop().expect("the first one");
        for n in 1..=3 {
            // Another server that begins now goes by what is there.
            let server = Schedule::new(&db, &config);
            assert!(server.look(begin + n * 6 * HOUR_S).await.expect("no failure").is_some(), "{n}");
        }
        let last = names(&folder);
        assert_eq!(last.len(), 3, "two, and the merchant's: {last:?}");
        assert!(last.contains(&"mine.tar.zst".to_owned()) && !last.contains(&first), "{first:?} {last:?}");
        let place = Place::empty(&shop.kind());
        let newest = folder.join(&last[2]);
        restore(place.database(), &place.data(), &newest, &Keys::default(), false).await.expect("it is one");
        assert_same_rows(&place.rows().await, &shop.place().rows().await);
    }

    async fn a_database_of_a_newer_version_is_not_served(shop) {
        sql(shop.database(), "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 1)");
        let before = shop.place().rows().await;
        for command in [&["serve", "--listen", "127.0.0.1:0"] as &[&str], &["migrate"], &["user", "list"]] {
            let ran = shop.place().run(command, &[]).await;
            assert_eq!(ran.code, 1, "{}", ran.out);
            assert!(ran.err.contains("a newer version of the shop (m9999_future)"), "{}", ran.err);
        }
        assert_same_rows(&shop.place().rows().await, &before);
        // It can be backed up all the same.
        let ran = shop.place().run(&["backup", "b.tar.zst"], &[]).await;
        assert_eq!(ran.code, 0, "{}", ran.err);
    }

    async fn an_older_database_with_data_is_backed_up_before_it_is_migrated(shop) {
        let place = Place::empty(&shop.kind());
        let steps = older(&place).await;
        let before = place.rows().await;
        let ran = place.run(&["migrate"], &[]).await;
        assert_eq!(ran.code, 0, "{}", ran.err);
        let made = names(&place.data().join("backups"));
        assert!(made.len() == 1 && made[0].starts_with("before-m0002"), "{made:?}");
        assert!(ran.err.contains(&made[0]), "{}", ran.err);
        let db = Db::open(place.database()).await.expect("the database opens");
        assert_eq!(schema(&db).await.expect("a schema").pending, Vec::<String>::new());
        db.close().await.expect("the database closes");
        // Once.
        let ran = place.run(&["migrate"], &[]).await;
        assert_eq!((ran.code, names(&place.data().join("backups")).len()), (0, 1));
        // Back to the older schema, and on: as a restore does, and as the start did.
        let copy = Place::empty(&shop.kind());
        let path = place.data().join("backups").join(&made[0]);
        restore(copy.database(), &copy.data(), &path, &Keys::default(), false).await.expect("an older backup");
        assert_same_rows(&copy.rows().await, &place.rows().await);
        assert!(before["tags"][0].contains("name=Text(\"Bio\")") && place.rows().await["tags"][0].contains("Bio"));
        assert_eq!(steps.len(), 1);
    }

    async fn a_database_that_cannot_be_backed_up_is_not_migrated(shop) {
        let place = Place::empty(&shop.kind());
        let steps = older(&place).await;
        std::fs::create_dir_all(place.data()).expect("a folder");
        std::fs::write(place.data().join("backups"), b"no folder").expect("a file");
        let db = Db::open(place.database()).await.expect("the database opens");
        let refused = migrate(&db, &config(&place, &[]), now()).await.expect_err("there is no place for a backup");
        assert!(refused.to_string().contains("could not be backed up before"), "{refused}");
        assert_eq!(schema(&db).await.expect("a schema").applied, steps);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_fails_is_told_and_tried_again_later() {
    let shop = TestShop::start(Database::Sqlite).await;
    std::fs::write(shop.place().data().join("backups"), b"no folder").expect("a file");
    let db = Arc::new(Db::open(shop.database()).await.expect("the database opens"));
    let server = Schedule::new(&db, &config(shop.place(), &[("SHOP_BACKUP_EVERY_HOURS", "1")]));
    let error = server.look(1000).await.expect_err("there is no folder").to_string();
    assert!(error.contains("backups"), "{error}");
    assert!(server.look(1001).await.expect("it waits").is_none());
    std::fs::remove_file(shop.place().data().join("backups")).expect("it goes");
    assert!(server.look(1000 + 600).await.expect("no failure").is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_leads_out_of_the_kept_folders_is_left_out_and_told() {
    let shop = TestShop::start(Database::Sqlite).await;
    shop.write_data("downloads/a.pdf", b"a");
    let downloads = shop.place().data().join("downloads");
    std::os::unix::fs::symlink("a.pdf", downloads.join("same.pdf")).expect("a link");
    std::os::unix::fs::symlink("../shop.db", downloads.join("out.pdf")).expect("a link");
    let db = Db::open(shop.database()).await.expect("the database opens");
    let path = shop.place().data().join("b.tar.zst");
    let made = backup(&db, &shop.place().data(), &path, &Keys::default(), now()).await.expect("a backup");
    assert_eq!(made.left_out, [Path::new("downloads/out.pdf")]);
    let place = Place::empty(&Database::Sqlite);
    restore(place.database(), &place.data(), &path, &Keys::default(), false).await.expect("it is restored");
    assert_eq!(place.files()[Path::new("downloads/same.pdf")], b"a");
    assert!(!place.files().contains_key(Path::new("downloads/out.pdf")));
}
