//! The shop is notified of events.

use hmac::{Hmac, Mac};
use serde_json::Value;
use sha2::Sha256;

use crate::support::{WEBHOOK_SECRET, next, options, shop, start, start_with, to_shop};

#[tokio::test]
async fn each_step_of_a_payment_emits_an_event() {
    let bank = start().await;
    bank.pay_by_card("4242424242424242").await.id();
    assert_eq!(
        bank.kinds_of_events().await,
        ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]
    );
    let bank = start().await;
    bank.pay_by_card("4000000000000002").await;
    assert_eq!(
        bank.kinds_of_events().await,
        ["payment_intent.created", "charge.failed", "payment_intent.payment_failed"]
    );
}

#[tokio::test]
async fn webhooks_are_signed_over_time_and_body() {
    let (url, mut webhooks) = shop(&[]).await;
    let bank = start_with(to_shop(options(), &url)).await;
    let customer = bank.post("/v1/customers", "email=anna@example.com").await.id();
    let (signature, body) = next(&mut webhooks).await;
    let (time, hash) = signature.strip_prefix("t=").and_then(|rest| rest.split_once(",v1=")).expect("the shape");
    let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(WEBHOOK_SECRET.as_bytes()).expect("any key does");
    mac.update(format!("{time}.{body}").as_bytes());
    assert_eq!(hash, hex::encode(mac.finalize().into_bytes()));
    let event: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(
        (event["type"].as_str(), event["data"]["object"]["id"].as_str()),
        (Some("customer.created"), Some(&*customer))
    );
    assert_eq!(event["object"], "event");
}

#[tokio::test]
async fn an_event_that_the_shop_does_not_acknowledge_is_sent_again_with_the_same_id_until_the_retries_are_used_up() {
    let (url, mut webhooks) = shop(&[500, 404]).await;
    let bank = start_with(to_shop(options(), &url)).await;
    bank.post("/v1/customers", "").await.id();
    let mut ids = Vec::new();
    for _ in 0..3 {
        let event: Value = serde_json::from_str(&next(&mut webhooks).await.1).expect("JSON");
        ids.push(event["id"].as_str().expect("an id").to_owned());
    }
    assert!(ids.iter().all(|id| *id == ids[0]));

    let (url, mut webhooks) = shop(&[500; 9]).await;
    let bank = start_with(to_shop(options(), &url)).await;
    bank.post("/v1/customers", "name=first").await.id();
    for _ in 0..4 {
        assert!(next(&mut webhooks).await.1.contains("first"), "one try and three more");
    }
    bank.post("/v1/customers", "name=second").await.id();
    assert!(next(&mut webhooks).await.1.contains("second"), "the first one was given up");
}
