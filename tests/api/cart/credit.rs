use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, Visitor, checkout, classic_form, customer, on_both_databases, page_data, rules};
use tokio::task::JoinSet;

const LIVIA: &str = "livia@example.com";

/// Issues a credit and gives its number and its code.
pub(crate) async fn issue(merchant: &mut Merchant, email: &str, amount: &str) -> (i64, String) {
    let body = json!({ "emails": [email], "amount": amount, "reason": "Buono di prova" });
    let made = merchant.write(Method::POST, "/credits", body).await.expect(201);
    let id = made["ids"][0].as_i64().expect("a number");
    let code = credit(merchant, id).await["code"].as_str().expect("a code").to_owned();
    (id, code)
}

async fn credit(merchant: &mut Merchant, id: i64) -> Value {
    merchant.get(&format!("/credits/{id}")).await.expect(200)
}

/// Balance of a credit; its ledger must add up to it.
pub(crate) async fn balance(merchant: &mut Merchant, id: i64) -> i64 {
    let credit = credit(merchant, id).await;
    let sum: i64 = credit["ledger"].as_array().expect("a ledger").iter().filter_map(|one| one["cents"].as_i64()).sum();
    assert_eq!(credit["balance_cents"], sum, "{credit}");
    sum
}

async fn apply(visitor: &mut Visitor, code: &str) -> Value {
    visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200)
}

fn cents(text: &Value) -> i64 {
    text.as_str().and_then(|text| text.parse().ok()).expect("an amount")
}

async fn buy(visitor: &mut Visitor, email: &str) -> Value {
    let mut order = checkout("bacs");
    order["billing_address"]["email"] = email.into();
    visitor.post("/checkout", order).await.expect(200)
}

fn number(order: &Value) -> i64 {
    order["order_id"].as_i64().expect("an order")
}

rules! {
    async fn credit_lowers_what_is_to_be_paid_and_leaves_the_taxes_alone(shop) {
        let mut merchant = shop.merchant().await;
        let (id, code) = issue(&mut merchant, LIVIA, "5").await;
        let mut visitor = shop.visitor();
        let full = visitor.add("t-oil", 2).await;
        let cart = apply(&mut visitor, &code.to_uppercase()).await;
        assert_eq!(cart["coupons"][0]["discount_type"], "store_credit");
        assert_eq!(cart["coupons"][0]["totals"]["total_discount"], "500");
        assert_eq!(cents(&cart["totals"]["total_price"]), cents(&full["totals"]["total_price"]) - 500);
        assert_eq!(cart["totals"]["total_tax"], full["totals"]["total_tax"]);
        let again = visitor.post("/cart/apply-coupon", json!({ "code": code })).await;
        again.refused(400, "woocommerce_rest_cart_coupon_error");
        let cart = visitor.post("/cart/remove-coupon", json!({ "code": code })).await.expect(200);
        assert_eq!(cart["totals"]["total_price"], full["totals"]["total_price"]);
        assert_eq!(balance(&mut merchant, id).await, 500, "a cart takes nothing");
    }

    async fn an_order_takes_the_credit_keeps_it_and_cancelling_gives_it_back(shop) {
        let mut merchant = shop.merchant().await;
        let (id, code) = issue(&mut merchant, LIVIA, "5").await;
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 2).await;
        let cart = apply(&mut visitor, &code).await;
        let order = number(&buy(&mut visitor, LIVIA).await);
        assert_eq!(balance(&mut merchant, id).await, 0);
        let seen = merchant.order(order).await;
        assert_eq!(seen["total_cents"], cents(&cart["totals"]["total_price"]));
        let row = seen["totals"].as_array().expect("sums").iter().find(|row| row["kind"] == "credit").expect("a row");
        assert_eq!(row["cents"], -500);
        let mails = merchant.mails().await;
        assert!(mails.iter().any(|mail| mail["kind"] == "store_credit" && mail["recipient"] == LIVIA), "{mails:?}");
        merchant.set_status(order, "cancelled").await.expect(200);
        assert_eq!(balance(&mut merchant, id).await, 500);
        merchant.set_status(order, "on-hold").await.expect(200);
        assert_eq!(balance(&mut merchant, id).await, 0, "a reopened order takes it again");
        merchant.set_status(order, "cancelled").await.expect(200);
        visitor.add("t-five", 1).await;
        apply(&mut visitor, &code).await;
        buy(&mut visitor, LIVIA).await;
        let refused = merchant.set_status(order, "on-hold").await.expect(409);
        assert_eq!(refused["code"], "order_credit_short");
        assert_eq!(balance(&mut merchant, id).await, 0);
    }

    async fn credit_that_pays_everything_needs_no_payment_and_empties_the_cart(shop) {
        let mut merchant = shop.merchant().await;
        let (id, code) = issue(&mut merchant, LIVIA, "100").await;
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let cart = apply(&mut visitor, &code).await;
        assert_eq!((&cart["totals"]["total_price"], &cart["needs_payment"]), (&json!("0"), &json!(false)));
        let used = cents(&cart["coupons"][0]["totals"]["total_discount"]);
        let mut body = checkout("");
        body["payment_method"] = "".into();
        let placed = visitor.post("/checkout", body.clone()).await.expect(200);
        assert_eq!(placed["status"], "processing");
        assert_eq!(visitor.cart().await["items"], json!([]));
        assert_ne!(visitor.post("/checkout", body).await.status, 200, "a second click orders nothing");
        assert_eq!(balance(&mut merchant, id).await, 10_000 - used);
    }

    async fn the_credit_of_another_address_pays_nothing(shop) {
        let mut merchant = shop.merchant().await;
        let (id, code) = issue(&mut merchant, "ada@example.com", "5").await;
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        apply(&mut visitor, &code).await;
        let answer = visitor.post("/checkout", checkout("bacs")).await;
        let body = answer.refused(409, "woocommerce_rest_cart_coupon_errors");
        assert!(body["data"]["removed_coupons"][&code].is_string(), "{body}");
        let again = visitor.post("/cart/apply-coupon", json!({ "code": code })).await;
        again.refused(400, "woocommerce_rest_cart_coupon_error");
        assert_eq!(balance(&mut merchant, id).await, 500);
        assert!(!visitor.page("/api/cart/offers").await.text().contains(&code), "nor is it shown");
    }

    async fn the_answer_that_brings_another_address_says_why_the_credit_is_gone(shop) {
        let mut merchant = shop.merchant().await;
        let (_, code) = issue(&mut merchant, "ada@example.com", "5").await;
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        apply(&mut visitor, &code).await;
        let address = json!({ "billing_address": { "email": "livia@example.com" } });
        let cart = visitor.post("/cart/update-customer", address).await.expect(200);
        assert_eq!(cart["errors"][0]["code"], "woocommerce_rest_cart_coupon_error", "{cart}");
        assert_eq!(visitor.cart().await["errors"], json!([]), "it is said once");
    }

    async fn an_account_whose_address_is_not_confirmed_sees_no_credit(shop) {
        let mut merchant = shop.merchant().await;
        let (_, code) = issue(&mut merchant, LIVIA, "7").await;
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let mut body = checkout("bacs");
        body["create_account"] = true.into();
        body["customer_password"] = "tartufo-bianco-di-Alba-77".into();
        visitor.post("/checkout", body).await.expect(200);
        visitor.add("t-five", 1).await;
        assert!(!visitor.page("/api/cart/offers").await.text().contains(&code));
    }

    async fn the_plain_forms_of_cart_and_checkout_take_credit(shop) {
        let mut merchant = shop.merchant().await;
        let (_, code) = issue(&mut merchant, LIVIA, "5").await;
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 2).await;
        let nonce = visitor.form_nonce("/cart/", "woocommerce-cart-nonce").await;
        let fields = [("woocommerce-cart-nonce", nonce.as_str()), ("apply_code", code.as_str())];
        assert_eq!(visitor.submit("/cart/", &fields).await.status, 303);
        assert_eq!(visitor.cart().await["coupons"][0]["code"], code);
        visitor.page(&format!("/cart/?remove_coupon={code}&_wpnonce={nonce}")).await;
        assert_eq!(visitor.cart().await["coupons"], json!([]));
        let mut fields = classic_form(&mut visitor).await;
        fields.push(("apply_coupon", "1".into()));
        fields.push(("coupon_code", code.clone()));
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let page = visitor.submit("/checkout/", &fields).await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains("Via dei Mille 7") && page.text().contains("Credito applicato."), "{}", page.text());
        assert_eq!(visitor.cart().await["coupons"][0]["code"], code);
    }

    async fn guessing_codes_is_slowed_down(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let mut last = 400;
        for n in 0..31 {
            last = visitor.post("/cart/apply-coupon", json!({ "code": format!("credito-{n}") })).await.status;
        }
        assert_eq!(last, 429);
    }

    async fn an_account_shows_its_own_credit_with_what_happened_to_it(shop) {
        let mut merchant = shop.merchant().await;
        let mut anna = customer(&shop, "anna@example.com").await;
        let empty = page_data(&mut anna, "/my-account/store-credit/").await["page"]["section"].clone();
        assert_eq!((&empty["name"], &empty["balance_cents"], &empty["credits"]), (&json!("credit"), &json!(0), &json!([])));
        let (_, code) = issue(&mut merchant, "anna@example.com", "20").await;
        issue(&mut merchant, LIVIA, "99").await;
        anna.add("t-oil", 1).await;
        apply(&mut anna, &code).await;
        let order = number(&buy(&mut anna, "anna@example.com").await);
        let section = page_data(&mut anna, "/my-account/store-credit/").await["page"]["section"].clone();
        assert_eq!(section["credits"].as_array().map(Vec::len), Some(1), "nobody else's: {section}");
        let credit = &section["credits"][0];
        assert_eq!((&credit["code"], &credit["issued_cents"]), (&json!(code), &json!(2000)));
        assert_eq!(section["balance_cents"], credit["balance_cents"]);
        let moves = credit["moves"].as_array().expect("moves");
        assert_eq!((&moves[0]["label"], &moves[1]["label"]), (&json!("Usato"), &json!("Ricevuto")));
        assert_eq!(moves[0]["order_path"], format!("/my-account/view-order/{order}/"));
        assert_eq!(moves.iter().filter_map(|one| one["cents"].as_i64()).sum::<i64>(), credit["balance_cents"]);
        let page = anna.page("/my-account/store-credit/").await.text();
        assert!(page.contains(&code) && page.contains("Come si usa"));
        let stranger = shop.visitor().page("/my-account/store-credit/").await;
        assert_eq!(stranger.status, 303, "{}", stranger.text());
    }
}

on_both_databases! {
    async fn the_last_cents_are_spent_once(shop) {
        let mut merchant = shop.merchant().await;
        let (id, code) = issue(&mut merchant, LIVIA, "10").await;
        let mut buyers = Vec::new();
        for _ in 0..8 {
            let mut buyer = shop.visitor();
            buyer.add("t-oil", 1).await;
            apply(&mut buyer, &code).await;
            buyers.push(buyer);
        }
        let mut all = JoinSet::new();
        for mut buyer in buyers {
            all.spawn(async move { buyer.post("/checkout", checkout("bacs")).await });
        }
        let answers = all.join_all().await;
        let placed = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(placed, 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
        for refused in answers.iter().filter(|answer| answer.status != 200) {
            assert_eq!(refused.status, 409, "{}", refused.text());
        }
        assert_eq!(balance(&mut merchant, id).await, 0);
        let list = merchant.get("/orders").await.expect(200);
        assert_eq!(list["orders"].as_array().map(Vec::len), Some(1), "no half orders");
    }

    async fn a_customer_sees_and_clicks_his_own_credit_and_nobody_elses(shop) {
        let mut merchant = shop.merchant().await;
        let (before, early) = issue(&mut merchant, LIVIA, "3").await;
        let mut visitor = customer(&shop, LIVIA).await;
        let (id, code) = issue(&mut merchant, LIVIA, "7").await;
        let (other, secret) = issue(&mut merchant, "ada@example.com", "7").await;
        visitor.add("t-five", 1).await;
        let offers = visitor.page("/api/cart/offers").await.expect(200);
        let seen: Vec<(&str, bool)> = offers["credits"]
            .as_array()
            .expect("credits")
            .iter()
            .map(|one| (one["code"].as_str().unwrap_or_default(), one["active"] == true))
            .collect();
        assert_eq!(seen, [(early.as_str(), true), (code.as_str(), true)], "also what was issued before the account, {before}");
        let page = visitor.page("/cart/").await.text();
        assert!(page.contains(&code) && page.contains("active-coupon") && !page.contains(&secret), "{page}");
        let nonce = visitor.form_nonce("/checkout/", "apply_coupon_nonce").await;
        let stolen = [("_wpnonce", nonce.as_str()), ("coupon_id", &other.to_string()), ("coupon_code", "")];
        assert_eq!(visitor.ajax("apply_coupon_on_click", &stolen).await.text(), "", "a number is guessed easily");
        let own = [("_wpnonce", nonce.as_str()), ("coupon_id", &id.to_string()), ("coupon_code", code.as_str())];
        let said = visitor.ajax("apply_coupon_on_click", &own).await.text();
        assert!(said.contains("Credito applicato."), "{said}");
        let offers = visitor.page("/api/cart/offers").await.expect(200);
        assert_eq!((&offers["credits"][1]["active"], &offers["credits"][1]["applied"]), (&json!(false), &json!(true)));
        let mut stranger = shop.visitor();
        stranger.add("t-five", 1).await;
        assert_eq!(stranger.page("/api/cart/offers").await.expect(200)["credits"], json!([]));
    }

    async fn credit_is_issued_only_by_staff_and_with_values_that_make_sense(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page("/api/admin/credits").await.status, 401);
        let mut merchant = shop.merchant().await;
        for (body, field) in [
            (json!({ "emails": [], "amount": "5" }), "emails"),
            (json!({ "emails": ["x"], "amount": "5" }), "emails"),
            (json!({ "emails": [LIVIA], "amount": "" }), "amount"),
            (json!({ "emails": [LIVIA], "amount": "-5" }), "amount"),
            (json!({ "emails": [LIVIA], "amount": "5", "last_day": "2020-01-01" }), "last_day"),
        ] {
            let refused = merchant.write(Method::POST, "/credits", body.clone()).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field, "{body}: {refused}");
            assert!(refused["errors"][0]["message"].as_str().is_some_and(|words| words.contains(' ')), "{refused}");
        }
        let list = merchant.get("/credits").await.expect(200);
        assert_eq!((&list["total"], &list["balance_cents"]), (&json!(0), &json!(0)));
        let body = json!({ "emails": ["A@example.com", "b@example.com", "a@example.com"], "amount": "2,50" });
        let made = merchant.write(Method::POST, "/credits", body).await.expect(201);
        assert_eq!(made["ids"].as_array().map(Vec::len), Some(2));
        assert_eq!(merchant.get("/credits?state=open").await.expect(200)["balance_cents"], 500);
        assert_eq!(merchant.get("/credits?search=b@exa").await.expect(200)["total"], 1);
        assert_eq!(merchant.get("/credits?state=altro").await.status, 422);
    }

    async fn more_than_is_left_cannot_be_withdrawn(shop) {
        let mut merchant = shop.merchant().await;
        let (id, code) = issue(&mut merchant, LIVIA, "5").await;
        let path = format!("/credits/{id}/withdraw");
        for (amount, reason, field) in [("5,01", "errore", "amount"), ("0", "errore", "amount"), ("1", " ", "reason")] {
            let body = json!({ "amount": amount, "reason": reason });
            let refused = merchant.write(Method::POST, &path, body).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field, "{refused}");
        }
        merchant.write(Method::POST, &path, json!({ "amount": "5", "reason": "errore" })).await.expect(200);
        assert_eq!(balance(&mut merchant, id).await, 0);
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        visitor.post("/cart/apply-coupon", json!({ "code": code })).await.refused(400, "woocommerce_rest_cart_coupon_error");
        assert_eq!(merchant.write(Method::POST, "/credits/999/withdraw", json!({ "amount": "1", "reason": "x" })).await.status, 404);
    }
}
