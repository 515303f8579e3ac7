//! Renewed are charged to the kept method: once for each day that is due, whoever looks and whatever breaks; what the bank refuses is
//! told and tried again, and their owner changes what they are paid by.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use shop_services::orders::renewals::Renewed;
use shop_services::platform::settings::PaymentMethodSettings;
use shop_services::{Shop, ShopEnvironment};
use shop_tests::{Answer, Merchant, TestShop, Visitor, customer, kinds_to, on_both_databases, page_data, rules};

use crate::catalogue::purchase_rules::asks;
use crate::orders::subscriptions::{Later, a_box, act, listed, path, seen, step, terms};
use crate::payments::cards::{ASKS, GOOD, charges, order, paid_with, status_of, take_cards};
use crate::payments::change::{change, change_to, change_to_card};

pub(crate) const LIVIA: &str = "livia@example.com";
const CONFIRM: &str = "POST /v1/payment_intents/*/confirm";
/// Can be kept, and every charge is refused.
pub(crate) const REFUSES: &str = "4000000000000341";
/// Asks on the first payment alone: the bank agreed to charges without its owner.
pub(crate) const AGREED: &str = "4000003800000446";
pub(crate) const MASTERCARD: &str = "5555555555554444";

/// The shop as it will be, with the provider.
pub(crate) async fn in_days(shop: &TestShop, days: i64) -> Shop {
    let db = shop_storage::Db::open(shop.database()).await.expect("the database opens");
    let surroundings = ShopEnvironment::new(Arc::new(Later(days)))
        .with_gateway(shop.gateway())
        .with_public_url("https://bottega.example");
    Shop::within(Arc::new(db), surroundings)
}

pub(crate) async fn round(shop: &TestShop, days: i64) -> Renewed {
    in_days(shop, days).await.renewals.renew_subscriptions().await.expect("a round")
}

/// A customer of a shop that takes cards.
pub(crate) async fn subscriber(shop: &mut TestShop) -> Visitor {
    take_cards(shop).await;
    shop.restart(0).await;
    customer(shop, LIVIA).await
}

pub(crate) async fn newest(visitor: &mut Visitor) -> String {
    listed(visitor).await[0]["number"].as_str().expect("a number").to_owned()
}

/// A weekly box bought with a card, and its subscription.
pub(crate) async fn boxed(shop: &mut TestShop, card: &str) -> (Visitor, String) {
    let mut buyer = subscriber(shop).await;
    let id = a_box(shop, json!({})).await;
    buyer.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.expect(201);
    let placed = order(&mut buyer, "one", &paid_with(&shop.card(card).await)).await.expect(200);
    assert_eq!(placed["status"], "processing", "{placed}");
    let number = newest(&mut buyer).await;
    (buyer, number)
}

/// A monthly thing with 30 days of trial, ordered with a card.
pub(crate) async fn tried(shop: &mut TestShop, card: &str) -> (Visitor, String, Value) {
    let mut buyer = subscriber(shop).await;
    let id = asks(shop, "t-guide", terms(json!({ "unit": "month", "trial_days": "30" }))).await;
    buyer.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.expect(201);
    let placed = order(&mut buyer, "one", &paid_with(&shop.card(card).await)).await.expect(200);
    let number = newest(&mut buyer).await;
    (buyer, number, placed)
}

pub(crate) async fn kept(visitor: &mut Visitor) -> Vec<Value> {
    let page = page_data(visitor, "/my-account/payment-methods/").await;
    page["page"]["section"]["gateway"]["saved"].as_array().cloned().unwrap_or_default()
}

pub(crate) async fn paid_by(visitor: &mut Visitor, number: &str) -> String {
    seen(visitor, number).await["payment"].as_str().expect("words").to_owned()
}

async fn office(merchant: &mut Merchant, number: &str) -> Value {
    merchant.get(&format!("/subscriptions/{number}")).await.expect(200)
}

pub(crate) async fn count(shop: &TestShop, kind: &str) -> usize {
    kinds_to(&mut shop.merchant().await, LIVIA).await.iter().filter(|one| *one == kind).count()
}

/// Charges that were tried at the provider, refused ones too.
async fn tries(shop: &TestShop) -> usize {
    shop.at_sandbox("/v1/charges?limit=100").await["data"].as_array().map_or(0, Vec::len)
}

/// The parts of a confirm hash: intent and nonce.
pub(crate) fn parts(hash: &str) -> (String, String) {
    let mut parts = hash.split(':').skip(2);
    let (secret, nonce) = (parts.next().expect("a secret"), parts.next().expect("a nonce"));
    (secret.split("_secret_").next().expect("an id").to_owned(), nonce.to_owned())
}

/// Pays an order on its page with a card.
pub(crate) async fn pay_on_page(visitor: &mut Visitor, pay: &str, card: &str) -> Answer {
    let nonce = page_data(visitor, pay).await["page"]["nonce"].as_str().expect("a nonce").to_owned();
    let fields = [
        ("woocommerce_pay", "1"),
        ("payment_method", "stripe"),
        ("woocommerce-pay-nonce", nonce.as_str()),
        ("wc-stripe-payment-method", card),
        ("wc-stripe-payment-token", "new"),
    ];
    visitor.submit(pay, &fields).await
}

fn leads_on(answer: &Answer) -> &str {
    answer.header("location").unwrap_or_else(|| panic!("{}", answer.text()))
}

on_both_databases! {
    async fn any_number_of_processes_charge_once(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        let shops = [in_days(&shop, 7).await, in_days(&shop, 7).await, in_days(&shop, 7).await];
        let [a, b, c] = &shops;
        let (a, b, c) = tokio::join!(a.renewals.renew_subscriptions(), b.renewals.renew_subscriptions(), c.renewals.renew_subscriptions());
        let all = [a.expect("a round"), b.expect("a round"), c.expect("a round")];
        assert_eq!(all.iter().map(|one| one.made).sum::<usize>(), 1);
        round(&shop, 7).await;
        assert_eq!(charges(&shop).await.len(), 2);
        assert_eq!(seen(&mut buyer, &number).await["orders"][0]["status"], "processing");
        // One that is due by hand and by the clock at once.
        let (one, two) = (in_days(&shop, 14).await, in_days(&shop, 14).await);
        let id = shop_core::base::SubscriptionId(number.parse().expect("a number"));
        let (a, b) = tokio::join!(one.renewals.renew_subscriptions(), two.renewals.charge_open_renewal(id));
        a.expect("a round");
        b.expect("an answer");
        round(&shop, 14).await;
        assert_eq!(charges(&shop).await.len(), 3);
    }

    async fn who_is_killed_over_a_charge_leaves_it_to_be_found(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        shop.sandbox_fault(CONFIRM, 1, json!({ "kind": "late", "ms": 60_000 })).await;
        let doomed = in_days(&shop, 7).await;
        let task = tokio::spawn(async move { doomed.renewals.renew_subscriptions().await });
        shop.stalled(1).await;
        assert_eq!(charges(&shop).await.len(), 2);
        task.abort();
        assert_eq!(round(&shop, 7).await, Renewed::default(), "it is somebody's");
        let page = seen(&mut buyer, &number).await;
        assert_eq!(page["orders"][0]["status"], "pending");
        // When its time is over it is found paid, not charged again.
        let done = round(&shop, 8).await;
        assert_eq!((done.charged, done.refused), (1, 0));
        assert_eq!(seen(&mut buyer, &number).await["orders"][0]["status"], "processing");
        assert_eq!(charges(&shop).await.len(), 2);
    }

    async fn the_reconciler_finds_what_a_killed_worker_charged(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        shop.sandbox_fault(CONFIRM, 30, json!({ "kind": "drop_answer" })).await;
        let done = round(&shop, 7).await;
        assert_eq!((done.made, done.charged, done.refused), (1, 0, 0), "it stays in doubt");
        shop.sandbox_clear_faults().await;
        in_days(&shop, 8).await.settlement.check_payments().await.expect("a look");
        let page = seen(&mut buyer, &number).await;
        assert_eq!((&page["orders"][0]["status"], &page["row"]["status"]), (&json!("processing"), &json!("active")));
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "reversed": true, "times": 3 })).await;
        assert_eq!(round(&shop, 8).await, Renewed::default());
        assert_eq!(charges(&shop).await.len(), 2);
        assert_eq!(count(&shop, "customer_processing_order").await, 2);
    }
}

rules! {
    async fn the_card_of_the_first_order_is_kept_and_charged_on_each_day_that_is_due(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, AGREED).await;
        assert_eq!(kept(&mut buyer).await.len(), 1, "kept whatever the box says");
        assert_eq!(paid_by(&mut buyer, &number).await, "Visa •••• 0446, scade 12/40");
        assert_eq!(round(&shop, 6).await, Renewed::default());
        let done = round(&shop, 7).await;
        assert_eq!((done.made, done.charged, done.refused), (1, 1, 0));
        assert_eq!(charges(&shop).await.len(), 2);
        let page = seen(&mut buyer, &number).await;
        assert_eq!((&page["orders"][0]["status"], &page["orders"][0]["total_cents"]), (&json!("processing"), &json!(1660)));
        assert_eq!((&page["row"]["status"], &page["pay_path"], &page["note"]), (&json!("active"), &json!(""), &json!("")));
        assert_eq!(round(&shop, 8).await, Renewed::default(), "once");
        assert_eq!(round(&shop, 14).await.charged, 1);
        assert_eq!(charges(&shop).await.len(), 3);
        assert_eq!(count(&shop, "customer_renewal_order").await, 0, "nobody is asked to pay what is charged");
        assert_eq!(count(&shop, "customer_processing_order").await, 3);
        let mut stranger = customer(&shop, "ada@example.com").await;
        assert!(kept(&mut stranger).await.is_empty());
    }

    async fn a_trial_keeps_its_method_without_a_charge(shop) {
        let mut shop = shop;
        let (mut buyer, number, placed) = tried(&mut shop, GOOD).await;
        assert_eq!(placed["status"], "processing", "{placed}");
        assert!(charges(&shop).await.is_empty());
        assert_eq!(kept(&mut buyer).await.len(), 1);
        assert_eq!(round(&shop, 29).await, Renewed::default());
        let done = round(&shop, 31).await;
        assert_eq!((done.made, done.charged), (1, 1));
        assert_eq!(charges(&shop).await[0]["amount"], 300);
        assert_eq!(seen(&mut buyer, &number).await["row"]["status"], "active");
    }

    async fn a_trial_starts_once_the_bank_agreed_to_its_method(shop) {
        let mut shop = shop;
        let (mut buyer, number, placed) = tried(&mut shop, ASKS).await;
        assert_eq!(placed["status"], "pending");
        let hash = placed["payment_result"]["redirect_url"].as_str().expect("a route").to_owned();
        assert!(hash.starts_with(&format!("#wc-stripe-confirm-si:{}:seti_", placed["order_id"])), "{hash}");
        assert_eq!(seen(&mut buyer, &number).await["row"]["status"], "pending");
        assert!(kept(&mut buyer).await.is_empty(), "not before the bank agreed");
        let (intent, nonce) = parts(&hash);
        let id = placed["order_id"].to_string();
        let fields = [("order_id", id.as_str()), ("intent_id", intent.as_str()), ("_ajax_nonce", nonce.as_str())];
        assert_eq!(buyer.ajax("wc_stripe_update_order_status", &fields).await.expect(200)["success"], false, "nothing was confirmed");
        shop.answer_bank(&intent, "yes").await;
        let told = buyer.ajax("wc_stripe_update_order_status", &fields).await.expect(200);
        assert_eq!(told["success"], true, "{told}");
        assert_eq!(seen(&mut buyer, &number).await["row"]["status"], "active");
        assert_eq!(kept(&mut buyer).await.len(), 1);
        assert!(charges(&shop).await.is_empty());
    }

    async fn a_renewal_says_that_the_shop_made_it(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        assert_eq!(round(&shop, 7).await.made, 1);
        let made = renewal(&mut buyer, &number).await;
        let origin = shop.merchant().await.order(made).await["origin"].clone();
        assert_eq!(origin, json!({ "label": "Rinnovo di un abbonamento", "fields": [] }));
    }

    async fn a_trial_without_a_method_is_not_ordered_where_renewals_are_charged(shop) {
        let mut shop = shop;
        let mut buyer = subscriber(&mut shop).await;
        let id = asks(&shop, "t-guide", terms(json!({ "unit": "month", "trial_days": "30" }))).await;
        let cart = buyer.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.expect(201);
        assert_eq!((&cart["totals"]["total_price"], &cart["needs_payment"]), (&json!("0"), &json!(true)));
        order(&mut buyer, "one", &paid_with("")).await.expect(400);
        order(&mut buyer, "two", &shop_tests::checkout("")).await.expect(400);
        // Who pays by transfer pays each renewal by hand, and nothing is waited for now.
        let placed = order(&mut buyer, "three", &shop_tests::checkout("bacs")).await.expect(200);
        assert_eq!(placed["status"], "processing", "{placed}");
        let number = newest(&mut buyer).await;
        assert!(paid_by(&mut buyer, &number).await.starts_with("Ogni rinnovo con il link"));
        let done = round(&shop, 31).await;
        assert_eq!((done.made, done.charged), (1, 0));
        assert_eq!(count(&shop, "customer_renewal_order").await, 1);
        assert_eq!(seen(&mut buyer, &number).await["note"], "Il rinnovo è da pagare.");
    }

    async fn a_refused_renewal_is_tried_on_three_more_days_then_it_pauses_and_another_card_takes_it_up(shop) {
        let mut shop = shop;
        let (mut buyer, number, _) = tried(&mut shop, REFUSES).await;
        let done = round(&shop, 31).await;
        assert_eq!((done.made, done.charged, done.refused), (1, 0, 1));
        let page = seen(&mut buyer, &number).await;
        assert_eq!(page["orders"][0]["status"], "failed");
        assert!(page["note"].as_str().is_some_and(|note| note.contains("riproviamo il ")), "{page}");
        for (day, refused) in [(31, 0), (32, 1), (33, 0), (34, 1), (35, 0), (36, 1), (37, 0)] {
            let done = round(&shop, day).await;
            assert_eq!((done.made, done.refused), (0, refused), "day {day}");
        }
        assert_eq!(tries(&shop).await, 4, "each is a charge of its own");
        let mut merchant = shop.merchant().await;
        let now = office(&mut merchant, &number).await;
        assert_eq!((&now["tries"], &now["next_try_at"], &now["refusal"]), (&json!(4), &Value::Null, &json!("generic_decline")));
        let texts = merchant.texts_to(LIVIA).await;
        assert_eq!(texts.iter().filter(|text| text.contains("Riproviamo il ")).count(), 3);
        let last = texts.iter().find(|text| text.contains("È stato l'ultimo tentativo")).expect("the last one");
        assert!(last.contains("/checkout/order-pay/") && last.contains(&change(&number)), "{last}");
        assert_eq!(round(&shop, 38).await.paused, 1);
        assert_eq!(seen(&mut buyer, &number).await["row"]["status"], "on-hold");
        assert_eq!(round(&shop, 40).await, Renewed::default());
        let pay = seen(&mut buyer, &number).await["pay_path"].as_str().expect("a way to pay").to_owned();
        let card = shop.card(GOOD).await;
        assert!(leads_on(&pay_on_page(&mut buyer, &pay, &card).await).contains("/order-received/"));
        let page = seen(&mut buyer, &number).await;
        assert_eq!((&page["row"]["status"], &page["payment"]), (&json!("active"), &json!("Visa •••• 4242, scade 12/40")));
        assert_eq!(charges(&shop).await.len(), 1);
        assert_eq!(round(&shop, 62).await.charged, 1, "renewals go on by the new one");
    }

    async fn a_method_that_is_gone_at_the_provider_is_not_tried_again(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        let all = charges(&shop).await;
        let method = all[0]["payment_method"].as_str().expect("a method");
        shop.sandbox_post(&format!("/v1/payment_methods/{method}/detach"), &[]).await;
        let done = round(&shop, 7).await;
        assert_eq!((done.made, done.charged, done.refused), (1, 0, 1));
        let mut merchant = shop.merchant().await;
        assert_eq!(office(&mut merchant, &number).await["next_try_at"], Value::Null);
        assert!(merchant.texts_to(LIVIA).await.iter().any(|text| text.contains("Con questo metodo non riproviamo")));
        assert_eq!(round(&shop, 8).await, Renewed::default());
        // Another method is charged at once.
        assert_eq!(change_to_card(&mut buyer, &number, &shop.card(MASTERCARD).await).await.status, 303);
        let page = page_data(&mut buyer, &path(&number)).await["page"].clone();
        assert!(page["notices"][0]["text"].as_str().is_some_and(|text| text.contains("il rinnovo in sospeso è pagato")), "{page}");
        assert_eq!(page["section"]["orders"][0]["status"], "processing");
        assert_eq!(charges(&shop).await.len(), 2);
    }

    async fn a_bank_that_asks_is_answered_on_the_orders_page(shop) {
        let mut shop = shop;
        let (mut buyer, number, placed) = tried(&mut shop, ASKS).await;
        let (setup, _) = parts(placed["payment_result"]["redirect_url"].as_str().expect("a route"));
        shop.answer_bank(&setup, "yes").await;
        crate::payments::events::becomes(&shop, placed["order_id"].as_i64().expect("a number"), "processing").await;
        let done = round(&shop, 31).await;
        assert_eq!((done.made, done.charged, done.refused), (1, 0, 1));
        assert_eq!(count(&shop, "customer_renewal_confirm").await, 1);
        for day in [32, 34, 36] {
            assert_eq!(round(&shop, day).await, Renewed::default(), "asking again without him is of no use");
        }
        let page = seen(&mut buyer, &number).await;
        assert!(page["note"].as_str().is_some_and(|note| note.contains("La banca chiede la tua conferma")), "{page}");
        let pay = page["pay_path"].as_str().expect("a way to pay").to_owned();
        let renewal = page["orders"][0]["number"].as_str().expect("a number").to_owned();
        let saved = kept(&mut buyer).await[0]["id"].to_string();
        let nonce = page_data(&mut buyer, &pay).await["page"]["nonce"].as_str().expect("a nonce").to_owned();
        let fields = [
            ("woocommerce_pay", "1"),
            ("payment_method", "stripe"),
            ("woocommerce-pay-nonce", nonce.as_str()),
            ("wc-stripe-payment-token", saved.as_str()),
        ];
        let to = buyer.submit(&pay, &fields).await.header("location").expect("a way on").to_owned();
        let (intent, nonce) = parts(to.split_once('#').expect("a hash").1);
        shop.answer_bank(&intent, "yes").await;
        let fields = [("order_id", renewal.as_str()), ("intent_id", intent.as_str()), ("_ajax_nonce", nonce.as_str())];
        assert_eq!(buyer.ajax("wc_stripe_update_order_status", &fields).await.expect(200)["success"], true);
        let page = seen(&mut buyer, &number).await;
        assert_eq!((&page["row"]["status"], &page["orders"][0]["status"]), (&json!("active"), &json!("processing")));
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn a_provider_that_is_down_counts_as_no_try(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        shop.sandbox_fault("POST /v1/payment_intents*", 60, json!({ "kind": "error" })).await;
        let done = round(&shop, 7).await;
        assert_eq!((done.made, done.charged, done.refused), (1, 0, 0));
        let mut merchant = shop.merchant().await;
        let now = office(&mut merchant, &number).await;
        assert_eq!((&now["tries"], now["next_try_at"].is_i64()), (&json!(0), true), "{now}");
        assert_eq!(count(&shop, "customer_renewal_refused").await, 0);
        shop.sandbox_clear_faults().await;
        assert_eq!(round(&shop, 8).await.charged, 1);
        assert_eq!(seen(&mut buyer, &number).await["orders"][0]["status"], "processing");
        assert_eq!(charges(&shop).await.len(), 2);
    }

    async fn a_debit_on_its_way_is_neither_paid_nor_unpaid(shop) {
        let mut shop = shop;
        let sepa = PaymentMethodSettings { id: "stripe_sepa_debit".into(), enabled: true, title: "Addebito SEPA".into(), ..Default::default() };
        shop.with_settings(|settings| settings.payment_methods.push(sepa)).await;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        let fields = [
            ("type", "sepa_debit"),
            ("sepa_debit[iban]", "DE08370400440532013003"),
            ("billing_details[name]", "Livia Bianchi"),
            ("billing_details[email]", LIVIA),
        ];
        let method = shop.sandbox_post("/v1/payment_methods", &fields).await["id"].as_str().expect("a method").to_owned();
        let fields = [("payment_method", "stripe_sepa_debit"), ("wc-stripe-payment-token", "new"), ("wc-stripe-payment-method", method.as_str())];
        assert_eq!(change_to(&mut buyer, &number, &fields).await.status, 303);
        assert_eq!(paid_by(&mut buyer, &number).await, "Conto SEPA •••• 3003");
        let done = round(&shop, 7).await;
        assert_eq!((done.made, done.charged, done.refused), (1, 1, 0));
        let page = seen(&mut buyer, &number).await;
        assert_eq!((&page["orders"][0]["status"], &page["row"]["status"]), (&json!("on-hold"), &json!("active")));
        assert!(page["note"].as_str().is_some_and(|note| note.contains("in corso")), "{page}");
        let later = round(&shop, 15).await;
        assert_eq!((later.made, later.paused, later.refused), (0, 0, 0), "it is waited for");
        shop.sandbox_json("/_sandbox/settle", &json!({})).await;
        let id = page["orders"][0]["number"].as_str().expect("a number").parse().expect("a number");
        crate::payments::events::becomes(&shop, id, "processing").await;
        assert_eq!(seen(&mut buyer, &number).await["note"], "");
    }

    async fn where_the_merchant_wants_it_renewals_are_paid_by_hand(shop) {
        let mut shop = shop;
        shop.with_settings(|settings| settings.checkout.manual_renewal = true).await;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        assert!(kept(&mut buyer).await.is_empty(), "nothing is kept unasked");
        assert_eq!(buyer.page(&change(&number)).await.status, 404);
        let done = round(&shop, 7).await;
        assert_eq!((done.made, done.charged, done.refused), (1, 0, 0));
        assert_eq!(count(&shop, "customer_renewal_order").await, 1);
        let pay = seen(&mut buyer, &number).await["pay_path"].as_str().expect("a way to pay").to_owned();
        let card = shop.card(GOOD).await;
        assert!(leads_on(&pay_on_page(&mut buyer, &pay, &card).await).contains("/order-received/"));
        assert_eq!(seen(&mut buyer, &number).await["row"]["status"], "active");
    }

    async fn staff_charges_now_and_leaves_renewals_to_their_owner(shop) {
        let mut shop = shop;
        let (mut buyer, number, _) = tried(&mut shop, REFUSES).await;
        let mut merchant = shop.merchant().await;
        assert_eq!(step(&mut merchant, &number, "charge").await.expect(409)["code"], "subscription_nothing_to_charge");
        assert_eq!(round(&shop, 31).await.refused, 1);
        let now = office(&mut merchant, &number).await;
        assert!(now["steps"].as_array().is_some_and(|steps| steps.contains(&json!("charge")) && steps.contains(&json!("pay_by_hand"))), "{now}");
        assert_eq!((&now["payment"], &now["tries"]), (&json!("Visa •••• 0341, scade 12/40"), &json!(1)));
        let now = step(&mut merchant, &number, "charge").await.expect(200);
        assert_eq!((&now["tries"], &now["state"]), (&json!(2), &json!("active")));
        change_to_card(&mut buyer, &number, &shop.card(GOOD).await).await;
        assert_eq!(seen(&mut buyer, &number).await["orders"][0]["status"], "processing");
        let now = step(&mut merchant, &number, "pay_by_hand").await.expect(200);
        assert_eq!((&now["tries"], now["payment"].as_str().is_some_and(|text| text.starts_with("Ogni rinnovo"))), (&json!(0), true), "{now}");
        let done = round(&shop, 62).await;
        assert_eq!((done.made, done.charged), (1, 0));
        assert_eq!(step(&mut merchant, &number, "charge").await.status, 409);
        let answer = shop.visitor().send(shop.visitor().request(Method::POST, &format!("/api/admin/subscriptions/{number}/step"))).await;
        assert_eq!(answer.status, 401);
    }

    async fn nothing_is_charged_in_a_pause_or_after_the_end(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        act(&mut buyer, &number, "suspend").await;
        assert_eq!(round(&shop, 8).await, Renewed::default());
        act(&mut buyer, &number, "resume").await;
        shop.sandbox_fault("POST /v1/payment_intents*", 60, json!({ "kind": "error" })).await;
        assert_eq!(round(&shop, 8).await.made, 1);
        shop.sandbox_clear_faults().await;
        act(&mut buyer, &number, "cancel").await;
        assert_eq!(round(&shop, 9).await, Renewed::default());
        assert_eq!(round(&shop, 40).await, Renewed::default());
        assert_eq!(charges(&shop).await.len(), 1);
        assert_eq!(seen(&mut buyer, &number).await["orders"][0]["status"], "cancelled");
    }

    async fn what_is_sold_out_is_not_charged(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        let id = buyer.id("t-five").await;
        change_to_card(&mut buyer, &number, &shop.card(REFUSES).await).await;
        assert_eq!(round(&shop, 7).await.refused, 1);
        // A refused renewal gave its pieces back, and another buyer took them.
        let mut merchant = shop.merchant().await;
        merchant.write(Method::PATCH, &format!("/products/{id}"), json!({ "stock_quantity": "0" })).await.expect(200);
        change_to_card(&mut buyer, &number, &shop.card(GOOD).await).await;
        assert_eq!(charges(&shop).await.len(), 1, "only the first order");
        let note = seen(&mut buyer, &number).await["note"].clone();
        merchant.write(Method::PATCH, &format!("/products/{id}"), json!({ "stock_quantity": "3" })).await.expect(200);
        assert_eq!(round(&shop, 9).await.charged, 1, "{note}");
        assert_eq!(charges(&shop).await.len(), 2);
        assert_eq!(status_of(&shop, renewal(&mut buyer, &number).await).await, "processing");
    }
}

async fn renewal(visitor: &mut Visitor, number: &str) -> i64 {
    let page = seen(visitor, number).await;
    page["orders"][0]["number"].as_str().and_then(|text| text.parse().ok()).expect("a number")
}
