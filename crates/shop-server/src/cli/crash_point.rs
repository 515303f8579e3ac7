//! Crash injection in test builds (not in releases): the process kills itself at a configured statement, as in a power cut, so
//! that recovery can be tested for each step of an order.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::{Signal, getpid, kill_process};
use shop_storage::{StatementHeard, listen_to_statements};

/// `PREFIX` or `PREFIX +N`: kills the process right before the first statement with this prefix, or N statements later. `BEGIN`
/// and `COMMIT` are statements too. The prefix has no quotes around names.
const DIE_AT: &str = "SHOP_TEST_DIE_AT";

struct Step {
    beginning: String,
    later: u32,
    /// Statements since the first one with the prefix, itself included.
    heard: AtomicU32,
}

static STEP: OnceLock<Step> = OnceLock::new();

/// Installs the crash point that the environment configures.
pub(super) fn where_told() {
    let Ok(told) = std::env::var(DIE_AT) else { return };
    let (beginning, later) = match told.rsplit_once(" +") {
        Some((beginning, later)) => (beginning.to_owned(), later.parse().unwrap_or(0)),
        None => (told, 0),
    };
    if STEP.set(Step { beginning, later, heard: AtomicU32::new(0) }).is_ok() {
        listen_to_statements(die_when_reached);
    }
}

fn die_when_reached(statement: &StatementHeard<'_>) {
    let Some(step) = STEP.get() else { return };
    if step.heard.load(Ordering::Acquire) == 0 && !statement.sql.replace('"', "").starts_with(&step.beginning) {
        return;
    }
    if step.heard.fetch_add(1, Ordering::AcqRel) == step.later {
        let _ = kill_process(getpid(), Signal::KILL);
        // The signal ends all threads; this one parks until it arrives.
        loop {
            std::thread::park();
        }
    }
}
