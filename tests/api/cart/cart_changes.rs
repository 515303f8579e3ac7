//! Changes of a cart that follow from other orders or the merchant: the response that makes them reports them, and no order
//! passes over them.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, TestShop, Visitor, checkout, rules};

const SHORT: &str = "woocommerce_rest_product_partially_out_of_stock";
const LOWERED: &str = "quantity_lowered";

async fn set_stock(merchant: &mut Merchant, id: i64, quantity: i64) {
    let stock = json!({ "stock_quantity": quantity });
    merchant.write(Method::PATCH, &format!("/products/{id}"), stock).await.expect(200);
}

/// A cart of 15 pieces beside one of oil, and what lowers its stock.
async fn fifteen(shop: &TestShop) -> (Visitor, Merchant, i64) {
    let mut visitor = shop.visitor();
    let mut merchant = shop.merchant().await;
    let id = visitor.id("t-five").await;
    set_stock(&mut merchant, id, 15).await;
    visitor.add("t-five", 15).await;
    visitor.add("t-oil", 1).await;
    (visitor, merchant, id)
}

fn quantity(cart: &Value) -> i64 {
    cart["items"][0]["quantity"].as_i64().expect("a line")
}

/// Two variations that share the product's five pieces, as lines of one and of two pieces.
async fn one_stock(shop: &mut TestShop) -> (usize, Visitor, Value) {
    let file = "Type,SKU,Name,Published,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global\n\
                variable,t-loaf,Pane,1,5,,,Taglio,\"Intero, Affettato\",1,1\n\
                variation,t-loaf-whole,Pane intero,1,parent,4,t-loaf,Taglio,Intero,,1\n\
                variation,t-loaf-cut,Pane affettato,1,parent,4,t-loaf,Taglio,Affettato,,1\n";
    let server = shop.import(file).await;
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-loaf-whole", 1).await;
    let cart = visitor.add("t-loaf-cut", 2).await;
    (server, visitor, cart)
}

fn key(cart: &Value, line: usize) -> String {
    cart["items"][line]["key"].as_str().expect("a line").to_owned()
}

async fn update(visitor: &mut Visitor, key: &str, quantity: i64) -> shop_tests::Answer {
    visitor.post("/cart/update-item", json!({ "key": key, "quantity": quantity })).await
}

rules! {
    async fn every_answer_with_a_cart_reports_the_quantity_that_it_lowers(shop) {
        let (mut visitor, mut merchant, id) = fifteen(&shop).await;
        let cart = visitor.cart().await;
        let (oil, honey) = (key(&cart, 1), visitor.id("t-sale").await);
        let address = json!({ "billing_address": { "city": "Roma" } });
        let calls = [
            (Method::GET, "/cart", Value::Null),
            (Method::POST, "/cart/add-item", json!({ "id": honey })),
            (Method::POST, "/cart/update-item", json!({ "key": oil, "quantity": 2 })),
            (Method::POST, "/cart/apply-coupon", json!({ "code": "meno5" })),
            (Method::POST, "/cart/remove-coupon", json!({ "code": "meno5" })),
            (Method::POST, "/cart/select-shipping-rate", json!({ "package_id": 0, "rate_id": "local_pickup:3" })),
            (Method::POST, "/cart/update-customer", address),
            (Method::POST, "/cart/remove-item", json!({ "key": oil })),
            (Method::GET, "/checkout", Value::Null),
            (Method::PUT, "/checkout", json!({ "order_notes": "Grazie" })),
        ];
        for (left, (method, path, body)) in (0..15).rev().zip(calls) {
            set_stock(&mut merchant, id, left).await;
            let answer = if path == "/cart" { visitor.get(path).await } else { visitor.write(method, path, body).await };
            assert!(answer.status < 300, "{path}: {}", answer.text());
            let body = answer.json();
            let cart = if path == "/checkout" { &body["__experimentalCart"] } else { &body };
            assert_eq!(quantity(cart), left, "{path}");
            assert_eq!(cart["errors"][0]["code"], LOWERED, "{path}: {}", cart["errors"]);
            let sentence = format!("Disponibilità di «Cinque pezzi»: {left}. Abbiamo ridotto la quantità.");
            assert_eq!(cart["errors"][0]["message"], sentence, "{path}");
            assert_eq!(visitor.cart().await["errors"], json!([]), "{path}: it is reported once");
        }
    }

    async fn an_answer_that_has_no_room_for_it_leaves_the_report_to_the_next(shop) {
        let (mut visitor, mut merchant, id) = fifteen(&shop).await;
        let oil = key(&visitor.cart().await, 1);
        set_stock(&mut merchant, id, 9).await;
        visitor.get("/cart/items").await.expect(200);
        assert_eq!(visitor.cart().await["errors"][0]["code"], LOWERED);
        set_stock(&mut merchant, id, 8).await;
        visitor.write(Method::PUT, &format!("/cart/items/{oil}"), json!({ "quantity": 3 })).await.expect(200);
        assert_eq!(visitor.cart().await["errors"][0]["code"], LOWERED);
        set_stock(&mut merchant, id, 7).await;
        visitor.ajax("get_refreshed_fragments", &[]).await.expect(200);
        assert_eq!(visitor.cart().await["errors"][0]["code"], LOWERED);
    }

    async fn no_order_passes_over_a_change_that_nobody_reported(shop) {
        let (mut visitor, mut merchant, id) = fifteen(&shop).await;
        set_stock(&mut merchant, id, 9).await;
        visitor.ajax("get_refreshed_fragments", &[]).await.expect(200);
        let refused = visitor.post("/checkout", checkout("bacs")).await.refused(409, SHORT);
        let cart = &refused["data"]["cart"];
        assert_eq!((quantity(cart), &cart["errors"][0]["code"]), (9, &json!(LOWERED)));
        visitor.post("/checkout", checkout("bacs")).await.expect(200);
    }

    async fn a_removed_product_is_reported_like_a_lowered_quantity(shop) {
        let (mut visitor, mut merchant, id) = fifteen(&shop).await;
        merchant.write(Method::PATCH, &format!("/products/{id}"), json!({ "status": "draft" })).await.expect(200);
        let cart = visitor.cart().await;
        assert_eq!(cart["items"].as_array().map(Vec::len), Some(1));
        assert_eq!(cart["errors"].as_array().map(Vec::len), Some(1), "{}", cart["errors"]);
        assert_eq!(visitor.cart().await["errors"], json!([]));
    }

    async fn a_page_that_shows_the_change_reports_it_once(shop) {
        let (mut visitor, mut merchant, id) = fifteen(&shop).await;
        set_stock(&mut merchant, id, 9).await;
        let request = visitor.request(Method::GET, "/cart/").header("Accept", "application/vnd.bottega.page+json");
        let page = visitor.send(request).await.expect(200);
        assert_eq!(page["page"]["notices"].as_array().map(Vec::len), Some(1));
        assert_eq!(page["page"]["cart"]["errors"], json!([]));
        assert_eq!(visitor.cart().await["errors"], json!([]));
        visitor.post("/checkout", checkout("bacs")).await.expect(200);
    }

    async fn the_classic_review_reports_it_above_the_form(shop) {
        let (mut visitor, mut merchant, id) = fifteen(&shop).await;
        let nonce = visitor.form_nonce("/checkout/", "update_order_review_nonce").await;
        set_stock(&mut merchant, id, 9).await;
        let answer = visitor.ajax("update_order_review", &[("security", &nonce)]).await.json();
        assert_eq!(answer["result"], "failure");
        assert!(answer["messages"].as_str().expect("words").contains("»: 9."), "{answer}");
        let answer = visitor.ajax("update_order_review", &[("security", &nonce)]).await.json();
        assert_eq!(answer["result"], "success");
    }

    async fn lines_of_one_stock_are_counted_together_when_one_of_them_grows(shop) {
        let mut shop = shop;
        let (_, mut visitor, cart) = one_stock(&mut shop).await;
        assert_eq!(cart["items"][0]["quantity_limits"]["maximum"], 3);
        assert_eq!(cart["items"][1]["quantity_limits"]["maximum"], 4);
        update(&mut visitor, &key(&cart, 0), 4).await.refused(400, "invalid_quantity");
        let path = format!("/cart/items/{}", key(&cart, 1));
        visitor.write(Method::PUT, &path, json!({ "quantity": 5 })).await.refused(400, "invalid_quantity");
        let id = visitor.id("t-loaf-whole").await;
        let more = json!({ "id": id, "quantity": 3 });
        visitor.post("/cart/add-item", more).await.refused(400, SHORT);
        let cart = update(&mut visitor, &key(&cart, 0), 3).await.expect(200);
        assert_eq!((quantity(&cart), &cart["errors"]), (3, &json!([])));
    }

    async fn a_line_that_has_too_many_pieces_may_have_fewer(shop) {
        let mut shop = shop;
        let (server, mut visitor, cart) = one_stock(&mut shop).await;
        let loaf = cart["items"][0]["id"].as_i64().expect("a variation");
        let parent = visitor.get(&format!("/products/{loaf}")).await.expect(200)["parent"].as_i64().expect("a product");
        set_stock(&mut shop.merchant_of(server).await, parent, 1).await;
        // The second line has nothing left, and stays for its buyer to see.
        let cart = visitor.cart().await;
        assert_eq!(cart["errors"][0]["code"], "woocommerce_rest_product_out_of_stock", "{}", cart["errors"]);
        let cart = update(&mut visitor, &key(&cart, 1), 1).await.expect(200);
        assert_eq!(cart["items"][1]["quantity"], 1);
        update(&mut visitor, &key(&cart, 1), 2).await.refused(400, "invalid_quantity");
    }

    async fn pieces_that_one_row_of_the_form_gives_up_go_to_another(shop) {
        let mut shop = shop;
        let (_, mut visitor, cart) = one_stock(&mut shop).await;
        let nonce = visitor.form_nonce("/cart/", "woocommerce-cart-nonce").await;
        let rows = [format!("cart[{}][qty]", key(&cart, 0)), format!("cart[{}][qty]", key(&cart, 1))];
        let fields = [("woocommerce-cart-nonce", nonce.as_str()), (rows[0].as_str(), "4"), (rows[1].as_str(), "1"), ("update_cart", "1")];
        assert_eq!(visitor.submit("/cart/", &fields).await.status, 303);
        let cart = visitor.cart().await;
        assert_eq!((quantity(&cart), &cart["items"][1]["quantity"]), (4, &json!(1)));
    }
}
