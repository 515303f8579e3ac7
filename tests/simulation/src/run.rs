//! Runs one world from its beginning to its rest.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::StdRng;
use shop_tests::Database;

use crate::actors;
use crate::faults::Faults;
use crate::invariants::{ALWAYS, AT_REST, View, money_adds_up};
use crate::plan::{ActorKind, Plan};
use crate::schedule::{ServerId, TaskKind, Turn};
use crate::world::World;

/// Turns after which a world that does not come to an end has failed.
const TURNS_MAX: u64 = 400_000;
/// How long subscriptions and standing orders are watched after that: three renewals of a weekly box, and what follows a refused one.
const RENEWALS_MS: i64 = 24 * 86_400_000;
/// Turns that an ended server stays away.
const TURNS_AWAY: u64 = 200;

/// When a server that did not start is started again, as a service manager does.
const START_AGAIN_MS: i64 = 5000;

/// How a world ended.
pub(crate) struct Outcome {
    pub(crate) world: Arc<World>,
    pub(crate) violations: Vec<String>,
    pub(crate) simulated_ms: i64,
}

/// Runs the world of a plan.
pub(crate) fn run(plan: &Plan) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let outcome = runtime.block_on(live(plan.clone()));
    runtime.shutdown_background();
    outcome
}

async fn live(plan: Plan) -> Outcome {
    let mut order = StdRng::seed_from_u64(plan.seed ^ 0x0dde);
    let database = if plan.on_postgres { Database::postgres() } else { Database::Sqlite };
    let world = World::begin(plan, &database).await;
    let begin_ms = world.schedule.now_ms();
    let view = View::new(&world);
    for server in 0..world.plan.servers {
        begin_workers(&world, server);
    }
    world.schedule.spawn(TaskKind::Other, "the provider", None, Box::pin(actors::provider::live(Arc::clone(&world))));
    for (number, actor) in world.plan.actors.iter().enumerate() {
        actors::begin(&world, number, actor);
    }
    let mut faults = Faults::new(&world);
    let mut away: Vec<(ServerId, u64)> = Vec::new();
    let mut rest_ms = None;
    for turn in 0..TURNS_MAX {
        match world.schedule.turn(&mut order, &mut faults).await {
            Turn::Ran => {}
            Turn::Asleep => {
                world.schedule.advance();
            }
            Turn::Stuck(names) => {
                world.violated(&format!("these wait for each other: {}", names.join(", ")));
                break;
            }
            Turn::Idle => break,
        }
        for server in world.ended_servers() {
            if !away.iter().any(|(known, _)| *known == server) {
                away.push((server, turn + TURNS_AWAY));
            }
        }
        let (back, still): (Vec<_>, Vec<_>) = away.into_iter().partition(|(_, until)| *until <= turn);
        away = still;
        for (server, _) in back {
            restart(&world, server);
        }
        let committed = std::mem::take(&mut faults.committed);
        check(&world, &view, |tables| tables.iter().any(|table| committed.contains(*table)));
        if !world.violations().is_empty() {
            break;
        }
        let busy = world.schedule.has_tasks(|task| task.kind != TaskKind::Other);
        match rest_ms {
            None if !busy => {
                faults.calm = true;
                world.set_calm();
                let repeats = [ActorKind::Subscriber, ActorKind::Company];
                let is_watched = repeats.into_iter().any(|kind| world.plan.has_actor(kind));
                let renewals_ms = if is_watched { RENEWALS_MS } else { 0 };
                rest_ms = Some(world.schedule.now_ms() + world.calm_ms() + renewals_ms);
            }
            Some(until) if world.schedule.now_ms() >= until => break,
            _ => {}
        }
    }
    check(&world, &view, |_| true);
    if world.violations().is_empty() {
        for (name, invariant) in AT_REST {
            for wrong in invariant(&view, &world) {
                world.violated(&format!("{name}: {wrong}"));
            }
        }
        for wrong in money_adds_up(&view, &world).await {
            world.violated(&wrong);
        }
    }
    for order in world.orders() {
        world.tell(&order);
    }
    // Tasks hold the world, which holds them.
    world.schedule.drop_tasks(|_| true);
    for server in 0..world.plan.servers {
        world.stop(server);
    }
    Outcome { violations: world.violations(), simulated_ms: world.schedule.now_ms() - begin_ms, world }
}

fn begin_workers(world: &Arc<World>, server: ServerId) {
    let work = actors::workers::live(Arc::clone(world), server);
    world.schedule.spawn(TaskKind::Other, format!("workers of server {server}"), Some(server), Box::pin(work));
    let mail = actors::mail::live(Arc::clone(world), server);
    world.schedule.spawn(TaskKind::Other, format!("mail of server {server}"), Some(server), Box::pin(mail));
}

fn restart(world: &Arc<World>, server: ServerId) {
    let shared = Arc::clone(world);
    world.starts(server);
    world.tell(&format!("server {server} starts again"));
    let work = async move {
        while !shared.start_server(server).await {
            shared.schedule.sleep_ms(START_AGAIN_MS).await;
        }
        begin_workers(&shared, server);
    };
    world.schedule.spawn(TaskKind::Other, format!("start of server {server}"), None, Box::pin(work));
}

/// Checks what always holds and could have changed, by the tables that it depends on.
fn check(world: &World, view: &View, has_changed: impl Fn(&[&str]) -> bool) {
    for (name, _, invariant) in ALWAYS.iter().filter(|(_, tables, _)| has_changed(tables)) {
        for wrong in invariant(view) {
            world.violated(&format!("{name}: {wrong}"));
        }
    }
}
