//! Decides at every operation whether it is done, fails, or ends its server.

use std::sync::Arc;

use shop_sandbox::Outage;
use shop_services::boundary::Lost;

use crate::plan::FaultKind;
use crate::schedule::{Decide, Identity, Schedule, Stop, Stopped, TaskKind};
use crate::surroundings::{begins, is_in_transaction, is_read, may_write};
use crate::world::World;

/// The faults of a world.
pub(crate) struct Faults {
    pub(crate) world: Arc<World>,
    /// Nothing fails any more: the world comes to rest.
    pub(crate) calm: bool,
    /// SQLite, which has one writer for all servers.
    pub(crate) one_writer: bool,
    /// Whether something was written since this was last taken back.
    pub(crate) has_written: bool,
}

impl Faults {
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
        self.world.with_story(|story| story.decided(task.id, stop.text()));
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
        // Others see what is committed.
        self.has_written |= matches!(stop, Stop::StatementDone(sql) if sql == "COMMIT" || !is_in_transaction(task.id));
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
