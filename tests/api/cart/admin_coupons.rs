use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, on_both_databases, rules};

fn ten(code: &str) -> Value {
    json!({ "code": code, "kind": "percent", "amount": "10" })
}

async fn add(merchant: &mut Merchant, fields: Value) -> i64 {
    merchant.write(Method::POST, "/coupons", fields).await.expect(201)["id"].as_i64().expect("a number")
}

async fn codes(merchant: &mut Merchant, query: &str) -> Vec<String> {
    let list = merchant.get(&format!("/coupons{query}")).await.expect(200);
    let rows = list["coupons"].as_array().expect("rows").iter();
    rows.filter_map(|row| row["code"].as_str().map(str::to_owned)).collect()
}

rules! {
    async fn a_coupon_that_the_merchant_made_is_taken_in_the_cart(shop) {
        let mut merchant = shop.merchant().await;
        let id = add(&mut merchant, ten(" Nuovo10 ")).await;
        let seen = merchant.get(&format!("/coupons/{id}")).await.expect(200);
        assert_eq!((&seen["code"], &seen["state"], &seen["label"]), (&json!("nuovo10"), &json!("active"), &json!("10% di sconto")));
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        visitor.post("/cart/apply-coupon", json!({ "code": "NUOVO10" })).await.expect(200);
        let order = visitor.post("/checkout", shop_tests::checkout("bacs")).await.expect(200);
        let seen = merchant.get(&format!("/coupons/{id}")).await.expect(200);
        assert_eq!((&seen["uses"], &seen["orders"][0]["order_id"]), (&json!(1), &order["order_id"]));
    }

    async fn strangers_and_requests_without_the_nonce_change_no_coupon(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page("/api/admin/coupons").await.status, 401);
        for (method, path) in [
            (Method::POST, "/api/admin/coupons"),
            (Method::POST, "/api/admin/coupons/bulk"),
            (Method::PUT, "/api/admin/coupons/1"),
            (Method::DELETE, "/api/admin/coupons/1"),
            (Method::POST, "/api/admin/coupons/1/duplicate"),
        ] {
            let request = visitor.request(method, path).json(&ten("x"));
            assert_eq!(visitor.send(request).await.status, 401, "{path}");
        }
    }

    async fn many_coupons_come_as_a_file_each_good_for_one_use(shop) {
        let mut merchant = shop.merchant().await;
        let mut coupon = ten("");
        coupon["usage_limit"] = "1".into();
        let body = |count: &str, length: &str| json!({ "count": count, "prefix": "-natale-", "length": length, "coupon": coupon });
        for (count, length, field) in [("0", "8", "count"), ("5001", "8", "count"), ("5", "7", "length")] {
            let refused = merchant.write(Method::POST, "/coupons/bulk", body(count, length)).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field, "{refused}");
        }
        let answer = merchant.write(Method::POST, "/coupons/bulk", body("600", "10")).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        assert!(answer.header("content-type").is_some_and(|kind| kind.starts_with("text/csv")));
        let text = answer.text();
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(rows.len(), 600);
        assert!(rows.iter().all(|row| row.starts_with("'-natale-")), "a spreadsheet runs no cell");
        let mut codes: Vec<&str> = rows.iter().filter_map(|row| row.split(';').next()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), 600);
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let code = codes[0].trim_start_matches('\'');
        visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200);
    }

    async fn coupons_for_everybody_are_offered_and_those_for_others_are_not(shop) {
        let mut merchant = shop.merchant().await;
        let mut open = ten("per-tutti");
        (open["shown_in_cart"], open["description"]) = (true.into(), "Benvenuto <b>".into());
        let id = add(&mut merchant, open).await;
        let mut waiting = ten("da-cento");
        (waiting["shown_in_cart"], waiting["minimum"]) = (true.into(), "1000".into());
        add(&mut merchant, waiting).await;
        let mut bound = ten("per-bruno");
        (bound["shown_in_cart"], bound["emails"]) = (true.into(), json!(["bruno@example.com"]));
        let bound = add(&mut merchant, bound).await;
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page("/api/cart/offers").await.expect(200)["coupons"], json!([]), "nothing for an empty cart");
        visitor.add("t-oil", 1).await;
        let offers = visitor.page("/api/cart/offers").await.expect(200);
        let seen: Vec<(&str, bool)> = offers["coupons"]
            .as_array()
            .expect("coupons")
            .iter()
            .map(|one| (one["code"].as_str().unwrap_or_default(), one["active"] == true))
            .collect();
        assert_eq!(seen, [("per-tutti", true), ("da-cento", false)]);
        assert!(offers["coupons"][1]["waits"].as_str().is_some_and(|why| why.contains("1.000,00")), "{offers}");
        let page = visitor.page("/cart/").await.text();
        assert!(page.contains("data-code=\"per-tutti\"") && !page.contains("Benvenuto <b>"));
        let nonce = visitor.form_nonce("/checkout/", "apply_coupon_nonce").await;
        let by_number = |id: i64| vec![("_wpnonce".to_owned(), nonce.clone()), ("coupon_id".to_owned(), id.to_string())];
        let click = async |visitor: &mut shop_tests::Visitor, id: i64| {
            let fields = by_number(id);
            let fields: Vec<(&str, &str)> = fields.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            visitor.ajax("apply_coupon_on_click", &fields).await.text()
        };
        assert_eq!(click(&mut visitor, bound).await, "", "a number does not open what is for others");
        assert!(click(&mut visitor, id).await.contains("woocommerce-message"));
        assert_eq!(visitor.cart().await["coupons"][0]["code"], "per-tutti");
    }

    async fn every_refused_field_is_named_and_nothing_is_saved(shop) {
        let mut merchant = shop.merchant().await;
        let before = codes(&mut merchant, "").await.len();
        let with = |name: &str, value: Value| {
            let mut fields = ten("prova");
            fields[name] = value;
            fields
        };
        for (fields, field) in [
            (ten(""), "code"),
            (ten("due parole"), "code"),
            (ten("MENO10"), "code"),
            (with("kind", json!("gift")), "kind"),
            (with("amount", json!("101")), "amount"),
            (with("minimum", json!("abc")), "minimum"),
            (with("usage_limit", json!("0")), "usage_limit"),
            (with("last_day", json!("31/12/2026")), "last_day"),
            (with("emails", json!(["nessuno"])), "emails"),
            (with("product_ids", json!([999_999])), "product_ids"),
            (with("category_ids", json!([999_999])), "category_ids"),
        ] {
            let refused = merchant.write(Method::POST, "/coupons", fields.clone()).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field, "{fields}: {refused}");
        }
        assert_eq!(merchant.write(Method::POST, "/coupons", json!({ "sconto": 1 })).await.status, 422);
        assert_eq!(codes(&mut merchant, "").await.len(), before);
    }

    async fn a_copy_has_a_free_code_and_a_deleted_coupon_is_gone_from_carts(shop) {
        let mut merchant = shop.merchant().await;
        let id = add(&mut merchant, ten("originale")).await;
        let copy = merchant.write(Method::POST, &format!("/coupons/{id}/duplicate"), json!({})).await.expect(201);
        let seen = merchant.get(&format!("/coupons/{}", copy["id"])).await.expect(200);
        assert_eq!((&seen["code"], &seen["fields"]["amount"]), (&json!("originale-2"), &json!("10")));
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        visitor.post("/cart/apply-coupon", json!({ "code": "originale" })).await.expect(200);
        assert_eq!(merchant.write(Method::DELETE, &format!("/coupons/{id}"), json!({})).await.status, 204);
        assert_eq!(merchant.write(Method::DELETE, &format!("/coupons/{id}"), json!({})).await.status, 404);
        assert_eq!(visitor.cart().await["coupons"], json!([]));
    }
}

on_both_databases! {
    async fn coupons_are_found_by_code_state_and_kind(shop) {
        let mut merchant = shop.merchant().await;
        assert_eq!(codes(&mut merchant, "?search=MENO").await, ["meno5", "meno10"]);
        assert_eq!(codes(&mut merchant, "?state=expired").await, ["scaduto"]);
        assert_eq!(codes(&mut merchant, "?kind=fixed_cart").await, ["meno5"]);
        assert_eq!(codes(&mut merchant, "?search=%25").await, Vec::<String>::new());
        assert_eq!(merchant.get("/coupons?state=boh").await.status, 422);
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        visitor.post("/cart/apply-coupon", json!({ "code": "uno-solo" })).await.expect(200);
        visitor.post("/checkout", shop_tests::checkout("bacs")).await.expect(200);
        assert_eq!(codes(&mut merchant, "?state=used_up").await, ["uno-solo"]);
    }

    async fn a_change_keeps_the_uses_and_a_taken_code_is_refused(shop) {
        let mut merchant = shop.merchant().await;
        let id = add(&mut merchant, ten("uno")).await;
        let refused = merchant.write(Method::PUT, &format!("/coupons/{id}"), ten("meno5")).await.expect(422);
        assert_eq!(refused["errors"][0]["code"], "merchant_code_taken");
        let changed = merchant.write(Method::PUT, &format!("/coupons/{id}"), ten("due")).await.expect(200);
        assert_eq!(changed["code"], "due");
        assert_eq!(merchant.write(Method::PUT, "/coupons/999999", ten("tre")).await.status, 404);
    }
}
