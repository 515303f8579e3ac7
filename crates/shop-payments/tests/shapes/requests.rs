//! Every request that the port can send.

use std::sync::{Arc, Mutex};

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use serde_json::json;
use shop_core::base::{Cents, OrderId};
use shop_core::checkout::address::Address;
use shop_core::payments::combinations::take_mandate;
use shop_core::payments::express::wallet::ExpressWallet;
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::state::event::WEBHOOK_EVENTS;
use shop_payments::stripe::{StripeGateway, StripeOptions};
use shop_services::payments::provider::ProviderErrorLog;
use shop_services::ports::{
    Agreement, Confirmation, Gateway, GatewayPublic, GatewaySetup, IntentChange, NewIntent, PaidWith, PaymentTexts,
    Secret,
};

use crate::description::{Description, Sent};
use crate::forbidden::{values, violations};

type Seen = Arc<Mutex<Vec<(HeaderMap, Sent)>>>;

/// Records the request, and responds with an object of its kind.
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
        "refunds" | "webhook_endpoints" | "payment_method_domains" if parts.method == "GET" => json!({ "data": [] }),
        "refunds" => json!({ "id": "re_1", "status": "succeeded", "amount": 100 }),
        "customers" => json!({ "id": "cus_1" }),
        "account" => json!({ "id": "acct_1", "charges_enabled": true }),
        "payment_method_configurations" => json!({ "data": [] }),
        "webhook_endpoints" => json!({ "id": "we_1", "secret": "whsec_1" }),
        "payment_method_domains" => json!({ "id": "pmd_1", "enabled": true }),
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
        watch: Arc::new(ProviderErrorLog::new(Arc::new(shop_services::SystemClock))),
    });
    (gateway.unwrap(), seen)
}

/// A currency that a payment method supports.
fn currency(kind: PaymentMethod) -> String {
    kind.currencies().first().map_or_else(|| "eur".to_owned(), |own| own.to_ascii_lowercase())
}

fn words() -> PaymentTexts {
    PaymentTexts {
        description: "Bottega 7".into(),
        statement: "Bottega dell'Oro".into(),
        receipt_email: "anna@example.com".into(),
        shipping: Some(Box::new(Address {
            first_name: "Anna".into(),
            address_1: "Via dei Mille 7".into(),
            city: "Torino".into(),
            country: "IT".into(),
            ..Address::default()
        })),
        order_key: "wc_order_7".into(),
    }
}

/// A payment by a method, as the shop requests it: this checks the shop's rules for the method against the tables.
fn payment(kind: PaymentMethod) -> NewIntent {
    NewIntent {
        order: Some(OrderId(7)),
        amount: Cents(6000),
        currency: currency(kind),
        kinds: kind.chosen_with(PaymentMethod::ALL),
        method: Some("pm_1".into()),
        customer: Some("cus_1".into()),
        save: kind.saved_as().is_some(),
        manual_capture: kind.captures_later(),
        words: words(),
    }
}

fn agreed() -> Agreement {
    Agreement { address: "192.0.2.7".into(), user_agent: "Browser/1".into() }
}

fn confirmations(kind: PaymentMethod) -> Vec<Confirmation> {
    let save = kind.saved_as().is_some();
    let there = Confirmation {
        kind,
        with: Some(PaidWith::Method("pm_1".into())),
        return_url: "https://shop.example/back".into(),
        save,
        code: (kind == PaymentMethod::Blik).then(|| "123456".into()),
        agreed: take_mandate(&kind.chosen_with(PaymentMethod::ALL), save).then(agreed),
        ..Confirmation::default()
    };
    let wallet = Confirmation { with: Some(PaidWith::Token("ctoken_1".into())), ..there.clone() };
    let renewal = Confirmation {
        off_session: true,
        return_url: String::new(),
        save: false,
        agreed: None,
        code: None,
        ..there.clone()
    };
    let first = Confirmation { with: None, ..there.clone() };
    vec![first, there, wallet, renewal]
}

/// Every flow of a method: payment, saving, replacing another method, off-session charge.
async fn request_flows(gateway: &StripeGateway, kind: PaymentMethod) {
    let once = NewIntent { save: false, manual_capture: false, ..payment(kind) };
    let nobody =
        NewIntent { customer: None, method: None, order: None, words: PaymentTexts::default(), ..once.clone() };
    for new in [payment(kind), once.clone(), nobody] {
        gateway.create_intent(&new, "create").await.unwrap();
    }
    if kind.saved_as().is_some() {
        let setup = NewIntent { amount: Cents::ZERO, method: None, order: None, ..payment(kind) };
        gateway.create_intent(&setup, "setup").await.unwrap();
        for how in confirmations(kind).into_iter().filter(|how| !how.off_session) {
            gateway.confirm_intent("seti_1", &how, "confirm").await.unwrap();
        }
        gateway.debit_of("seti_1").await.unwrap();
    }
    let full = payment(kind);
    let change = IntentChange {
        amount: Cents(4700),
        save: full.save,
        order: full.order,
        customer: full.customer,
        kinds: full.kinds,
        manual_capture: Some(full.manual_capture),
        method: full.method,
        words: Some(full.words),
    };
    for change in [change, IntentChange { amount: Cents(4700), ..IntentChange::default() }] {
        gateway.update_intent("pi_1", &change, "update").await.unwrap();
    }
    for how in confirmations(kind) {
        gateway.confirm_intent("pi_1", &how, "confirm").await.unwrap();
    }
}

/// Sends everything that the port can send, for every method.
async fn request_everything(gateway: &StripeGateway) {
    for kind in PaymentMethod::ALL {
        request_flows(gateway, *kind).await;
    }
    for id in ["pi_1", "seti_1"] {
        gateway.intent(id).await.unwrap();
        gateway.debit_of(id).await.unwrap();
        gateway.cancel_intent(id, "cancel").await.unwrap();
    }
    let change = IntentChange { order: Some(OrderId(7)), customer: Some("cus_1".into()), ..IntentChange::default() };
    gateway.update_intent("seti_1", &change, "update").await.unwrap();
    gateway.capture_intent("pi_1", Cents(4000), "capture").await.unwrap();
    gateway.refund("pi_1", Cents(100), "refund").await.unwrap();
    gateway.refunds("pi_1").await.unwrap();
    gateway.create_customer("anna@example.com", "Anna Verdi", "customer").await.unwrap();
    gateway.create_customer("anna@example.com", "", "customer").await.unwrap();
    gateway.method("pm_1").await.unwrap();
    gateway.attach_method("pm_1", "cus_1", "attach").await.unwrap();
    gateway.detach_method("pm_1", "detach").await.unwrap();
    set_up(gateway).await;
}

/// Requests of the back office that set the provider up.
async fn set_up(gateway: &StripeGateway) {
    let url = "https://bottega.example/?wc-api=wc_stripe";
    gateway.account().await.unwrap();
    gateway.webhook(url).await.unwrap();
    gateway.create_webhook(url, WEBHOOK_EVENTS, "webhook").await.unwrap();
    gateway.change_webhook("we_1", WEBHOOK_EVENTS, "mend").await.unwrap();
    gateway.change_webhook("we_1", &[], "off").await.unwrap();
    gateway.domain("bottega.example").await.unwrap();
    gateway.register_domain("bottega.example", "domain").await.unwrap();
    gateway.check_domain("pmd_1", "check").await.unwrap();
}

#[tokio::test]
async fn no_request_names_what_is_refused_together() {
    let (gateway, seen) = recorder().await;
    request_everything(&gateway).await;
    let seen = seen.lock().unwrap();
    let wrong: Vec<String> = seen.iter().flat_map(|(_, sent)| violations(sent)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn every_request_fits_the_published_description() {
    let description = Description::read();
    let (gateway, seen) = recorder().await;
    request_everything(&gateway).await;
    let seen = seen.lock().unwrap();
    let wrong: Vec<String> = seen.iter().flat_map(|(_, sent)| description.deviations(sent)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen.len() > 200, "{}", seen.len());
}

#[tokio::test]
async fn every_request_names_the_version_and_every_write_has_a_key() {
    let description = Description::read();
    let (gateway, seen) = recorder().await;
    request_everything(&gateway).await;
    for (headers, sent) in seen.lock().unwrap().iter() {
        let header = |name: &str| headers.get(name).map(|value| value.to_str().unwrap());
        assert_eq!(header("stripe-version"), Some(description.api_version()), "{sent:?}");
        assert_eq!(header("authorization"), Some("Bearer sk_test_shapes"));
        assert_eq!(header("idempotency-key").is_some(), sent.method == "POST", "{sent:?}");
    }
}

#[tokio::test]
async fn every_intent_of_a_wallets_purchase_names_what_the_wallet_may_hand_over() {
    for wallet in ExpressWallet::ALL {
        let (gateway, seen) = recorder().await;
        request_flows(&gateway, wallet.method()).await;
        let seen = seen.lock().unwrap();
        let named = seen.iter().map(|(_, sent)| values(sent, "payment_method_types")).filter(|kinds| !kinds.is_empty());
        let named: Vec<_> = named.collect();
        assert!(named.len() > 3, "{wallet:?}: created and changed, to pay and to save");
        for kinds in named {
            for kind in wallet.payment_types() {
                assert!(kinds.contains(&kind.as_str()), "{wallet:?} hands over {kind:?}, the intent names {kinds:?}");
            }
        }
    }
}
