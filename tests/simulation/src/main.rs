//! Simulates the whole shop from seeds; see the README beside it.
//!
//!     simulate --seed 7               one world, with its story
//!     simulate --seeds 0..300         many, with a table of what was tried
//!     simulate --seed 7 --shrink      a failing world, made as small as it still fails
//!     simulate --steps 60             what the actors do in each world

mod actors;
mod client;
mod faults;
mod invariants;
mod network;
mod plan;
mod run;
mod schedule;
mod shrink;
mod story;
mod surroundings;
mod world;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use crate::plan::Plan;
use crate::run::run;
use crate::shrink::shrink;

const STEPS: usize = 60;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|one| one == name)?;
        arguments.get(at + 1).cloned()
    };
    let steps = value("--steps").and_then(|text| text.parse().ok()).unwrap_or(STEPS);
    if let Some(seed) = value("--seed").and_then(|text| text.parse().ok()) {
        let plan = Plan::new(seed, steps);
        let wants_less = arguments.iter().any(|one| one == "--shrink");
        return tell(&if wants_less { shrink(&plan) } else { plan });
    }
    let seeds = value("--seeds").unwrap_or_else(|| "0..20".to_owned());
    let Some((from, to)) = seeds.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?))) else {
        eprintln!("--seeds A..B");
        return ExitCode::FAILURE;
    };
    many(from, to, steps)
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

/// Runs many worlds and prints what was tried.
fn many(from: u64, to: u64, steps: usize) -> ExitCode {
    let begin = Instant::now();
    let (mut simulated_ms, mut turns, mut failed) = (0, 0, Vec::new());
    let mut counts: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut coverage: BTreeMap<(String, String), u64> = BTreeMap::new();
    for seed in from..to {
        let outcome = run(&Plan::new(seed, steps));
        simulated_ms += outcome.simulated_ms;
        outcome.world.with_story(|story| {
            turns += story.turns;
            for (what, count) in &story.counts {
                *counts.entry(what).or_default() += count;
            }
            for (what, count) in &story.coverage {
                *coverage.entry(what.clone()).or_default() += count;
            }
        });
        if let Some(violation) = outcome.violations.first() {
            println!("seed {seed}: {violation}");
            failed.push(seed);
        }
    }
    for ((fault, operation), count) in &coverage {
        println!("{count:6}  {fault}: {operation}");
    }
    for (what, count) in &counts {
        println!("{count:6}  {what}");
    }
    println!(
        "{} worlds, {} failed, {:.1} days simulated in {:.1} s, {turns} turns",
        to.saturating_sub(from),
        failed.len(),
        simulated_ms as f64 / 86_400_000.0,
        begin.elapsed().as_secs_f64()
    );
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
