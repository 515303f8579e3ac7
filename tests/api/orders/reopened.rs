//! What an order took and gave back when it was given up, it takes again when it is paid after all: coupons and credit, as long as nobody
//! else used them.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, Visitor, checkout, kinds_to, on_both_databases};

use crate::cart::credit::{balance, issue};
use crate::orders::order_pay::{pay, state};
use crate::payments::cards::{paid_with, take_cards};

const LIVIA: &str = "livia@example.com";
/// A card whose bank asks its owner, so that the order waits.
const ASKS_BANK: &str = "4000002760003184";

/// An order with a coupon or credit that fails after it was placed, with the path on which it is paid.
async fn failed_with(merchant: &mut Merchant, buyer: &mut Visitor, code: &str) -> (i64, String) {
    let order = buy_with(buyer, code).await;
    let id = order["order_id"].as_i64().expect("an order");
    merchant.set_status(id, "failed").await.expect(200);
    (id, format!("/checkout/order-pay/{id}/?pay_for_order=true&key={}", order["order_key"].as_str().expect("a key")))
}

async fn buy_with(buyer: &mut Visitor, code: &str) -> Value {
    buyer.add("t-oil", 1).await;
    buyer.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200);
    buyer.post("/checkout", checkout("bacs")).await.expect(200)
}

/// How many orders the shop was told of.
async fn announced(merchant: &mut Merchant) -> usize {
    merchant.mails().await.iter().filter(|mail| mail["kind"] == "new_order").count()
}

on_both_databases! {
    async fn a_coupon_that_holds_once_does_not_pay_a_failed_order_after_another_one_used_it(shop) {
        for code in ["uno-solo", "una-volta"] {
            let (mut merchant, mut buyer) = (shop.merchant().await, shop.visitor());
            let (id, path) = failed_with(&mut merchant, &mut buyer, code).await;
            buy_with(&mut shop.visitor(), code).await;
            let refused = pay(&mut buyer, &path, "cod").await;
            assert_eq!(refused.status, 409, "{code}");
            assert!(refused.text().contains(code), "{}", refused.text());
            assert_eq!(state(&mut merchant, id).await.0, "failed");
            let reopened = merchant.set_status(id, "processing").await.expect(409);
            assert_eq!(reopened["code"], "order_coupon_used_up");
        }
    }

    async fn a_failed_order_takes_its_coupon_again_when_nobody_used_it(shop) {
        let (mut merchant, mut buyer) = (shop.merchant().await, shop.visitor());
        for code in ["uno-solo", "una-volta"] {
            let (_, path) = failed_with(&mut merchant, &mut buyer, code).await;
            assert_eq!(pay(&mut buyer, &path, "cod").await.status, 303, "{code}");
            let mut other = shop.visitor();
            other.add("t-oil", 1).await;
            // What holds once for each person is refused at the order, when the person is known.
            let applied = other.post("/cart/apply-coupon", json!({ "code": code })).await.status;
            let ordered = other.post("/checkout", checkout("bacs")).await.status;
            assert_eq!((applied, ordered), if code == "uno-solo" { (400, 200) } else { (200, 409) }, "{code}");
        }
    }

    async fn a_failed_order_is_paid_with_its_credit_again(shop) {
        let (mut merchant, mut buyer) = (shop.merchant().await, shop.visitor());
        let (credit, code) = issue(&mut merchant, LIVIA, "5").await;
        let (id, path) = failed_with(&mut merchant, &mut buyer, &code).await;
        assert_eq!(balance(&mut merchant, credit).await, 500);
        assert_eq!(pay(&mut buyer, &path, "cod").await.status, 303);
        assert_eq!(balance(&mut merchant, credit).await, 0);
        merchant.set_status(id, "cancelled").await.expect(200);
        assert_eq!(balance(&mut merchant, credit).await, 500);
    }

    async fn credit_that_was_spent_meanwhile_does_not_pay_a_failed_order(shop) {
        let (mut merchant, mut buyer) = (shop.merchant().await, shop.visitor());
        let (credit, code) = issue(&mut merchant, LIVIA, "5").await;
        let (id, path) = failed_with(&mut merchant, &mut buyer, &code).await;
        buy_with(&mut shop.visitor(), &code).await;
        let refused = pay(&mut buyer, &path, "cod").await;
        assert_eq!(refused.status, 409);
        assert!(refused.text().contains(&code), "{}", refused.text());
        assert_eq!((state(&mut merchant, id).await.0.as_str(), balance(&mut merchant, credit).await), ("failed", 0));
    }

    async fn an_order_that_was_cancelled_before_it_was_paid_is_announced_when_it_is_taken_up_again(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let (mut merchant, mut buyer) = (shop.merchant().await, shop.visitor_of(server));
        buyer.add("t-oil", 1).await;
        let order = buyer.post("/checkout", paid_with(&shop.card(ASKS_BANK).await)).await.expect(200);
        let id = order["order_id"].as_i64().expect("an order");
        merchant.set_status(id, "cancelled").await.expect(200);
        assert_eq!(announced(&mut merchant).await, 0);
        merchant.set_status(id, "processing").await.expect(200);
        assert_eq!(announced(&mut merchant).await, 1);
        assert!(kinds_to(&mut merchant, LIVIA).await.contains(&"customer_processing_order".to_owned()));
    }

    async fn what_was_refunded_as_credit_before_is_not_taken_again(shop) {
        let (mut merchant, mut buyer) = (shop.merchant().await, shop.visitor());
        let (credit, code) = issue(&mut merchant, LIVIA, "5").await;
        let id = buy_with(&mut buyer, &code).await["order_id"].as_i64().expect("an order");
        merchant.set_status(id, "processing").await.expect(200);
        let refund = json!({ "other": "2", "as_credit": true });
        merchant.write(Method::POST, &format!("/orders/{id}/refunds"), refund).await.expect(200);
        merchant.set_status(id, "cancelled").await.expect(200);
        assert_eq!(balance(&mut merchant, credit).await, 300, "the rest came back");
        merchant.set_status(id, "processing").await.expect(200);
        assert_eq!(balance(&mut merchant, credit).await, 0, "and was taken again");
    }
}
