//! The cores of the machine, among the rules that run at the same time.

use std::sync::{Mutex, PoisonError};

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

/// How many rules each core has now.
static RULES: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Keeps this thread, and those that it starts, on a core: threads that take turns are woken twice as fast there as from core to core.
/// `false`: the system does not do that, and decides by itself.
pub fn stay_on_core(core: usize) -> bool {
    let mut one = CpuSet::new();
    one.set(core).is_ok() && sched_setaffinity(Pid::from_raw(0), &one).is_ok()
}

/// A core that a rule has until this is dropped.
pub(crate) struct Core(Option<usize>);

impl Core {
    /// Keeps this thread, and those that it starts, on the core with the fewest rules.
    pub(crate) fn take() -> Self {
        let Ok(allowed) = sched_getaffinity(Pid::from_raw(0)) else { return Self(None) };
        let mut rules = RULES.lock().unwrap_or_else(PoisonError::into_inner);
        rules.resize(CpuSet::count(), 0);
        let cores = (0..rules.len()).filter(|core| allowed.is_set(*core).unwrap_or(false));
        let Some(core) = cores.min_by_key(|core| rules[*core]) else { return Self(None) };
        if !stay_on_core(core) {
            return Self(None);
        }
        rules[core] += 1;
        Self(Some(core))
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        let mut rules = RULES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = self.0.and_then(|core| rules.get_mut(core)) {
            *count -= 1;
        }
    }
}
