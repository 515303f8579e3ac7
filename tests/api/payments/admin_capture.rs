//! Amounts that are only set aside: captured, in part, let go, lapsed.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, Merchant, TestShop, on_both_databases, rules};
use tokio::task::JoinSet;

use crate::orders::renewals::in_days;
use crate::payments::cards::{GOOD, order, paid_with, status_of, take_cards};
use crate::payments::events::becomes;

/// An order of two pieces whose amount is set aside.
async fn set_aside(shop: &mut TestShop) -> i64 {
    take_cards(shop).await;
    let server = shop.with_settings(|settings| settings.payments.capture_later = true).await;
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-five", 2).await;
    let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
    placed["order_id"].as_i64().expect("a number")
}

async fn capture(merchant: &mut Merchant, id: i64, amount: &str) -> Answer {
    merchant.write(Method::POST, &format!("/orders/{id}/capture"), json!({ "amount": amount })).await
}

async fn release(merchant: &mut Merchant, id: i64) -> Answer {
    merchant.write(Method::POST, &format!("/orders/{id}/release"), json!({})).await
}

/// The order's intent at the provider.
async fn intent(shop: &TestShop, seen: &Value) -> Value {
    let id = seen["payments"][0]["intent_id"].as_str().expect("an intent").to_owned();
    shop.at_sandbox(&format!("/v1/payment_intents/{id}")).await
}

rules! {
    async fn an_amount_set_aside_holds_the_order_with_its_stock(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        let mut merchant = shop.merchant().await;
        let seen = merchant.order(id).await;
        assert_eq!((&seen["status"], &seen["payments"][0]["state"]), (&json!("on-hold"), &json!("authorised")));
        assert_eq!(seen["open_capture"]["cents"], seen["total_cents"]);
        assert_eq!(seen["open_refund"], json!(null), "nothing came that could be given back");
        assert_eq!(merchant.stock("t-five").await, 3);
        assert_eq!(merchant.set_status(id, "refunded").await.expect(409)["code"], "order_nothing_captured");
    }

    async fn an_order_does_not_go_on_before_its_amount_is_captured(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        let mut merchant = shop.merchant().await;
        for status in ["processing", "completed"] {
            assert_eq!(merchant.set_status(id, status).await.expect(409)["code"], "order_not_captured", "{status}");
        }
        assert_eq!(status_of(&shop, id).await, "on-hold");
        capture(&mut merchant, id, "").await.expect(200);
        becomes(&shop, id, "processing").await;
        merchant.set_status(id, "completed").await.expect(200);
    }

    async fn what_is_let_go_cancels_the_order_and_frees_its_stock(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        let mut merchant = shop.merchant().await;
        let seen = release(&mut merchant, id).await.expect(200);
        assert_eq!((&seen["status"], &seen["refunds"]), (&json!("cancelled"), &json!([])));
        assert_eq!(intent(&shop, &seen).await["status"], "canceled");
        assert_eq!(merchant.stock("t-five").await, 5);
        assert_eq!(release(&mut merchant, id).await.status, 409);
        assert_eq!(release(&mut merchant, 999_999).await.status, 404);
    }

    async fn cancelling_the_order_lets_the_amount_go(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        let mut merchant = shop.merchant().await;
        merchant.set_status(id, "cancelled").await.expect(200);
        let seen = merchant.order(id).await;
        assert_eq!(intent(&shop, &seen).await["status"], "canceled");
    }

    async fn a_capture_whose_answer_is_lost_is_heard_of(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        shop.sandbox_fault("POST /v1/payment_intents/*/capture", 20, json!({ "kind": "drop_answer" })).await;
        let mut merchant = shop.merchant().await;
        assert_eq!(capture(&mut merchant, id, "").await.expect(409)["code"], "payment_in_doubt");
        becomes(&shop, id, "processing").await;
        let seen = merchant.order(id).await;
        assert_eq!(intent(&shop, &seen).await["amount_received"], seen["total_cents"]);
    }

    async fn a_part_whose_answer_is_lost_is_captured_once_though_two_tabs_ask_again(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        shop.sandbox_fault("POST /v1/payment_intents/*/capture", 20, json!({ "kind": "drop_answer" })).await;
        let mut tabs = [shop.merchant().await, shop.merchant().await];
        assert_eq!(capture(&mut tabs[0], id, "5").await.expect(409)["code"], "payment_in_doubt");
        for amount in ["5", "7", ""] {
            for tab in &mut tabs {
                assert_eq!(capture(tab, id, amount).await.status, 409, "{amount}");
            }
        }
        becomes(&shop, id, "processing").await;
        let seen = tabs[1].order(id).await;
        assert_eq!((&seen["total_cents"], &seen["open_refund"]["left_cents"]), (&json!(500), &json!(500)));
        assert_eq!(intent(&shop, &seen).await["amount_received"], 500);
    }

    async fn a_server_killed_over_a_capture_hears_of_it_when_it_is_back(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        let doomed = shop.add_process();
        let mut merchant = shop.merchant_of(doomed).await;
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        shop.sandbox_fault("POST /v1/payment_intents/*/capture", 1, json!({ "kind": "late", "ms": 60_000 })).await;
        let seen = merchant.order(id).await;
        let waiting = tokio::spawn(async move { capture(&mut merchant, id, "").await.status });
        shop.stalled(1).await;
        assert_eq!(intent(&shop, &seen).await["status"], "succeeded");
        shop.kill(doomed);
        assert!(waiting.await.is_err(), "nobody answered");
        assert_eq!(status_of(&shop, id).await, "on-hold", "nobody has heard of it yet");
        in_days(&shop, 1).await.settlement.check_payments().await.expect("a round");
        assert_eq!(status_of(&shop, id).await, "processing");
        let seen = shop.merchant().await.order(id).await;
        assert_eq!(intent(&shop, &seen).await["amount_received"], seen["total_cents"]);
        assert_eq!(capture(&mut shop.merchant().await, id, "").await.status, 409, "nothing is open any more");
    }

    async fn what_lapses_fails_the_order(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        shop.sandbox_json("/_sandbox/lapse", &json!({})).await;
        becomes(&shop, id, "failed").await;
        let mut merchant = shop.merchant().await;
        assert_eq!(merchant.order(id).await["payments"][0]["state"], "lapsed");
        assert_eq!(merchant.stock("t-five").await, 5);
        assert_eq!(capture(&mut merchant, id, "").await.status, 409);
        assert_eq!(status_of(&shop, id).await, "failed");
    }
}

on_both_databases! {
    async fn all_of_it_is_captured_once_by_however_many(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        let mut all = JoinSet::new();
        for _ in 0..4 {
            let mut merchant = shop.merchant().await;
            all.spawn(async move { capture(&mut merchant, id, "").await.status });
        }
        let statuses = all.join_all().await;
        assert!(statuses.contains(&200) && statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
        becomes(&shop, id, "processing").await;
        let mut merchant = shop.merchant().await;
        let seen = merchant.order(id).await;
        assert_eq!(intent(&shop, &seen).await["amount_received"], seen["total_cents"]);
        assert_eq!((&seen["open_capture"], &seen["open_refund"]["left_cents"]), (&json!(null), &seen["total_cents"]));
        assert_eq!(capture(&mut merchant, id, "").await.expect(409)["code"], "capture_nothing");
    }

    async fn less_sets_the_total_and_lets_the_rest_go(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        let mut merchant = shop.merchant().await;
        let before = merchant.order(id).await["total_cents"].as_i64().expect("cents");
        for amount in ["0", "-1", "abc", "100000"] {
            let refused = capture(&mut merchant, id, amount).await.expect(422);
            assert_eq!(refused["errors"][0]["code"], "capture_amount", "{amount}");
        }
        let seen = capture(&mut merchant, id, "5").await.expect(200);
        assert_eq!((&seen["status"], &seen["total_cents"]), (&json!("processing"), &json!(500)));
        let rows = seen["totals"].as_array().expect("sums");
        assert!(rows.iter().any(|row| row["kind"] == "uncaptured" && row["cents"] == 500 - before), "{rows:?}");
        assert_eq!(seen["open_refund"]["left_cents"], 500);
        let at = intent(&shop, &seen).await;
        assert_eq!((&at["status"], &at["amount_received"]), (&json!("succeeded"), &json!(500)));
    }

    async fn the_shop_is_told_once_of_what_is_about_to_lapse(shop) {
        let mut shop = shop;
        let id = set_aside(&mut shop).await;
        assert_eq!(in_days(&shop, 1).await.captures.warn_of_expiring_authorisations().await.expect("a round"), 0, "too early");
        assert_eq!(in_days(&shop, 6).await.captures.warn_of_expiring_authorisations().await.expect("a round"), 1);
        assert_eq!(in_days(&shop, 6).await.captures.warn_of_expiring_authorisations().await.expect("a round"), 0, "once");
        let mut merchant = shop.merchant().await;
        let mails = merchant.mails().await;
        let told: Vec<&Value> =
            mails.iter().filter(|mail| mail["kind"].as_str().is_some_and(|kind| kind.starts_with("capture_ends_"))).collect();
        assert_eq!(told.len(), 1);
        assert!(told[0]["subject"].as_str().is_some_and(|subject| subject.contains(&format!("Ordine {id}"))), "{}", told[0]);
    }
}
