use serde_json::Value;
use shop_tests::{
    Answer, Merchant, TestShop, Visitor, checkout, customer, kinds_to, on_both_databases, page_data, rules,
};

/// An order in a state, with the path on which it is paid.
async fn order_in(merchant: &mut Merchant, buyer: &mut Visitor, sku: &str, status: &str) -> (i64, String) {
    let order = buyer.buy(sku, 3).await;
    let id = order["order_id"].as_i64().expect("an order");
    merchant.set_status(id, status).await.expect(200);
    (id, format!("/checkout/order-pay/{id}/?pay_for_order=true&key={}", order["order_key"].as_str().expect("a key")))
}

pub(crate) async fn pay(visitor: &mut Visitor, path: &str, method: &str) -> Answer {
    let nonce = page_data(visitor, path).await["page"]["nonce"].as_str().unwrap_or_default().to_owned();
    let fields = [("woocommerce_pay", "1"), ("payment_method", method), ("woocommerce-pay-nonce", nonce.as_str())];
    visitor.submit(path, &fields).await
}

/// The status and the way of payment.
pub(crate) async fn state(merchant: &mut Merchant, id: i64) -> (String, String) {
    let order = merchant.order(id).await;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&order["status"]), text(&order["payment_title"]))
}

async fn failed_order(shop: &TestShop) -> (Merchant, Visitor, i64, String) {
    let (mut merchant, mut buyer) = (shop.merchant().await, shop.visitor());
    let (id, path) = order_in(&mut merchant, &mut buyer, "t-five", "failed").await;
    (merchant, buyer, id, path)
}

on_both_databases! {
    async fn two_payments_at_once_are_one(shop) {
        let (mut merchant, mut buyer, id, path) = failed_order(&shop).await;
        let mut second = shop.visitor();
        let (one, two) = tokio::join!(pay(&mut buyer, &path, "cod"), pay(&mut second, &path, "bacs"));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [303, 409]);
        assert_eq!(merchant.stock("t-five").await, 2);
        let history = merchant.order(id).await["history"].as_array().map_or(0, Vec::len);
        assert_eq!(history, 3, "placed, failed, paid");
    }
}

rules! {
    async fn a_failed_order_is_paid_in_another_way_with_its_lines_and_prices(shop) {
        let (mut merchant, mut buyer, id, path) = failed_order(&shop).await;
        let before = merchant.order(id).await;
        assert_eq!(merchant.stock("t-five").await, 5, "a failed order holds nothing");
        let page = page_data(&mut buyer, &path).await;
        assert_eq!((&page["page"]["kind"], &page["page"]["payable"]), (&"order_pay".into(), &true.into()));
        let answer = pay(&mut buyer, &path, "cod").await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        assert!(answer.header("location").is_some_and(|to| to.starts_with(&format!("/checkout/order-received/{id}/?key="))));
        assert_eq!(state(&mut merchant, id).await, ("processing".into(), "Contrassegno".into()));
        let after = merchant.order(id).await;
        assert_eq!((&after["lines"], &after["totals"]), (&before["lines"], &before["totals"]));
        assert_eq!(merchant.stock("t-five").await, 2, "its pieces are taken again");
        assert!(kinds_to(&mut merchant, "livia@example.com").await.contains(&"customer_processing_order".to_owned()));
    }

    async fn a_pending_order_paid_by_transfer_waits_for_it_and_keeps_its_pieces_once(shop) {
        let (mut merchant, mut buyer) = (shop.merchant().await, shop.visitor());
        let (id, path) = order_in(&mut merchant, &mut buyer, "t-five", "pending").await;
        assert_eq!(pay(&mut buyer, &path, "bacs").await.status, 303);
        assert_eq!(state(&mut merchant, id).await.0, "on-hold");
        assert_eq!(merchant.stock("t-five").await, 2);
    }

    async fn gone_pieces_refuse_the_payment_by_name_and_nothing_changes(shop) {
        let (mut merchant, mut buyer, id, path) = failed_order(&shop).await;
        shop.visitor().buy("t-five", 4).await;
        let answer = pay(&mut buyer, &path, "cod").await;
        assert_eq!(answer.status, 409);
        assert!(answer.text().contains("Cinque pezzi"), "{}", answer.text());
        assert_eq!(state(&mut merchant, id).await, ("failed".into(), "Bonifico bancario".into()));
        assert_eq!(merchant.stock("t-five").await, 1);
    }

    async fn mails_of_unpaid_orders_and_the_orders_page_lead_to_the_payment(shop) {
        let (mut merchant, mut buyer, id, path) = failed_order(&shop).await;
        let mails = merchant.mails().await;
        let mail = mails.iter().find(|mail| mail["kind"] == "customer_failed_order").expect("a message");
        let text = merchant.get(&format!("/mail/{}", mail["id"])).await.expect(200)["body_text"].to_string();
        assert!(text.contains(&format!("{}{path}", shop.address())), "{text}");
        let received = path.replace("order-pay", "order-received");
        assert_eq!(page_data(&mut buyer, &received).await["page"]["pay_path"], path);
        merchant.set_status(id, "pending").await.expect(200);
        assert!(kinds_to(&mut merchant, "livia@example.com").await.contains(&"customer_pending_order".to_owned()));
    }

    async fn orders_that_are_not_to_be_paid_say_why_and_lead_on(shop) {
        let (mut merchant, mut buyer, id, path) = failed_order(&shop).await;
        for (status, words) in [
            ("on-hold", "aspettiamo il tuo bonifico"), ("processing", "non c&#x27;è nulla da pagare"),
            ("completed", "non c&#x27;è nulla da pagare"), ("refunded", "è stato rimborsato"),
        ] {
            merchant.set_status(id, status).await.expect(200);
            let page = page_data(&mut buyer, &path).await;
            assert_eq!(page["page"]["payable"], false, "{status}");
            assert!(page["page"]["notices"][0]["text"].as_str().is_some_and(|text| text.contains(&words.replace("&#x27;", "'"))), "{page}");
            assert_eq!(pay(&mut buyer, &path, "cod").await.status, 409, "{status}");
            assert_eq!(state(&mut merchant, id).await.0, status);
        }
        let (cancelled, path) = order_in(&mut merchant, &mut buyer, "t-oil", "cancelled").await;
        assert_eq!(pay(&mut buyer, &path, "cod").await.status, 409);
        assert_eq!(state(&mut merchant, cancelled).await.0, "cancelled");
    }

    async fn terms_are_accepted_where_the_shop_asks_for_them(shop) {
        let mut shop = shop;
        let (_, _, _, path) = failed_order(&shop).await;
        let server = shop.with_settings(|settings| settings.checkout.terms_page = Some("/condizioni-di-vendita/".into())).await;
        let mut buyer = shop.visitor_of(server);
        let answer = pay(&mut buyer, &path, "cod").await;
        assert_eq!(answer.status, 422);
        assert!(answer.text().contains("href=\"#terms\""));
    }

    async fn unknown_and_foreign_orders_look_alike_and_a_customers_asks_for_the_login(shop) {
        let (mut merchant, _, id, path) = failed_order(&shop).await;
        let mut stranger = shop.visitor();
        for path in [format!("/checkout/order-pay/{id}/"), format!("/checkout/order-pay/{id}/?key=wc_order_x"), "/checkout/order-pay/999999/?key=x".into(), "/checkout/order-pay/x/".into()] {
            assert_eq!(stranger.page(&path).await.status, 404, "{path}");
            assert_eq!(stranger.submit(&path, &[("woocommerce_pay", "1")]).await.status, 404, "{path}");
        }
        let mut anna = customer(&shop, "anna@example.com").await;
        anna.add("t-oil", 1).await;
        let order = anna.post("/checkout", checkout("bacs")).await.expect(200);
        let own = order["order_id"].as_i64().expect("an order");
        merchant.set_status(own, "failed").await.expect(200);
        let own_path = format!("/checkout/order-pay/{own}/?pay_for_order=true&key={}", order["order_key"].as_str().expect("a key"));
        let answer = stranger.page(&own_path).await;
        assert_eq!(answer.status, 303);
        assert!(answer.header("location").is_some_and(|to| to.starts_with("/my-account/?redirect_to=%2Fcheckout%2Forder-pay%2F")));
        let mut bruno = customer(&shop, "bruno@example.com").await;
        assert_eq!(bruno.page(&own_path).await.status, 404, "another customer");
        assert_eq!(pay(&mut anna, &own_path, "cod").await.status, 303);
        assert_eq!(bruno.page(&path).await.status, 200, "a guest's order is of who has its key");
    }

    async fn wrong_forms_are_refused_with_their_field(shop) {
        let (mut merchant, mut buyer, id, path) = failed_order(&shop).await;
        for method in ["", "cheque", "stripe"] {
            let answer = pay(&mut buyer, &path, method).await;
            assert_eq!(answer.status, 422, "{method}");
            assert!(answer.text().contains("href=\"#payment_method\""), "{method}");
        }
        for nonce in ["", "stale"] {
            let fields = [("woocommerce_pay", "1"), ("payment_method", "cod"), ("woocommerce-pay-nonce", nonce)];
            assert_eq!(buyer.submit(&path, &fields).await.status, 403);
        }
        assert_eq!(buyer.submit(&path, &[("payment_method", "cod")]).await.status, 400);
        assert_eq!(state(&mut merchant, id).await.0, "failed");
    }
}
