//! Where a shop may be brought to, and the shop's program run there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};

use shop_storage::Db;
use shop_storage::transfer::{Cell, snapshot};
use tempfile::TempDir;

use crate::database::{Database, sibling};
use crate::postgres;
use crate::server::shop_command;
use crate::template::copy_of_filled_shop;

static COUNTER: AtomicU32 = AtomicU32::new(0);

/// An empty folder and an empty database, removed at the end of their test.
#[derive(Debug)]
pub struct Place {
    pub(crate) folder: TempDir,
    pub(crate) database: String,
    /// Server and name of the database to drop.
    pub(crate) drops: Option<(String, String)>,
}

/// What a command came to.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Exit code.
    pub code: i32,
    /// What it printed.
    pub out: String,
    /// What it complained of.
    pub err: String,
}

impl Place {
    /// With a database of this kind.
    pub fn empty(database: &Database) -> Self {
        let folder = TempDir::with_prefix("shop-place-").expect("a temporary folder can be made");
        match database {
            Database::Sqlite => {
                let file = format!("sqlite://{}", folder.path().join("data/shop.db").display());
                Self { folder, database: file, drops: None }
            }
            Database::Postgres(server) => {
                let n = COUNTER.fetch_add(1, Ordering::Relaxed);
                let name = format!("shop_place_{}_{n}", std::process::id());
                postgres::run(server, &format!("CREATE DATABASE {name}"));
                Self { folder, database: sibling(server, &name), drops: Some((server.clone(), name)) }
            }
        }
    }

    /// With the fixture's catalogue, settings and staff.
    pub async fn filled(database: &Database) -> Self {
        let folder = TempDir::with_prefix("shop-test-").expect("a temporary folder can be made");
        let name = format!("shop_test_{}_{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        let url = copy_of_filled_shop(database, folder.path(), &name).await;
        let drops = match database {
            Database::Sqlite => None,
            Database::Postgres(server) => Some((server.clone(), name)),
        };
        Self { folder, database: url, drops }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Address of its database.
    pub fn database(&self) -> &str {
        &self.database
    }

    /// Its data folder.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Runs a command of the shop's program here, with more settings as environment variables.
    pub async fn run(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Ran {
        let mut command = shop_command(self.folder.path(), &self.database);
        command.args(arguments).envs(settings.iter().copied()).stdin(Stdio::null());
        let output = tokio::task::spawn_blocking(move || command.output()).await.expect("it is waited for");
        let output = output.expect("the shop's program can be started");
        Ran {
            code: output.status.code().expect("it ended by itself"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Every row of the database, by table. Counters that tell servers of changes are left out.
    pub async fn rows(&self) -> BTreeMap<String, Vec<String>> {
        rows(&self.database).await
    }

    /// Every file of the data folder but the database's, with its content. The sandbox's database: what it holds, wherever it
    /// is written.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.data()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
                let path = entry.path();
                let name = entry.file_name().to_string_lossy().into_owned();
                let is_database = name.starts_with("shop.db") || name.starts_with("sandbox.db-");
                if path.is_dir() {
                    folders.push(path);
                } else if !is_database {
                    let below = path.strip_prefix(self.data()).expect("a path of the folder").to_owned();
                    let content = if name == "sandbox.db" { rows_alone(&path) } else { std::fs::read(&path) };
                    found.insert(below, content.expect("the file can be read"));
                }
            }
        }
        found
    }
}

/// The pages of an SQLite database as a fresh copy has them, without the header, whose counters tell how often it was copied.
fn rows_alone(database: &Path) -> std::io::Result<Vec<u8>> {
    const HEADER: usize = 100;
    let folder = tempfile::tempdir()?;
    let copy = folder.path().join("copy.db");
    shop_sandbox::copy(database, &copy)?;
    Ok(std::fs::read(copy)?.split_off(HEADER))
}

/// Asserts that two databases hold the same, and shows the first row that they do not.
///
/// # Panics
/// They do not.
#[track_caller]
pub fn assert_same_rows(one: &BTreeMap<String, Vec<String>>, other: &BTreeMap<String, Vec<String>>) {
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (table, rows) in one {
        for row in rows {
            assert!(other[table].contains(row), "{table}: only in the first: {row}");
        }
        for row in &other[table] {
            assert!(rows.contains(row), "{table}: only in the second: {row}");
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some((server, name)) = &self.drops {
            postgres::run(server, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
    }
}

/// Every row of a database, by table, with the last id that each table gave.
pub(crate) async fn rows(url: &str) -> BTreeMap<String, Vec<String>> {
    let db = Db::open(url).await.expect("the database opens");
    let snapshot = snapshot(&db).await.expect("a moment to read");
    let mut all = BTreeMap::new();
    for table in snapshot.tables().await.expect("tables").into_iter().filter(|table| table.name != "change_counters") {
        let mut lines = Vec::new();
        let mut last = table.counter;
        let mut names: Vec<(usize, &str)> = table.columns.iter().map(|one| one.name.as_str()).enumerate().collect();
        names.sort_by_key(|(_, name)| *name);
        let mut reading = snapshot.read(&table);
        loop {
            let found = snapshot.next(&mut reading).await.expect("rows");
            if found.is_empty() {
                break;
            }
            // Ids may be given by the shop too: the last one is the highest.
            if let (Some(at), Some(last)) = (table.columns.iter().position(|one| one.name == "id"), &mut last) {
                let ids = found.iter().filter_map(|row| if let Cell::Integer(id) = row[at] { Some(id) } else { None });
                *last = ids.fold(*last, i64::max);
            }
            lines.extend(
                found
                    .iter()
                    .map(|row| names.iter().map(|(at, name)| format!("{name}={:?} ", row[*at])).collect::<String>()),
            );
        }
        lines.push(format!("last id {last:?}"));
        lines.sort();
        all.insert(table.name, lines);
    }
    drop(snapshot);
    db.close().await.expect("the database closes");
    all
}
