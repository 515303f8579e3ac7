//! Reads a database of either kind past the shop, again and again.

use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags, Row};

use crate::database::text;
use crate::postgres::Session;

/// A connection that only reads.
pub struct Reader(Kind);

enum Kind {
    Sqlite(Mutex<Connection>),
    Postgres(Session),
}

impl Reader {
    /// Opens the database at an address.
    ///
    /// # Panics
    /// It cannot be opened.
    pub fn open(address: &str) -> Self {
        let Some(file) = address.strip_prefix("sqlite://") else {
            return Self(Kind::Postgres(Session::open(address)));
        };
        let opened = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY);
        Self(Kind::Sqlite(Mutex::new(opened.unwrap_or_else(|error| panic!("{file}: {error}")))))
    }

    /// The rows of a query: their values as text, nothing as an empty one.
    ///
    /// # Panics
    /// It fails.
    pub fn rows(&self, query: &str) -> Vec<Vec<String>> {
        match &self.0 {
            Kind::Sqlite(db) => {
                let db = db.lock().unwrap_or_else(PoisonError::into_inner);
                of_sqlite(&db, query).unwrap_or_else(|error| panic!("{query}: {error}"))
            }
            Kind::Postgres(session) => session.rows(query),
        }
    }
}

fn of_sqlite(db: &Connection, query: &str) -> rusqlite::Result<Vec<Vec<String>>> {
    let mut statement = db.prepare_cached(query)?;
    let columns = statement.column_count();
    let row = |row: &Row<'_>| (0..columns).map(|at| row.get_ref(at).map(text)).collect();
    statement.query_map((), row)?.collect()
}
