//! Opens connections and runs statements on them.

pub(crate) mod connection;
pub(crate) mod errors;
pub(crate) mod fetch;
mod metrics;
pub(crate) mod returning;
pub(crate) mod server_monitor;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{
    ConnectOptions, Database, DatabaseBackend, DatabaseConnection, DatabaseTransaction, DbErr, QueryResult,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait, Value,
};
use shop_services::platform::boundary::{OpenTransaction, Operation, cross};
use shop_services::ports::StoreError;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;

pub use self::metrics::{StatementFigures, statement_figures};
use crate::db::errors::is_lock_timeout;
pub(crate) use crate::db::errors::store_error;
use crate::db::server_monitor::ServerMonitor;

/// Table in which sea-orm records the applied migrations.
pub(crate) const MIGRATIONS: &str = "seaql_migrations";
/// Number of pooled connections on PostgreSQL, and of readers on SQLite.
const POOL_SIZE: u32 = 8;
/// Default time that a request waits for a connection or a lock before it fails.
pub const WAIT: Duration = Duration::from_secs(10);

/// Page cache of a writing connection, in KiB (negative, as SQLite expects it).
const WRITER_CACHE: &str = "-8000";
/// Page cache of a reading connection, smaller because there are several and the catalogue is cached in memory anyway.
const READER_CACHE: &str = "-2000";

/// Number of statements run by this process.
static STATEMENTS: AtomicU64 = AtomicU64::new(0);

/// Returns the number of statements that this process has run, including the beginning and end of transactions.
pub fn sql_statements() -> u64 {
    STATEMENTS.load(Ordering::Relaxed)
}

/// Receives every statement of this process.
static LISTENER: OnceLock<fn(&ObservedStatement<'_>)> = OnceLock::new();

/// A statement about to run, including `BEGIN` and `COMMIT`.
#[derive(Clone, Copy, Debug)]
pub struct ObservedStatement<'a> {
    /// Whether it runs on PostgreSQL; otherwise on SQLite.
    pub postgres: bool,
    /// SQL text with placeholders.
    pub sql: &'a str,
}

/// Calls a function for every statement from now on, so that tests can compare the statements of both databases. Only the first
/// listener is used.
pub fn observe_statements(listener: fn(&ObservedStatement<'_>)) {
    let _ = LISTENER.set(listener);
}

fn count(backend: DatabaseBackend, sql: &str) {
    STATEMENTS.fetch_add(1, Ordering::Relaxed);
    if let Some(listener) = LISTENER.get() {
        listener(&ObservedStatement { postgres: backend == DatabaseBackend::Postgres, sql });
    }
}

/// Counts a statement and runs it, with its searches expanded for the database.
pub(crate) async fn run_counted<T, W: Future<Output = Result<T, DbErr>>>(
    db: &Db,
    statement: Statement,
    work: impl FnOnce(Statement) -> W,
) -> Result<T, StoreError> {
    count(db.backend, &statement.sql);
    let sql = statement.sql.clone();
    let mut statement = match crate::search::expand(db.backend, &statement.sql) {
        Some(sql) => Statement { sql, ..statement },
        None => statement,
    };
    statement.values.iter_mut().flat_map(|values| values.0.iter_mut()).for_each(clamp_to_range);
    if db.backend == DatabaseBackend::Sqlite {
        inline_limit(&mut statement);
    }
    db.query(&sql, work(statement)).await
}

/// Inlines the limit of a statement. SQLite uses a bound limit for planning, and recompiles such a statement each time it is
/// bound: that took 5 % of the time of adding to a cart.
fn inline_limit(statement: &mut Statement) {
    const LIMIT: &str = " LIMIT ?";
    const OFFSET: &str = " OFFSET ?";
    let offset = if statement.sql.ends_with(OFFSET) { OFFSET } else { "" };
    let Some(head) = statement.sql.strip_suffix(offset).and_then(|sql| sql.strip_suffix(LIMIT)) else { return };
    let Some(values) = &mut statement.values else { return };
    let at = values.0.len().saturating_sub(if offset.is_empty() { 1 } else { 2 });
    if let Some(Value::BigUnsigned(Some(limit))) = values.0.get(at) {
        statement.sql = format!("{head} LIMIT {limit}{offset}");
        values.0.remove(at);
    }
}

/// Clamps integers to the signed range of the databases, beyond which the driver panics: a visitor may type any page number.
fn clamp_to_range(value: &mut Value) {
    if let Value::BigUnsigned(Some(number)) = value {
        *number = (*number).min(i64::MAX.unsigned_abs());
    }
}

/// An open database.
///
/// SQLite has a single writer: writes queue up in this process in order of arrival instead of failing as busy. Orders are written
/// through a connection that waits for the disk (`synchronous=FULL`); carts through one that leaves the last moments to the
/// write-ahead log, so that a power cut may cost a changed quantity but never an order.
#[derive(Clone, Debug)]
pub struct Db {
    read: DatabaseConnection,
    write: DatabaseConnection,
    durable: DatabaseConnection,
    queue: Arc<Mutex<()>>,
    /// Number of SQLite writers that failed because another process held the lock for too long.
    lock_timeouts: Arc<AtomicU64>,
    /// Last write error that may be temporary.
    last_write_error: Arc<std::sync::Mutex<Option<String>>>,
    /// Reachability of the PostgreSQL server.
    server: Option<Arc<ServerMonitor>>,
    wait: Duration,
    backend: DatabaseBackend,
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database cannot be reached or created.
    #[error("cannot open the database: {0}")]
    Connect(String),
    /// A migration failed.
    #[error("cannot bring the database to this version: {0}")]
    Migrate(String),
    /// A newer version of the shop has changed the schema.
    #[error(
        "the database was changed by a newer version of the shop ({unknown}): start that version, or restore a backup of before"
    )]
    Newer {
        /// The last applied migration that this version does not know.
        unknown: String,
    },
}

/// Opens a pool of connections to PostgreSQL.
pub(crate) async fn postgres(url: &str, connections: u32, wait: Duration) -> Result<DatabaseConnection, OpenError> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).acquire_timeout(wait).connect_timeout(wait).sqlx_logging(false);
    connect(options).await
}

/// Opens a pool of connections to an SQLite file, creating the file and its folder if needed.
pub(crate) async fn sqlite(
    url: &str,
    connections: u32,
    synchronous: SqliteSynchronous,
    wait: Duration,
) -> Result<DatabaseConnection, OpenError> {
    let path = url.trim_start_matches("sqlite://").trim_start_matches("sqlite:").split('?').next().unwrap_or_default();
    if let Some(folder) = std::path::Path::new(path).parent()
        && !folder.as_os_str().is_empty()
    {
        std::fs::create_dir_all(folder).map_err(|e| OpenError::Connect(format!("{}: {e}", folder.display())))?;
    }
    let cache = if connections == 1 { WRITER_CACHE } else { READER_CACHE };
    let mut options = ConnectOptions::new(format!("sqlite://{path}"));
    options
        .max_connections(connections)
        .min_connections(1)
        .acquire_timeout(wait)
        .idle_timeout(None)
        .max_lifetime(None)
        // SQLite has no server that could have closed the connection, and the test costs as much as a short statement.
        .test_before_acquire(false)
        .sqlx_logging(false)
        .map_sqlx_sqlite_opts(move |o| {
            o.create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(synchronous)
                .busy_timeout(wait)
                .foreign_keys(true)
                .pragma("temp_store", "memory")
                .pragma("cache_size", cache)
                .statement_cache_capacity(200)
        });
    connect(options).await
}

async fn connect(options: ConnectOptions) -> Result<DatabaseConnection, OpenError> {
    let connecting = Box::pin(Database::connect(options));
    let mut connection = connecting.await.map_err(|e| OpenError::Connect(e.to_string()))?;
    metrics::observe(&mut connection);
    Ok(connection)
}

/// A write transaction. Dropped without [`Write::commit`], it is rolled back.
pub(crate) struct Write<'a> {
    tx: DatabaseTransaction,
    db: &'a Db,
    _turn: Option<MutexGuard<'a, ()>>,
    _open: OpenTransaction,
}

impl Db {
    /// Opens `sqlite://FILE` (created if it does not exist) or `postgres://…`. Requests wait up to [`WAIT`] for a connection or a
    /// lock.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        Self::open_with_timeout(url, WAIT).await
    }

    /// Opens a database with another timeout than [`WAIT`].
    pub async fn open_with_timeout(url: &str, wait: Duration) -> Result<Self, OpenError> {
        if url.starts_with("sqlite:") {
            Self::open_sqlite(url, wait).await
        } else {
            Self::open_postgres(url, wait).await
        }
    }

    async fn open_postgres(url: &str, wait: Duration) -> Result<Self, OpenError> {
        let pool = postgres(url, POOL_SIZE, wait).await?;
        let monitor = ServerMonitor::new(url).map_err(|e| OpenError::Connect(e.to_string()))?;
        Ok(Self {
            read: pool.clone(),
            write: pool.clone(),
            durable: pool,
            queue: Arc::default(),
            lock_timeouts: Arc::default(),
            last_write_error: Arc::default(),
            server: Some(monitor),
            wait,
            backend: DatabaseBackend::Postgres,
        })
    }

    async fn open_sqlite(url: &str, wait: Duration) -> Result<Self, OpenError> {
        Ok(Self {
            durable: sqlite(url, 1, SqliteSynchronous::Full, wait).await?,
            write: sqlite(url, 1, SqliteSynchronous::Normal, wait).await?,
            read: sqlite(url, POOL_SIZE, SqliteSynchronous::Normal, wait).await?,
            queue: Arc::default(),
            lock_timeouts: Arc::default(),
            last_write_error: Arc::default(),
            server: None,
            wait,
            backend: DatabaseBackend::Sqlite,
        })
    }

    /// Closes all connections; on SQLite, all data is in the one file afterwards.
    pub async fn close(self) -> Result<(), OpenError> {
        for connection in [self.read, self.write, self.durable] {
            connection.close().await.map_err(|e| OpenError::Connect(e.to_string()))?;
        }
        Ok(())
    }

    /// Connections for reading.
    pub(crate) fn reader(&self) -> &DatabaseConnection {
        &self.read
    }

    pub(crate) fn kind(&self) -> DatabaseBackend {
        self.backend
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.backend == DatabaseBackend::Postgres
    }

    /// The connection whose commits wait for the disk.
    pub(crate) fn durable(&self) -> &DatabaseConnection {
        &self.durable
    }

    /// Runs a query; on PostgreSQL it fails early if the server is unreachable.
    async fn query<T>(&self, sql: &str, work: impl Future<Output = Result<T, DbErr>>) -> Result<T, StoreError> {
        let result = async {
            match &self.server {
                Some(server) => server.run(work).await,
                None => work.await.map_err(|error| {
                    if is_lock_timeout(&error) {
                        self.lock_timeouts.fetch_add(1, Ordering::AcqRel);
                    }
                    store_error(error)
                }),
            }
        };
        cross(Operation::Statement(sql), result, |_| Err(StoreError::Unavailable("the connection was lost".into())))
            .await
    }

    /// The error of the last write if it may be temporary; `None` if the write succeeded.
    pub(crate) fn last_write_error(&self) -> Option<String> {
        self.last_write_error.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Runs a single changing statement while holding the write lock.
    pub(crate) async fn run_locked<T>(
        &self,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let _turn = self.record_write(self.acquire_write_lock().await, false)?;
        self.record_write(work.await, true)
    }

    /// The connection that writes without waiting for the disk.
    pub(crate) fn writer(&self) -> &DatabaseConnection {
        &self.write
    }

    /// Records the result of a write; `stays`: a success is committed.
    pub(crate) fn record_write<T>(&self, result: Result<T, StoreError>, stays: bool) -> Result<T, StoreError> {
        let mut last_error = self.last_write_error.lock().unwrap_or_else(PoisonError::into_inner);
        match &result {
            Err(StoreError::Unavailable(why)) => *last_error = Some(why.clone()),
            Ok(_) if stays => *last_error = None,
            _ => {}
        }
        result
    }

    /// Acquires the write lock on SQLite. If a writer before failed with a timeout, those queued behind it have waited as long
    /// and fail too: otherwise each would wait as long once more, one after the other.
    async fn acquire_write_lock(&self) -> Result<Option<MutexGuard<'_, ()>>, StoreError> {
        if self.is_postgres() {
            return Ok(None);
        }
        let lock_timeouts = self.lock_timeouts.load(Ordering::Acquire);
        let unavailable = || StoreError::Unavailable("others write for too long".into());
        let turn = timeout(self.wait, self.queue.lock()).await.map_err(|_| unavailable())?;
        if self.lock_timeouts.load(Ordering::Acquire) == lock_timeouts { Ok(Some(turn)) } else { Err(unavailable()) }
    }

    /// Begins a write transaction. `durable`: its commit waits for the disk.
    pub(crate) async fn begin(&self, durable: bool) -> Result<Write<'_>, StoreError> {
        let turn = self.record_write(self.acquire_write_lock().await, false)?;
        let options = TransactionOptions {
            sqlite_transaction_mode: (!self.is_postgres()).then_some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        count(self.backend, "BEGIN");
        let open = OpenTransaction::new();
        let connection = if durable { &self.durable } else { &self.write };
        let tx = self.record_write(self.query("BEGIN", connection.begin_with_options(options)).await, false)?;
        Ok(Write { tx, db: self, _turn: turn, _open: open })
    }
}

impl Write<'_> {
    /// The transaction of sea-orm.
    pub(crate) fn tx(&self) -> &DatabaseTransaction {
        &self.tx
    }

    pub(crate) fn db(&self) -> &Db {
        self.db
    }

    /// Commits the transaction.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        count(self.db.backend, "COMMIT");
        let done = self.db.query("COMMIT", self.tx.commit()).await;
        self.db.record_write(done, true)
    }
}

/// Reads a column.
pub(crate) fn col<T: sea_orm::TryGetable>(row: &QueryResult, name: &str) -> Result<T, StoreError> {
    row.try_get("", name).map_err(store_error)
}

/// Error for a row with invalid contents.
pub(crate) fn inconsistent(table: impl Into<String>, row: impl ToString, reason: &str) -> StoreError {
    StoreError::Inconsistent { table: table.into(), row: row.to_string(), reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_of_a_statement_is_in_its_text_and_what_else_is_bound_stays() {
        let (one, page, offset) = (Value::BigInt(Some(7)), Value::BigUnsigned(Some(24)), Value::BigUnsigned(Some(48)));
        for (sql, values, expected, left) in [
            ("a = ? LIMIT ?", vec![&one, &page], "a = ? LIMIT 24", vec![&one]),
            ("a = ? LIMIT ? OFFSET ?", vec![&one, &page, &offset], "a = ? LIMIT 24 OFFSET ?", vec![&one, &offset]),
            ("b IN (SELECT c LIMIT ?)", vec![&page], "b IN (SELECT c LIMIT ?)", vec![&page]),
            ("a = ?", vec![&one], "a = ?", vec![&one]),
        ] {
            let values = values.into_iter().cloned();
            let mut statement = Statement::from_sql_and_values(DatabaseBackend::Sqlite, sql, values);
            inline_limit(&mut statement);
            assert_eq!(statement.sql, expected);
            assert_eq!(statement.values.unwrap().0.iter().collect::<Vec<_>>(), left, "{sql}");
        }
    }
}
