//! Maps errors of the database drivers to those of the ports: temporary failures and our own faults.

use sea_orm::sqlx::sqlite::SqliteError;
use sea_orm::{DbErr, RuntimeErr, SqlxError};
use shop_services::ports::StoreError;

/// Cause of a driver error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// The database is unreachable.
    Unreachable,
    /// Another writer holds the lock for longer than the timeout.
    LockTimeout,
    /// The machine: the disk is full or cannot be written, memory or connections are exhausted; or two transactions conflicted.
    Machine,
    /// The statement itself, or the rows that it met.
    Statement,
}

/// Converts a driver error to an error of the ports, or unwraps one that [`wrap_store_error`] has wrapped.
pub(crate) fn store_error(error: DbErr) -> StoreError {
    let error = match error {
        DbErr::Conn(RuntimeErr::Internal(text)) => return StoreError::Unavailable(text),
        DbErr::Custom(text) => return StoreError::Refused(text),
        other => other,
    };
    let text = error.to_string();
    if cause_of(&error) == Cause::Statement { StoreError::Refused(text) } else { StoreError::Unavailable(text) }
}

/// Wraps an error of the ports to pass it through sea-orm; [`store_error`] unwraps it.
pub(crate) fn wrap_store_error(error: StoreError) -> DbErr {
    match error {
        StoreError::Unavailable(text) => DbErr::Conn(RuntimeErr::Internal(text)),
        StoreError::Refused(text) => DbErr::Custom(text),
        other => DbErr::Custom(other.to_string()),
    }
}

/// Whether the database is unreachable.
pub(crate) fn is_unreachable(error: &DbErr) -> bool {
    cause_of(error) == Cause::Unreachable
}

/// Whether another writer held the lock for longer than the timeout.
pub(crate) fn is_lock_timeout(error: &DbErr) -> bool {
    cause_of(error) == Cause::LockTimeout
}

fn cause_of(error: &DbErr) -> Cause {
    match error {
        DbErr::ConnectionAcquire(_) => Cause::Machine,
        // A failed connection attempt is reported to the operator by its message; the operator may fix it while the shop waits.
        DbErr::Conn(RuntimeErr::SqlxError(error)) => match driver(error) {
            Cause::Statement => Cause::Machine,
            other => other,
        },
        DbErr::Conn(_) => Cause::Unreachable,
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => driver(error),
        _ => Cause::Statement,
    }
}

/// Whether the connection is lost, by the driver's own error.
pub(crate) fn is_lost(error: &SqlxError) -> bool {
    driver(error) == Cause::Unreachable
}

fn driver(error: &SqlxError) -> Cause {
    let SqlxError::Database(error) = error else {
        return match error {
            SqlxError::Io(_) | SqlxError::Tls(_) | SqlxError::Protocol(_) | SqlxError::WorkerCrashed => {
                Cause::Unreachable
            }
            SqlxError::PoolTimedOut | SqlxError::PoolClosed | SqlxError::BeginFailed => Cause::Machine,
            _ => Cause::Statement,
        };
    };
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<SqliteError>().is_some() { sqlite(code.parse().unwrap_or(0)) } else { postgres(&code) }
}

/// By the result code, whose last byte is the primary code: <https://www.sqlite.org/rescode.html>.
fn sqlite(code: u32) -> Cause {
    const BUSY: u32 = 5;
    const LOCKED: u32 = 6;
    const NO_MEMORY: u32 = 7;
    const READ_ONLY: u32 = 8;
    const IO: u32 = 10;
    const FULL: u32 = 13;
    const CANNOT_OPEN: u32 = 14;
    match code & 0xff {
        BUSY | LOCKED => Cause::LockTimeout,
        NO_MEMORY | READ_ONLY | IO | FULL | CANNOT_OPEN => Cause::Machine,
        _ => Cause::Statement,
    }
}

/// By the SQLSTATE: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn postgres(code: &str) -> Cause {
    match code {
        // Shut down, crashed, starting, or connection terminated.
        "57P01" | "57P02" | "57P03" | "57P04" | "57P05" => Cause::Unreachable,
        // A read-only transaction, a serialization failure, a deadlock, an unavailable lock, an I/O error.
        "25006" | "40001" | "40P01" | "55P03" | "58030" => Cause::Machine,
        code if code.starts_with("08") => Cause::Unreachable,
        // Insufficient disk, memory or connections.
        code if code.starts_with("53") => Cause::Machine,
        _ => Cause::Statement,
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::ConnectionTrait;
    use sea_orm::sqlx::sqlite::SqliteSynchronous;
    use tempfile::TempDir;

    use super::Cause::{LockTimeout, Machine, Statement, Unreachable};
    use super::*;

    #[test]
    fn a_database_that_is_away_is_told_apart_from_one_that_cannot_write_and_from_our_own_faults() {
        let kinds = ["57P01", "57P03", "08006", "53100", "53300", "25006", "40P01", "23505", "42601", ""].map(postgres);
        assert_eq!(kinds[..3], [Unreachable; 3]);
        assert_eq!(kinds[3..7], [Machine; 4]);
        assert_eq!(kinds[7..], [Statement; 3]);
        // Extended codes keep their primary code: a failed write, a write lock that a reader cannot get.
        assert_eq!([778, 517, 2067, 1].map(sqlite), [Machine, LockTimeout, Statement, Statement]);
    }

    /// The error of SQLite itself for a statement after a pragma.
    async fn after(pragma: &str, statement: &str) -> StoreError {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("shop.db").display());
        let wait = std::time::Duration::from_secs(10);
        let db = crate::db::sqlite(&url, 1, SqliteSynchronous::Full, wait).await.unwrap();
        db.execute_unprepared("CREATE TABLE t (text TEXT UNIQUE)").await.unwrap();
        db.execute_unprepared(pragma).await.unwrap();
        store_error(db.execute_unprepared(statement).await.unwrap_err())
    }

    #[tokio::test]
    async fn a_full_or_read_only_file_may_be_tried_again_and_a_wrong_statement_not() {
        let full = after("PRAGMA max_page_count = 3", "INSERT INTO t SELECT printf('%.5000c', 'x')").await;
        assert!(matches!(&full, StoreError::Unavailable(text) if text.contains("full")), "{full}");
        let read_only = after("PRAGMA query_only = ON", "INSERT INTO t VALUES ('x')").await;
        assert!(matches!(&read_only, StoreError::Unavailable(text) if text.contains("readonly")), "{read_only}");
        let twice = after("INSERT INTO t VALUES ('x')", "INSERT INTO t VALUES ('x')").await;
        assert!(matches!(twice, StoreError::Refused(_)), "{twice}");
    }
}
