//! Planned failures of the provider and the network.

use crate::support::{Running, SECRET, next, options, shop, start, start_with, to_shop};

const CALLS: &str = "POST /v1/payment_intents";

async fn plan(bank: &Running, fault: &str) {
    let body = format!("{{\"calls\": \"{CALLS}\", \"times\": 1, {fault}}}");
    assert_eq!(bank.send(bank.keyed("POST", "/_sandbox/faults", SECRET).body(body)).await.status, 200);
}

/// Creates an intent with a key; `None`: the response was missing or incomplete.
async fn make(bank: &Running, key: &str) -> Option<(u16, String)> {
    let request = bank.keyed("POST", "/v1/payment_intents", SECRET).header("idempotency-key", key);
    let answer = request.body("amount=4720&currency=eur").send().await.ok()?;
    let status = answer.status().as_u16();
    Some((status, answer.text().await.ok()?))
}

async fn count_intents(bank: &Running) -> usize {
    bank.get("/v1/payment_intents").await.json["data"].as_array().expect("a list").len()
}

#[tokio::test]
async fn switches_need_the_secret_key_and_make_sense() {
    let bank = start().await;
    let fault = r#"{"calls": "*", "times": 1, "kind": "error"}"#;
    for key in ["", "sk_test_other", crate::support::PUBLIC] {
        for (method, path) in [
            ("POST", "/_sandbox/faults"),
            ("DELETE", "/_sandbox/data"),
            ("POST", "/_sandbox/settle"),
            ("POST", "/_sandbox/deliver"),
            ("POST", "/_sandbox/webhooks"),
            ("POST", "/_sandbox/disputes"),
            ("POST", "/_sandbox/resend"),
        ] {
            assert_eq!(bank.send(bank.keyed(method, path, key).body(fault)).await.status, 401, "{key} {path}");
        }
    }
    for body in [
        "",
        "{}",
        r#"{"calls": "*", "times": 1, "kind": "earthquake"}"#,
        r#"{"calls": "*", "times": -1, "kind": "error"}"#,
    ] {
        assert_eq!(bank.send(bank.keyed("POST", "/_sandbox/faults", SECRET).body(body)).await.status, 400, "{body}");
    }
    assert_eq!(bank.get("/_sandbox/faults").await.json["planned"], serde_json::json!([]));
}

#[tokio::test]
async fn what_fails_before_the_work_leaves_nothing_behind_and_the_same_key_works_afterwards() {
    let bank = start().await;
    for (at, fault) in [r#""kind": "error""#, r#""kind": "drop""#, r#""kind": "rate_limit", "retry_after_s": 7"#]
        .into_iter()
        .enumerate()
    {
        plan(&bank, fault).await;
        let key = format!("k{at}");
        let first = make(&bank, &key).await;
        assert!(first.is_none_or(|(status, _)| matches!(status, 500 | 429)), "{fault}");
        assert_eq!(count_intents(&bank).await, at, "{fault}");
        assert_eq!(make(&bank, &key).await.map(|(status, _)| status), Some(200), "{fault}");
        assert_eq!(count_intents(&bank).await, at + 1, "{fault}");
    }
    plan(&bank, r#""kind": "rate_limit", "retry_after_s": 7"#).await;
    let limited = bank.post("/v1/payment_intents", "amount=4720&currency=eur").await;
    assert_eq!((limited.status, limited.headers["retry-after"].to_str().expect("a text")), (429, "7"));
}

#[tokio::test]
async fn what_fails_after_the_work_is_found_again_by_its_key() {
    let bank = start().await;
    for (at, fault) in [r#""kind": "drop_answer""#, r#""kind": "truncate""#].into_iter().enumerate() {
        plan(&bank, fault).await;
        let key = format!("k{at}");
        assert_eq!(make(&bank, &key).await, None, "{fault}");
        assert_eq!(count_intents(&bank).await, at + 1, "{fault}");
        assert_eq!(make(&bank, &key).await.map(|(status, _)| status), Some(200), "{fault}");
        assert_eq!(count_intents(&bank).await, at + 1, "{fault}");
    }
}

#[tokio::test]
async fn a_delayed_response_arrives_late_and_a_concurrent_twin_gets_a_conflict() {
    let bank = std::sync::Arc::new(start().await);
    plan(&bank, r#""kind": "late", "ms": 60000"#).await;
    let late = tokio::spawn({
        let bank = bank.clone();
        async move { make(&bank, "k").await }
    });
    // The call is executed before the response is sent; from then on the key is in use.
    while count_intents(&bank).await == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(make(&bank, "k").await.map(|(status, _)| status), Some(409));
    assert!(!late.is_finished());
    assert_eq!(bank.send(bank.keyed("DELETE", "/_sandbox/faults", SECRET)).await.status, 200);
    assert_eq!(late.await.expect("joins").map(|(status, _)| status), Some(200));
    assert_eq!(count_intents(&bank).await, 1);
}

#[tokio::test]
async fn amounts_can_be_off_by_a_cent_in_the_answer_alone() {
    let bank = start().await;
    plan(&bank, r#""kind": "off_by_cent""#).await;
    let seen = bank.post("/v1/payment_intents", "amount=4720&currency=eur").await;
    assert_eq!(seen.int("/amount"), 4721);
    assert_eq!(bank.get(&format!("/v1/payment_intents/{}", seen.id())).await.int("/amount"), 4720);
}

#[tokio::test]
async fn webhooks_can_be_paused_reversed_and_repeated() {
    let (url, mut webhooks) = shop(&[]).await;
    let bank = start_with(to_shop(options(), &url)).await;
    let set = async |body: &'static str| {
        assert_eq!(bank.send(bank.keyed("POST", "/_sandbox/webhooks", SECRET).body(body)).await.status, 200, "{body}");
    };
    set(r#"{"paused": true}"#).await;
    for name in ["first", "second", "third"] {
        bank.post("/v1/customers", &format!("name={name}")).await.id();
    }
    assert!(webhooks.try_recv().is_err());
    set(r#"{"reversed": true, "times": 2}"#).await;
    for name in ["third", "third", "second", "second", "first", "first"] {
        let (_, body) = next(&mut webhooks).await;
        assert!(body.contains(name), "{name}: {body}");
    }
    set("{}").await;
    let event = bank.get("/v1/events").await.at("/data/0/id").to_owned();
    let again = format!("{{\"event\": \"{event}\"}}");
    assert_eq!(bank.send(bank.keyed("POST", "/_sandbox/resend", SECRET).body(again)).await.status, 200);
    assert!(next(&mut webhooks).await.1.contains(&event));
    let unknown = bank.keyed("POST", "/_sandbox/resend", SECRET).body(r#"{"event": "evt_none"}"#);
    assert_eq!(bank.send(unknown).await.status, 404);
}

#[tokio::test]
async fn disputes_are_opened_and_decided_and_everything_can_be_forgotten() {
    let bank = start().await;
    let paid = bank.pay_by_card("4242424242424242").await.id();
    let dispute = async |body: String| bank.send(bank.keyed("POST", "/_sandbox/disputes", SECRET).body(body)).await;
    assert_eq!(dispute(r#"{"payment_intent": "pi_none"}"#.into()).await.status, 404);
    assert_eq!(dispute(format!("{{\"payment_intent\": \"{paid}\", \"close\": \"won\"}}")).await.status, 404);
    assert_eq!(dispute(format!("{{\"payment_intent\": \"{paid}\"}}")).await.at("/status"), "needs_response");
    assert_eq!(dispute(format!("{{\"payment_intent\": \"{paid}\"}}")).await.status, 400);
    assert_eq!(dispute(format!("{{\"payment_intent\": \"{paid}\", \"close\": \"won\"}}")).await.at("/status"), "won");
    assert_eq!(bank.send(bank.keyed("DELETE", "/_sandbox/data", SECRET)).await.status, 200);
    assert_eq!(bank.get(&format!("/v1/payment_intents/{paid}")).await.status, 404);
    assert!(bank.kinds_of_events().await.is_empty());
}
