//! What a seed decides before the world begins: who takes part, how long, and which kinds of faults there are. Shrinking takes parts
//! of it away and leaves the rest as it was.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Seed of one world, and what is left of it.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    /// Requests that the actors may send together.
    pub(crate) steps: usize,
    /// Servers on the one database.
    pub(crate) servers: usize,
    pub(crate) actors: Vec<ActorPlan>,
    /// How often an operation fails, in a thousand, by kind of fault.
    pub(crate) faults: Vec<(FaultKind, u32)>,
    /// Faults that do not happen, by their number in the story.
    pub(crate) skipped_faults: BTreeSet<u64>,
}

/// One actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ActorPlan {
    pub(crate) kind: ActorKind,
    /// Seed of its decisions.
    pub(crate) seed: u64,
}

/// Kinds of actors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActorKind {
    /// A guest who buys through the store API.
    Guest,
    /// A merchant who works on orders, prices and stock.
    Merchant,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FaultKind {
    /// The database refuses a statement.
    StatementRefused,
    /// A provider call does not arrive.
    CallLost,
    /// The response to a provider call is lost.
    CallResponseLost,
    /// The server is killed.
    Kill,
    /// The client hangs up, so that the server drops its request.
    HangUp,
    /// A client's request does not arrive.
    RequestLost,
    /// The response to a client is lost.
    ResponseLost,
    /// The clock of a server jumps.
    ClockJump,
}

impl FaultKind {
    const ALL: [Self; 8] = [
        Self::StatementRefused,
        Self::CallLost,
        Self::CallResponseLost,
        Self::Kill,
        Self::HangUp,
        Self::RequestLost,
        Self::ResponseLost,
        Self::ClockJump,
    ];

    /// Its name in stories.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::StatementRefused => "statement refused",
            Self::CallLost => "call lost",
            Self::CallResponseLost => "response to a call lost",
            Self::Kill => "server killed",
            Self::HangUp => "client hangs up",
            Self::RequestLost => "request lost",
            Self::ResponseLost => "response lost",
            Self::ClockJump => "clock jumps",
        }
    }

    /// Most that happen of a thousand operations.
    fn most_per_mille(self) -> u32 {
        match self {
            Self::StatementRefused | Self::HangUp => 4,
            Self::Kill => 2,
            Self::CallLost | Self::CallResponseLost | Self::RequestLost | Self::ResponseLost => 80,
            Self::ClockJump => 1,
        }
    }
}

impl Plan {
    /// The plan of a seed.
    pub(crate) fn new(seed: u64, steps: usize) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let servers = if random.random_bool(0.3) { 2 } else { 1 };
        let mut actors = Vec::new();
        for _ in 0..random.random_range(1..=4) {
            actors.push(ActorPlan { kind: ActorKind::Guest, seed: random.random() });
        }
        if random.random_bool(0.5) {
            actors.push(ActorPlan { kind: ActorKind::Merchant, seed: random.random() });
        }
        // A third of the worlds has no faults: what fails there fails in fair weather.
        let fair = random.random_bool(0.3);
        let mut faults = Vec::new();
        for kind in FaultKind::ALL {
            let takes_part = random.random_bool(0.4);
            let per_mille = random.random_range(1..=kind.most_per_mille());
            if takes_part && !fair {
                faults.push((kind, per_mille));
            }
        }
        Self { seed, steps, servers, actors, faults, skipped_faults: BTreeSet::new() }
    }

    /// How often a fault happens, in a thousand.
    pub(crate) fn per_mille(&self, kind: FaultKind) -> u32 {
        self.faults.iter().find(|(one, _)| *one == kind).map_or(0, |(_, per_mille)| *per_mille)
    }
}
