//! Orders of express buttons: through the store API's checkout, with two headers of their own.

use reqwest::Method;
use serde_json::{Value, json};
use shop_services::platform::settings::ExtraField;
use shop_tests::{API, Answer, TestShop, Visitor, checkout, on_both_databases, rules};

use crate::catalogue::food::with_food;
use crate::checkout::express::{of_session, with_wallets};
use crate::payments::cards::{GOOD, charges, status_of};

pub(crate) const DECLINED: &str = "4000000000000002";

/// The body of a wallet's order.
pub(crate) fn wallet_order(token: &str, wallet: &str) -> Value {
    let mut body = checkout("stripe");
    body["payment_data"] = json!([
        { "key": "payment_method", "value": "stripe" },
        { "key": "wc-stripe-confirmation-token", "value": token },
        { "key": "express_payment_type", "value": wallet },
        { "key": "wc-stripe-is-deferred-intent", "value": true },
    ]);
    body
}

/// The nonce of the header, of the visitor's own session.
pub(crate) async fn mark(visitor: &mut Visitor) -> String {
    let id = visitor.id("t-oil").await;
    let settings = of_session(visitor, &format!("product&product_id={id}")).await;
    settings["nonce"]["wc_store_api_express_checkout"].as_str().expect("a nonce").to_owned()
}

/// Sends an order with the headers of an express button.
pub(crate) async fn send(visitor: &mut Visitor, path: &str, attempt: &str, nonce: &str, body: &Value) -> Answer {
    if visitor.nonce.is_none() {
        visitor.cart().await;
    }
    let request = visitor
        .request(Method::POST, &format!("{API}{path}"))
        .header("Nonce", visitor.nonce.clone().expect("a nonce"))
        .header("Idempotency-Key", attempt)
        .header("X-WCSTRIPE-EXPRESS-CHECKOUT", "true")
        .header("X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE", nonce)
        .json(body);
    visitor.send(request).await
}

pub(crate) async fn order(visitor: &mut Visitor, attempt: &str, body: &Value) -> Answer {
    let nonce = mark(visitor).await;
    send(visitor, "/checkout", attempt, &nonce, body).await
}

async fn with_five(shop: &mut TestShop) -> Visitor {
    let server = with_wallets(shop, |_| {}).await;
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-five", 1).await;
    visitor
}

fn shows(body: &mut Value, amount: impl Into<Value>) {
    body["extensions"]["wc-stripe/express-checkout"]["amount"] = amount.into();
}

rules! {
    async fn a_wallet_pays_and_the_order_remembers_it(shop) {
        let mut shop = shop;
        let mut visitor = with_five(&mut shop).await;
        visitor.submit("/consenso/", &[("event", "accept_all")]).await;
        let token = shop.wallet_token(GOOD, "apple_pay").await;
        let mut body = wallet_order(&token, "apple_pay");
        shows(&mut body, "1660");
        body["extensions"]["woocommerce/order-attribution"] = json!({ "source_type": "utm", "utm_source": "lettera", "utm_medium": "(none)" });
        let placed = order(&mut visitor, "one", &body).await.expect(200);
        assert_eq!((&placed["payment_result"]["payment_status"], &placed["status"]), (&json!("success"), &json!("processing")));
        let id = placed["order_id"].as_i64().expect("an order");
        let seen = shop.merchant().await.order(id).await;
        assert_eq!((&seen["payment_title"], &seen["total_cents"]), (&json!("Apple Pay"), &json!(1660)));
        let all = charges(&shop).await;
        assert_eq!((all.len(), &all[0]["amount"]), (1, &json!(1660)));
        let id = shop_core::base::OrderId(id);
        let kept = shop.store().await.order(id).await.expect("the database").expect("the order");
        assert_eq!(kept.content.attribution.get("utm_source").map(String::as_str), Some("lettera"));
        assert!(!kept.content.attribution.contains_key("utm_medium"));
    }

    async fn a_declined_wallet_says_why_and_the_same_order_is_paid_then(shop) {
        let mut shop = shop;
        let mut visitor = with_five(&mut shop).await;
        let declined = wallet_order(&shop.wallet_token(DECLINED, "google_pay").await, "google_pay");
        let refused = order(&mut visitor, "one", &declined).await.expect(400);
        assert_eq!(refused["payment_result"]["payment_status"], "failure");
        let details = refused["payment_result"]["payment_details"].as_array().expect("details");
        assert!(details.iter().any(|one| one["key"] == "errorMessage" && one["value"].as_str().is_some_and(|w| w.contains("rifiutata"))), "{refused}");
        let good = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        let paid = order(&mut visitor, "one", &good).await.expect(200);
        assert_eq!(paid["order_id"], refused["order_id"]);
        let seen = shop.merchant().await.order(paid["order_id"].as_i64().expect("an order")).await;
        assert_eq!(seen["payment_title"], "Apple Pay", "the wallet that paid");
        assert_eq!(charges(&shop).await.len(), 1);
        assert_eq!(shop.merchant().await.stock("t-five").await, 4);
    }

    async fn what_the_sheet_no_longer_shows_rightly_is_not_charged(shop) {
        let mut shop = shop;
        let mut visitor = with_five(&mut shop).await;
        let token = shop.wallet_token(GOOD, "apple_pay").await;
        for wrong in [json!("1659"), json!(1661), json!("0"), json!(-1660)] {
            let mut body = wallet_order(&token, "apple_pay");
            shows(&mut body, wrong.clone());
            let refused = order(&mut visitor, &format!("wrong {wrong}"), &body).await.refused(409, "amount_changed");
            assert_eq!(refused["data"]["cart"]["totals"]["total_price"], "1660", "the sheet is shown again from it");
            assert!(refused["message"].as_str().is_some_and(|words| words.contains("16,60") && words.contains("Non abbiamo addebitato nulla")), "{refused}");
        }
        // Another country at the end: its delivery costs more than the sheet has shown.
        let mut moved = wallet_order(&token, "apple_pay");
        for address in ["billing_address", "shipping_address"] {
            for (name, value) in [("country", "DE"), ("state", "DE-BY"), ("postcode", "80331"), ("city", "München")] {
                moved[address][name] = json!(value);
            }
        }
        shows(&mut moved, "1660");
        order(&mut visitor, "moved", &moved).await.refused(409, "amount_changed");
        assert!(charges(&shop).await.is_empty());
        assert_eq!(shop.merchant().await.stock("t-five").await, 5);
        let mut right = wallet_order(&token, "apple_pay");
        shows(&mut right, 1660);
        order(&mut visitor, "right", &right).await.expect(200);
    }

    async fn the_delivery_of_the_sheet_is_the_orders_or_none(shop) {
        let mut shop = shop;
        let mut visitor = with_five(&mut shop).await;
        let token = shop.wallet_token(GOOD, "apple_pay").await;
        let rates = visitor.cart().await["shipping_rates"][0]["shipping_rates"].clone();
        let mut body = wallet_order(&token, "apple_pay");
        body["shipping_address"]["method"] = json!(["flat_rate:999"]);
        let refused = order(&mut visitor, "gone", &body).await.refused(409, "woocommerce_rest_invalid_shipping_option");
        assert!(refused["data"]["cart"].is_object());
        body["shipping_address"]["method"] = json!([rates[1]["rate_id"]]);
        shows(&mut body, 1000);
        let placed = order(&mut visitor, "pickup", &body).await.expect(200);
        let seen = shop.merchant().await.order(placed["order_id"].as_i64().expect("an order")).await;
        assert_eq!(seen["total_cents"], 1000);
    }

    async fn wallet_addresses_are_put_in_order_and_lack_what_wallets_lack(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |settings| settings.places.sold_to.clear()).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-guide", 1).await;
        let token = shop.wallet_token(GOOD, "apple_pay").await;
        let mut body = wallet_order(&token, "apple_pay");
        for (name, value) in [("country", "AE"), ("state", "Dubai"), ("postcode", ""), ("city", "")] {
            body["billing_address"][name] = json!(value);
        }
        let placed = order(&mut visitor, "one", &body).await.expect(200);
        assert_eq!((&placed["billing_address"]["city"], &placed["billing_address"]["state"]), (&json!("Dubai"), &json!("")));
        visitor.add("t-guide", 1).await;
        let mut italian = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        italian["billing_address"]["state"] = json!("Piemonte");
        let placed = order(&mut visitor, "two", &italian).await.expect(200);
        assert_eq!(placed["billing_address"]["state"], "TO", "a region became its province");
        visitor.add("t-guide", 1).await;
        let mut without = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        without["billing_address"]["postcode"] = json!("");
        order(&mut visitor, "three", &without).await.refused(400, "woocommerce_rest_invalid_address");
    }

    async fn without_both_headers_the_ordinary_rules_hold(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |settings| settings.places.sold_to.clear()).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-guide", 1).await;
        let mut body = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        for (name, value) in [("country", "QA"), ("state", ""), ("postcode", ""), ("city", "Doha")] {
            body["billing_address"][name] = json!(value);
        }
        let mut other = shop.visitor_of(server);
        other.add("t-oil", 1).await;
        let foreign = mark(&mut other).await;
        let nonce = mark(&mut visitor).await;
        for (n, wrong) in ["", "x", foreign.as_str()].into_iter().enumerate() {
            let refused = send(&mut visitor, "/checkout", &format!("{n}"), wrong, &body).await;
            refused.refused(400, "woocommerce_rest_invalid_address");
        }
        let half = visitor.request(Method::POST, &format!("{API}/checkout"))
            .header("Nonce", visitor.nonce.clone().expect("a nonce"))
            .header("X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE", &nonce).json(&body);
        visitor.send(half).await.refused(400, "woocommerce_rest_invalid_address");
        send(&mut visitor, "/checkout", "both", &nonce, &body).await.expect(200);
        let store = visitor.request(Method::POST, &format!("{API}/checkout"))
            .header("X-WCSTRIPE-EXPRESS-CHECKOUT", "true").header("X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE", &nonce).json(&body);
        visitor.send(store).await.refused(401, "woocommerce_rest_missing_nonce");
    }

    async fn a_wallet_that_is_not_taken_and_a_guest_where_none_may_order_are_refused(shop) {
        let mut shop = shop;
        let mut visitor = with_five(&mut shop).await;
        let token = shop.wallet_token(GOOD, "apple_pay").await;
        order(&mut visitor, "one", &wallet_order(&token, "amazon_pay")).await.refused(400, "woocommerce_rest_checkout_payment_method_disabled");
        let server = shop.with_settings(|settings| settings.accounts.guest_checkout = false).await;
        let mut guest = shop.visitor_of(server);
        guest.add("t-five", 1).await;
        order(&mut guest, "one", &wallet_order(&token, "apple_pay")).await.refused(403, "woocommerce_rest_guest_checkout_disabled");
        assert!(charges(&shop).await.is_empty());
    }

    async fn terms_and_declarations_hold_as_on_the_other_ways(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |settings| settings.checkout.terms_page = Some("/condizioni-di-vendita/".into())).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let mut body = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        body["extensions"] = json!({ "bottega": { "terms": false, "age_confirmed": false, "files_consent": false } });
        let refused = order(&mut visitor, "one", &body).await;
        assert_eq!(refused.status, 400, "{}", refused.text());
        assert!(charges(&shop).await.is_empty());
        body["extensions"]["bottega"]["terms"] = json!(true);
        let placed = order(&mut visitor, "two", &body).await.expect(200);
        let id = shop_core::base::OrderId(placed["order_id"].as_i64().expect("an order"));
        let kept = shop.store().await.order(id).await.expect("the database").expect("the order");
        assert_eq!(kept.content.terms.map(|terms| terms.path), Some("/condizioni-di-vendita/".to_owned()));
    }

    async fn alcohol_is_paid_by_wallet_by_who_says_to_be_of_age(shop) {
        let mut shop = shop;
        with_wallets(&mut shop, |_| {}).await;
        let mut visitor = with_food(&mut shop, &[]).await;
        visitor.add("f-wine", 1).await;
        let express = crate::checkout::express::on_page(&mut visitor, "/cart/").await;
        assert_eq!(express["declarations"]["min_age_years"], 18);
        let page = crate::checkout::express::on_page(&mut visitor, "/prodotto/barbera/").await;
        assert_eq!((&page["declarations"]["min_age_years"], &page["product"]["min_age_years"]), (&json!(18), &json!(18)));
        let mut body = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        order(&mut visitor, "one", &body).await.refused(400, "age_required");
        assert!(charges(&shop).await.is_empty());
        body["extensions"] = json!({ "bottega": { "age_confirmed": true } });
        order(&mut visitor, "two", &body).await.expect(200);
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn a_further_field_that_is_required_stops_a_wallet_only_where_its_page_shows_the_field(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |settings| {
            let label = "Citofono".to_owned();
            settings.checkout.extra =
                vec![ExtraField { name: "billing_field_1".into(), label, required: true, ..ExtraField::default() }];
        }).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let mut body = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        let shown = |value: &str| json!(json!({ "billing_field_1": value }).to_string());
        body["extensions"]["wc-stripe/express-checkout"]["custom_checkout_data"] = shown(" ");
        let refused = order(&mut visitor, "one", &body).await.refused(400, "rest_invalid_param");
        assert_eq!(refused["data"]["params"]["billing_field_1"], "Citofono è un campo obbligatorio", "{refused}");
        assert!(charges(&shop).await.is_empty());
        body["extensions"]["wc-stripe/express-checkout"]["custom_checkout_data"] = shown("Conti");
        order(&mut visitor, "two", &body).await.expect(200);
        visitor.add("t-five", 1).await;
        let elsewhere = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        order(&mut visitor, "three", &elsewhere).await.expect(200);
        assert_eq!(charges(&shop).await.len(), 2);
    }

    async fn the_shops_further_fields_are_kept_and_others_are_not(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |settings| {
            let field = |name: &str| ExtraField { name: name.into(), label: name.into(), ..ExtraField::default() };
            settings.checkout.extra = vec![field("billing_field_1"), field("billing_field_2")];
        }).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let express = crate::checkout::express::on_page(&mut visitor, "/checkout/").await;
        assert_eq!(express["custom_checkout_fields"], json!([
            { "name": "billing_field_1", "location": "address" }, { "name": "billing_field_2", "location": "address" },
        ]));
        let mut body = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        let custom = json!({ "billing_field_1": " Citofono\n<b>Conti</b> ", "billing_field_2": ["a", "b"], "role": "admin" });
        body["extensions"]["wc-stripe/express-checkout"]["custom_checkout_data"] = json!(custom.to_string());
        let placed = order(&mut visitor, "one", &body).await.expect(200);
        let id = shop_core::base::OrderId(placed["order_id"].as_i64().expect("an order"));
        let kept = shop.store().await.order(id).await.expect("the database").expect("the order").content.extra_fields;
        let kept: Vec<(&str, &str)> = kept.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(kept, [("billing_field_1", "Citofono Conti"), ("billing_field_2", "a, b")]);
        visitor.add("t-five", 1).await;
        let mut broken = wallet_order(&shop.wallet_token(GOOD, "apple_pay").await, "apple_pay");
        broken["extensions"]["wc-stripe/express-checkout"]["custom_checkout_data"] = json!("{no json");
        order(&mut visitor, "two", &broken).await.expect(200);
    }
}

on_both_databases! {
    async fn a_placed_order_is_paid_with_its_key_and_address_only(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut buyer = shop.visitor_of(server);
        let placed = buyer.buy("t-five", 1).await;
        let id = placed["order_id"].as_i64().expect("an order");
        let key = placed["order_key"].as_str().expect("a key").to_owned();
        shop.merchant().await.set_status(id, "failed").await.expect(200);
        let mut payer = shop.visitor_of(server);
        let nonce = mark(&mut payer).await;
        let mut body = wallet_order(&shop.wallet_token(GOOD, "google_pay").await, "google_pay");
        shows(&mut body, 1660);
        for (key, email) in [("wc_order_x", "livia@example.com"), (key.as_str(), "altri@example.com"), ("", ""), (key.as_str(), "")] {
            let path = format!("/checkout/{id}?key={key}&billing_email={email}");
            assert_eq!(send(&mut payer, &path, "a", &nonce, &body).await.status, 401, "{path}");
        }
        let path = format!("/checkout/{id}?key={key}&billing_email=Livia@example.com");
        let mut stale = body.clone();
        shows(&mut stale, 1000);
        send(&mut payer, &path, "a", &nonce, &stale).await.refused(409, "amount_changed");
        let declined = wallet_order(&shop.wallet_token(DECLINED, "google_pay").await, "google_pay");
        assert_eq!(send(&mut payer, &path, "a", &nonce, &declined).await.status, 400);
        let paid = send(&mut payer, &path, "a", &nonce, &body).await.expect(200);
        assert_eq!((&paid["payment_result"]["payment_status"], &paid["order_id"]), (&json!("success"), &json!(id)));
        assert_eq!(status_of(&shop, id).await, "processing");
        assert_eq!(shop.merchant().await.order(id).await["payment_title"], "Google Pay");
        assert_eq!(charges(&shop).await.len(), 1);
        let again = send(&mut payer, &path, "a", &nonce, &body).await.expect(200);
        assert_eq!((&again["order_id"], charges(&shop).await.len()), (&json!(id), 1), "what is paid is not paid again");
        assert_eq!(send(&mut payer, &path, "b", &nonce, &body).await.status, 409);
    }
}
