//! What the descriptions of the interfaces promise of every request, whatever it asks for.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{ADMIN_EMAIL, ADMIN_PASSWORD, Answer, Merchant, STRONG, Visitor, customer, log_in, page_data, rules};

const STORE: &str = "/wp-json/wc/store/v1";

/// A visitor who is logged in to the back office, and the nonce for its writes.
async fn staff(mut visitor: Visitor) -> (Visitor, String) {
    let me = Merchant::try_log_in(&mut visitor, ADMIN_EMAIL, ADMIN_PASSWORD).await.expect(200);
    (visitor, me["nonce"].as_str().expect("a nonce").to_owned())
}

/// A write to the back office with any bytes as its body.
async fn written(staff: &mut (Visitor, String), path: &str, kind: &str, body: impl Into<Vec<u8>>) -> Answer {
    let (visitor, nonce) = staff;
    let request = visitor.request(Method::POST, &format!("/api/admin{path}")).header("X-Admin-Nonce", nonce);
    visitor.send(request.header("Content-Type", kind).body(body.into())).await
}

/// Checks a refusal of the back office: status, code, a sentence, the list of fields.
#[track_caller]
fn problem(answer: &Answer, status: u16, code: &str) {
    let body = answer.expect(status);
    assert_eq!(body["code"], code, "{body}");
    assert!(body["message"].as_str().is_some_and(|text| !text.is_empty()) && body["errors"].is_array(), "{body}");
}

rules! {
    async fn text_with_a_nul_is_refused_before_it_reaches_the_database(shop) {
        let mut staff = staff(shop.visitor()).await;
        let body = br#"{"name":"Olio\u0000","kind":"simple"}"#.as_slice();
        problem(&written(&mut staff, "/products", "application/json", body).await, 400, "body_invalid");
        for path in ["/orders?search=a%00", "/customers?search=%00", "/coupons?search=%00b"] {
            problem(&staff.0.page(&format!("/api/admin{path}")).await, 400, "body_invalid");
        }
        staff.0.page("/api/admin/customers").await.expect(200);
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let typed = json!({ "billing_address": { "first_name": "Li\0via", "email": "livia@example.com" } });
        visitor.post("/cart/update-customer", typed).await.refused(400, "rest_invalid_json");
        visitor.post("/cart/apply-coupon", json!({ "code": "meno\0" })).await.refused(400, "rest_invalid_json");
        // A form may bring one by mistake of a paste: it is left out.
        let nonce = visitor.nonce.clone().unwrap_or_default();
        let form = visitor.request(Method::POST, &format!("{STORE}/cart/apply-coupon")).header("Nonce", nonce);
        visitor.send(form.form(&[("code", "me\0no5")])).await.expect(200);
    }

    async fn a_form_with_a_nul_is_read_without_it(shop) {
        customer(&shop, "anna@example.com").await;
        let mut guest = shop.visitor();
        log_in(&mut guest, "an\0na@example.com", STRONG).await;
        let account = page_data(&mut guest, "/my-account/").await;
        assert!(account["page"]["person"].is_object(), "{account}");
    }

    async fn an_escaped_backslash_before_u0000_is_no_nul(shop) {
        let mut staff = staff(shop.visitor()).await;
        let body = br#"{"name":"Olio \\u0000","kind":"simple"}"#.as_slice();
        written(&mut staff, "/products", "application/json", body).await.expect(201);
    }

    async fn what_is_not_as_described_is_refused_as_unreadable_and_rules_by_field(shop) {
        let mut staff = staff(shop.visitor()).await;
        for body in ["{", "", "{\"name\":\"\u{1}\"}", "NaN"] {
            problem(&written(&mut staff, "/products", "application/json", body).await, 400, "body_invalid");
        }
        for body in [
            r#"{"name":1,"kind":"simple"}"#,
            r#"{"name":"a"}"#,
            r#"{"name":"a","kind":"simple","x":1}"#,
            r#"["a","simple"]"#,
            "null",
        ] {
            problem(&written(&mut staff, "/products", "application/json", body).await, 422, "body_invalid");
        }
        let unknown = written(&mut staff, "/products", "application/json", r#"{"name":"a","kind":"odd"}"#).await;
        problem(&unknown, 422, "fields_invalid");
    }

    async fn a_body_of_another_kind_or_too_large_is_refused_in_words(shop) {
        let mut staff = staff(shop.visitor()).await;
        problem(&written(&mut staff, "/products", "text/plain", "{}").await, 415, "body_invalid");
        problem(&written(&mut staff, "/import", "application/json", "{}").await, 415, "body_invalid");
        problem(&written(&mut staff, "/import", "multipart/form-data", "").await, 400, "body_invalid");
        let large = format!("{{\"name\":\"{}\",\"kind\":\"simple\"}}", "a".repeat(600_000));
        problem(&written(&mut staff, "/products", "application/json", large).await, 413, "body_invalid");
    }

    async fn a_whole_number_may_be_written_with_a_point(shop) {
        let mut staff = staff(shop.visitor()).await;
        let [first, second] = [staff.0.id("t-oil").await, staff.0.id("t-five").await];
        let body = format!(r#"{{"action":"publish","ids":[{first}.0,{second}e0]}}"#);
        let answer = written(&mut staff, "/products/acts", "application/json", body).await.expect(200);
        assert_eq!(answer["done"], 2, "{answer}");
        for number in ["1.5", "-9223372036854775809", "1e19"] {
            let body = format!(r#"{{"action":"publish","ids":[{number}]}}"#);
            problem(&written(&mut staff, "/products/acts", "application/json", body).await, 422, "body_invalid");
        }
    }

    async fn a_form_with_a_file_has_no_fields_but_its_own(shop) {
        let mut merchant = shop.merchant().await;
        let part = reqwest::multipart::Part::bytes(b"SKU\n".as_slice()).file_name("a.csv");
        let form = reqwest::multipart::Form::new().part("file", part).text("dry_runs", "1");
        problem(&merchant.upload("/import", form).await, 422, "body_invalid");
        assert_eq!(merchant.get("/import").await.expect(200), Value::Null);
    }

    async fn numbers_in_a_path_that_are_none_name_nothing(shop) {
        let (mut visitor, nonce) = staff(shop.visitor()).await;
        let delete = |path: &str, visitor: &Visitor| {
            visitor.request(Method::DELETE, &format!("/api/admin{path}")).header("X-Admin-Nonce", &nonce)
        };
        for path in ["/catalogue/attributes/1/values/9223372036854775808", "/catalogue/attributes/a/values/1"] {
            let request = delete(path, &visitor);
            problem(&visitor.send(request).await, 404, "not_found");
        }
        problem(&visitor.page("/api/admin/orders/1e3/documents/fattura.pdf").await, 404, "not_found");
        problem(&visitor.page("/api/admin/orders/-1").await, 404, "not_found");
    }

    async fn a_list_has_pages_from_one_to_a_million(shop) {
        let mut merchant = shop.merchant().await;
        for list in ["orders", "products", "customers", "coupons", "credits", "subscriptions", "mail", "pages", "reviews", "setting-changes"] {
            for page in ["0", "-1", "1000001", "18446744073709551616", "1.5", "", "due"] {
                problem(&merchant.get(&format!("/{list}?page={page}")).await, 400, "body_invalid");
            }
            assert_eq!(merchant.get(&format!("/{list}?page=1000000")).await.expect(200)["page"], 1_000_000, "{list}");
        }
    }

    async fn an_unknown_address_and_method_are_refused_in_the_interfaces_own_shape(shop) {
        let mut merchant = shop.merchant().await;
        problem(&merchant.get("/nothing/here").await, 404, "not_found");
        let answer = merchant.write(Method::PUT, "/me", json!({})).await;
        problem(&answer, 405, "method_refused");
        assert_eq!(answer.header("allow"), Some("GET,HEAD"));
        let mut visitor = shop.visitor();
        visitor.get("/nothing").await.refused(404, "rest_no_route");
        let answer = visitor.write(Method::PUT, "/cart", json!({})).await;
        answer.refused(405, "rest_no_route");
        assert_eq!(answer.header("allow"), Some("GET,HEAD"));
    }

    async fn an_address_with_control_characters_is_refused_in_the_interfaces_own_shape(shop) {
        let mut visitor = shop.visitor();
        problem(&visitor.page("/api/admin/orders/%00").await, 400, "body_invalid");
        visitor.get("/cart/coupons/a%0Ab").await.refused(400, "rest_invalid_request");
        assert_eq!(visitor.page("/prodotto/%00/").await.status, 400);
    }

    async fn a_store_body_of_other_kinds_of_values_is_refused_by_name(shop) {
        let mut visitor = shop.visitor();
        let item = visitor.add("t-oil", 1).await["items"][0].clone();
        let id = item["id"].clone();
        for (path, body, name) in [
            ("/cart/add-item", json!({ "id": id, "quantity": "due" }), "quantity"),
            ("/cart/add-item", json!({ "id": id, "variation": "rosso" }), "variation"),
            ("/cart/update-item", json!({ "key": 7, "quantity": 1 }), "key"),
            ("/cart/remove-item", json!({ "key": { "a": 1 } }), "key"),
            ("/cart/apply-coupon", json!({ "code": ["meno5"] }), "code"),
            ("/cart/remove-coupon", json!({ "code": true }), "code"),
            ("/cart/select-shipping-rate", json!({ "rate_id": 1 }), "rate_id"),
            ("/checkout", json!({ "billing_address": {}, "payment_method": 1 }), "payment_method"),
            ("/checkout", json!({ "billing_address": {}, "payment_data": "x" }), "payment_data"),
            ("/checkout", json!({ "billing_address": {}, "extensions": "x" }), "extensions"),
            ("/batch", json!({ "requests": [], "validation": "perhaps" }), "validation"),
            ("/batch", json!({ "requests": [{ "method": 1, "path": "/wc/store/v1/cart/add-item" }] }), "requests"),
            ("/batch", json!({ "requests": [{ "path": "/wc/store/v1/cart/add-item", "headers": [] }] }), "requests"),
        ] {
            let refused = visitor.post(path, body.clone()).await.refused(400, "rest_invalid_param");
            assert!(refused["data"]["params"][name].is_string(), "{path} {body}: {refused}");
        }
        // What is no number is the id of no product.
        for id in [json!([id]), json!(1.5), json!("t-oil"), json!({})] {
            let refused = visitor.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await;
            assert!(refused.header("cart-token").is_some(), "the cart's headers come with it");
            refused.refused(400, "woocommerce_rest_cart_invalid_product");
        }
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn a_store_body_may_hold_numbers_as_text_and_empty_objects_as_lists(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let body = json!({ "id": id.to_string(), "quantity": "2", "variation": null });
        assert_eq!(visitor.post("/cart/add-item", body).await.expect(201)["items_count"], 2);
        let mut order = shop_tests::checkout("bacs");
        order["extensions"] = json!([]);
        order["additional_fields"] = Value::Null;
        visitor.post("/checkout", order).await.expect(200);
    }

    async fn a_number_that_is_none_names_nothing_in_a_store_list(shop) {
        let mut visitor = shop.visitor();
        for list in ["products?include=abc", "products/categories?include=abc", "products/reviews?product_id=abc"] {
            assert_eq!(visitor.get(&format!("/{list}")).await.expect(200), json!([]), "{list}");
        }
        let all = visitor.get("/products?per_page=100").await.expect(200);
        assert_eq!(visitor.get("/products?per_page=100&exclude=abc").await.expect(200), all);
    }

    async fn a_store_list_refuses_values_that_choose_nothing(shop) {
        let mut visitor = shop.visitor();
        for query in [
            "related=tea", "related=1.5", "rating=6", "rating=buono", "before=", "after=ieri", "page=0", "page=1000001",
            "per_page=0", "attributes[0][attribute]=pa_formato&attributes[0][slug]=x&attributes[0][operator]=xor",
        ] {
            visitor.get(&format!("/products?{query}")).await.refused(400, "rest_invalid_param");
        }
        for path in ["categories?parent=olio", "tags?page=0", "tags?per_page=-1", "reviews?offset=x"] {
            visitor.get(&format!("/products/{path}")).await.refused(400, "rest_invalid_param");
        }
        let counts = "collection-data?calculate_attribute_counts[0][taxonomy]=pa_formato&calculate_attribute_counts[0][query_type]=x";
        visitor.get(&format!("/products/{counts}")).await.refused(400, "rest_invalid_param");
    }
}
