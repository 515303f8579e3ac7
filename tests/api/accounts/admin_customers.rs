use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{
    ADMIN_EMAIL, ADMIN_PASSWORD, Merchant, STRONG, checkout, customer, kinds_to, link_for, log_in, on_both_databases,
    rules,
};

async fn found(merchant: &mut Merchant, query: &str) -> Vec<String> {
    let list = merchant.get(&format!("/customers{query}")).await.expect(200);
    let rows = list["customers"].as_array().expect("rows").iter();
    rows.filter_map(|row| row["email"].as_str().map(str::to_owned)).collect()
}

async fn id_of(merchant: &mut Merchant, email: &str) -> i64 {
    let list = merchant.get(&format!("/customers?search={email}")).await.expect(200);
    list["customers"][0]["id"].as_i64().unwrap_or_else(|| panic!("{email} is not listed: {list}"))
}

async fn act(merchant: &mut Merchant, id: i64, what: &str, body: Value) -> shop_tests::Answer {
    merchant.write(Method::POST, &format!("/customers/{id}/{what}"), body).await
}

rules! {
    async fn a_link_for_a_new_password_is_sent_and_managers_do_not_read_it(shop) {
        let mut anna = customer(&shop, "anna@example.com").await;
        let mut manager = shop.shop_manager().await;
        let id = id_of(&mut manager, "anna@").await;
        assert_eq!(act(&mut manager, id, "password-link", json!({})).await.status, 204);
        assert_eq!(kinds_to(&mut manager, "anna@example.com").await[0], "account_new_password");
        let link = link_for(&mut manager, "anna@example.com").await;
        let token = link.split("key=").nth(1).expect("a token").to_owned();
        let mails = manager.mails().await;
        let mail = mails.iter().find(|mail| mail["recipient"] == "anna@example.com").expect("a message");
        let (path, page) = (format!("/mail/{}", mail["id"]), format!("/mail/{}/html", mail["id"]));
        for path in [&path, &page] {
            let seen = manager.get(path).await.text();
            assert!(!seen.contains(&token) && seen.contains("key=…"), "{seen}");
            // This shop has no mail server: without the administrator nobody would get the link.
            assert!(shop.merchant().await.get(path).await.text().contains(&token));
        }
        let page = anna.page(&link).await;
        assert!(page.status == 200 && page.text().contains("Scegli una nuova password"), "the link itself works");
        let mut merchant = shop.merchant().await;
        let mut last = 204;
        for _ in 0..3 {
            last = act(&mut merchant, id, "password-link", json!({})).await.status;
        }
        assert_eq!(last, 429, "a mailbox is not flooded");
    }

    async fn roles_are_changed_by_administrators_alone(shop) {
        customer(&shop, "anna@example.com").await;
        let mut merchant = shop.merchant().await;
        let mut manager = shop.shop_manager().await;
        let anna = id_of(&mut merchant, "anna@").await;
        let admin = id_of(&mut merchant, ADMIN_EMAIL).await;
        for (id, what, body) in [
            (anna, "role", json!({ "role": "admin" })),
            (admin, "block", json!({ "blocked": true })),
            (admin, "password-link", json!({})),
        ] {
            assert_eq!(act(&mut manager, id, what, body).await.expect(403)["code"], "admin_role_only", "{what}");
        }
        assert_eq!(act(&mut merchant, anna, "role", json!({ "role": "king" })).await.expect(422)["errors"][0]["field"], "role");
        assert_eq!(act(&mut merchant, admin, "role", json!({ "role": "customer" })).await.expect(409)["code"], "person_yourself");
        assert_eq!(act(&mut merchant, admin, "block", json!({ "blocked": true })).await.expect(409)["code"], "person_yourself");
        assert_eq!(act(&mut merchant, 999_999, "role", json!({ "role": "admin" })).await.status, 404);
        let seen = act(&mut merchant, anna, "role", json!({ "role": "shop_manager" })).await.expect(200);
        assert_eq!((&seen["role"], &seen["logins"]), (&json!("shop_manager"), &json!([])));
        let mut visitor = shop.visitor();
        let answer = log_in(&mut visitor, "anna@example.com", STRONG).await;
        assert_eq!(answer.status, 422, "staff logs in at the back office");
        let me = Merchant::try_log_in(&mut visitor, "anna@example.com", STRONG).await.expect(200);
        assert_eq!(me["role"], "shop_manager");
        act(&mut merchant, anna, "role", json!({ "role": "customer" })).await.expect(200);
        assert_eq!(visitor.page("/api/admin/orders").await.status, 401, "the login ended with the role");
    }
}

on_both_databases! {
    async fn people_are_found_with_what_they_bought(shop) {
        let mut anna = customer(&shop, "anna@example.com").await;
        customer(&shop, "bruno@example.com").await;
        anna.add("t-five", 2).await;
        let mut body = checkout("bacs");
        body["billing_address"]["email"] = "anna@example.com".into();
        let order = anna.post("/checkout", body).await.expect(200)["order_id"].as_i64().expect("an id");
        let mut merchant = shop.merchant().await;
        let id = id_of(&mut merchant, "anna@").await;
        let unpaid = merchant.get(&format!("/customers/{id}")).await.expect(200);
        assert_eq!((&unpaid["orders"], &unpaid["spent_cents"]), (&json!(1), &json!(0)), "what is not paid is not spent");
        merchant.set_status(order, "processing").await.expect(200);
        let total = merchant.order(order).await["total_cents"].as_i64().expect("cents");
        merchant.write(Method::POST, &format!("/orders/{order}/refunds"), json!({ "other": "1" })).await.expect(200);
        let seen = merchant.get(&format!("/customers/{id}")).await.expect(200);
        assert_eq!(seen["spent_cents"], total - 100);
        assert_eq!(seen["recent_orders"][0]["id"], order);
        assert!(seen["logins"].as_array().is_some_and(|logins| logins.len() == 1 && logins[0].get("token_hash").is_none()));
        assert_eq!(found(&mut merchant, "?state=admin").await, [ADMIN_EMAIL]);
        assert_eq!(found(&mut merchant, "?state=customer").await.len(), 2);
        assert_eq!(found(&mut merchant, "?search=%25").await, Vec::<String>::new());
        assert_eq!(merchant.get("/customers?state=king").await.expect(422)["errors"][0]["field"], "state");
        assert_eq!(merchant.get("/customers/999999").await.status, 404);
        assert_eq!(anna.page("/api/admin/customers").await.status, 401);
    }

    async fn who_is_blocked_is_logged_out_at_once_and_cannot_come_back(shop) {
        let mut anna = customer(&shop, "anna@example.com").await;
        assert!(anna.page("/my-account/orders/").await.status == 200);
        let mut merchant = shop.merchant().await;
        let id = id_of(&mut merchant, "anna@").await;
        let seen = act(&mut merchant, id, "block", json!({ "blocked": true })).await.expect(200);
        assert_eq!((&seen["logins"], seen["blocked_at"].is_i64()), (&json!([]), true));
        assert_eq!(found(&mut merchant, "?state=blocked").await, ["anna@example.com"]);
        assert_eq!(anna.page("/my-account/orders/").await.status, 303, "the login is over");
        let refused = log_in(&mut anna, "anna@example.com", STRONG).await;
        assert_eq!(refused.status, 422);
        assert!(refused.text().contains("bloccato"), "{}", refused.text());
        let wrong = log_in(&mut anna, "anna@example.com", "sbagliata-del-tutto").await;
        assert!(!wrong.text().contains("bloccato"), "only who knows the password is told");
        assert_eq!(act(&mut merchant, id, "password-link", json!({})).await.expect(409)["code"], "person_blocked");
        act(&mut merchant, id, "block", json!({ "blocked": false })).await.expect(200);
        assert_eq!(log_in(&mut anna, "anna@example.com", STRONG).await.status, 303);
    }

    async fn two_administrators_cannot_put_each_other_out(shop) {
        customer(&shop, "anna@example.com").await;
        let mut merchant = shop.merchant().await;
        let anna = id_of(&mut merchant, "anna@").await;
        let admin = id_of(&mut merchant, ADMIN_EMAIL).await;
        act(&mut merchant, anna, "role", json!({ "role": "admin" })).await.expect(200);
        let mut visitor = shop.visitor();
        let me = Merchant::try_log_in(&mut visitor, "anna@example.com", STRONG).await.expect(200);
        let nonce = me["nonce"].as_str().expect("a nonce").to_owned();
        let put_out = visitor
            .request(Method::POST, &format!("/api/admin/customers/{admin}/role"))
            .header("X-Admin-Nonce", nonce)
            .json(&json!({ "role": "customer" }));
        let (one, two) = tokio::join!(visitor.send(put_out), act(&mut merchant, anna, "block", json!({ "blocked": true })));
        let done = [one.status, two.status].iter().filter(|status| **status == 200).count();
        assert_eq!(done, 1, "{} {}", one.text(), two.text());
        let mut last = shop.visitor();
        let statuses = [
            Merchant::try_log_in(&mut last, ADMIN_EMAIL, ADMIN_PASSWORD).await.status,
            Merchant::try_log_in(&mut last, "anna@example.com", STRONG).await.status,
        ];
        assert!(statuses.contains(&200), "{statuses:?}");
    }
}
