//! Whatever the provider or the network does: never two charges for one order, never a charge whose order does not know it, never an
//! order lost.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, TestShop, Visitor, rules};

use crate::payments::cards::{GOOD, charges, order, paid_with, status_of, take_cards};
use crate::payments::events::becomes;

const CONFIRM: &str = "POST /v1/payment_intents/*/confirm";
const CREATE: &str = "POST /v1/payment_intents";

/// A visitor with something in the cart, of a shop that takes cards.
async fn buyer(shop: &mut TestShop) -> Visitor {
    let server = take_cards(shop).await;
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-five", 2).await;
    visitor
}

/// One charge, of the order's amount, and the order knows it.
async fn paid_once(shop: &TestShop, id: i64) {
    becomes(shop, id, "processing").await;
    let all = charges(shop).await;
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(shop.merchant().await.stock("t-five").await, 3);
}

rules! {
    async fn what_breaks_for_a_moment_is_asked_again_and_charged_once(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        for (calls, times, fault) in [
            (CREATE, 1, json!({ "kind": "error" })),
            (CREATE, 1, json!({ "kind": "drop" })),
            (CONFIRM, 1, json!({ "kind": "drop_answer" })),
            (CONFIRM, 1, json!({ "kind": "truncate" })),
            (CONFIRM, 1, json!({ "kind": "rate_limit", "retry_after_s": 1 })),
        ] {
            shop.sandbox_fault(calls, times, fault).await;
        }
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(placed["payment_result"]["payment_status"], "success");
        paid_once(&shop, placed["order_id"].as_i64().expect("a number")).await;
    }

    async fn a_charge_whose_answer_is_lost_for_good_is_heard_of_all_the_same(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        shop.sandbox_fault(CONFIRM, 20, json!({ "kind": "drop_answer" })).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number");
        paid_once(&shop, id).await;
        // The shopper, who saw nothing, tries again with another card.
        let again = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(again["order_id"].as_i64(), Some(id));
        paid_once(&shop, id).await;
    }

    async fn a_provider_that_is_down_costs_nothing_and_the_order_can_be_paid_later(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        // The browser gave its card to the provider before it broke.
        let card = shop.card(GOOD).await;
        shop.sandbox_fault("POST *", 40, json!({ "kind": "error" })).await;
        let refused = order(&mut visitor, "one", &paid_with(&card)).await;
        assert_eq!(refused.status, 400, "{}", refused.text());
        let id = refused.json()["order_id"].as_i64().expect("a number");
        assert!(refused.text().contains("collegamento con il server"), "{}", refused.text());
        assert_eq!(status_of(&shop, id).await, "pending");
        assert_eq!(shop.merchant().await.stock("t-five").await, 3, "the order keeps its pieces");
        shop.sandbox_clear_faults().await;
        let paid = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(paid["order_id"].as_i64(), Some(id));
        paid_once(&shop, id).await;
    }

    async fn an_answer_with_another_amount_is_never_taken_as_paid(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        shop.sandbox_fault(CONFIRM, 1, json!({ "kind": "off_by_cent" })).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(status_of(&shop, placed["order_id"].as_i64().expect("a number")).await, "on-hold");
    }

    async fn messages_that_were_held_back_come_newest_first_and_ten_times(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        shop.sandbox_fault(CONFIRM, 20, json!({ "kind": "drop_answer" })).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number");
        assert_eq!(status_of(&shop, id).await, "pending");
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "reversed": true, "times": 10 })).await;
        paid_once(&shop, id).await;
        let mails = shop.merchant().await.mails().await;
        assert_eq!(mails.iter().filter(|mail| mail["kind"] == "customer_processing_order").count(), 1);
    }

    async fn a_server_killed_between_charge_and_order_loses_neither(shop) {
        let mut shop = shop;
        take_cards(&mut shop).await;
        let doomed = shop.add_process();
        let mut visitor = shop.visitor_of(doomed);
        visitor.add("t-five", 2).await;
        let body = paid_with(&shop.card(GOOD).await);
        shop.sandbox_fault(CONFIRM, 1, json!({ "kind": "late", "ms": 60_000 })).await;
        let request = visitor
            .request(Method::POST, &format!("{API}/checkout"))
            .header("Nonce", visitor.nonce.clone().expect("a nonce"))
            .header("Idempotency-Key", "one")
            .json(&body);
        let waiting = tokio::spawn(request.try_send());
        shop.stalled(1).await;
        assert_eq!(charges(&shop).await.len(), 1);
        shop.kill(doomed);
        assert!(waiting.await.expect("the request ends").is_err(), "nobody answered");
        let all: Value = shop.merchant().await.get("/orders").await.expect(200);
        let id = all["orders"][0]["id"].as_i64().expect("the order is there");
        paid_once(&shop, id).await;
    }
}
