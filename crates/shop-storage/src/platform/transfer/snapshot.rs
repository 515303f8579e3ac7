//! Reads all rows in one snapshot, while others go on writing.

use sea_orm::{AccessMode, DatabaseBackend, DatabaseTransaction, IsolationLevel, QueryResult, TransactionTrait};
use shop_services::ports::StoreError;

use super::schema::On;
use super::{Cell, Kind, Table, TransferError, quoted};
use crate::db::{Db, store_error};

/// Rows per chunk.
const ROWS: i64 = 500;

/// Snapshot of a database: one read-only transaction, which does not block writers.
#[derive(Debug)]
pub struct Snapshot {
    tx: DatabaseTransaction,
    backend: DatabaseBackend,
}

/// Position in the rows of a table.
#[derive(Debug)]
pub struct Reading {
    table: Table,
    sql: String,
    after: i64,
    open: bool,
    done: bool,
}

/// Opens a snapshot of the database.
pub async fn snapshot(db: &Db) -> Result<Snapshot, StoreError> {
    let tx = if db.is_postgres() {
        db.reader().begin_with_config(Some(IsolationLevel::RepeatableRead), Some(AccessMode::ReadOnly)).await
    } else {
        db.reader().begin().await
    };
    let snapshot = Snapshot { tx: tx.map_err(store_error)?, backend: db.kind() };
    // The first query fixes the snapshot.
    snapshot.on().table_names().await?;
    Ok(snapshot)
}

impl Snapshot {
    fn on(&self) -> On<'_, DatabaseTransaction> {
        On { db: &self.tx, backend: self.backend }
    }

    /// Applied migrations, oldest first.
    pub async fn migrations(&self) -> Result<Vec<String>, StoreError> {
        self.on().applied_migrations().await
    }

    /// All tables except that of the migrations; referenced tables come first.
    pub async fn tables(&self) -> Result<Vec<Table>, TransferError> {
        self.on().tables().await
    }

    /// Begins to read a table's rows.
    pub fn read(&self, table: &Table) -> Reading {
        let postgres = self.backend == DatabaseBackend::Postgres;
        let columns = table.columns.iter().map(|column| match (postgres, column.kind) {
            (true, Kind::Integer) => format!("CAST({} AS BIGINT)", quoted(&column.name)),
            (true, Kind::Real) => format!("CAST({} AS DOUBLE PRECISION)", quoted(&column.name)),
            _ => quoted(&column.name),
        });
        let columns = columns.collect::<Vec<_>>().join(", ");
        let from = quoted(&table.name);
        let sql = if postgres {
            format!("SELECT {columns} FROM {from}")
        } else {
            format!("SELECT {columns}, rowid FROM {from} WHERE rowid > $1 ORDER BY rowid LIMIT {ROWS}")
        };
        Reading { table: table.clone(), sql, after: i64::MIN, open: false, done: false }
    }

    /// Returns the next rows; empty at the end.
    pub async fn next(&self, reading: &mut Reading) -> Result<Vec<Vec<Cell>>, StoreError> {
        if reading.done {
            return Ok(Vec::new());
        }
        let found = if self.backend == DatabaseBackend::Postgres {
            self.fetch(reading).await?
        } else {
            self.on().all(&reading.sql, vec![reading.after.into()]).await?
        };
        let width = reading.table.columns.len();
        if self.backend != DatabaseBackend::Postgres
            && let Some(last) = found.last()
        {
            reading.after = last.try_get_by_index(width).map_err(store_error)?;
        }
        reading.done = found.is_empty();
        found.iter().map(|row| parse_cells(row, &reading.table)).collect()
    }

    /// Uses a cursor: the server keeps the position, and never returns more than was requested.
    async fn fetch(&self, reading: &mut Reading) -> Result<Vec<QueryResult>, StoreError> {
        // A name for each table, because the driver caches the result columns by the statement's text.
        let cursor = quoted(&format!("backup of {}", reading.table.name));
        if !reading.open {
            self.on().run(&format!("DECLARE {cursor} NO SCROLL CURSOR FOR {}", reading.sql), Vec::new()).await?;
            reading.open = true;
        }
        let found = self.on().all(&format!("FETCH {ROWS} FROM {cursor}"), Vec::new()).await?;
        if found.is_empty() {
            self.on().run(&format!("CLOSE {cursor}"), Vec::new()).await?;
        }
        Ok(found)
    }
}

fn parse_cells(row: &QueryResult, table: &Table) -> Result<Vec<Cell>, StoreError> {
    table.columns.iter().enumerate().map(|(at, column)| parse_cell(row, at, column.kind)).collect()
}

fn parse_cell(row: &QueryResult, at: usize, kind: Kind) -> Result<Cell, StoreError> {
    let found = match kind {
        Kind::Integer => row.try_get_by_index::<Option<i64>>(at).map_err(store_error)?.map(Cell::Integer),
        Kind::Text => row.try_get_by_index::<Option<String>>(at).map_err(store_error)?.map(Cell::Text),
        Kind::Boolean => row.try_get_by_index::<Option<bool>>(at).map_err(store_error)?.map(Cell::Boolean),
        Kind::Real => row.try_get_by_index::<Option<f64>>(at).map_err(store_error)?.map(Cell::Real),
        Kind::Bytes => row.try_get_by_index::<Option<Vec<u8>>>(at).map_err(store_error)?.map(Cell::Bytes),
    };
    Ok(found.unwrap_or(Cell::Null))
}
