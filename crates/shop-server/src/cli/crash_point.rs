//! Programs built for tests (not released ones) die at a named step, as if the machine lost its power there: so that what follows
//! can be tried for each step of an order without luck.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::{Signal, getpid, kill_process};
use shop_storage::{StatementHeard, listen_to_statements};

/// `BEGINNING` or `BEGINNING +N`: right before the first statement of this process with this beginning, or N statements later.
/// `BEGIN` and `COMMIT` are statements too. The beginning has no quotes around names.
const DIE_AT: &str = "SHOP_TEST_DIE_AT";

struct Step {
    beginning: String,
    later: u32,
    /// Statements since the first one with the beginning, itself included.
    heard: AtomicU32,
}

static STEP: OnceLock<Step> = OnceLock::new();

/// Has this process die where the environment says.
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
        // The signal ends all threads; this one may have to wait for it, and goes no further.
        loop {
            std::thread::park();
        }
    }
}
