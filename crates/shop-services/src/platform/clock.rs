//! The clock, as a port.

use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A future that completes after a pause.
pub type Pause = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The current time. The composition root chooses an implementation; all other code uses it.
pub trait Clock: std::fmt::Debug + Send + Sync + 'static {
    /// Milliseconds since 1970 UTC.
    fn now_ms(&self) -> i64;

    /// Completes when this duration has passed.
    fn pause(&self, span: Duration) -> Pause {
        Box::pin(tokio::time::sleep(span))
    }

    /// A timeout for other work. Unlike [`Clock::pause`] it takes real time in tests.
    fn limit(&self, span: Duration) -> Pause {
        Box::pin(tokio::time::sleep(span))
    }
}

/// Runs work for at most `span` by a clock; `None` if the time ran out.
pub async fn within<T>(clock: &dyn Clock, span: Duration, work: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        done = work => Some(done),
        () = clock.limit(span) => None,
    }
}

/// The system clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods, reason = "here the time comes from")]
    fn now_ms(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(now.as_millis()).unwrap_or(i64::MAX)
    }
}
