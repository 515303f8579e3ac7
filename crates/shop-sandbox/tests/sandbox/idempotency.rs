//! The same key never executes a call twice.

use crate::support::start;

const CUSTOMER: &str = "/v1/customers";

#[tokio::test]
async fn the_same_key_gives_the_first_answer_again() {
    let bank = start().await;
    let first = bank.once(CUSTOMER, "email=anna@example.com", "k1").await;
    let again = bank.once(CUSTOMER, "email=anna@example.com", "k1").await;
    assert_eq!((again.status, &again.text), (200, &first.text));
    assert_eq!(first.headers.get("idempotent-replayed"), None);
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_ne!(bank.once(CUSTOMER, "email=anna@example.com", "k2").await.id(), first.id());
}

#[tokio::test]
async fn the_same_key_with_another_request_is_refused() {
    let bank = start().await;
    bank.once(CUSTOMER, "email=anna@example.com", "k").await.id();
    for (path, form) in [(CUSTOMER, "email=bea@example.com"), (CUSTOMER, ""), ("/v1/refunds", "email=anna@example.com")]
    {
        let other = bank.once(path, form, "k").await;
        assert_eq!((other.status, other.at("/error/type")), (400, "idempotency_error"), "{path} {form}");
    }
}

#[tokio::test]
async fn a_decline_is_stored_and_an_error_before_execution_is_not() {
    let bank = start().await;
    let method = bank.card("4000000000000002").await.id();
    let form = format!("amount=4720&currency=eur&confirm=true&payment_method={method}&payment_method_types[]=card");
    let first = bank.once("/v1/payment_intents", &form, "declined").await;
    let again = bank.once("/v1/payment_intents", &form, "declined").await;
    assert_eq!((again.status, &again.text), (402, &first.text));
    assert_eq!(bank.get("/v1/charges").await.json["data"].as_array().map(Vec::len), Some(1));
    let wrong = bank.once("/v1/payment_intents", "amount=4720", "mended").await;
    assert_eq!((wrong.status, wrong.at("/error/param")), (400, "currency"));
    assert_eq!(bank.once("/v1/payment_intents", "amount=4720&currency=eur", "mended").await.status, 200);
}

#[tokio::test]
async fn fifty_twins_at_once_make_one_payment() {
    let bank = std::sync::Arc::new(start().await);
    let method = bank.card("4242424242424242").await.id();
    let form = format!("amount=4720&currency=eur&confirm=true&payment_method={method}&payment_method_types[]=card");
    let mut twins = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let (bank, form) = (bank.clone(), form.clone());
        twins.spawn(async move { bank.once("/v1/payment_intents", &form, "twin").await });
    }
    let answers = twins.join_all().await;
    let paid: std::collections::BTreeSet<_> =
        answers.iter().filter(|answer| answer.status == 200).map(|answer| answer.at("/id")).collect();
    assert_eq!(paid.len(), 1);
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 409)));
    assert_eq!(bank.get("/v1/charges").await.json["data"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn keys_are_neither_empty_nor_longer_than_255_characters() {
    let bank = start().await;
    for key in ["", &"k".repeat(256)] {
        assert_eq!(bank.once(CUSTOMER, "", key).await.status, 400);
    }
    assert_eq!(bank.once(CUSTOMER, "", &"k".repeat(255)).await.status, 200);
}

#[tokio::test]
async fn a_refusal_of_the_very_first_call_is_given_again_also_after_everything_was_forgotten() {
    let bank = start().await;
    for _ in 0..2 {
        let cancel = "/v1/payment_intents/pi_none/cancel";
        let missing = bank.once(cancel, "", "first").await;
        assert_eq!(missing.at("/error/code"), "resource_missing");
        let paid = bank.pay_by_card("4242424242424242").await.id();
        let cancel = format!("/v1/payment_intents/{paid}/cancel");
        let late = bank.once(&cancel, "", "late").await;
        assert_eq!(late.at("/error/code"), "payment_intent_unexpected_state");
        let again = bank.once(&cancel, "", "late").await;
        assert_eq!((again.text, again.headers["idempotent-replayed"].to_str().unwrap()), (late.text, "true"));
        assert_eq!(bank.send(bank.keyed("DELETE", "/_sandbox/data", crate::support::SECRET)).await.status, 200);
    }
}
