use serde_json::{Value, json};
use shop_tests::{Visitor, classic_form as order_form, rules};

const MINI_CART: &str = "div.widget_shopping_cart_content";

async fn place(visitor: &mut Visitor, form: &[(&'static str, String)]) -> Value {
    let fields: Vec<_> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
    visitor.ajax("checkout", &fields).await.expect(200)
}

fn with(mut form: Vec<(&'static str, String)>, name: &str, value: &str) -> Vec<(&'static str, String)> {
    form.iter_mut().filter(|(field, _)| *field == name).for_each(|field| field.1 = value.to_owned());
    form
}

rules! {
    async fn adding_answers_the_mini_cart_and_the_hash(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await.to_string();
        let answer = visitor.ajax("add_to_cart", &[("product_id", &id), ("quantity", "2")]).await.expect(200);
        let html = answer["fragments"][MINI_CART].as_str().expect("the mini cart");
        assert!(html.contains("Olio di prova"), "{html}");
        let hash = answer["cart_hash"].as_str().expect("a hash");
        assert!(!hash.is_empty());
        assert_eq!(visitor.cookie("woocommerce_cart_hash").as_deref(), Some(hash));
        assert_eq!(visitor.cart().await["items_count"], 2);
    }

    async fn what_cannot_be_added_sends_to_the_product(shop) {
        let mut visitor = shop.visitor();
        for sku in ["t-gone", "t-caviar", "t-noprice"] {
            let id = visitor.id(sku).await.to_string();
            let answer = visitor.ajax("add_to_cart", &[("product_id", &id)]).await.expect(200);
            assert_eq!(answer["error"], true, "{sku}: {answer}");
            assert!(answer["product_url"].as_str().is_some_and(|u| u.contains('/')), "{sku}: {answer}");
        }
        let answer = visitor.ajax("add_to_cart", &[("product_id", "999999")]).await.expect(200);
        assert_eq!(answer, json!({ "error": true, "product_url": false }));
        let nothing = visitor.ajax("add_to_cart", &[("quantity", "1")]).await;
        assert_eq!((nothing.status, nothing.text().as_str()), (200, ""));
    }

    async fn a_line_is_removed_by_its_key_only(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        let key = cart["items"][0]["key"].as_str().expect("a key");
        let wrong = visitor.ajax("remove_from_cart", &[("cart_item_key", "nope")]).await.expect(200);
        assert_eq!(wrong["success"], false);
        let answer = visitor.ajax("remove_from_cart", &[("cart_item_key", key)]).await.expect(200);
        assert!(answer["fragments"][MINI_CART].is_string());
        assert_eq!(answer["cart_hash"], "");
        assert_eq!(visitor.cookie("woocommerce_cart_hash"), None);
    }

    async fn fragments_of_an_empty_cart_have_no_hash(shop) {
        let answer = shop.visitor().ajax("get_refreshed_fragments", &[("time", "1")]).await.expect(200);
        assert!(answer["fragments"][MINI_CART].is_string());
        assert_eq!(answer["cart_hash"], "");
    }

    async fn a_variation_is_told_when_every_attribute_is_chosen(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-caviar").await.to_string();
        let found = visitor
            .ajax("get_variation", &[("product_id", &id), ("attribute_pa_formato", "35-g")])
            .await
            .expect(200);
        assert_eq!(found["sku"], "t-caviar-35");
        assert_eq!(found["display_price"].as_f64(), Some(70.0));
        assert_eq!(found["max_qty"], 3);
        assert_eq!(found["is_in_stock"], true);
        for choice in [("attribute_pa_formato", ""), ("attribute_pa_formato", "99-g")] {
            let none = visitor.ajax("get_variation", &[("product_id", &id), choice]).await.expect(200);
            assert_eq!(none, json!(false));
        }
    }

    async fn the_order_review_needs_its_nonce(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let refused = visitor.ajax("update_order_review", &[("security", "wrong"), ("country", "IT")]).await;
        assert_eq!((refused.status, refused.text().as_str()), (403, "-1"));
    }

    async fn the_order_review_follows_the_address(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let nonce = visitor.form_nonce("/checkout/", "update_order_review_nonce").await;
        let fields = [
            ("security", nonce.as_str()),
            ("country", "FR"),
            ("postcode", "75001"),
            ("s_country", "FR"),
            ("s_postcode", "75001"),
            ("has_full_address", "true"),
            ("payment_method", "bacs"),
        ];
        let answer = visitor.ajax("update_order_review", &fields).await.expect(200);
        assert_eq!(answer["result"], "success", "{answer}");
        let table = answer["fragments"][".woocommerce-checkout-review-order-table"].as_str().expect("the table");
        assert!(table.contains("Corriere UE"), "{table}");
        assert!(answer["fragments"][".woocommerce-checkout-payment"].is_string());
    }

    async fn delivery_waits_for_the_whole_address_where_the_merchant_wants_it_so(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.checkout.needs_address = true).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let nonce = visitor.form_nonce("/checkout/", "update_order_review_nonce").await;
        for (full, offered) in [("false", false), ("", false), ("true", true), ("1", true)] {
            let fields = [
                ("security", nonce.as_str()),
                ("country", "IT"),
                ("state", "TO"),
                ("postcode", "10123"),
                ("s_country", "IT"),
                ("s_state", "TO"),
                ("s_postcode", "10123"),
                ("has_full_address", full),
            ];
            let answer = visitor.ajax("update_order_review", &fields).await.expect(200);
            let table = answer["fragments"][".woocommerce-checkout-review-order-table"].as_str().expect("the table");
            assert_eq!(table.contains("Corriere"), offered, "{full:?}: {table}");
        }
    }

    async fn the_order_review_reads_the_whole_form(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let nonce = visitor.form_nonce("/checkout/", "update_order_review_nonce").await;
        let form = "billing_email=anna%40example.com&billing_first_name=Anna&order_comments=Citofono+3";
        let fields = [("security", nonce.as_str()), ("country", "IT"), ("post_data", form)];
        visitor.ajax("update_order_review", &fields).await.expect(200);
        let cart = visitor.cart().await;
        assert_eq!(cart["billing_address"]["email"], "anna@example.com", "{cart}");
        assert_eq!(cart["billing_address"]["first_name"], "Anna");
    }

    async fn a_delivery_is_chosen_on_the_cart_by_its_nonce_only(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let (name, rate) = ("shipping_method[0]", "local_pickup:2");
        let refused = visitor.ajax("update_shipping_method", &[("security", "wrong"), (name, rate)]).await;
        assert_eq!((refused.status, refused.text().as_str()), (403, "-1"));
        let nonce = visitor.form_nonce("/cart/", "update_shipping_method_nonce").await;
        let cart = visitor.cart().await;
        let offered = cart["shipping_rates"][0]["shipping_rates"].as_array().expect("rates").clone();
        let other = offered.iter().find(|rate| rate["selected"] == false).expect("another rate");
        let wanted = other["rate_id"].as_str().expect("an id");
        let fields = [("security", nonce.as_str()), (name, wanted)];
        let totals = visitor.ajax("update_shipping_method", &fields).await;
        assert_eq!(totals.status, 200);
        assert!(totals.text().contains("cart_totals"), "{}", totals.text());
        let chosen = visitor.cart().await["shipping_rates"][0]["shipping_rates"].clone();
        let chosen = chosen.as_array().expect("rates").iter().find(|rate| rate["selected"] == true).expect("one");
        assert_eq!(chosen["rate_id"], wanted);
        let unknown = [("security", nonce.as_str()), (name, "flat_rate:999")];
        assert_eq!(visitor.ajax("update_shipping_method", &unknown).await.status, 200);
        let kept = visitor.cart().await["shipping_rates"][0]["shipping_rates"].to_string();
        assert!(kept.contains(wanted));
    }

    async fn a_variation_has_its_own_name_and_gives_back_what_the_form_says(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-caviar").await.to_string();
        let fields = [("product_id", id.as_str()), ("attribute_pa_formato", "35-g"), ("custom_data", "vetrina")];
        let found = visitor.ajax("get_variation", &fields).await.expect(200);
        let name = found["display_name"].as_str().expect("a name");
        assert!(name.contains("35 g"), "{name}");
        assert_eq!(found["custom_data"], "vetrina");
    }

    async fn a_weak_password_stops_an_order_only_where_the_shop_says_so(shop) {
        let mut shop = shop;
        for (stops, result) in [(false, "success"), (true, "failure")] {
            let server = shop.with_settings(|settings| settings.checkout.stop_checkout = stops).await;
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-oil", 1).await;
            let email = format!("debole-{result}@example.com");
            let mut form = with(order_form(&mut visitor).await, "billing_email", &email);
            form.push(("createaccount", "1".into()));
            form.push(("account_password", "passwordpassword".into()));
            let answer = place(&mut visitor, &form).await;
            assert_eq!(answer["result"], result, "{answer}");
        }
    }

    async fn the_order_review_of_an_empty_cart_says_so(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let nonce = visitor.form_nonce("/checkout/", "update_order_review_nonce").await;
        visitor.write(reqwest::Method::DELETE, "/cart/items", json!({})).await;
        let answer = visitor.ajax("update_order_review", &[("security", &nonce), ("country", "IT")]).await.expect(200);
        assert!(answer["fragments"]["form.woocommerce-checkout"].is_string(), "{answer}");
    }

    async fn the_classic_form_places_an_order(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let form = order_form(&mut visitor).await;
        let answer = place(&mut visitor, &form).await;
        assert_eq!(answer["result"], "success", "{answer}");
        assert!(answer["redirect"].as_str().is_some_and(|r| r.contains("/checkout/order-received/")), "{answer}");
        assert_eq!(shop.merchant().await.order(answer["order_id"].as_i64().expect("an id")).await["status"], "on-hold");
    }

    async fn the_classic_form_names_every_wrong_field(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let form = order_form(&mut visitor).await;
        for (field, value) in [
            ("billing_first_name", ""),
            ("billing_address_1", ""),
            ("billing_city", ""),
            ("billing_state", ""),
            ("billing_state", "ZZ"),
            ("billing_postcode", ""),
            ("billing_postcode", "101"),
            ("billing_email", "livia"),
            ("billing_phone", "x"),
        ] {
            let answer = place(&mut visitor, &with(form.clone(), field, value)).await;
            assert_eq!(answer["result"], "failure", "{field}={value}: {answer}");
            let messages = answer["messages"].as_str().unwrap_or_default();
            assert!(messages.contains("woocommerce-error"), "{messages}");
            assert!(messages.contains(&format!("data-id=\"{field}\"")), "{field}={value}: {messages}");
        }
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn the_classic_form_refuses_a_wrong_nonce_method_or_country(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let form = order_form(&mut visitor).await;
        for (field, value) in
            [("woocommerce-process-checkout-nonce", "wrong"), ("payment_method", "cheque"), ("billing_country", "US")]
        {
            let answer = place(&mut visitor, &with(form.clone(), field, value)).await;
            assert_eq!(answer["result"], "failure", "{field}={value}: {answer}");
        }
    }

    async fn an_unknown_call_says_nothing(shop) {
        let answer = shop.visitor().ajax("no_such_call", &[]).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, ""));
    }
}
