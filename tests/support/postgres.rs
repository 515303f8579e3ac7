//! Statements past the shop on PostgreSQL. Starting `psql` for each would take longer than the statement.

use std::sync::{LazyLock, Mutex, PoisonError, mpsc};

use sea_orm::sqlx::postgres::PgRow;
use sea_orm::sqlx::{AssertSqlSafe, Connection, Error, PgConnection, Row, ValueRef, raw_sql};
use tokio::runtime::{Builder, Runtime};

/// Where statements run: a test's own runtime cannot be blocked on from within.
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime"));

/// Idle connections to the server for tests, by which databases are made and dropped. A test's own database gets no idle
/// connection: it may be dropped, renamed or copied.
static IDLE: Mutex<Vec<PgConnection>> = Mutex::new(Vec::new());

/// Runs statements on the database at an address and returns their rows: values as text, with a bar between.
///
/// # Panics
/// They fail.
pub(crate) fn run(address: &str, statements: &str) -> Vec<String> {
    let (own_address, own_statements) = (address.to_owned(), statements.to_owned());
    let rows = wait(async move { rows(&own_address, own_statements).await });
    rows.unwrap_or_else(|error| panic!("{statements}: {error}"))
}

/// A connection for many queries.
pub(crate) struct Session(Mutex<Option<PgConnection>>);

impl Session {
    /// Connects to the database at an address.
    ///
    /// # Panics
    /// There is none.
    pub(crate) fn open(address: &str) -> Self {
        let address = address.to_owned();
        let connection = wait(async move { PgConnection::connect(&address).await });
        Self(Mutex::new(Some(connection.unwrap_or_else(|error| panic!("PostgreSQL: {error}")))))
    }

    /// The rows of a query, their values as text.
    ///
    /// # Panics
    /// It fails.
    pub(crate) fn rows(&self, query: &str) -> Vec<Vec<String>> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut connection = idle.take().expect("the last query ended");
        let statement = query.to_owned();
        let (connection, rows) = wait(async move {
            let rows = raw_sql(AssertSqlSafe(statement)).fetch_all(&mut connection).await;
            (connection, rows.and_then(|rows| rows.iter().map(texts).collect()))
        });
        *idle = Some(connection);
        rows.unwrap_or_else(|error| panic!("{query}: {error}"))
    }
}

/// Waits for work that runs beside the caller's own runtime.
fn wait<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    let (sender, done) = mpsc::channel();
    RUNTIME.spawn(async move { sender.send(work.await) });
    done.recv().expect("the work ends")
}

async fn rows(address: &str, statements: String) -> Result<Vec<String>, Error> {
    let is_reused = std::env::var("TEST_POSTGRES").is_ok_and(|server| server == address);
    let idle = if is_reused { IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop() } else { None };
    let mut connection = match idle {
        Some(connection) => connection,
        None => PgConnection::connect(address).await?,
    };
    let rows = raw_sql(AssertSqlSafe(statements)).fetch_all(&mut connection).await?;
    if is_reused {
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    } else {
        connection.close().await?;
    }
    rows.iter().map(text).collect()
}

/// The values of a row, with a bar between.
fn text(row: &PgRow) -> Result<String, Error> {
    Ok(texts(row)?.join("|"))
}

/// The values of a row. Statements without parameters are answered in text.
fn texts(row: &PgRow) -> Result<Vec<String>, Error> {
    let value = |at| {
        let value = row.try_get_raw(at)?;
        if value.is_null() { Ok(String::new()) } else { value.as_str().map(str::to_owned).map_err(Error::Decode) }
    };
    (0..row.len()).map(value).collect()
}
