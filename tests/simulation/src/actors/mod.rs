//! Who does something in a world, each in a file.

pub(crate) mod guest;
pub(crate) mod merchant;
pub(crate) mod provider;
pub(crate) mod workers;

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::plan::{ActorKind, ActorPlan};
use crate::schedule::TaskKind;
use crate::world::World;

/// Lets an actor begin.
pub(crate) fn begin(world: &Arc<World>, number: usize, plan: &ActorPlan) {
    let random = StdRng::seed_from_u64(plan.seed);
    let shared = Arc::clone(world);
    match plan.kind {
        ActorKind::Guest => {
            let name = format!("guest {number}");
            world.schedule.spawn(TaskKind::Actor, name.clone(), None, Box::pin(guest::live(shared, name, random)));
        }
        ActorKind::Merchant => {
            let name = format!("merchant {number}");
            world.schedule.spawn(TaskKind::Actor, name.clone(), None, Box::pin(merchant::live(shared, name, random)));
        }
    }
}
