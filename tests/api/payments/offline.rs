//! Paying by transfer or at the door after a try with a card: nobody pays twice.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, TestShop, Visitor, checkout, on_both_databases, sql};

use crate::orders::order_pay::{pay, state};
use crate::orders::renewals::pay_on_page;
use crate::payments::cards::{ASKS, GOOD, charges, order, paid_with, take_cards};
use crate::payments::events::becomes;
use crate::payments::races::agreed;

const CONFIRM: &str = "POST /v1/payment_intents/*/confirm";
const READ: &str = "GET /v1/payment_intents/*";
const CANCEL: &str = "POST /v1/payment_intents/*/cancel";

/// A visitor with something in the cart, of a shop that takes cards.
async fn buyer(shop: &mut TestShop) -> Visitor {
    let server = take_cards(shop).await;
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-oil", 1).await;
    visitor
}

/// An order whose card waits for its owner, with the path on which it is paid.
async fn waiting(shop: &TestShop, visitor: &mut Visitor) -> (i64, String) {
    let placed = order(visitor, "one", &paid_with(&shop.card(ASKS).await)).await.expect(200);
    path_of(&placed)
}

fn path_of(placed: &Value) -> (i64, String) {
    let (id, key) = (placed["order_id"].as_i64().expect("a number"), placed["order_key"].as_str().expect("a key"));
    (id, format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}"))
}

/// An order whose card was charged, which nobody has told the shop, with the path on which it is paid.
async fn charged_unheard(shop: &TestShop, visitor: &mut Visitor) -> (i64, String) {
    shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
    let waits = waiting(shop, visitor).await;
    shop.sandbox_fault(CONFIRM, 20, json!({ "kind": "drop_answer" })).await;
    let unheard = order(visitor, "one", &paid_with(&shop.card(GOOD).await)).await;
    assert_eq!(unheard.status, 200, "{}", unheard.text());
    assert_eq!(charges(shop).await.len(), 1);
    waits
}

/// What the provider took and did not give back.
async fn kept_cents(shop: &TestShop) -> i64 {
    charges(shop).await.iter().filter_map(|one| Some(one["amount"].as_i64()? - one["amount_refunded"].as_i64()?)).sum()
}

on_both_databases! {
    async fn a_card_that_waits_for_its_owner_pays_nothing_once_the_order_is_paid_at_the_door(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        let (id, path) = waiting(&shop, &mut visitor).await;
        assert_eq!(pay(&mut visitor, &path, "cod").await.status, 303);
        let intents = shop.at_sandbox("/v1/payment_intents?limit=1").await;
        assert_eq!(intents["data"][0]["status"], "canceled", "{intents}");
        let mut merchant = shop.merchant().await;
        let (status, title) = state(&mut merchant, id).await;
        assert_eq!((status.as_str(), title.contains("Carta")), ("processing", false), "{title}");
    }

    async fn an_order_whose_card_was_charged_unheard_is_not_paid_at_the_door_too(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        let (id, path) = charged_unheard(&shop, &mut visitor).await;
        assert_eq!(pay(&mut visitor, &path, "cod").await.status, 303, "it is paid");
        let (status, title) = state(&mut shop.merchant().await, id).await;
        assert_eq!((status.as_str(), title.contains("Carta")), ("processing", true), "{title}");
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn an_app_that_pays_at_the_door_what_a_card_has_paid_is_told_that_the_card_did(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        let (id, page) = charged_unheard(&shop, &mut visitor).await;
        let key = page.rsplit('=').next().unwrap_or_default();
        let path = format!("{API}/checkout/{id}?key={key}&billing_email=livia@example.com");
        let request = visitor
            .request(Method::POST, &path)
            .header("Nonce", visitor.nonce.clone().expect("a nonce"))
            .json(&json!({ "payment_method": "cod" }));
        let paid = visitor.send(request).await.expect(200);
        assert_eq!((&paid["status"], &paid["payment_method"]), (&json!("processing"), &json!("stripe")));
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn the_cart_that_came_back_is_not_ordered_at_the_door_when_its_card_was_charged_unheard(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        let refused = order(&mut visitor, "one", &paid_with(&shop.card("4000000000000002").await)).await.expect(400);
        let (id, path) = path_of(&refused);
        shop.sandbox_fault(CONFIRM, 20, json!({ "kind": "drop_answer" })).await;
        let card = shop.card(GOOD).await;
        let tried = pay_on_page(&mut visitor, &path, &card).await;
        assert!(tried.status < 500, "{}", tried.status);
        assert_eq!(charges(&shop).await.len(), 1, "{}", tried.text());
        let ordered = order(&mut visitor, "two", &checkout("cod")).await.expect(200);
        assert_eq!(ordered["order_id"].as_i64(), Some(id));
        assert_eq!((&ordered["status"], &ordered["payment_method"]), (&json!("processing"), &json!("stripe")));
        assert!(visitor.cart().await["items"].as_array().expect("lines").is_empty());
    }

    async fn while_the_provider_cannot_say_what_became_of_a_card_the_order_is_not_paid_in_another_way(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        let (id, path) = waiting(&shop, &mut visitor).await;
        shop.sandbox_fault(CANCEL, 20, json!({ "kind": "error" })).await;
        let refused = pay(&mut visitor, &path, "cod").await;
        assert_eq!(refused.status, 409);
        assert!(refused.text().contains("aspettiamo ancora"), "{}", refused.text());
        assert_eq!(state(&mut shop.merchant().await, id).await.0, "pending");
        shop.sandbox_clear_faults().await;
        assert_eq!(pay(&mut visitor, &path, "cod").await.status, 303);
    }

    async fn an_order_is_neither_cancelled_nor_paid_otherwise_while_nobody_can_say_whether_its_card_was_charged(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        let (id, path) = charged_unheard(&shop, &mut visitor).await;
        // It cannot be given up any more, and the provider does not say why.
        shop.sandbox_fault(READ, 40, json!({ "kind": "error" })).await;
        assert_eq!(pay(&mut visitor, &path, "cod").await.status, 409);
        let mut merchant = shop.merchant().await;
        merchant.set_status(id, "cancelled").await.expect(409);
        assert_eq!(state(&mut merchant, id).await.0, "pending");
        shop.sandbox_clear_faults().await;
        assert_eq!(pay(&mut visitor, &path, "cod").await.status, 303, "it is paid");
        assert_eq!(state(&mut merchant, id).await.0, "processing");
    }

    async fn money_of_a_card_that_comes_after_the_order_was_paid_at_the_door_goes_back(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop).await;
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        let (id, _, _) = agreed(&shop, &mut visitor, "one").await;
        assert_eq!(charges(&shop).await.len(), 1);
        // As if another server had paid it at the door at that moment.
        sql(shop.database(), &format!("UPDATE orders SET payment_method = 'cod', status = 'processing' WHERE id = {id}"));
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": false })).await;
        becomes(&shop, id, "processing").await;
        assert_eq!(kept_cents(&shop).await, 0);
        let mut merchant = shop.merchant().await;
        assert_eq!(state(&mut merchant, id).await.0, "processing");
        let refunds = &merchant.order(id).await["refunds"];
        assert!(refunds.as_array().is_some_and(Vec::is_empty), "it is still to be paid at the door: {refunds}");
    }
}
