//! Who does something in a world, each in a file.

mod account;
mod bank;
mod classic;
mod company;
mod customer;
mod guest;
pub(crate) mod mail;
mod merchant;
pub(crate) mod provider;
mod standing;
mod subscriber;
mod wallet;
pub(crate) mod workers;

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::plan::{ActorKind, ActorPlan};
use crate::schedule::{TaskKind, Work};
use crate::world::World;

/// Lets an actor begin.
pub(crate) fn begin(world: &Arc<World>, number: usize, plan: &ActorPlan) {
    let random = StdRng::seed_from_u64(plan.seed);
    let name = plan.name(number);
    let (shared, own) = (Arc::clone(world), name.clone());
    let life: Work = match plan.kind {
        ActorKind::Guest => Box::pin(guest::live(shared, own, random)),
        ActorKind::ClassicGuest => Box::pin(classic::live(shared, own, random)),
        ActorKind::Customer => Box::pin(customer::live(shared, own, random)),
        ActorKind::Subscriber => Box::pin(subscriber::live(shared, own, random)),
        ActorKind::Company => Box::pin(company::live(shared, own, random)),
        ActorKind::Wallet => Box::pin(wallet::live(shared, own, random)),
        ActorKind::Merchant => Box::pin(merchant::live(shared, own, random)),
    };
    world.schedule.spawn(TaskKind::Actor, name, None, life);
}
