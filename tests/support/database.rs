//! Databases for tests.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use crate::postgres;

/// How long a statement waits for others that write.
const BUSY: Duration = Duration::from_secs(20);

/// Where a test's shop keeps its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A file in the shop's folder.
    Sqlite,
    /// A database of its own on the server at this address.
    Postgres(String),
}

impl Database {
    /// The PostgreSQL server for tests.
    ///
    /// # Panics
    /// `TEST_POSTGRES` does not say where it is.
    pub fn postgres() -> Self {
        let server = std::env::var("TEST_POSTGRES");
        Self::Postgres(server.expect("TEST_POSTGRES is the address of a PostgreSQL server that may create databases"))
    }
}

/// Address of another database on the same server.
pub(crate) fn sibling(server: &str, name: &str) -> String {
    let (address, options) = server.split_once('?').map_or((server, String::new()), |(a, o)| (a, format!("?{o}")));
    let (host, _) = address.rsplit_once('/').expect("TEST_POSTGRES ends in a database name");
    format!("{host}/{name}{options}")
}

/// Runs one statement on the database at an address, of either kind, past the shop.
///
/// # Panics
/// It fails.
pub fn sql(address: &str, statement: &str) {
    let Some(file) = address.strip_prefix("sqlite://") else {
        postgres::run(address, statement);
        return;
    };
    let done = sqlite(file).execute(statement, ()).map(|_| ());
    assert!(done.is_ok(), "{statement}: {done:?}");
}

/// Rows of a query on the database at an address, of either kind, past the shop: their values with a bar between.
///
/// # Panics
/// It fails.
pub fn ask(address: &str, query: &str) -> Vec<String> {
    let Some(file) = address.strip_prefix("sqlite://") else {
        return postgres::run(address, query);
    };
    let rows = values(&sqlite(file), query);
    rows.unwrap_or_else(|error| panic!("{query}: {error}"))
}

fn sqlite(file: &str) -> Connection {
    // Past the shop: references to what is not there are written too.
    let opened = Connection::open(file).and_then(|db| {
        db.busy_timeout(BUSY)?;
        db.pragma_update(None, "foreign_keys", false)?;
        Ok(db)
    });
    opened.unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn values(db: &Connection, query: &str) -> rusqlite::Result<Vec<String>> {
    let mut asked = db.prepare(query)?;
    let columns = asked.column_count();
    let row = |row: &Row<'_>| -> rusqlite::Result<String> {
        let texts: Result<Vec<String>, _> = (0..columns).map(|at| row.get_ref(at).map(text)).collect();
        Ok(texts?.join("|"))
    };
    asked.query_map((), row)?.collect()
}

/// A value as text; nothing is an empty one.
pub(crate) fn text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Another process that writes to a file of SQLite and does not come to an end, until this is dropped.
#[derive(Debug)]
pub struct Lock(Child);

impl Lock {
    /// Begins to write.
    ///
    /// # Panics
    /// The file cannot be written.
    pub fn take(address: &str) -> Self {
        let file = address.strip_prefix("sqlite://").expect("a file of SQLite");
        let script = "import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], isolation_level=None)\n\
                      db.execute('BEGIN EXCLUSIVE')\nprint('locked', flush=True)\nsys.stdin.read()\ndb.execute('ROLLBACK')";
        let mut child = Command::new("python3")
            .args(["-c", script, file])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 is installed");
        let mut told = String::new();
        let output = child.stdout.take().expect("its output is read");
        BufReader::new(output).read_line(&mut told).expect("it tells");
        assert_eq!(told, "locked\n");
        Self(child)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
