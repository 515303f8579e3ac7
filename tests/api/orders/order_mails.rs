//! What buyer and shop are told of an order: once, when there is something to tell.

use serde_json::Value;
use shop_tests::{Merchant, TestShop, kinds_to, now, rules};

use crate::payments::cards::{ASKS, GOOD, order, paid_with, take_cards};

const BUYER: &str = "livia@example.com";
const SHOP: &str = "negozio@bottega.example";
/// A heading of what the law wants confirmed.
const TERMS: &str = "DIRITTO DI RECESSO";
const A_QUARTER_OF_AN_HOUR_S: i64 = 15 * 60;

async fn text_of(merchant: &mut Merchant, kind: &str) -> String {
    let mails = merchant.mails().await;
    let mail = mails.iter().find(|mail| mail["kind"] == kind).expect("a message");
    merchant.get(&format!("/mail/{}", mail["id"])).await.expect(200)["body_text"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Kinds of the messages that would go out so many seconds from now.
async fn due_in(shop: &TestShop, seconds: i64) -> Vec<String> {
    let due = shop.store().await.claim_due_mail(now() + seconds, 0, 100).await.expect("the database");
    due.into_iter().map(|mail| mail.kind).collect()
}

/// A card's order; gives the answer.
async fn by_card(shop: &mut TestShop, number: &str) -> Value {
    let server = take_cards(shop).await;
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-five", 1).await;
    let card = shop.card(number).await;
    order(&mut visitor, "one", &paid_with(&card)).await.expect(200)
}

rules! {
    async fn an_order_that_is_paid_at_once_is_confirmed_by_one_message_with_the_terms(shop) {
        let mut shop = shop;
        let placed = by_card(&mut shop, GOOD).await;
        assert_eq!(placed["status"], "processing");
        let mut merchant = shop.merchant().await;
        assert_eq!(kinds_to(&mut merchant, BUYER).await, ["customer_processing_order"]);
        assert_eq!(kinds_to(&mut merchant, SHOP).await, ["new_order"]);
        let text = text_of(&mut merchant, "customer_processing_order").await;
        assert!(text.contains(TERMS), "the confirmation holds what the law wants confirmed: {text}");
        assert!(text.contains("di cui IVA 10%: "), "{text}");
        assert!(!text_of(&mut merchant, "new_order").await.contains(TERMS));
    }

    async fn who_leaves_the_payment_gets_its_link_a_quarter_of_an_hour_later_and_the_shop_nothing(shop) {
        let mut shop = shop;
        assert_eq!(by_card(&mut shop, ASKS).await["status"], "pending");
        let mut merchant = shop.merchant().await;
        assert_eq!(kinds_to(&mut merchant, SHOP).await, Vec::<String>::new());
        assert_eq!(due_in(&shop, A_QUARTER_OF_AN_HOUR_S - 60).await, Vec::<String>::new());
        assert_eq!(due_in(&shop, A_QUARTER_OF_AN_HOUR_S + 60).await, ["customer_pending_order"]);
    }

    async fn who_pays_in_time_is_not_asked_for_it(shop) {
        let mut shop = shop;
        let placed = by_card(&mut shop, ASKS).await;
        let mut merchant = shop.merchant().await;
        assert_eq!(kinds_to(&mut merchant, BUYER).await, ["customer_pending_order"], "it waits");
        merchant.set_status(placed["order_id"].as_i64().expect("a number"), "processing").await.expect(200);
        assert_eq!(kinds_to(&mut merchant, BUYER).await, ["customer_processing_order"]);
        assert_eq!(kinds_to(&mut merchant, SHOP).await, ["new_order"]);
    }

    async fn a_transfer_is_confirmed_at_once_and_its_arrival_told_once_more(shop) {
        let mut visitor = shop.visitor();
        let mut merchant = shop.merchant().await;
        visitor.add("t-five", 1).await;
        let placed = visitor.post("/checkout", shop_tests::checkout("bacs")).await.expect(200);
        let mut at_once = due_in(&shop, 0).await;
        at_once.sort();
        assert_eq!(at_once, ["customer_on_hold_order", "new_order"]);
        assert!(text_of(&mut merchant, "customer_on_hold_order").await.contains(TERMS));
        merchant.set_status(placed["order_id"].as_i64().expect("a number"), "processing").await.expect(200);
        let mut kinds = kinds_to(&mut merchant, BUYER).await;
        kinds.sort();
        assert_eq!(kinds, ["customer_on_hold_order", "customer_processing_order"]);
        assert_eq!(kinds_to(&mut merchant, SHOP).await, ["new_order"], "the shop is told once");
        assert!(!text_of(&mut merchant, "customer_processing_order").await.contains(TERMS), "it has it");
    }
}
