//! Subscriptions: what they cost, who may buy them, their renewals, what their owners and staff do with them.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use shop_services::orders::renewals::Renewed;
use shop_services::{Clock, Shop, SystemClock};
use shop_tests::{
    Answer, Merchant, STRONG, TestShop, Visitor, checkout, customer, kinds_to, on_both_databases, page_data, rules,
    send,
};

use crate::catalogue::purchase_rules::asks;

const DAY_MS: i64 = 86_400_000;
const LIVIA: &str = "livia@example.com";

/// So many days from now.
#[derive(Debug)]
pub(crate) struct Later(pub(crate) i64);

impl Clock for Later {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms() + self.0 * DAY_MS
    }
}

/// The shop as it will be, beside its servers.
pub(crate) async fn in_days(shop: &TestShop, days: i64) -> Shop {
    let db = shop_storage::Db::open(shop.database()).await.expect("the database opens");
    Shop::new(Arc::new(db), Arc::new(Later(days)))
}

async fn renewed(shop: &TestShop, days: i64) -> Renewed {
    in_days(shop, days).await.renewals.renew_subscriptions().await.expect("a round")
}

pub(crate) fn terms(more: Value) -> Value {
    let mut out = json!({ "every": "1", "unit": "week", "trial_days": "", "sign_up_cents": "", "payments": "" });
    for (name, value) in more.as_object().expect("fields") {
        out[name] = value.clone();
    }
    json!({ "subscription": out })
}

/// A weekly box that is sent: 10.00 and 6.60 delivery.
pub(crate) async fn a_box(shop: &TestShop, more: Value) -> i64 {
    asks(shop, "t-five", terms(more)).await
}

async fn buy(visitor: &mut Visitor, id: i64, quantity: i64, method: &str) -> Answer {
    visitor.post("/cart/add-item", json!({ "id": id, "quantity": quantity })).await.expect(201);
    visitor.post("/checkout", checkout(method)).await
}

/// A subscriber's order, paid on delivery, with the number of his subscription.
async fn subscribed(shop: &TestShop, more: Value) -> (Visitor, i64, String) {
    let id = a_box(shop, more).await;
    let mut buyer = customer(shop, LIVIA).await;
    let order = buy(&mut buyer, id, 1, "cod").await.expect(200);
    let number = listed(&mut buyer).await[0]["number"].as_str().expect("a number").to_owned();
    (buyer, order["order_id"].as_i64().expect("an order"), number)
}

pub(crate) async fn listed(visitor: &mut Visitor) -> Vec<Value> {
    let page = page_data(visitor, "/my-account/subscriptions/").await;
    page["page"]["section"]["subscriptions"].as_array().expect("subscriptions").clone()
}

pub(crate) fn path(number: &str) -> String {
    format!("/my-account/view-subscription/{number}/")
}

pub(crate) async fn seen(visitor: &mut Visitor, number: &str) -> Value {
    page_data(visitor, &path(number)).await["page"]["section"].clone()
}

pub(crate) async fn act(visitor: &mut Visitor, number: &str, action: &str) -> Value {
    assert_eq!(send(visitor, &path(number), &[("action", action)]).await.status, 303, "{action}");
    page_data(visitor, &path(number)).await["page"].clone()
}

async fn pay_open(visitor: &mut Visitor, number: &str) -> u16 {
    let pay = seen(visitor, number).await["pay_path"].as_str().expect("a way to pay").to_owned();
    let nonce = page_data(visitor, &pay).await["page"]["nonce"].as_str().expect("a nonce").to_owned();
    let fields = [("woocommerce_pay", "1"), ("payment_method", "cod"), ("woocommerce-pay-nonce", nonce.as_str())];
    visitor.submit(&pay, &fields).await.status
}

pub(crate) async fn step(merchant: &mut Merchant, number: &str, step: &str) -> Answer {
    merchant.write(Method::POST, &format!("/subscriptions/{number}/step"), json!({ "step": step })).await
}

fn words(line: &Value) -> Vec<&str> {
    line["item_data"].as_array().expect("facts").iter().filter_map(|fact| fact["value"].as_str()).collect()
}

on_both_databases! {
    async fn a_renewal_is_made_once_whoever_looks(shop) {
        let (mut buyer, order, number) = subscribed(&shop, json!({ "sign_up_cents": "5" })).await;
        assert_eq!(renewed(&shop, 6).await, Renewed::default(), "not before its day");
        let (one, two) = (in_days(&shop, 7).await, in_days(&shop, 7).await);
        let (a, b) = tokio::join!(one.renewals.renew_subscriptions(), two.renewals.renew_subscriptions());
        assert_eq!(a.expect("a round").made + b.expect("a round").made, 1);
        assert_eq!(renewed(&shop, 8).await.made, 0, "it waits for its payment");
        let page = seen(&mut buyer, &number).await;
        let orders = page["orders"].as_array().expect("orders");
        assert_eq!(orders.len(), 2);
        assert_eq!((&orders[0]["total_cents"], &orders[0]["status"]), (&json!(1660), &json!("pending")), "no sign-up again");
        assert_eq!(orders[1]["number"], json!(order.to_string()));
        let mut merchant = shop.merchant().await;
        assert_eq!(merchant.stock("t-five").await, 3, "its pieces are taken");
        assert!(kinds_to(&mut merchant, LIVIA).await.contains(&"customer_renewal_order".to_owned()));
        assert_eq!(pay_open(&mut buyer, &number).await, 303);
        let page = seen(&mut buyer, &number).await;
        assert_eq!((&page["pay_path"], &page["row"]["status"]), (&json!(""), &json!("active")));
        assert_eq!(renewed(&shop, 13).await.made, 0);
        assert_eq!(renewed(&shop, 14).await.made, 1, "the next one on its day");
    }

    async fn a_renewal_without_stock_waits_and_is_tried_the_next_day(shop) {
        let (mut buyer, order, number) = subscribed(&shop, json!({})).await;
        let id = buyer.id("t-five").await;
        let mut merchant = shop.merchant().await;
        let stock = |quantity: &str| json!({ "stock_quantity": quantity });
        merchant.write(Method::PATCH, &format!("/products/{id}"), stock("0")).await.expect(200);
        assert_eq!(renewed(&shop, 7).await.waiting, 1);
        assert_eq!(renewed(&shop, 7).await, Renewed::default(), "once a day");
        let page = seen(&mut buyer, &number).await;
        assert!(page["note"].as_str().is_some_and(|note| note.contains("Cinque pezzi")), "{page}");
        let history = merchant.order(order).await["history"].to_string();
        assert_eq!(history.matches("il rinnovo aspetta").count(), 1, "the merchant reads it");
        assert_eq!(renewed(&shop, 8).await.waiting, 1);
        assert_eq!(merchant.order(order).await["history"].to_string().matches("il rinnovo aspetta").count(), 1);
        merchant.write(Method::PATCH, &format!("/products/{id}"), stock("2")).await.expect(200);
        assert_eq!(renewed(&shop, 9).await.made, 1);
        assert_eq!(seen(&mut buyer, &number).await["note"], "Il rinnovo è da pagare.");
    }

    async fn owners_suspend_resume_and_cancel_and_are_told(shop) {
        let (mut buyer, _, number) = subscribed(&shop, json!({})).await;
        assert_eq!(renewed(&shop, 7).await.made, 1);
        let page = act(&mut buyer, &number, "suspend").await;
        assert_eq!(page["notices"][0]["kind"], "success");
        assert_eq!(page["section"]["row"]["status"], "on-hold");
        assert_eq!(page["section"]["orders"][0]["status"], "cancelled", "nothing is paid in a pause");
        assert_eq!(renewed(&shop, 8).await.made, 0);
        let page = act(&mut buyer, &number, "suspend").await;
        assert_eq!((&page["notices"][0]["kind"], &page["section"]["row"]["status"]), (&json!("error"), &json!("on-hold")));
        assert_eq!(act(&mut buyer, &number, "resume").await["section"]["row"]["status"], "active");
        assert_eq!(renewed(&shop, 8).await.made, 1, "the payment that was given up is asked for again");
        let page = act(&mut buyer, &number, "cancel").await;
        assert_eq!((&page["section"]["row"]["status"], &page["section"]["can_resume"]), (&json!("cancelled"), &json!(false)));
        assert_eq!(renewed(&shop, 40).await, Renewed::default());
        let kinds = kinds_to(&mut shop.merchant().await, LIVIA).await;
        for kind in ["customer_subscription_suspended", "customer_subscription_active", "customer_subscription_cancelled"] {
            assert!(kinds.contains(&kind.to_owned()), "{kind}: {kinds:?}");
        }
    }

    async fn staff_lists_filters_and_moves_them(shop) {
        let (_, order, number) = subscribed(&shop, json!({})).await;
        let mut merchant = shop.merchant().await;
        for (query, count) in [("", 1), ("?state=active", 1), ("?state=cancelled", 0), ("?search=livia", 1), ("?search=nessuno", 0)] {
            let list = merchant.get(&format!("/subscriptions{query}")).await.expect(200);
            assert_eq!(list["total"], count, "{query}");
        }
        merchant.get("/subscriptions?state=sospeso").await.expect(422);
        merchant.get("/subscriptions/999999").await.expect(404);
        assert_eq!(merchant.order(order).await["subscriptions"][0]["id"].to_string(), number);
        assert_eq!(step(&mut merchant, &number, "resume").await.expect(409)["code"], "subscription_step_refused");
        step(&mut merchant, &number, "expire").await.expect(422);
        let detail = step(&mut merchant, &number, "suspend").await.expect(200);
        assert_eq!((&detail["state"], &detail["steps"]), (&json!("on-hold"), &json!(["resume", "cancel"])));
        let (one, two) = (in_days(&shop, 0).await, in_days(&shop, 0).await);
        let wanted = || (shop_core::base::SubscriptionId(number.parse().expect("a number")), shop_core::orders::subscription::SubscriptionStep::Resume);
        let ((a, step_a), (b, step_b)) = (wanted(), wanted());
        let (a, b) = tokio::join!(one.renewals.step_subscription(a, None, step_a, "uno"), two.renewals.step_subscription(b, None, step_b, "due"));
        assert!(a.expect("an answer").is_ok() != b.expect("an answer").is_ok(), "one of two at once");
        let answer = shop.visitor().send(shop.visitor().request(Method::GET, "/api/admin/subscriptions")).await;
        assert_eq!(answer.status, 401);
    }

    async fn a_yearly_payment_is_announced_once(shop) {
        let (_, _, _) = subscribed(&shop, json!({ "unit": "year" })).await;
        assert_eq!(renewed(&shop, 350).await.reminded, 0);
        assert_eq!(renewed(&shop, 360).await.reminded, 1);
        assert_eq!(renewed(&shop, 361).await.reminded, 0);
        assert!(kinds_to(&mut shop.merchant().await, LIVIA).await.contains(&"customer_subscription_reminder".to_owned()));
    }
}

rules! {
    async fn the_last_payment_ends_it(shop) {
        let (mut buyer, _, number) = subscribed(&shop, json!({ "payments": "2" })).await;
        assert_eq!(renewed(&shop, 7).await.made, 1);
        assert_eq!(pay_open(&mut buyer, &number).await, 303);
        let page = seen(&mut buyer, &number).await;
        assert_eq!((&page["row"]["status"], &page["row"]["next"]), (&json!("expired"), &json!("")));
        assert_eq!([&page["can_suspend"], &page["can_resume"], &page["can_cancel"]], [&json!(false); 3]);
        assert_eq!(renewed(&shop, 30).await.made, 0);
        assert!(kinds_to(&mut shop.merchant().await, LIVIA).await.contains(&"customer_subscription_ended".to_owned()));
    }

    async fn terms_that_do_not_hold_are_refused_by_field(shop) {
        let mut merchant = shop.merchant().await;
        let (sent, virtual_id) = (shop.visitor().id("t-five").await, shop.visitor().id("t-guide").await);
        for (id, more, field, code) in [
            (sent, json!({ "every": "0" }), "subscription.every", "rule_number_range"),
            (sent, json!({ "every": "13" }), "subscription.every", "rule_number_range"),
            (sent, json!({ "every": "uno" }), "subscription.every", "quantity_invalid"),
            (sent, json!({ "unit": "day" }), "subscription.unit", "value_unknown"),
            (sent, json!({ "trial_days": "30" }), "subscription.trial_days", "rule_trial_sent"),
            (virtual_id, json!({ "trial_days": "366" }), "subscription.trial_days", "rule_number_range"),
            (virtual_id, json!({ "trial_days": "-1" }), "subscription.trial_days", "rule_number_range"),
            (sent, json!({ "payments": "0" }), "subscription.payments", "rule_number_range"),
            (sent, json!({ "payments": "121" }), "subscription.payments", "rule_number_range"),
            (sent, json!({ "sign_up_cents": "-1" }), "subscription.sign_up_cents", "rule_price_range"),
            (sent, json!({ "sign_up_cents": "molto" }), "subscription.sign_up_cents", "price_invalid"),
        ] {
            let mut purchase = terms(more.clone());
            for name in ["deposit", "booking"] {
                purchase[name] = Value::Null;
            }
            purchase["add_ons"] = json!([]);
            let answer = merchant.write(Method::PATCH, &format!("/products/{id}"), json!({ "purchase": purchase })).await;
            let refused = answer.expect(422)["errors"].clone();
            let told: Vec<_> = refused.as_array().expect("errors").iter().map(|one| (one["field"].clone(), one["code"].clone())).collect();
            assert!(told.contains(&(json!(format!("purchase.{field}")), json!(code))), "{more}: {told:?}");
        }
        let mut both = terms(json!({}));
        both["add_ons"] = json!([]);
        both["deposit"] = json!({ "required": false, "plans": [
            { "key": "", "label": "Acconto", "label_en": "", "deposit_kind": "percent", "deposit": "30", "parts": [] }
        ] });
        let answer = merchant.write(Method::PATCH, &format!("/products/{sent}"), json!({ "purchase": both })).await.expect(422);
        assert_eq!(answer["errors"][0]["field"], "purchase.deposit");
        assert_eq!(answer["errors"][0]["code"], "rule_subscription_alone");
    }

    async fn the_cart_tells_the_first_payment_and_what_is_paid_again(shop) {
        let id = a_box(&shop, json!({ "sign_up_cents": "5", "payments": "6" })).await;
        let mut buyer = shop.visitor();
        let page = buyer.page("/prodotto/cinque-pezzi/").await.text();
        for words in ["ogni settimana", "per 6 pagamenti", "Attivazione 5,00", "Abbonati"] {
            assert!(page.contains(words), "{words}");
        }
        let cart = buyer.post("/cart/add-item", json!({ "id": id, "quantity": 2 })).await.expect(201);
        assert_eq!(words(&cart["items"][0]), ["20,00\u{a0}€ ogni settimana, 6 pagamenti", "5,00\u{a0}€, una volta sola"]);
        // Two of 10.00, the sign-up once, and 6.60 delivery.
        assert_eq!(cart["totals"]["total_price"], "3160");
        let again = cart["extensions"]["bottega_recurring"].as_str().expect("what is paid again");
        assert!(again.starts_with("ogni settimana\t26,60\u{a0}€\tProdotti 20,00\u{a0}€, spedizione 6,60\u{a0}€"), "{again}");
        assert!(again.contains("Primo rinnovo il ") && again.contains("Durata: 6 pagamenti"), "{again}");
        let cart = buyer.post("/cart/apply-coupon", json!({ "code": "meno5" })).await.expect(200);
        assert_eq!(cart["totals"]["total_price"], "2660", "the coupon is for the first payment");
        assert_eq!(cart["extensions"]["bottega_recurring"].as_str(), Some(again));
        let page = buyer.page("/checkout/").await.text();
        assert!(page.contains("Totale ricorrente") && page.contains("Puoi sospenderlo o disdirlo"), "before the button");
    }

    async fn lines_of_one_schedule_are_one_subscription_and_others_another(shop) {
        let weekly = a_box(&shop, json!({})).await;
        let monthly = asks(&shop, "t-guide", terms(json!({ "unit": "month" }))).await;
        let mut buyer = customer(&shop, LIVIA).await;
        buyer.post("/cart/add-item", json!({ "id": monthly, "quantity": 1 })).await.expect(201);
        let oil = buyer.id("t-oil").await;
        buyer.post("/cart/add-item", json!({ "id": oil, "quantity": 1 })).await.expect(201);
        let order = buy(&mut buyer, weekly, 1, "cod").await.expect(200);
        let found = listed(&mut buyer).await;
        let each: Vec<_> = found.iter().map(|one| one["each"].as_str().expect("an amount")).collect();
        assert_eq!(each, ["16,60\u{a0}€ ogni settimana", "3,00\u{a0}€ ogni mese"], "each with the delivery of its own goods");
        let id = order["order_id"].as_i64().expect("an order");
        let page = page_data(&mut buyer, &format!("/my-account/view-order/{id}/")).await;
        assert_eq!(page["page"]["section"]["order"]["subscriptions"].as_array().map(Vec::len), Some(2));
        let mails = shop.merchant().await.texts_to(LIVIA).await.join("\n");
        assert!(mails.contains("Totale ricorrente ogni settimana, dal "), "the confirmation tells it: {mails}");
    }

    async fn a_trial_costs_nothing_with_the_order_and_is_ordered_once(shop) {
        let id = asks(&shop, "t-guide", terms(json!({ "unit": "month", "trial_days": "30" }))).await;
        let mut buyer = customer(&shop, LIVIA).await;
        let order = buy(&mut buyer, id, 1, "").await.expect(200);
        assert_eq!(order["status"], "processing");
        assert_eq!(buyer.cart().await["items_count"], 0);
        let found = listed(&mut buyer).await;
        assert_eq!((found.len(), &found[0]["status"]), (1, &json!("active")));
        assert_eq!(renewed(&shop, 29).await, Renewed::default(), "it is still tried");
        assert_eq!(renewed(&shop, 31).await.made, 1);
        let number = found[0]["number"].as_str().expect("a number");
        assert_eq!(seen(&mut buyer, number).await["orders"][0]["total_cents"], 300);
    }

    async fn a_subscription_needs_an_account(shop) {
        let id = a_box(&shop, json!({})).await;
        let mut guest = shop.visitor();
        let answer = buy(&mut guest, id, 1, "cod").await;
        let refusal = answer.refused(400, "rest_invalid_param");
        assert!(refusal["data"]["params"]["create_account"].as_str().is_some_and(|text| text.contains("password")), "{refusal}");
        let page = page_data(&mut guest, "/checkout/").await;
        assert_eq!(page["page"]["rules"]["account"], "required");
        let mut form = shop_tests::classic_form(&mut guest).await;
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let told = guest.ajax("checkout", &fields).await.json();
        assert_eq!(told["result"], "failure");
        assert!(told["messages"].as_str().is_some_and(|text| text.contains("account_password")), "{told}");
        let plain = guest.submit("/checkout/", &fields).await;
        assert_eq!(plain.status, 422, "without scripts too");
        form.push(("account_password", STRONG.to_owned()));
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let placed = guest.ajax("checkout", &fields).await.json();
        assert_eq!(placed["result"], "success", "{placed}");
        let found = listed(&mut guest).await;
        assert_eq!((found.len(), &found[0]["status"]), (1, &json!("pending")), "a transfer is awaited");
    }

    async fn the_first_payment_starts_it_and_a_cancelled_order_ends_it(shop) {
        let id = a_box(&shop, json!({})).await;
        let mut buyer = customer(&shop, LIVIA).await;
        let mut merchant = shop.merchant().await;
        let first = buy(&mut buyer, id, 1, "bacs").await.expect(200)["order_id"].as_i64().expect("an order");
        let second = buy(&mut buyer, id, 1, "bacs").await.expect(200)["order_id"].as_i64().expect("an order");
        let states = |rows: &[Value]| rows.iter().map(|row| row["status"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>();
        assert_eq!(states(&listed(&mut buyer).await), ["pending", "pending"]);
        merchant.set_status(first, "failed").await.expect(200);
        assert_eq!(states(&listed(&mut buyer).await), ["pending", "pending"], "it can still be paid");
        merchant.set_status(first, "processing").await.expect(200);
        merchant.set_status(second, "cancelled").await.expect(200);
        assert_eq!(states(&listed(&mut buyer).await), ["cancelled", "active"]);
        let kinds = kinds_to(&mut merchant, LIVIA).await;
        for kind in ["customer_subscription_active", "customer_subscription_cancelled"] {
            assert!(kinds.contains(&kind.to_owned()), "{kind}: {kinds:?}");
        }
        assert_eq!(renewed(&shop, 8).await.made, 1, "only the active one renews");
        merchant.set_status(second, "processing").await.expect(200);
        assert_eq!(states(&listed(&mut buyer).await), ["cancelled", "active"], "what ended never begins again");
    }

    async fn what_is_not_paid_in_a_week_pauses_and_goes_on_once_it_is(shop) {
        let (mut buyer, _, number) = subscribed(&shop, json!({ "unit": "month" })).await;
        assert_eq!(renewed(&shop, 31).await.made, 1);
        assert_eq!(renewed(&shop, 37).await.paused, 0);
        assert_eq!(renewed(&shop, 39).await.paused, 1);
        let page = seen(&mut buyer, &number).await;
        assert_eq!((&page["row"]["status"], &page["can_resume"]), (&json!("on-hold"), &json!(false)));
        let mut merchant = shop.merchant().await;
        assert_eq!(merchant.stock("t-five").await, 4, "its pieces are back");
        assert!(kinds_to(&mut merchant, LIVIA).await.contains(&"customer_subscription_unpaid".to_owned()));
        assert_eq!(step(&mut merchant, &number, "resume").await.expect(409)["code"], "subscription_unpaid");
        assert_eq!(pay_open(&mut buyer, &number).await, 303);
        assert_eq!(seen(&mut buyer, &number).await["row"]["status"], "active");
        assert_eq!(merchant.stock("t-five").await, 3, "and taken again");
    }

    async fn others_neither_see_nor_change_it_and_forms_need_their_nonce(shop) {
        let (mut buyer, _, number) = subscribed(&shop, json!({})).await;
        let mut other = customer(&shop, "ada@example.com").await;
        assert_eq!(other.page(&path(&number)).await.status, 404);
        assert!(listed(&mut other).await.is_empty());
        for action in ["suspend", "cancel"] {
            assert_ne!(other.submit(&path(&number), &[("action", action)]).await.status, 200);
            assert_ne!(buyer.submit(&path(&number), &[("action", action), ("_wpnonce", "falso")]).await.status, 200);
        }
        assert_eq!(send(&mut buyer, &path(&number), &[("action", "expire")]).await.status, 400);
        let mut guest = shop.visitor();
        let answer = guest.page(&path(&number)).await;
        assert_eq!((answer.status, answer.header("location").is_some_and(|to| to.starts_with("/my-account/?"))), (303, true));
        assert_eq!(seen(&mut buyer, &number).await["row"]["status"], "active");
    }

    async fn who_leaves_takes_the_subscription_along(shop) {
        let (mut buyer, order, number) = subscribed(&shop, json!({})).await;
        let mut merchant = shop.merchant().await;
        merchant.set_status(order, "completed").await.expect(200);
        let id = buyer_id(&mut merchant, &number).await;
        let store = shop.store().await;
        store.delete_account(shop_core::base::CustomerId(id), 0).await.expect("an answer").expect("deleted");
        assert_eq!(renewed(&shop, 8).await, Renewed::default());
        assert_eq!(merchant.get("/subscriptions").await.expect(200)["total"], 0);
        assert_eq!(buyer.page(&path(&number)).await.status, 303);
    }
}

async fn buyer_id(merchant: &mut Merchant, number: &str) -> i64 {
    merchant.get(&format!("/subscriptions/{number}")).await.expect(200)["customer_id"].as_i64().expect("a customer")
}
