//! A visitor without cookies has a new cart with every request: how many are stored, and how they go again.

use std::time::Instant;

use reqwest::Method;
use serde_json::json;
use shop_tests::{API, TestShop, Visitor, now, on_both_databases, sql};

/// So many carts in the database at once, past the shop, that ended so many seconds ago (before 0: that will end).
fn generate(shop: &TestShop, count: u64, ended_s: i64) {
    let (moment, name) = (now() - ended_s, if ended_s > 0 { "t_dead" } else { "t_living" });
    let statement = format!(
        "INSERT INTO carts (session_key, customer_id, version, content, updated_at, expires_at) \
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
         SELECT '{name}' || i, NULL, 1, '{{\"lines\":[]}}', {moment}, {moment} + i % 1000 FROM n"
    );
    sql(shop.database(), &statement);
}

async fn count(shop: &TestShop) -> u64 {
    let rows = shop.place().rows().await;
    // The last line is the last id that the table gave.
    u64::try_from(rows["carts"].iter().filter(|row| row.contains("session_key")).count()).expect("a number")
}

/// Adds as who keeps no cookies: a new session each time.
async fn add_without_cookies(visitor: &mut Visitor, id: i64) -> shop_tests::Answer {
    let request = visitor.request(Method::POST, &format!("{API}/cart/add-item"));
    let nonce = visitor.nonce.clone().expect("a nonce");
    let request = request.header("Nonce", nonce).header("Cookie", "none=1").json(&json!({ "id": id, "quantity": 1 }));
    visitor.send(request).await
}

on_both_databases! {
    async fn an_address_has_so_many_new_carts_and_carts_that_are_there_go_on(shop) {
        let mut shop = shop;
        let server = shop.add_server_with(&[("SHOP_NEW_CART_LIMIT", "5")]).await;
        let mut buyer = shop.visitor_of(server);
        buyer.add("t-oil", 1).await;
        let mut flood = shop.visitor_of(server);
        let id = flood.id("t-oil").await;
        flood.cart().await;
        let mut seen = Vec::new();
        for _ in 0..8 {
            seen.push(add_without_cookies(&mut flood, id).await.status);
        }
        assert_eq!(seen, [201, 201, 201, 201, 429, 429, 429, 429]);
        add_without_cookies(&mut flood, id).await.refused(429, "rate_limit_exceeded");
        assert_eq!(count(&shop).await, 5);
        // Each token is for a session of its own, which a write with it would make.
        let mut app = shop.visitor_of(server);
        app.cart().await;
        let body = json!({ "id": id, "quantity": 1 });
        assert_eq!(app.by_token(Method::POST, "/cart/add-item", Some(body)).await.status, 429);
        let classic = flood.request(Method::POST, "/?wc-ajax=add_to_cart").header("Cookie", "none=1").form(&[("product_id", id.to_string())]);
        assert_eq!(flood.send(classic).await.status, 429);
        let page = flood.request(Method::POST, "/prodotto/olio-di-prova/").header("Cookie", "none=1").form(&[("quantity", "1")]);
        assert_eq!(flood.send(page).await.status, 429);
        let link = flood.request(Method::GET, &format!("/negozio/?add-to-cart={id}")).header("Cookie", "none=1");
        assert_eq!(flood.send(link).await.status, 429);
        assert_eq!(count(&shop).await, 5);
        // Who has a cart changes it and buys.
        assert_eq!(buyer.add("t-sale", 2).await["items_count"], 3);
        buyer.post("/checkout", shop_tests::checkout("bacs")).await.expect(200);
    }

    async fn dead_carts_go_a_few_at_a_time_and_the_living_stay(shop) {
        let mut buyer = shop.visitor();
        buyer.add("t-oil", 1).await;
        generate(&shop, 3000, 5000);
        generate(&shop, 700, -5000);
        let inside = shop.inside().await;
        assert_eq!(shop.store().await.delete_expired_carts(now(), 500).await.expect("deleted"), 500);
        assert_eq!(count(&shop).await, 3201);
        shop_server::platform::workers::delete_dead_carts(&inside).await.expect("deleted");
        assert_eq!(count(&shop).await, 701);
        assert_eq!(buyer.cart().await["items_count"], 1);
    }
}

/// With a million dead carts a buyer's cart and each statement of the worker are as quick as without.
///
/// Takes half a minute: `scripts/test --all`.
mod a_million_dead_carts_keep_nobody_waiting {
    use super::*;

    async fn rule(shop: TestShop) {
        let mut buyer = shop.visitor();
        buyer.add("t-oil", 1).await;
        generate(&shop, 1_000_000, 5000);
        let inside = shop.inside().await;
        let store = shop.store().await;
        let mut slowest_ms = 0;
        for _ in 0..20 {
            let start = Instant::now();
            assert_eq!(store.delete_expired_carts(now(), 500).await.expect("deleted"), 500);
            slowest_ms = slowest_ms.max(start.elapsed().as_millis());
        }
        let worker = tokio::spawn(async move { shop_server::platform::workers::delete_dead_carts(&inside).await });
        let mut slowest_add_ms = 0;
        for _ in 0..10 {
            let start = Instant::now();
            buyer.add("t-sale", 1).await;
            slowest_add_ms = slowest_add_ms.max(start.elapsed().as_millis());
        }
        let deleted = worker.await.expect("it ends").expect("deleted");
        eprintln!("500 dead carts deleted in at most {slowest_ms} ms; a buyer's adding in at most {slowest_add_ms} ms");
        assert_eq!(deleted, 50_000);
        assert!(slowest_ms < 2000 && slowest_add_ms < 2000, "{slowest_ms} ms, {slowest_add_ms} ms");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "takes half a minute: scripts/test --all"]
    async fn sqlite_at_length() {
        rule(TestShop::start(shop_tests::Database::Sqlite).await).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
    async fn postgres_at_length() {
        rule(TestShop::start(shop_tests::Database::postgres()).await).await;
    }
}
