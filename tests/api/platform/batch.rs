use serde_json::{Value, json};
use shop_tests::{Visitor, rules};

async fn add(visitor: &mut Visitor, sku: &str, nonce: bool) -> Value {
    let id = visitor.id(sku).await;
    if visitor.nonce.is_none() {
        visitor.cart().await;
    }
    let headers = if nonce { json!({ "Nonce": visitor.nonce }) } else { json!({}) };
    json!({ "method": "POST", "path": "/wc/store/v1/cart/add-item", "body": { "id": id, "quantity": 1 }, "headers": headers })
}

rules! {
    async fn requests_run_in_order_on_one_cart_and_fail_alone(shop) {
        let mut visitor = shop.visitor();
        let mut requests = Vec::new();
        for sku in ["t-oil", "t-gone", "t-sale"] {
            requests.push(add(&mut visitor, sku, true).await);
        }
        let answer = visitor.post("/batch", json!({ "requests": requests })).await.expect(207);
        let statuses: Vec<_> = answer["responses"].as_array().expect("answers").iter().map(|r| r["status"].clone()).collect();
        assert_eq!(statuses, [201, 400, 201]);
        assert_eq!(answer["responses"][1]["body"]["code"], "woocommerce_rest_product_out_of_stock");
        assert_eq!(answer["responses"][2]["body"]["items_count"], 2);
        assert_eq!(visitor.cart().await["items_count"], 2);
    }

    async fn a_request_without_nonce_is_refused_alone(shop) {
        let mut visitor = shop.visitor();
        let requests = [add(&mut visitor, "t-oil", false).await, add(&mut visitor, "t-sale", true).await];
        let answer = visitor.post("/batch", json!({ "requests": requests })).await.expect(207);
        assert_eq!(answer["responses"][0]["status"], 401);
        assert_eq!(answer["responses"][1]["status"], 201);
    }

    async fn paths_outside_the_store_are_refused(shop) {
        let mut visitor = shop.visitor();
        for path in ["/api/admin/orders", "/wc/store/../../api", "/wp/v2/users", "http://example.com/wc/store/v1/cart"] {
            let body = json!({ "requests": [{ "method": "POST", "path": path, "body": {} }] });
            let answer = visitor.post("/batch", body).await;
            // Refused whole when it is no path of the store, alone when it is an unknown one.
            if answer.status != 400 {
                let body = answer.expect(207);
                assert_eq!(body["responses"][0]["body"]["code"], "rest_no_route", "{path}: {body}");
                assert!(!body.to_string().contains("by_status"), "{path}: {body}");
            }
        }
    }

    async fn more_than_25_requests_are_refused_whole(shop) {
        let mut visitor = shop.visitor();
        let one = add(&mut visitor, "t-oil", true).await;
        let answer = visitor.post("/batch", json!({ "requests": vec![one; 26] })).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn reading_is_not_for_batches(shop) {
        let mut visitor = shop.visitor();
        let body = json!({ "requests": [{ "method": "GET", "path": "/wc/store/v1/cart" }] });
        let answer = visitor.post("/batch", body).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
    }
}
