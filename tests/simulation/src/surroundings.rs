//! Clock, chance and interceptor of the simulated process.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngCore, SeedableRng};
use shop_services::platform::boundary::{Detached, Interceptor, Operation, Permit, intercept};
use shop_services::{Clock, Pause, Random};

use crate::schedule::{Schedule, Stop, TaskKind, current, lock, stop_at};

/// The schedule of the world that this process is simulating: one at a time.
static SCHEDULE: Mutex<Option<Schedule>> = Mutex::new(None);
/// Tasks that have a write transaction open, and their servers.
static WRITERS: Mutex<Vec<(u64, Option<usize>)>> = Mutex::new(Vec::new());

/// Time of a server: the world's, with a deviation.
#[derive(Clone)]
pub(crate) struct SimulatedClock {
    pub(crate) schedule: Schedule,
    pub(crate) skew_ms: Arc<Mutex<i64>>,
}

impl std::fmt::Debug for SimulatedClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimulatedClock").finish_non_exhaustive()
    }
}

impl Clock for SimulatedClock {
    fn now_ms(&self) -> i64 {
        self.schedule.now_ms() + *lock(&self.skew_ms)
    }

    fn pause(&self, span: Duration) -> Pause {
        if current().is_none() {
            return Box::pin(std::future::ready(()));
        }
        Box::pin(self.schedule.sleep_ms(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)))
    }

    fn limit(&self, span: Duration) -> Pause {
        Box::pin(self.schedule.sleep_ms(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)))
    }
}

/// Chance, from the seed.
#[derive(Debug)]
pub(crate) struct SimulatedRandom(Mutex<StdRng>);

impl SimulatedRandom {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }
}

impl Random for SimulatedRandom {
    fn fill(&self, bytes: &mut [u8]) {
        lock(&self.0).fill_bytes(bytes);
    }
}

struct Simulated;

/// Makes the operations of this process stop for the schedule.
pub(crate) fn install(schedule: &Schedule) {
    intercept(&Simulated);
    *lock(&SCHEDULE) = Some(schedule.clone());
    lock(&WRITERS).clear();
}

/// Whether a task may send a statement without waiting for another server's transaction. SQLite has one writer, and its lock
/// would be waited for in real time.
pub(crate) fn may_write(task: u64, server: Option<usize>) -> bool {
    lock(&WRITERS).iter().all(|(owner, of)| *owner == task || of.is_some_and(|of| Some(of) == server))
}

/// Whether a task has a write transaction open.
pub(crate) fn is_in_transaction(task: u64) -> bool {
    lock(&WRITERS).iter().any(|(owner, _)| *owner == task)
}

/// Notes that a task begins a transaction.
pub(crate) fn begins(task: u64, server: Option<usize>) {
    lock(&WRITERS).push((task, server));
}

/// Whether a statement only reads.
pub(crate) fn is_read(sql: &str) -> bool {
    sql.trim_start().starts_with("SELECT")
}

impl Interceptor for Simulated {
    fn before(&self, operation: Operation<'_>) -> Permit {
        let stop = match operation {
            Operation::Statement(sql) => Stop::Statement(sql.to_owned()),
            Operation::ProviderCall { method, path } => Stop::Call(format!("{method} {path}")),
        };
        stop_at(stop).map_or_else(|| -> Permit { Box::pin(std::future::ready(Ok(()))) }, |permit| Box::pin(permit))
    }

    fn after(&self, operation: Operation<'_>) -> Permit {
        let stop = match operation {
            // After reading, the next operation is as good a place to stop.
            Operation::Statement(sql) => (!is_read(sql)).then(|| Stop::StatementDone(sql.to_owned())),
            Operation::ProviderCall { method, path } => Some(Stop::CallDone(format!("{method} {path}"))),
        };
        stop.and_then(stop_at)
            .map_or_else(|| -> Permit { Box::pin(std::future::ready(Ok(()))) }, |permit| Box::pin(permit))
    }

    fn transaction_ended(&self) {
        if let Some(task) = current() {
            lock(&WRITERS).retain(|(owner, _)| *owner != task.id);
        }
    }

    fn spawn(&self, work: Detached) {
        let server = current().and_then(|task| task.server);
        let schedule = lock(&SCHEDULE).clone();
        if let Some(schedule) = schedule {
            schedule.spawn(TaskKind::Other, "work after an answer", server, work);
        }
    }
}
