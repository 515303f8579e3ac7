//! The sandbox's responses have the fields and types of Stripe's own objects.

use std::sync::Arc;

use serde_json::Value;
use shop_sandbox::{Sandbox, SandboxOptions, Timings};
use shop_services::{SystemClock, SystemRandom};

use crate::description::Description;

const SECRET_KEY: &str = "sk_test_shapes";
const PUBLISHABLE_KEY: &str = "pk_test_shapes";

/// A sandbox, called like Stripe.
struct Caller {
    url: String,
    http: reqwest::Client,
}

impl Caller {
    async fn new() -> Self {
        let socket = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", socket.local_addr().unwrap());
        let sandbox = Sandbox::open(SandboxOptions {
            file: None,
            origin: url.clone(),
            shop_origins: Vec::new(),
            secret_key: SECRET_KEY.into(),
            publishable_key: PUBLISHABLE_KEY.into(),
            webhook: None,
            timings: Timings::default(),
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            any_currency: false,
        });
        let router = sandbox.unwrap().router();
        tokio::spawn(async move { axum::serve(socket, router).await });
        Self { url, http: reqwest::Client::new() }
    }

    async fn post(&self, path: &str, key: &str, fields: &[(&str, &str)]) -> Value {
        let request = self.http.post(format!("{}{path}", self.url)).bearer_auth(key).form(fields);
        serde_json::from_str(&request.send().await.unwrap().text().await.unwrap()).unwrap()
    }

    async fn get(&self, path: &str) -> Value {
        let request = self.http.get(format!("{}{path}", self.url)).bearer_auth(SECRET_KEY);
        serde_json::from_str(&request.send().await.unwrap().text().await.unwrap()).unwrap()
    }

    async fn card(&self) -> Value {
        let card = [
            ("type", "card"),
            ("card[number]", "4242424242424242"),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2040"),
            ("card[cvc]", "123"),
        ];
        self.post("/v1/payment_methods", PUBLISHABLE_KEY, &card).await
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

/// Fields of a response that the description does not have, or has with another type. The recorded object has one type per field;
/// a field that is null on either side may have any type.
fn deviations(description: &Description, object: &str, answer: &Value) -> Vec<String> {
    let known = description.answer(object);
    let fields = answer.as_object().unwrap_or_else(|| panic!("{object}: {answer}"));
    let wrong = fields.iter().filter_map(|(name, value)| {
        let Some(own) = known.get(name).and_then(Value::as_str) else {
            // A method has a nested object named after its type.
            let part = object == "payment_method" && answer["type"] == name.as_str();
            return (!part).then(|| format!("{object}.{name} is not known"));
        };
        let same = own == kind(value) || own == "null" || value.is_null();
        // An id may be expanded.
        let expanded = own == "object" && value.is_string();
        (!same && !expanded).then(|| format!("{object}.{name} is {}, not {own}", kind(value)))
    });
    wrong.collect()
}

#[tokio::test]
async fn the_sandboxs_objects_are_those_of_the_published_description() {
    let description = Description::read();
    let sandbox = Caller::new().await;
    let card = sandbox.card().await;
    let method = card["id"].as_str().unwrap().to_owned();
    let customer = sandbox.post("/v1/customers", SECRET_KEY, &[("email", "a@example.com"), ("name", "A")]).await;
    let intent = [
        ("amount", "4720"),
        ("currency", "eur"),
        ("payment_method_types[0]", "card"),
        ("payment_method", &method),
        ("confirm", "true"),
    ];
    let paid = sandbox.post("/v1/payment_intents", SECRET_KEY, &intent).await;
    let id = paid["id"].as_str().unwrap();
    let refund = sandbox.post("/v1/refunds", SECRET_KEY, &[("payment_intent", id), ("amount", "100")]).await;
    let setup = [("usage", "off_session"), ("payment_method_types[0]", "card")];
    let setup = sandbox.post("/v1/setup_intents", SECRET_KEY, &setup).await;
    let charge = paid["latest_charge"].as_str().unwrap();
    let charge = sandbox.get(&format!("/v1/charges/{charge}")).await;
    let account = sandbox.get("/v1/account").await;
    let configurations = sandbox.get("/v1/payment_method_configurations").await;
    let webhook = [("url", "https://bottega.example/"), ("enabled_events[0]", "*")];
    let webhook = sandbox.post("/v1/webhook_endpoints", SECRET_KEY, &webhook).await;
    let domain = [("domain_name", "bottega.example")];
    let domain = sandbox.post("/v1/payment_method_domains", SECRET_KEY, &domain).await;
    let wrong: Vec<String> = [
        ("account", &account),
        ("payment_method_configuration", &configurations["data"][0]),
        ("webhook_endpoint", &webhook),
        ("payment_method_domain", &domain),
        ("payment_method", &card),
        ("customer", &customer),
        ("payment_intent", &paid),
        ("refund", &refund),
        ("setup_intent", &setup),
        ("charge", &charge),
    ]
    .iter()
    .flat_map(|(object, answer)| deviations(&description, object, answer))
    .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
