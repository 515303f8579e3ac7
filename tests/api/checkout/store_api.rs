use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, checkout, rules};

fn without(mut body: Value, group: &str, field: &str) -> Value {
    body[group][field] = json!("");
    body
}

rules! {
    async fn addresses_with_quotes_and_with_letters_of_other_alphabets_order_and_are_written_to(shop) {
        let mut merchant = shop.merchant().await;
        for address in ["\"john doe\"@example.com", "josé@example.it", "anna@città.example", "用户@例子.公司"] {
            let mut visitor = shop.visitor();
            visitor.add("t-oil", 1).await;
            let mut body = checkout("bacs");
            body["billing_address"]["email"] = json!(address);
            visitor.post("/checkout", body).await.expect(200);
            visitor.add("t-oil", 1).await;
            let form = shop_tests::classic_form(&mut visitor).await;
            let fields: Vec<(&str, &str)> =
                form.iter().map(|(name, value)| (*name, if *name == "billing_email" { address } else { value.as_str() })).collect();
            assert_eq!(visitor.ajax("checkout", &fields).await.expect(200)["result"], "success", "{address}");
            let sent = merchant.mails().await.iter().filter(|mail| mail["recipient"] == address).count();
            assert!(sent >= 2, "{address} is told of both orders");
        }
    }

    async fn cash_on_delivery_is_processed_at_once(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        assert_eq!(visitor.post("/checkout", checkout("cod")).await.expect(200)["status"], "processing");
    }

    async fn choices_are_kept_while_the_form_is_filled_and_place_no_order(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let choices = json!({ "payment_method": "cod", "order_notes": "Suonare due volte" });
        let kept = visitor.write(Method::PUT, "/checkout", choices.clone()).await.expect(200);
        assert_eq!((&kept["payment_method"], &kept["customer_note"], &kept["order_id"]), (&json!("cod"), &json!("Suonare due volte"), &json!(0)));
        // Clients whose servers know no PUT send it through a POST.
        let nonce = visitor.nonce.clone().expect("a nonce");
        let tunnel = visitor
            .request(Method::POST, &format!("{API}/checkout"))
            .header("Nonce", nonce)
            .header("X-HTTP-Method-Override", "PUT")
            .json(&json!({ "payment_method": "bacs" }));
        assert_eq!(visitor.send(tunnel).await.expect(200)["payment_method"], "bacs");
        let refused = visitor.write(Method::PUT, "/checkout", json!({ "payment_method": "nuvole" })).await;
        refused.refused(400, "woocommerce_rest_checkout_payment_method_disabled");
        assert_eq!(visitor.get("/cart").await.expect(200)["items_count"], 1);
        assert_eq!(shop.merchant().await.stock("t-five").await, 5);
    }

    async fn stock_that_went_meanwhile_is_a_conflict(shop) {
        let (mut slow, mut quick) = (shop.visitor(), shop.visitor());
        slow.add("t-caviar-35", 3).await;
        quick.buy("t-caviar-35", 3).await;
        let body = slow.post("/checkout", checkout("bacs")).await.refused(409, "woocommerce_rest_product_out_of_stock");
        assert!(body["data"]["cart"]["items"].is_array(), "{body}");
        assert_eq!(shop.merchant().await.stock("t-caviar-35").await, 0);
    }

    async fn a_guest_places_an_order_by_bank_transfer(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 2).await;
        let answer = visitor.post("/checkout", checkout("bacs")).await;
        let order = answer.expect(200);
        assert_eq!(order["status"], "on-hold");
        assert_eq!(order["payment_result"]["payment_status"], "success");
        let (id, key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
        let redirect = order["payment_result"]["redirect_url"].as_str().expect("a page");
        assert!(redirect.ends_with(&format!("/checkout/order-received/{id}/?key={key}")), "{redirect}");
        assert!(key.starts_with("wc_order_"), "{key}");
        assert_eq!(visitor.cart().await["items"], json!([]), "the cart is empty afterwards");
    }

    async fn an_order_takes_its_stock(shop) {
        let mut visitor = shop.visitor();
        visitor.buy("t-five", 3).await;
        let cart = shop.visitor().add("t-five", 2).await;
        assert_eq!(cart["items"][0]["quantity_limits"]["maximum"], 2);
        assert_eq!(shop.merchant().await.stock("t-five").await, 2);
    }

    async fn nobody_orders_for_another_amount_than_was_shown(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-five", 1).await;
        let shown: i64 = cart["totals"]["total_price"].as_str().expect("an amount").parse().expect("cents");
        let seen = |cents: i64| {
            let mut body = checkout("bacs");
            body["extensions"] = json!({ "bottega": { "terms": true, "due_now_cents": cents } });
            body
        };
        let answer = visitor.post("/checkout", seen(shown - 1)).await.refused(409, "amount_changed");
        assert_eq!(answer["data"]["cart"]["totals"]["total_price"], shown.to_string());
        assert_eq!(visitor.cart().await["items_count"], 1);
        assert_eq!(shop.merchant().await.stock("t-five").await, 5);
        visitor.post("/checkout", seen(shown)).await.expect(200);
    }

    async fn looking_at_the_checkout_needs_the_nonce_and_makes_no_order(shop) {
        let mut visitor = shop.visitor();
        visitor.get("/checkout").await.refused(401, "woocommerce_rest_missing_nonce");
        visitor.add("t-oil", 1).await;
        let request = visitor
            .request(Method::GET, &format!("{API}/checkout"))
            .header("Nonce", visitor.nonce.clone().expect("a nonce"));
        let draft = visitor.send(request).await.expect(200);
        assert_eq!(draft["order_id"], 0);
        assert_eq!(draft["status"], "checkout-draft");
        assert_eq!(draft["order_key"], "");
    }

    async fn an_empty_cart_is_a_conflict_with_the_cart_inside(shop) {
        let mut visitor = shop.visitor();
        let body = visitor.post("/checkout", checkout("bacs")).await.refused(409, "woocommerce_rest_cart_empty");
        assert_eq!(body["data"]["cart"]["items"], json!([]));
    }

    async fn a_checkout_without_nonce_or_with_a_wrong_one_is_refused(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let request = visitor.request(Method::POST, &format!("{API}/checkout")).json(&checkout("bacs"));
        visitor.send(request).await.refused(401, "woocommerce_rest_missing_nonce");
        visitor.nonce = Some("wrong".into());
        visitor.post("/checkout", checkout("bacs")).await.refused(403, "woocommerce_rest_invalid_nonce");
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn each_required_field_of_an_address_is_demanded(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for field in ["first_name", "last_name", "address_1", "city", "postcode", "state"] {
            for group in ["billing_address", "shipping_address"] {
                let answer = visitor.post("/checkout", without(checkout("bacs"), group, field)).await;
                assert_eq!(answer.status, 400, "{group}.{field}: {}", answer.text());
                let body = answer.json();
                let code = body["code"].as_str().unwrap_or_default();
                assert!(["woocommerce_rest_invalid_address", "rest_invalid_param"].contains(&code), "{body}");
            }
        }
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn what_is_missing_is_listed_by_group(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let body = without(without(checkout("bacs"), "billing_address", "city"), "billing_address", "address_1");
        let body = visitor.post("/checkout", body).await.refused(400, "woocommerce_rest_invalid_address");
        assert_eq!(body["data"]["errors"]["billing"].as_array().map(Vec::len), Some(2), "{body}");
    }

    async fn an_email_address_is_demanded_and_checked(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for wrong in ["", "livia", "livia@", "@example.com", "a b@example.com"] {
            let mut body = checkout("bacs");
            body["billing_address"]["email"] = json!(wrong);
            let answer = visitor.post("/checkout", body).await;
            assert_eq!(answer.status, 400, "{wrong}: {}", answer.text());
        }
    }

    async fn postcode_province_and_telephone_must_fit_the_country(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for (field, value) in [("postcode", "1012"), ("postcode", "ABCDE"), ("state", "ZZ"), ("phone", "phone")] {
            let mut body = checkout("bacs");
            body["billing_address"][field] = json!(value);
            let body = visitor.post("/checkout", body).await.refused(400, "rest_invalid_param");
            assert!(body["data"]["params"]["billing_address"].is_string(), "{field}: {body}");
        }
    }

    async fn a_country_that_is_not_sold_to_is_refused_with_those_that_are(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let mut body = checkout("bacs");
        for (field, value) in [("country", "US"), ("postcode", "10001"), ("state", "NY")] {
            body["billing_address"][field] = json!(value);
        }
        let body = visitor.post("/checkout", body).await.refused(400, "woocommerce_rest_invalid_address_country");
        let allowed = body["data"]["allowed_countries"].to_string();
        assert!(allowed.contains("IT") && allowed.contains("CH") && !allowed.contains("US"), "{body}");
        let mut body = checkout("bacs");
        body["billing_address"]["country"] = json!("XX");
        assert_eq!(visitor.post("/checkout", body).await.status, 400);
    }

    async fn a_country_that_is_not_delivered_to_is_refused(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let mut body = checkout("bacs");
        for (field, value) in [("country", "CH"), ("postcode", "8001"), ("state", "ZH")] {
            body["shipping_address"][field] = json!(value);
        }
        let answer = visitor.post("/checkout", body).await;
        let code = answer.expect(400)["code"].as_str().unwrap_or_default().to_owned();
        let known = ["woocommerce_rest_invalid_shipping_option", "woocommerce_rest_invalid_address_country"];
        assert!(known.contains(&code.as_str()), "{code}");
    }

    async fn payment_methods_must_be_offered(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for wrong in ["cheque", "stripe", "gold"] {
            assert_eq!(visitor.post("/checkout", checkout(wrong)).await.status, 400, "{wrong}");
        }
        let none = visitor.post("/checkout", checkout("")).await;
        none.refused(400, "woocommerce_rest_checkout_missing_payment_method");
    }

    async fn the_cart_falls_to_the_stock_that_is_left(shop) {
        let (mut slow, mut quick) = (shop.visitor(), shop.visitor());
        slow.add("t-five", 4).await;
        quick.buy("t-five", 3).await;
        assert_eq!(slow.cart().await["items"][0]["quantity"], 2);
    }

    async fn prices_come_from_the_shop_never_from_the_visitor(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let body = json!({ "id": id, "quantity": 1, "price": "1", "prices": { "price": "1" }, "line_total": "1" });
        visitor.post("/cart/add-item", body).await.expect(201);
        let mut body = checkout("bacs");
        body["total"] = json!("1");
        body["status"] = json!("completed");
        body["customer_id"] = json!(1);
        let order = visitor.post("/checkout", body).await.expect(200);
        assert_eq!(order["status"], "on-hold");
        assert_eq!(order["customer_id"], 0);
        let seen = shop.merchant().await.order(order["order_id"].as_i64().expect("an id")).await;
        assert_eq!(seen["total_cents"], 1824);
    }

    async fn goods_without_weight_need_no_delivery_address(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-guide", 1).await;
        assert_eq!(cart["needs_shipping"], false);
        let mut body = checkout("cod");
        body.as_object_mut().expect("an object").remove("shipping_address");
        visitor.post("/checkout", body).await.expect(200);
    }

    async fn what_costs_nothing_needs_no_payment_method(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(visitor.add("t-free", 1).await["needs_payment"], false);
        assert_eq!(visitor.post("/checkout", checkout("")).await.expect(200)["status"], "processing");
    }

    async fn a_note_reaches_the_merchant_as_text(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let mut body = checkout("bacs");
        body["customer_note"] = json!("Citofono <b>rotto</b> & lento");
        let order = visitor.post("/checkout", body).await.expect(200);
        let id = order["order_id"].as_i64().expect("an id");
        let seen = shop.merchant().await.order(id).await;
        assert!(seen["customer_note"].as_str().is_some_and(|n| n.contains("Citofono")), "{seen}");
        let page = visitor.page(order["payment_result"]["redirect_url"].as_str().expect("a page")).await.text();
        assert!(!page.contains("<b>rotto</b>"), "the note is shown as text");
    }

    async fn customer_and_shop_get_one_message_each(shop) {
        let mut visitor = shop.visitor();
        let order = visitor.buy("t-oil", 1).await;
        let number = order["order_number"].as_str().expect("a number").to_owned();
        let mails = shop.merchant().await.mails().await;
        let about: Vec<_> = mails.iter().filter(|m| m.to_string().contains(&number)).collect();
        let to = |who: &str| about.iter().filter(|m| m["recipient"].to_string().contains(who)).count();
        assert_eq!(to("livia@example.com"), 1, "{about:?}");
        assert_eq!(to("negozio@bottega.example"), 1, "{about:?}");
    }

    async fn an_order_that_waits_for_its_payment_is_paid_over_the_store_api(shop) {
        let mut visitor = shop.visitor();
        let order = visitor.buy("t-oil", 1).await;
        let (id, key) = (order["order_id"].as_i64().expect("an id"), order["order_key"].as_str().expect("a key"));
        let mut merchant = shop.merchant().await;
        merchant.set_status(id, "pending").await.expect(200);
        let path = |key: &str, email: &str| format!("/checkout/{id}?key={key}&billing_email={email}");
        visitor.post(&path("wc_order_wrong", "livia@example.com"), checkout("cod")).await.refused(401, "woocommerce_rest_invalid_order");
        visitor.post(&path(key, "altra@example.com"), checkout("cod")).await.refused(401, "woocommerce_rest_invalid_billing_email");
        let good = path(key, "livia@example.com");
        visitor.post(&good, checkout("")).await.refused(400, "woocommerce_rest_checkout_missing_payment_method");
        visitor.post(&good, checkout("nuvole")).await.refused(400, "woocommerce_rest_checkout_payment_method_disabled");
        let nonce = visitor.nonce.replace("0123456789".into());
        visitor.post(&good, checkout("cod")).await.refused(403, "woocommerce_rest_invalid_nonce");
        visitor.nonce = nonce;
        let paid = visitor.post(&good, checkout("cod")).await.expect(200);
        assert_eq!((&paid["status"], &paid["payment_method"]), (&json!("processing"), &json!("cod")));
        assert_eq!(merchant.order(id).await["payment_title"], "Contrassegno");
        visitor.post(&good, checkout("cod")).await.refused(409, "invalid_order_update_status");
    }
}
