use serde_json::json;
use shop_tests::{Database, TestShop, checkout, on_both_databases};
use tokio::task::JoinSet;

on_both_databases! {
    async fn fifty_buyers_of_five_pieces_place_five_orders(shop) {
        let mut buyers = Vec::new();
        for _ in 0..50 {
            let mut buyer = shop.visitor();
            buyer.add("t-five", 1).await;
            buyers.push(buyer);
        }
        let mut all = JoinSet::new();
        for mut buyer in buyers {
            all.spawn(async move { buyer.post("/checkout", checkout("bacs")).await });
        }
        let answers = all.join_all().await;
        let mut orders: Vec<_> =
            answers.iter().filter(|a| a.status == 200).map(|a| a.json()["order_id"].to_string()).collect();
        orders.sort();
        orders.dedup();
        assert_eq!(orders.len(), 5);
        for refused in answers.iter().filter(|a| a.status != 200) {
            // Told before the order was written, or at it.
            assert!([400, 403, 409].contains(&refused.status), "{}", refused.text());
            assert!(refused.json()["code"].as_str().is_some_and(|c| c.contains("stock")), "{}", refused.text());
        }
        let mut merchant = shop.merchant().await;
        assert_eq!(merchant.stock("t-five").await, 0);
        let list = merchant.get("/orders").await.expect(200);
        assert_eq!(list["orders"].as_array().map(Vec::len), Some(5), "no half orders");
    }

    async fn orders_of_several_pieces_at_the_same_moment_sell_none_twice(shop) {
        let mut buyers = Vec::new();
        for _ in 0..24 {
            let mut buyer = shop.visitor();
            buyer.add("t-five", 2).await;
            buyers.push(buyer);
        }
        let mut all = JoinSet::new();
        for mut buyer in buyers {
            all.spawn(async move { buyer.post("/checkout", checkout("bacs")).await });
        }
        let answers = all.join_all().await;
        let mut merchant = shop.merchant().await;
        let mut sold = 0;
        for placed in answers.iter().filter(|answer| answer.status == 200) {
            let order = merchant.order(placed.json()["order_id"].as_i64().expect("a number")).await;
            sold += order["lines"][0]["quantity"].as_i64().expect("pieces");
        }
        let left = merchant.stock("t-five").await;
        assert!(left == 0 || left == 1, "{left}");
        assert_eq!(json!(5 - sold), left, "what was ordered is what is gone");
    }

    async fn one_buyer_clicking_ten_times_gets_one_order(shop) {
        let mut buyer = shop.visitor();
        buyer.add("t-five", 1).await;
        let mut all = JoinSet::new();
        for _ in 0..10 {
            let request = buyer
                .request(reqwest::Method::POST, "/wp-json/wc/store/v1/checkout")
                .header("Nonce", buyer.nonce.clone().expect("a nonce"))
                .json(&checkout("bacs"));
            all.spawn(async move { request.send().await.status });
        }
        let statuses = all.join_all().await;
        assert!(statuses.iter().all(|s| [200, 409].contains(s)), "{statuses:?}");
        assert_eq!(shop.merchant().await.stock("t-five").await, 4);
    }

    async fn adds_at_the_same_moment_are_all_counted(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let id = visitor.id("t-oil").await;
        let mut all = JoinSet::new();
        for _ in 0..8 {
            let request = visitor
                .request(reqwest::Method::POST, "/wp-json/wc/store/v1/cart/add-item")
                .header("Nonce", visitor.nonce.clone().expect("a nonce"))
                .json(&json!({ "id": id, "quantity": 1 }));
            all.spawn(async move { request.send().await.status });
        }
        let statuses = all.join_all().await;
        assert!(statuses.iter().all(|s| *s == 201), "{statuses:?}");
        assert_eq!(visitor.cart().await["items_count"], 9);
    }

    async fn orders_of_variations_that_share_rows_never_wait_for_each_other_in_a_circle(shop) {
        let mut shop = shop;
        // One variation has a stock of its own, the other that of its product, which also counts the sales of both.
        let file = "Type,SKU,Name,Published,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global\n\
                    variable,t-loaf,Pane,1,500,,,Taglio,\"Intero, Affettato\",1,1\n\
                    variation,t-loaf-whole,Pane intero,1,500,4,t-loaf,Taglio,Intero,,1\n\
                    variation,t-loaf-cut,Pane affettato,1,parent,4,t-loaf,Taglio,Affettato,,1\n";
        let server = shop.import(file).await;
        let mut all = JoinSet::new();
        for n in 0..24 {
            let mut buyer = shop.visitor_of(server);
            buyer.add("t-loaf-whole", 1).await;
            if n % 2 == 0 {
                buyer.add("t-loaf-cut", 1).await;
            }
            all.spawn(async move { buyer.post("/checkout", checkout("bacs")).await });
        }
        for answer in all.join_all().await {
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
        let mut merchant = shop.merchant_of(server).await;
        assert_eq!([merchant.stock("t-loaf-whole").await, merchant.stock("t-loaf").await], [500 - 24, 500 - 12]);
    }

    async fn two_merchants_cancelling_one_order_give_its_stock_back_once(shop) {
        let order = shop.visitor().buy("t-five", 3).await;
        let id = order["order_id"].as_i64().expect("an id");
        let (mut one, mut other) = (shop.merchant().await, shop.merchant().await);
        let (a, b) = tokio::join!(one.set_status(id, "cancelled"), other.set_status(id, "cancelled"));
        let done = [a.status, b.status].iter().filter(|s| **s == 200).count();
        assert_eq!(done, 1, "{} {}", a.text(), b.text());
        assert_eq!(one.stock("t-five").await, 5);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
async fn two_servers_on_one_postgres_share_carts_orders_and_changes() {
    let mut shop = TestShop::start_process(Database::postgres()).await;
    shop.add_process();
    let mut here = shop.visitor_of(0);
    here.add("t-five", 1).await;
    let mut there = shop.visitor_of(1);
    there.token = here.token.clone();
    let cart = there.by_token(reqwest::Method::GET, "/cart", None).await.expect(200);
    assert_eq!(cart["items"][0]["sku"], "t-five");
    let id = here.id("t-oil").await;
    there.by_token(reqwest::Method::POST, "/cart/add-item", Some(json!({ "id": id, "quantity": 1 }))).await.expect(201);
    assert_eq!(here.cart().await["items_count"], 2);
    // A price changed through one server is charged by the other.
    let five = here.id("t-five").await;
    let change = json!({ "regular_price": "20.00" });
    let answer = shop.merchant().await.write(reqwest::Method::PATCH, &format!("/products/{five}"), change).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let cart = there.by_token(reqwest::Method::GET, "/cart", None).await.expect(200);
    assert_eq!(cart["items"][0]["prices"]["price"], "2000");
}
