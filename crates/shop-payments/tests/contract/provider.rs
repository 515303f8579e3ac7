//! A provider under test, and a listener for its events.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use shop_payments::stripe::{StripeGateway, StripeOptions};
use shop_sandbox::{Sandbox, SandboxOptions, Timings, WebhookTarget};
use shop_services::payments::provider::ProviderErrorLog;
use shop_services::ports::{Gateway, GatewayEvent, GatewayPublic, Secret};
use shop_services::{Clock, SystemClock, SystemRandom};
use tokio::sync::mpsc;

const SECRET_KEY: &str = "sk_test_contract";
const PUBLISHABLE_KEY: &str = "pk_test_contract";
const WEBHOOK_SECRET: &str = "whsec_contract";
/// Timeout for an expected event.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(20);

/// A provider and the adapter to it.
pub(crate) struct Provider {
    pub(crate) gateway: Arc<StripeGateway>,
    url: String,
    http: reqwest::Client,
    keys: AtomicU64,
    is_sandbox: bool,
    /// Listener for the sandbox's events. localstripe gets the webhook's address later.
    hook: Option<tokio::net::TcpListener>,
}

impl Provider {
    /// Starts a sandbox for the test.
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

    /// Creates the adapter to a provider at an address.
    pub(crate) fn at(url: &str) -> Self {
        let gateway = StripeGateway::new(StripeOptions {
            base_url: url.to_owned(),
            secret_key: Secret(SECRET_KEY.into()),
            webhook_secrets: vec![Secret(WEBHOOK_SECRET.into())],
            public: GatewayPublic::default(),
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            watch: Arc::new(ProviderErrorLog::new(Arc::new(SystemClock))),
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

    /// The localstripe that `scripts/test` started; prints a note if there is none.
    pub(crate) fn localstripe() -> Option<Self> {
        let url = std::env::var("LOCALSTRIPE_URL").ok().filter(|url| !url.is_empty());
        if url.is_none() {
            eprintln!("not asked of localstripe: LOCALSTRIPE_URL is not set (scripts/test sets it)");
        }
        url.as_deref().map(Self::at)
    }

    /// A new idempotency key.
    pub(crate) fn key(&self) -> String {
        let at = SystemClock.now_ms();
        format!("contract-{at}-{}", self.keys.fetch_add(1, Ordering::Relaxed))
    }

    /// Creates a payment method from a card, like the payment form's frame.
    pub(crate) async fn card(&self, number: &str) -> String {
        let fields = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2040"),
            ("card[cvc]", "123"),
        ];
        // localstripe has no publishable key, and the sandbox accepts card numbers with the publishable key only.
        let key = if self.is_sandbox { PUBLISHABLE_KEY } else { SECRET_KEY };
        let request = self.http.post(format!("{}/v1/payment_methods", self.url)).bearer_auth(key).form(&fields);
        let answer = request.send().await.unwrap().text().await.unwrap();
        let body: serde_json::Value = serde_json::from_str(&answer).unwrap();
        body["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// Starts a listener for the provider's events.
    pub(crate) async fn listen(&mut self) -> Listener {
        let (sender, events) = mpsc::unbounded_channel();
        let gateway = Arc::clone(&self.gateway);
        let router = Router::new().route("/hook", post(receive)).with_state((gateway, sender));
        if let Some(hook) = self.hook.take() {
            tokio::spawn(async move { axum::serve(hook, router).await });
            return Listener { events };
        }
        let socket = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", socket.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(socket, router).await });
        let name = self.key();
        let fields = [("url", url.as_str()), ("secret", WEBHOOK_SECRET), ("events[]", "payment_intent.succeeded")];
        let request = self.http.post(format!("{}/_config/webhooks/{name}", self.url)).form(&fields);
        assert!(request.send().await.unwrap().status().is_success());
        Listener { events }
    }
}

impl Provider {
    /// Plans a fault of the sandbox for the next calls.
    pub(crate) async fn fault(&self, calls: &str, times: u32, fault: &str) {
        let body = format!("{{\"calls\": \"{calls}\", \"times\": {times}, {fault}}}");
        let request = self.http.post(format!("{}/_sandbox/faults", self.url)).bearer_auth(SECRET_KEY).body(body);
        assert!(request.send().await.unwrap().status().is_success());
    }

    /// Clears the faults.
    pub(crate) async fn no_faults(&self) {
        let request = self.http.delete(format!("{}/_sandbox/faults", self.url)).bearer_auth(SECRET_KEY);
        assert!(request.send().await.unwrap().status().is_success());
    }
}

type EventChannel = (Arc<StripeGateway>, mpsc::UnboundedSender<GatewayEvent>);

async fn receive(State((gateway, sender)): State<EventChannel>, headers: HeaderMap, body: String) {
    let signature = headers.get("stripe-signature").unwrap().to_str().unwrap();
    let now = SystemClock.now_ms() / 1000;
    let event = gateway.read_event(signature, &body, now).unwrap();
    let _ = sender.send(event);
}

/// Receives events.
pub(crate) struct Listener {
    events: mpsc::UnboundedReceiver<GatewayEvent>,
}

impl Listener {
    /// Waits for the event of a type about an intent.
    pub(crate) async fn event(mut self, kind: &str, intent: &str) -> GatewayEvent {
        let wanted = async {
            loop {
                let event = self.events.recv().await.unwrap();
                if event.form.kind == kind && event.form.intent_id == intent {
                    return event;
                }
            }
        };
        tokio::time::timeout(PATIENCE, wanted).await.expect("the message did not come")
    }
}
