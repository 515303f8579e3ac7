use reqwest::Method;
use serde_json::json;
use shop_tests::{API, address, rules};

rules! {
    async fn a_new_country_has_no_province_of_the_country_before(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for kind in ["billing_address", "shipping_address"] {
            let vicenza = json!({ "country": "IT", "state": "VI", "postcode": "36100", "city": "Vicenza" });
            let cart = visitor.post("/cart/update-customer", json!({ kind: vicenza })).await.expect(200);
            assert_eq!(cart[kind]["state"], "VI");
            let cart = visitor.post("/cart/update-customer", json!({ kind: { "country": "IT" } })).await.expect(200);
            assert_eq!(cart[kind]["state"], "VI", "the same country");
            let cart = visitor.post("/cart/update-customer", json!({ kind: { "country": "ES" } })).await.expect(200);
            assert_eq!((&cart[kind]["country"], &cart[kind]["state"]), (&json!("ES"), &json!("")), "{kind}");
            let alava = json!({ "country": "ES", "state": "Álava" });
            let cart = visitor.post("/cart/update-customer", json!({ kind: alava })).await.expect(200);
            assert_eq!(cart[kind]["state"], "VI", "one that is chosen for it");
        }
    }

    async fn more_than_the_stock_is_refused_also_in_two_steps(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-five").await;
        let six = visitor.post("/cart/add-item", json!({ "id": id, "quantity": 6 })).await;
        six.refused(400, "woocommerce_rest_product_partially_out_of_stock");
        visitor.add("t-five", 4).await;
        let two = visitor.post("/cart/add-item", json!({ "id": id, "quantity": 2 })).await;
        two.refused(400, "woocommerce_rest_product_partially_out_of_stock");
        let cart = visitor.cart().await;
        assert_eq!(cart["items"][0]["quantity"], 4);
        assert_eq!(cart["items"][0]["quantity_limits"]["maximum"], 5);
    }

    async fn two_visitors_have_two_carts(shop) {
        let (mut one, mut other) = (shop.visitor(), shop.visitor());
        one.add("t-oil", 1).await;
        other.add("t-sale", 2).await;
        assert_eq!(one.cart().await["items"][0]["sku"], "t-oil");
        assert_eq!(other.cart().await["items"][0]["sku"], "t-sale");
    }

    async fn looking_makes_no_session(shop) {
        let mut visitor = shop.visitor();
        let answer = visitor.get("/cart").await;
        let cart = answer.expect(200);
        assert_eq!(cart["items"], json!([]));
        assert_eq!(cart["totals"]["total_price"], "0");
        assert!(cart["totals"]["total_shipping"].is_null());
        for header in ["nonce", "nonce-timestamp", "user-id", "cart-token", "cart-hash"] {
            assert!(answer.header(header).is_some(), "{header} is missing");
        }
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(visitor.cookie("wp_woocommerce_session_"), None);
        assert_eq!(visitor.cookie("woocommerce_items_in_cart"), None);
    }

    async fn the_first_add_makes_a_session_and_counts(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 2).await;
        assert_eq!(cart["items_count"], 2);
        let line = &cart["items"][0];
        assert_eq!(line["sku"], "t-oil");
        assert_eq!(line["key"].as_str().map(str::len), Some(32));
        // 12,00 with 4 % inside: 11,54 and 0,46 each; delivery 6,00 without tax, taxed as the goods.
        assert_eq!(line["totals"]["line_total"], "2308");
        assert_eq!(line["totals"]["line_total_tax"], "92");
        assert_eq!(cart["totals"]["total_shipping"], "600");
        assert_eq!(cart["totals"]["total_shipping_tax"], "24");
        assert_eq!(cart["totals"]["total_price"], "3024");
        assert!(visitor.cookie("wp_woocommerce_session_").is_some());
        assert_eq!(visitor.cookie("woocommerce_items_in_cart").as_deref(), Some("1"));
        assert!(visitor.cookie("woocommerce_cart_hash").is_some());
    }

    async fn adding_again_merges_into_one_line(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 2).await;
        let cart = visitor.add("t-oil", 1).await;
        assert_eq!(cart["items"].as_array().map(Vec::len), Some(1));
        assert_eq!(cart["items"][0]["quantity"], 3);
    }

    async fn a_write_without_nonce_is_401_and_changes_nothing(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let request = visitor.request(Method::POST, &format!("{API}/cart/add-item")).json(&json!({ "id": id }));
        visitor.send(request).await.refused(401, "woocommerce_rest_missing_nonce");
        assert_eq!(visitor.cart().await["items"], json!([]));
    }

    async fn a_write_with_a_wrong_nonce_is_403_and_tells_the_right_one(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        visitor.nonce = Some("0123456789".into());
        visitor.post("/cart/add-item", json!({ "id": id })).await.refused(403, "woocommerce_rest_invalid_nonce");
        // The refusal carries a fresh nonce: the retry works.
        visitor.post("/cart/add-item", json!({ "id": id })).await.expect(201);
    }

    async fn a_cart_token_stands_for_cookies_and_nonce(shop) {
        let mut browser = shop.visitor();
        browser.add("t-oil", 1).await;
        let mut app = shop.visitor();
        app.token = browser.token.clone();
        let id = browser.id("t-sale").await;
        let cart = app.by_token(Method::POST, "/cart/add-item", Some(json!({ "id": id, "quantity": 2 }))).await.expect(201);
        assert_eq!(cart["items_count"], 3);
        assert_eq!(browser.cart().await["items_count"], 3);
    }

    async fn a_forged_cart_token_opens_no_cart(shop) {
        let mut owner = shop.visitor();
        owner.add("t-oil", 1).await;
        let token = owner.token.clone().expect("a token");
        let (unsigned, _) = token.rsplit_once('.').expect("a signature");
        for forged in [format!("{unsigned}."), format!("{unsigned}.AAAA"), "x".into(), String::new(), "a.b.c".into()] {
            let mut thief = shop.visitor();
            thief.token = Some(forged);
            let answer = thief.by_token(Method::GET, "/cart", None).await;
            assert!(answer.status < 500, "{}", answer.text());
            assert_ne!(answer.json()["items_count"], 1);
            thief.token = Some("a.b.c".into());
            let write = thief.by_token(Method::POST, "/cart/add-item", Some(json!({ "id": 1 }))).await;
            write.refused(401, "woocommerce_rest_missing_nonce");
        }
    }

    async fn products_that_cannot_be_bought_are_refused(shop) {
        let mut visitor = shop.visitor();
        for (sku, code) in [
            ("t-gone", "woocommerce_rest_product_out_of_stock"),
            ("t-noprice", "woocommerce_rest_product_not_purchasable"),
            ("t-ext", "woocommerce_rest_product_not_purchasable"),
            ("t-set", "woocommerce_rest_product_not_purchasable"),
        ] {
            let id = visitor.id(sku).await;
            visitor.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.refused(400, code);
        }
        for body in [json!({ "id": 999_999 }), json!({ "quantity": 1 })] {
            visitor.post("/cart/add-item", body).await.refused(400, "woocommerce_rest_cart_invalid_product");
        }
        assert_eq!(visitor.cart().await["items"], json!([]));
    }

    async fn quantities_that_are_none_are_refused(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        for wrong in [json!(0), json!(-3)] {
            let answer = visitor.post("/cart/add-item", json!({ "id": id, "quantity": wrong })).await;
            answer.refused(400, "woocommerce_rest_product_invalid_quantity");
        }
        for wrong in [json!("many"), json!(1e300), json!([2]), json!(9_223_372_036_854_775_807_u64)] {
            let answer = visitor.post("/cart/add-item", json!({ "id": id, "quantity": wrong })).await;
            assert_eq!(answer.status, 400, "{wrong}: {}", answer.text());
        }
        assert_eq!(visitor.cart().await["items"], json!([]));
    }

    async fn on_backorder_there_is_no_limit(shop) {
        let cart = shop.visitor().add("t-later", 20).await;
        assert_eq!(cart["items"][0]["backorders_allowed"], true);
        assert_eq!(cart["items"][0]["show_backorder_badge"], true);
    }

    async fn of_a_single_piece_there_is_one_in_the_cart(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-one", 3).await;
        let line = &cart["items"][0];
        assert_eq!(line["quantity"], 1);
        assert_eq!(line["quantity_limits"]["editable"], false);
        let body = json!({ "key": line["key"], "quantity": 2 });
        visitor.post("/cart/update-item", body).await.refused(400, "readonly_quantity");
        let id = visitor.id("t-one").await;
        visitor.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.refused(400, "readonly_quantity");
    }

    async fn a_variation_is_found_by_the_words_of_its_attributes(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-caviar").await;
        for (attribute, value) in [("attribute_pa_formato", "35-g"), ("pa_formato", "35-g"), ("Formato", "35 g")] {
            let body = json!({ "id": id, "quantity": 1, "variation": [{ "attribute": attribute, "value": value }] });
            let cart = visitor.post("/cart/add-item", body).await.expect(201);
            assert_eq!(cart["items"][0]["sku"], "t-caviar-35");
            assert_eq!(cart["items"][0]["variation"][0]["attribute"], "Formato");
            assert_eq!(cart["items"][0]["variation"][0]["value"], "35 g");
        }
        assert_eq!(visitor.cart().await["items_count"], 3);
    }

    async fn an_incomplete_or_impossible_variation_is_refused(shop) {
        let mut visitor = shop.visitor();
        let caviar = visitor.id("t-caviar").await;
        let tin = visitor.id("t-tin-small").await;
        let cases = [
            (json!({ "id": caviar }), "woocommerce_rest_missing_attributes"),
            (
                json!({ "id": caviar, "variation": [{ "attribute": "pa_formato", "value": "99-g" }] }),
                "woocommerce_rest_variation_id_from_variation_data",
            ),
            (json!({ "id": tin }), "woocommerce_rest_missing_variation_data"),
            (
                json!({ "id": tin, "variation": [{ "attribute": "Gusto", "value": "Amaro" }] }),
                "woocommerce_rest_invalid_variation_data",
            ),
        ];
        for (body, code) in cases {
            visitor.post("/cart/add-item", body).await.refused(400, code);
        }
    }

    async fn an_open_attribute_takes_any_of_its_words_and_makes_lines_of_their_own(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-tin-small").await;
        for taste in ["Dolce", "Piccante"] {
            let body = json!({ "id": id, "quantity": 1, "variation": [{ "attribute": "Gusto", "value": taste }] });
            visitor.post("/cart/add-item", body).await.expect(201);
        }
        assert_eq!(visitor.cart().await["items"].as_array().map(Vec::len), Some(2));
    }

    async fn a_line_changes_within_its_limits_and_goes(shop) {
        let mut visitor = shop.visitor();
        let key = visitor.add("t-five", 1).await["items"][0]["key"].clone();
        let cart = visitor.post("/cart/update-item", json!({ "key": key, "quantity": 5 })).await.expect(200);
        assert_eq!(cart["items"][0]["quantity"], 5);
        for wrong in [0, 6, -1] {
            visitor.post("/cart/update-item", json!({ "key": key, "quantity": wrong })).await.refused(400, "invalid_quantity");
        }
        assert_eq!(visitor.cart().await["items"][0]["quantity"], 5);
        let cart = visitor.post("/cart/remove-item", json!({ "key": key })).await.expect(200);
        assert_eq!(cart["items"], json!([]));
        assert_eq!(visitor.cookie("woocommerce_items_in_cart"), None);
    }

    async fn a_line_that_is_not_there_is_a_conflict(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for (path, body) in [
            ("/cart/remove-item", json!({ "key": "0123456789abcdef0123456789abcdef" })),
            ("/cart/update-item", json!({ "key": "nope", "quantity": 1 })),
        ] {
            let body = visitor.post(path, body).await.refused(409, "woocommerce_rest_cart_invalid_key");
            assert_eq!(body["data"]["cart"]["items_count"], 1, "{body}");
        }
    }

    async fn lines_are_a_resource_of_their_own(shop) {
        let mut visitor = shop.visitor();
        let key = visitor.add("t-oil", 1).await["items"][0]["key"].as_str().expect("a key").to_owned();
        assert_eq!(visitor.get("/cart/items").await.expect(200)[0]["key"], key.as_str());
        let line = visitor.write(Method::PUT, &format!("/cart/items/{key}"), json!({ "quantity": 4 })).await.expect(200);
        assert_eq!(line["quantity"], 4);
        let gone = visitor.write(Method::DELETE, &format!("/cart/items/{key}"), json!({})).await;
        assert_eq!(gone.status, 204);
        visitor.add("t-oil", 1).await;
        assert_eq!(visitor.write(Method::DELETE, "/cart/items", json!({})).await.expect(200), json!([]));
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn delivery_follows_the_country(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-five", 1).await;
        let methods = |cart: &serde_json::Value| -> Vec<String> {
            let rates = cart["shipping_rates"][0]["shipping_rates"].as_array().cloned().unwrap_or_default();
            rates.iter().map(|r| r["method_id"].as_str().unwrap_or_default().to_owned()).collect()
        };
        assert_eq!(methods(&cart), ["flat_rate", "local_pickup"]);
        let to = |country: &str, postcode: &str| {
            let mut place = address();
            place["country"] = json!(country);
            place["postcode"] = json!(postcode);
            place["state"] = json!("");
            json!({ "billing_address": place, "shipping_address": place })
        };
        let cart = visitor.post("/cart/update-customer", to("FR", "75001")).await.expect(200);
        assert_eq!(cart["totals"]["total_shipping"], "1400");
        assert_eq!(cart["totals"]["total_tax"], "0", "France has no rate here: {}", cart["totals"]);
        // Ten euro with 10 % inside are 9,09 net, wherever they go.
        assert_eq!(cart["totals"]["total_items"], "909");
        let cart = visitor.post("/cart/update-customer", to("DE", "10115")).await.expect(200);
        assert_eq!(cart["totals"]["total_items_tax"], "64");
    }

    async fn free_delivery_appears_at_its_threshold(shop) {
        let mut visitor = shop.visitor();
        let rates = |cart: &serde_json::Value| cart["shipping_rates"][0]["shipping_rates"].to_string();
        assert!(!rates(&visitor.add("t-oil", 4).await).contains("free_shipping"));
        assert!(rates(&visitor.add("t-oil", 1).await).contains("free_shipping"), "60,00 is enough");
    }

    async fn a_chosen_rate_counts_and_an_unknown_one_changes_nothing(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-five", 1).await;
        let rates = cart["shipping_rates"][0]["shipping_rates"].as_array().expect("rates").clone();
        let pickup = rates.iter().find(|r| r["method_id"] == "local_pickup").expect("pickup")["rate_id"].clone();
        let body = json!({ "package_id": 0, "rate_id": pickup });
        let cart = visitor.post("/cart/select-shipping-rate", body).await.expect(200);
        assert_eq!(cart["totals"]["total_shipping"], "0");
        let body = json!({ "package_id": 0, "rate_id": "no_such:1" });
        let cart = visitor.post("/cart/select-shipping-rate", body).await.expect(200);
        assert_eq!(cart["totals"]["total_shipping"], "0");
        let answer = visitor.post("/cart/select-shipping-rate", json!({ "package_id": 0 })).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
    }

    async fn wrong_parts_of_an_address_are_refused_by_name(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for (field, value) in [("state", "ZZ"), ("postcode", "1012"), ("phone", "call me")] {
            let mut place = address();
            place[field] = json!(value);
            let body = visitor.post("/cart/update-customer", json!({ "shipping_address": place })).await;
            let body = body.refused(400, "rest_invalid_param");
            assert!(body["data"]["params"]["shipping_address"].is_string(), "{body}");
            let code = format!("invalid_{field}");
            assert_eq!(body["data"]["details"]["shipping_address"]["code"], code.as_str(), "{body}");
        }
        assert_eq!(visitor.cart().await["shipping_address"]["city"], "");
    }

    async fn a_body_that_is_no_json_is_refused(shop) {
        let mut visitor = shop.visitor();
        visitor.cart().await;
        let request = visitor
            .request(Method::POST, &format!("{API}/cart/add-item"))
            .header("Nonce", visitor.nonce.clone().unwrap_or_default())
            .header("Content-Type", "application/json")
            .body("{\"id\": ");
        visitor.send(request).await.refused(400, "rest_invalid_json");
    }
}
