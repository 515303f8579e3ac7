//! Carts priced by pages themselves: what a page is given for it, and that the server then answers the same.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, Visitor, address, rules};

use crate::orders::subscriptions::a_box;

/// The cart with what prices depend on, as pages of the shop ask for it.
async fn priced(visitor: &mut Visitor) -> Value {
    let request = visitor.request(Method::GET, &format!("{API}/cart")).header("Bottega-Pricing", "1");
    visitor.send(request).await.expect(200)
}

/// What a page shows of the cart after changes, before the server has answered.
fn foreseen(cart: &Value, changes: &[&Value]) -> Value {
    let answer = shop_core::host::call("optimisticCart", &json!([cart["pricing"], changes]).to_string()).unwrap();
    serde_json::from_str(&answer).unwrap()
}

/// Sums and ways of delivery of both are the same.
fn same(foreseen: &Value, answered: &Value, what: &str) {
    let lines = |cart: &Value| -> Vec<Value> {
        let items = cart["items"].as_array().cloned().unwrap_or_default();
        items.iter().map(|item| json!([item["key"], item["quantity"], item["prices"], item["totals"]])).collect()
    };
    // What a package holds is told with the cart, and of its place a page knows neither street nor town.
    let packages = |cart: &Value| -> Vec<Value> {
        let mut all = cart["shipping_rates"].as_array().cloned().unwrap_or_default();
        for package in &mut all {
            package["items"] = Value::Null;
            for part in ["address_1", "city"] {
                package["destination"][part] = Value::Null;
            }
        }
        all
    };
    assert_eq!(lines(foreseen), lines(answered), "{what}");
    assert_eq!(packages(foreseen), packages(answered), "{what}");
    let parts = [
        "totals",
        "coupons",
        "needs_shipping",
        "needs_payment",
        "has_calculated_shipping",
        "items_count",
        "extensions",
    ];
    for part in parts {
        assert_eq!(foreseen[part], answered[part], "{what}: {part}");
    }
}

/// A step: the call, its body, and the change as pages price it.
type Step = (&'static str, Value, Value);

fn quantity(key: &Value, quantity: u32) -> Step {
    let body = json!({ "key": key, "quantity": quantity });
    ("/cart/update-item", body, json!({ "quantity": { "key": key, "quantity": quantity } }))
}

fn moved(to: &Value) -> Step {
    let body = json!({ "billing_address": to, "shipping_address": to });
    ("/cart/update-customer", body, json!({ "address": { "billing": to, "shipping": to } }))
}

rules! {
    async fn what_a_page_foresees_of_a_change_is_what_the_server_answers(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 2).await;
        visitor.add("t-five", 1).await;
        visitor.post("/cart/apply-coupon", json!({ "code": "meno10" })).await.expect(200);
        let mut cart = priced(&mut visitor).await;
        same(&foreseen(&cart, &[]), &cart, "as it is");
        let (key, other) = (cart["items"][0]["key"].clone(), cart["items"][1]["key"].clone());
        let there = address();
        let mut steps = vec![quantity(&key, 5), moved(&there), quantity(&key, 1)];
        for rate in cart["shipping_rates"][0]["shipping_rates"].as_array().cloned().unwrap_or_default() {
            let id = &rate["rate_id"];
            let body = json!({ "package_id": 0, "rate_id": id });
            steps.push(("/cart/select-shipping-rate", body, json!({ "delivery": { "rate_id": id } })));
        }
        assert!(steps.len() > 4, "there is no choice of delivery: {cart}");
        // Whoever fetched the goods gets them sent where the shop has no counter, and pays the tax of there.
        steps.push(moved(&json!({ "country": "DE", "state": "", "postcode": "10115", "city": "Berlin" })));
        steps.push(("/cart/remove-item", json!({ "key": other }), json!({ "quantity": { "key": other, "quantity": 0 } })));
        steps.push(("/cart/remove-coupon", json!({ "code": "meno10" }), json!({ "remove_coupon": { "code": "meno10" } })));
        let first = cart.clone();
        for (path, body, change) in &steps {
            let shown = foreseen(&cart, &[change]);
            visitor.post(path, body.clone()).await.expect(200);
            cart = priced(&mut visitor).await;
            same(&shown, &cart, &change.to_string());
        }
        let changes: Vec<&Value> = steps.iter().map(|(.., change)| change).collect();
        same(&foreseen(&first, &changes), &cart, "all of them one after the other");
    }

    async fn coupons_that_no_longer_hold_are_foreseen_to_go(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 2).await;
        visitor.add("t-five", 1).await;
        visitor.post("/cart/apply-coupon", json!({ "code": "meno10" })).await.expect(200);
        let cart = priced(&mut visitor).await;
        assert_eq!(cart["coupons"][0]["code"], "meno10");
        let key = cart["items"][0]["key"].clone();
        let shown = foreseen(&cart, &[&json!({ "quantity": { "key": key, "quantity": 0 } })]);
        visitor.post("/cart/remove-item", json!({ "key": key })).await.expect(200);
        let answered = priced(&mut visitor).await;
        assert_eq!(shown["coupons"], json!([]));
        same(&shown, &answered, "the coupon is for oil alone");
    }

    async fn carts_that_are_paid_again_and_again_wait_for_the_server(shop) {
        let id = a_box(&shop, json!({})).await;
        let mut visitor = shop.visitor();
        visitor.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.expect(201);
        assert!(priced(&mut visitor).await.get("pricing").is_none());
    }

    async fn clients_that_do_not_ask_are_told_nothing_of_it(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        assert!(cart.get("pricing").is_none());
        assert!(priced(&mut visitor).await["pricing"].is_object());
    }

    async fn a_page_is_told_of_its_own_coupons_and_not_whom_they_are_for(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let body = json!({ "code": "per-ada", "billing_email": "io@ada.example" });
        visitor.post("/cart/apply-coupon", body).await.expect(200);
        let pricing = priced(&mut visitor).await["pricing"].clone();
        let text = pricing.to_string();
        assert!(text.contains("per-ada"), "{text}");
        for secret in ["ada.example", "meno10", "da-solo", "una-volta"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        assert_eq!(pricing["coupons"].as_array().map(Vec::len), Some(1));
        assert!(pricing["rules"]["zones"].as_array().is_some_and(|zones| zones.iter().all(|zone| zone["name"] == "")));
    }

    async fn reports_of_pages_are_few_and_small(shop) {
        let mut visitor = shop.visitor();
        let large = visitor.request(Method::POST, "/price-report").body("x".repeat(65 * 1024));
        assert_eq!(visitor.send(large).await.status, 413);
        let mut answers = Vec::new();
        for _ in 0..6 {
            let request = visitor.request(Method::POST, "/price-report").body("no report");
            answers.push(visitor.send(request).await.status);
        }
        assert_eq!((answers[0], answers[5]), (204, 429));
    }
}
