//! Refunds of orders that the provider was paid through: written down first, asked for once, never more than came, whatever the
//! provider or the network does.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, Merchant, TestShop, Visitor, WEBHOOK_SECRET, now, on_both_databases, rules, signature};
use tokio::task::JoinSet;

use crate::orders::renewals::in_days;
use crate::payments::cards::{GOOD, order, paid_with, take_cards};
use crate::payments::events::becomes;

const REFUND: &str = "POST /v1/refunds";
/// Refunds of this card are on their way for days; those of the other one come back.
const LATER: &str = "4000000000007726";
const COMES_BACK: &str = "4000000000005126";

/// An order of three pieces that a card paid.
pub(crate) async fn paid_by(shop: &mut TestShop, card: &str) -> (i64, Visitor) {
    let server = take_cards(shop).await;
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-five", 3).await;
    let placed = order(&mut visitor, "one", &paid_with(&shop.card(card).await)).await.expect(200);
    (placed["order_id"].as_i64().expect("a number"), visitor)
}

fn path(order: i64) -> String {
    format!("/orders/{order}/refunds")
}

async fn refund(merchant: &mut Merchant, order: i64, body: Value) -> Answer {
    merchant.write(Method::POST, &path(order), body).await
}

/// What the provider has given back.
async fn given(shop: &TestShop) -> Vec<Value> {
    shop.at_sandbox("/v1/refunds?limit=100").await["data"].as_array().cloned().unwrap_or_default()
}

fn euros(cents: i64) -> String {
    format!("{},{:02}", cents / 100, cents % 100)
}

/// The order once the provider's messages have come; its refunds are as wanted.
async fn refunds_become(shop: &TestShop, order: i64, wanted: &[&str]) -> Value {
    shop.settle().await;
    let seen = shop.merchant().await.order(order).await;
    let rows = seen["refunds"].as_array().cloned().unwrap_or_default();
    let states: Vec<&str> = rows.iter().filter_map(|one| one["state"].as_str()).collect();
    assert_eq!(states, wanted);
    seen
}

/// A message about a refund, as the provider signs it.
async fn tell(visitor: &mut Visitor, event: &str, kind: &str, refund: &Value) {
    let body = json!({ "id": event, "type": kind, "created": now(), "data": { "object": refund } }).to_string();
    let request = visitor
        .request(Method::POST, "/?wc-api=wc_stripe")
        .header("stripe-signature", signature(WEBHOOK_SECRET, now(), &body));
    assert_eq!(visitor.send(request.body(body)).await.status, 200);
}

rules! {
    async fn pieces_go_back_into_stock_and_their_money_to_the_card(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        let mut merchant = shop.merchant().await;
        let open = merchant.order(id).await["open_refund"].clone();
        assert_eq!(open["gateway_left_cents"], open["left_cents"]);
        let body = json!({ "lines": [{ "position": 0, "quantity": "1" }], "restock": true, "reason": "Rotto" });
        let seen = refund(&mut merchant, id, body).await.expect(200);
        assert_eq!((&seen["refunds"][0]["state"], &seen["status"]), (&json!("succeeded"), &json!("processing")));
        let there = given(&shop).await;
        assert_eq!(there.len(), 1);
        assert_eq!(there[0]["amount"], seen["refunds"][0]["cents"]);
        assert_eq!(merchant.stock("t-five").await, 3, "five, less three, and one back");
        let mails = merchant.mails().await;
        let told = mails.iter().filter(|mail| mail["kind"].as_str().is_some_and(|kind| kind.starts_with("customer_refund_")));
        assert_eq!(told.count(), 1);
    }

    async fn all_that_is_left_fills_the_form_and_leaves_nothing(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        let mut merchant = shop.merchant().await;
        refund(&mut merchant, id, json!({ "lines": [{ "position": 0, "quantity": "1" }], "restock": true })).await.expect(200);
        let open = merchant.order(id).await["open_refund"].clone();
        let all = &open["everything"];
        assert_eq!((&all["lines"][0]["quantity"], &all["as_credit"], &all["by_hand"]), (&json!("2"), &json!(false), &json!(false)));
        let form = json!({ "lines": all["lines"], "shipping": all["shipping"], "other": all["other"], "restock": true });
        let shown = merchant.write(Method::POST, &format!("{}/preview", path(id)), form.clone()).await.expect(200);
        assert_eq!((&shown["cents"], &shown["way"], &shown["left_cents"]), (&open["left_cents"], &json!("gateway"), &json!(0)));
        assert_eq!((&shown["restock"], &shown["returned"]), (&json!(true), &json!(["Cinque pezzi × 2"])));
        assert_eq!(given(&shop).await.len(), 1, "a preview moves no money");
        let seen = refund(&mut merchant, id, form).await.expect(200);
        assert_eq!((&seen["status"], &seen["open_refund"]), (&json!("refunded"), &json!(null)));
        assert_eq!(merchant.stock("t-five").await, 5);
    }

    async fn a_preview_says_how_it_is_given_back_and_refuses_what_the_refund_would(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        let mut merchant = shop.merchant().await;
        let path = format!("{}/preview", path(id));
        for (body, way) in [(json!({ "other": "1", "by_hand": true }), "by_hand"), (json!({ "other": "1", "as_credit": true }), "credit")] {
            let shown = merchant.write(Method::POST, &path, body).await.expect(200);
            assert_eq!((&shown["way"], &shown["restock"]), (&json!(way), &json!(false)));
        }
        for (body, field) in [
            (json!({}), ""),
            (json!({ "other": "uno" }), "other"),
            (json!({ "shipping": "999" }), "shipping"),
            (json!({ "lines": [{ "position": 0, "quantity": "4" }] }), "lines.0.quantity"),
        ] {
            let refused = merchant.write(Method::POST, &path, body).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field);
        }
        let unknown = merchant.write(Method::POST, "/orders/999999/refunds/preview", json!({ "other": "1" })).await;
        assert_eq!(unknown.status, 404);
        let request = shop.visitor().request(Method::POST, &format!("/api/admin{path}")).json(&json!({ "other": "1" }));
        assert_eq!(shop.visitor().send(request).await.status, 401);
        assert_eq!(given(&shop).await.len(), 0);
    }

    async fn the_last_cent_makes_the_order_refunded_whichever_way_it_is_asked(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        let mut merchant = shop.merchant().await;
        refund(&mut merchant, id, json!({ "other": "1" })).await.expect(200);
        merchant.set_status(id, "refunded").await.expect(200);
        let seen = merchant.order(id).await;
        assert_eq!((&seen["status"], &seen["open_refund"]), (&json!("refunded"), &json!(null)));
        let total = seen["total_cents"].as_i64().expect("cents");
        let there: i64 = given(&shop).await.iter().map(|one| one["amount"].as_i64().expect("cents")).sum();
        assert_eq!(there, total);
        let booked: i64 = seen["refunds"].as_array().expect("refunds").iter().map(|one| one["cents"].as_i64().expect("cents")).sum();
        assert_eq!(booked, total, "nothing is booked twice");
    }

    async fn a_cancelled_order_gives_its_money_back_to_the_card(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        let mut merchant = shop.merchant().await;
        merchant.set_status(id, "cancelled").await.expect(200);
        let seen = refunds_become(&shop, id, &["succeeded"]).await;
        assert_eq!(seen["status"], "cancelled");
        let there = given(&shop).await;
        assert_eq!((there.len(), &there[0]["amount"]), (1, &seen["total_cents"]));
        assert_eq!(merchant.stock("t-five").await, 5);
    }

    async fn what_breaks_for_a_moment_gives_back_once(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        for fault in ["error", "drop", "drop_answer", "truncate"] {
            shop.sandbox_clear_faults().await;
            shop.sandbox_fault(REFUND, 1, json!({ "kind": fault })).await;
            let mut merchant = shop.merchant().await;
            refund(&mut merchant, id, json!({ "other": "1" })).await.expect(200);
        }
        refunds_become(&shop, id, &["succeeded"; 4]).await;
        assert_eq!(given(&shop).await.len(), 4);
    }

    async fn a_refund_whose_answer_is_lost_is_asked_about_and_never_made_twice(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        shop.sandbox_fault(REFUND, 20, json!({ "kind": "drop_answer" })).await;
        let mut merchant = shop.merchant().await;
        let seen = refund(&mut merchant, id, json!({ "other": "2" })).await.expect(200);
        assert_eq!(seen["refunds"][0]["state"], "requested");
        assert_eq!(merchant.mails().await.iter().filter(|mail| mail["kind"].as_str().is_some_and(|kind| kind.starts_with("customer_refund_"))).count(), 0, "nobody is told of what is not known");
        shop.sandbox_clear_faults().await;
        // Its message comes while it is in doubt: it is the same refund, not another one.
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "times": 10, "reversed": true })).await;
        assert_eq!(in_days(&shop, 1).await.settlement.check_refunds().await.expect("a round"), 1);
        let seen = refunds_become(&shop, id, &["succeeded"]).await;
        assert_eq!(seen["refunds"][0]["cents"], 200);
        assert_eq!(given(&shop).await.len(), 1);
    }

    async fn a_server_killed_after_writing_asks_once_when_it_is_back(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        let doomed = shop.add_process();
        shop.sandbox_fault(REFUND, 1, json!({ "kind": "hang", "ms": 60_000 })).await;
        let mut merchant = shop.merchant_of(doomed).await;
        let waiting = tokio::spawn(async move { refund(&mut merchant, id, json!({ "other": "2" })).await.status });
        shop.stalled(1).await;
        let written = shop.merchant().await.order(id).await["refunds"].as_array().map(Vec::len);
        assert_eq!(written, Some(1), "it is written down before it is asked for");
        shop.kill(doomed);
        assert!(waiting.await.is_err(), "nobody answered");
        shop.sandbox_clear_faults().await;
        assert_eq!(in_days(&shop, 1).await.settlement.check_refunds().await.expect("a round"), 1);
        refunds_become(&shop, id, &["succeeded"]).await;
        assert_eq!(given(&shop).await.len(), 1);
    }

    async fn a_refund_on_its_way_arrives_later(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, LATER).await;
        let mut merchant = shop.merchant().await;
        let seen = refund(&mut merchant, id, json!({ "other": "2" })).await.expect(200);
        assert_eq!(seen["refunds"][0]["state"], "pending");
        shop.sandbox_json("/_sandbox/settle", &json!({})).await;
        refunds_become(&shop, id, &["succeeded"]).await;
    }

    async fn what_the_provider_refuses_is_told_and_not_counted(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        let mut merchant = shop.merchant().await;
        let left = merchant.order(id).await["open_refund"]["left_cents"].as_i64().expect("cents");
        // Given back at the provider's a moment ago; its message is held back.
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        let intent = merchant.order(id).await["payments"][0]["intent_id"].as_str().expect("an intent").to_owned();
        shop.sandbox_post("/v1/refunds", &[("payment_intent", &intent), ("amount", "300")]).await;
        let seen = refund(&mut merchant, id, json!({ "other": euros(left) })).await.expect(200);
        assert_eq!((&seen["refunds"][0]["state"], &seen["refunds"][0]["failure"]), (&json!("failed"), &json!("amount_too_large")));
        assert_eq!((&seen["status"], seen["open_refund"]["left_cents"].as_i64()), (&json!("processing"), Some(left)));
        shop.sandbox_json("/_sandbox/webhooks", &json!({})).await;
        let seen = refunds_become(&shop, id, &["failed", "succeeded"]).await;
        assert_eq!(seen["open_refund"]["left_cents"].as_i64(), Some(left - 300));
    }

    async fn refunds_made_at_the_providers_are_booked_once_however_often_they_are_told(shop) {
        let mut shop = shop;
        let (id, mut visitor) = paid_by(&mut shop, GOOD).await;
        let intent = shop.merchant().await.order(id).await["payments"][0]["intent_id"].clone();
        let made = json!({ "id": "re_dash", "object": "refund", "status": "succeeded", "amount": 300, "payment_intent": intent });
        for n in 0..10 {
            tell(&mut visitor, &format!("evt_{n}"), "refund.created", &made).await;
            tell(&mut visitor, "evt_same", "charge.refund.updated", &made).await;
        }
        let seen = refunds_become(&shop, id, &["succeeded"]).await;
        assert_eq!((&seen["refunds"][0]["cents"], &seen["refunds"][0]["author"]), (&json!(300), &json!("payment")));
        let came_back = json!({ "id": "re_dash", "object": "refund", "status": "failed", "amount": 300, "payment_intent": intent });
        tell(&mut visitor, "evt_back", "refund.failed", &came_back).await;
        let seen = refunds_become(&shop, id, &["failed"]).await;
        assert_eq!(seen["open_refund"]["left_cents"], seen["total_cents"]);
        let foreign = json!({ "id": "re_x", "object": "refund", "status": "succeeded", "amount": 300, "payment_intent": "pi_foreign" });
        tell(&mut visitor, "evt_foreign", "refund.created", &foreign).await;
        let rest = json!({ "id": "re_rest", "object": "refund", "status": "succeeded", "amount": seen["total_cents"], "payment_intent": intent });
        tell(&mut visitor, "evt_rest", "refund.created", &rest).await;
        becomes(&shop, id, "refunded").await;
        assert_eq!(shop.merchant().await.order(id).await["refunds"].as_array().map(Vec::len), Some(2));
    }

    async fn money_can_be_given_back_by_other_means_or_as_credit(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        let mut merchant = shop.merchant().await;
        let seen = refund(&mut merchant, id, json!({ "other": "1", "by_hand": true })).await.expect(200);
        assert_eq!(seen["refunds"][0]["state"], "");
        refund(&mut merchant, id, json!({ "other": "1", "as_credit": true })).await.expect(200);
        assert!(given(&shop).await.is_empty());
    }

    async fn the_orders_page_tells_the_history_of_its_payment(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        order(&mut visitor, "one", &paid_with(&shop.card("4000000000009995").await)).await.expect(400);
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number");
        let charge = crate::payments::cards::charges(&shop).await[0]["id"].as_str().expect("a charge").to_owned();
        shop.sandbox_json("/_sandbox/disputes", &json!({ "charge": charge })).await;
        becomes(&shop, id, "on-hold").await;
        let seen = shop.merchant().await.order(id).await;
        let payment = &seen["payments"][0];
        assert_eq!((&payment["state"], &payment["tries"]), (&json!("paid"), &json!(2)));
        assert!(payment["url"].as_str().is_some_and(|url| url.contains(payment["intent_id"].as_str().unwrap_or("?"))));
        let events = payment["events"].as_array().expect("events");
        let words = |kind: &str| events.iter().find(|one| one["kind"] == kind).map(|one| one["words"].as_str().unwrap_or_default().to_owned());
        assert!(words("payment_intent.payment_failed").is_some_and(|words| words.contains("il saldo non basta")), "{events:?}");
        assert_eq!(words("payment_intent.succeeded").as_deref(), Some(""));
        let dispute = &payment["disputes"][0];
        assert_eq!((&dispute["state"], &dispute["reason"]), (&json!("open"), &json!("fraudulent")));
        assert!(dispute["due_by"].as_i64().is_some_and(|due| due > now()));
        assert_eq!(seen["open_refund"], json!(null), "what is disputed is in the bank's hands");
    }

    async fn only_staff_gives_money_back(shop) {
        let mut shop = shop;
        let (id, mut visitor) = paid_by(&mut shop, GOOD).await;
        for path in [format!("/api/admin/orders/{id}/refunds"), format!("/api/admin/orders/{id}/capture"), format!("/api/admin/orders/{id}/release")] {
            let request = visitor.request(Method::POST, &path).json(&json!({}));
            assert_eq!(visitor.send(request).await.status, 401, "{path}");
        }
        assert!(given(&shop).await.is_empty());
    }
}

on_both_databases! {
    async fn a_second_click_gives_nothing_back_a_second_time(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        let mut merchant = shop.merchant().await;
        let body = json!({ "other": "2", "refunds_before": 0 });
        refund(&mut merchant, id, body.clone()).await.expect(200);
        let again = refund(&mut merchant, id, body).await.expect(409);
        assert_eq!(again["code"], "order_changed");
        assert_eq!(given(&shop).await.len(), 1);
        let mut both = JoinSet::new();
        for _ in 0..2 {
            let mut merchant = shop.merchant().await;
            both.spawn(async move { refund(&mut merchant, id, json!({ "other": "2", "refunds_before": 1 })).await.status });
        }
        let mut answers = both.join_all().await;
        answers.sort_unstable();
        assert_eq!(answers, [200, 409]);
        assert_eq!(given(&shop).await.len(), 2);
    }

    async fn more_than_came_is_never_given_back_not_even_by_two_at_once(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, GOOD).await;
        let mut merchant = shop.merchant().await;
        let left = merchant.order(id).await["open_refund"]["left_cents"].as_i64().expect("cents");
        let refused = refund(&mut merchant, id, json!({ "other": euros(left + 1) })).await.expect(422);
        assert_eq!(refused["errors"][0]["code"], "refund_too_much");
        let mut all = JoinSet::new();
        for _ in 0..4 {
            let (mut merchant, body) = (shop.merchant().await, json!({ "other": euros(left - 1) }));
            all.spawn(async move { refund(&mut merchant, id, body).await.status });
        }
        let statuses = all.join_all().await;
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|status| [200, 409, 422].contains(status)), "{statuses:?}");
        let there = given(&shop).await;
        assert_eq!(there.iter().map(|one| one["amount"].as_i64().expect("cents")).collect::<Vec<_>>(), [left - 1]);
    }

    async fn a_refund_that_comes_back_counts_as_not_given_and_can_be_given_by_other_means(shop) {
        let mut shop = shop;
        let (id, _) = paid_by(&mut shop, COMES_BACK).await;
        let mut merchant = shop.merchant().await;
        let before = merchant.order(id).await["open_refund"]["left_cents"].as_i64().expect("cents");
        let seen = refund(&mut merchant, id, json!({ "other": "2" })).await.expect(200);
        assert_eq!(seen["refunds"][0]["state"], "pending");
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "times": 10 })).await;
        shop.sandbox_json("/_sandbox/settle", &json!({})).await;
        let seen = refunds_become(&shop, id, &["failed"]).await;
        assert_eq!(seen["open_refund"]["left_cents"].as_i64(), Some(before), "the money is not with the buyer");
        assert_eq!(seen["refunds"][0]["failed_cents"], 200);
        let mails = merchant.mails().await;
        assert_eq!(mails.iter().filter(|mail| mail["kind"].as_str().is_some_and(|kind| kind.starts_with("refund_failed_"))).count(), 1);
        let number = seen["refunds"][0]["id"].as_i64().expect("a number");
        let again = |by_hand: bool| (format!("{}/{number}", path(id)), json!({ "by_hand": by_hand }));
        let (to, body) = again(true);
        let seen = merchant.write(Method::POST, &to, body).await.expect(200);
        assert_eq!(seen["open_refund"]["left_cents"].as_i64(), Some(before - 200));
        let (to, body) = again(false);
        assert_eq!(merchant.write(Method::POST, &to, body).await.status, 409, "nothing of it is open any more");
        assert_eq!(merchant.write(Method::POST, &format!("{}/999999", path(id)), json!({})).await.status, 409);
    }

    async fn credit_used_in_part_goes_back_as_credit_and_the_rest_to_the_card(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut merchant = shop.merchant().await;
        merchant.write(Method::POST, "/credits", json!({ "emails": ["livia@example.com"], "amount": "4" })).await.expect(201);
        let code = merchant.get("/credits").await.expect(200)["credits"][0]["code"].clone();
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 3).await;
        visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200);
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number");
        let open = merchant.order(id).await["open_refund"].clone();
        let (left, money) = (open["left_cents"].as_i64().expect("cents"), open["gateway_left_cents"].as_i64().expect("cents"));
        assert_eq!(left - money, 400);
        let refused = refund(&mut merchant, id, json!({ "other": euros(left) })).await.expect(422);
        assert_eq!(refused["errors"][0]["code"], "refund_money_only");
        refund(&mut merchant, id, json!({ "other": euros(money) })).await.expect(200);
        assert_eq!(merchant.order(id).await["status"], "processing", "the credit is still to be given back");
        merchant.set_status(id, "refunded").await.expect(200);
        assert_eq!(merchant.get("/credits").await.expect(200)["balance_cents"], 400);
        assert_eq!(given(&shop).await.iter().map(|one| one["amount"].as_i64().expect("cents")).sum::<i64>(), money);
    }
}
