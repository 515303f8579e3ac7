//! What happened, line by line, and how often what was tried.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The record of one world.
#[derive(Default)]
pub(crate) struct Story {
    lines: Vec<String>,
    /// Every statement and call has a line of its own.
    has_operations: bool,
    /// Hash over everything that was decided, to the last statement.
    fingerprint: DefaultHasher,
    /// How often each kind of fault met each kind of operation.
    pub(crate) coverage: BTreeMap<(String, String), u64>,
    /// Other counts: requests, orders, charges.
    pub(crate) counts: BTreeMap<&'static str, u64>,
    /// Turns of the schedule.
    pub(crate) turns: u64,
}

impl Story {
    pub(crate) fn new(has_operations: bool) -> Self {
        Self { has_operations, ..Self::default() }
    }

    /// Adds a line.
    pub(crate) fn tell(&mut self, now_ms: i64, line: &str) {
        line.hash(&mut self.fingerprint);
        self.write(now_ms, line);
    }

    /// Notes a decision of the schedule: a task goes on with an operation.
    pub(crate) fn decided(&mut self, now_ms: i64, (task, name): (u64, &str), operation: &str) {
        self.turns += 1;
        (task, operation).hash(&mut self.fingerprint);
        if self.has_operations {
            self.write(now_ms, &format!("    {name} [{task}]: {operation}"));
        }
    }

    fn write(&mut self, now_ms: i64, line: &str) {
        let (seconds, ms) = (now_ms.div_euclid(1000), now_ms.rem_euclid(1000));
        let (day, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let mut text = String::new();
        let _ = write!(text, "{day} {:02}:{:02}:{:02}.{ms:03}  {line}", rest / 3600, rest / 60 % 60, rest % 60);
        self.lines.push(text);
    }

    /// Counts a fault.
    pub(crate) fn fault(&mut self, fault: &str, operation: &str) {
        *self.coverage.entry((fault.to_owned(), operation.to_owned())).or_default() += 1;
    }

    /// Counts something.
    pub(crate) fn count(&mut self, what: &'static str, more: u64) {
        *self.counts.entry(what).or_default() += more;
    }

    pub(crate) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The same for the same story.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint.finish()
    }
}
