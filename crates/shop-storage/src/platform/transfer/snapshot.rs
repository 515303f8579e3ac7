//! Reading all rows as of one moment, while others go on writing.

use sea_orm::{AccessMode, DatabaseBackend, DatabaseTransaction, IsolationLevel, QueryResult, TransactionTrait};
use shop_services::ports::StoreError;

use super::schema::On;
use super::{Cell, Kind, Table, TransferError, quoted};
use crate::db::{Db, fault};

/// Rows read at a time.
const ROWS: i64 = 500;

/// A database as it is at one moment: one transaction that only reads. Writers are not held up.
#[derive(Debug)]
pub struct Snapshot {
    tx: DatabaseTransaction,
    backend: DatabaseBackend,
}

/// Where the reading of a table's rows stands.
#[derive(Debug)]
pub struct Reading {
    table: Table,
    sql: String,
    after: i64,
    open: bool,
    done: bool,
}

/// Begins to read the database as it is now.
pub async fn snapshot(db: &Db) -> Result<Snapshot, StoreError> {
    let tx = if db.is_postgres() {
        db.reader().begin_with_config(Some(IsolationLevel::RepeatableRead), Some(AccessMode::ReadOnly)).await
    } else {
        db.reader().begin().await
    };
    let snapshot = Snapshot { tx: tx.map_err(fault)?, backend: db.kind() };
    // The moment is that of the first question.
    snapshot.on().names().await?;
    Ok(snapshot)
}

impl Snapshot {
    fn on(&self) -> On<'_, DatabaseTransaction> {
        On { db: &self.tx, backend: self.backend }
    }

    /// The applied steps of the schema, oldest first.
    pub async fn migrations(&self) -> Result<Vec<String>, StoreError> {
        self.on().applied().await
    }

    /// All tables but that of the steps; what others refer to comes first.
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

    /// The next rows; none: these were all.
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
            reading.after = last.try_get_by_index(width).map_err(fault)?;
        }
        reading.done = found.is_empty();
        found.iter().map(|row| cells(row, &reading.table)).collect()
    }

    /// By a cursor: the server keeps its place, and never gives more than was asked for.
    async fn fetch(&self, reading: &mut Reading) -> Result<Vec<QueryResult>, StoreError> {
        // A name for each table: what a statement gives is remembered by its text.
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

fn cells(row: &QueryResult, table: &Table) -> Result<Vec<Cell>, StoreError> {
    table.columns.iter().enumerate().map(|(at, column)| cell(row, at, column.kind)).collect()
}

fn cell(row: &QueryResult, at: usize, kind: Kind) -> Result<Cell, StoreError> {
    let found = match kind {
        Kind::Integer => row.try_get_by_index::<Option<i64>>(at).map_err(fault)?.map(Cell::Integer),
        Kind::Text => row.try_get_by_index::<Option<String>>(at).map_err(fault)?.map(Cell::Text),
        Kind::Boolean => row.try_get_by_index::<Option<bool>>(at).map_err(fault)?.map(Cell::Boolean),
        Kind::Real => row.try_get_by_index::<Option<f64>>(at).map_err(fault)?.map(Cell::Real),
        Kind::Bytes => row.try_get_by_index::<Option<Vec<u8>>>(at).map_err(fault)?.map(Cell::Bytes),
    };
    Ok(found.unwrap_or(Cell::Null))
}
