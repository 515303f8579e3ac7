use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, rules};

async fn seen(merchant: &mut Merchant) -> Value {
    merchant.get("/dashboard").await.expect(200)
}

/// Revenue and orders of today, and of the thirty days together.
fn revenue(seen: &Value) -> (i64, i64, i64) {
    let today = seen["days"].as_array().and_then(|days| days.last()).expect("today");
    let number = |value: &Value| value.as_i64().expect("a number");
    (number(&today["revenue_cents"]), number(&today["orders"]), number(&seen["recent"]["revenue_cents"]))
}

rules! {
    async fn only_paid_orders_are_revenue(shop) {
        let mut merchant = shop.merchant().await;
        let before = seen(&mut merchant).await;
        assert_eq!((before["days"].as_array().map(Vec::len), before["before"].as_array().map(Vec::len)), (Some(30), Some(30)));
        assert_eq!((revenue(&before), &before["change_percent"]), ((0, 0, 0), &json!(null)));
        let order = shop.visitor().buy("t-five", 4).await["order_id"].as_i64().expect("an id");
        assert_eq!(revenue(&seen(&mut merchant).await), (0, 0, 0), "the transfer has not arrived");
        merchant.set_status(order, "processing").await.expect(200);
        let total = merchant.order(order).await["total_cents"].as_i64().expect("cents");
        let paid = seen(&mut merchant).await;
        assert_eq!(revenue(&paid), (total, 1, total));
        assert_eq!(paid["to_send"][0]["id"], order);
        assert_eq!((&paid["best_sellers"][0]["name"], &paid["best_sellers"][0]["pieces"]), (&json!("Cinque pezzi"), &json!(4)));
        merchant.set_status(order, "cancelled").await.expect(200);
        let given_up = seen(&mut merchant).await;
        assert_eq!((revenue(&given_up), &given_up["to_send"], &given_up["best_sellers"]), ((0, 0, 0), &json!([]), &json!([])));
    }

    async fn money_given_back_is_no_revenue_and_credit_is_no_money(shop) {
        let mut merchant = shop.merchant().await;
        let order = shop.visitor().buy("t-five", 3).await["order_id"].as_i64().expect("an id");
        merchant.set_status(order, "processing").await.expect(200);
        let total = merchant.order(order).await["total_cents"].as_i64().expect("cents");
        let path = format!("/orders/{order}/refunds");
        merchant.write(Method::POST, &path, json!({ "other": "2", "as_credit": true })).await.expect(200);
        assert_eq!(revenue(&seen(&mut merchant).await), (total, 1, total));
        merchant.write(Method::POST, &path, json!({ "other": "3,50" })).await.expect(200);
        assert_eq!(revenue(&seen(&mut merchant).await), (total - 350, 1, total - 350));
        merchant.set_status(order, "refunded").await.expect(200);
        let (today, orders, _) = revenue(&seen(&mut merchant).await);
        assert_eq!((today, orders), (200, 1), "what was given back as credit stays in the till");
    }

    async fn it_is_told_whether_messages_leave_the_shop(shop) {
        let mut merchant = shop.merchant().await;
        assert_eq!((&seen(&mut merchant).await["mail_server"], &merchant.get("/mail").await.expect(200)["mail_server"]), (&json!(false), &json!(false)));
        let mut shop = shop;
        let server = shop.add_server_with(&[("SHOP_SMTP_URL", "smtp://127.0.0.1:9")]).await;
        let mut there = shop.merchant_of(server).await;
        assert_eq!((&seen(&mut there).await["mail_server"], &there.get("/mail").await.expect(200)["mail_server"]), (&json!(true), &json!(true)));
    }

    async fn strangers_and_customers_see_no_figures(shop) {
        assert_eq!(shop.visitor().page("/api/admin/dashboard").await.status, 401);
        let mut customer = shop_tests::customer(&shop, "anna@example.com").await;
        assert_eq!(customer.page("/api/admin/dashboard").await.status, 401);
        let mut manager = shop.shop_manager().await;
        assert_eq!(manager.get("/dashboard").await.status, 200);
    }

    async fn what_runs_short_and_what_waits_is_named(shop) {
        let mut merchant = shop.merchant().await;
        let short = |seen: &Value| seen["low_stock"].as_array().expect("rows").iter().any(|row| row["name"] == "Cinque pezzi" && row["quantity"] == 2);
        assert!(!short(&seen(&mut merchant).await));
        shop.visitor().buy("t-five", 3).await;
        let after = seen(&mut merchant).await;
        assert!(short(&after), "{after}");
        let waiting = after["by_status"].as_array().expect("rows").iter().find(|row| row["status"] == "on-hold");
        assert_eq!(waiting.map(|row| &row["count"]), Some(&json!(1)));
    }
}
