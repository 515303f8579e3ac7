//! The whole database as portable rows: read in one snapshot, and written into an empty database of either kind. Backups are made
//! of it.

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

/// Type of a column, independent of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// 64-bit integers: ids, cents, seconds.
    Integer,
    /// Text, including JSON documents.
    Text,
    Boolean,
    /// 64-bit floating point numbers.
    Real,
    Bytes,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    /// Type of its values.
    pub kind: Kind,
}

/// A table and its columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub name: String,
    /// Its columns, in the order of the cells of a row.
    pub columns: Vec<Column>,
    /// Last generated id; `None` if the database does not generate its ids.
    pub counter: Option<i64>,
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Null,
    Integer(i64),
    Text(String),
    Boolean(bool),
    Real(f64),
    Bytes(Vec<u8>),
}

/// Why a database could not be read or written as a whole. The database is unchanged in any case.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] crate::OpenError),
    /// A column has a type that backups do not support.
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
    /// The migrations of its schema are not the first ones of this version.
    #[error("its schema lacks {0}, which came before its last step: it is no schema of this shop")]
    Gap(String),
    /// A table differs from the schema.
    #[error("its table {0} is not the one of its schema")]
    Table(String),
    /// The database belongs to something else.
    #[error("the database holds tables that are not a shop's ({0} among them): nothing is restored into it")]
    Foreign(String),
    /// References between rows are violated.
    #[error("rows of the table {0} refer to rows that are not there")]
    References(String),
}

/// Quotes an identifier. Names come from schemas, never from people; a quote in one would still be doubled.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
