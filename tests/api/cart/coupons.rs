use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Visitor, checkout, on_both_databases, rules};
use tokio::task::JoinSet;

async fn apply(visitor: &mut Visitor, code: &str) -> Value {
    visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200)
}

fn order_of(email: &str) -> Value {
    let mut order = checkout("bacs");
    order["billing_address"]["email"] = email.into();
    order
}

fn codes(cart: &Value) -> Vec<&str> {
    cart["coupons"]
        .as_array()
        .map(|all| all.iter().filter_map(|one| one["code"].as_str()).collect())
        .unwrap_or_default()
}

rules! {
    async fn a_coupon_lowers_the_total_and_its_removal_restores_it(shop) {
        let mut visitor = shop.visitor();
        let full = visitor.add("t-oil", 2).await["totals"]["total_price"].clone();
        let cart = apply(&mut visitor, " MENO10 ").await;
        assert_eq!(codes(&cart), ["meno10"]);
        assert_eq!(cart["coupons"][0]["discount_type"], "percent");
        // 10 % of 24.00 with 4 % tax included.
        assert_eq!(cart["totals"]["total_discount"], "231");
        assert_eq!(cart["totals"]["total_discount_tax"], "9");
        assert_ne!(cart["totals"]["total_price"], full);
        let cart = visitor.post("/cart/remove-coupon", json!({ "code": "meno10" })).await.expect(200);
        assert_eq!((codes(&cart).len(), &cart["totals"]["total_price"]), (0, &full));
    }

    async fn what_stands_against_a_coupon_is_told_and_changes_nothing(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        for code in ["", "boh", "scaduto", "meno10", "per-ada"] {
            let answer = visitor.post("/cart/apply-coupon", json!({ "code": code })).await;
            answer.refused(400, "woocommerce_rest_cart_coupon_error");
        }
        visitor.post("/cart/apply-coupon", json!({})).await.refused(400, "woocommerce_rest_cart_coupon_error");
        apply(&mut visitor, "meno5").await;
        let twice = visitor.post("/cart/apply-coupon", json!({ "code": "meno5" })).await;
        twice.refused(400, "woocommerce_rest_cart_coupon_error");
        assert_eq!(codes(&visitor.cart().await), ["meno5"]);
        let gone = visitor.post("/cart/remove-coupon", json!({ "code": "una-volta" })).await;
        let body = gone.refused(409, "woocommerce_rest_cart_coupon_invalid_code");
        assert_eq!(codes(&body["data"]["cart"]), ["meno5"]);
        visitor.post("/cart/remove-coupon", json!({ "code": "boh" })).await.refused(400, "woocommerce_rest_cart_coupon_error");
    }

    async fn a_coupon_that_stands_alone_removes_the_others_and_refuses_them_then(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 2).await;
        apply(&mut visitor, "meno5").await;
        assert_eq!(codes(&apply(&mut visitor, "da-solo").await), ["da-solo"]);
        let answer = visitor.post("/cart/apply-coupon", json!({ "code": "meno5" })).await;
        answer.refused(400, "woocommerce_rest_cart_coupon_error");
    }

    async fn a_guest_uses_a_coupon_for_his_address_as_soon_as_it_is_typed(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 2).await;
        let for_ada = |email: &str| json!({ "code": "per-ada", "billing_email": email });
        for email in ["", "livia@example.com", "ada", "ada@ada.example.org"] {
            let answer = visitor.post("/cart/apply-coupon", for_ada(email)).await;
            answer.refused(400, "woocommerce_rest_cart_coupon_error");
        }
        let cart = visitor.post("/cart/apply-coupon", for_ada("ada@ada.example")).await.expect(200);
        assert_eq!((codes(&cart), &cart["billing_address"]["email"]), (vec!["per-ada"], &json!("ada@ada.example")));
        visitor.post("/checkout", order_of("ada@ada.example")).await.expect(200);
    }

    async fn one_after_the_other_coupons_work_on_what_is_left(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.checkout.coupons_sequential = true).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 5).await;
        apply(&mut visitor, "una-volta").await;
        // 10 % of 60.00, and 20 % of the 54.00 that it leaves; of full prices it would be 18.00.
        let off = |cart: &Value| {
            let cents = |name: &str| cart["totals"][name].as_str().and_then(|text| text.parse::<i64>().ok()).expect("cents");
            cents("total_discount") + cents("total_discount_tax")
        };
        assert_eq!(off(&apply(&mut visitor, "meno10").await), 1680);
    }

    async fn coupons_need_the_nonce(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        visitor.nonce = Some("0000000000".into());
        for (method, path) in [
            (Method::POST, "/cart/apply-coupon"),
            (Method::POST, "/cart/remove-coupon"),
            (Method::POST, "/cart/coupons"),
            (Method::DELETE, "/cart/coupons"),
            (Method::DELETE, "/cart/coupons/meno5"),
        ] {
            visitor.nonce = Some("0000000000".into());
            let answer = visitor.write(method, path, json!({ "code": "meno5" })).await;
            assert_eq!(answer.status, 403, "{path}: {}", answer.text());
        }
        assert!(codes(&visitor.cart().await).is_empty());
    }

    async fn a_coupon_falls_when_the_cart_no_longer_earns_it_and_that_is_told_once(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        visitor.add("t-five", 1).await;
        let cart = apply(&mut visitor, "meno10").await;
        let key = cart["items"][0]["key"].clone();
        let cart = visitor.post("/cart/remove-item", json!({ "key": key })).await.expect(200);
        assert!(codes(&cart).is_empty());
        assert_eq!(cart["errors"][0]["code"], "woocommerce_rest_cart_coupon_error");
        assert_eq!(visitor.cart().await["errors"], json!([]));
    }

    async fn coupons_as_a_collection(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let made = visitor.write(Method::POST, "/cart/coupons", json!({ "code": "meno5" })).await.expect(201);
        assert_eq!(made["code"], "meno5");
        assert_eq!(visitor.get("/cart/coupons").await.expect(200).as_array().map(Vec::len), Some(1));
        visitor.get("/cart/coupons/meno5").await.expect(200);
        visitor.get("/cart/coupons/boh").await.refused(404, "woocommerce_rest_cart_coupon_invalid_code");
        assert_eq!(visitor.write(Method::DELETE, "/cart/coupons/meno5", json!({})).await.status, 204);
        visitor.write(Method::DELETE, "/cart/coupons/meno5", json!({})).await
            .refused(404, "woocommerce_rest_cart_coupon_invalid_code");
        apply(&mut visitor, "meno5").await;
        visitor.write(Method::DELETE, "/cart/coupons", json!({})).await.expect(200);
        assert!(codes(&visitor.cart().await).is_empty());
    }

    async fn nobody_sees_or_takes_off_the_coupons_of_another_cart(shop) {
        let (mut mine, mut other) = (shop.visitor(), shop.visitor());
        mine.add("t-five", 1).await;
        apply(&mut mine, "meno5").await;
        other.add("t-five", 1).await;
        assert!(codes(&other.cart().await).is_empty());
        other.write(Method::DELETE, "/cart/coupons", json!({})).await.expect(200);
        assert_eq!(codes(&mine.cart().await), ["meno5"]);
    }

    async fn an_order_keeps_its_coupons_and_their_sums(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let cart = apply(&mut visitor, "meno5").await;
        let order = visitor.post("/checkout", checkout("bacs")).await.expect(200);
        let (id, key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
        let path = format!("/order/{id}?key={key}&billing_email=livia@example.com");
        let order = visitor.get(&path).await.expect(200);
        assert_eq!(codes(&order), ["meno5"]);
        assert_eq!(order["totals"]["total_price"], cart["totals"]["total_price"]);
        assert_eq!(order["totals"]["total_discount_tax"], cart["totals"]["total_discount_tax"]);
        assert!(codes(&visitor.cart().await).is_empty(), "the next cart starts without");
    }

    async fn a_cancelled_order_gives_its_use_back(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        apply(&mut visitor, "una-volta").await;
        let order = visitor.post("/checkout", order_of("torna@example.com")).await.expect(200);
        let mut merchant = shop.merchant().await;
        merchant.set_status(order["order_id"].as_i64().expect("a number"), "cancelled").await;
        visitor.add("t-five", 1).await;
        apply(&mut visitor, "una-volta").await;
        visitor.post("/checkout", order_of("torna@example.com")).await.expect(200);
    }

    async fn the_classic_calls_tell_of_coupons_in_words(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let nonce = visitor.form_nonce("/checkout/", "apply_coupon_nonce").await;
        let said = visitor.ajax("apply_coupon", &[("security", &nonce), ("coupon_code", "meno5")]).await;
        assert!(said.text().contains("woocommerce-message"), "{}", said.text());
        let said = visitor.ajax("apply_coupon", &[("security", &nonce), ("coupon_code", "<b>boh</b>")]).await;
        assert!(said.text().contains("woocommerce-error") && !said.text().contains("<b>"), "{}", said.text());
        assert_eq!(visitor.ajax("apply_coupon", &[("security", "no"), ("coupon_code", "meno5")]).await.status, 403);
        let nonce = visitor.form_nonce("/checkout/", "remove_coupon_nonce").await;
        let said = visitor.ajax("remove_coupon", &[("security", &nonce), ("coupon", "meno5")]).await;
        assert!(said.text().contains("woocommerce-message"), "{}", said.text());
        assert!(codes(&visitor.cart().await).is_empty());
        assert_eq!(visitor.ajax("remove_coupon", &[("security", "no"), ("coupon", "meno5")]).await.status, 403);
    }

    async fn a_clicked_coupon_goes_by_its_number_first(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let nonce = visitor.form_nonce("/checkout/", "apply_coupon_nonce").await;
        let unknown = [("_wpnonce", nonce.as_str()), ("coupon_id", "999999"), ("coupon_code", "meno5")];
        assert_eq!(visitor.ajax("apply_coupon_on_click", &unknown).await.text(), "");
        let by_code = [("_wpnonce", nonce.as_str()), ("coupon_code", "meno5")];
        let said = visitor.ajax("apply_coupon_on_click", &by_code).await;
        assert!(said.text().contains("woocommerce-message"), "{}", said.text());
        assert_eq!(visitor.ajax("apply_coupon_on_click", &[("coupon_code", "meno5")]).await.status, 403);
    }

    async fn the_cart_page_takes_coupons_without_scripts(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let nonce = visitor.form_nonce("/cart/", "woocommerce-cart-nonce").await;
        let fields = [("woocommerce-cart-nonce", nonce.as_str()), ("apply_coupon", "1"), ("coupon_code", "meno5")];
        assert_eq!(visitor.submit("/cart/", &fields).await.status, 303);
        assert_eq!(codes(&visitor.cart().await), ["meno5"]);
        visitor.page("/cart/?remove_coupon=meno5&_wpnonce=no").await;
        assert_eq!(codes(&visitor.cart().await), ["meno5"]);
        visitor.page(&format!("/cart/?remove_coupon=meno5&_wpnonce={nonce}")).await;
        assert!(codes(&visitor.cart().await).is_empty());
    }
}

on_both_databases! {
    async fn the_last_use_of_a_coupon_goes_to_one_buyer(shop) {
        let mut buyers = Vec::new();
        for _ in 0..8 {
            let mut buyer = shop.visitor();
            buyer.add("t-oil", 1).await;
            apply(&mut buyer, "uno-solo").await;
            buyers.push(buyer);
        }
        let mut all = JoinSet::new();
        for (n, mut buyer) in buyers.into_iter().enumerate() {
            all.spawn(async move { buyer.post("/checkout", order_of(&format!("b{n}@example.com"))).await });
        }
        let answers = all.join_all().await;
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
        statuses.sort_unstable();
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        for refused in answers.iter().filter(|answer| answer.status != 200) {
            assert!(refused.json()["code"].as_str().is_some_and(|code| code.contains("coupon")), "{}", refused.text());
        }
        shop.visitor().add("t-oil", 1).await;
    }

    async fn one_person_uses_a_coupon_once_whatever_the_case_of_the_address(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        apply(&mut visitor, "una-volta").await;
        visitor.post("/checkout", order_of("una@example.com")).await.expect(200);
        visitor.add("t-five", 1).await;
        apply(&mut visitor, "una-volta").await;
        let again = visitor.post("/checkout", order_of("UNA@example.com")).await;
        let body = again.refused(409, "woocommerce_rest_cart_coupon_errors");
        assert!(body["data"]["removed_coupons"]["una-volta"].is_string(), "{body}");
        assert!(codes(&body["data"]["cart"]).is_empty());
        visitor.post("/checkout", order_of("una@example.com")).await.expect(200);
    }
}
