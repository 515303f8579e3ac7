use shop_tests::{checkout, rules};

rules! {
    async fn key_and_email_together_open_a_guests_order(shop) {
        let mut visitor = shop.visitor();
        let order = visitor.buy("t-sale", 2).await;
        let (id, key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
        // From anywhere: the link is mailed.
        let mut elsewhere = shop.visitor();
        for email in ["livia@example.com", "LIVIA@example.com"] {
            let seen = elsewhere.get(&format!("/order/{id}?key={key}&billing_email={email}")).await.expect(200);
            assert_eq!(seen["status"], "on-hold");
            assert_eq!(seen["items"][0]["quantity"], 2);
            assert_eq!(seen["totals"]["subtotal"], "1182");
            assert_eq!(seen["billing_address"]["city"], "Torino");
        }
    }

    async fn a_guests_order_stays_closed_without_both(shop) {
        let mut visitor = shop.visitor();
        let order = visitor.buy("t-sale", 1).await;
        let (id, key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
        let mut stranger = shop.visitor();
        stranger
            .get(&format!("/order/{id}?key=wc_order_wrong&billing_email=livia@example.com"))
            .await
            .refused(401, "woocommerce_rest_invalid_order");
        for email in ["", "other@example.com", "livia%25", "%25"] {
            stranger
                .get(&format!("/order/{id}?key={key}&billing_email={email}"))
                .await
                .refused(401, "woocommerce_rest_invalid_billing_email");
        }
        let unknown = stranger.get(&format!("/order/999999?key={key}&billing_email=livia@example.com")).await;
        unknown.refused(404, "woocommerce_rest_invalid_order");
    }

    async fn another_orders_key_does_not_open(shop) {
        let mut visitor = shop.visitor();
        let first = visitor.buy("t-sale", 1).await;
        let second = visitor.buy("t-oil", 1).await;
        let key = second["order_key"].as_str().expect("a key");
        let answer = visitor.get(&format!("/order/{}?key={key}&billing_email=livia@example.com", first["order_id"])).await;
        answer.refused(401, "woocommerce_rest_invalid_order");
    }

    async fn an_order_that_needs_no_payment_cannot_be_paid(shop) {
        let mut visitor = shop.visitor();
        let order = visitor.buy("t-oil", 1).await;
        let (id, key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
        let path = format!("/checkout/{id}?key={key}&billing_email=livia@example.com");
        let answer = visitor.post(&path, checkout("bacs")).await;
        assert!((400..500).contains(&answer.status), "{}", answer.text());
        assert_eq!(answer.json()["code"], "invalid_order_update_status");
    }

    async fn the_received_page_opens_by_key_alone_and_to_nobody_else(shop) {
        let mut visitor = shop.visitor();
        let order = visitor.buy("t-oil", 1).await;
        let (id, key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
        let page = visitor.page(&format!("/checkout/order-received/{id}/?key={key}")).await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains(order["order_number"].as_str().expect("a number")));
        assert!(page.header("cache-control").is_some_and(|c| c.contains("no-store")), "{:?}", page.headers);
        for wrong in ["?key=wc_order_x", "", "?key="] {
            let page = shop.visitor().page(&format!("/checkout/order-received/{id}/{wrong}")).await;
            assert!(page.status == 404 || !page.text().contains("Via dei Mille"), "{wrong}: {}", page.status);
        }
    }
}
