//! What the shop does not let itself be used for: budgets, requests of other sites, what belongs to somebody else.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, Visitor, at_length, checkout, classic_form, customer, rules};

use crate::catalogue::purchase_rules::asks;

/// Every write of the cart and the checkout, with a body that would do something.
fn writes() -> Vec<(Method, &'static str, Value)> {
    vec![
        (Method::POST, "/cart/add-item", json!({ "id": 1 })),
        (Method::POST, "/cart/update-item", json!({ "key": "x", "quantity": 2 })),
        (Method::POST, "/cart/remove-item", json!({ "key": "x" })),
        (Method::POST, "/cart/restore-item", json!({ "key": "x" })),
        (Method::POST, "/cart/items", json!({ "id": 1 })),
        (Method::PUT, "/cart/items/x", json!({ "quantity": 2 })),
        (Method::DELETE, "/cart/items/x", json!({})),
        (Method::DELETE, "/cart/items", json!({})),
        (Method::POST, "/cart/apply-coupon", json!({ "code": "meno5" })),
        (Method::POST, "/cart/remove-coupon", json!({ "code": "meno5" })),
        (Method::POST, "/cart/select-shipping-rate", json!({ "package_id": 0, "rate_id": "flat_rate:1" })),
        (Method::POST, "/cart/update-customer", json!({ "billing_address": { "city": "Roma" } })),
        (Method::PUT, "/checkout", json!({ "payment_method": "bacs" })),
        (Method::POST, "/checkout", checkout("bacs")),
    ]
}

async fn send(
    visitor: &mut Visitor,
    method: &Method,
    path: &str,
    body: &Value,
    nonce: Option<&str>,
    site: &str,
) -> (u16, Value) {
    let mut request = visitor.request(method.clone(), &format!("{API}{path}")).json(body);
    if let Some(nonce) = nonce {
        request = request.header("Nonce", nonce);
    }
    if !site.is_empty() {
        request = request.header("Sec-Fetch-Site", site);
    }
    let answer = visitor.send(request).await;
    (answer.status, answer.json())
}

rules! {
    async fn every_write_wants_a_nonce_a_fresh_one_and_from_the_shops_own_pages(shop) {
        let mut shop = shop;
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let before = visitor.cart().await["items"].clone();
        let old = visitor.nonce.clone().expect("a nonce");
        let later = shop.add_server_ahead(172_800).await;
        let mut tomorrow = shop.visitor_of(later);
        for (method, path, body) in writes() {
            let (status, answer) = send(&mut visitor, &method, path, &body, None, "").await;
            assert_eq!((status, &answer["code"]), (401, &json!("woocommerce_rest_missing_nonce")), "{method} {path}");
            let (status, answer) = send(&mut visitor, &method, path, &body, Some("0123456789"), "").await;
            assert_eq!((status, &answer["code"]), (403, &json!("woocommerce_rest_invalid_nonce")), "{method} {path}");
            let (status, answer) = send(&mut tomorrow, &method, path, &body, Some(&old), "").await;
            assert_eq!((status, &answer["code"]), (403, &json!("woocommerce_rest_invalid_nonce")), "{method} {path}, two days old");
            for site in ["cross-site", "same-site"] {
                let (status, _) = send(&mut visitor, &method, path, &body, Some(&old), site).await;
                assert_eq!(status, 403, "{method} {path} from {site}");
            }
        }
        assert_eq!(visitor.cart().await["items"], before);
    }

    async fn a_nonce_of_yesterday_evening_still_counts(shop) {
        let mut shop = shop;
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        visitor.cart().await;
        let nonce = visitor.nonce.clone().expect("a nonce");
        let later = shop.add_server_ahead(36_000).await;
        let (status, _) = send(&mut shop.visitor_of(later), &Method::POST, "/cart/add-item", &json!({ "id": id }), Some(&nonce), "same-origin").await;
        assert_eq!(status, 201);
    }

    async fn the_classic_calls_want_their_nonces_too(shop) {
        let mut shop = shop;
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let calls = [
            ("update_order_review", "security", "update_order_review_nonce"),
            ("apply_coupon", "security", "apply_coupon_nonce"),
            ("remove_coupon", "security", "remove_coupon_nonce"),
            ("apply_coupon_on_click", "_wpnonce", "apply_coupon_nonce"),
        ];
        let mut stranger = shop.visitor();
        stranger.add("t-oil", 1).await;
        let later = shop.add_server_ahead(172_800).await;
        for (call, field, name) in calls {
            let mine = visitor.form_nonce("/checkout/", name).await;
            let theirs = stranger.form_nonce("/checkout/", name).await;
            let rest = [("coupon_code", "meno5"), ("coupon", "meno5"), ("country", "IT")];
            for wrong in [None, Some(""), Some("0123456789"), Some(theirs.as_str())] {
                let mut fields = rest.to_vec();
                fields.extend(wrong.map(|nonce| (field, nonce)));
                assert_eq!(visitor.ajax(call, &fields).await.status, 403, "{call} with {wrong:?}");
            }
            let mut tomorrow = shop.visitor_of(later);
            let mut fields = rest.to_vec();
            fields.push((field, &mine));
            assert_eq!(tomorrow.ajax(call, &fields).await.status, 403, "{call}, two days old and by somebody else");
        }
        assert_eq!(visitor.cart().await["coupons"], json!([]));
    }

    async fn the_classic_checkout_with_no_foreign_or_wrong_nonce_makes_no_order(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let mut stranger = shop.visitor();
        stranger.add("t-oil", 1).await;
        let theirs = stranger.form_nonce("/checkout/", "woocommerce-process-checkout-nonce").await;
        let form = classic_form(&mut visitor).await;
        for wrong in [None, Some("0123456789"), Some(theirs.as_str())] {
            let mut fields: Vec<(&str, &str)> = form
                .iter()
                .filter(|(name, _)| *name != "woocommerce-process-checkout-nonce")
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            fields.extend(wrong.map(|nonce| ("woocommerce-process-checkout-nonce", nonce)));
            let answer = visitor.ajax("checkout", &fields).await.expect(200);
            assert_eq!((&answer["result"], &answer["refresh"]), (&json!("failure"), &json!(true)), "{wrong:?}");
            assert!(answer["messages"].as_str().is_some_and(|m| m.contains("woocommerce-error")), "{answer}");
            assert_eq!(visitor.submit("/checkout/", &fields).await.status, 403, "{wrong:?}");
        }
        assert_eq!(shop.merchant().await.stock("t-five").await, 5);
    }

    async fn other_sites_add_and_remove_nothing(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        let key = cart["items"][0]["key"].as_str().expect("a key").to_owned();
        let id = visitor.id("t-sale").await.to_string();
        for (call, field, value) in [("add_to_cart", "product_id", &id), ("remove_from_cart", "cart_item_key", &key)] {
            let request = visitor
                .request(Method::POST, &format!("/?wc-ajax={call}"))
                .header("Sec-Fetch-Site", "cross-site")
                .form(&[(field, value)]);
            assert_eq!(visitor.send(request).await.status, 403, "{call}");
        }
        let page = visitor.request(Method::POST, "/prodotto/t-sale/").header("Sec-Fetch-Site", "cross-site").form(&[("quantity", "1")]);
        assert_eq!(visitor.send(page).await.status, 403);
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn the_line_of_another_cart_is_none_of_mine(shop) {
        let (mut mine, mut theirs) = (shop.visitor(), shop.visitor());
        let cart = theirs.add("t-caviar-35", 1).await;
        let key = cart["items"][0]["key"].as_str().expect("a key").to_owned();
        mine.add("t-oil", 1).await;
        let answer = mine.ajax("remove_from_cart", &[("cart_item_key", &key)]).await.expect(200);
        assert_eq!(answer["success"], false);
        for (method, path, body) in [
            (Method::POST, "/cart/update-item".to_owned(), json!({ "key": key, "quantity": 3 })),
            (Method::POST, "/cart/remove-item".to_owned(), json!({ "key": key })),
            (Method::PUT, format!("/cart/items/{key}"), json!({ "quantity": 3 })),
            (Method::DELETE, format!("/cart/items/{key}"), json!({})),
        ] {
            let answer = mine.write(method, &path, body).await;
            assert!((400..500).contains(&answer.status), "{path}: {}", answer.text());
        }
        assert_eq!(mine.get(&format!("/cart/items/{key}")).await.status, 409);
        assert_eq!(theirs.cart().await["items"][0]["quantity"], 1);
    }

    async fn the_token_of_a_customers_cart_opens_nothing_without_the_login(shop) {
        let mut livia = customer(&shop, "livia.token@example.com").await;
        livia.add("t-oil", 2).await;
        livia.cart().await;
        assert_eq!(livia.by_token(Method::GET, "/cart", None).await.expect(200)["items_count"], 0);
        assert_eq!(livia.cart().await["items_count"], 2);
    }

    async fn a_customers_order_is_read_and_paid_by_that_customer_alone(shop) {
        let mut livia = customer(&shop, "livia.ordini@example.com").await;
        let order = livia.buy("t-oil", 1).await;
        let (id, key) = (order["order_id"].as_i64().expect("an id"), order["order_key"].as_str().expect("a key"));
        shop.merchant().await.set_status(id, "pending").await;
        let query = format!("?key={key}&billing_email=livia@example.com");
        livia.get(&format!("/order/{id}{query}")).await.expect(200);
        for mut other in [shop.visitor(), customer(&shop, "ada.ordini@example.com").await] {
            other.get(&format!("/order/{id}{query}")).await.refused(403, "woocommerce_rest_invalid_user");
            let answer = other.post(&format!("/checkout/{id}{query}"), checkout("bacs")).await;
            answer.refused(403, "woocommerce_rest_invalid_user");
        }
    }

    async fn orders_from_one_address_have_a_budget_on_every_way(shop) {
        let mut shop = shop;
        let server = shop.add_server_with(&[("SHOP_ORDER_LIMIT", "2")]).await;
        for _ in 0..2 {
            shop.visitor_of(server).buy("t-oil", 1).await;
        }
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        visitor.post("/checkout", checkout("bacs")).await.refused(429, "rate_limit_exceeded");
        let form = classic_form(&mut visitor).await;
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(visitor.ajax("checkout", &fields).await.expect(200)["result"], "failure");
        assert_eq!(visitor.submit("/checkout/", &fields).await.status, 429);
        assert_eq!(visitor.cart().await["items_count"], 1);
        // In a batch the client is the same one.
        let nonce = visitor.nonce.clone();
        let inner = json!({ "method": "POST", "path": "/wc/store/v1/checkout", "body": checkout("bacs"), "headers": { "Nonce": nonce } });
        let answer = visitor.post("/batch", json!({ "requests": [inner] })).await.expect(207);
        assert_eq!(answer["responses"][0]["status"], 429, "{answer}");
    }

    async fn behind_a_proxy_budgets_go_by_the_client(shop) {
        let mut shop = shop;
        let server = shop.add_server_with(&[("SHOP_ORDER_LIMIT", "1"), ("SHOP_TRUSTED_PROXIES", "127.0.0.1")]).await;
        for (client, status) in [("203.0.113.7", 200), ("203.0.113.7", 429), ("198.51.100.1, 203.0.113.7", 429), ("203.0.113.8", 200)] {
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-oil", 1).await;
            let request = visitor
                .request(Method::POST, &format!("{API}/checkout"))
                .header("Nonce", visitor.nonce.clone().expect("a nonce"))
                .header("X-Forwarded-For", client)
                .json(&checkout("bacs"));
            assert_eq!(visitor.send(request).await.status, status, "{client}");
        }
    }

    async fn a_batch_holds_no_batches(shop) {
        let mut visitor = shop.visitor();
        let inner = json!({ "method": "POST", "path": "/wc/store/v1/batch", "body": { "requests": [] } });
        let answer = visitor.post("/batch", json!({ "requests": [inner] })).await;
        answer.refused(400, "woocommerce_rest_invalid_path");
    }

    async fn an_account_made_with_an_order_has_a_password_of_eight_characters(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let mut order = checkout("bacs");
        order["create_account"] = json!(true);
        order["customer_password"] = json!("corta");
        // What marks the shop's own form.
        order["extensions"] = json!({ "bottega": {} });
        let refused = visitor.post("/checkout", order).await.refused(400, "account_password_short");
        assert_eq!(refused["data"]["field"], "account_password");
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn a_half_typed_postcode_does_not_keep_the_country_before(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let security = visitor.form_nonce("/checkout/", "update_order_review_nonce").await;
        let fields = [("security", security.as_str()), ("country", "DE"), ("postcode", "101"), ("city", "Berlin"), ("s_country", "DE"), ("s_postcode", "101")];
        visitor.ajax("update_order_review", &fields).await.expect(200);
        let cart = visitor.cart().await;
        assert_eq!(cart["shipping_address"]["country"], "DE");
        assert_eq!(cart["billing_address"]["city"], "Berlin");
        assert_eq!(cart["shipping_address"]["postcode"], "");
    }

    async fn get_variation_of_what_is_not_sold_says_nothing(shop) {
        let mut visitor = shop.visitor();
        for fields in [vec![("product_id", "999999")], vec![], vec![("product_id", "x")]] {
            let answer = visitor.ajax("get_variation", &fields).await;
            assert_eq!((answer.status, answer.text().as_str()), (200, ""), "{fields:?}");
        }
    }

    async fn what_a_supplier_wrote_reaches_clients_without_scripts(shop) {
        let mut shop = shop;
        let server = shop.import("Type,SKU,Name,Regular price,Description\nsimple,t-evil,Esca,9.90,\"<p>Buono</p><script>alert(1)</script><img src=x onerror=alert(1)>\"\n").await;
        let mut visitor = shop.visitor_of(server);
        let products = visitor.get("/products?sku=t-evil").await.expect(200);
        let text = products[0]["description"].as_str().expect("a description");
        assert!(text.contains("Buono") && !text.contains("script") && !text.contains("onerror"), "{text}");
    }
}

at_length! {
    async fn a_cart_has_room_for_a_shopping_list_and_not_for_a_machine(shop) {
        let card = json!({ "add_ons": [{
            "key": "", "label": "Biglietto", "label_en": "", "kind": "text", "required": false, "needs": [], "excludes": [],
            "price_kind": "none", "price": "", "max_chars": "20", "options": []
        }] });
        let id = asks(&shop, "t-oil", card).await;
        let mut visitor = shop.visitor();
        visitor.cart().await;
        let mut statuses = Vec::new();
        for batch in 0..9 {
            let one = |number| json!({
                "method": "POST", "path": "/wc/store/v1/cart/add-item", "headers": { "Nonce": visitor.nonce },
                "body": { "id": id, "quantity": 1, "addon-biglietto": format!("Auguri {batch} {number}") }
            });
            let requests: Vec<Value> = (0..25).map(one).collect();
            let answer = visitor.post("/batch", json!({ "requests": requests })).await.expect(207);
            statuses.extend(answer["responses"].as_array().expect("answers").iter().map(|one| one["status"].as_i64()));
        }
        assert_eq!(statuses.iter().filter(|status| **status == Some(201)).count(), 200);
        assert!(statuses[200..].iter().all(|status| *status == Some(400)), "{statuses:?}");
    }
}
