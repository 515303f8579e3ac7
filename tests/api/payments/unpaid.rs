//! A payment that is refused loses nothing: the cart is there again, and who orders it again pays the same order.

use serde_json::{Value, json};
use shop_tests::{Answer, TestShop, Visitor, checkout, on_both_databases, rules};

use crate::payments::cards::{GOOD, card_form, charges, paid_with, status_of, take_cards};

const DECLINED: &str = "4000000000000002";

/// Orders as a client that names no tries.
async fn order(visitor: &mut Visitor, body: &Value) -> Answer {
    visitor.post("/checkout", body.clone()).await
}

async fn refused(visitor: &mut Visitor, shop: &TestShop) -> i64 {
    let answer = order(visitor, &paid_with(&shop.card(DECLINED).await)).await.expect(400);
    assert_eq!(answer["payment_result"]["payment_status"], "failure");
    answer["order_id"].as_i64().expect("a number")
}

on_both_databases! {
    async fn a_coupon_that_is_good_once_is_good_for_the_second_try(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        visitor.post("/cart/apply-coupon", json!({ "code": "uno-solo" })).await.expect(200);
        let id = refused(&mut visitor, &shop).await;
        assert_eq!(visitor.cart().await["coupons"][0]["code"], "uno-solo");
        let paid = order(&mut visitor, &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(paid["order_id"].as_i64(), Some(id));
        let mut other = shop.visitor_of(server);
        other.add("t-five", 1).await;
        let answer = other.post("/cart/apply-coupon", json!({ "code": "uno-solo" })).await;
        answer.refused(400, "woocommerce_rest_cart_coupon_error");
    }
}

rules! {
    async fn a_refused_card_leaves_the_cart_and_another_one_pays_the_same_order(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        // The last pieces: the order must not stand in its own way.
        let before = visitor.add("t-five", 5).await;
        let id = refused(&mut visitor, &shop).await;
        let after = visitor.cart().await;
        assert_eq!((&after["items"], &after["totals"]), (&before["items"], &before["totals"]));
        let paid = order(&mut visitor, &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!((paid["order_id"].as_i64(), &paid["status"]), (Some(id), &json!("processing")));
        assert_eq!(charges(&shop).await.len(), 1);
        assert_eq!(visitor.cart().await["items_count"], 0);
        assert_eq!(shop.merchant().await.stock("t-five").await, 0);
    }

    async fn an_order_taken_up_is_as_its_buyer_says_it_now(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let id = refused(&mut visitor, &shop).await;
        let mut body = paid_with(&shop.card(GOOD).await);
        body["billing_address"]["email"] = "altra@example.com".into();
        body["shipping_address"]["address_1"] = "Via Nuova 2".into();
        body["customer_note"] = "Citofono 4".into();
        assert_eq!(order(&mut visitor, &body).await.expect(200)["order_id"].as_i64(), Some(id));
        let seen = shop.merchant().await.order(id).await;
        assert_eq!(seen["billing_address"]["email"], "altra@example.com");
        assert_eq!(seen["shipping_address"]["address_1"], "Via Nuova 2");
        assert_eq!(seen["customer_note"], "Citofono 4");
    }

    async fn another_cart_is_another_order(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let id = refused(&mut visitor, &shop).await;
        visitor.add("t-oil", 1).await;
        let paid = order(&mut visitor, &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_ne!(paid["order_id"].as_i64(), Some(id));
        assert_eq!(status_of(&shop, id).await, "failed");
        assert_eq!(shop.merchant().await.stock("t-five").await, 4, "pieces are taken once");
    }

    async fn after_a_refused_card_the_order_can_be_paid_by_bank_transfer(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 2).await;
        let id = refused(&mut visitor, &shop).await;
        let placed = order(&mut visitor, &checkout("bacs")).await.expect(200);
        assert_eq!((placed["order_id"].as_i64(), &placed["status"]), (Some(id), &json!("on-hold")));
        assert_eq!(shop.merchant().await.stock("t-five").await, 3);
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn what_is_sold_meanwhile_is_refused_and_the_cart_stays(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 5).await;
        refused(&mut visitor, &shop).await;
        shop.visitor_of(server).buy("t-five", 2).await;
        let answer = order(&mut visitor, &paid_with(&shop.card(GOOD).await)).await;
        answer.refused(409, "woocommerce_rest_product_partially_out_of_stock");
        assert_eq!(visitor.cart().await["items"][0]["quantity"], 3);
        assert_eq!(charges(&shop).await.len(), 0);
    }

    async fn an_order_paid_on_its_own_page_leaves_no_cart_behind(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let answer = order(&mut visitor, &paid_with(&shop.card(DECLINED).await)).await.expect(400);
        let (id, key) = (answer["order_id"].as_i64().expect("a number"), answer["order_key"].as_str().expect("a key"));
        let mut body = paid_with(&shop.card(GOOD).await);
        body["key"] = key.into();
        body["billing_email"] = "livia@example.com".into();
        visitor.post(&format!("/checkout/{id}"), body).await.expect(200);
        assert_eq!(status_of(&shop, id).await, "processing");
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn strangers_do_not_take_an_order_up(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let id = refused(&mut visitor, &shop).await;
        let mut other = shop.visitor_of(server);
        other.add("t-five", 1).await;
        let paid = order(&mut other, &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_ne!(paid["order_id"].as_i64(), Some(id));
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn the_classic_form_finds_its_cart_again_too(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 2).await;
        let mut form = card_form(&mut visitor).await;
        form.retain(|(name, _)| *name != "checkout_attempt");
        let declined = shop.card(DECLINED).await;
        let good = shop.card(GOOD).await;
        let send = |card: String| {
            let mut fields = form.clone();
            fields.push(("wc-stripe-payment-method", card));
            fields
        };
        let fields = send(declined);
        let pairs: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(visitor.ajax("checkout", &pairs).await.json()["result"], "failure");
        assert_eq!(visitor.cart().await["items_count"], 2);
        let fields = send(good);
        let pairs: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(visitor.ajax("checkout", &pairs).await.json()["result"], "success");
        assert_eq!(visitor.cart().await["items_count"], 0);
        assert_eq!(charges(&shop).await.len(), 1);
    }
}
