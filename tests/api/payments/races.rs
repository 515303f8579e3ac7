//! Payments of one order that come at the same moment: one charge, one order, the same answer. Each race is run six times.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, Answer, Request, TestShop, Visitor, WEBHOOK_SECRET, now, on_both_databases, signature};
use tokio::task::JoinSet;

use crate::payments::cards::{ASKS, GOOD, order, paid_with, take_cards};

const ROUNDS: usize = 6;

/// Charges of an order that came through, by the provider's word.
async fn charges_of(shop: &TestShop, id: i64) -> usize {
    let all = shop.at_sandbox("/v1/charges?limit=100").await["data"].as_array().cloned().unwrap_or_default();
    let number = id.to_string();
    let own = all.iter().filter(|charge| charge["metadata"]["order_id"] == number);
    own.filter(|charge| charge["paid"] == true && charge["status"] == "succeeded").count()
}

fn sent(visitor: &Visitor, name: &str, body: &Value) -> Request {
    visitor
        .request(Method::POST, &format!("{API}/checkout"))
        .header("Nonce", visitor.nonce.clone().expect("a nonce"))
        .header("Idempotency-Key", name)
        .json(body)
}

fn read(answer: Answer) -> (u16, Value) {
    (answer.status, answer.json())
}

/// Order number, intent and nonce of an order whose card waits for its owner, who then agrees.
pub(crate) async fn agreed(shop: &TestShop, visitor: &mut Visitor, name: &str) -> (i64, String, String) {
    let placed = order(visitor, name, &paid_with(&shop.card(ASKS).await)).await.expect(200);
    let route = placed["payment_result"]["redirect_url"].as_str().expect("a route").to_owned();
    let mut parts = route.split(':');
    let (secret, nonce) = (parts.nth(2).expect("a secret"), parts.next().expect("a nonce"));
    let intent = secret.split("_secret_").next().expect("an id").to_owned();
    let asked = shop.at_sandbox(&format!("/v1/payment_intents/{intent}")).await;
    let page = asked["next_action"]["use_stripe_sdk"]["stripe_js"].as_str().expect("a page").to_owned();
    shop.answer_page(&page, "yes").await;
    (placed["order_id"].as_i64().expect("a number"), intent, nonce.to_owned())
}

on_both_databases! {
    async fn a_double_click_is_one_order_and_one_charge(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut merchant = shop.merchant().await;
        for round in 0..ROUNDS {
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-oil", 1).await;
            let body = paid_with(&shop.card(GOOD).await);
            let name = format!("click-{round}");
            let (first, second) = tokio::join!(sent(&visitor, &name, &body).send(), sent(&visitor, &name, &body).send());
            let (first, second) = (read(first), read(second));
            assert_eq!((first.0, second.0), (200, 200), "round {round}: {first:?} {second:?}");
            assert_eq!(first.1["order_id"], second.1["order_id"], "round {round}");
            assert_eq!(first.1["payment_result"], second.1["payment_result"], "round {round}");
            let id = first.1["order_id"].as_i64().expect("a number");
            assert_eq!(charges_of(&shop, id).await, 1, "round {round}");
            assert_eq!(first.1["status"], "processing", "round {round}");
            let history = merchant.order(id).await["history"].to_string();
            assert_eq!(history.matches("payment_paid").count(), 1, "moved once, and never back: {history}");
        }
    }

    async fn two_windows_that_pay_one_order_charge_it_once(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let mut merchant = shop.merchant().await;
        for round in 0..ROUNDS {
            visitor.add("t-oil", 1).await;
            let name = format!("window-{round}");
            let failed = order(&mut visitor, &name, &paid_with(&shop.card("4000000000000002").await)).await.expect(400);
            let (id, key) = (failed["order_id"].as_i64().expect("a number"), failed["order_key"].as_str().expect("a key"));
            let pay = |body: Value| {
                visitor
                    .request(Method::POST, &format!("{API}/checkout/{id}?key={key}&billing_email=livia@example.com"))
                    .header("Nonce", visitor.nonce.clone().expect("a nonce"))
                    .json(&body)
                    .send()
            };
            // Two cards of two windows.
            let cards = [paid_with(&shop.card(GOOD).await), paid_with(&shop.card("5555555555554444").await)];
            let [one, two] = cards;
            let (first, second) = tokio::join!(pay(one), pay(two));
            let (first, second) = (read(first), read(second));
            assert!([first.0, second.0].contains(&200), "round {round}: {first:?} {second:?}");
            for (status, answer) in [&first, &second] {
                // The slower one hears that it is paid, or that nothing is left to pay.
                let paid = *status == 200 && answer["payment_result"]["payment_status"] == "success";
                assert!(paid || *status == 409, "round {round}: {status} {answer}");
            }
            assert_eq!(charges_of(&shop, id).await, 1, "round {round}");
            assert_eq!(merchant.order(id).await["status"], "processing", "round {round}");
        }
    }

    async fn a_message_and_the_page_at_the_same_moment_come_to_the_same(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let mut merchant = shop.merchant().await;
        for round in 0..ROUNDS {
            visitor.add("t-oil", 1).await;
            let (id, intent, nonce) = agreed(&shop, &mut visitor, &format!("message-{round}")).await;
            let object = shop.at_sandbox(&format!("/v1/payment_intents/{intent}")).await;
            let message = |kind: &str| {
                let (id, at) = (format!("evt_{kind}_{round}"), now());
                let event = json!({ "id": id, "object": "event", "type": kind, "created": at, "data": { "object": object } });
                let body = event.to_string();
                visitor
                    .request(Method::POST, "/?wc-api=wc_stripe")
                    .header("stripe-signature", signature(WEBHOOK_SECRET, at, &body))
                    .body(body)
                    .send()
            };
            let order_id = id.to_string();
            let fields = [("order_id", order_id.as_str()), ("intent_id", &intent), ("_ajax_nonce", &nonce)];
            let tell = || visitor.request(Method::POST, "/?wc-ajax=wc_stripe_update_order_status").form(&fields).send();
            // What was true before is told at the same moment too.
            let (asked, made) = (message("payment_intent.requires_action"), message("payment_intent.created"));
            let (first, second, heard, asked, made) =
                tokio::join!(tell(), tell(), message("payment_intent.succeeded"), asked, made);
            for answer in [heard, asked, made] {
                assert_eq!(answer.status, 200, "round {round}");
            }
            let (first, second) = (read(first), read(second));
            assert_eq!(first, second, "round {round}");
            assert_eq!(first.1["success"], true, "round {round}: {first:?}");
            // The page's answer came after the order had followed.
            assert_eq!(merchant.order(id).await["status"], "processing", "round {round}");
            assert_eq!(charges_of(&shop, id).await, 1, "round {round}");
        }
        let list = merchant.get("/orders").await.expect(200);
        let ids = list["orders"].as_array().expect("a list").iter().filter_map(|one| one["id"].as_i64());
        let ids: Vec<i64> = ids.collect();
        assert_eq!(ids.len(), ROUNDS, "one order for each");
        for id in ids {
            let history = merchant.order(id).await["history"].to_string();
            assert_eq!(history.matches("payment_paid").count(), 1, "moved once, and never back: {history}");
        }
    }

    async fn however_many_messages_arrive_while_a_buyer_pays_the_order_is_placed(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        for round in 0..ROUNDS {
            visitor.add("t-oil", 1).await;
            let (id, intent, nonce) = agreed(&shop, &mut visitor, &format!("messages-{round}")).await;
            let object = shop.at_sandbox(&format!("/v1/payment_intents/{intent}")).await;
            let message = |number: usize| {
                let (id, at) = (format!("evt_{number}_{round}"), now());
                let kind = ["payment_intent.created", "payment_intent.succeeded"][number % 2];
                let event = json!({ "id": id, "object": "event", "type": kind, "created": at, "data": { "object": object } });
                let body = event.to_string();
                let request = visitor.request(Method::POST, "/?wc-api=wc_stripe");
                request.header("stripe-signature", signature(WEBHOOK_SECRET, at, &body)).body(body).send()
            };
            let order_id = id.to_string();
            let fields = [("order_id", order_id.as_str()), ("intent_id", &intent), ("_ajax_nonce", &nonce)];
            let confirm = |_| visitor.request(Method::POST, "/?wc-ajax=wc_stripe_update_order_status").form(&fields).send();
            let confirmations: JoinSet<_> = (0..24).map(confirm).collect();
            let messages: JoinSet<_> = (0..24).map(message).collect();
            for message in messages.join_all().await {
                assert_eq!(message.status, 200, "round {round}");
            }
            for (status, answer) in confirmations.join_all().await.into_iter().map(read) {
                assert_eq!((status, &answer["success"]), (200, &json!(true)), "round {round}: {answer}");
            }
            assert_eq!(charges_of(&shop, id).await, 1, "round {round}");
        }
    }

    async fn a_forms_intent_named_by_two_windows_is_charged_once(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        for round in 0..ROUNDS {
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-oil", 1).await;
            let data = shop_tests::page_data(&mut visitor, "/checkout/").await;
            let nonce = data["page"]["gateway"]["createPaymentIntentNonce"].as_str().expect("a nonce").to_owned();
            let fields = [("payment_method_type", "card"), ("_ajax_nonce", nonce.as_str())];
            let made = visitor.ajax("wc_stripe_create_payment_intent", &fields).await.expect(200);
            let mut body = paid_with(&shop.card(GOOD).await);
            let named = json!({ "key": "wc_payment_intent_id", "value": made["data"]["id"] });
            body["payment_data"].as_array_mut().expect("a list").push(named);
            let name = format!("early-{round}");
            let (first, second) = tokio::join!(sent(&visitor, &name, &body).send(), sent(&visitor, &name, &body).send());
            let (first, second) = (read(first), read(second));
            assert_eq!((first.0, second.0), (200, 200), "round {round}: {first:?} {second:?}");
            assert_eq!(first.1["payment_result"], second.1["payment_result"], "round {round}");
            assert_eq!(charges_of(&shop, first.1["order_id"].as_i64().expect("a number")).await, 1, "round {round}");
        }
    }
}
