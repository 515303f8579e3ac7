//! Many worlds, in several processes: a process simulates one at a time.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use shop_tests::stay_on_core;

use crate::plan::Plan;
use crate::run::run;

/// Totals of some worlds.
#[derive(Default, Serialize, Deserialize)]
struct Totals {
    worlds: u64,
    /// Seeds of those that failed, with the first thing that did not hold.
    failed: Vec<(u64, String)>,
    simulated_ms: i64,
    turns: u64,
    counts: BTreeMap<String, u64>,
    /// How often each fault met each operation: fault, operation, times.
    coverage: Vec<(String, String, u64)>,
}

/// Which worlds are run.
pub(crate) struct Wanted {
    pub(crate) seeds: Range<u64>,
    /// Things that the actors of each do together.
    pub(crate) steps: usize,
    /// On PostgreSQL, else on SQLite.
    pub(crate) on_postgres: bool,
    /// No world begins after one that failed in the same process.
    pub(crate) until_failure: bool,
    /// No world begins after so long.
    pub(crate) time: Option<Duration>,
}

/// Runs worlds in so many processes, and prints what was tried.
pub(crate) fn many(wanted: &Wanted, jobs: usize) -> ExitCode {
    let begin = Instant::now();
    let seeds = &wanted.seeds;
    let program = std::env::current_exe().expect("this program");
    let parts: Vec<_> = (0..jobs)
        .map(|job| {
            let range = format!("{}..{}", seeds.start, seeds.end);
            let part = format!("{job}/{jobs}");
            let mut command = Command::new(&program);
            command.args(["--seeds", &range, "--steps", &wanted.steps.to_string(), "--part", &part]);
            if wanted.on_postgres {
                command.arg("--postgres");
            }
            if wanted.until_failure {
                command.arg("--until-failure");
            }
            if let Some(time) = wanted.time {
                command.args(["--seconds", &time.as_secs().to_string()]);
            }
            command.stdout(Stdio::piped()).spawn().expect("a process")
        })
        .collect();
    let mut all = Totals::default();
    let mut is_whole = true;
    for part in parts {
        let output = part.wait_with_output().expect("its output");
        is_whole &= output.status.success();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        match text.lines().last().and_then(|line| serde_json::from_str::<Totals>(line).ok()) {
            Some(totals) => all.add(totals),
            None => is_whole = false,
        }
    }
    all.print(begin.elapsed().as_secs_f64());
    if is_whole && all.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Number of cores of this machine.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs every `of`-th of the worlds from the `job`-th on, and prints their totals as JSON for the parent process.
pub(crate) fn part(wanted: &Wanted, (job, of): (usize, usize)) -> ExitCode {
    let begin = Instant::now();
    stay_on_core(job % cores());
    let mut totals = Totals::default();
    for seed in wanted.seeds.clone().skip(job).step_by(of) {
        let has_failed = wanted.until_failure && !totals.failed.is_empty();
        if has_failed || wanted.time.is_some_and(|time| begin.elapsed() >= time) {
            break;
        }
        totals.try_world(&Plan { on_postgres: wanted.on_postgres, ..Plan::new(seed, wanted.steps) });
    }
    println!("{}", serde_json::to_string(&totals).expect("JSON"));
    ExitCode::SUCCESS
}

impl Totals {
    fn try_world(&mut self, plan: &Plan) {
        let seed = plan.seed;
        let outcome = run(plan);
        self.worlds += 1;
        self.simulated_ms += outcome.simulated_ms;
        outcome.world.with_story(|story| {
            self.turns += story.turns;
            for (what, count) in &story.counts {
                *self.counts.entry((*what).to_owned()).or_default() += count;
            }
            let coverage = story.coverage.iter().map(|((fault, at), count)| (fault.clone(), at.clone(), *count));
            self.coverage.extend(coverage);
        });
        if let Some(violation) = outcome.violations.first() {
            // At once: somebody may be watching.
            eprintln!("seed {seed}: {violation}");
            self.failed.push((seed, violation.clone()));
        }
    }

    fn add(&mut self, other: Self) {
        self.worlds += other.worlds;
        self.failed.extend(other.failed);
        self.simulated_ms += other.simulated_ms;
        self.turns += other.turns;
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
        self.coverage.extend(other.coverage);
    }

    fn print(&self, seconds: f64) {
        let mut met: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for (fault, operation, times) in &self.coverage {
            *met.entry((fault, operation)).or_default() += times;
        }
        for ((fault, operation), times) in met {
            println!("{times:6}  {fault}: {operation}");
        }
        for (what, count) in &self.counts {
            println!("{count:6}  {what}");
        }
        let mut failed: Vec<u64> = self.failed.iter().map(|(seed, _)| *seed).collect();
        failed.sort_unstable();
        let days = self.simulated_ms as f64 / 86_400_000.0;
        println!(
            "{} worlds, {} failed{}, {days:.1} days simulated in {seconds:.1} s, {} turns",
            self.worlds,
            failed.len(),
            if failed.is_empty() { String::new() } else { format!(" {failed:?}") },
            self.turns
        );
    }
}
