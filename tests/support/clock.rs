//! The clock of the tests' shops: the machine's time, which may be set ahead, and no pause is waited for.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use shop_services::{Clock, Pause, SystemClock};

/// Notes what is asked to wait, and lets it go on at once.
#[derive(Debug, Default)]
pub(crate) struct TestClock {
    ahead_ms: i64,
    pauses: Mutex<Vec<Duration>>,
}

impl TestClock {
    /// A clock that is ahead of the machine's.
    pub(crate) fn ahead(seconds: i64) -> Self {
        Self { ahead_ms: seconds * 1000, ..Self::default() }
    }

    /// The pauses asked for so far.
    pub(crate) fn pauses(&self) -> Vec<Duration> {
        self.pauses.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Clock for TestClock {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms() + self.ahead_ms
    }

    fn pause(&self, span: Duration) -> Pause {
        self.pauses.lock().unwrap_or_else(PoisonError::into_inner).push(span);
        Box::pin(tokio::task::yield_now())
    }
}
