//! A test's shop.

use std::fs;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use shop_server::platform::outgoing_mail;
use shop_services::catalogue::import::{ImportOptions, OnError, import_products};
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{NewCustomer, Role, Store};
use shop_services::{Shop, SystemClock};
use shop_storage::Db;
use shop_vies::StandIn;

use crate::clock::TestClock;
use crate::cluster::Cluster;
use crate::database::Database;
use crate::merchant::Merchant;
use crate::place::Place;
use crate::server::Server;
use crate::template::password_hash;
use crate::{Visitor, now, statements};

/// Key by which tests steer the payment sandbox.
pub const SANDBOX_KEY: &str = "sk_test_tests";
/// Key by which browsers give it their cards.
pub const SANDBOX_PUBLIC_KEY: &str = "pk_test_bottega_sandbox";
/// Signs the messages that a test sends itself to a server that was added.
pub const WEBHOOK_SECRET: &str = "whsec_tests";

static COUNTER: AtomicU32 = AtomicU32::new(0);

/// A shop with data of its own. Stopped and removed at the end of its test.
pub struct TestShop {
    servers: Vec<Server>,
    place: Place,
}

impl TestShop {
    /// A shop filled with the fixture catalogue, served within the test's process.
    pub async fn start(database: Database) -> Self {
        Self::start_with(database, &[]).await
    }

    /// The same with more settings, as environment variables.
    pub async fn start_with(database: Database, settings: &[(&str, &str)]) -> Self {
        let mut shop = Self::filled(database).await;
        shop.serve_in_memory(settings).await;
        shop
    }

    /// The same, served by a process of its own: for what is about processes, sockets and logs.
    pub async fn start_process(database: Database) -> Self {
        let mut shop = Self::filled(database).await;
        let server = Server::process(shop.place.folder.path(), &shop.place.database, &[]);
        shop.servers.push(server);
        shop
    }

    /// The same on a cluster of PostgreSQL that the test may stop.
    pub async fn start_process_on(cluster: &Cluster) -> Self {
        let mut shop = Self::filled(Database::postgres()).await;
        cluster.copy(&shop.place.database);
        shop.place.database = cluster.address();
        let server = Server::process(shop.place.folder.path(), &shop.place.database, &[]);
        shop.servers.push(server);
        shop
    }

    async fn filled(database: Database) -> Self {
        statements::listen();
        Self { servers: Vec::new(), place: Place::filled(&database).await }
    }

    /// A shop that was brought to a place, served within the test's process.
    pub async fn at(place: Place) -> Self {
        let mut shop = Self { servers: Vec::new(), place };
        shop.serve_in_memory(&[]).await;
        shop
    }

    /// Where it is.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The kind of its database.
    pub fn kind(&self) -> Database {
        self.place.drops.as_ref().map_or(Database::Sqlite, |(server, _)| Database::Postgres(server.clone()))
    }

    async fn serve_in_memory(&mut self, settings: &[(&str, &str)]) {
        self.servers.push(
            Server::in_memory(self.place.folder.path(), &self.place.database, settings, TestClock::default()).await,
        );
    }

    /// Adds one more server on the same data; visitors come to it by [`TestShop::visitor_of`].
    pub async fn add_server(&mut self) -> usize {
        self.add_server_with(&[]).await
    }

    /// Adds one more server with other settings, as environment variables; gives its number.
    pub async fn add_server_with(&mut self, settings: &[(&str, &str)]) -> usize {
        let all = self.with_first_sandbox(settings);
        let all: Vec<(&str, &str)> = all.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.serve_in_memory(&all).await;
        self.servers.len() - 1
    }

    /// Adds one more server whose clock is ahead of the others'; gives its number.
    pub async fn add_server_ahead(&mut self, seconds: i64) -> usize {
        self.add_server_ahead_with(seconds, &[]).await
    }

    /// The same with other settings, as environment variables.
    pub async fn add_server_ahead_with(&mut self, seconds: i64, settings: &[(&str, &str)]) -> usize {
        let all = self.with_first_sandbox(settings);
        let all: Vec<(&str, &str)> = all.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.servers.push(
            Server::in_memory(self.place.folder.path(), &self.place.database, &all, TestClock::ahead(seconds)).await,
        );
        self.servers.len() - 1
    }

    /// Adds one more server in a process of its own; gives its number.
    pub fn add_process(&mut self) -> usize {
        self.add_process_with(&[])
    }

    /// The same with other settings, as environment variables.
    pub fn add_process_with(&mut self, settings: &[(&str, &str)]) -> usize {
        let all = self.with_first_sandbox(settings);
        let all: Vec<(&str, &str)> = all.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.servers.push(Server::process(self.place.folder.path(), &self.place.database, &all));
        self.servers.len() - 1
    }

    /// One sandbox serves all servers, as one provider does.
    fn with_first_sandbox<'a>(&self, settings: &[(&'a str, &'a str)]) -> Vec<(&'a str, String)> {
        let sandbox = self.sandbox();
        let mut all = vec![
            ("SHOP_STRIPE_URL", sandbox.to_owned()),
            ("SHOP_STRIPE_SANDBOX_ORIGIN", sandbox.to_owned()),
            ("SHOP_STRIPE_SECRET_KEY", SANDBOX_KEY.to_owned()),
            ("SHOP_STRIPE_PUBLISHABLE_KEY", SANDBOX_PUBLIC_KEY.to_owned()),
            ("SHOP_STRIPE_WEBHOOK_SECRET", WEBHOOK_SECRET.to_owned()),
        ];
        all.extend(settings.iter().map(|(name, value)| (*name, (*value).to_owned())));
        all
    }

    /// Origin of the payment sandbox.
    pub fn sandbox(&self) -> &str {
        &self.servers[0].sandbox_origin
    }

    /// Address of the figures of a server process.
    pub fn figures(&self) -> &str {
        self.figures_of(0)
    }

    /// Address of the figures of another server process.
    pub fn figures_of(&self, server: usize) -> &str {
        &self.servers[server].figures
    }

    /// The first server's stand-in for VIES.
    pub fn vies(&self) -> &StandIn {
        self.vies_of(0)
    }

    /// The stand-in for VIES of another server.
    pub fn vies_of(&self, server: usize) -> &StandIn {
        self.servers[server].memory().and_then(|memory| memory.vies.as_ref()).expect("a server in memory")
    }

    /// Waits until so many calls to the sandbox have stood still by a planned fault (`hang`, `late`).
    pub async fn stalled(&self, count: u64) {
        self.servers[0].memory().expect("a server in memory").stalled(count).await;
    }

    /// Brings what is on its way: the provider's messages come to the shop, and what requests left behind is done.
    pub async fn settle(&self) {
        loop {
            let mut sent = 0;
            for server in self.servers.iter().filter_map(Server::memory) {
                sent += server.settle().await;
            }
            if sent == 0 {
                return;
            }
        }
    }

    /// What the workers of the first server do every few seconds: payments and refunds in doubt, and messages that failed.
    pub async fn follow_payments(&self) {
        let server = self.servers[0].memory().expect("a server in memory");
        shop_server::platform::workers::follow_payments_once(&server.state.shop).await;
        self.settle().await;
    }

    /// What the workers of a server do every minute: the register is asked again about VAT numbers that it was silent about. Gives how
    /// many were answered.
    pub async fn check_vat_again(&self, server: usize) -> u64 {
        let server = self.servers[server].memory().expect("a server in memory");
        server.state.shop.vat_checks.retry_waiting_numbers().await.expect("the database")
    }

    /// What the workers of a server do every few seconds that has a mail server: what is due goes out.
    pub async fn send_mail(&self, server: usize) {
        let state = &self.servers[server].memory().expect("a server in memory").state;
        let transport = outgoing_mail::transport(&state.config).expect("SHOP_SMTP_URL is set");
        outgoing_mail::send_due(&state.shop, &state.config, &transport).await.expect("the database");
    }

    /// What the workers of the first server do every hour: files that belong to nothing go.
    pub async fn tidy(&self) {
        let server = self.servers[0].memory().expect("a server in memory");
        shop_server::platform::workers::tidy_once(&server.state.shop, &server.state.config).await;
    }

    /// The pauses that the first server asked for so far; none is waited for.
    pub fn pauses(&self) -> Vec<Duration> {
        self.servers[0].memory().expect("a server in memory").clock.pauses()
    }

    /// The most memory that a server process has had so far, in megabytes.
    pub fn peak_memory_mb(&self, server: usize) -> u64 {
        self.servers[server].peak_memory_mb()
    }

    /// Host and port of a server process.
    pub fn socket(&self, server: usize) -> std::net::SocketAddr {
        self.servers[server].address.trim_start_matches("http://").parse().expect("an address")
    }

    /// Ends a server process as a power cut would.
    pub fn kill(&mut self, server: usize) {
        self.servers[server].kill();
    }

    /// Tells a server process to stop, as a service manager would, and goes on.
    pub fn tell_to_stop(&self, server: usize) {
        self.servers[server].tell_to_stop();
    }

    /// Waits for a server process that ends by itself, and tells how it did.
    pub fn ended(&mut self, server: usize) -> ExitStatus {
        self.servers[server].ended()
    }

    /// From now on a server process cannot write files beyond this size, as on a disk that is full; `None`: it can.
    pub fn limit_files(&self, server: usize, bytes: Option<u64>) {
        self.servers[server].limit_files(bytes);
    }

    /// Starts a server anew on the same data, in memory; it answers at another address.
    pub async fn restart(&mut self, server: usize) {
        self.restart_with(server, &[]).await;
    }

    /// The same with other settings, as environment variables.
    pub async fn restart_with(&mut self, server: usize, settings: &[(&str, &str)]) {
        self.servers[server].stop();
        self.servers[server] =
            Server::in_memory(self.place.folder.path(), &self.place.database, settings, TestClock::default()).await;
    }

    /// Where the shop answers.
    pub fn address(&self) -> &str {
        &self.servers[0].address
    }

    /// Address of its database, for use cases that no call reaches yet.
    pub fn database(&self) -> &str {
        &self.place.database
    }

    /// A new visitor without cookies.
    pub fn visitor(&self) -> Visitor {
        self.visitor_of(0)
    }

    /// A new visitor of one of the servers.
    pub fn visitor_of(&self, server: usize) -> Visitor {
        let server = &self.servers[server];
        Visitor::new(&server.address, server.door())
    }

    /// The merchant, logged in.
    pub async fn merchant(&self) -> Merchant {
        self.merchant_of(0).await
    }

    /// The merchant, logged in at one of the servers.
    pub async fn merchant_of(&self, server: usize) -> Merchant {
        Merchant::log_in(self.visitor_of(server)).await.with_database(&self.place.database)
    }

    /// A shop manager, logged in; one each time.
    pub async fn shop_manager(&self) -> Merchant {
        let name = format!("gestore{}", COUNTER.fetch_add(1, Ordering::Relaxed));
        let new = NewCustomer {
            email: format!("{name}@bottega.example"),
            username: name,
            password_hash: password_hash().to_owned(),
            role: Role::ShopManager,
            first_name: String::new(),
            last_name: String::new(),
        };
        self.store().await.add_customer(&new, now()).await.expect("the database").expect("a new name");
        Merchant::log_in_as(self.visitor(), &new.email).await.with_database(&self.place.database)
    }

    /// The use cases on the shop's own database, beside its servers: for what has no address of its own. A server sees changes
    /// of products within half a second and of settings within one; one that is added afterwards sees them at once.
    pub async fn inside(&self) -> Shop {
        Shop::new(self.db().await, Arc::new(SystemClock))
    }

    /// The store on the shop's own database, for what no use case gives.
    pub async fn store(&self) -> Arc<dyn Store> {
        self.db().await
    }

    async fn db(&self) -> Arc<Db> {
        Arc::new(Db::open(&self.place.database).await.expect("the database can be opened"))
    }

    /// Changes the settings and adds a server that knows them; its visitors are those of [`TestShop::visitor_of`] with the
    /// number that is given back.
    pub async fn with_settings(&mut self, change: impl FnOnce(&mut ShopSettings)) -> usize {
        let shop = self.inside().await;
        let mut settings = shop.context.settings().await.expect("settings").as_ref().clone();
        change(&mut settings);
        shop.context.save_settings(&settings).await.expect("settings can be saved");
        self.add_server().await
    }

    /// Imports products from a CSV text and adds a server that knows them; its visitors are those of
    /// [`TestShop::visitor_of`] with the number that is given back.
    pub async fn import(&mut self, csv: &str) -> usize {
        let shop = self.inside().await;
        let settings = shop.context.settings().await.expect("settings");
        let mut progress = |_| {};
        let options = ImportOptions {
            on_error: OnError::KeepGood,
            now: shop.context.now(),
            weight_unit: settings.places.weight_unit.as_str(),
            dimension_unit: settings.places.dimension_unit.as_str(),
            pictures: None,
            progress: &mut progress,
        };
        let report =
            import_products(self.store().await.as_ref(), csv.as_bytes(), options).await.expect("the file can be read");
        assert!(report.imported, "{:?}", report.errors);
        self.add_server().await
    }

    /// Writes a file below the shop's data folder.
    pub fn write_data(&self, path: &str, content: &[u8]) {
        let path = self.place.folder.path().join("data").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, content).expect("the file can be written");
    }

    /// What the server processes have logged so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.place.folder.path().join("shop.log")).unwrap_or_default()
    }

    /// Stops all server processes and tells how each ended.
    pub fn stop(&mut self) -> Vec<ExitStatus> {
        self.servers.iter_mut().filter_map(Server::stop).collect()
    }
}

impl Drop for TestShop {
    fn drop(&mut self) {
        self.servers.clear();
        statements::write_down();
        if std::thread::panicking() && !self.log().is_empty() {
            eprintln!("the shop's log:\n{}", self.log());
        }
    }
}
