//! Crash injection in test builds (not in releases): the process kills itself at a configured statement, as in a power cut, so
//! that recovery can be tested for each step of an order.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::{Signal, getpid, kill_process};
use shop_storage::{ObservedStatement, observe_statements};

/// `PREFIX` or `PREFIX +N`: kills the process right before the first statement with this prefix, or N statements later. `BEGIN`
/// and `COMMIT` are statements too. The prefix has no quotes around names.
const CRASH_POINT: &str = "SHOP_TEST_DIE_AT";

struct Step {
    prefix: String,
    later: u32,
    /// Statements since the first one with the prefix, itself included.
    seen: AtomicU32,
}

static STEP: OnceLock<Step> = OnceLock::new();

/// Installs the crash point that the environment configures.
pub(super) fn install() {
    let Ok(setting) = std::env::var(CRASH_POINT) else { return };
    let (prefix, later) = match setting.rsplit_once(" +") {
        Some((prefix, later)) => (prefix.to_owned(), later.parse().unwrap_or(0)),
        None => (setting, 0),
    };
    if STEP.set(Step { prefix, later, seen: AtomicU32::new(0) }).is_ok() {
        observe_statements(kill_when_reached);
    }
}

fn kill_when_reached(statement: &ObservedStatement<'_>) {
    let Some(step) = STEP.get() else { return };
    if step.seen.load(Ordering::Acquire) == 0 && !statement.sql.replace('"', "").starts_with(&step.prefix) {
        return;
    }
    if step.seen.fetch_add(1, Ordering::AcqRel) == step.later {
        let _ = kill_process(getpid(), Signal::KILL);
        // The signal ends all threads; this one parks until it arrives.
        loop {
            std::thread::park();
        }
    }
}
