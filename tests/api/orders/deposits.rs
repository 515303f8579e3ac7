use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, TestShop, Visitor, checkout, kinds_to, on_both_databases, page_data, rules};

use crate::catalogue::purchase_rules::asks;
use crate::orders::renewals::in_days;
use crate::payments::cards::{ASKS, GOOD, charges, order, paid_with, take_cards};

fn plan(key: &str, deposit: &str, parts: Value) -> Value {
    json!({ "key": key, "label": key, "label_en": "", "deposit_kind": "percent", "deposit": deposit, "parts": parts })
}

/// Thirty per cent and the rest after a month, or half and two instalments. The product is not delivered.
pub(crate) async fn payable_in_parts(shop: &TestShop, required: bool) -> i64 {
    let half = |months: &str| json!({ "share": "50", "months": months, "days": "" });
    let plans = json!([plan("acconto", "30", json!([])), plan("rate", "50", json!([half("1"), half("2")]))]);
    asks(shop, "t-guide", json!({ "deposit": { "required": required, "plans": plans } })).await
}

/// An order of ten pieces, 30.00, paid by a plan, with the path on which it is paid.
async fn order_by(shop: &TestShop, buyer: &mut Visitor, plan: &str, method: &str) -> (i64, String) {
    let id = payable_in_parts(shop, false).await;
    let wish = json!({ "id": id, "quantity": 10, "wc_deposit_option": "yes", "wc_deposit_payment_plan": plan });
    buyer.post("/cart/add-item", wish).await.expect(201);
    let order = buyer.post("/checkout", checkout(method)).await.expect(200);
    let id = order["order_id"].as_i64().expect("an order");
    (id, format!("/checkout/order-pay/{id}/?pay_for_order=true&key={}", order["order_key"].as_str().expect("a key")))
}

async fn pay(visitor: &mut Visitor, path: &str, method: &str) -> u16 {
    let nonce = page_data(visitor, path).await["page"]["nonce"].as_str().unwrap_or_default().to_owned();
    let fields = [("woocommerce_pay", "1"), ("payment_method", method), ("woocommerce-pay-nonce", nonce.as_str())];
    visitor.submit(path, &fields).await.status
}

async fn book(merchant: &mut Merchant, id: i64, position: &str, paid: bool) -> shop_tests::Answer {
    merchant.write(Method::POST, &format!("/orders/{id}/instalments/{position}"), json!({ "paid": paid })).await
}

fn states(order: &Value) -> Vec<(i64, &str)> {
    let rows = order["instalments"].as_array().expect("instalments");
    rows.iter().map(|row| (row["cents"].as_i64().expect("cents"), row["status"].as_str().expect("a status"))).collect()
}

/// Cards are taken; the first part of an order of two instalments is paid by one.
pub(crate) async fn first_part_by_card(shop: &mut TestShop) -> (i64, String, Visitor) {
    let server = take_cards(shop).await;
    let mut buyer = shop.visitor_of(server);
    let id = payable_in_parts(shop, false).await;
    let wish = json!({ "id": id, "quantity": 10, "wc_deposit_option": "yes", "wc_deposit_payment_plan": "rate" });
    buyer.post("/cart/add-item", wish).await.expect(201);
    let order = order(&mut buyer, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
    let id = order["order_id"].as_i64().expect("an order");
    let path =
        format!("/checkout/order-pay/{id}/?pay_for_order=true&key={}", order["order_key"].as_str().expect("a key"));
    (id, path, buyer)
}

async fn pay_by_card(visitor: &mut Visitor, path: &str, card: &str) -> shop_tests::Answer {
    let nonce = page_data(visitor, path).await["page"]["nonce"].as_str().unwrap_or_default().to_owned();
    let fields = [
        ("woocommerce_pay", "1"),
        ("payment_method", "stripe"),
        ("wc-stripe-payment-method", card),
        ("woocommerce-pay-nonce", nonce.as_str()),
    ];
    visitor.submit(path, &fields).await
}

rules! {
    async fn later_parts_are_paid_by_card_one_by_one_and_each_once(shop) {
        let mut shop = shop;
        let (id, path, mut buyer) = first_part_by_card(&mut shop).await;
        let mut merchant = shop.merchant().await;
        // Who sends the order again hears of it, and pays nothing more.
        order(&mut buyer, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(charges(&shop).await.len(), 1);
        let parts = merchant.order(id).await;
        let cents: Vec<i64> = states(&parts).iter().map(|(cents, _)| *cents).collect();
        assert_eq!(states(&parts).iter().map(|(_, state)| *state).collect::<Vec<_>>(), ["due", "due"]);
        let page = page_data(&mut buyer, &path).await["page"].clone();
        assert_eq!(page["gateway"]["cart_total"].as_i64().or(page["gateway"]["cartTotal"].as_i64()), Some(cents[0]));
        let refused = pay_by_card(&mut buyer, &path, &shop.card("4000000000000002").await).await;
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert_eq!(merchant.order(id).await["status"], "processing", "a refused instalment leaves the order as it is");
        assert_eq!(states(&merchant.order(id).await)[0].1, "due");
        assert_eq!(pay_by_card(&mut buyer, &path, &shop.card(GOOD).await).await.status, 303);
        assert_eq!(states(&merchant.order(id).await).iter().map(|(_, state)| *state).collect::<Vec<_>>(), ["paid", "due"]);
        assert_eq!(pay_by_card(&mut buyer, &path, &shop.card(GOOD).await).await.status, 303);
        let seen = merchant.order(id).await;
        assert_eq!(states(&seen).iter().map(|(_, state)| *state).collect::<Vec<_>>(), ["paid", "paid"]);
        let paid: i64 = charges(&shop).await.iter().map(|charge| charge["amount"].as_i64().expect("cents")).sum();
        assert_eq!((charges(&shop).await.len(), Some(paid)), (3, seen["total_cents"].as_i64()));
        assert!(kinds_to(&mut merchant, "livia@example.com").await.iter().any(|kind| kind.starts_with("customer_instalment_paid")));
        // All of it goes back to the payments that it came by.
        merchant.set_status(id, "refunded").await.expect(200);
        let back = shop.at_sandbox("/v1/refunds?limit=100").await["data"].as_array().cloned().unwrap_or_default();
        assert_eq!((back.len(), back.iter().map(|one| one["amount"].as_i64().expect("cents")).sum::<i64>()), (3, paid));
    }

    async fn the_cart_tells_what_is_due_now_and_later(shop) {
        let id = payable_in_parts(&shop, false).await;
        let mut buyer = shop.visitor();
        buyer.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.expect(201);
        assert_eq!(buyer.cart().await["extensions"].get("bottega_due_now"), None, "paid at once unless said");
        let wish = json!({ "id": id, "quantity": 10, "wc_deposit_option": "yes" });
        let cart = buyer.post("/cart/add-item", wish).await.expect(201);
        assert_eq!(cart["items"].as_array().map(Vec::len), Some(2), "the way of paying makes a line of its own");
        assert_eq!(cart["totals"]["total_price"], "3300");
        assert_eq!((&cart["extensions"]["bottega_due_now"], &cart["extensions"]["bottega_due_later"]), (&json!("1200"), &json!("2100")));
        let page = buyer.page("/checkout/").await.text();
        assert!(page.contains("Da pagare ora") && page.contains("12,00"), "the checkout says it too");
    }

    async fn plans_that_are_not_on_offer_are_refused_and_required_ones_asked_for(shop) {
        let id = payable_in_parts(&shop, true).await;
        let mut buyer = shop.visitor();
        for (choice, code) in [
            (json!({}), "plan_required"),
            (json!({ "wc_deposit_option": "no" }), "plan_required"),
            (json!({ "wc_deposit_payment_plan": "mai" }), "plan_unknown"),
        ] {
            let mut wish = json!({ "id": id, "quantity": 1 });
            for (name, value) in choice.as_object().expect("choices") {
                wish[name] = value.clone();
            }
            let refusal = buyer.post("/cart/add-item", wish).await.refused(400, code);
            assert_eq!(refusal["data"]["fields"][0]["field"], "wc_deposit_payment_plan");
        }
        assert_eq!(buyer.cart().await["items_count"], 0);
    }

    async fn an_order_knows_its_balance_and_the_buyer_is_told(shop) {
        let mut buyer = shop.visitor();
        let (id, path) = order_by(&shop, &mut buyer, "rate", "bacs").await;
        let mut merchant = shop.merchant().await;
        let order = merchant.order(id).await;
        assert_eq!((&order["total_cents"], &order["due_now_cents"]), (&json!(3000), &json!(1500)));
        assert_eq!(states(&order), [(750, "due"), (750, "due")]);
        assert_eq!(order["open_refund"], Value::Null, "nothing was paid yet");
        let page = page_data(&mut buyer, &path.replace("order-pay", "order-received")).await;
        assert_eq!(page["page"]["payment_details"][0], json!(["Importo da versare ora", "15,00\u{a0}€"]));
        assert_eq!(page["page"]["pay_path"], "", "the first part is awaited");
        let mails = merchant.mails().await;
        let mail = mails.iter().find(|mail| mail["kind"] == "customer_on_hold_order").expect("a message");
        let text = merchant.get(&format!("/mail/{}", mail["id"])).await.expect(200)["body_text"].to_string();
        for words in ["Importo da versare ora: 15,00", "Da pagare con l’ordine: 15,00", "7,50"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }

    async fn a_later_part_is_announced_by_the_buyer_and_booked_by_the_merchant(shop) {
        let mut buyer = shop.visitor();
        let (id, path) = order_by(&shop, &mut buyer, "rate", "bacs").await;
        let mut merchant = shop.merchant().await;
        assert_eq!(pay(&mut buyer, &path, "bacs").await, 409, "the first part comes first");
        merchant.set_status(id, "processing").await.expect(200);
        let page = page_data(&mut buyer, &path).await;
        assert_eq!((&page["page"]["payable"], &page["page"]["total_cents"]), (&json!(true), &json!(750)));
        assert_eq!(pay(&mut buyer, &path, "cod").await, 422, "nothing is handed over any more");
        assert_eq!(pay(&mut buyer, &path, "bacs").await, 303);
        assert_eq!(states(&merchant.order(id).await), [(750, "awaited"), (750, "due")]);
        assert!(kinds_to(&mut merchant, "livia@example.com").await.contains(&"customer_instalment".to_owned()));
        assert_eq!(merchant.order(id).await["status"], "processing");
        book(&mut merchant, id, "0", true).await.expect(200);
        assert_eq!(pay(&mut buyer, &path, "bacs").await, 303, "the next one");
        let order = book(&mut merchant, id, "1", true).await.expect(200);
        assert_eq!(states(&order), [(750, "paid"), (750, "paid")]);
        assert!(kinds_to(&mut merchant, "livia@example.com").await.contains(&"customer_instalment_paid".to_owned()));
        assert_eq!(page_data(&mut buyer, &path).await["page"]["payable"], false);
        assert_eq!(pay(&mut buyer, &path, "bacs").await, 409, "all is paid");
        let order = book(&mut merchant, id, "1", false).await.expect(200);
        assert_eq!(states(&order), [(750, "paid"), (750, "due")], "what was booked by mistake is taken back");
    }

    async fn what_cannot_be_booked_is_refused(shop) {
        let mut buyer = shop.visitor();
        let (id, path) = order_by(&shop, &mut buyer, "acconto", "cod").await;
        let mut merchant = shop.merchant().await;
        for position in ["1", "-1", "x"] {
            assert_eq!(book(&mut merchant, id, position, true).await.status, 404, "{position}");
        }
        assert_eq!(book(&mut merchant, 999_999, "0", true).await.status, 404);
        assert_eq!(book(&mut merchant, id, "0", false).await.status, 409, "it is not paid");
        book(&mut merchant, id, "0", true).await.expect(200);
        assert_eq!(book(&mut merchant, id, "0", true).await.status, 409, "twice");
        book(&mut merchant, id, "0", false).await.expect(200);
        merchant.set_status(id, "cancelled").await.expect(200);
        assert_eq!(book(&mut merchant, id, "0", true).await.status, 409, "a cancelled order takes no money");
        assert_eq!(pay(&mut buyer, &path, "bacs").await, 409);
    }

    async fn only_what_was_paid_is_given_back(shop) {
        let mut buyer = shop.visitor();
        let (id, _) = order_by(&shop, &mut buyer, "acconto", "cod").await;
        let mut merchant = shop.merchant().await;
        let order = merchant.set_status(id, "refunded").await.expect(200);
        let refunded: i64 = order["refunds"].as_array().expect("refunds").iter().filter_map(|one| one["cents"].as_i64()).sum();
        assert_eq!(refunded, 900);
    }
}

on_both_databases! {
    async fn a_later_part_that_was_booked_meanwhile_gives_the_card_its_money_back(shop) {
        let mut shop = shop;
        let (id, path, mut buyer) = first_part_by_card(&mut shop).await;
        // The bank asks; before its owner agrees the merchant books the part as paid by other means.
        pay_by_card(&mut buyer, &path, &shop.card(ASKS).await).await;
        let mut merchant = shop.merchant().await;
        let seen = merchant.order(id).await;
        let open = seen["payments"].as_array().and_then(|all| all.iter().find(|one| one["state"] != "paid"));
        let intent = open.and_then(|one| one["intent_id"].as_str()).expect("an intent").to_owned();
        let position = seen["instalments"][0]["position"].to_string();
        book(&mut merchant, id, &position, true).await.expect(200);
        shop.answer_bank(&intent, "yes").await;
        assert_eq!(shop.at_sandbox(&format!("/v1/payment_intents/{intent}")).await["status"], "succeeded");
        in_days(&shop, 1).await.settlement.check_payments().await.expect("a round");
        in_days(&shop, 2).await.settlement.check_refunds().await.expect("a round");
        let charged: i64 = charges(&shop).await.iter().map(|charge| charge["amount"].as_i64().expect("cents")).sum();
        let back = shop.at_sandbox("/v1/refunds?limit=100").await["data"].as_array().cloned().unwrap_or_default();
        let back: i64 = back.iter().map(|one| one["amount"].as_i64().expect("cents")).sum();
        let seen = merchant.order(id).await;
        let first = seen["total_cents"].as_i64().expect("cents")
            - states(&seen).iter().map(|(cents, _)| *cents).sum::<i64>();
        assert!(back > 0);
        assert_eq!(charged - back, first, "{seen}");
        assert_eq!(states(&seen)[0].1, "paid");
    }

    async fn two_announcements_at_once_are_one(shop) {
        let mut buyer = shop.visitor();
        let (id, path) = order_by(&shop, &mut buyer, "acconto", "cod").await;
        let mut second = shop.visitor();
        let (one, two) = tokio::join!(pay(&mut buyer, &path, "bacs"), pay(&mut second, &path, "bacs"));
        // The later one finds the payment announced, or is refused where both began before either was done.
        let statuses = [one, two];
        assert!(statuses.contains(&303) && statuses.iter().all(|status| [303, 409].contains(status)), "{statuses:?}");
        let mut merchant = shop.merchant().await;
        let mails = kinds_to(&mut merchant, "livia@example.com").await;
        assert_eq!(mails.iter().filter(|kind| *kind == "customer_instalment").count(), 1);
        assert_eq!(states(&merchant.order(id).await), [(2100, "awaited")]);
    }
}
