//! Monitors whether PostgreSQL is reachable. The pool retries for long while a server refuses connections, because it might be
//! starting. Shoppers should not wait for that: while the server is known to be unreachable, all requests fail at once.

use std::pin::pin;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::{ConnectOptions, Connection};
use sea_orm::{DbErr, SqlxError};
use shop_services::ports::StoreError;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use crate::db::errors::{is_lost, is_unreachable, store_error};

/// A slower statement triggers a check of the server; its result is valid for as long.
const CHECK_AFTER: Duration = Duration::from_secs(1);
/// Interval of the checks while the server is unreachable.
const RETRY_INTERVAL: Duration = Duration::from_millis(250);

/// Monitor of the server at an address.
#[derive(Debug)]
pub(crate) struct ServerMonitor {
    options: PgConnectOptions,
    is_away: AtomicBool,
    /// Time of the last successful check. Locked during a check, so that one checks for all.
    last_seen: Mutex<Option<Instant>>,
}

impl ServerMonitor {
    /// Creates a monitor for the server at an address, assumed to be reachable.
    pub(crate) fn new(url: &str) -> Result<Arc<Self>, SqlxError> {
        let options = PgConnectOptions::from_str(url)?;
        Ok(Arc::new(Self { options, is_away: AtomicBool::new(false), last_seen: Mutex::default() }))
    }

    /// Runs what needs the server, and fails as soon as the server is known to be unreachable. The interrupted statement may have
    /// been executed.
    pub(crate) async fn run<T>(
        self: &Arc<Self>,
        work: impl Future<Output = Result<T, DbErr>>,
    ) -> Result<T, StoreError> {
        if self.is_away.load(Ordering::Acquire) {
            return Err(unreachable_error());
        }
        let mut work = pin!(work);
        loop {
            if let Ok(done) = timeout(CHECK_AFTER, &mut work).await {
                if done.as_ref().is_err_and(is_unreachable) {
                    let this = Arc::clone(self);
                    tokio::spawn(async move { this.is_reachable().await });
                }
                return done.map_err(store_error);
            }
            // Boxed, because connecting takes a large future that hardly any statement needs.
            if !Box::pin(self.is_reachable()).await {
                return Err(unreachable_error());
            }
        }
    }

    /// Connects to the server directly, bypassing the pool.
    async fn is_reachable(self: &Arc<Self>) -> bool {
        let mut seen = self.last_seen.lock().await;
        if self.is_away.load(Ordering::Acquire) {
            return false;
        }
        if seen.is_some_and(|at| at.elapsed() < CHECK_AFTER) {
            return true;
        }
        if self.responds().await {
            *seen = Some(Instant::now());
            return true;
        }
        *seen = None;
        self.is_away.store(true, Ordering::Release);
        tracing::error!("the database cannot be reached: whoever needs it is refused until it is there again");
        let shop = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                sleep(RETRY_INTERVAL).await;
                let Some(this) = shop.upgrade() else { return };
                if this.responds().await {
                    this.is_away.store(false, Ordering::Release);
                    tracing::warn!("the database is there again");
                    return;
                }
            }
        });
        false
    }

    async fn responds(&self) -> bool {
        match timeout(CHECK_AFTER, self.options.connect()).await {
            Ok(Ok(connection)) => {
                let _ = connection.close().await;
                true
            }
            // The server refuses for another reason, so it is reachable.
            Ok(Err(error)) => !is_lost(&error),
            Err(_) => false,
        }
    }
}

fn unreachable_error() -> StoreError {
    StoreError::Unavailable("the server cannot be reached".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nobody_waits_for_a_server_that_is_not_there() {
        // Nothing listens on the discard port.
        let monitor = ServerMonitor::new("postgres://shop@127.0.0.1:9/shop").unwrap();
        let start = Instant::now();
        let first = monitor.run(std::future::pending::<Result<(), DbErr>>()).await;
        assert!(matches!(first, Err(StoreError::Unavailable(_))), "{first:?}");
        let first_wait = start.elapsed();
        assert!(first_wait < 3 * CHECK_AFTER, "{first_wait:?}");
        for _ in 0..100 {
            assert!(monitor.run(std::future::pending::<Result<(), DbErr>>()).await.is_err());
        }
        assert!(start.elapsed() < first_wait + CHECK_AFTER);
    }
}
