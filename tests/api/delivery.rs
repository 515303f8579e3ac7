//! The way of delivery: what is chosen stays chosen while the same ways are on offer.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{TestShop, Visitor, checkout, rules};

async fn free_delivery_coupon(shop: &TestShop) {
    let body = json!({ "code": "spedito", "kind": "fixed_cart", "amount": "0", "free_shipping": true });
    shop.merchant().await.write(Method::POST, "/coupons", body).await.expect(201);
}

async fn apply(visitor: &mut Visitor, code: &str) -> Value {
    visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200)
}

async fn choose(visitor: &mut Visitor, cart: &Value, kind: &str) -> Value {
    let id = offered(cart).into_iter().find(|id| id.starts_with(kind)).expect("it is on offer");
    visitor.post("/cart/select-shipping-rate", json!({ "package_id": 0, "rate_id": id })).await.expect(200)
}

fn offered(cart: &Value) -> Vec<String> {
    let rates = cart["shipping_rates"][0]["shipping_rates"].as_array().cloned().unwrap_or_default();
    rates.iter().filter_map(|rate| rate["rate_id"].as_str().map(str::to_owned)).collect()
}

fn selected(cart: &Value) -> String {
    let rates = cart["shipping_rates"][0]["shipping_rates"].as_array().cloned().unwrap_or_default();
    let chosen = rates.iter().find(|rate| rate["selected"] == true);
    chosen.and_then(|rate| rate["method_id"].as_str()).unwrap_or_default().to_owned()
}

rules! {
    async fn a_coupon_with_free_delivery_leaves_a_choice_that_knew_of_it(shop) {
        free_delivery_coupon(&shop).await;
        let mut visitor = shop.visitor();
        // Above the amount of free delivery: it is on offer already.
        let cart = visitor.add("t-oil", 6).await;
        let cart = choose(&mut visitor, &cart, "flat_rate").await;
        assert_eq!(selected(&cart), "flat_rate");
        assert_eq!(selected(&apply(&mut visitor, "spedito").await), "flat_rate");
    }

    async fn a_defaulted_way_stays_as_well(shop) {
        free_delivery_coupon(&shop).await;
        let mut visitor = shop.visitor();
        let first = selected(&visitor.add("t-oil", 6).await);
        assert_eq!(selected(&apply(&mut visitor, "spedito").await), first);
    }

    async fn other_ways_on_offer_are_chosen_among_anew(shop) {
        free_delivery_coupon(&shop).await;
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        choose(&mut visitor, &cart, "flat_rate").await;
        // A method for all that needs an amount is not offered by a coupon alone; more goods bring it.
        let cart = visitor.add("t-oil", 5).await;
        assert!(offered(&cart).iter().any(|id| id.starts_with("free_shipping")), "{:?}", offered(&cart));
        assert_eq!(selected(&cart), "flat_rate", "free delivery is taken by itself only where a coupon grants it");
        apply(&mut visitor, "spedito").await;
        let change = json!({ "shipping_address": { "country": "FR" } });
        let abroad = visitor.post("/cart/update-customer", change).await.expect(200);
        assert_eq!(offered(&abroad).len(), 1);
        let change = json!({ "shipping_address": { "country": "IT" } });
        let home = visitor.post("/cart/update-customer", change).await.expect(200);
        assert_eq!(selected(&home), "free_shipping", "the offer changed, and a coupon grants it");
    }

    async fn pickup_stays_pickup_where_it_is_offered(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        choose(&mut visitor, &cart, "local_pickup").await;
        let cart = visitor.add("t-oil", 5).await;
        assert_eq!(selected(&cart), "local_pickup");
        let change = json!({ "shipping_address": { "country": "FR" } });
        let abroad = visitor.post("/cart/update-customer", change).await.expect(200);
        assert_eq!(selected(&abroad), "flat_rate", "what is not offered cannot stay");
    }

    async fn delivery_is_shown_with_the_address_where_the_merchant_wants_it_so(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.shipping_requires_address = true).await;
        let mut visitor = shop.visitor_of(server);
        let cart = visitor.add("t-oil", 1).await;
        assert_eq!((offered(&cart).len(), &cart["needs_shipping"]), (0, &json!(true)));
        let change = json!({ "shipping_address": { "country": "IT", "state": "TO", "postcode": "10123" } });
        let cart = visitor.post("/cart/update-customer", change).await.expect(200);
        assert_eq!(offered(&cart).len(), 2);
        visitor.post("/checkout", checkout("bacs")).await.expect(200);
    }
}
