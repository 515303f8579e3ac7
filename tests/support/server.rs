//! Servers of a test's shop: within the test's process, or processes of their own.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, LazyLock, OnceLock, mpsc};
use std::time::Duration;

use async_trait::async_trait;
use axum::Router;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use reqwest::cookie::Jar;
use reqwest::{Method, Url, redirect};
use shop_sandbox::{Sandbox, WebhookTransport};
use shop_server::app::state::AppState;
use shop_server::app::{self, Parts, StartError};
use shop_server::payments::provider::Webhooks;
use shop_server::platform::config::Config;
use shop_server::render::{Assets, EngineOptions, Renderer};
use shop_services::payments::provider::ProviderSource;
use shop_services::platform::boundary::external;
use shop_services::ports::VatRegister;
use shop_services::{Clock, Random, SystemRandom};
use shop_storage::Db;
use shop_vies::StandIn;
use tokio_util::task::TaskTracker;

use crate::clock::TestClock;
use crate::door::{Door, Request, client, done};
use crate::shop::SANDBOX_KEY;

/// How long a server may take to stop before it is killed and its test fails.
const STOP_LIMIT: Duration = Duration::from_secs(30);
/// Pages may wait as long as they like: a busy machine is no fault of theirs.
const PATIENCE: Duration = Duration::from_mins(5);

/// One page renderer for all shops of this process.
static RENDERER: LazyLock<Renderer> = LazyLock::new(|| {
    let options = EngineOptions { time_limit: PATIENCE, wait_limit: PATIENCE, ..EngineOptions::default() };
    Renderer::start(Assets::load().expect("scripts/build --web made the pages"), options)
});

/// Servers in memory have an address each, which nobody listens on: cookies and links go by it.
static PORT: AtomicU16 = AtomicU16::new(10_000);

pub(crate) struct Server {
    pub(crate) address: String,
    /// Origin of its payment sandbox; empty: it has none of its own.
    pub(crate) sandbox_origin: String,
    /// Address of its figures; empty: it does not listen for them.
    pub(crate) figures: String,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    Memory(Box<InMemory>),
    Process(Option<Child>),
}

pub(crate) struct InMemory {
    pub(crate) state: AppState,
    router: Router,
    sandbox: Option<Sandbox>,
    pub(crate) vies: Option<StandIn>,
    pub(crate) clock: Arc<TestClock>,
}

/// The settings of a process that is started in a shop's folder, as environment variables.
fn environment<'a>(folder: &Path, database: &str, settings: &[(&'a str, &'a str)]) -> Vec<(&'a str, String)> {
    let mut all = vec![
        ("DATABASE_URL", database.to_owned()),
        ("SHOP_DATA_DIR", folder.join("data").display().to_string()),
        // One address stands for all visitors of a test.
        ("SHOP_ORDER_LIMIT", "0".to_owned()),
        ("SHOP_NEW_CART_LIMIT", "0".to_owned()),
        ("SHOP_VAT_CHECK_LIMIT", "0".to_owned()),
        // So that no test waits long for a register that is silent.
        ("SHOP_VIES_TIME_LIMIT_MS", "400".to_owned()),
        ("SHOP_SANDBOX_LISTEN", "127.0.0.1:0".to_owned()),
        ("SHOP_METRICS_LISTEN", "127.0.0.1:0".to_owned()),
        ("SHOP_SANDBOX_SECRET_KEY", SANDBOX_KEY.to_owned()),
    ];
    all.extend(settings.iter().map(|(name, value)| (*name, (*value).to_owned())));
    all
}

/// Brings the sandbox's messages to a shop in memory.
struct ToRouter {
    address: Url,
    router: OnceLock<Router>,
}

#[async_trait]
impl WebhookTransport for ToRouter {
    async fn carry(&self, signature: &str, body: &str) -> u16 {
        let Some(router) = self.router.get() else { return 0 };
        let door = Door::Memory(router.clone(), TaskTracker::new());
        let request = Request::new(Method::POST, self.address.clone(), door, Arc::new(Jar::default()));
        let request = request.header("content-type", "application/json").header("stripe-signature", signature);
        request.body(body.to_owned()).send().await.status
    }
}

/// What a server in memory is put together from, beside its database.
pub struct Assembly {
    /// Settings of the process; see [`config`].
    pub config: Config,
    /// Address of the shop, without a slash at the end.
    pub public_url: String,
    /// The payment provider.
    pub provider: ProviderSource,
    /// The register of VAT numbers.
    pub vat_register: Arc<dyn VatRegister>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where chance comes from.
    pub random: Arc<dyn Random>,
}

/// Puts a server together on a database, as the program does when it starts.
///
/// # Errors
/// The database fails meanwhile.
///
/// # Panics
/// There is no database.
pub async fn assemble(database: &str, parts: Assembly) -> Result<(AppState, Router), StartError> {
    let Assembly { config, public_url, provider, vat_register, clock, random } = parts;
    let store = Arc::new(external(Db::open(database)).await.expect("the database opens"));
    let parts = Parts { store, config, public_url, provider, vat_register, clock, random, renderer: RENDERER.clone() };
    let state = app::state(parts).await?;
    app::prepare(&state).await?;
    let router = app::router(&state);
    Ok((state, router))
}

/// The settings of a server in a folder, with more as environment variables.
///
/// # Panics
/// They make no sense.
pub fn config(folder: &Path, database: &str, settings: &[(&str, &str)]) -> Config {
    let environment = environment(folder, database, settings);
    let value = |name: &str| environment.iter().rev().find(|(known, _)| *known == name).map(|(_, v)| v.clone());
    Config::from_sources(&folder.join("shop.toml"), value).expect("the settings make sense")
}

impl Server {
    /// A server within this process.
    pub(crate) async fn in_memory(folder: &Path, database: &str, settings: &[(&str, &str)], clock: TestClock) -> Self {
        #[cfg(debug_assertions)]
        shop_server::accounts::password::hash_cheaply();
        let clock = Arc::new(clock);
        let times: Arc<dyn Clock> = clock.clone();
        let config = config(folder, database, settings);
        let address = format!("http://127.0.0.1:{}", PORT.fetch_add(1, Ordering::Relaxed));
        let public_url = if config.public_url.is_empty() { address.clone() } else { config.public_url.clone() };
        let webhook = Url::parse(&format!("{address}/?wc-api=wc_stripe")).expect("an address");
        let courier = Arc::new(ToRouter { address: webhook, router: OnceLock::new() });
        let carried: Arc<dyn WebhookTransport> = courier.clone();
        let random: Arc<dyn Random> = Arc::new(SystemRandom);
        let provider =
            shop_server::payments::provider::start(&config, &public_url, Webhooks::Carry(carried), &times, &random)
                .await;
        let provider = provider.expect("the provider starts");
        let sandbox_origin = match &provider.sandbox {
            Some(_) => provider.source.gateway.as_ref().and_then(|gateway| gateway.public().sandbox_origin.clone()),
            None => None,
        };
        let vat = shop_server::trade::vat_register::start(&config).await.expect("the register of VAT numbers starts");
        let provider_source = provider.source;
        let parts = Assembly {
            config,
            public_url,
            provider: provider_source,
            vat_register: vat.register,
            clock: times,
            random,
        };
        let (state, router) = assemble(database, parts).await.expect("the shop starts");
        let _ = courier.router.set(router.clone());
        let kind =
            Kind::Memory(Box::new(InMemory { state, router, sandbox: provider.sandbox, vies: vat.stand_in, clock }));
        Self { address, sandbox_origin: sandbox_origin.unwrap_or_default(), figures: String::new(), kind }
    }

    /// A server in a process of its own.
    pub(crate) fn process(folder: &Path, database: &str, settings: &[(&str, &str)]) -> Self {
        let log =
            File::options().create(true).append(true).open(folder.join("shop.log")).expect("the log can be written");
        // Where files may not grow (`limit_files`), it is told so instead of being ended by a signal.
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]).arg(shop_binary());
        let mut child = in_its_place(shell, folder, database)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the shop can be started");
        let mut output = BufReader::new(child.stdout.take().expect("its output is read")).lines();
        // The lines are printed once the shop answers, that of the payments last.
        let (mut address, mut sandbox_origin, mut figures) = (String::new(), String::new(), String::new());
        for line in output.by_ref().map_while(Result::ok) {
            if let Some((_, found)) = line.split_once("listening on ") {
                found.trim().clone_into(&mut address);
            }
            if let Some(found) = line.strip_prefix("figures:") {
                found.trim().clone_into(&mut figures);
            }
            if let Some(provider) = line.strip_prefix("payments:") {
                let origin = provider.split_whitespace().find(|word| word.starts_with("http"));
                origin.unwrap_or_default().trim_end_matches('/').clone_into(&mut sandbox_origin);
                break;
            }
        }
        if address.is_empty() {
            let log = fs::read_to_string(folder.join("shop.log")).unwrap_or_default();
            panic!("the shop did not start:\n{log}");
        }
        // Read on, or the shop would stand still once the pipe is full.
        std::thread::spawn(move || output.for_each(drop));
        Self { address, sandbox_origin, figures, kind: Kind::Process(Some(child)) }
    }

    /// The way to it.
    pub(crate) fn door(&self) -> Door {
        match &self.kind {
            Kind::Memory(server) => Door::Memory(server.router.clone(), server.state.background.clone()),
            Kind::Process(_) => Door::Http(client(redirect::Policy::none())),
        }
    }

    /// Its parts, of a server in memory.
    pub(crate) fn memory(&self) -> Option<&InMemory> {
        match &self.kind {
            Kind::Memory(server) => Some(server),
            Kind::Process(_) => None,
        }
    }

    /// The most memory that a process has had so far, in megabytes.
    pub(crate) fn peak_memory_mb(&self) -> u64 {
        let Kind::Process(Some(child)) = &self.kind else { panic!("only a process has memory of its own") };
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its memory is told");
        line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).expect("kilobytes") / 1024
    }

    /// Ends a process as a power cut would.
    pub(crate) fn kill(&mut self) {
        let Kind::Process(child) = &mut self.kind else { panic!("a server in memory cannot be killed") };
        if let Some(mut child) = child.take() {
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        }
    }

    /// Waits for a process that ends by itself.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let Kind::Process(child) = &mut self.kind else { panic!("a server in memory does not end") };
        child.take().expect("it was not ended before").wait().expect("it ends")
    }

    /// Id of a process.
    pub(crate) fn id(&self) -> Pid {
        let Kind::Process(Some(child)) = &self.kind else { panic!("this server has no process") };
        Pid::from_raw(child.id().try_into().expect("process ids are small"))
    }

    /// Tells a process to stop, as a service manager would.
    pub(crate) fn tell_to_stop(&self) {
        kill(self.id(), Signal::SIGTERM).expect("it can be told");
    }

    /// Files of a process cannot be written beyond this size any more; `None`: they can. As on a disk that is full, but that the
    /// system calls the file too large instead of the disk full, and that what is there cannot be written again either.
    pub(crate) fn limit_files(&self, bytes: Option<u64>) {
        let limit = bytes.map_or_else(|| "unlimited".to_owned(), |bytes| bytes.to_string());
        let mut command = Command::new("prlimit");
        command.arg("--pid").arg(self.id().to_string()).arg(format!("--fsize={limit}:"));
        let done = command.output().expect("prlimit is installed");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// Ends a process as a service manager would; `None`: there is none.
    pub(crate) fn stop(&mut self) -> Option<ExitStatus> {
        let Kind::Process(child) = &mut self.kind else { return None };
        let mut child = child.take()?;
        let id = Pid::from_raw(child.id().try_into().expect("process ids are small"));
        let _ = kill(id, Signal::SIGTERM);
        let (sender, ended) = mpsc::channel();
        std::thread::spawn(move || sender.send(child.wait()));
        match ended.recv_timeout(STOP_LIMIT) {
            Ok(status) => status.ok(),
            Err(_) => {
                let _ = kill(id, Signal::SIGKILL);
                assert!(std::thread::panicking(), "the shop did not stop within {STOP_LIMIT:?} of SIGTERM");
                None
            }
        }
    }
}

impl InMemory {
    /// Waits until so many calls to its sandbox have stood still.
    pub(crate) async fn stalled(&self, count: u64) {
        self.sandbox.as_ref().expect("a sandbox").stalled(count).await;
    }

    /// Brings the sandbox's messages that are due to the shop, and waits for what requests left to be done. Gives how many
    /// messages there were.
    pub(crate) async fn settle(&self) -> usize {
        let sent = match &self.sandbox {
            Some(sandbox) => sandbox.deliver_due().await,
            None => 0,
        };
        done(&self.state.background).await;
        sent
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A command of the shop's program, in its folder and on its database.
pub(crate) fn shop_command(folder: &Path, database: &str) -> Command {
    in_its_place(Command::new(shop_binary()), folder, database)
}

fn in_its_place(mut command: Command, folder: &Path, database: &str) -> Command {
    // A developer's own settings are not those of the tests.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("SHOP_")) {
        command.env_remove(name);
    }
    command.current_dir(folder).envs(environment(folder, database, &[]));
    command
}

fn shop_binary() -> std::path::PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = std::env::var_os("SHOP_BIN").map_or_else(|| here.join("../target/debug/shop"), Into::into);
    path.canonicalize().unwrap_or_else(|_| panic!("{} is missing: run cargo build", path.display()))
}
