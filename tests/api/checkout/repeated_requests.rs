//! A request whose response was lost is sent again: with an idempotency key or without one, through every door that moves money, it
//! finds what the first one did and moves nothing twice.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{
    API, Answer, Merchant, TestShop, Visitor, checkout, classic_form, on_both_databases, page_data, rules,
};

use crate::checkout::express::with_wallets;
use crate::checkout::express_orders::{mark, wallet_order};
use crate::orders::deposits::{first_part_by_card, payable_in_parts};
use crate::orders::renewals::{REFUSES, kept, round, subscriber, tried};
use crate::payments::cards::{GOOD, card_form, charges, paid_with, take_cards};
use crate::payments::change::change_to_card;

const DECLINED: &str = "4000000000000002";
const POOR: &str = "4000000000009995";

/// An order by the store API, without a key.
async fn ordered(visitor: &Visitor, body: &Value) -> Answer {
    let request = visitor.request(Method::POST, &format!("{API}/checkout"));
    request.header("Nonce", visitor.nonce.clone().expect("a nonce")).json(body).send().await
}

/// A door that orders the cart.
#[derive(Clone, Copy, Debug)]
enum Door {
    StoreApi,
    Wallet,
    ClassicCall,
    PlainForm,
}

const DOORS: [Door; 4] = [Door::StoreApi, Door::Wallet, Door::ClassicCall, Door::PlainForm];

/// A request for an order, as it can be sent again and again.
struct Prepared {
    door: Door,
    headers: Vec<(&'static str, String)>,
    body: Value,
    form: Vec<(&'static str, String)>,
}

impl Door {
    /// A request for the cart's order that is paid by a card of this number; `key`: the client's idempotency key.
    async fn prepare(self, visitor: &mut Visitor, shop: &TestShop, number: &str, key: Option<&str>) -> Prepared {
        let mut prepared = Prepared { door: self, headers: Vec::new(), body: Value::Null, form: Vec::new() };
        match self {
            Self::StoreApi => prepared.body = paid_with(&shop.card(number).await),
            Self::Wallet => {
                prepared.headers.push(("X-WCSTRIPE-EXPRESS-CHECKOUT", "true".to_owned()));
                prepared.headers.push(("X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE", mark(visitor).await));
                prepared.body = wallet_order(&shop.wallet_token(number, "google_pay").await, "google_pay");
            }
            Self::ClassicCall | Self::PlainForm => {
                prepared.form = card_form(visitor).await;
                prepared.form.retain(|(name, _)| *name != "checkout_attempt");
                prepared.form.push(("wc-stripe-payment-method", shop.card(number).await));
                prepared.form.extend(key.map(|key| ("checkout_attempt", key.to_owned())));
            }
        }
        prepared.headers.extend(key.map(|key| ("Idempotency-Key", key.to_owned())));
        prepared
    }

    async fn order(self, visitor: &mut Visitor, shop: &TestShop, number: &str, key: Option<&str>) -> Answer {
        self.prepare(visitor, shop, number, key).await.send(visitor).await
    }
}

impl Prepared {
    async fn send(&self, visitor: &mut Visitor) -> Answer {
        let form: Vec<(&str, &str)> = self.form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let headers: Vec<(&str, &str)> = self.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        match self.door {
            Door::StoreApi | Door::Wallet => post(visitor, "/checkout", None, &headers, &self.body).await,
            Door::ClassicCall => visitor.ajax("checkout", &form).await,
            Door::PlainForm => visitor.submit("/checkout/", &form).await,
        }
    }
}

async fn post(visitor: &mut Visitor, path: &str, key: Option<&str>, headers: &[(&str, &str)], body: &Value) -> Answer {
    if visitor.nonce.is_none() {
        visitor.cart().await;
    }
    let mut request = visitor
        .request(Method::POST, &format!("{API}{path}"))
        .header("Nonce", visitor.nonce.clone().expect("a nonce"))
        .json(body);
    for (name, value) in headers.iter().copied().chain(key.map(|key| ("Idempotency-Key", key))) {
        request = request.header(name, value);
    }
    visitor.send(request).await
}

/// Where an answer leads: the address of the order's page.
fn leads_to(answer: &Answer) -> String {
    let place = match answer.header("location") {
        Some(place) => place.to_owned(),
        None => {
            let body = answer.json();
            let place =
                body["redirect"].as_str().or(body["payment_result"]["redirect_url"].as_str()).unwrap_or_default();
            place.to_owned()
        }
    };
    place.split_once("/checkout/").map_or(String::new(), |(_, page)| page.replace("&utm_nooverride=1", ""))
}

async fn orders(merchant: &mut Merchant) -> i64 {
    merchant.get("/orders").await.expect(200)["total"].as_i64().expect("a count")
}

/// An order of two instalments whose first payment was refused, and the path on which it is paid.
async fn declined_in_parts(shop: &mut TestShop) -> (i64, String, Visitor) {
    let server = take_cards(shop).await;
    let mut buyer = shop.visitor_of(server);
    let id = payable_in_parts(shop, false).await;
    let item = json!({ "id": id, "quantity": 10, "wc_deposit_option": "yes", "wc_deposit_payment_plan": "rate" });
    buyer.post("/cart/add-item", item).await.expect(201);
    let order = Door::StoreApi.order(&mut buyer, shop, DECLINED, None).await.expect(400);
    let id = order["order_id"].as_i64().expect("an order");
    let key = order["order_key"].as_str().expect("a key");
    (id, format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}"), buyer)
}

/// The order's page for paying, sent as its own form would be; `named`: with the payment that it names.
async fn pay_form(visitor: &mut Visitor, path: &str, named: bool, payment: &[(&str, &str)]) -> Vec<(String, String)> {
    let page = page_data(visitor, path).await["page"].clone();
    let mut form = vec![
        ("woocommerce_pay", "1".to_owned()),
        ("woocommerce-pay-nonce", page["nonce"].as_str().expect("a nonce").to_owned()),
    ];
    if named {
        form.push(("instalment", page["instalment"].as_i64().map(|part| part.to_string()).unwrap_or_default()));
    }
    let payment = payment.iter().map(|(name, value)| (*name, (*value).to_owned()));
    form.into_iter().chain(payment).map(|(name, value)| (name.to_owned(), value)).collect()
}

async fn submit(visitor: &mut Visitor, path: &str, form: &[(String, String)]) -> Answer {
    let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    visitor.submit(path, &form).await
}

on_both_databases! {
    async fn an_order_requested_again_is_found_and_charged_once_through_every_door(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut placed = 0;
        for door in DOORS {
            for key in [Some("one"), None] {
                let mut visitor = shop.visitor_of(server);
                visitor.add("t-oil", 1).await;
                let request = door.prepare(&mut visitor, &shop, GOOD, key).await;
                let first = request.send(&mut visitor).await;
                placed += 1;
                for _ in 0..2 {
                    let again = request.send(&mut visitor).await;
                    assert_eq!(again.status, first.status, "{door:?} {key:?}: {}", again.text());
                    assert!(leads_to(&first).starts_with("order-received/"), "{door:?} {key:?}: {}", first.text());
                    assert_eq!(leads_to(&again), leads_to(&first), "{door:?} {key:?}");
                }
                assert_eq!(charges(&shop).await.len(), placed, "{door:?} {key:?}");
            }
        }
        assert_eq!(orders(&mut shop.merchant().await).await, i64::try_from(placed).expect("few"));
    }

    async fn a_free_order_that_is_sent_twice_is_made_once_though_its_cart_stays_until_its_page_is_shown(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-free", 1).await;
        let body = checkout("bacs");
        let (first, second) = tokio::join!(ordered(&visitor, &body), ordered(&visitor, &body));
        let third = ordered(&visitor, &body).await;
        let ids: Vec<Value> = [first, second, third].into_iter().map(|answer| answer.expect(200)["order_id"].clone()).collect();
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        let lines = visitor.cart().await["items"].as_array().expect("lines").len();
        assert_eq!(lines, 1, "the buyer may go back");
        let mut other = checkout("bacs");
        other["billing_address"]["first_name"] = json!("Ada");
        let another = ordered(&visitor, &other).await.expect(200);
        assert_ne!(another["order_id"], ids[0], "somebody else's order is another one");
        visitor.add("t-free", 1).await;
        let more = ordered(&visitor, &body).await.expect(200);
        assert!(!ids.contains(&more["order_id"]), "so is one of another cart");
    }
}

rules! {
    async fn a_second_tab_with_a_key_of_its_own_finds_the_order_too(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let first = Door::StoreApi.order(&mut visitor, &shop, GOOD, Some("tab-1")).await;
        let second = Door::StoreApi.order(&mut visitor, &shop, GOOD, Some("tab-2")).await;
        assert_eq!(first.expect(200)["order_id"], second.expect(200)["order_id"]);
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn other_data_other_goods_and_other_visitors_find_nothing(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let first = visitor.post("/checkout", checkout("bacs")).await.expect(200);
        let mut other = checkout("bacs");
        other["billing_address"]["city"] = json!("Milano");
        visitor.post("/checkout", other).await.refused(409, "woocommerce_rest_cart_empty");
        shop.visitor_of(server).post("/checkout", checkout("bacs")).await.refused(409, "woocommerce_rest_cart_empty");
        visitor.add("t-oil", 1).await;
        let next = visitor.post("/checkout", checkout("bacs")).await.expect(200);
        assert_ne!(first["order_id"], next["order_id"], "new goods are a new order");
    }

    async fn a_transfer_requested_again_is_one_order_and_the_platforms_refusal(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 2).await;
        visitor.post("/checkout", checkout("bacs")).await.expect(200);
        visitor.post("/checkout", checkout("bacs")).await.refused(409, "woocommerce_rest_cart_empty");
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let form = classic_form(&mut visitor).await;
        let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(visitor.ajax("checkout", &form).await.expect(200)["result"], "success");
        assert_eq!(visitor.ajax("checkout", &form).await.expect(200)["result"], "failure");
        assert_eq!(shop.merchant().await.stock("t-five").await, 2);
    }

    async fn a_conflict_leads_to_the_order_of_the_key(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let first = Door::StoreApi.order(&mut visitor, &shop, GOOD, Some("one")).await.expect(200);
        let mut other = paid_with(&shop.card(GOOD).await);
        other["customer_note"] = json!("Citofono 4");
        let conflict = post(&mut visitor, "/checkout", Some("one"), &[], &other).await.refused(409, "order_already_placed");
        let path = format!("/checkout/order-received/{}/?key={}", first["order_id"], first["order_key"].as_str().expect("a key"));
        assert_eq!(conflict["data"]["order_path"], path);
    }

    async fn refused_cards_leave_the_cart_however_often_and_through_every_door(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut merchant = shop.merchant().await;
        for (at, door) in DOORS.into_iter().enumerate() {
            for kind in ["none", "same", "new"] {
                let mut visitor = shop.visitor_of(server);
                let before = visitor.add("t-oil", 1).await;
                let keys = ["a", "b", "c", "d"].map(|key| match kind {
                    "none" => None,
                    "same" => Some("a"),
                    _ => Some(key),
                });
                for (n, number) in [DECLINED, POOR, DECLINED].into_iter().enumerate() {
                    door.order(&mut visitor, &shop, number, keys[n]).await;
                    let cart = visitor.cart().await;
                    assert_eq!((&cart["items"], &cart["totals"]), (&before["items"], &before["totals"]), "{door:?} {kind} refusal {n}");
                }
                let paid = door.order(&mut visitor, &shop, GOOD, keys[3]).await;
                assert!(leads_to(&paid).starts_with("order-received/"), "{door:?} {kind}: {} {}", paid.status, paid.text());
                assert_eq!(visitor.cart().await["items_count"], 0);
                let done = at * 3 + ["none", "same", "new"].iter().position(|one| *one == kind).expect("known") + 1;
                assert_eq!(charges(&shop).await.len(), done, "{door:?} {kind}");
                assert_eq!(orders(&mut merchant).await, i64::try_from(done).expect("few"), "refused and paid, it is one order");
            }
        }
    }

    async fn the_form_of_an_instalment_sent_again_pays_no_other_one(shop) {
        for named in [true, false] {
            let mut shop = TestShop::start(shop.kind()).await;
            let (id, path, mut buyer) = first_part_by_card(&mut shop).await;
            let card = shop.card(GOOD).await;
            let form = pay_form(&mut buyer, &path, named, &[("payment_method", "stripe"), ("wc-stripe-payment-method", &card)]).await;
            for _ in 0..3 {
                let answer = submit(&mut buyer, &path, &form).await;
                assert_eq!(answer.status, 303, "{}", answer.text());
                assert!(leads_to(&answer).starts_with(&format!("order-received/{id}/")), "{:?}", answer.headers);
            }
            assert_eq!(charges(&shop).await.len(), 2, "the order and one instalment, named: {named}");
            let states = shop.merchant().await.order(id).await["instalments"].clone();
            assert_eq!((&states[0]["status"], &states[1]["status"]), (&json!("paid"), &json!("due")), "named: {named}");
        }
    }

    async fn the_form_of_the_order_sent_again_pays_no_instalment(shop) {
        for named in [true, false] {
            let mut shop = TestShop::start(shop.kind()).await;
            let (id, path, mut buyer) = declined_in_parts(&mut shop).await;
            let card = shop.card(GOOD).await;
            let payment = [("payment_method", "stripe"), ("wc-stripe-payment-method", card.as_str()), ("terms", "1")];
            let form = pay_form(&mut buyer, &path, named, &payment).await;
            for _ in 0..3 {
                let answer = submit(&mut buyer, &path, &form).await;
                assert!(leads_to(&answer).starts_with(&format!("order-received/{id}/")), "{} {}", answer.status, answer.text());
            }
            assert_eq!(charges(&shop).await.len(), 1, "named: {named}");
            let states = shop.merchant().await.order(id).await["instalments"].clone();
            assert_eq!((&states[0]["status"], &states[1]["status"]), (&json!("due"), &json!("due")), "named: {named}");
        }
    }

    async fn an_announced_transfer_sent_again_announces_no_other_one(shop) {
        for named in [true, false] {
            let mut shop = TestShop::start(shop.kind()).await;
            let (id, path, mut buyer) = first_part_by_card(&mut shop).await;
            let form = pay_form(&mut buyer, &path, named, &[("payment_method", "bacs")]).await;
            for _ in 0..3 {
                assert_eq!(submit(&mut buyer, &path, &form).await.status, 303);
            }
            let states = shop.merchant().await.order(id).await["instalments"].clone();
            assert_eq!((&states[0]["status"], &states[1]["status"]), (&json!("awaited"), &json!("due")), "named: {named}");
        }
    }

    async fn a_form_names_a_payment_that_can_be_made(shop) {
        let mut shop = shop;
        let (id, path, mut buyer) = first_part_by_card(&mut shop).await;
        let mut form = pay_form(&mut buyer, &path, true, &[("payment_method", "bacs")]).await;
        for wrong in ["1", "7", "-1"] {
            form.retain(|(name, _)| name != "instalment");
            form.push(("instalment".into(), wrong.into()));
            assert_eq!(submit(&mut buyer, &path, &form).await.status, 409, "{wrong}");
        }
        let states = shop.merchant().await.order(id).await["instalments"].clone();
        assert_eq!((&states[0]["status"], &states[1]["status"]), (&json!("due"), &json!("due")));
    }

    async fn paying_a_placed_order_again_over_the_store_api_finds_its_payment(shop) {
        for key in [Some("one"), None] {
            let mut shop = TestShop::start(shop.kind()).await;
            let server = take_cards(&mut shop).await;
            let mut buyer = shop.visitor_of(server);
            let placed = buyer.buy("t-five", 1).await;
            shop.merchant().await.set_status(placed["order_id"].as_i64().expect("an order"), "failed").await.expect(200);
            let path = format!("/checkout/{}?key={}&billing_email=livia@example.com", placed["order_id"], placed["order_key"].as_str().expect("a key"));
            let body = paid_with(&shop.card(GOOD).await);
            let first = post(&mut buyer, &path, key, &[], &body).await;
            let again = post(&mut buyer, &path, key, &[], &body).await;
            assert_eq!(first.expect(200)["order_id"], again.expect(200)["order_id"]);
            assert!(leads_to(&again).starts_with("order-received/"), "{}", again.text());
            assert_eq!(charges(&shop).await.len(), 1);
            let other = paid_with(&shop.card(GOOD).await);
            post(&mut buyer, &path, Some("another"), &[], &other).await.refused(409, "invalid_order_update_status");
        }
    }

    async fn another_card_for_a_subscription_sent_again_charges_its_open_renewal_once(shop) {
        let mut shop = shop;
        let (mut buyer, number, _) = tried(&mut shop, REFUSES).await;
        assert_eq!(round(&shop, 31).await.refused, 1);
        let card = shop.card(GOOD).await;
        for _ in 0..3 {
            let answer = change_to_card(&mut buyer, &number, &card).await;
            assert!(answer.status < 400, "{}", answer.text());
            assert_eq!(charges(&shop).await.len(), 1);
        }
        assert_eq!(round(&shop, 32).await.charged, 0);
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn a_method_added_again_charges_nothing_and_is_kept_once(shop) {
        let mut shop = shop;
        let mut buyer = subscriber(&mut shop).await;
        let page = page_data(&mut buyer, "/my-account/add-payment-method/").await;
        let nonce = page["page"]["section"]["gateway"]["createAndConfirmSetupIntentNonce"].as_str().expect("a nonce").to_owned();
        let card = shop.card(GOOD).await;
        let fields = [
            ("action", "wc_stripe_create_and_confirm_setup_intent"),
            ("wc-stripe-payment-method", card.as_str()),
            ("_ajax_nonce", nonce.as_str()),
        ];
        for _ in 0..2 {
            assert!(buyer.submit("/wp-admin/admin-ajax.php", &fields).await.status < 500);
        }
        assert_eq!(kept(&mut buyer).await.len(), 1);
        assert!(charges(&shop).await.is_empty());
    }

    async fn a_refund_requested_again_is_given_once(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 2).await;
        let id = visitor.post("/checkout", paid_with(&shop.card(GOOD).await)).await.expect(200)["order_id"].as_i64().expect("an order");
        let mut merchant = shop.merchant().await;
        let path = format!("/orders/{id}/refunds");
        for key in ["a", "a", "b", "b"] {
            merchant.write_named(Method::POST, &path, key, json!({ "other": "2" })).await.expect(200);
        }
        let seen = merchant.order(id).await;
        assert_eq!(seen["refunds"].as_array().map(Vec::len), Some(2), "one for each key");
        let late = merchant.write(Method::POST, &path, json!({ "other": "2", "refunds_before": 1 })).await.expect(409);
        assert_eq!(late["code"], "order_changed");
    }
}
