//! Orders are paid by the provider: each try is one charge at most, each charge has its order, and what the provider says counts
//! whoever hears it first.

use reqwest::Method;
use serde_json::{Value, json};
use shop_services::platform::settings::PaymentMethodSettings;
use shop_tests::{API, Answer, TestShop, Visitor, checkout, classic_form, on_both_databases, rules};

pub(crate) const GOOD: &str = "4242424242424242";
const POOR: &str = "4000000000009995";
const DECLINED: &str = "4000000000000002";
pub(crate) const ASKS: &str = "4000002760003184";

/// Cards can be paid with; gives the number of the server that knows it.
pub(crate) async fn take_cards(shop: &mut TestShop) -> usize {
    let card = PaymentMethodSettings {
        id: "stripe".into(),
        enabled: true,
        title: "Carta di credito o di debito".into(),
        ..PaymentMethodSettings::default()
    };
    shop.with_settings(|settings| settings.payment_methods.insert(0, card)).await
}

/// An order's body that pays with a method of the provider's.
pub(crate) fn paid_with(method: &str) -> Value {
    let mut body = checkout("stripe");
    body["payment_data"] = json!([
        { "key": "payment_method", "value": "stripe" },
        { "key": "wc-stripe-payment-method", "value": method },
        { "key": "wc-stripe-is-deferred-intent", "value": true },
    ]);
    body
}

/// Orders under a name, as the shop's own form does.
pub(crate) async fn order(visitor: &mut Visitor, name: &str, body: &Value) -> Answer {
    if visitor.nonce.is_none() {
        visitor.cart().await;
    }
    let request = visitor
        .request(Method::POST, &format!("{API}/checkout"))
        .header("Nonce", visitor.nonce.clone().expect("a nonce"))
        .header("Idempotency-Key", name)
        .json(body);
    visitor.send(request).await
}

fn detail<'a>(answer: &'a Value, key: &str) -> &'a str {
    let details = answer["payment_result"]["payment_details"].as_array().expect("details");
    details.iter().find(|one| one["key"] == key).and_then(|one| one["value"].as_str()).unwrap_or_default()
}

/// The filled classic form that pays by card, all but the card.
pub(crate) async fn card_form(visitor: &mut Visitor) -> Vec<(&'static str, String)> {
    let mut form = classic_form(visitor).await;
    form.retain(|(name, _)| *name != "payment_method");
    form.extend([("payment_method", "stripe".to_owned()), ("checkout_attempt", "a".to_owned())]);
    form
}

/// Charges at the provider that came through.
pub(crate) async fn charges(shop: &TestShop) -> Vec<Value> {
    let all = shop.at_sandbox("/v1/charges?limit=100").await["data"].as_array().cloned().unwrap_or_default();
    all.into_iter().filter(|charge| charge["paid"] == true && charge["status"] == "succeeded").collect()
}

pub(crate) async fn status_of(shop: &TestShop, id: i64) -> String {
    shop.merchant().await.order(id).await["status"].as_str().unwrap_or_default().to_owned()
}

rules! {
    async fn a_card_pays_and_the_order_goes_on(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 2).await;
        let card = shop.card(GOOD).await;
        let placed = order(&mut visitor, "one", &paid_with(&card)).await.expect(200);
        assert_eq!((&placed["payment_result"]["payment_status"], &placed["status"]), (&json!("success"), &json!("processing")));
        assert!(detail(&placed, "redirect").contains("/checkout/order-received/"), "{placed}");
        let id = placed["order_id"].as_i64().expect("a number");
        assert_eq!(status_of(&shop, id).await, "processing");
        let all = charges(&shop).await;
        assert_eq!(all.len(), 1);
        let intent = all[0]["payment_intent"].as_str().expect("an intent");
        let intent = shop.at_sandbox(&format!("/v1/payment_intents/{intent}")).await;
        assert_eq!(intent["metadata"]["order_id"], id.to_string());
        assert_eq!(intent["amount_received"], shop.merchant().await.order(id).await["total_cents"]);
        assert_eq!(shop.merchant().await.stock("t-five").await, 3);
    }

    async fn a_refused_card_says_why_and_another_one_pays_the_same_order(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 2).await;
        let refused = order(&mut visitor, "one", &paid_with(&shop.card(POOR).await)).await;
        assert_eq!(refused.status, 400, "{}", refused.text());
        let answer = refused.json();
        assert_eq!(answer["payment_result"]["payment_status"], "failure");
        assert!(detail(&answer, "errorMessage").contains("il saldo non basta"), "{answer}");
        let id = answer["order_id"].as_i64().expect("a number");
        assert_eq!(status_of(&shop, id).await, "failed");
        assert_eq!(shop.merchant().await.stock("t-five").await, 5, "a refused order holds nothing back");
        let paid = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(paid["order_id"].as_i64(), Some(id));
        assert_eq!(status_of(&shop, id).await, "processing");
        assert_eq!(charges(&shop).await.len(), 1);
        assert_eq!(shop.merchant().await.stock("t-five").await, 3);
    }

    async fn what_is_sold_meanwhile_is_not_charged(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 5).await;
        order(&mut visitor, "one", &paid_with(&shop.card(DECLINED).await)).await.expect(400);
        let mut other = shop.visitor_of(server);
        other.buy("t-five", 1).await;
        let late = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await;
        assert_eq!(late.status, 400, "{}", late.text());
        assert!(detail(&late.json(), "errorMessage").contains('4'), "what is left is told: {}", late.text());
        assert!(charges(&shop).await.is_empty());
    }

    async fn without_a_method_nothing_is_ordered(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        for method in ["", "cus_1", "pm_1/../x"] {
            let refused = order(&mut visitor, "one", &paid_with(method)).await;
            assert_eq!((refused.status, refused.json()["code"].clone()), (400, json!("woocommerce_rest_payment_error")));
        }
        assert_eq!(visitor.cart().await["items_count"], 1);
        assert_eq!(shop.merchant().await.stock("t-five").await, 5);
    }

    async fn a_method_that_does_not_exist_is_refused_and_the_order_waits(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let refused = order(&mut visitor, "one", &paid_with("pm_000000000000")).await;
        assert_eq!(refused.status, 400, "{}", refused.text());
        let paid = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(paid["status"], "processing");
    }

    async fn the_classic_form_pays_too_and_says_why_not(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let form = card_form(&mut visitor).await;
        let card = shop.card(DECLINED).await;
        let with = |card: &str| {
            let mut all = form.clone();
            all.push(("wc-stripe-payment-method", card.to_owned()));
            all
        };
        let fields = |form: &[(&'static str, String)]| -> Vec<(String, String)> {
            form.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
        };
        let send = async |visitor: &mut Visitor, form: &[(&'static str, String)]| {
            let fields = fields(form);
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            visitor.ajax("checkout", &fields).await.expect(200)
        };
        let missing = send(&mut visitor, &form).await;
        assert_eq!(missing["result"], "failure");
        assert!(missing["messages"].as_str().is_some_and(|text| text.contains("Dati di pagamento mancanti")), "{missing}");
        let refused = send(&mut visitor, &with(&card)).await;
        assert_eq!(refused["result"], "failure");
        assert!(refused["messages"].as_str().is_some_and(|text| text.contains("rifiutata")), "{refused}");
        let paid = send(&mut visitor, &with(&shop.card(GOOD).await)).await;
        assert_eq!(paid["result"], "success", "{paid}");
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn a_card_that_asks_for_its_owner_waits_and_the_page_is_told_nothing_it_could_misuse(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(ASKS).await)).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number");
        assert_eq!(placed["status"], "pending");
        let route = detail(&placed, "redirect").to_owned();
        let start = format!("#wc-stripe-confirm-pi:{id}:pi_");
        assert!(route.starts_with(&start), "{route}");
        let mut parts = route.split(':');
        let (secret, nonce) = (parts.nth(2).expect("a secret").to_owned(), parts.next().expect("a nonce").to_owned());
        let intent = secret.split("_secret_").next().expect("an id").to_owned();
        let order_id = id.to_string();
        let fields = [("order_id", order_id.as_str()), ("intent_id", intent.as_str()), ("_ajax_nonce", nonce.as_str())];
        // Who says that it is confirmed is not believed.
        let claimed = visitor.ajax("wc_stripe_update_order_status", &fields).await.expect(200);
        assert_eq!(claimed["success"], false, "{claimed}");
        assert_eq!(status_of(&shop, id).await, "pending");
        // Another visitor's nonce, another order, another intent.
        let mut stranger = shop.visitor_of(1);
        stranger.add("t-oil", 1).await;
        assert_eq!(stranger.ajax("wc_stripe_update_order_status", &fields).await.expect(200)["success"], false);
        for (name, value) in [("order_id", "999"), ("intent_id", "pi_other"), ("_ajax_nonce", "x")] {
            let changed = fields.map(|(known, own)| (known, if known == name { value } else { own }));
            assert_eq!(visitor.ajax("wc_stripe_update_order_status", &changed).await.expect(200)["success"], false, "{name}");
        }
        assert!(charges(&shop).await.is_empty());
        // The page was closed half-way: another card pays the same order, and the first intent is given up.
        let paid = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!((paid["order_id"].as_i64(), &paid["status"]), (Some(id), &json!("processing")));
        let first = shop.at_sandbox(&format!("/v1/payment_intents/{intent}")).await;
        assert_eq!(first["status"], "canceled");
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn what_is_paid_is_not_paid_again(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        let again = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(placed["order_id"], again["order_id"]);
        let key = placed["order_key"].as_str().expect("a key");
        let path = format!("/checkout/{}?key={key}&billing_email=livia@example.com", placed["order_id"]);
        let late = visitor.post(&path, paid_with(&shop.card(GOOD).await)).await;
        assert_eq!(late.status, 409, "{}", late.text());
        assert_eq!(charges(&shop).await.len(), 1);
    }
}

on_both_databases! {
    async fn two_clicks_are_one_order_and_one_charge(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let body = paid_with(&shop.card(GOOD).await);
        let send = || {
            visitor
                .request(Method::POST, &format!("{API}/checkout"))
                .header("Nonce", visitor.nonce.clone().expect("a nonce"))
                .header("Idempotency-Key", "a-click")
                .json(&body)
                .send()
        };
        let (first, second) = tokio::join!(send(), send());
        let mut answers = Vec::new();
        for answer in [first, second] {
            answers.push(answer.expect(200));
        }
        assert_eq!(answers[0]["order_id"], answers[1]["order_id"]);
        assert_eq!(answers[0]["payment_result"], answers[1]["payment_result"]);
        assert_eq!(charges(&shop).await.len(), 1);
    }
}
