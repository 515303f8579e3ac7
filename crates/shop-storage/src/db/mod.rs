//! Connections: how they are opened, and how statements run on them.

pub(crate) mod connection;
pub(crate) mod fault;
pub(crate) mod fetch;
mod metrics;
pub(crate) mod reach;
pub(crate) mod returning;

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
pub(crate) use crate::db::fault::fault;
use crate::db::fault::is_out_of_turn;
use crate::db::reach::Reach;

/// Where sea-orm notes which steps of the schema a database has.
pub(crate) const MIGRATIONS: &str = "seaql_migrations";
/// Connections of the pool on PostgreSQL, and readers on SQLite.
const POOL_SIZE: u32 = 8;
/// How long a request waits for a connection or a lock before it fails, unless it is told otherwise.
pub const WAIT: Duration = Duration::from_secs(10);

/// Page cache of a connection that writes, in KiB (negative, as SQLite counts it).
const WRITER_CACHE: &str = "-8000";
/// Page cache of one that reads: there are several, and the catalogue is held in memory anyway.
const READER_CACHE: &str = "-2000";

/// Statements run by this process.
static STATEMENTS: AtomicU64 = AtomicU64::new(0);

/// How many statements this process has run, transactions' beginnings and ends included.
pub fn sql_statements() -> u64 {
    STATEMENTS.load(Ordering::Relaxed)
}

/// Hears every statement of this process.
static LISTENER: OnceLock<fn(&StatementHeard<'_>)> = OnceLock::new();

/// A statement that is about to run; `BEGIN` and `COMMIT` too.
#[derive(Clone, Copy, Debug)]
pub struct StatementHeard<'a> {
    /// On PostgreSQL; else on SQLite.
    pub postgres: bool,
    /// Its text, with placeholders.
    pub sql: &'a str,
}

/// Tells a function of every statement from now on: for tests, which compare what ran on the two databases. The first one stays.
pub fn listen_to_statements(listener: fn(&StatementHeard<'_>)) {
    let _ = LISTENER.set(listener);
}

fn count(backend: DatabaseBackend, sql: &str) {
    STATEMENTS.fetch_add(1, Ordering::Relaxed);
    if let Some(listener) = LISTENER.get() {
        listener(&StatementHeard { postgres: backend == DatabaseBackend::Postgres, sql });
    }
}

/// Counts a statement and runs it, with its searches written out for the database.
pub(crate) async fn run_counted<T, W: Future<Output = Result<T, DbErr>>>(
    db: &Db,
    statement: Statement,
    work: impl FnOnce(Statement) -> W,
) -> Result<T, StoreError> {
    count(db.backend, &statement.sql);
    let sql = statement.sql.clone();
    let mut statement = match crate::search::write_out(db.backend, &statement.sql) {
        Some(sql) => Statement { sql, ..statement },
        None => statement,
    };
    statement.values.iter_mut().flat_map(|values| values.0.iter_mut()).for_each(keep_in_range);
    if db.backend == DatabaseBackend::Sqlite {
        write_out_limit(&mut statement);
    }
    db.ask(&sql, work(statement)).await
}

/// Writes the limit of a statement into its text. SQLite takes a bound limit into account when it plans, and compiles such a
/// statement anew each time it is bound: it took 5 % of the time of adding to a cart.
fn write_out_limit(statement: &mut Statement) {
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

/// The databases' integers have a sign, and the driver panics for a number beyond: a page of a number that somebody typed.
fn keep_in_range(value: &mut Value) {
    if let Value::BigUnsigned(Some(number)) = value {
        *number = (*number).min(i64::MAX.unsigned_abs());
    }
}

/// An open database.
///
/// SQLite has one writer: writes queue up in this process in order of arrival instead of failing as busy. Orders are
/// written through a connection that waits for the disk (`synchronous=FULL`); carts through one that leaves the last
/// moments to the write-ahead log, so that a power cut may cost a changed quantity but never an order.
#[derive(Clone, Debug)]
pub struct Db {
    read: DatabaseConnection,
    write: DatabaseConnection,
    durable: DatabaseConnection,
    queue: Arc<Mutex<()>>,
    /// Writers of SQLite that were refused as another process wrote for too long.
    refused: Arc<AtomicU64>,
    /// Why the last write failed that may succeed later.
    trouble: Arc<std::sync::Mutex<Option<String>>>,
    /// The server of PostgreSQL.
    reach: Option<Arc<Reach>>,
    wait: Duration,
    backend: DatabaseBackend,
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be reached or created.
    #[error("cannot open the database: {0}")]
    Connect(String),
    /// A migration failed.
    #[error("cannot bring the database to this version: {0}")]
    Migrate(String),
    /// A newer version of the shop changed its schema.
    #[error(
        "the database was changed by a newer version of the shop ({unknown}): start that version, or restore a backup of before"
    )]
    Newer {
        /// The last step of its schema that this version does not know.
        unknown: String,
    },
}

/// Connections to PostgreSQL.
pub(crate) async fn postgres(url: &str, connections: u32, wait: Duration) -> Result<DatabaseConnection, OpenError> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).acquire_timeout(wait).connect_timeout(wait).sqlx_logging(false);
    connect(options).await
}

/// Connections to a file of SQLite, which is made when it is not there, as is its folder.
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
        // There is no server that could have hung up, and asking costs as much as a short statement.
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

/// A write in progress. Dropped without [`Write::commit`], nothing of it stays.
pub(crate) struct Write<'a> {
    tx: DatabaseTransaction,
    db: &'a Db,
    _turn: Option<MutexGuard<'a, ()>>,
    _open: OpenTransaction,
}

impl Db {
    /// Opens `sqlite://FILE` (made when it is not there) or `postgres://…`. Who asks waits [`WAIT`] for a connection or a lock.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        Self::open_waiting(url, WAIT).await
    }

    /// The same with another wait.
    pub async fn open_waiting(url: &str, wait: Duration) -> Result<Self, OpenError> {
        if url.starts_with("sqlite:") {
            Self::open_sqlite(url, wait).await
        } else {
            Self::open_postgres(url, wait).await
        }
    }

    async fn open_postgres(url: &str, wait: Duration) -> Result<Self, OpenError> {
        let pool = postgres(url, POOL_SIZE, wait).await?;
        let reach = Reach::of(url).map_err(|e| OpenError::Connect(e.to_string()))?;
        Ok(Self {
            read: pool.clone(),
            write: pool.clone(),
            durable: pool,
            queue: Arc::default(),
            refused: Arc::default(),
            trouble: Arc::default(),
            reach: Some(reach),
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
            refused: Arc::default(),
            trouble: Arc::default(),
            reach: None,
            wait,
            backend: DatabaseBackend::Sqlite,
        })
    }

    /// Closes all connections; on SQLite everything is in the one file then.
    pub async fn close(self) -> Result<(), OpenError> {
        for connection in [self.read, self.write, self.durable] {
            connection.close().await.map_err(|e| OpenError::Connect(e.to_string()))?;
        }
        Ok(())
    }

    /// The connections that read.
    pub(crate) fn reader(&self) -> &DatabaseConnection {
        &self.read
    }

    /// Which kind it is.
    pub(crate) fn kind(&self) -> DatabaseBackend {
        self.backend
    }

    /// Whether it is PostgreSQL.
    pub(crate) fn is_postgres(&self) -> bool {
        self.backend == DatabaseBackend::Postgres
    }

    /// The connection whose commits wait for the disk.
    pub(crate) fn durable(&self) -> &DatabaseConnection {
        &self.durable
    }

    /// Asks the database; on PostgreSQL not for longer than it can be reached.
    async fn ask<T>(&self, sql: &str, work: impl Future<Output = Result<T, DbErr>>) -> Result<T, StoreError> {
        let asked = async {
            match &self.reach {
                Some(reach) => reach.with(work).await,
                None => work.await.map_err(|error| {
                    if is_out_of_turn(&error) {
                        self.refused.fetch_add(1, Ordering::AcqRel);
                    }
                    fault(error)
                }),
            }
        };
        cross(Operation::Statement(sql), asked, |_| Err(StoreError::Unavailable("the connection was lost".into())))
            .await
    }

    /// Why the last write failed that may succeed later; `None`: it succeeded.
    pub(crate) fn last_write_trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Runs a statement of its own that changes rows, in its turn.
    pub(crate) async fn in_turn<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        let _turn = self.noted(self.turn().await, false)?;
        self.noted(work.await, true)
    }

    /// The connection that writes without waiting for the disk.
    pub(crate) fn writer(&self) -> &DatabaseConnection {
        &self.write
    }

    /// Notes how a write ended; `stays`: what succeeded is written for good.
    pub(crate) fn noted<T>(&self, done: Result<T, StoreError>, stays: bool) -> Result<T, StoreError> {
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        match &done {
            Err(StoreError::Unavailable(why)) => *trouble = Some(why.clone()),
            Ok(_) if stays => *trouble = None,
            _ => {}
        }
        done
    }

    /// The turn to write on SQLite. Who stood in line while a writer before was refused has waited as long: each of them would
    /// wait as long once more, one after the other.
    async fn turn(&self) -> Result<Option<MutexGuard<'_, ()>>, StoreError> {
        if self.is_postgres() {
            return Ok(None);
        }
        let refused = self.refused.load(Ordering::Acquire);
        let unavailable = || StoreError::Unavailable("others write for too long".into());
        let turn = timeout(self.wait, self.queue.lock()).await.map_err(|_| unavailable())?;
        if self.refused.load(Ordering::Acquire) == refused { Ok(Some(turn)) } else { Err(unavailable()) }
    }

    /// Opens a write transaction. `durable`: its commit waits for the disk.
    pub(crate) async fn begin(&self, durable: bool) -> Result<Write<'_>, StoreError> {
        let turn = self.noted(self.turn().await, false)?;
        let options = TransactionOptions {
            sqlite_transaction_mode: (!self.is_postgres()).then_some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        count(self.backend, "BEGIN");
        let open = OpenTransaction::new();
        let connection = if durable { &self.durable } else { &self.write };
        let tx = self.noted(self.ask("BEGIN", connection.begin_with_options(options)).await, false)?;
        Ok(Write { tx, db: self, _turn: turn, _open: open })
    }
}

impl Write<'_> {
    /// The transaction as sea-orm has it.
    pub(crate) fn tx(&self) -> &DatabaseTransaction {
        &self.tx
    }

    /// The database it is open on.
    pub(crate) fn db(&self) -> &Db {
        self.db
    }

    /// Makes it stay.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        count(self.db.backend, "COMMIT");
        let done = self.db.ask("COMMIT", self.tx.commit()).await;
        self.db.noted(done, true)
    }
}

/// Reads a column.
pub(crate) fn col<T: sea_orm::TryGetable>(row: &QueryResult, name: &str) -> Result<T, StoreError> {
    row.try_get("", name).map_err(fault)
}

/// A row that does not read as what it should be.
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
            write_out_limit(&mut statement);
            assert_eq!(statement.sql, expected);
            assert_eq!(statement.values.unwrap().0.iter().collect::<Vec<_>>(), left, "{sql}");
        }
    }
}
