//! What a seed decides before the world begins: who takes part, how long, and which kinds of faults there are. Shrinking takes parts
//! of it away and leaves the rest as it was.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Seed of one world, and what is left of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    /// Requests that the actors may send together.
    pub(crate) steps: usize,
    /// The database is PostgreSQL, else SQLite.
    pub(crate) on_postgres: bool,
    /// Every statement and call has a line in the story.
    pub(crate) tells_operations: bool,
    /// Servers on the one database.
    pub(crate) servers: usize,
    pub(crate) actors: Vec<ActorPlan>,
    /// Actors do what they do at multiples of this time, so that several of them meet at the same moment.
    pub(crate) beat_ms: i64,
    /// There is little of everything: pieces, coupons, credit.
    pub(crate) is_scarce: bool,
    /// How often an operation fails, in a thousand, by kind of fault.
    pub(crate) faults: Vec<(FaultKind, u32)>,
    /// Operations that contain this fail far more often.
    pub(crate) focus: Option<&'static str>,
    /// How often each message of the provider is sent.
    pub(crate) message_times: u32,
    /// The provider sends its newest message first.
    pub(crate) messages_reversed: bool,
    /// How often it sends what is due.
    pub(crate) messages_every_ms: i64,
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
    /// For a while no request reaches the provider, or none of its responses comes back.
    ProviderAway,
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
    const ALL: [Self; 18] = [
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
        Self::ProviderAway,
    ];

    /// Its name in stories.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::StatementRefused => "statement refused",
            Self::CommitResponseLost => "response to a commit lost",
            Self::WritesRefused => "writes refused for a while",
            Self::CallLost => "call lost",
            Self::CallResponseLost => "response to a call lost",
            Self::ProviderAway => "provider away for a while",
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
            | Self::ProviderAway
            | Self::MailResponseLost => 80,
            Self::WritesRefused | Self::ClockJump => 1,
        }
    }
}

/// A kind of actor, and how many of it there are.
struct Cast {
    kind: ActorKind,
    most: u32,
    /// How probable the first one is, and each one after it.
    probability: (f64, f64),
}

const CASTS: [Cast; 7] = [
    Cast { kind: ActorKind::Guest, most: 4, probability: (1.0, 0.4) },
    Cast { kind: ActorKind::ClassicGuest, most: 1, probability: (0.3, 0.0) },
    Cast { kind: ActorKind::Customer, most: 2, probability: (0.4, 0.4) },
    Cast { kind: ActorKind::Subscriber, most: 1, probability: (0.2, 0.0) },
    Cast { kind: ActorKind::Company, most: 3, probability: (0.25, 0.7) },
    Cast { kind: ActorKind::Wallet, most: 1, probability: (0.25, 0.0) },
    Cast { kind: ActorKind::Merchant, most: 1, probability: (0.6, 0.0) },
];

/// What faults gather at in some worlds: tables and provider calls at which much depends on the order of things.
const FOCUSES: [&str; 14] = [
    "COMMIT",
    "\"carts\"",
    "\"orders\"",
    "\"products\"",
    "\"coupon",
    "\"store_credit",
    "\"credit_ledger",
    "\"payments\"",
    "\"payment_events\"",
    "\"refunds\"",
    "\"outbox\"",
    "\"subscriptions\"",
    "POST /v1/payment_intents",
    "POST /v1/refunds",
];
/// How often the provider sends its messages: mostly at once, sometimes long after the buyer tried again.
const MESSAGES_EVERY_MS: [i64; 4] = [1000, 1000, 30_000, 300_000];
/// How much more often operations of the focus fail, and how often at most, in a thousand.
const FOCUSED_TIMES: u32 = 40;
const FOCUSED_MOST: u32 = 250;

impl Plan {
    /// The plan of a seed.
    pub(crate) fn new(seed: u64, steps: usize) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let servers = if random.random_bool(0.3) { 2 } else { 1 };
        let is_scarce = random.random_bool(0.4);
        let mut actors: Vec<ActorPlan> = Vec::new();
        for Cast { kind, most, probability: (first, further) } in CASTS {
            let mut probability = first;
            // Where there is little, several want it.
            let further = if is_scarce && further > 0.0 { 0.8 } else { further };
            for _ in 0..most {
                if random.random_bool(probability) {
                    let is_first_again = kind == ActorKind::Guest && !actors.is_empty() && random.random_bool(0.3);
                    actors.push(ActorPlan { kind, seed: random.random(), is_first_again });
                    probability = further;
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
            tells_operations: false,
            servers,
            actors,
            beat_ms: [1, 5000, 30_000, 60_000][random.random_range(0..4)],
            is_scarce,
            faults,
            focus: random.random_bool(0.5).then(|| FOCUSES[random.random_range(0..FOCUSES.len())]),
            message_times: if random.random_bool(0.3) { 2 } else { 1 },
            messages_reversed: random.random_bool(0.2),
            has_dashboard: random.random_bool(0.3),
            capture_later: random.random_bool(0.2),
            messages_every_ms: MESSAGES_EVERY_MS[random.random_range(0..MESSAGES_EVERY_MS.len())],
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

    /// Whether somebody shops at two devices.
    pub(crate) fn has_twin(&self) -> bool {
        self.actors.iter().any(|actor| actor.is_first_again)
    }

    /// The names of the actors of a kind.
    pub(crate) fn names_of(&self, kind: ActorKind) -> Vec<String> {
        let named = self.actors.iter().enumerate().filter(|(_, actor)| actor.kind == kind);
        named.map(|(number, actor)| actor.name(number)).collect()
    }

    /// How often a fault happens at an operation, in a thousand.
    pub(crate) fn per_mille_at(&self, kind: FaultKind, operation: &str) -> u32 {
        let per_mille = self.per_mille(kind);
        if self.focus.is_some_and(|focus| operation.contains(focus)) {
            (per_mille * FOCUSED_TIMES).min(FOCUSED_MOST.max(per_mille))
        } else {
            per_mille
        }
    }

    /// How often a fault happens elsewhere, in a thousand.
    pub(crate) fn per_mille(&self, kind: FaultKind) -> u32 {
        self.faults.iter().find(|(one, _)| *one == kind).map_or(0, |(_, per_mille)| *per_mille)
    }
}
