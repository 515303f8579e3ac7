//! Every call of the port, as it is sent.

use std::sync::{Arc, Mutex};

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use serde_json::json;
use shop_core::Cents;
use shop_core::ids::OrderId;
use shop_core::payment::method::PaymentMethod;
use shop_payments::stripe::{StripeGateway, StripeOptions};
use shop_services::ports::{
    Agreement, Confirmation, Gateway, GatewayPublic, IntentChange, NewIntent, PaidWith, Secret,
};

use crate::description::{Description, Sent};

type Seen = Arc<Mutex<Vec<(HeaderMap, Sent)>>>;

/// Writes down what comes, and answers with an object of that kind.
async fn note(State(seen): State<Seen>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 100_000).await.unwrap();
    let text =
        if parts.method == "GET" { parts.uri.query().unwrap_or_default().as_bytes().to_vec() } else { body.to_vec() };
    let fields = form_urlencoded::parse(&text).into_owned().collect();
    let path = parts.uri.path().to_owned();
    let answer = match path.split('/').nth(2).unwrap() {
        "payment_intents" => {
            json!({ "id": "pi_1", "status": "requires_confirmation", "amount": 4720, "currency": "eur" })
        }
        "setup_intents" => json!({ "id": "seti_1", "status": "requires_confirmation" }),
        "refunds" if parts.method == "GET" => json!({ "data": [] }),
        "refunds" => json!({ "id": "re_1", "status": "succeeded", "amount": 100 }),
        "customers" => json!({ "id": "cus_1" }),
        _ => {
            json!({ "id": "pm_1", "type": "card", "card": { "brand": "visa", "last4": "4242", "exp_month": 1, "exp_year": 2040 } })
        }
    };
    seen.lock().unwrap().push((parts.headers, Sent { method: parts.method.to_string(), path, fields }));
    Json(answer).into_response()
}

async fn recorder() -> (StripeGateway, Seen) {
    let seen = Seen::default();
    let router = Router::new().fallback(note).with_state(Arc::clone(&seen));
    let socket = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}", socket.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(socket, router).await });
    let gateway = StripeGateway::new(StripeOptions {
        base_url,
        secret_key: Secret("sk_test_shapes".into()),
        webhook_secrets: Vec::new(),
        public: GatewayPublic::default(),
        clock: Arc::new(shop_services::SystemClock),
        random: Arc::new(shop_services::SystemRandom),
    });
    (gateway.unwrap(), seen)
}

fn intents() -> Vec<NewIntent> {
    let full = NewIntent {
        order: Some(OrderId(7)),
        amount: Cents(4720),
        currency: "eur".into(),
        kinds: PaymentMethod::ALL.to_vec(),
        method: Some("pm_1".into()),
        customer: Some("cus_1".into()),
        save: true,
        manual_capture: true,
        description: "Ordine 7".into(),
    };
    let least = NewIntent {
        order: None,
        kinds: vec![PaymentMethod::Card],
        method: None,
        customer: None,
        save: false,
        manual_capture: false,
        description: String::new(),
        ..full.clone()
    };
    let setup = |new: &NewIntent| NewIntent { amount: Cents::ZERO, ..new.clone() };
    vec![setup(&full), setup(&least), full, least]
}

fn confirmations() -> Vec<Confirmation> {
    let there = Confirmation {
        with: Some(PaidWith::Token("ctoken_1".into())),
        return_url: "https://shop.example/back".into(),
        save: true,
        code: Some("123456".into()),
        ..Confirmation::default()
    };
    let kept = Confirmation {
        with: Some(PaidWith::Method("pm_1".into())),
        agreed: Some(Agreement { address: "192.0.2.7".into(), user_agent: "Browser/1".into() }),
        off_session: true,
        ..Confirmation::default()
    };
    vec![Confirmation::default(), there, kept]
}

/// Asks everything that the port can ask, in all forms.
async fn ask_everything(gateway: &StripeGateway) {
    for new in intents() {
        gateway.create_intent(&new, "create").await.unwrap();
    }
    for id in ["pi_1", "seti_1"] {
        gateway.intent(id).await.unwrap();
        for save in [true, false] {
            let (order, customer) = (Some(OrderId(7)), Some("cus_1".to_owned()));
            let change = IntentChange { amount: Cents(4700), save, order, customer };
            gateway.update_intent(id, &change, "update").await.unwrap();
        }
        for how in confirmations() {
            // A code belongs to a payment, and nobody is asked about a setup off the page.
            let how = if id == "seti_1" { Confirmation { code: None, off_session: false, ..how } } else { how };
            gateway.confirm_intent(id, &how, "confirm").await.unwrap();
        }
        gateway.cancel_intent(id, "cancel").await.unwrap();
    }
    gateway.capture_intent("pi_1", Cents(4000), "capture").await.unwrap();
    gateway.refund("pi_1", Cents(100), "refund").await.unwrap();
    gateway.refunds("pi_1").await.unwrap();
    gateway.create_customer("anna@example.com", "Anna Verdi", "customer").await.unwrap();
    gateway.method("pm_1").await.unwrap();
    gateway.attach_method("pm_1", "cus_1", "attach").await.unwrap();
    gateway.detach_method("pm_1", "detach").await.unwrap();
}

#[tokio::test]
async fn every_request_fits_the_published_description() {
    let description = Description::read();
    let (gateway, seen) = recorder().await;
    ask_everything(&gateway).await;
    let seen = seen.lock().unwrap();
    let wrong: Vec<String> = seen.iter().flat_map(|(_, sent)| description.misfits(sent)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen.len() > 20, "{}", seen.len());
}

#[tokio::test]
async fn every_request_names_the_version_and_every_write_has_a_key() {
    let description = Description::read();
    let (gateway, seen) = recorder().await;
    ask_everything(&gateway).await;
    for (headers, sent) in seen.lock().unwrap().iter() {
        let header = |name: &str| headers.get(name).map(|value| value.to_str().unwrap());
        assert_eq!(header("stripe-version"), Some(description.api_version()), "{sent:?}");
        assert_eq!(header("authorization"), Some("Bearer sk_test_shapes"));
        assert_eq!(header("idempotency-key").is_some(), sent.method == "POST", "{sent:?}");
    }
}
