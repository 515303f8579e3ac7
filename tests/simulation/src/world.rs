//! One shop: a database, its servers, the payment provider, and everybody's clock.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use shop_core::tax_ids::vat::VatNumber;
use shop_sandbox::{Courier, Sandbox};
use shop_server::provider::Webhooks;
use shop_server::state::AppState;
use shop_services::boundary::external;
use shop_services::ports::{RegisterAnswer, VatRegister};
use shop_services::settings::PaymentMethodSettings;
use shop_services::{Clock, Random};
use shop_tests::{Assembly, Database, Place, SANDBOX_KEY, Visitor, assemble, config};

use crate::network::Network;
use crate::plan::{FaultKind, Plan};
use crate::schedule::{Schedule, ServerId, lock};
use crate::story::Story;
use crate::surroundings::{SimulatedClock, SimulatedRandom, install};

/// When worlds begin: the evening of 30 October 2027, a day before the clocks of Italy go back and two before the month ends.
const BEGIN_MS: i64 = 1_824_925_800_000;
/// Longest delay of a request or response.
const MOST_DELAY_MS: i64 = 90_000;
/// Address of the shop, by which cookies and links go.
const ADDRESS: &str = "http://bottega.example";

/// A running server.
#[derive(Clone)]
pub(crate) struct Running {
    pub(crate) state: AppState,
    pub(crate) router: Router,
}

/// A place for a server.
struct Slot {
    running: Option<Running>,
    skew_ms: Arc<Mutex<i64>>,
}

/// Everything that a seed makes.
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) schedule: Schedule,
    pub(crate) place: Place,
    pub(crate) sandbox: Sandbox,
    provider: Mutex<Option<shop_services::provider::ProviderSource>>,
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
    /// Purchases that buyers wanted to make, by their e-mail address.
    purchases: Mutex<BTreeMap<String, u64>>,
}

/// Brings the provider's messages to any server that runs.
struct ToWorld(OnceLock<Weak<World>>);

#[async_trait]
impl Courier for ToWorld {
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
        let random: Arc<dyn Random> = Arc::new(SimulatedRandom::new(plan.seed));
        let clock: Arc<dyn Clock> = Arc::new(SimulatedClock { schedule: schedule.clone(), skew_ms: Arc::default() });
        let settings = config(place.folder(), place.database(), &[]);
        let courier = Arc::new(ToWorld(OnceLock::new()));
        let carried: Arc<dyn Courier> = Arc::<ToWorld>::clone(&courier);
        let provider =
            shop_server::provider::start(&settings, ADDRESS, Webhooks::Carry(carried), &clock, &random).await;
        let provider = provider.expect("the sandbox starts");
        let register = shop_server::vat_register::start(&settings).await.expect("the register starts").register;
        let world = Arc::new(Self {
            schedule,
            place,
            sandbox: provider.sandbox.expect("a sandbox"),
            provider: Mutex::new(Some(provider.source)),
            register: Arc::new(Register(register)),
            random,
            slots: Mutex::default(),
            story: Mutex::default(),
            violations: Mutex::default(),
            chance: Mutex::new(StdRng::seed_from_u64(plan.seed ^ 0x5eed)),
            fault_number: AtomicU64::new(0),
            database_faults: AtomicU64::new(0),
            steps_left: Mutex::new(plan.steps),
            calm: AtomicBool::new(false),
            purchases: Mutex::default(),
            plan,
        });
        let _ = courier.0.set(Arc::downgrade(&world));
        for server in 0..world.plan.servers {
            lock(&world.slots).push(Slot { running: None, skew_ms: Arc::default() });
            assert!(world.start_server(server).await, "nothing fails yet");
        }
        world.set_up_payments().await;
        let messages = json!({ "reversed": world.plan.messages_reversed, "times": world.plan.message_times });
        let (status, answer) = world.ask_sandbox("/_sandbox/webhooks", &messages).await;
        assert_eq!(status, 200, "{answer}");
        world
    }

    /// Cards can be paid with.
    async fn set_up_payments(&self) {
        let Some(running) = lock(&self.slots).first().and_then(|slot| slot.running.clone()) else { return };
        let context = &running.state.shop.context;
        let mut settings = context.settings().await.expect("settings").as_ref().clone();
        let card = PaymentMethodSettings {
            id: "stripe".into(),
            enabled: true,
            title: "Carta".into(),
            ..PaymentMethodSettings::default()
        };
        settings.payment_methods.insert(0, card);
        settings.payments.capture_later = self.plan.capture_later;
        context.save_settings(&settings).await.expect("settings can be saved");
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

    /// Takes a server away without a word.
    pub(crate) fn stop(&self, server: ServerId) {
        let ended = lock(&self.slots).get_mut(server).and_then(|slot| slot.running.take());
        drop(ended);
    }

    /// The actors have ended: workers take their time from now on.
    pub(crate) fn set_calm(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    /// Whether the actors have ended.
    pub(crate) fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    /// Servers that do not run.
    pub(crate) fn ended_servers(&self) -> Vec<ServerId> {
        let slots = lock(&self.slots);
        slots.iter().enumerate().filter(|(_, slot)| slot.running.is_none()).map(|(server, _)| server).collect()
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
        let span_ms = lock(&self.chance).random_range(-7_200_000..7_200_000);
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

    /// Asks the provider as the shop's server would, or a browser with its key; status and body.
    pub(crate) async fn ask_provider(
        &self,
        method: Method,
        path: &str,
        key: &str,
        form: &[(&str, &str)],
    ) -> (u16, Value) {
        let form = reqwest::Url::parse_with_params("http://form/", form).expect("an address");
        let body = form.query().unwrap_or_default().to_owned();
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {key}"))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from(body))
            .expect("a request");
        let answer = shop_tests::answer(self.sandbox.router(), request).await;
        (answer.status, serde_json::from_slice(&answer.body).unwrap_or(Value::Null))
    }

    /// Steers the sandbox; status and body.
    pub(crate) async fn ask_sandbox(&self, path: &str, body: &Value) -> (u16, Value) {
        let request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header("authorization", format!("Bearer {SANDBOX_KEY}"))
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .expect("a request");
        let answer = shop_tests::answer(self.sandbox.router(), request).await;
        (answer.status, serde_json::from_slice(&answer.body).unwrap_or(Value::Null))
    }

    /// Reads from the provider with the shop's own key.
    pub(crate) async fn at_provider(&self, path: &str) -> Value {
        self.ask_provider(Method::GET, path, SANDBOX_KEY, &[]).await.1
    }

    /// Takes one of the steps that are left; `false`: there is none.
    pub(crate) fn take_step(&self) -> bool {
        let mut left = lock(&self.steps_left);
        let any = *left > 0;
        *left = left.saturating_sub(1);
        any
    }

    /// The orders as they ended, a line each.
    pub(crate) fn orders(&self) -> Vec<String> {
        let sql = "SELECT 'order ' || id || ' of ' || billing_email || ', ' || payment_method || ', key ' || COALESCE(idempotency_key, '-')
            || ', cart ' || substr(cart_hash, 1, 8) || ': ' || total_cents || ' cents, given back ' || refunded_cents || ' + '
            || credit_refunded_cents || ', ' || (SELECT group_concat(COALESCE(to_status, kind || ' ' || note), ' > ') FROM order_events e
            WHERE e.order_id = orders.id AND 'all' = ?1) FROM orders ORDER BY id";
        self.texts(sql, "all")
    }

    /// Waits as long as a slow line takes.
    pub(crate) async fn delay(&self) {
        let span_ms = lock(&self.chance).random_range(100..MOST_DELAY_MS);
        self.schedule.sleep_ms(span_ms).await;
    }

    /// Notes that somebody wants to buy, once.
    pub(crate) fn intends_to_buy(&self, email: &str) {
        *lock(&self.purchases).entry(email.to_owned()).or_default() += 1;
    }

    /// Purchases that buyers wanted to make.
    pub(crate) fn purchases(&self) -> BTreeMap<String, u64> {
        lock(&self.purchases).clone()
    }

    /// Codes of the credit that a buyer was given, as the messages name them.
    pub(crate) fn credit_codes(&self, email: &str) -> Vec<String> {
        self.texts("SELECT code FROM store_credit WHERE email = ?1 ORDER BY id", email)
    }

    /// Path of the newest link of an account that was sent to an address.
    pub(crate) fn link_sent_to(&self, email: &str) -> Option<String> {
        let sent = self.texts("SELECT body_text FROM outbox WHERE recipient = ?1 ORDER BY id DESC", email);
        let links = sent.iter().flat_map(|text| text.split_whitespace()).filter(|word| word.contains("?key="));
        links.filter_map(|link| link.find("/my-account/").map(|at| link[at..].to_owned())).next()
    }

    fn texts(&self, sql: &str, value: &str) -> Vec<String> {
        let db = open_database(self).expect("the database can be read");
        let mut statement = db.prepare(sql).expect("a statement");
        let rows = statement.query_map([value], |row| row.get(0)).expect("rows");
        rows.collect::<Result<_, _>>().expect("texts")
    }

    /// Draws whether a fault happens here, and notes it.
    pub(crate) fn fault(&self, kind: FaultKind, operation: &str) -> bool {
        let per_mille = self.plan.per_mille(kind);
        if per_mille == 0 || lock(&self.chance).random_range(0..1000) >= per_mille {
            return false;
        }
        let number = self.fault_number.fetch_add(1, Ordering::Relaxed);
        if self.plan.skipped_faults.contains(&number) {
            return false;
        }
        if kind == FaultKind::StatementRefused {
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

/// The database of a world, to be read beside its servers.
pub(crate) fn open_database(world: &World) -> rusqlite::Result<Connection> {
    let file = world.place.database().trim_start_matches("sqlite://");
    Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)
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
