use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, TestShop, checkout, on_both_databases, rules};
use tokio::task::JoinSet;

/// A paid order of three pieces.
async fn paid(shop: &TestShop, merchant: &mut Merchant) -> i64 {
    let order = shop.visitor().buy("t-five", 3).await["order_id"].as_i64().expect("an order");
    merchant.set_status(order, "processing").await.expect(200);
    order
}

fn path(order: i64) -> String {
    format!("/orders/{order}/refunds")
}

fn error(refused: &Value) -> (&str, &str) {
    let first = &refused["errors"][0];
    (first["field"].as_str().unwrap_or("?"), first["code"].as_str().unwrap_or("?"))
}

rules! {
    async fn what_was_not_paid_is_not_given_back(shop) {
        let mut merchant = shop.merchant().await;
        let unpaid = shop.visitor().buy("t-oil", 1).await["order_id"].as_i64().expect("an order");
        let refused = merchant.write(Method::POST, &path(unpaid), json!({ "other": "1" })).await.expect(422);
        assert_eq!(error(&refused), ("", "refund_not_paid"));
        assert_eq!(merchant.order(unpaid).await["open_refund"], json!(null));
        let order = paid(&shop, &mut merchant).await;
        for (body, field, code) in [
            (json!({}), "", "refund_nothing"),
            (json!({ "other": "100000" }), "other", "refund_too_much"),
            (json!({ "lines": [{ "position": 0, "quantity": "4" }] }), "lines.0.quantity", "refund_pieces"),
            (json!({ "lines": [{ "position": 7, "quantity": "1" }] }), "lines.7.quantity", "refund_line_unknown"),
            (json!({ "shipping": "abc" }), "shipping", "merchant_amount_invalid"),
        ] {
            let refused = merchant.write(Method::POST, &path(order), body.clone()).await.expect(422);
            assert_eq!(error(&refused), (field, code), "{body}");
        }
        assert_eq!(merchant.order(order).await["refunds"], json!([]));
        assert_eq!(merchant.write(Method::POST, &path(999_999), json!({ "other": "1" })).await.status, 404);
        assert_eq!(shop.visitor().page(&format!("/api/admin{}", path(order))).await.status, 405);
    }

    async fn the_last_cent_given_back_makes_the_order_refunded(shop) {
        let mut merchant = shop.merchant().await;
        let order = paid(&shop, &mut merchant).await;
        let open = merchant.order(order).await["open_refund"].clone();
        let left = open["left_cents"].as_i64().expect("cents");
        let all = format!("{},{:02}", left / 100, left % 100);
        let seen = merchant.write(Method::POST, &path(order), json!({ "other": all })).await.expect(200);
        assert_eq!((&seen["status"], &seen["open_refund"]), (&json!("refunded"), &json!(null)));
        assert_eq!(seen["refunds"].as_array().map(Vec::len), Some(1), "nothing is booked twice");
    }

    async fn an_order_tells_its_buyer_what_was_given_back(shop) {
        let mut merchant = shop.merchant().await;
        let mut visitor = shop.visitor();
        let placed = visitor.buy("t-five", 3).await;
        let (id, key) = (placed["order_id"].as_i64().expect("an order"), placed["order_key"].as_str().expect("a key"));
        merchant.set_status(id, "processing").await.expect(200);
        let path_seen = format!("/order/{id}?key={key}&billing_email=livia@example.com");
        for (given, total) in [("", "0"), ("3", "300"), ("0,50", "350")] {
            if !given.is_empty() {
                merchant.write(Method::POST, &path(id), json!({ "other": given })).await.expect(200);
            }
            let seen = visitor.get(&path_seen).await.expect(200);
            assert_eq!(seen["totals"]["total_refund"], total);
        }
    }

    async fn a_refund_as_credit_is_spent_like_any_other(shop) {
        let mut merchant = shop.merchant().await;
        let order = paid(&shop, &mut merchant).await;
        merchant.write(Method::POST, &path(order), json!({ "other": "3", "as_credit": true })).await.expect(200);
        let credits = merchant.get("/credits").await.expect(200);
        assert_eq!((&credits["total"], &credits["balance_cents"]), (&json!(1), &json!(300)));
        let code = credits["credits"][0]["code"].clone();
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200);
        visitor.post("/checkout", checkout("bacs")).await.expect(200);
        assert_eq!(merchant.get("/credits").await.expect(200)["balance_cents"], 0);
    }

    async fn what_was_paid_with_credit_goes_back_to_it_when_all_is_refunded(shop) {
        let mut merchant = shop.merchant().await;
        let body = json!({ "emails": ["livia@example.com"], "amount": "4" });
        merchant.write(Method::POST, "/credits", body).await.expect(201);
        let code = merchant.get("/credits").await.expect(200)["credits"][0]["code"].clone();
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200);
        let order = visitor.post("/checkout", checkout("cod")).await.expect(200)["order_id"].as_i64().expect("an order");
        let open = merchant.order(order).await["open_refund"].clone();
        let (left, money) = (open["left_cents"].as_i64().expect("cents"), open["money_left_cents"].as_i64().expect("cents"));
        assert_eq!(left - money, 400);
        let all = json!({ "other": format!("{},{:02}", left / 100, left % 100) });
        let refused = merchant.write(Method::POST, &path(order), all).await.expect(422);
        assert_eq!(error(&refused), ("", "refund_money_only"));
        merchant.set_status(order, "refunded").await.expect(200);
        let seen = merchant.order(order).await;
        let given: Vec<(i64, bool)> = seen["refunds"]
            .as_array()
            .expect("refunds")
            .iter()
            .map(|one| (one["cents"].as_i64().unwrap_or(0), one["as_credit"] == true))
            .collect();
        assert_eq!(given, [(money, false), (400, true)]);
        assert_eq!(merchant.get("/credits").await.expect(200)["balance_cents"], 400);
    }
}

on_both_databases! {
    async fn pieces_are_given_back_with_their_stock_and_the_buyer_is_told(shop) {
        let mut merchant = shop.merchant().await;
        let order = paid(&shop, &mut merchant).await;
        let paid_for = merchant.order(order).await["open_refund"]["lines"][0]["left_cents"].as_i64().expect("cents");
        let body = json!({ "lines": [{ "position": 0, "quantity": "1" }], "restock": true, "reason": "Rotto" });
        let seen = merchant.write(Method::POST, &path(order), body).await.expect(200);
        let given = seen["refunds"][0]["cents"].as_i64().expect("cents");
        assert_eq!(given, paid_for / 3);
        assert_eq!(seen["open_refund"]["lines"][0]["quantity_left"], 2);
        assert_eq!(seen["status"], "processing");
        let row = seen["totals"].as_array().and_then(|rows| rows.last()).expect("sums");
        assert_eq!((&row["kind"], &row["cents"]), (&json!("refund"), &json!(-given)));
        assert_eq!(merchant.stock("t-five").await, 3, "five, less three, and one back");
        let mails = merchant.mails().await;
        assert!(mails.iter().any(|mail| mail["kind"].as_str().is_some_and(|kind| kind.starts_with("customer_refund_"))));
        merchant.set_status(order, "cancelled").await.expect(200);
        assert_eq!(merchant.stock("t-five").await, 5, "the piece that came back before is not counted twice");
    }

    async fn refunds_at_the_same_moment_never_give_back_more_than_was_paid(shop) {
        let mut first = shop.merchant().await;
        let order = paid(&shop, &mut first).await;
        let left = first.order(order).await["open_refund"]["left_cents"].as_i64().expect("cents");
        let most = format!("{},{:02}", (left - 1) / 100, (left - 1) % 100);
        let mut all = JoinSet::new();
        for _ in 0..5 {
            let (mut merchant, body) = (shop.merchant().await, json!({ "other": most }));
            all.spawn(async move { merchant.write(Method::POST, &path(order), body).await.status });
        }
        let statuses = all.join_all().await;
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|status| [200, 409, 422].contains(status)), "{statuses:?}");
        assert_eq!(first.order(order).await["open_refund"]["left_cents"], 1);
    }
}
