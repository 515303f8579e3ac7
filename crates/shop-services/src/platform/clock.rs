//! Where the time comes from.

use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What is waited for.
pub type Pause = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Tells the time. Whoever puts the shop together chooses one; everything inside asks it.
pub trait Clock: std::fmt::Debug + Send + Sync + 'static {
    /// Milliseconds since 1970 UTC.
    fn now_ms(&self) -> i64;

    /// Comes back when so much time has passed.
    fn pause(&self, span: Duration) -> Pause {
        Box::pin(tokio::time::sleep(span))
    }

    /// A time limit for other work. Unlike [`Clock::pause`] it takes its time in tests.
    fn limit(&self, span: Duration) -> Pause {
        Box::pin(tokio::time::sleep(span))
    }
}

/// Runs work for at most `span` by a clock; `None` if it was cancelled.
pub async fn within<T>(clock: &dyn Clock, span: Duration, work: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        done = work => Some(done),
        () = clock.limit(span) => None,
    }
}

/// The time of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods, reason = "here the time comes from")]
    fn now_ms(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(now.as_millis()).unwrap_or(i64::MAX)
    }
}
