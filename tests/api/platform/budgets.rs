//! How often one address may do what costs the shop something, and what is answered then.

use serde_json::json;
use shop_tests::{Visitor, page_data, rules, section_nonce};

/// Asks for a path so many times; gives the statuses, equal ones that follow each other once.
async fn statuses(visitor: &mut Visitor, path: &str, times: usize) -> Vec<u16> {
    let mut out = Vec::new();
    for _ in 0..times {
        out.push(visitor.page(path).await.status);
    }
    out.dedup();
    out
}

rules! {
    async fn papers_and_files_are_fetched_so_often_from_one_address_whoever_asks(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(statuses(&mut visitor, "/documento/1/riepilogo.pdf?key=wc_order_x", 61).await, [404, 429]);
        assert_eq!(statuses(&mut visitor, "/download/1/2/abc/?key=wc_order_x", 121).await, [404, 429]);
        let other = shop.visitor().page("/documento/1/riepilogo.pdf?key=wc_order_x").await;
        assert_eq!(other.status, 429, "a new session is no new address");
    }

    async fn an_order_is_not_paid_by_trying_on_and_on(shop) {
        let mut buyer = shop.visitor();
        let order = buyer.buy("t-oil", 1).await;
        let (id, key) = (order["order_id"].as_i64().expect("an id"), order["order_key"].as_str().expect("a key"));
        shop.merchant().await.set_status(id, "pending").await.expect(200);
        let path = format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}");
        let nonce = page_data(&mut buyer, &path).await["page"]["nonce"].as_str().expect("a nonce").to_owned();
        let fields = [("woocommerce_pay", "1"), ("payment_method", "nuvole"), ("woocommerce-pay-nonce", nonce.as_str())];
        let mut seen = Vec::new();
        for _ in 0..31 {
            seen.push(buyer.submit(&path, &fields).await.status);
        }
        seen.dedup();
        assert_eq!(seen, [422, 429]);
    }

    async fn declarations_of_withdrawal_have_a_budget_as_each_sends_a_message(shop) {
        let mut buyer = shop.visitor();
        let order = buyer.buy("t-oil", 1).await;
        let path = format!("/recesso/{}/?key={}", order["order_id"], order["order_key"].as_str().expect("a key"));
        let nonce = page_data(&mut buyer, &path).await["page"]["nonce"].as_str().expect("a nonce").to_owned();
        let fields = [
            ("step", "confirm"), ("withdrawal_name", "Livia Conti"), ("withdrawal_email", "livia@example.com"),
            ("withdrawal_lines", "0"), ("_wpnonce", nonce.as_str()),
        ];
        let mut seen = Vec::new();
        for _ in 0..22 {
            seen.push(buyer.submit(&path, &fields).await.status);
        }
        assert_eq!(seen.first(), Some(&303), "{seen:?}");
        // Declared once; what is declared already is told at the form, before anything is counted or sent.
        assert!(seen[1..].iter().all(|status| [409, 422, 429].contains(status)), "{seen:?}");
        let sent = shop.merchant().await.mails().await;
        let receipts = sent.iter().filter(|mail| mail["kind"].as_str().is_some_and(|kind| kind.contains("withdrawal")));
        assert_eq!(receipts.count(), 2, "one to the buyer, one to the shop");
    }

    async fn new_passwords_are_asked_for_a_hundred_times_from_one_address(shop) {
        let mut visitor = shop.visitor();
        let nonce = section_nonce(&mut visitor, "/my-account/lost-password/").await;
        for number in 0..=100 {
            let login = format!("nessuno{number}@example.com");
            let fields = [("user_login", login.as_str()), ("_wpnonce", nonce.as_str())];
            let status = visitor.submit("/my-account/lost-password/", &fields).await.status;
            assert_eq!(status >= 400, number == 100, "{number}: {status}");
        }
    }

    async fn the_store_api_has_a_budget_where_the_operator_sets_one(shop) {
        let mut shop = shop;
        let server = shop.add_server_with(&[("SHOP_RATE_LIMIT", "3")]).await;
        let mut visitor = shop.visitor_of(server);
        for _ in 0..3 {
            visitor.get("/cart").await.expect(200);
        }
        visitor.get("/cart").await.refused(400, "rate_limit_exceeded");
    }

    async fn totals_and_place_are_told_to_classic_scripts(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 2).await;
        let totals = visitor.ajax("get_cart_totals", &[]).await;
        assert_eq!(totals.status, 200);
        assert!(totals.text().contains("cart_totals") && totals.text().contains("20,00"), "{}", totals.text());
        let stranger = shop.visitor().ajax("get_cart_totals", &[]).await;
        assert!(!stranger.text().contains("20,00"), "{}", stranger.text());
        let place = visitor.ajax("get_customer_location", &[]).await.expect(200);
        assert_eq!(place, json!({ "success": true, "data": { "hash": "" } }));
    }

    async fn reports_of_browsers_are_taken_and_keep_no_secrets(shop) {
        let mut shop = shop;
        let server = shop.add_process();
        let mut visitor = shop.visitor_of(server);
        let report = json!({ "csp-report": {
            "effective-directive": "script-src", "blocked-uri": "https://evil.example/x.js?key=geheim",
            "document-uri": format!("{}/checkout/order-received/7/?key=wc_order_geheim", shop.address()),
        } });
        for body in [report.to_string(), "kein JSON".to_owned(), String::new()] {
            let request = visitor.request(reqwest::Method::POST, "/csp-report").header("Content-Type", "application/csp-report").body(body);
            assert_eq!(visitor.send(request).await.status, 204);
        }
        let request = visitor.request(reqwest::Method::POST, "/csp-report").body("x".repeat(2_000_000));
        assert_eq!(visitor.send(request).await.status, 413);
        let log = shop.log();
        assert!(log.contains("evil.example/x.js") && !log.contains("geheim"), "{log}");
    }
}
