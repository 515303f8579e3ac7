//! Failures of the databases' drivers in our terms: what may pass by itself, and what is a fault of ours.

use sea_orm::sqlx::sqlite::SqliteError;
use sea_orm::{DbErr, RuntimeErr, SqlxError};
use shop_services::ports::StoreError;

/// What a failure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    /// The database is not there (any more).
    Reach,
    /// Somebody else writes for longer than is waited.
    Turn,
    /// The machine under it: its disk is full or cannot be written, it has no memory or no connection left; or two
    /// transactions stood in each other's way.
    Ground,
    /// The statement, or what it met.
    Statement,
}

/// A driver's failure as the ports name it, or a failure that [`carried`] wrapped.
pub(crate) fn fault(error: DbErr) -> StoreError {
    let error = match error {
        DbErr::Conn(RuntimeErr::Internal(text)) => return StoreError::Unavailable(text),
        DbErr::Custom(text) => return StoreError::Refused(text),
        other => other,
    };
    let text = error.to_string();
    if about(&error) == About::Statement { StoreError::Refused(text) } else { StoreError::Unavailable(text) }
}

/// A failure of the ports on its way through sea-orm; [`fault`] gives it back.
pub(crate) fn carried(error: StoreError) -> DbErr {
    match error {
        StoreError::Unavailable(text) => DbErr::Conn(RuntimeErr::Internal(text)),
        StoreError::Refused(text) => DbErr::Custom(text),
        other => DbErr::Custom(other.to_string()),
    }
}

/// The database is not there (any more).
pub(crate) fn is_out_of_reach(error: &DbErr) -> bool {
    about(error) == About::Reach
}

/// Somebody else writes for longer than is waited.
pub(crate) fn is_out_of_turn(error: &DbErr) -> bool {
    about(error) == About::Turn
}

fn about(error: &DbErr) -> About {
    match error {
        DbErr::ConnectionAcquire(_) => About::Ground,
        // What does not become a connection is told to the operator by its text; it may be mended while the shop waits.
        DbErr::Conn(RuntimeErr::SqlxError(error)) => match driver(error) {
            About::Statement => About::Ground,
            other => other,
        },
        DbErr::Conn(_) => About::Reach,
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => driver(error),
        _ => About::Statement,
    }
}

/// What the driver says, without the layer above it.
pub(crate) fn is_lost(error: &SqlxError) -> bool {
    driver(error) == About::Reach
}

fn driver(error: &SqlxError) -> About {
    let SqlxError::Database(told) = error else {
        return match error {
            SqlxError::Io(_) | SqlxError::Tls(_) | SqlxError::Protocol(_) | SqlxError::WorkerCrashed => About::Reach,
            SqlxError::PoolTimedOut | SqlxError::PoolClosed | SqlxError::BeginFailed => About::Ground,
            _ => About::Statement,
        };
    };
    let code = told.code().unwrap_or_default();
    if told.try_downcast_ref::<SqliteError>().is_some() { sqlite(code.parse().unwrap_or(0)) } else { postgres(&code) }
}

/// By the result code, whose last byte is its kind: <https://www.sqlite.org/rescode.html>.
fn sqlite(code: u32) -> About {
    const BUSY: u32 = 5;
    const LOCKED: u32 = 6;
    const NO_MEMORY: u32 = 7;
    const READ_ONLY: u32 = 8;
    const IO: u32 = 10;
    const FULL: u32 = 13;
    const CANNOT_OPEN: u32 = 14;
    match code & 0xff {
        BUSY | LOCKED => About::Turn,
        NO_MEMORY | READ_ONLY | IO | FULL | CANNOT_OPEN => About::Ground,
        _ => About::Statement,
    }
}

/// By the SQLSTATE: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn postgres(code: &str) -> About {
    match code {
        // Shut down, crashed, starting, or its connection was ended.
        "57P01" | "57P02" | "57P03" | "57P04" | "57P05" => About::Reach,
        // A read-only transaction, a serialization failure, a deadlock, a lock not to be had, an input or output that failed.
        "25006" | "40001" | "40P01" | "55P03" | "58030" => About::Ground,
        code if code.starts_with("08") => About::Reach,
        // Of disk, memory or connections there is not enough.
        code if code.starts_with("53") => About::Ground,
        _ => About::Statement,
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::ConnectionTrait;
    use sea_orm::sqlx::sqlite::SqliteSynchronous;
    use tempfile::TempDir;

    use super::About::{Ground, Reach, Statement, Turn};
    use super::*;

    #[test]
    fn a_database_that_is_away_is_told_apart_from_one_that_cannot_write_and_from_our_own_faults() {
        let kinds = ["57P01", "57P03", "08006", "53100", "53300", "25006", "40P01", "23505", "42601", ""].map(postgres);
        assert_eq!(kinds[..3], [Reach; 3]);
        assert_eq!(kinds[3..7], [Ground; 4]);
        assert_eq!(kinds[7..], [Statement; 3]);
        // Extended codes keep their kind: a write that failed, a write ahead of a reader that cannot be had.
        assert_eq!([778, 517, 2067, 1].map(sqlite), [Ground, Turn, Statement, Statement]);
    }

    /// What SQLite itself says after a statement has made the database so.
    async fn after(pragma: &str, statement: &str) -> StoreError {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("shop.db").display());
        let wait = std::time::Duration::from_secs(10);
        let db = crate::db::sqlite(&url, 1, SqliteSynchronous::Full, wait).await.unwrap();
        db.execute_unprepared("CREATE TABLE t (text TEXT UNIQUE)").await.unwrap();
        db.execute_unprepared(pragma).await.unwrap();
        fault(db.execute_unprepared(statement).await.unwrap_err())
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
