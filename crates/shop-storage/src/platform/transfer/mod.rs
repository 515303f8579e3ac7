//! The whole database as rows that belong to no kind of database: read as of one moment, and written into an empty one of
//! either kind. Backups are made of it.

mod health;
mod restore;
mod schema;
mod snapshot;

use serde::{Deserialize, Serialize};
use shop_services::ports::StoreError;

pub use health::{damage, lossy_settings, server_time, try_write, understands};
pub use restore::Restore;
pub use schema::{SchemaState, holds_data, schema};
pub use snapshot::{Reading, Snapshot, snapshot};

/// What a column holds, whatever the database calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Whole numbers of 64 bits: ids, cents, seconds.
    Integer,
    /// Text; documents are text too.
    Text,
    /// Yes or no.
    Boolean,
    /// Floating point numbers of 64 bits.
    Real,
    Bytes,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    /// What it holds.
    pub kind: Kind,
}

/// A table and what its rows are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub name: String,
    /// Its columns, in the order of the cells of a row.
    pub columns: Vec<Column>,
    /// The last number that its ids were given by themselves; `None`: they are not numbered by the database.
    pub counter: Option<i64>,
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Null,
    /// A whole number.
    Integer(i64),
    Text(String),
    /// Yes or no.
    Boolean(bool),
    /// A floating point number.
    Real(f64),
    Bytes(Vec<u8>),
}

/// Why a database was not read or written as a whole. Whatever it is, the database is as it was.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] crate::OpenError),
    /// A column holds what backups do not know.
    #[error("{table}.{column} is of the type `{kind}`, which backups do not know")]
    UnknownType {
        table: String,
        column: String,
        /// Type as the database calls it.
        kind: String,
    },
    /// The rows belong to a schema that this version does not know.
    #[error("it was made by a newer version of the shop (its schema has {0}): restore it with that version")]
    Newer(String),
    /// The steps of its schema are not the first ones of this version's.
    #[error("its schema lacks {0}, which came before its last step: it is no schema of this shop")]
    Gap(String),
    /// A table is not what the schema says.
    #[error("its table {0} is not the one of its schema")]
    Table(String),
    /// The database belongs to something else.
    #[error("the database holds tables that are not a shop's ({0} among them): nothing is restored into it")]
    Foreign(String),
    /// Rows that refer to each other do not fit.
    #[error("rows of the table {0} refer to rows that are not there")]
    References(String),
}

/// A name as SQL. Names come from schemas, never from people; a quote in one would be doubled all the same.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
