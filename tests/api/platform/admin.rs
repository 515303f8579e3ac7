use reqwest::Method;
use serde_json::json;
use shop_tests::{ADMIN_EMAIL, ADMIN_PASSWORD, Merchant, on_both_databases, rules};

rules! {
    async fn nothing_is_shown_to_strangers(shop) {
        let mut visitor = shop.visitor();
        let order = visitor.buy("t-oil", 1).await;
        for path in ["/orders", &format!("/orders/{}", order["order_id"]), "/products", "/mail"] {
            let answer = visitor.page(&format!("/api/admin{path}")).await;
            assert_eq!(answer.status, 401, "{path}: {}", answer.text());
            assert!(!answer.text().contains("livia@example.com"), "{path}");
        }
        let write = visitor
            .request(Method::POST, &format!("/api/admin/orders/{}/status", order["order_id"]))
            .json(&json!({ "status": "completed" }));
        assert_eq!(visitor.send(write).await.status, 401);
    }

    async fn a_wrong_password_and_an_unknown_person_look_alike(shop) {
        let mut visitor = shop.visitor();
        let wrong = Merchant::try_log_in(&mut visitor, ADMIN_EMAIL, "sbagliata-2026").await;
        let unknown = Merchant::try_log_in(&mut visitor, "nessuno@bottega.example", "sbagliata-2026").await;
        assert_eq!(wrong.status, 401, "{}", wrong.text());
        assert_eq!((wrong.status, wrong.text()), (unknown.status, unknown.text()));
    }

    async fn guessing_is_slowed_down(shop) {
        let mut visitor = shop.visitor();
        let mut last = 401;
        for attempt in 0..12 {
            last = Merchant::try_log_in(&mut visitor, ADMIN_EMAIL, &format!("tentativo-{attempt}")).await.status;
        }
        assert_eq!(last, 429);
    }

    async fn logging_in_gives_a_new_session_that_scripts_cannot_read(shop) {
        let mut visitor = shop.visitor();
        let answer = Merchant::try_log_in(&mut visitor, ADMIN_EMAIL, ADMIN_PASSWORD).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().filter_map(|c| c.to_str().ok()).collect();
        assert!(cookies.iter().any(|c| c.contains("HttpOnly") && c.contains("SameSite=")), "{cookies:?}");
    }

    async fn a_new_order_is_found_with_what_was_bought(shop) {
        let order = shop.visitor().buy("t-five", 2).await;
        let mut merchant = shop.merchant().await;
        let list = merchant.get("/orders").await.expect(200);
        assert_eq!(list["orders"][0]["id"], order["order_id"]);
        let seen = merchant.order(order["order_id"].as_i64().expect("an id")).await;
        assert_eq!(seen["status"], "on-hold");
        assert_eq!(seen["billing_address"]["email"], "livia@example.com");
        assert!(seen.to_string().contains("Cinque pezzi"), "{seen}");
    }

    async fn an_order_takes_only_allowed_steps(shop) {
        let order = shop.visitor().buy("t-oil", 1).await;
        let id = order["order_id"].as_i64().expect("an id");
        let mut merchant = shop.merchant().await;
        for wrong in ["checkout-draft", "on-hold", "shipped", ""] {
            let answer = merchant.set_status(id, wrong).await;
            assert!((400..500).contains(&answer.status), "{wrong}: {}", answer.text());
        }
        assert_eq!(merchant.set_status(id, "processing").await.status, 200);
        assert_eq!(merchant.set_status(id, "completed").await.status, 200);
        assert!((400..500).contains(&merchant.set_status(id, "pending").await.status));
        assert_eq!(merchant.order(id).await["status"], "completed");
        assert_eq!(merchant.set_status(999_999, "completed").await.status, 404);
    }

    async fn cancelling_gives_the_stock_back_once(shop) {
        let order = shop.visitor().buy("t-five", 4).await;
        let id = order["order_id"].as_i64().expect("an id");
        let mut merchant = shop.merchant().await;
        assert_eq!(merchant.stock("t-five").await, 1);
        assert_eq!(merchant.set_status(id, "cancelled").await.status, 200);
        assert_eq!(merchant.stock("t-five").await, 5);
        assert!(merchant.set_status(id, "cancelled").await.status >= 400);
        assert_eq!(merchant.stock("t-five").await, 5);
    }

    async fn reviving_an_order_needs_its_stock(shop) {
        let mut visitor = shop.visitor();
        let first = visitor.buy("t-five", 4).await["order_id"].as_i64().expect("an id");
        let mut merchant = shop.merchant().await;
        merchant.set_status(first, "cancelled").await;
        visitor.buy("t-five", 3).await;
        let answer = merchant.set_status(first, "processing").await;
        assert!((400..500).contains(&answer.status), "{}", answer.text());
        assert_eq!(merchant.stock("t-five").await, 2);
    }

    async fn a_note_stays_with_its_order(shop) {
        let order = shop.visitor().buy("t-oil", 1).await;
        let id = order["order_id"].as_i64().expect("an id");
        let mut merchant = shop.merchant().await;
        let answer = merchant.write(Method::POST, &format!("/orders/{id}/notes"), json!({ "note": "Chiamata fatta" })).await;
        assert!(answer.status < 300, "{}", answer.text());
        assert!(merchant.order(id).await["history"].to_string().contains("Chiamata fatta"));
        let empty = merchant.write(Method::POST, &format!("/orders/{id}/notes"), json!({ "note": " " })).await;
        assert!((400..500).contains(&empty.status), "{}", empty.text());
    }

    async fn price_and_stock_change_for_shoppers_at_once(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-five").await;
        let mut merchant = shop.merchant().await;
        let change = json!({ "regular_price": "11.50", "stock_quantity": 9 });
        let answer = merchant.write(Method::PATCH, &format!("/products/{id}"), change).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(visitor.get(&format!("/products/{id}")).await.expect(200)["prices"]["price"], "1150");
        assert_eq!(visitor.add("t-five", 8).await["items_count"], 8);
    }

    async fn a_product_keeps_no_impossible_values(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-five").await;
        let mut merchant = shop.merchant().await;
        for wrong in [
            json!({ "regular_price": "-1" }),
            json!({ "regular_price": "dieci" }),
            json!({ "regular_price": "1.234" }),
            json!({ "sale_price": "99.00" }),
            json!({ "stock_quantity": 1.5 }),
            json!({ "name": "" }),
        ] {
            let answer = merchant.write(Method::PATCH, &format!("/products/{id}"), wrong.clone()).await;
            assert!((400..500).contains(&answer.status), "{wrong}: {} {}", answer.status, answer.text());
        }
        assert_eq!(visitor.get(&format!("/products/{id}")).await.expect(200)["prices"]["price"], "1000");
    }

    async fn a_write_from_another_site_is_refused(shop) {
        let order = shop.visitor().buy("t-oil", 1).await;
        let mut visitor = shop.visitor();
        Merchant::try_log_in(&mut visitor, ADMIN_EMAIL, ADMIN_PASSWORD).await;
        let write = visitor
            .request(Method::POST, &format!("/api/admin/orders/{}/status", order["order_id"]))
            .header("Origin", "https://evil.example")
            .header("Sec-Fetch-Site", "cross-site")
            .json(&json!({ "status": "completed" }));
        assert_eq!(visitor.send(write).await.status, 403);
    }

    async fn after_logging_out_the_session_is_dead(shop) {
        let mut visitor = shop.visitor();
        let me = Merchant::try_log_in(&mut visitor, ADMIN_EMAIL, ADMIN_PASSWORD).await.expect(200);
        assert_eq!(visitor.page("/api/admin/orders").await.status, 200);
        let out = visitor.request(Method::POST, "/api/admin/logout");
        assert_eq!(visitor.send(out).await.status, 403, "a write without its nonce");
        let nonce = me["nonce"].as_str().expect("a nonce");
        let out = visitor.request(Method::POST, "/api/admin/logout").header("X-Admin-Nonce", nonce);
        assert!(visitor.send(out).await.status < 400);
        assert_eq!(visitor.page("/api/admin/orders").await.status, 401);
    }

    async fn the_pages_of_the_back_office_stay_out_of_caches_and_search(shop) {
        let page = shop.visitor().page("/admin/").await;
        assert_eq!(page.status, 200);
        assert!(page.header("cache-control").is_some_and(|c| c.contains("no-store")), "{:?}", page.headers);
        let noindex = page.header("x-robots-tag").is_some_and(|r| r.contains("noindex")) || page.text().contains("noindex");
        assert!(noindex);
    }
}

on_both_databases! {
    async fn orders_are_found_by_status_and_by_name(shop) {
        shop.visitor().buy("t-oil", 1).await;
        let mut merchant = shop.merchant().await;
        let count = async |merchant: &mut Merchant, query: &str| {
            let list = merchant.get(&format!("/orders{query}")).await.expect(200);
            list["orders"].as_array().map_or(0, Vec::len)
        };
        assert_eq!(count(&mut merchant, "?status=on-hold").await, 1);
        assert_eq!(count(&mut merchant, "?status=completed").await, 0);
        assert_eq!(count(&mut merchant, "?search=Conti").await, 1);
        assert_eq!(count(&mut merchant, "?search=Nessuno").await, 0);
    }
}
