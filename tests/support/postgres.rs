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
    let (sender, done) = mpsc::channel();
    let (own_address, own_statements) = (address.to_owned(), statements.to_owned());
    RUNTIME.spawn(async move { sender.send(rows(&own_address, own_statements).await) });
    let rows = done.recv().expect("the statements end");
    rows.unwrap_or_else(|error| panic!("{statements}: {error}"))
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

/// The values of a row, with a bar between. Statements without parameters are answered in text.
fn text(row: &PgRow) -> Result<String, Error> {
    let values = (0..row.len()).map(|at| {
        let value = row.try_get_raw(at)?;
        if value.is_null() { Ok("") } else { value.as_str().map_err(Error::Decode) }
    });
    Ok(values.collect::<Result<Vec<_>, Error>>()?.join("|"))
}
