//! Simulates the whole shop from seeds; see the README beside it.
//!
//!     simulate --seed 7               one world, with its story
//!     simulate --seed 7 --log         the same, and what the servers log, on standard error
//!     simulate --seed 7 --operations  the same, with every statement and call to the provider
//!     simulate --seeds 0..300         many, with a table of what was tried, in a process for each core (--jobs 1: one alone)
//!     simulate --seed 7 --shrink      a failing world, made as small as it still fails
//!     simulate --hours 1              as many as that takes, from seeds that were not tried before
//!     simulate --until-failure        no more after one that failed
//!     simulate --postgres             on PostgreSQL: TEST_POSTGRES is the address of a server that may create databases
//!     simulate --steps 60             what the actors do in each world

mod actors;
mod asking;
mod client;
mod faults;
mod invariants;
mod known;
mod lock_waits;
mod many;
mod network;
mod plan;
mod run;
mod schedule;
mod set_up;
mod shrink;
mod story;
mod surroundings;
mod world;

use std::process::ExitCode;
use std::time::Duration;

use shop_services::{Clock, SystemClock};

use crate::many::Wanted;
use crate::plan::Plan;
use crate::run::run;
use crate::shrink::shrink;

/// Default number of actions of a world's actors.
const STEPS: usize = 60;
/// Default seeds.
const SEEDS: &str = "0..20";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|one| one == name)?;
        arguments.get(at + 1).cloned()
    };
    let steps = value("--steps").and_then(|text| text.parse().ok()).unwrap_or(STEPS);
    let has = |name: &str| arguments.iter().any(|one| one == name);
    let on_postgres = has("--postgres");
    if let Some(seed) = value("--seed").and_then(|text| text.parse().ok()) {
        if has("--log") {
            tracing_subscriber::fmt().with_env_filter("warn").without_time().with_writer(std::io::stderr).init();
        }
        let plan = Plan { on_postgres, tells_operations: has("--operations"), ..Plan::new(seed, steps) };
        return tell(&if has("--shrink") { shrink(&plan) } else { plan });
    }
    let seeds = value("--seeds").unwrap_or_else(|| SEEDS.to_owned());
    let Some(seeds) = seeds.split_once("..").and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?)) else {
        eprintln!("--seeds A..B");
        return ExitCode::FAILURE;
    };
    let mut wanted = Wanted { seeds, steps, on_postgres, until_failure: has("--until-failure"), time: None };
    if let Some(hours) = value("--hours").and_then(|text| text.parse::<f64>().ok()) {
        let now = u64::try_from(SystemClock.now_ms() / 1000).unwrap_or_default();
        wanted = Wanted { seeds: now..u64::MAX, time: Some(Duration::from_secs_f64(hours * 3600.0)), ..wanted };
    }
    if let Some(seconds) = value("--seconds").and_then(|text| text.parse().ok()) {
        wanted.time = Some(Duration::from_secs(seconds));
    }
    let part = value("--part").and_then(|text| {
        let (job, of) = text.split_once('/')?;
        Some((job.parse().ok()?, of.parse().ok()?))
    });
    if let Some(part) = part {
        return many::part(&wanted, part);
    }
    many::many(&wanted, value("--jobs").and_then(|text| text.parse().ok()).unwrap_or_else(many::cores))
}

/// Runs one world and prints its story.
fn tell(plan: &Plan) -> ExitCode {
    println!("{plan:#?}");
    let outcome = run(plan);
    outcome.world.with_story(|story| {
        for line in story.lines() {
            println!("{line}");
        }
        println!("{} turns, fingerprint {:016x}", story.turns, story.fingerprint());
    });
    for violation in &outcome.violations {
        println!("VIOLATED: {violation}");
    }
    if outcome.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
