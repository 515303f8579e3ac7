//! One shop: a database, its servers, the payment provider, and everybody's clock.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use async_trait::async_trait;
use axum::Router;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use shop_core::trade::tax_ids::vat::VatNumber;
use shop_sandbox::{Sandbox, WebhookTransport};
use shop_server::app::state::AppState;
use shop_server::payments::provider::Webhooks;
use shop_services::platform::boundary::{Lost, external};
use shop_services::ports::{RegisterAnswer, VatRegister};
use shop_services::{Clock, Random};
use shop_tests::{Assembly, Database, Place, Reader, Visitor, assemble, config};

use crate::known::Known;
use crate::lock_waits::LockWaits;
use crate::network::Network;
use crate::plan::{FaultKind, Plan};
use crate::schedule::{Schedule, ServerId, lock};
use crate::story::Story;
use crate::surroundings::{SimulatedClock, SimulatedRandom, install};

/// When worlds begin: the evening of 30 October 2027, a day before the clocks of Italy go back and two before the month ends.
const BEGIN_MS: i64 = 1_824_925_800_000;
/// Longest delay of a request or response, and of a database.
const MOST_DELAY_MS: i64 = 90_000;
/// How long payments in doubt and messages take at most, once the actors have ended.
const CALM_MS: i64 = 2 * 3_600_000;
/// Most that a clock deviates, ahead or back.
pub(crate) const MOST_DEVIATION_MS: i64 = 2 * 3_600_000;
/// Pauses after that, when only what is due on a day is waited for.
const DAYS_PAUSE_MS: i64 = 24 * 3_600_000;
/// Address of the shop, by which cookies and links go.
pub(crate) const ADDRESS: &str = "http://bottega.example";
/// What subscribers have sent to them.
pub(crate) const BOX_SKU: &str = "t-guide";
/// What takes place at a time, for few people.
pub(crate) const TASTING_SKU: &str = "t-free";

/// A running server.
#[derive(Clone)]
pub(crate) struct Running {
    pub(crate) state: AppState,
    pub(crate) router: Router,
}

/// A place for a server.
struct Slot {
    running: Option<Running>,
    is_starting: bool,
    skew_ms: Arc<Mutex<i64>>,
}

/// Everything that a seed makes.
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) schedule: Schedule,
    pub(crate) place: Place,
    /// Reads the database beside the servers.
    pub(crate) reader: Reader,
    pub(crate) sandbox: Sandbox,
    provider: Mutex<Option<shop_services::payments::provider::ProviderSource>>,
    register: Arc<dyn VatRegister>,
    random: Arc<dyn Random>,
    slots: Mutex<Vec<Slot>>,
    story: Mutex<Story>,
    violations: Mutex<Vec<String>>,
    /// Draws faults and servers.
    chance: Mutex<StdRng>,
    fault_number: AtomicU64,
    database_faults: AtomicU64,
    steps_left: Mutex<usize>,
    calm: AtomicBool,
    /// Time from which on the actors have ended.
    calm_since_ms: AtomicI64,
    /// Until when the database refuses whatever is written.
    database_back_ms: AtomicI64,
    /// Until when the provider is away, and what is lost of each call to it.
    provider_back: Mutex<Option<(i64, Lost)>>,
    known: Mutex<Known>,
}

/// Brings the provider's messages to any server that runs.
struct ToWorld(OnceLock<Weak<World>>);

#[async_trait]
impl WebhookTransport for ToWorld {
    async fn carry(&self, signature: &str, body: &str) -> u16 {
        let Some(world) = self.0.get().and_then(Weak::upgrade) else { return 0 };
        let visitor = world.client("the provider");
        let request = visitor.request(reqwest::Method::POST, "/?wc-api=wc_stripe");
        let request = request.header("content-type", "application/json").header("stripe-signature", signature);
        request.body(body.to_owned()).try_send().await.map_or(0, |answer| answer.status)
    }
}

/// The register, which answers in no time.
struct Register(Arc<dyn VatRegister>);

#[async_trait]
impl VatRegister for Register {
    async fn look_up(&self, number: &VatNumber, requester: Option<&VatNumber>) -> RegisterAnswer {
        external(self.0.look_up(number, requester)).await
    }
}

impl World {
    /// The world of a plan, with its servers started.
    pub(crate) async fn begin(plan: Plan, database: &Database) -> Arc<Self> {
        let schedule = Schedule::default();
        schedule.set_now_ms(BEGIN_MS);
        install(&schedule);
        let place = Place::filled(database).await;
        if plan.on_postgres {
            schedule.watch_locks(LockWaits::new(place.database()));
        }
        let random: Arc<dyn Random> = Arc::new(SimulatedRandom::new(plan.seed));
        let clock: Arc<dyn Clock> = Arc::new(SimulatedClock { schedule: schedule.clone(), skew_ms: Arc::default() });
        let settings = config(place.folder(), place.database(), &[]);
        let courier = Arc::new(ToWorld(OnceLock::new()));
        let carried: Arc<dyn WebhookTransport> = Arc::<ToWorld>::clone(&courier);
        let provider =
            shop_server::payments::provider::start(&settings, ADDRESS, Webhooks::Carry(carried), &clock, &random).await;
        let provider = provider.expect("the sandbox starts");
        let register = shop_server::trade::vat_register::start(&settings).await.expect("the register starts").register;
        let world = Arc::new(Self {
            schedule,
            reader: Reader::open(place.database()),
            place,
            sandbox: provider.sandbox.expect("a sandbox"),
            provider: Mutex::new(Some(provider.source)),
            register: Arc::new(Register(register)),
            random,
            slots: Mutex::default(),
            story: Mutex::new(Story::new(plan.tells_operations)),
            violations: Mutex::default(),
            chance: Mutex::new(StdRng::seed_from_u64(plan.seed ^ 0x5eed)),
            fault_number: AtomicU64::new(0),
            database_faults: AtomicU64::new(0),
            steps_left: Mutex::new(plan.steps),
            calm: AtomicBool::new(false),
            calm_since_ms: AtomicI64::new(0),
            database_back_ms: AtomicI64::new(0),
            provider_back: Mutex::default(),
            known: Mutex::default(),
            plan,
        });
        let _ = courier.0.set(Arc::downgrade(&world));
        for server in 0..world.plan.servers {
            lock(&world.slots).push(Slot { running: None, is_starting: false, skew_ms: Arc::default() });
            assert!(world.start_server(server).await, "nothing fails yet");
        }
        world.set_up().await;
        let messages = json!({ "reversed": world.plan.messages_reversed, "times": world.plan.message_times });
        let (status, answer) = world.ask_sandbox("/_sandbox/webhooks", &messages).await;
        assert_eq!(status, 200, "{answer}");
        world
    }

    /// Starts a server, as its program does. Returns whether it runs.
    pub(crate) async fn start_server(&self, server: ServerId) -> bool {
        let skew_ms = lock(&self.slots).get(server).map(|slot| Arc::clone(&slot.skew_ms)).unwrap_or_default();
        let source = lock(&self.provider).clone().expect("a provider");
        let parts = Assembly {
            config: config(self.place.folder(), self.place.database(), &[]),
            public_url: ADDRESS.to_owned(),
            provider: source,
            vat_register: Arc::clone(&self.register),
            clock: Arc::new(SimulatedClock { schedule: self.schedule.clone(), skew_ms }),
            random: Arc::clone(&self.random),
        };
        let (state, router) = match assemble(self.place.database(), parts).await {
            Ok(started) => started,
            Err(error) => {
                self.tell(&format!("server {server} does not start: {error}"));
                return false;
            }
        };
        if let Some(slot) = lock(&self.slots).get_mut(server) {
            slot.running = Some(Running { state, router });
            slot.is_starting = false;
        }
        true
    }

    /// Ends a server as a power cut does, with everything that it was doing.
    pub(crate) fn kill(&self, server: ServerId) {
        let ended = lock(&self.slots).get_mut(server).and_then(|slot| slot.running.take());
        let tasks = self.schedule.drop_tasks(|task| task.server == Some(server));
        drop(ended);
        self.tell(&format!("server {server} is killed, with {tasks} tasks"));
    }

    /// Address of the database.
    pub(crate) fn database(&self) -> &str {
        self.place.database()
    }

    /// Takes a server away without a word.
    pub(crate) fn stop(&self, server: ServerId) {
        let ended = lock(&self.slots).get_mut(server).and_then(|slot| slot.running.take());
        drop(ended);
    }

    /// The actors have ended: workers take their time from now on, and nothing fails.
    pub(crate) fn set_calm(&self) {
        self.calm.store(true, Ordering::Relaxed);
        self.calm_since_ms.store(self.schedule.now_ms(), Ordering::Relaxed);
        self.database_back_ms.store(0, Ordering::Relaxed);
        *lock(&self.provider_back) = None;
    }

    /// How long the world takes to come to rest once the actors have ended. What a server planned while its clock was ahead is late by as
    /// much once it is back.
    pub(crate) fn calm_ms(&self) -> i64 {
        CALM_MS + if self.plan.per_mille(FaultKind::ClockJump) > 0 { 2 * MOST_DEVIATION_MS } else { 0 }
    }

    /// Pause of something that happens regularly: as it is, `calm_ms` once the actors have ended, and hours when only days remain.
    pub(crate) fn pause_ms(&self, busy_ms: i64, calm_ms: i64) -> i64 {
        let quiet_ms = self.schedule.now_ms() - self.calm_since_ms.load(Ordering::Relaxed);
        match self.is_calm() {
            false => busy_ms,
            true if quiet_ms < self.calm_ms() => calm_ms,
            true => DAYS_PAUSE_MS,
        }
    }

    /// The database refuses whatever is written for a while: its disk is full, or somebody else writes.
    pub(crate) fn let_database_fail(&self) {
        let span_ms = lock(&self.chance).random_range(1000..MOST_DELAY_MS);
        self.database_back_ms.store(self.schedule.now_ms() + span_ms, Ordering::Relaxed);
        self.tell(&format!("nothing can be written for {span_ms} ms"));
    }

    /// Whether it does now; counted as a fault.
    pub(crate) fn refuses_writes(&self) -> bool {
        let refuses = self.schedule.now_ms() < self.database_back_ms.load(Ordering::Relaxed);
        self.database_faults.fetch_add(u64::from(refuses), Ordering::Relaxed);
        refuses
    }

    /// For a while no request reaches the provider, or none of its responses comes back.
    pub(crate) fn let_provider_be_away(&self) {
        let mut chance = lock(&self.chance);
        let span_ms = chance.random_range(1000..MOST_DELAY_MS);
        let lost = if chance.random_bool(0.5) { Lost::Request } else { Lost::Response };
        *lock(&self.provider_back) = Some((self.schedule.now_ms() + span_ms, lost));
        self.tell(&format!("the provider is away for {span_ms} ms: {lost:?}"));
    }

    /// What is lost of each call to the provider now.
    pub(crate) fn lost_at_provider(&self) -> Option<Lost> {
        let until = (*lock(&self.provider_back))?;
        (self.schedule.now_ms() < until.0).then_some(until.1)
    }

    /// Whether the actors have ended.
    pub(crate) fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    /// Servers that neither run nor are about to.
    pub(crate) fn ended_servers(&self) -> Vec<ServerId> {
        let slots = lock(&self.slots);
        let ended = slots.iter().enumerate().filter(|(_, slot)| slot.running.is_none() && !slot.is_starting);
        ended.map(|(server, _)| server).collect()
    }

    /// Notes that a server is about to run.
    pub(crate) fn starts(&self, server: ServerId) {
        if let Some(slot) = lock(&self.slots).get_mut(server) {
            slot.is_starting = true;
        }
    }

    /// A running server.
    pub(crate) fn server(&self, server: ServerId) -> Option<Running> {
        lock(&self.slots).get(server).and_then(|slot| slot.running.clone())
    }

    /// Any running server.
    pub(crate) fn any_server(&self) -> Option<(ServerId, Router)> {
        let slots = lock(&self.slots);
        let all: Vec<(ServerId, Router)> = slots
            .iter()
            .enumerate()
            .filter_map(|(server, slot)| slot.running.as_ref().map(|running| (server, running.router.clone())))
            .collect();
        if all.is_empty() {
            return None;
        }
        let chosen = lock(&self.chance).random_range(0..all.len());
        all.into_iter().nth(chosen)
    }

    /// Sets the clock of a server ahead or back.
    pub(crate) fn jump(&self, server: ServerId) {
        let span_ms = lock(&self.chance).random_range(-MOST_DEVIATION_MS..MOST_DEVIATION_MS);
        if let Some(slot) = lock(&self.slots).get(server) {
            *lock(&slot.skew_ms) = span_ms;
        }
        self.tell(&format!("the clock of server {server} deviates by {} s now", span_ms / 1000));
    }

    /// A client without cookies, whose requests are not lost.
    pub(crate) fn client(self: &Arc<Self>, name: &str) -> Visitor {
        self.visitor(name, false)
    }

    /// A client without cookies on a line that fails.
    pub(crate) fn unlucky_client(self: &Arc<Self>, name: &str) -> Visitor {
        self.visitor(name, true)
    }

    fn visitor(self: &Arc<Self>, name: &str, fails: bool) -> Visitor {
        let network = Network { world: Arc::clone(self), client: name.to_owned(), fails };
        Visitor::carried(ADDRESS, Arc::new(network))
    }

    /// Takes one of the steps that are left; `false`: there is none.
    pub(crate) fn take_step(&self) -> bool {
        let mut left = lock(&self.steps_left);
        let any = *left > 0;
        *left = left.saturating_sub(1);
        any
    }

    /// Waits as long as a slow line takes.
    pub(crate) async fn delay(&self) {
        let span_ms = lock(&self.chance).random_range(100..MOST_DELAY_MS);
        self.schedule.sleep_ms(span_ms).await;
    }

    /// What the actors alone know.
    pub(crate) fn with_known<T>(&self, work: impl FnOnce(&mut Known) -> T) -> T {
        work(&mut lock(&self.known))
    }

    /// The same beside the schedule: nothing fails once the actors have ended.
    pub(crate) fn fails(&self, kind: FaultKind, operation: &str) -> bool {
        !self.is_calm() && self.fault(kind, operation)
    }

    /// Draws whether a fault happens here, and notes it.
    pub(crate) fn fault(&self, kind: FaultKind, operation: &str) -> bool {
        let per_mille = self.plan.per_mille_at(kind, operation);
        if per_mille == 0 || lock(&self.chance).random_range(0..1000) >= per_mille {
            return false;
        }
        let number = self.fault_number.fetch_add(1, Ordering::Relaxed);
        if self.plan.skipped_faults.contains(&number) {
            return false;
        }
        if matches!(kind, FaultKind::StatementRefused | FaultKind::CommitResponseLost) {
            self.database_faults.fetch_add(1, Ordering::Relaxed);
        }
        lock(&self.story).fault(kind.name(), &shape(operation));
        self.tell(&format!("fault {number}, {}: {operation}", kind.name()));
        true
    }

    /// Statements that were refused so far.
    pub(crate) fn database_faults(&self) -> u64 {
        self.database_faults.load(Ordering::Relaxed)
    }

    /// Notes that something does not hold that must.
    pub(crate) fn violated(&self, what: &str) {
        self.tell(&format!("VIOLATED: {what}"));
        lock(&self.violations).push(what.to_owned());
    }

    pub(crate) fn violations(&self) -> Vec<String> {
        lock(&self.violations).clone()
    }

    /// Adds a line to the story.
    pub(crate) fn tell(&self, line: &str) {
        lock(&self.story).tell(self.schedule.now_ms(), line);
    }

    pub(crate) fn count(&self, what: &'static str, more: u64) {
        lock(&self.story).count(what, more);
    }

    /// The story, to read or add to.
    pub(crate) fn with_story<T>(&self, work: impl FnOnce(&mut Story) -> T) -> T {
        work(&mut lock(&self.story))
    }
}

/// The kind of an operation: `UPDATE products`, `POST /v1/refunds`.
pub(crate) fn shape(operation: &str) -> String {
    let words: Vec<&str> = operation.split_whitespace().collect();
    let after = |word: &str| words.iter().position(|one| *one == word).and_then(|at| words.get(at + 1)).copied();
    match words.first().copied() {
        Some("SELECT") => format!("SELECT FROM {}", after("FROM").unwrap_or_default()),
        Some("INSERT") => format!("INSERT INTO {}", after("INTO").unwrap_or_default()),
        Some("DELETE") if after("FROM").is_some() => format!("DELETE FROM {}", after("FROM").unwrap_or_default()),
        Some("UPDATE") => format!("UPDATE {}", words.get(1).copied().unwrap_or_default()),
        Some(method) => match words.get(1) {
            Some(path) => format!("{method} {}", without_ids(path)),
            None => method.to_owned(),
        },
        None => String::new(),
    }
}

fn without_ids(path: &str) -> String {
    let path = path.split('?').next().unwrap_or_default();
    let part = |part: &str| {
        if part.bytes().any(|byte| byte.is_ascii_digit()) && part != "v1" { "…".to_owned() } else { part.to_owned() }
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}
