//! A running shop.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::{Duration, SystemTime};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use shop_services::settings::ShopSettings;
use shop_services::{Clock, Shop};
use shop_storage::Db;
use tempfile::TempDir;

use crate::Visitor;
use crate::database::{Database, psql};
use crate::merchant::{ADMIN_PASSWORD, Merchant};
use crate::template::{copy_of_filled_shop, shop_command};

/// Key by which tests steer the payment sandbox.
pub const SANDBOX_KEY: &str = "sk_test_tests";
/// Key by which browsers give it their cards.
pub const SANDBOX_PUBLIC_KEY: &str = "pk_test_bottega_sandbox";
/// Signs the messages that a test sends itself to a server that was added.
pub const WEBHOOK_SECRET: &str = "whsec_tests";
/// How long a shop may take to stop before it is killed and its test fails.
const STOP_LIMIT: Duration = Duration::from_secs(15);

static COUNTER: AtomicU32 = AtomicU32::new(0);

/// A shop with data of its own. Stopped and removed at the end of its test.
pub struct TestShop {
    servers: Vec<Server>,
    folder: TempDir,
    database: String,
    /// Server and name of the database to drop.
    drops: Option<(String, String)>,
}

struct Server {
    child: Option<Child>,
    address: String,
    /// Origin of its payment sandbox; empty: it has none of its own.
    sandbox: String,
}

impl TestShop {
    /// Starts a shop filled with the fixture catalogue.
    pub fn start(database: Database) -> Self {
        Self::start_with(database, &[])
    }

    /// Starts a shop with more settings, as environment variables.
    pub fn start_with(database: Database, settings: &[(&str, &str)]) -> Self {
        let folder = TempDir::with_prefix("shop-test-").expect("a temporary folder can be made");
        let name = format!("shop_test_{}_{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        let url = copy_of_filled_shop(&database, folder.path(), &name);
        let drops = match database {
            Database::Sqlite => None,
            Database::Postgres(server) => Some((server, name)),
        };
        let first = Server::start(folder.path(), &url, settings);
        Self { servers: vec![first], folder, database: url, drops }
    }

    /// Starts one more server process on the same data; visitors come to it by [`TestShop::visitor_of`].
    pub fn add_server(&mut self) {
        self.add_server_with(&[]);
    }

    /// Starts one more server with other settings, as environment variables; gives its number.
    pub fn add_server_with(&mut self, settings: &[(&str, &str)]) -> usize {
        // One sandbox serves all of them, as one provider does.
        let sandbox = self.servers[0].sandbox.clone();
        let mut all = vec![
            ("SHOP_STRIPE_URL", sandbox.as_str()),
            ("SHOP_STRIPE_SANDBOX_ORIGIN", sandbox.as_str()),
            ("SHOP_STRIPE_SECRET_KEY", SANDBOX_KEY),
            ("SHOP_STRIPE_PUBLISHABLE_KEY", SANDBOX_PUBLIC_KEY),
            ("SHOP_STRIPE_WEBHOOK_SECRET", WEBHOOK_SECRET),
        ];
        all.extend(settings);
        self.servers.push(Server::start(self.folder.path(), &self.database, &all));
        self.servers.len() - 1
    }

    /// Origin of the payment sandbox.
    pub fn sandbox(&self) -> &str {
        &self.servers[0].sandbox
    }

    /// Ends a server as a power cut would.
    pub fn kill(&mut self, server: usize) {
        let child = self.servers[server].child.take();
        if let Some(mut child) = child {
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        }
    }

    /// Starts a server anew on the same data; it answers at another address.
    pub fn restart(&mut self, server: usize) {
        self.restart_with(server, &[]);
    }

    /// The same with other settings, as environment variables.
    pub fn restart_with(&mut self, server: usize, settings: &[(&str, &str)]) {
        self.servers[server].stop();
        self.servers[server] = Server::start(self.folder.path(), &self.database, settings);
    }

    /// Where the shop answers.
    pub fn address(&self) -> &str {
        &self.servers[0].address
    }

    /// Address of its database, for use cases that no call reaches yet.
    pub fn database(&self) -> &str {
        &self.database
    }

    /// A new visitor without cookies.
    pub fn visitor(&self) -> Visitor {
        self.visitor_of(0)
    }

    /// A new visitor of one of the server processes.
    pub fn visitor_of(&self, server: usize) -> Visitor {
        Visitor::new(&self.servers[server].address)
    }

    /// The merchant, logged in.
    pub async fn merchant(&self) -> Merchant {
        Merchant::log_in(self.visitor()).await.with_database(&self.database)
    }

    /// A shop manager, logged in; one each time.
    pub async fn shop_manager(&self) -> Merchant {
        let email = format!("gestore{}@bottega.example", COUNTER.fetch_add(1, Ordering::Relaxed));
        let made = shop_command(self.folder.path(), &self.database)
            .args(["user", "create", "--role", "shop-manager", "--email", &email])
            .env("SHOP_USER_PASSWORD", ADMIN_PASSWORD)
            .output()
            .expect("the shop can be run");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        Merchant::log_in_as(self.visitor(), &email).await.with_database(&self.database)
    }

    /// The use cases on the shop's own database, beside its servers: for what has no address of its own. A server sees changes
    /// of products within half a second and of settings within one; one that is added afterwards sees them at once.
    pub async fn inside(&self) -> Shop {
        let store = Db::open(&self.database).await.expect("the database can be opened");
        Shop::new(Arc::new(store), Arc::new(MachineClock))
    }

    /// Changes the settings and starts a server that knows them; its visitors are those of [`TestShop::visitor_of`] with the
    /// number that is given back.
    pub async fn with_settings(&mut self, change: impl FnOnce(&mut ShopSettings)) -> usize {
        let shop = self.inside().await;
        let mut settings = shop.settings().await.expect("settings").as_ref().clone();
        change(&mut settings);
        shop.save_settings(&settings).await.expect("settings can be saved");
        self.add_server();
        self.servers.len() - 1
    }

    /// Imports products from a CSV text and starts a server that knows them; its visitors are those of
    /// [`TestShop::visitor_of`] with the number that is given back.
    pub fn import(&mut self, csv: &str) -> usize {
        let file = self.folder.path().join("more.csv");
        fs::write(&file, csv).expect("the file can be written");
        let done = shop_command(self.folder.path(), &self.database).arg("import").arg(&file).output();
        let done = done.expect("the shop can be run");
        assert!(
            done.status.success(),
            "{}{}",
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr)
        );
        self.add_server();
        self.servers.len() - 1
    }

    /// Writes a file below the shop's data folder.
    pub fn write_data(&self, path: &str, content: &[u8]) {
        let path = self.folder.path().join("data").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, content).expect("the file can be written");
    }

    /// What the servers have logged so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("shop.log")).unwrap_or_default()
    }

    /// Stops all servers and tells how each ended.
    pub fn stop(&mut self) -> Vec<ExitStatus> {
        self.servers.iter_mut().filter_map(Server::stop).collect()
    }
}

/// The time of the machine, as the servers have it.
struct MachineClock;

impl Clock for MachineClock {
    fn now_ms(&self) -> i64 {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("the clock is right");
        now.as_millis().try_into().expect("times are small")
    }
}

impl Drop for TestShop {
    fn drop(&mut self) {
        self.stop();
        if std::thread::panicking() {
            eprintln!("the shop's log:\n{}", self.log());
        }
        if let Some((server, name)) = &self.drops {
            psql(server, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
    }
}

impl Server {
    fn start(folder: &Path, database: &str, settings: &[(&str, &str)]) -> Self {
        let log =
            File::options().create(true).append(true).open(folder.join("shop.log")).expect("the log can be written");
        let mut child = shop_command(folder, database)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the shop can be started");
        let mut output = BufReader::new(child.stdout.take().expect("its output is read")).lines();
        // The lines are printed once the shop answers, that of the payments last.
        let mut server = Self { child: Some(child), address: String::new(), sandbox: String::new() };
        for line in output.by_ref().map_while(Result::ok) {
            if let Some((_, address)) = line.split_once("listening on ") {
                address.trim().clone_into(&mut server.address);
            }
            if let Some(provider) = line.strip_prefix("payments:") {
                let origin = provider.split_whitespace().find(|word| word.starts_with("http"));
                origin.unwrap_or_default().trim_end_matches('/').clone_into(&mut server.sandbox);
                break;
            }
        }
        if server.address.is_empty() {
            let log = fs::read_to_string(folder.join("shop.log")).unwrap_or_default();
            panic!("the shop did not start:\n{log}");
        }
        // Read on, or the shop would stand still once the pipe is full.
        std::thread::spawn(move || output.for_each(drop));
        server
    }

    fn stop(&mut self) -> Option<ExitStatus> {
        let mut child = self.child.take()?;
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

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
