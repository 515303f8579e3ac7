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
    /// The database is PostgreSQL, else SQLite.
    pub(crate) on_postgres: bool,
    /// Servers on the one database.
    pub(crate) servers: usize,
    pub(crate) actors: Vec<ActorPlan>,
    /// Actors do what they do at multiples of this time, so that several of them meet at the same moment.
    pub(crate) beat_ms: i64,
    /// Most buyers want what there is little of.
    pub(crate) wants_scarce: bool,
    /// How often an operation fails, in a thousand, by kind of fault.
    pub(crate) faults: Vec<(FaultKind, u32)>,
    /// How often each message of the provider is sent.
    pub(crate) message_times: u32,
    /// The provider sends its newest message first.
    pub(crate) messages_reversed: bool,
    /// Refunds and disputes begin at the provider, too.
    pub(crate) has_dashboard: bool,
    /// Card payments are authorised at the order and captured by the merchant.
    pub(crate) capture_later: bool,
    /// Faults that do not happen, by their number in the story.
    pub(crate) skipped_faults: BTreeSet<u64>,
}

/// One actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ActorPlan {
    pub(crate) kind: ActorKind,
    /// Seed of its decisions.
    pub(crate) seed: u64,
    /// It is the first actor at another device, with the same e-mail address.
    pub(crate) is_first_again: bool,
}

impl ActorPlan {
    /// Its name in stories and addresses, by its number in the plan.
    pub(crate) fn name(&self, number: usize) -> String {
        format!("{} {number}", self.kind.name())
    }
}

/// Kinds of actors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActorKind {
    /// A guest who buys through the store API.
    Guest,
    /// A guest without scripts.
    ClassicGuest,
    /// A customer with an account.
    Customer,
    /// A customer with a weekly box.
    Subscriber,
    /// Somebody who orders for a company, by invoice.
    Company,
    /// A guest who pays by a wallet's sheet.
    Wallet,
    /// A merchant who works on orders, prices, coupons and credit.
    Merchant,
}

impl ActorKind {
    /// Its name in stories.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::ClassicGuest => "classic guest",
            Self::Customer => "customer",
            Self::Subscriber => "subscriber",
            Self::Company => "company",
            Self::Wallet => "wallet",
            Self::Merchant => "merchant",
        }
    }
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FaultKind {
    /// The database refuses a statement.
    StatementRefused,
    /// A transaction is committed, but its server does not hear of it.
    CommitResponseLost,
    /// Nothing can be written for a while.
    WritesRefused,
    /// A provider call does not arrive.
    CallLost,
    /// The response to a provider call is lost.
    CallResponseLost,
    /// The provider answers 500.
    ProviderError,
    /// The provider answers 429.
    ProviderBusy,
    /// The provider's response ends half-way.
    HalfResponse,
    /// The server is killed.
    Kill,
    /// The client hangs up, so that the server drops its request.
    HangUp,
    /// A client's request does not arrive.
    RequestLost,
    /// The response to a client is lost.
    ResponseLost,
    /// A client's request arrives late.
    RequestLate,
    /// The response to a client arrives late.
    ResponseLate,
    /// The mail server refuses a message for now.
    MailRefused,
    /// The mail server takes a message in, but its answer is lost.
    MailResponseLost,
    /// The clock of a server jumps.
    ClockJump,
}

impl FaultKind {
    const ALL: [Self; 17] = [
        Self::StatementRefused,
        Self::CommitResponseLost,
        Self::WritesRefused,
        Self::CallLost,
        Self::CallResponseLost,
        Self::ProviderError,
        Self::ProviderBusy,
        Self::HalfResponse,
        Self::Kill,
        Self::HangUp,
        Self::RequestLost,
        Self::ResponseLost,
        Self::RequestLate,
        Self::ResponseLate,
        Self::MailRefused,
        Self::MailResponseLost,
        Self::ClockJump,
    ];

    /// Its name in stories.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::StatementRefused => "statement refused",
            Self::CommitResponseLost => "response to a commit lost",
            Self::WritesRefused => "writes refused for a while",
            Self::CallLost => "call lost",
            Self::CallResponseLost => "response to a call lost",
            Self::ProviderError => "provider answers 500",
            Self::ProviderBusy => "provider answers 429",
            Self::HalfResponse => "half a response to a call",
            Self::Kill => "server killed",
            Self::HangUp => "client hangs up",
            Self::RequestLost => "request lost",
            Self::ResponseLost => "response lost",
            Self::RequestLate => "request late",
            Self::ResponseLate => "response late",
            Self::MailRefused => "mail refused",
            Self::MailResponseLost => "response to mail lost",
            Self::ClockJump => "clock jumps",
        }
    }

    /// Most that happen of a thousand operations.
    fn most_per_mille(self) -> u32 {
        match self {
            Self::StatementRefused | Self::HangUp => 4,
            Self::CommitResponseLost => 10,
            Self::Kill => 2,
            Self::CallLost
            | Self::CallResponseLost
            | Self::ProviderError
            | Self::ProviderBusy
            | Self::HalfResponse
            | Self::RequestLost
            | Self::ResponseLost
            | Self::RequestLate
            | Self::ResponseLate
            | Self::MailRefused
            | Self::MailResponseLost => 80,
            Self::WritesRefused | Self::ClockJump => 1,
        }
    }
}

/// How many of each kind there are at most, and how probable each of them is.
const ACTORS: [(ActorKind, u32, f64); 8] = [
    (ActorKind::Guest, 1, 1.0),
    (ActorKind::Guest, 3, 0.4),
    (ActorKind::ClassicGuest, 1, 0.3),
    (ActorKind::Customer, 2, 0.3),
    (ActorKind::Subscriber, 1, 0.15),
    (ActorKind::Company, 3, 0.15),
    (ActorKind::Wallet, 1, 0.25),
    (ActorKind::Merchant, 1, 0.6),
];

impl Plan {
    /// The plan of a seed.
    pub(crate) fn new(seed: u64, steps: usize) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let servers = if random.random_bool(0.3) { 2 } else { 1 };
        let mut actors: Vec<ActorPlan> = Vec::new();
        for (kind, most, probability) in ACTORS {
            for _ in 0..most {
                if random.random_bool(probability) {
                    let is_first_again = kind == ActorKind::Guest && !actors.is_empty() && random.random_bool(0.3);
                    actors.push(ActorPlan { kind, seed: random.random(), is_first_again });
                }
            }
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
        Self {
            seed,
            steps,
            on_postgres: false,
            servers,
            actors,
            beat_ms: [1, 5000, 30_000, 60_000][random.random_range(0..4)],
            wants_scarce: random.random_bool(0.4),
            faults,
            message_times: if random.random_bool(0.3) { 2 } else { 1 },
            messages_reversed: random.random_bool(0.2),
            has_dashboard: random.random_bool(0.3),
            capture_later: random.random_bool(0.2),
            skipped_faults: BTreeSet::new(),
        }
    }

    /// Whether an actor of this kind takes part.
    pub(crate) fn has_actor(&self, kind: ActorKind) -> bool {
        self.actors.iter().any(|actor| actor.kind == kind)
    }

    /// The name that is in the e-mail address of an actor.
    pub(crate) fn address_name(&self, name: &str) -> String {
        let named = |(number, actor): &(usize, &ActorPlan)| actor.is_first_again && actor.name(*number) == name;
        let again = self.actors.iter().enumerate().find(named);
        let first = self.actors.first().filter(|_| again.is_some());
        first.map_or_else(|| name.to_owned(), |first| first.name(0))
    }

    /// The names of the actors of a kind.
    pub(crate) fn names_of(&self, kind: ActorKind) -> Vec<String> {
        let named = self.actors.iter().enumerate().filter(|(_, actor)| actor.kind == kind);
        named.map(|(number, actor)| actor.name(number)).collect()
    }

    /// How often a fault happens, in a thousand.
    pub(crate) fn per_mille(&self, kind: FaultKind) -> u32 {
        self.faults.iter().find(|(one, _)| *one == kind).map_or(0, |(_, per_mille)| *per_mille)
    }
}
