//! Which key may make which call.

use crate::support::{PUBLIC, SECRET, SHOP, start};

#[tokio::test]
async fn without_a_good_key_nothing_is_answered() {
    let bank = start().await;
    for header in
        [None, Some("Bearer sk_test_other"), Some("Bearer "), Some("Basic !!"), Some("Digest x"), Some("sk_test_shop")]
    {
        let mut request = bank.request("GET", "/v1/customers");
        if let Some(header) = header {
            request = request.header("authorization", header);
        }
        let answer = bank.send(request).await;
        assert_eq!((answer.status, answer.at("/error/type")), (401, "invalid_request_error"), "{header:?}");
    }
    let basic = bank.request("GET", "/v1/customers").basic_auth(SECRET, None::<&str>);
    assert_eq!(bank.send(basic).await.status, 200);
}

#[tokio::test]
async fn browsers_may_only_make_methods_and_tokens_and_confirm_what_they_know() {
    let bank = start().await;
    let paid = bank.pay_by_card("4242424242424242").await;
    let intent = paid.id();
    for (method, path) in [
        ("GET", "/v1/customers".to_owned()),
        ("POST", "/v1/customers".to_owned()),
        ("POST", "/v1/payment_intents".to_owned()),
        ("GET", "/v1/payment_intents".to_owned()),
        ("POST", "/v1/refunds".to_owned()),
        ("POST", format!("/v1/payment_intents/{intent}/cancel")),
        ("POST", format!("/v1/payment_intents/{intent}")),
        ("GET", format!("/v1/payment_methods/{}", paid.at("/payment_method"))),
        ("GET", "/v1/events".to_owned()),
    ] {
        let answer = bank.send(bank.keyed(method, &path, PUBLIC)).await;
        assert_eq!((answer.status, answer.at("/error/code")), (401, "secret_key_required"), "{method} {path}");
    }
}

#[tokio::test]
async fn an_intent_is_only_shown_to_a_browser_that_knows_its_secret() {
    let bank = start().await;
    let created = bank
        .post("/v1/payment_intents", "amount=4720&currency=eur&metadata[order]=7&payment_method_types[]=card")
        .await;
    let path = format!("/v1/payment_intents/{}", created.id());
    for query in ["", "?client_secret=", "?client_secret=pi_x_secret_y"] {
        let answer = bank.send(bank.keyed("GET", &format!("{path}{query}"), PUBLIC)).await;
        assert_eq!((answer.status, answer.at("/error/code")), (404, "resource_missing"), "{query}");
    }
    let query = format!("?client_secret={}", created.at("/client_secret"));
    let seen = bank.send(bank.keyed("GET", &format!("{path}{query}"), PUBLIC)).await;
    assert_eq!((seen.status, seen.int("/amount")), (200, 4720));
    assert_eq!((seen.json.get("metadata"), seen.json.get("customer")), (None, None));
    let method = bank.card("4242424242424242").await.id();
    let form = format!("payment_method={method}&client_secret=wrong");
    assert_eq!(bank.browser(&format!("{path}/confirm"), &form).await.status, 404);
    let form = format!("payment_method={method}&client_secret={}", created.at("/client_secret"));
    assert_eq!(bank.browser(&format!("{path}/confirm"), &form).await.at("/status"), "succeeded");
}

#[tokio::test]
async fn card_numbers_are_not_taken_from_servers() {
    let bank = start().await;
    let number = "type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040";
    let created = bank.post("/v1/payment_methods", number).await;
    assert_eq!((created.status, created.at("/error/code")), (400, "card_data_not_allowed"));
    let data = "amount=4720&currency=eur&confirm=true&payment_method_data[type]=card\
                &payment_method_data[card][number]=4242424242424242&payment_method_data[card][exp_month]=12\
                &payment_method_data[card][exp_year]=2040";
    assert_eq!(bank.post("/v1/payment_intents", data).await.at("/error/code"), "card_data_not_allowed");
    assert_eq!(bank.post("/v1/payment_methods", "type=card&card[token]=tok_visa").await.at("/card/last4"), "4242");
}

#[tokio::test]
async fn pages_of_the_shop_may_call_and_those_of_others_may_not() {
    let bank = start().await;
    for (origin, allowed) in [(SHOP, Some(SHOP)), ("https://evil.example", None), ("null", None)] {
        let answer = bank.send(bank.request("OPTIONS", "/v1/payment_methods").header("origin", origin)).await;
        let allows = answer.headers.get("access-control-allow-origin").map(|value| value.to_str().expect("a text"));
        assert_eq!(allows, allowed, "{origin}");
    }
}

#[tokio::test]
async fn every_answer_names_its_request_and_version() {
    let bank = start().await;
    let answer = bank.send(bank.keyed("GET", "/v1/customers", SECRET).header("stripe-version", "2024-06-20")).await;
    assert_eq!(answer.headers["stripe-version"], "2024-06-20");
    assert!(answer.headers["request-id"].to_str().expect("a text").starts_with("req_"));
    let unknown = bank.get("/v1/prices").await;
    assert_eq!((unknown.status, unknown.at("/error/type")), (404, "invalid_request_error"));
}
