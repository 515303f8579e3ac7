//! Storage: an SQLite database with a table for each kind of object, each row a JSON document.
//!
//! A transaction is written before its response is sent, and survives the end of the process. A power cut may lose the last
//! transactions, each as a whole.

mod journal;
mod tx;

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use rusqlite::Connection;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::http::error::ApiError;
use crate::options::Account;

pub(crate) use tx::{Order, Tx, With};

/// The tables, and the document fields that queries filter by.
const TABLES: &[(&str, &[&str])] = &[
    ("customers", &["email"]),
    ("methods", &["customer"]),
    ("tokens", &[]),
    ("intents", &["customer", "method", "$.state.requires_action.token"]),
    ("charges", &["customer", "intent"]),
    ("refunds", &["charge", "intent"]),
    ("disputes", &["charge", "intent"]),
    ("reviews", &[]),
    ("webhooks", &[]),
    ("domains", &["name"]),
    ("events", &["created", "next_ms"]),
    ("salts", &[]),
    ("dues", &["at_ms"]),
    ("kept", &["at"]),
];
/// Schema version in the file's header. Databases of other versions are rejected.
const VERSION: i64 = 1;
/// Creates the key of the request hashes, see [`crate::http::idempotency`]. It is created once, so that stored responses are
/// found again after a restart even if the API keys change.
const SALT: &str = "INSERT OR IGNORE INTO salts (id, doc) VALUES \
                    ('requests', json_object('name', 'requests', 'value', hex(randomblob(16))));";
/// Checkpoints the write-ahead log at 32 MB, so that less than one transaction in a hundred waits for the disk.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8000;";
/// Capacity of the statement cache; there are fewer statements.
const STATEMENTS: usize = 128;

/// A stored object.
pub(crate) trait Row: Serialize + DeserializeOwned {
    /// Name of its table.
    const TABLE: &'static str;
    /// Unique key within its table.
    fn key(&self) -> &str;
    /// The error for an unknown id.
    fn unknown(id: &str) -> ApiError;
}

/// Implements [`Row`] for a type: its table, its key, and the noun and parameter that name it in "not found" errors.
macro_rules! row {
    ($row:ty, $table:literal, $key:expr, $noun:literal in $param:literal) => {
        impl crate::store::Row for $row {
            const TABLE: &'static str = $table;
            fn key(&self) -> &str {
                let key: fn(&Self) -> &str = $key;
                key(self)
            }
            fn unknown(id: &str) -> crate::http::error::ApiError {
                crate::http::error::ApiError::not_found($noun, $param, id)
            }
        }
    };
}
pub(crate) use row;

/// The database, behind the sandbox's single lock, and the account settings that tests change.
#[derive(Debug)]
pub(crate) struct Store {
    db: Connection,
    pub(crate) account: Account,
}

impl Store {
    /// Opens a database and creates it if it does not exist; without a path, one in memory. A new database imports the journal of
    /// earlier versions, a file beside it with the extension `.jsonl`.
    ///
    /// # Errors
    /// The file cannot be read or written, is damaged, or is not a sandbox database; the error names the file.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<Self> {
        let db = match path {
            None => Connection::open_in_memory().and_then(|db| prepare(db, None)).map_err(io::Error::other)?,
            Some(path) => {
                make_file(path).map_err(|error| with_path(path, &error, error.kind()))?;
                let opened = Connection::open(path).and_then(|db| prepare(db, Some(&path.with_extension("jsonl"))));
                opened.map_err(|error| with_path(path, &error, io::ErrorKind::InvalidData))?
            }
        };
        Ok(Self { db, account: Account::default() })
    }

    pub(crate) fn clear(&mut self) -> io::Result<()> {
        let emptied = self.db.unchecked_transaction().and_then(|whole| {
            TABLES.iter().try_for_each(|(table, _)| whole.execute_batch(&format!("DELETE FROM {table}")))?;
            whole.execute_batch(SALT)?;
            whole.commit()
        });
        emptied.map_err(io::Error::other)?;
        self.account = Account::default();
        Ok(())
    }
}

fn with_path(path: &Path, error: &dyn std::fmt::Display, kind: io::ErrorKind) -> io::Error {
    io::Error::new(kind, format!("{}: {error}", path.display()))
}

/// Creates an empty file that only this user may read, unless it exists; SQLite gives the same permissions to the files beside
/// it.
fn make_file(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ())
}

/// Prepares the database and its tables. `journal`: path of the journal of an earlier version, if any.
fn prepare(db: Connection, journal: Option<&Path>) -> rusqlite::Result<Connection> {
    let check: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if check != "ok" {
        return Err(schema_error(format!("the database is damaged: {check}")));
    }
    let version = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (version, tables) {
        (VERSION, _) => {}
        (0, 0) => make_tables(&db, journal)?,
        (0, _) => {
            return Err(schema_error(
                "it is no database of the sandbox, or one that was not made to its end".to_owned(),
            ));
        }
        (other, _) => return Err(schema_error(format!("the database is of another version of the sandbox ({other})"))),
    }
    db.set_prepared_statement_cache_capacity(STATEMENTS);
    db.execute_batch(SETTINGS)?;
    Ok(db)
}

fn schema_error(what: String) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(what.into())
}

/// Creates all tables and imports the journal, in one transaction.
fn make_tables(db: &Connection, journal: Option<&Path>) -> rusqlite::Result<()> {
    let whole = db.unchecked_transaction()?;
    for (table, fields) in TABLES {
        whole.execute_batch(&format!(
            "CREATE TABLE {table} (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, doc TEXT NOT NULL) STRICT;"
        ))?;
        for (number, field) in fields.iter().enumerate() {
            whole.execute_batch(&format!("CREATE INDEX {table}_{number} ON {table} (doc ->> '{field}');"))?;
        }
    }
    if let Some(journal) = journal {
        journal::import(&whole, journal).map_err(|error| schema_error(format!("{}: {error}", journal.display())))?;
    }
    whole.execute_batch(&format!("{SALT} PRAGMA user_version = {VERSION};"))?;
    whole.commit()?;
    if let Some(journal) = journal.filter(|path| path.exists()) {
        // If renaming fails, the journal is not read again either, because the database exists now.
        let _ = std::fs::rename(journal, journal.with_extension("jsonl.old"));
        tracing::info!(journal = %journal.display(), "the sandbox's journal was taken over into its database");
    }
    Ok(())
}

/// Copies the current state of the database to a new file, even while it is in use.
///
/// # Errors
/// One file cannot be read, or the other cannot be written or already exists.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let copied = Connection::open(from).and_then(|db| {
        let to = to.to_string_lossy();
        db.execute("VACUUM INTO ?1", [to.as_ref()])
    });
    copied.map(|_| ()).map_err(|error| with_path(from, &error, io::ErrorKind::Other))
}
