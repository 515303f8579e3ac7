//! The schema of a database: its tables and applied migrations.

use migrations::Migrator;
use sea_orm::{ConnectionTrait, DatabaseBackend, DbErr, QueryResult, Statement, TransactionTrait, Value};
use sea_orm_migration::MigratorTrait;
use shop_services::ports::StoreError;

use super::{Column, Kind, Table, TransferError, quoted};
use crate::db::{Db, MIGRATIONS, OpenError, col, store_error};

/// Schema of a database compared with this version's. Migrations are identified by their names, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaState {
    pub applied: Vec<String>,
    /// Migrations of this version that are not applied yet.
    pub pending: Vec<String>,
    /// Applied migrations that this version does not know: a newer version was here.
    pub unknown: Vec<String>,
}

/// Serialises schema changes of several servers; the number identifies this lock.
const TURN: &str = "SELECT pg_advisory_xact_lock(720195113)";

impl Db {
    /// Migrates the schema to this version.
    ///
    /// # Errors
    /// A newer version has changed the schema ([`OpenError::Newer`]); nothing is changed then.
    pub async fn migrate(&self) -> Result<(), OpenError> {
        let schema = schema(self).await.map_err(|e| OpenError::Migrate(e.to_string()))?;
        if let Some(unknown) = schema.unknown.last() {
            return Err(OpenError::Newer { unknown: unknown.clone() });
        }
        let failed = |e: DbErr| OpenError::Migrate(e.to_string());
        let turn = if self.is_postgres() {
            // Servers that start at the same moment take turns; the lock ends with its transaction.
            let turn = self.reader().begin().await.map_err(failed)?;
            turn.execute_unprepared(TURN).await.map_err(failed)?;
            Some(turn)
        } else {
            None
        };
        Migrator::up(self.durable(), None).await.map_err(failed)?;
        match turn {
            Some(turn) => turn.rollback().await.map_err(failed),
            None => Ok(()),
        }
    }
}

/// Compares the schema with this version's, without changing anything.
pub async fn schema(db: &Db) -> Result<SchemaState, StoreError> {
    let on = On { db: db.reader(), backend: db.kind() };
    let applied = on.applied_migrations().await?;
    let known = known();
    Ok(SchemaState {
        pending: known.iter().filter(|name| !applied.contains(name)).cloned().collect(),
        unknown: applied.iter().filter(|name| !known.contains(name)).cloned().collect(),
        applied,
    })
}

/// Whether the database contains any data beside the rows that migrations inserted.
pub async fn holds_data(db: &Db) -> Result<bool, StoreError> {
    On { db: db.reader(), backend: db.kind() }.holds_data().await
}

/// Migrations of this version, oldest first.
pub(super) fn known() -> Vec<String> {
    Migrator::migrations().iter().map(|step| step.name().to_owned()).collect()
}

/// Queries on a connection or transaction. They differ between the databases, so they are not counted in the statement metrics.
pub(super) struct On<'a, C> {
    pub(super) db: &'a C,
    pub(super) backend: DatabaseBackend,
}

impl<C: ConnectionTrait> On<'_, C> {
    pub(super) fn is_postgres(&self) -> bool {
        self.backend == DatabaseBackend::Postgres
    }

    pub(super) async fn all(&self, sql: &str, values: Vec<Value>) -> Result<Vec<QueryResult>, StoreError> {
        self.db.query_all_raw(Statement::from_sql_and_values(self.backend, sql, values)).await.map_err(store_error)
    }

    pub(super) async fn run(&self, sql: &str, values: Vec<Value>) -> Result<(), StoreError> {
        let statement = Statement::from_sql_and_values(self.backend, sql, values);
        self.db.execute_raw(statement).await.map(|_| ()).map_err(store_error)
    }

    async fn fetch_number(&self, sql: &str) -> Result<i64, StoreError> {
        let rows = self.all(sql, Vec::new()).await?;
        rows.first().map_or(Ok(0), |row| Ok(col::<Option<i64>>(row, "n")?.unwrap_or(0)))
    }

    /// Names of all tables in creation order: referenced tables come first.
    pub(super) async fn table_names(&self) -> Result<Vec<String>, StoreError> {
        let sql = if self.is_postgres() {
            "SELECT CAST(relname AS TEXT) AS name FROM pg_class \
             WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace ORDER BY pg_class.oid"
        } else {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid"
        };
        self.all(sql, Vec::new()).await?.iter().map(|row| col(row, "name")).collect()
    }

    /// Applied migrations, oldest first; empty for a database without any.
    pub(super) async fn applied_migrations(&self) -> Result<Vec<String>, StoreError> {
        if !self.table_names().await?.iter().any(|name| name == MIGRATIONS) {
            return Ok(Vec::new());
        }
        let rows = self.all(&format!("SELECT version FROM {MIGRATIONS} ORDER BY version"), Vec::new()).await?;
        rows.iter().map(|row| col(row, "version")).collect()
    }

    /// All tables of the shop.
    pub(super) async fn tables(&self) -> Result<Vec<Table>, TransferError> {
        let mut tables = Vec::new();
        for name in self.table_names().await?.into_iter().filter(|name| name != MIGRATIONS) {
            let columns = self.columns(&name).await?;
            let counter = self.read_counter(&name).await?;
            tables.push(Table { name, columns, counter });
        }
        Ok(tables)
    }

    async fn columns(&self, table: &str) -> Result<Vec<Column>, TransferError> {
        let sql = if self.is_postgres() {
            "SELECT CAST(column_name AS TEXT) AS name, CAST(data_type AS TEXT) AS kind FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position"
        } else {
            "SELECT name, type AS kind FROM pragma_table_info($1) ORDER BY cid"
        };
        let mut columns = Vec::new();
        for row in self.all(sql, vec![table.into()]).await? {
            let (name, called): (String, String) = (col(&row, "name")?, col(&row, "kind")?);
            let Some(kind) = kind(&called) else {
                return Err(TransferError::UnknownType { table: table.to_owned(), column: name, kind: called });
            };
            columns.push(Column { name, kind });
        }
        Ok(columns)
    }

    async fn read_counter(&self, table: &str) -> Result<Option<i64>, StoreError> {
        if !self.is_postgres() {
            let sql =
                "SELECT name FROM sqlite_master WHERE name = $1 AND type = 'table' AND sql LIKE '%AUTOINCREMENT%'";
            if self.all(sql, vec![table.into()]).await?.is_empty() {
                return Ok(None);
            }
            let rows = self.all("SELECT seq FROM sqlite_sequence WHERE name = $1", vec![table.into()]).await?;
            return rows.first().map_or(Ok(Some(0)), |row| col(row, "seq").map(Some));
        }
        let Some(sequence) = self.sequence(table).await? else { return Ok(None) };
        let sql = format!("SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS n FROM {sequence}");
        self.fetch_number(&sql).await.map(Some)
    }

    /// The sequence of a table's ids on PostgreSQL, as SQL.
    pub(super) async fn sequence(&self, table: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT pg_get_serial_sequence(quote_ident($1), 'id') AS name FROM information_schema.columns \
                   WHERE table_schema = current_schema() AND table_name = $1 AND column_name = 'id' AND is_identity = 'YES'";
        let rows = self.all(sql, vec![table.into()]).await?;
        rows.first().map_or(Ok(None), |row| col(row, "name"))
    }

    /// Whether there are rows that no migration inserted.
    pub(super) async fn holds_data(&self) -> Result<bool, StoreError> {
        for table in self.table_names().await? {
            // The migrations insert the counters and one category of a new shop.
            let of_schema = match table.as_str() {
                MIGRATIONS | "change_counters" | "id_counters" => continue,
                "categories" => 1,
                _ => 0,
            };
            let sql = format!("SELECT COUNT(*) AS n FROM (SELECT 1 FROM {} LIMIT 2) AS few", quoted(&table));
            if self.fetch_number(&sql).await? > of_schema {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Type of a column, by the name that the database gives it.
fn kind(called: &str) -> Option<Kind> {
    Some(match called.to_ascii_lowercase().as_str() {
        "bigint" | "integer" | "smallint" => Kind::Integer,
        "text" | "character varying" | "varchar" => Kind::Text,
        "boolean" => Kind::Boolean,
        "double precision" | "real" => Kind::Real,
        "bytea" | "blob" => Kind::Bytes,
        _ => return None,
    })
}
