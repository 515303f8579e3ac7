//! Makes the plan of a failing world smaller as long as it still fails, so that its story is short enough to read.

use crate::plan::Plan;
use crate::run::run;

/// Worlds that are tried at most.
const TRIES_MAX: usize = 120;

/// The smallest plan that was found to fail like the given one.
pub(crate) fn shrink(plan: &Plan) -> Plan {
    let mut smallest = plan.clone();
    let mut tries = 0;
    loop {
        let before = tries;
        let smaller = candidates(&smallest).into_iter().find(|candidate| {
            tries += 1;
            tries <= TRIES_MAX && !run(candidate).violations.is_empty()
        });
        match smaller {
            Some(plan) => smallest = plan,
            None => return smallest,
        }
        if tries >= TRIES_MAX || tries == before {
            return smallest;
        }
    }
}

/// Plans that are a little smaller, the much smaller ones first.
fn candidates(plan: &Plan) -> Vec<Plan> {
    let mut found = Vec::new();
    for steps in [plan.steps / 2, plan.steps * 3 / 4, plan.steps.saturating_sub(1)] {
        if steps > 0 && steps < plan.steps {
            found.push(Plan { steps, ..plan.clone() });
        }
    }
    for actor in 0..plan.actors.len() {
        let mut fewer = plan.clone();
        fewer.actors.remove(actor);
        found.push(fewer);
    }
    for fault in 0..plan.faults.len() {
        let mut fewer = plan.clone();
        fewer.faults.remove(fault);
        found.push(fewer);
    }
    if plan.servers > 1 {
        found.push(Plan { servers: 1, ..plan.clone() });
    }
    // What the plan has beside them, as it is by default.
    let plain = [
        Plan { focus: None, ..plan.clone() },
        Plan { is_scarce: false, ..plan.clone() },
        Plan { has_dashboard: false, ..plan.clone() },
        Plan { capture_later: false, ..plan.clone() },
        Plan { message_times: 1, ..plan.clone() },
        Plan { messages_reversed: false, ..plan.clone() },
    ];
    found.extend(plain.into_iter().filter(|one| one != plan));
    found
}
