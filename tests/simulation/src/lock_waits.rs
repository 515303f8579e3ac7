//! Locks that are waited for in PostgreSQL, where nobody but the database knows who waits for whom.

use std::pin::pin;
use std::time::Duration;

use shop_tests::Reader;

/// How often the database is asked whether a statement waits.
const LOOK_AGAIN: Duration = Duration::from_millis(2);
/// How often it is asked whether one that waited got its lock.
const LET_PASS: Duration = Duration::from_micros(300);
/// How long a circle takes at most to be found by the database: a second, by its own settings.
const CIRCLE: Duration = Duration::from_secs(5);

const WAITING: &str =
    "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/// Tells which statements wait.
pub(crate) struct LockWaits(Reader);

impl LockWaits {
    pub(crate) fn new(address: &str) -> Self {
        Self(Reader::open(address))
    }

    fn count(&self) -> usize {
        self.0.rows(WAITING).first().and_then(|row| row[0].parse().ok()).unwrap_or_default()
    }

    /// Runs a task's turn; `None`: it waits for a lock that another task holds. `others`: tasks that wait already.
    pub(crate) async fn unless_blocked(&self, turn: impl Future<Output = bool>, others: usize) -> Option<bool> {
        let mut turn = pin!(turn);
        loop {
            tokio::select! {
                biased;
                done = &mut turn => return Some(done),
                () = tokio::time::sleep(LOOK_AGAIN) => if self.count() > others { return None },
            }
        }
    }

    /// Waits until no more than those tasks wait that are told not to have been woken.
    pub(crate) async fn let_pass(&self, waiting: impl Fn() -> usize) {
        while self.count() < waiting() {
            tokio::time::sleep(LET_PASS).await;
        }
    }

    /// Waits until a task of a circle is woken, which the database ends by refusing a statement; `false`: none is.
    pub(crate) async fn end_circle(&self, is_woken: impl Fn() -> bool) -> bool {
        let waited = async {
            while !is_woken() {
                tokio::time::sleep(LOOK_AGAIN).await;
            }
        };
        tokio::time::timeout(CIRCLE, waited).await.is_ok()
    }
}
