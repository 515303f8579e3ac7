//! Writes all rows of another database into this one, in one transaction.

use migrations::Migrator;
use sea_orm::sqlx::sqlite::SqliteSynchronous;
use sea_orm::{
    DatabaseBackend, DatabaseConnection, DatabaseTransaction, SqliteTransactionMode, TransactionOptions,
    TransactionTrait, Value,
};
use sea_orm_migration::MigratorTrait;
use shop_services::ports::StoreError;

use super::schema::{On, known};
use super::{Cell, Table, TransferError, quoted};
use crate::OpenError;
use crate::db::{self, MIGRATIONS, WAIT, col, store_error};

/// Maximum number of values in a statement, below the limits of both databases.
const VALUES: usize = 16_000;
/// Rows per statement.
const ROWS: usize = 500;

/// A restore in progress, on a connection of its own. Dropped without [`Restore::commit`], the database is unchanged.
#[derive(Debug)]
pub struct Restore {
    tx: DatabaseTransaction,
    connection: DatabaseConnection,
    backend: DatabaseBackend,
    tables: Vec<Table>,
    /// Foreign keys to be recreated once all rows are inserted: table, name, definition (PostgreSQL).
    references: Vec<(String, String, String)>,
    /// Highest change counter that running servers have seen.
    changes: i64,
}

impl Restore {
    /// Checks that this version can restore rows of a schema with these migrations.
    pub fn check(migrations: &[String]) -> Result<(), TransferError> {
        let known = known();
        if let Some(newer) = migrations.iter().find(|name| !known.contains(name)) {
            return Err(TransferError::Newer(newer.clone()));
        }
        match known.iter().zip(migrations).find(|(known, applied)| known != applied) {
            Some((missing, _)) => Err(TransferError::Gap(missing.clone())),
            None if migrations.is_empty() => Err(TransferError::Gap(known.first().cloned().unwrap_or_default())),
            None => Ok(()),
        }
    }

    /// Empties the database at this address and creates the schema of these migrations.
    ///
    /// # Errors
    /// The database is not a shop's, or the migrations are not this version's ([`Restore::check`]).
    pub async fn begin(url: &str, migrations: &[String]) -> Result<Self, TransferError> {
        Self::check(migrations)?;
        let (connection, backend) = connect(url).await?;
        let options = TransactionOptions {
            sqlite_transaction_mode: (backend == DatabaseBackend::Sqlite).then_some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        let tx = connection.begin_with_options(options).await.map_err(store_error)?;
        let mut restore = Self { tx, connection, backend, tables: Vec::new(), references: Vec::new(), changes: 0 };
        restore.drop_all().await?;
        let steps = u32::try_from(migrations.len()).unwrap_or(u32::MAX);
        Migrator::up(&restore.tx, Some(steps)).await.map_err(|e| OpenError::Migrate(e.to_string()))?;
        restore.tables = restore.on().tables().await?;
        restore.hold_references().await?;
        // Rows that the migrations inserted come back with the restored rows.
        for table in restore.tables.iter().rev() {
            restore.on().run(&format!("DELETE FROM {}", quoted(&table.name)), Vec::new()).await?;
        }
        Ok(restore)
    }

    fn on(&self) -> On<'_, DatabaseTransaction> {
        On { db: &self.tx, backend: self.backend }
    }

    /// Tables of the schema, empty when the restore begins.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    async fn drop_all(&mut self) -> Result<(), TransferError> {
        if self.backend == DatabaseBackend::Sqlite {
            // Foreign keys are checked on commit.
            self.on().run("PRAGMA defer_foreign_keys = ON", Vec::new()).await?;
        }
        let names = self.on().table_names().await?;
        if let Some(foreign) = names.first()
            && !names.iter().any(|name| name == MIGRATIONS)
        {
            return Err(TransferError::Foreign(foreign.clone()));
        }
        if names.iter().any(|name| name == "change_counters") {
            let sql = "SELECT MAX(value) AS n FROM change_counters";
            let rows = self.on().all(sql, Vec::new()).await?;
            self.changes = rows.first().map_or(Ok(None), |row| col::<Option<i64>>(row, "n"))?.unwrap_or(0);
        }
        let and = if self.backend == DatabaseBackend::Postgres { " CASCADE" } else { "" };
        for name in names.iter().rev() {
            self.on().run(&format!("DROP TABLE {}{and}", quoted(name)), Vec::new()).await?;
        }
        Ok(())
    }

    /// PostgreSQL checks foreign keys row by row: they are dropped now, and recreated once all rows are inserted.
    async fn hold_references(&mut self) -> Result<(), StoreError> {
        if self.backend != DatabaseBackend::Postgres {
            return Ok(());
        }
        let sql = "SELECT CAST(pg_class.relname AS TEXT) AS owner, CAST(conname AS TEXT) AS name, \
                   pg_get_constraintdef(pg_constraint.oid) AS rule \
                   FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid \
                   WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY pg_constraint.oid";
        for row in self.on().all(sql, Vec::new()).await? {
            let (owner, name, rule): (String, String, String) =
                (col(&row, "owner")?, col(&row, "name")?, col(&row, "rule")?);
            self.on()
                .run(&format!("ALTER TABLE {} DROP CONSTRAINT {}", quoted(&owner), quoted(&name)), Vec::new())
                .await?;
            self.references.push((owner, name, rule));
        }
        Ok(())
    }

    /// Checks that the tables to be restored match this schema.
    pub fn expect(&self, tables: &[Table]) -> Result<(), TransferError> {
        let shape = |table: &Table| {
            let mut columns = table.columns.clone();
            columns.sort_by(|a, b| a.name.cmp(&b.name));
            (table.name.clone(), columns, table.counter.is_some())
        };
        let sorted = |tables: &[Table]| {
            let mut shapes: Vec<_> = tables.iter().map(shape).collect();
            shapes.sort_by(|a, b| a.0.cmp(&b.0));
            shapes
        };
        let (here, given) = (sorted(&self.tables), sorted(tables));
        if let Some(wrong) = given.iter().find(|shape| !here.contains(shape)) {
            return Err(TransferError::Table(wrong.0.clone()));
        }
        match here.iter().find(|shape| !given.contains(shape)) {
            Some(missing) => Err(TransferError::Table(missing.0.clone())),
            None => Ok(()),
        }
    }

    /// Inserts rows of a table that was checked with `expect`.
    pub async fn insert(&self, table: &Table, rows: Vec<Vec<Cell>>) -> Result<(), StoreError> {
        let names = table.columns.iter().map(|column| quoted(&column.name)).collect::<Vec<_>>().join(", ");
        let width = table.columns.len().max(1);
        let at_once = (VALUES / width).clamp(1, ROWS);
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let some: Vec<Vec<Cell>> = rows.by_ref().take(at_once).collect();
            let sql =
                format!("INSERT INTO {} ({names}) VALUES {}", quoted(&table.name), placeholders(some.len(), width));
            let values = some.into_iter().flat_map(|row| row.into_iter().zip(&table.columns));
            let values = values.map(|(cell, column)| value(cell, column.kind)).collect();
            self.on().run(&sql, values).await?;
        }
        Ok(())
    }

    /// Finishes once all rows are inserted: sets the id counters, checks the foreign keys, and migrates the schema to this
    /// version.
    pub async fn complete(&mut self, tables: &[Table]) -> Result<(), TransferError> {
        for table in tables {
            if let Some(counter) = table.counter {
                self.set_counter(&table.name, counter).await?;
            }
        }
        for (owner, name, rule) in std::mem::take(&mut self.references) {
            let sql = format!("ALTER TABLE {} ADD CONSTRAINT {} {rule}", quoted(&owner), quoted(&name));
            self.on().run(&sql, Vec::new()).await.map_err(|_| TransferError::References(owner))?;
        }
        if self.backend == DatabaseBackend::Sqlite {
            let sql = "SELECT DISTINCT \"table\" AS name FROM pragma_foreign_key_check";
            if let Some(row) = self.on().all(sql, Vec::new()).await?.first() {
                return Err(TransferError::References(col(row, "name")?));
            }
        }
        Migrator::up(&self.tx, None).await.map_err(|e| OpenError::Migrate(e.to_string()))?;
        // The counters tell running servers that all cached data has changed.
        self.on().run("UPDATE change_counters SET value = value + $1", vec![self.changes.into()]).await?;
        Ok(())
    }

    /// Ids are never reused, even if their rows are deleted.
    async fn set_counter(&self, table: &str, counter: i64) -> Result<(), StoreError> {
        let on = self.on();
        let rows = on.all(&format!("SELECT MAX(id) AS n FROM {}", quoted(table)), Vec::new()).await?;
        let highest: Option<i64> = rows.first().map_or(Ok(None), |row| col(row, "n"))?;
        let last = counter.max(highest.unwrap_or(0));
        if self.backend == DatabaseBackend::Postgres {
            let Some(sequence) = on.sequence(table).await? else { return Ok(()) };
            let sql = "SELECT setval(CAST($1 AS regclass), $2, $3)";
            return on.all(sql, vec![sequence.into(), last.max(1).into(), (last > 0).into()]).await.map(|_| ());
        }
        on.run("DELETE FROM sqlite_sequence WHERE name = $1", vec![table.into()]).await?;
        on.run("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)", vec![table.into(), last.into()]).await
    }

    /// Commits the restore.
    pub async fn commit(self) -> Result<(), TransferError> {
        self.tx.commit().await.map_err(store_error)?;
        self.connection.close().await.map_err(store_error)?;
        Ok(())
    }
}

async fn connect(url: &str) -> Result<(DatabaseConnection, DatabaseBackend), OpenError> {
    if url.starts_with("sqlite:") {
        let connection = db::sqlite(url, 1, SqliteSynchronous::Full, WAIT).await?;
        return Ok((connection, DatabaseBackend::Sqlite));
    }
    Ok((db::postgres(url, 1, WAIT).await?, DatabaseBackend::Postgres))
}

fn value(cell: Cell, kind: super::Kind) -> Value {
    use super::Kind;
    match cell {
        Cell::Integer(number) => number.into(),
        Cell::Text(text) => text.into(),
        Cell::Boolean(yes) => yes.into(),
        Cell::Real(number) => number.into(),
        Cell::Bytes(bytes) => bytes.into(),
        // A null value has a type too.
        Cell::Null => match kind {
            Kind::Integer => None::<i64>.into(),
            Kind::Text => None::<String>.into(),
            Kind::Boolean => None::<bool>.into(),
            Kind::Real => None::<f64>.into(),
            Kind::Bytes => None::<Vec<u8>>.into(),
        },
    }
}

/// `($1, $2), ($3, $4)`: placeholders for `rows` rows of `columns` columns.
fn placeholders(rows: usize, columns: usize) -> String {
    let mut out = String::new();
    let mut n = 0;
    for row in 0..rows {
        out.push_str(if row == 0 { "(" } else { ", (" });
        for column in 0..columns {
            n += 1;
            out.push_str(&format!("{}${n}", if column == 0 { "" } else { ", " }));
        }
        out.push(')');
    }
    out
}
