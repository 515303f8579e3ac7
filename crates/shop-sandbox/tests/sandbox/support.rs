//! A sandbox on a port of its own, a client that calls it like a shop, and a shop that receives webhooks.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::Value;
use shop_sandbox::{Sandbox, SandboxOptions, Timings, WebhookTarget};
use shop_services::{Clock, SystemClock, SystemRandom};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

pub(crate) const SECRET: &str = "sk_test_shop";
pub(crate) const PUBLIC: &str = "pk_test_shop";
pub(crate) const WEBHOOK_SECRET: &str = "whsec_shop";
pub(crate) const SHOP: &str = "https://shop.example";

/// A running sandbox.
pub(crate) struct Running {
    pub(crate) base: String,
    pub(crate) sandbox: Sandbox,
    pub(crate) secret: &'static str,
    http: reqwest::Client,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// A response: its status, headers and JSON body, which is null if there is none.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    pub(crate) json: Value,
}

impl Answer {
    /// A string in the body, by its JSON pointer: `/error/code`.
    pub(crate) fn at(&self, place: &str) -> &str {
        self.json.pointer(place).and_then(Value::as_str).unwrap_or("")
    }

    pub(crate) fn int(&self, place: &str) -> i64 {
        self.json.pointer(place).and_then(Value::as_i64).unwrap_or(i64::MIN)
    }

    pub(crate) fn id(&self) -> String {
        assert_eq!(self.status, 200, "{}", self.text);
        self.at("/id").to_owned()
    }
}

/// Options for a sandbox in memory, with long durations for everything that takes time.
pub(crate) fn options() -> SandboxOptions {
    let hour = 3_600_000;
    SandboxOptions {
        file: None,
        origin: String::new(),
        shop_origins: vec![SHOP.to_owned()],
        secret_key: SECRET.to_owned(),
        publishable_key: PUBLIC.to_owned(),
        webhook: None,
        timings: Timings {
            debit_ms: hour,
            late_debit_ms: 2 * hour,
            bank_code_ms: hour,
            unanswered_ms: hour,
            voucher_ms: 72 * hour,
            qr_ms: hour,
            authorisation_ms: 168 * hour,
            refund_ms: hour,
            dispute_ms: hour,
            retries_ms: vec![1, 1, 1],
        },
        clock: Arc::new(SystemClock),
        random: Arc::new(SystemRandom),
        any_currency: false,
    }
}

pub(crate) fn to_shop(mut options: SandboxOptions, url: &str) -> SandboxOptions {
    options.webhook = Some(WebhookTarget { url: url.to_owned(), secret: WEBHOOK_SECRET.to_owned(), courier: None });
    options
}

pub(crate) async fn start() -> Running {
    start_with(options()).await
}

pub(crate) async fn start_with(mut options: SandboxOptions) -> Running {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    options.origin.clone_from(&base);
    let sandbox = Sandbox::open(options).expect("opens");
    let router = sandbox.router();
    let serving = tokio::spawn(async move { axum::serve(listener, router).await.expect("serves") });
    let delivering = tokio::spawn(sandbox.clone().deliver());
    let policy = reqwest::redirect::Policy::none();
    let http = reqwest::Client::builder().redirect(policy).timeout(Duration::from_secs(20)).build().expect("a client");
    Running { base, sandbox, secret: SECRET, http, tasks: vec![serving, delivering] }
}

impl Running {
    pub(crate) fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method.parse().expect("a method"), format!("{}{path}", self.base))
    }

    pub(crate) async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        let answer = request.send().await.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let text = answer.text().await.expect("a text");
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status, headers, text, json }
    }

    /// Makes a call as the shop's server. `form`: `a=1&b[c]=2`.
    pub(crate) async fn post(&self, path: &str, form: &str) -> Answer {
        self.send(self.keyed("POST", path, self.secret).body(form.to_owned())).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(self.keyed("GET", path, self.secret)).await
    }

    /// Makes a call as a browser.
    pub(crate) async fn browser(&self, path: &str, form: &str) -> Answer {
        self.send(self.keyed("POST", path, PUBLIC).body(form.to_owned())).await
    }

    pub(crate) async fn once(&self, path: &str, form: &str, idempotency_key: &str) -> Answer {
        let request = self.keyed("POST", path, self.secret).header("idempotency-key", idempotency_key);
        self.send(request.body(form.to_owned())).await
    }

    pub(crate) fn keyed(&self, method: &str, path: &str, key: &str) -> reqwest::RequestBuilder {
        let request = self.request(method, path).header("authorization", format!("Bearer {key}"));
        request.header("content-type", "application/x-www-form-urlencoded")
    }

    /// Creates a card as a browser does.
    pub(crate) async fn card(&self, number: &str) -> Answer {
        let form = format!("type=card&card[number]={number}&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123");
        self.browser("/v1/payment_methods", &form).await
    }

    /// Pays 47.20 euros with a method and additional parameters.
    pub(crate) async fn pay(&self, method: &str, more: &str) -> Answer {
        let form = format!(
            "amount=4720&currency=eur&confirm=true&payment_method={method}&payment_method_types[]=card\
             &return_url={SHOP}/checkout/{more}"
        );
        self.post("/v1/payment_intents", &form).await
    }

    pub(crate) async fn pay_by_card(&self, number: &str) -> Answer {
        let method = self.card(number).await.id();
        self.pay(&method, "").await
    }

    /// Submits the shopper's decision on the page of an intent.
    pub(crate) async fn decide(&self, page: &str, answer: &str) -> Answer {
        let path = page.strip_prefix(&self.base).expect("a page of the sandbox");
        let form = format!("answer={answer}&framed=");
        self.send(self.request("POST", path).header("content-type", "application/x-www-form-urlencoded").body(form))
            .await
    }

    pub(crate) async fn kinds_of_events(&self) -> Vec<String> {
        let events = self.get("/v1/events?limit=100").await;
        let data = events.json["data"].as_array().expect("a list").clone();
        data.iter().rev().map(|event| event["type"].as_str().expect("a kind").to_owned()).collect()
    }

    /// Runs everything that is due within the given hours.
    pub(crate) fn after_hours(&self, hours: i64) -> usize {
        self.sandbox.tick(SystemClock.now_ms() + hours * 3_600_000)
    }
}

/// A received webhook: signature and body.
pub(crate) type Webhook = (String, String);

/// A shop that receives webhooks; it responds with these statuses first, then with 200.
pub(crate) async fn shop(statuses: &[u16]) -> (String, mpsc::UnboundedReceiver<Webhook>) {
    type Shared = (mpsc::UnboundedSender<Webhook>, Arc<Mutex<Vec<u16>>>);
    async fn take(State((webhooks, statuses)): State<Shared>, headers: HeaderMap, body: String) -> StatusCode {
        let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok()).unwrap_or("").to_owned();
        webhooks.send((signature, body)).expect("the test listens");
        let next = statuses.lock().expect("a lock").pop();
        StatusCode::from_u16(next.unwrap_or(200)).expect("a status")
    }
    let (sender, receiver) = mpsc::unbounded_channel();
    let statuses: Vec<u16> = statuses.iter().rev().copied().collect();
    let router = Router::new().route("/", post(take)).with_state((sender, Arc::new(Mutex::new(statuses))));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, router).await.expect("serves") });
    (url, receiver)
}

/// The next webhook; fails the test if none arrives.
pub(crate) async fn next(webhooks: &mut mpsc::UnboundedReceiver<Webhook>) -> Webhook {
    tokio::time::timeout(Duration::from_secs(10), webhooks.recv()).await.expect("in time").expect("a webhook")
}

/// A database file of the test's own, removed on drop.
pub(crate) struct File(pub(crate) PathBuf);

impl File {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("shop-sandbox-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder.join("sandbox.db"))
    }

    pub(crate) fn options(&self) -> SandboxOptions {
        SandboxOptions { file: Some(self.0.clone()), ..options() }
    }

    /// All stored bytes: the database and its write-ahead log.
    pub(crate) fn text(&self) -> String {
        let folder = std::fs::read_dir(self.0.parent().expect("a folder")).expect("a folder");
        let parts = folder.map(|entry| std::fs::read(entry.expect("a file").path()).expect("bytes"));
        parts.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        if let Some(folder) = self.0.parent() {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
