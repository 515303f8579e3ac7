//! Lock waits in PostgreSQL, which only the database can observe. It is polled in real time, while simulated time stands still.

use std::pin::pin;
use std::time::Duration;

use shop_tests::Reader;

/// Polling interval while a statement runs.
const LOOK_AGAIN: Duration = Duration::from_millis(2);
/// Polling interval while a lock is being granted.
const LET_PASS: Duration = Duration::from_micros(300);
/// Longest time until the database resolves a deadlock; its default `deadlock_timeout` is one second.
const DEADLOCK: Duration = Duration::from_secs(5);

/// By the function under `pg_stat_activity`, as the joins of that view would be most of the work of a run.
const WAITING: &str = "SELECT COUNT(*) FROM pg_stat_get_activity(NULL) WHERE wait_event_type = 'Lock' \
     AND datid = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// Counts statements that wait for a lock.
pub(crate) struct LockWaits(Reader);

impl LockWaits {
    pub(crate) fn new(address: &str) -> Self {
        Self(Reader::open(address))
    }

    fn count(&self) -> usize {
        self.0.rows(WAITING).first().and_then(|row| row[0].parse().ok()).unwrap_or_default()
    }

    /// Runs a task's turn; `None`: it waits for a lock that another task holds. `others`: tasks that wait for one, too. They are
    /// counted each time, as one of them may be granted its lock meanwhile.
    pub(crate) async fn unless_blocked(
        &self,
        turn: impl Future<Output = bool>,
        others: impl Fn() -> usize,
    ) -> Option<bool> {
        let mut turn = pin!(turn);
        loop {
            tokio::select! {
                biased;
                done = &mut turn => return Some(done),
                () = tokio::time::sleep(LOOK_AGAIN) => if self.count() > others() { return None },
            }
        }
    }

    /// Waits until the database has granted the locks of all tasks but `waiting` of them.
    pub(crate) async fn let_pass(&self, waiting: impl Fn() -> usize) {
        while waiting() > 0 && self.count() < waiting() {
            tokio::time::sleep(LET_PASS).await;
        }
    }

    /// Waits until the database resolves a deadlock by refusing a statement; `false` if no task is woken.
    pub(crate) async fn resolve_deadlock(&self, is_woken: impl Fn() -> bool) -> bool {
        let waited = async {
            while !is_woken() {
                tokio::time::sleep(LOOK_AGAIN).await;
            }
        };
        tokio::time::timeout(DEADLOCK, waited).await.is_ok()
    }
}
