//! The provider's messages: only its own are taken, and in any order, however often, they come to the same.

use serde_json::{Value, json};
use shop_tests::{Answer, TestShop, Visitor, WEBHOOK_SECRET, now, on_both_databases, rules, signature};

use crate::payments::cards::{ASKS, GOOD, charges, order, paid_with, status_of, take_cards};

/// An order whose card waits for its owner, and its intent.
async fn waiting(shop: &TestShop, visitor: &mut Visitor) -> (i64, Value) {
    visitor.add("t-five", 2).await;
    let placed = order(visitor, "one", &paid_with(&shop.card(ASKS).await)).await.expect(200);
    let list = shop.at_sandbox("/v1/payment_intents?limit=1").await;
    (placed["order_id"].as_i64().expect("a number"), list["data"][0].clone())
}

/// A message about an intent.
fn event(id: &str, kind: &str, intent: &Value, change: &Value) -> String {
    let mut object = intent.clone();
    for (name, value) in change.as_object().expect("fields") {
        object[name] = value.clone();
    }
    json!({ "id": id, "object": "event", "type": kind, "created": now(), "data": { "object": object } }).to_string()
}

async fn send(visitor: &mut Visitor, body: &str, signature: &str) -> Answer {
    let request = visitor.request(reqwest::Method::POST, "/?wc-api=wc_stripe").header("stripe-signature", signature);
    visitor.send(request.body(body.to_owned())).await
}

async fn send_signed(visitor: &mut Visitor, body: &str) -> Answer {
    send(visitor, body, &signature(WEBHOOK_SECRET, now(), body)).await
}

/// The order's status once the provider's messages have come and are taken in.
pub(crate) async fn becomes(shop: &TestShop, id: i64, status: &str) {
    shop.settle().await;
    assert_eq!(shop.merchant().await.order(id).await["status"], status);
}

fn paid(intent: &Value) -> Value {
    json!({ "status": "succeeded", "amount_received": intent["amount"] })
}

on_both_databases! {
    async fn a_dispute_and_a_refund_whose_messages_were_lost_are_fetched(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut ids = Vec::new();
        for name in ["one", "two"] {
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-five", 1).await;
            let placed = order(&mut visitor, name, &paid_with(&shop.card(GOOD).await)).await.expect(200);
            ids.push(placed["order_id"].as_i64().expect("a number"));
        }
        shop.settle().await;
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        let all = charges(&shop).await;
        let newest = |at: usize| all[at]["id"].as_str().expect("a charge").to_owned();
        shop.sandbox_json("/_sandbox/disputes", &json!({ "charge": newest(1) })).await;
        shop.sandbox_post("/v1/refunds", &[("charge", &newest(0))]).await;
        assert_eq!(status_of(&shop, ids[0]).await, "processing");
        shop.follow_payments().await;
        assert_eq!((status_of(&shop, ids[0]).await, status_of(&shop, ids[1]).await), ("on-hold".into(), "refunded".into()));
    }
}

rules! {
    async fn a_dispute_holds_the_order_and_a_won_one_lets_it_go_on(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number");
        let charge = charges(&shop).await[0].clone();
        let dispute = |event: &str, kind: &str, status: &str| {
            json!({ "id": event, "type": kind, "created": now(), "data": { "object": {
                "id": "dp_1", "object": "dispute", "status": status, "amount": charge["amount"],
                "charge": charge["id"], "payment_intent": charge["payment_intent"],
            } } })
            .to_string()
        };
        send_signed(&mut visitor, &dispute("evt_1", "charge.dispute.created", "needs_response")).await;
        becomes(&shop, id, "on-hold").await;
        send_signed(&mut visitor, &dispute("evt_2", "charge.dispute.closed", "won")).await;
        becomes(&shop, id, "processing").await;
    }

    async fn a_payment_is_heard_of_though_the_page_never_came_back(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let (id, intent) = waiting(&shop, &mut visitor).await;
        let body = event("evt_paid", "payment_intent.succeeded", &intent, &paid(&intent));
        assert_eq!(send_signed(&mut visitor, &body).await.status, 200);
        becomes(&shop, id, "processing").await;
    }

    async fn another_amount_than_the_orders_is_held_back(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let (id, intent) = waiting(&shop, &mut visitor).await;
        let less = json!({ "status": "succeeded", "amount_received": intent["amount"].as_i64().expect("cents") - 1 });
        send_signed(&mut visitor, &event("evt_1", "payment_intent.succeeded", &intent, &less)).await;
        becomes(&shop, id, "on-hold").await;
    }

    async fn another_programs_messages_are_answered_and_left_alone(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let (id, intent) = waiting(&shop, &mut visitor).await;
        let foreign = event("evt_1", "payment_intent.succeeded", &intent, &json!({ "id": "pi_foreign", "status": "succeeded" }));
        let other = json!({ "id": "evt_2", "type": "invoice.paid", "created": now(), "data": { "object": { "id": "in_1" } } });
        for body in [foreign, other.to_string(), event("evt_3", "customer.created", &intent, &json!({}))] {
            assert_eq!(send_signed(&mut visitor, &body).await.status, 200);
        }
        assert_eq!(status_of(&shop, id).await, "pending");
    }

    async fn messages_may_come_ten_times_and_in_any_order(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let (id, intent) = waiting(&shop, &mut visitor).await;
        let done = event("evt_3", "payment_intent.succeeded", &intent, &paid(&intent));
        let before = [
            event("evt_1", "payment_intent.processing", &intent, &json!({ "status": "processing" })),
            event("evt_2", "payment_intent.payment_failed", &intent, &json!({ "status": "requires_payment_method" })),
        ];
        for _ in 0..10 {
            assert_eq!(send_signed(&mut visitor, &done).await.status, 200);
        }
        becomes(&shop, id, "processing").await;
        for body in &before {
            assert_eq!(send_signed(&mut visitor, body).await.status, 200);
        }
        // A later message is taken in after the earlier ones: when it shows, they were looked at.
        let refund = json!({ "id": "evt_4", "type": "refund.created", "created": now(), "data": { "object": {
            "id": "re_1", "object": "refund", "status": "succeeded", "amount": intent["amount"], "payment_intent": intent["id"],
        } } });
        assert_eq!(send_signed(&mut visitor, &refund.to_string()).await.status, 200);
        becomes(&shop, id, "refunded").await;
        let history = shop.merchant().await.order(id).await["history"].to_string();
        assert_eq!(history.matches("payment_paid").count(), 1, "{history}");
        let mails = shop.merchant().await.mails().await;
        let told = mails.iter().filter(|mail| mail["kind"] == "customer_processing_order").count();
        assert_eq!(told, 1, "{mails:?}");
    }

    async fn what_the_provider_did_not_sign_is_not_taken(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let (id, intent) = waiting(&shop, &mut visitor).await;
        let body = event("evt_paid", "payment_intent.succeeded", &intent, &paid(&intent));
        let good = signature(WEBHOOK_SECRET, now(), &body);
        for (body, signature) in [
            (body.clone(), String::new()),
            (body.clone(), "t=1,v1=00".to_owned()),
            (body.clone(), signature("whsec_other", now(), &body)),
            (body.clone(), signature(WEBHOOK_SECRET, now() - 301, &body)),
            (body.clone(), signature(WEBHOOK_SECRET, now() + 302, &body)),
            (body.replace("evt_paid", "evt_pbid"), good),
        ] {
            let answer = send(&mut visitor, &body, &signature).await;
            assert_eq!(answer.status, 400, "{signature}");
            assert!(!answer.text().is_empty(), "the provider shows the reason to the merchant");
        }
        assert_eq!(status_of(&shop, id).await, "pending");
    }
}
