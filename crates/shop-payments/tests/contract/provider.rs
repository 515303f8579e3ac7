//! A provider under test, and who hears its messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use shop_payments::stripe::{StripeGateway, StripeOptions};
use shop_sandbox::{Sandbox, SandboxOptions, Timings, WebhookTarget};
use shop_services::payments::provider::NotedFaults;
use shop_services::ports::{Gateway, GatewayEvent, GatewayPublic, Secret};
use shop_services::{Clock, SystemClock, SystemRandom};
use tokio::sync::mpsc;

const SECRET_KEY: &str = "sk_test_contract";
const PUBLISHABLE_KEY: &str = "pk_test_contract";
const WEBHOOK_SECRET: &str = "whsec_contract";
/// A message that is not there by then does not come.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(20);

/// A provider and the adapter to it.
pub(crate) struct Provider {
    pub(crate) gateway: Arc<StripeGateway>,
    url: String,
    http: reqwest::Client,
    keys: AtomicU64,
    is_sandbox: bool,
    /// Of the sandbox: messages come here. localstripe is told later where to.
    hook: Option<tokio::net::TcpListener>,
}

impl Provider {
    /// A sandbox of the test's own.
    pub(crate) async fn sandbox() -> Self {
        let hook = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let socket = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", socket.local_addr().unwrap());
        let sandbox = Sandbox::open(SandboxOptions {
            file: None,
            origin: origin.clone(),
            shop_origins: Vec::new(),
            secret_key: SECRET_KEY.into(),
            publishable_key: PUBLISHABLE_KEY.into(),
            webhook: Some(WebhookTarget {
                url: format!("http://{}/hook", hook.local_addr().unwrap()),
                secret: WEBHOOK_SECRET.into(),
                courier: None,
            }),
            timings: Timings::default(),
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            any_currency: false,
        });
        let sandbox = sandbox.unwrap();
        let router = sandbox.router();
        tokio::spawn(async move { axum::serve(socket, router).await });
        tokio::spawn(sandbox.deliver());
        Self { is_sandbox: true, hook: Some(hook), ..Self::at(&origin) }
    }

    /// The adapter to whatever is at an address.
    pub(crate) fn at(url: &str) -> Self {
        let gateway = StripeGateway::new(StripeOptions {
            base_url: url.to_owned(),
            secret_key: Secret(SECRET_KEY.into()),
            webhook_secrets: vec![Secret(WEBHOOK_SECRET.into())],
            public: GatewayPublic::default(),
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            watch: Arc::new(NotedFaults::new(Arc::new(SystemClock))),
        });
        Self {
            gateway: Arc::new(gateway.unwrap()),
            url: url.to_owned(),
            http: reqwest::Client::new(),
            keys: AtomicU64::new(0),
            is_sandbox: false,
            hook: None,
        }
    }

    /// The localstripe that `scripts/test` started; says so when there is none.
    pub(crate) fn localstripe() -> Option<Self> {
        let url = std::env::var("LOCALSTRIPE_URL").ok().filter(|url| !url.is_empty());
        if url.is_none() {
            eprintln!("not asked of localstripe: LOCALSTRIPE_URL is not set (scripts/test sets it)");
        }
        url.as_deref().map(Self::at)
    }

    /// A key that was not used before.
    pub(crate) fn key(&self) -> String {
        let at = SystemClock.now_ms();
        format!("contract-{at}-{}", self.keys.fetch_add(1, Ordering::Relaxed))
    }

    /// A method made from a card, as the payment form's frame makes it.
    pub(crate) async fn card(&self, number: &str) -> String {
        let fields = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2040"),
            ("card[cvc]", "123"),
        ];
        // localstripe knows no key for browsers, and the sandbox takes card numbers with no other.
        let key = if self.is_sandbox { PUBLISHABLE_KEY } else { SECRET_KEY };
        let request = self.http.post(format!("{}/v1/payment_methods", self.url)).bearer_auth(key).form(&fields);
        let answer = request.send().await.unwrap().text().await.unwrap();
        let body: serde_json::Value = serde_json::from_str(&answer).unwrap();
        body["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// Has the provider's messages sent here.
    pub(crate) async fn listen(&mut self) -> Listener {
        let (sender, heard) = mpsc::unbounded_channel();
        let gateway = Arc::clone(&self.gateway);
        let router = Router::new().route("/hook", post(hear)).with_state((gateway, sender));
        if let Some(hook) = self.hook.take() {
            tokio::spawn(async move { axum::serve(hook, router).await });
            return Listener { heard };
        }
        let socket = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", socket.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(socket, router).await });
        let name = self.key();
        let fields = [("url", url.as_str()), ("secret", WEBHOOK_SECRET), ("events[]", "payment_intent.succeeded")];
        let request = self.http.post(format!("{}/_config/webhooks/{name}", self.url)).form(&fields);
        assert!(request.send().await.unwrap().status().is_success());
        Listener { heard }
    }
}

impl Provider {
    /// Plans a fault of the sandbox for the next calls.
    pub(crate) async fn fault(&self, calls: &str, times: u32, fault: &str) {
        let body = format!("{{\"calls\": \"{calls}\", \"times\": {times}, {fault}}}");
        let request = self.http.post(format!("{}/_sandbox/faults", self.url)).bearer_auth(SECRET_KEY).body(body);
        assert!(request.send().await.unwrap().status().is_success());
    }

    /// Takes the faults back.
    pub(crate) async fn no_faults(&self) {
        let request = self.http.delete(format!("{}/_sandbox/faults", self.url)).bearer_auth(SECRET_KEY);
        assert!(request.send().await.unwrap().status().is_success());
    }
}

type Heard = (Arc<StripeGateway>, mpsc::UnboundedSender<GatewayEvent>);

async fn hear(State((gateway, sender)): State<Heard>, headers: HeaderMap, body: String) {
    let signature = headers.get("stripe-signature").unwrap().to_str().unwrap();
    let now = SystemClock.now_ms() / 1000;
    let event = gateway.read_event(signature, &body, now).unwrap();
    let _ = sender.send(event);
}

/// Hears messages.
pub(crate) struct Listener {
    heard: mpsc::UnboundedReceiver<GatewayEvent>,
}

impl Listener {
    /// The message of a kind about an intent.
    pub(crate) async fn event(mut self, kind: &str, intent: &str) -> GatewayEvent {
        let wanted = async {
            loop {
                let event = self.heard.recv().await.unwrap();
                if event.form.kind == kind && event.form.intent_id == intent {
                    return event;
                }
            }
        };
        tokio::time::timeout(PATIENCE, wanted).await.expect("the message did not come")
    }
}
