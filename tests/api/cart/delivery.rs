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

/// What the courier costs with a product: without tax, and the tax.
async fn courier_with(visitor: &mut Visitor, sku: &str) -> (i64, i64) {
    let cart = visitor.add(sku, 1).await;
    let rates = cart["shipping_rates"][0]["shipping_rates"].as_array().cloned().unwrap_or_default();
    let courier = rates.iter().find(|rate| rate["method_id"] == "flat_rate").expect("a courier");
    let cents = |name: &str| courier[name].as_str().and_then(|text| text.parse().ok()).expect("cents");
    (cents("price"), cents("taxes"))
}

rules! {
    async fn a_courier_entered_with_tax_costs_the_same_whatever_lies_in_the_cart(shop) {
        let mut shop = shop;
        let before = [courier_with(&mut shop.visitor(), "t-oil").await, courier_with(&mut shop.visitor(), "t-five").await];
        assert_eq!(before, [(600, 24), (600, 60)], "entered without tax, that of the goods comes on top");
        let server = shop.with_settings(|settings| settings.taxes.shipping_includes_tax = true).await;
        for (sku, net, tax) in [("t-oil", 577, 23), ("t-five", 545, 55)] {
            let mut visitor = shop.visitor_of(server);
            assert_eq!(courier_with(&mut visitor, sku).await, (net, tax), "{sku}");
            let order = visitor.post("/checkout", checkout("cod")).await.expect(200);
            let kept = shop.merchant().await.order(order["order_id"].as_i64().expect("a number")).await;
            let rows = kept["totals"].as_array().expect("rows");
            let shipping = rows.iter().find(|row| row["kind"] == "shipping").expect("a row");
            assert_eq!(shipping["cents"], 600, "{sku}: {kept}");
        }
    }

    async fn the_page_about_delivery_tells_the_costs_of_the_settings(shop) {
        let mut shop = shop;
        let told = shop.visitor().page("/spedizioni/").await.text();
        assert!(told.contains("6,00&nbsp;€ più IVA") && told.contains("gratis da 60,00&nbsp;€"), "{told}");
        let server = shop
            .with_settings(|settings| {
                settings.taxes.shipping_includes_tax = true;
                for method in settings.zones.iter_mut().flat_map(|zone| &mut zone.methods) {
                    if method.title == "Corriere" {
                        method.cost_cents = shop_core::base::Cents(750);
                    }
                }
            })
            .await;
        let told = shop.visitor_of(server).page("/spedizioni/").await.text();
        assert!(told.contains("7,50&nbsp;€") && !told.contains("più IVA"), "{told}");
    }

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
        let server = shop.with_settings(|settings| settings.checkout.needs_address = true).await;
        let mut visitor = shop.visitor_of(server);
        let cart = visitor.add("t-oil", 1).await;
        assert_eq!((offered(&cart).len(), &cart["needs_shipping"]), (0, &json!(true)));
        let change = json!({ "shipping_address": { "country": "IT", "state": "TO", "postcode": "10123" } });
        let cart = visitor.post("/cart/update-customer", change).await.expect(200);
        assert_eq!(offered(&cart).len(), 2);
        visitor.post("/checkout", checkout("bacs")).await.expect(200);
    }
}
