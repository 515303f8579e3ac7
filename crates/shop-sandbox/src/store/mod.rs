//! Where everything is kept: an SQLite database with a table for each kind of object, each row a JSON document.
//!
//! A transaction is written before its answer leaves and outlives the process. A power cut may take the last ones, each whole.

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

/// The tables, and the fields of their documents that rows are looked for by.
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
/// Version of the tables, in the file's header. Another one is refused.
const VERSION: i64 = 1;
/// What requests are hashed with, see [`crate::http::idempotency`]: made once, so that kept answers are known again after a restart,
/// whatever becomes of the API's keys.
const SALT: &str = "INSERT OR IGNORE INTO salts (id, doc) VALUES \
                    ('requests', json_object('name', 'requests', 'value', hex(randomblob(16))));";
/// The log is moved into the database at 32 MB, so that less than one transaction in a hundred waits for the disk.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8000;";
/// More statements than there are.
const STATEMENTS: usize = 128;

/// An object that is stored.
pub(crate) trait Row: Serialize + DeserializeOwned {
    /// Name of its table.
    const TABLE: &'static str;
    /// What tells it from others of its table.
    fn key(&self) -> &str;
    /// The refusal where there is none of an id.
    fn unknown(id: &str) -> ApiError;
}

/// Stores a type: in which table, by what, and what the API calls it in a refusal, with the parameter that named it.
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

/// The database, behind the sandbox's one lock, and what of the account tests change.
#[derive(Debug)]
pub(crate) struct Store {
    db: Connection,
    pub(crate) account: Account,
}

impl Store {
    /// Opens a database, made where there is none; without a path, one in memory. A new one takes over what a journal of
    /// earlier versions holds, which lies beside it with the ending `.jsonl`.
    ///
    /// # Errors
    /// The file cannot be read or written, is damaged, or is no such database; the error names it.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<Self> {
        let db = match path {
            None => Connection::open_in_memory().and_then(|db| prepared(db, None)).map_err(io::Error::other)?,
            Some(path) => {
                make_file(path).map_err(|error| named(path, &error, error.kind()))?;
                let opened = Connection::open(path).and_then(|db| prepared(db, Some(&path.with_extension("jsonl"))));
                opened.map_err(|error| named(path, &error, io::ErrorKind::InvalidData))?
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

fn named(path: &Path, error: &dyn std::fmt::Display, kind: io::ErrorKind) -> io::Error {
    io::Error::new(kind, format!("{}: {error}", path.display()))
}

/// Makes an empty file that only this user reads, where there is none; SQLite gives those beside it the same rights.
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

/// The database with its tables. `journal`: where one of an earlier version may lie.
fn prepared(db: Connection, journal: Option<&Path>) -> rusqlite::Result<Connection> {
    let sound: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if sound != "ok" {
        return Err(wrong(format!("the database is damaged: {sound}")));
    }
    let version = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (version, tables) {
        (VERSION, _) => {}
        (0, 0) => make_tables(&db, journal)?,
        (0, _) => {
            return Err(wrong("it is no database of the sandbox, or one that was not made to its end".to_owned()));
        }
        (other, _) => return Err(wrong(format!("the database is of another version of the sandbox ({other})"))),
    }
    db.set_prepared_statement_cache_capacity(STATEMENTS);
    db.execute_batch(SETTINGS)?;
    Ok(db)
}

fn wrong(what: String) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(what.into())
}

/// All tables with what the journal holds, or nothing.
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
        journal::take_over(&whole, journal).map_err(|error| wrong(format!("{}: {error}", journal.display())))?;
    }
    whole.execute_batch(&format!("{SALT} PRAGMA user_version = {VERSION};"))?;
    whole.commit()?;
    if let Some(journal) = journal.filter(|path| path.exists()) {
        // Where it stays, it is not read again either.
        let _ = std::fs::rename(journal, journal.with_extension("jsonl.old"));
        tracing::info!(journal = %journal.display(), "the sandbox's journal was taken over into its database");
    }
    Ok(())
}

/// Writes the database as it is now, whoever has it open, to a new file.
///
/// # Errors
/// One file cannot be read, or the other not be written or is there already.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let copied = Connection::open(from).and_then(|db| {
        let to = to.to_string_lossy();
        db.execute("VACUUM INTO ?1", [to.as_ref()])
    });
    copied.map(|_| ()).map_err(|error| named(from, &error, io::ErrorKind::Other))
}
