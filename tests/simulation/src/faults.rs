//! Decides at every operation whether it is done, fails, or ends its server.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use shop_sandbox::Outage;
use shop_services::platform::boundary::Lost;

use crate::plan::FaultKind;
use crate::schedule::{Decide, Identity, Schedule, Stop, Stopped, TaskId, TaskKind};
use crate::surroundings::{begins, is_in_transaction, is_read, may_write};
use crate::world::World;

/// The faults of a world.
pub(crate) struct Faults {
    pub(crate) world: Arc<World>,
    /// Nothing fails any more: the world comes to rest.
    pub(crate) calm: bool,
    /// SQLite, which has one writer for all servers.
    pub(crate) one_writer: bool,
    /// Tables that were written to, as others can see, since this was last taken.
    pub(crate) committed: BTreeSet<String>,
    /// Tables that tasks have written to in transactions that are open.
    written: BTreeMap<TaskId, BTreeSet<String>>,
}

impl Faults {
    pub(crate) fn new(world: &Arc<World>) -> Self {
        Self {
            one_writer: !world.plan.on_postgres,
            world: Arc::clone(world),
            calm: false,
            committed: BTreeSet::new(),
            written: BTreeMap::new(),
        }
    }

    /// Notes a statement that was done.
    fn wrote(&mut self, task: TaskId, sql: &str) {
        if let Some(table) = written_table(sql) {
            self.written.entry(task).or_default().insert(table.to_owned());
        }
        if sql == "COMMIT" || !is_in_transaction(task) {
            self.committed.extend(self.written.remove(&task).unwrap_or_default());
        }
    }

    fn happens(&self, kind: FaultKind, stop: &Stop) -> bool {
        !self.calm && self.world.fault(kind, stop.text())
    }

    /// Whether the database cannot be written to, from now on or since a moment ago.
    fn refuses_write(&self, stop: &Stop) -> bool {
        if self.happens(FaultKind::WritesRefused, stop) {
            self.world.let_database_fail();
        }
        self.world.refuses_writes()
    }

    /// What is lost of a call, as the provider is away from now on or since a moment ago.
    fn lost_at_provider(&self, stop: &Stop) -> Option<Lost> {
        if matches!(stop, Stop::Call(_)) && self.happens(FaultKind::ProviderAway, stop) {
            self.world.let_provider_be_away();
        }
        self.world.lost_at_provider().filter(|lost| match stop {
            Stop::Call(_) => *lost == Lost::Request,
            Stop::CallDone(_) => *lost == Lost::Response,
            Stop::Statement(_) | Stop::StatementDone(_) => false,
        })
    }
}

impl Stop {
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Statement(text) | Self::StatementDone(text) | Self::Call(text) | Self::CallDone(text) => text,
        }
    }
}

impl Decide for Faults {
    fn may_run(&self, task: &Identity, stop: &Stop) -> bool {
        match stop {
            Stop::Statement(sql) if self.one_writer && !is_read(sql) => may_write(task.id, task.server),
            _ => true,
        }
    }

    fn decide(&mut self, stopped: &Stopped, schedule: &Schedule) -> Option<Result<(), Lost>> {
        let (task, stop) = (&stopped.task, &stopped.stop);
        let now_ms = self.world.schedule.now_ms();
        self.world.with_story(|story| story.decided(now_ms, (task.id, &task.name), stop.text()));
        if let Some(server) = task.server {
            if self.happens(FaultKind::Kill, stop) {
                self.world.kill(server);
                return None;
            }
            if self.happens(FaultKind::ClockJump, stop) {
                self.world.jump(server);
            }
            if task.kind == TaskKind::Request && self.happens(FaultKind::HangUp, stop) {
                schedule.drop_tasks(|other| other.id == task.id);
                return None;
            }
        }
        if let Stop::StatementDone(sql) = stop {
            self.wrote(task.id, sql);
        }
        if let Some(lost) = self.lost_at_provider(stop) {
            return Some(Err(lost));
        }
        match stop {
            Stop::Statement(_) if self.happens(FaultKind::StatementRefused, stop) => return Some(Err(Lost::Request)),
            Stop::Statement(sql) if !is_read(sql) && self.refuses_write(stop) => return Some(Err(Lost::Request)),
            Stop::StatementDone(sql) if sql == "COMMIT" && self.happens(FaultKind::CommitResponseLost, stop) => {
                return Some(Err(Lost::Response));
            }
            Stop::Statement(sql) if sql == "BEGIN" => begins(task.id, task.server),
            Stop::Call(_) if self.happens(FaultKind::CallLost, stop) => return Some(Err(Lost::Request)),
            // The task makes the call before any other task goes on.
            Stop::Call(_) => {
                let outages = [
                    (FaultKind::ProviderError, Outage::Error),
                    (FaultKind::ProviderBusy, Outage::RateLimit),
                    (FaultKind::HalfResponse, Outage::HalfResponse),
                ];
                if let Some((_, outage)) = outages.into_iter().find(|(kind, _)| self.happens(*kind, stop)) {
                    self.world.sandbox.fail_next_call(outage);
                }
            }
            Stop::CallDone(_) if self.happens(FaultKind::CallResponseLost, stop) => return Some(Err(Lost::Response)),
            _ => {}
        }
        Some(Ok(()))
    }
}

/// The table that a statement writes to.
fn written_table(sql: &str) -> Option<&str> {
    let mut words = sql.split_whitespace();
    match words.next()? {
        "UPDATE" => words.next(),
        "INSERT" | "DELETE" => words.nth(1),
        _ => None,
    }
}
