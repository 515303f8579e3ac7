//! Whether PostgreSQL can be reached. The pool's connections wait long for a server that refuses them, as it might be starting;
//! shoppers do not: once it is known to be away, all who ask hear so at once, until it is there again.

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

use crate::db::fault::{fault, is_lost, is_out_of_reach};

/// A statement that takes longer has the server looked for; an answer to that holds as long.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often a server that is away is looked for.
const AGAIN: Duration = Duration::from_millis(250);

/// Knows whether the server of an address is there.
#[derive(Debug)]
pub(crate) struct Reach {
    options: PgConnectOptions,
    away: AtomicBool,
    /// When it was there last. Locked while it is looked for, so that one looks for all.
    seen: Mutex<Option<Instant>>,
}

impl Reach {
    /// For the server at an address, which is taken to be there.
    pub(crate) fn of(url: &str) -> Result<Arc<Self>, SqlxError> {
        let options = PgConnectOptions::from_str(url)?;
        Ok(Arc::new(Self { options, away: AtomicBool::new(false), seen: Mutex::default() }))
    }

    /// Does what needs the server, and gives up as soon as it is known to be away. What was asked of it may have been done.
    pub(crate) async fn with<T>(
        self: &Arc<Self>,
        work: impl Future<Output = Result<T, DbErr>>,
    ) -> Result<T, StoreError> {
        if self.away.load(Ordering::Acquire) {
            return Err(away());
        }
        let mut work = pin!(work);
        loop {
            if let Ok(done) = timeout(PATIENCE, &mut work).await {
                if done.as_ref().is_err_and(is_out_of_reach) {
                    let this = Arc::clone(self);
                    tokio::spawn(async move { this.is_there().await });
                }
                return done.map_err(fault);
            }
            // Boxed, as connecting takes a large future that nearly no statement needs.
            if !Box::pin(self.is_there()).await {
                return Err(away());
            }
        }
    }

    /// Looks for the server, past the pool.
    async fn is_there(self: &Arc<Self>) -> bool {
        let mut seen = self.seen.lock().await;
        if self.away.load(Ordering::Acquire) {
            return false;
        }
        if seen.is_some_and(|at| at.elapsed() < PATIENCE) {
            return true;
        }
        if self.answers().await {
            *seen = Some(Instant::now());
            return true;
        }
        *seen = None;
        self.away.store(true, Ordering::Release);
        tracing::error!("the database cannot be reached: whoever needs it is refused until it is there again");
        let shop = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                sleep(AGAIN).await;
                let Some(this) = shop.upgrade() else { return };
                if this.answers().await {
                    this.away.store(false, Ordering::Release);
                    tracing::warn!("the database is there again");
                    return;
                }
            }
        });
        false
    }

    async fn answers(&self) -> bool {
        match timeout(PATIENCE, self.options.connect()).await {
            Ok(Ok(connection)) => {
                let _ = connection.close().await;
                true
            }
            // It refuses for another reason: a server is there.
            Ok(Err(error)) => !is_lost(&error),
            Err(_) => false,
        }
    }
}

fn away() -> StoreError {
    StoreError::Unavailable("the server cannot be reached".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nobody_waits_for_a_server_that_is_not_there() {
        // Nobody listens on the port for discarding.
        let reach = Reach::of("postgres://shop@127.0.0.1:9/shop").unwrap();
        let start = Instant::now();
        let first = reach.with(std::future::pending::<Result<(), DbErr>>()).await;
        assert!(matches!(first, Err(StoreError::Unavailable(_))), "{first:?}");
        let told = start.elapsed();
        assert!(told < 3 * PATIENCE, "{told:?}");
        for _ in 0..100 {
            assert!(reach.with(std::future::pending::<Result<(), DbErr>>()).await.is_err());
        }
        assert!(start.elapsed() < told + PATIENCE);
    }
}
