use serde_json::{Value, json};
use shop_tests::{
    Merchant, PERMISSIONS, TestShop, Visitor, change_subaccount, checkout, classic_form, company_in_state, customer,
    page_data, rules, send, subaccount,
};

/// An order with the path on which it is paid.
async fn unpaid(merchant: &mut Merchant, buyer: &mut Visitor) -> (i64, String) {
    let order = buyer.buy("t-oil", 1).await;
    let id = order["order_id"].as_i64().expect("an order");
    merchant.set_status(id, "failed").await.expect(200);
    (id, format!("/checkout/order-pay/{id}/?pay_for_order=true&key={}", order["order_key"].as_str().expect("a key")))
}

async fn pay(visitor: &mut Visitor, path: &str) -> u16 {
    let request = visitor.request(reqwest::Method::GET, path).header("accept", "application/vnd.bottega.page+json");
    let shown = visitor.send(request).await;
    if shown.status != 200 {
        return shown.status;
    }
    let nonce = shown.json()["page"]["nonce"].as_str().unwrap_or_default().to_owned();
    let fields = [("woocommerce_pay", "1"), ("payment_method", "cod"), ("woocommerce-pay-nonce", nonce.as_str())];
    visitor.submit(path, &fields).await.status
}

async fn orders(visitor: &mut Visitor) -> Vec<Value> {
    page_data(visitor, "/my-account/orders/").await["page"]["section"]["orders"].as_array().expect("orders").clone()
}

/// The columns of an order that say whose it is.
fn whose(shop: &TestShop, id: &Value) -> Vec<String> {
    let query = format!("SELECT company_id IS NOT NULL, ordered_by FROM orders WHERE id = {id}");
    shop_tests::ask(shop.database(), &query)
}

rules! {
    async fn orders_of_a_companys_accounts_are_the_companys_and_say_who_ordered(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
        let (mut viewer, _) = subaccount(&shop, &mut main, "ufficio.conti", &["permissionViewOrders"]).await;
        let mine = main.buy("t-oil", 1).await["order_id"].clone();
        let theirs = sub.buy("t-oil", 2).await["order_id"].clone();
        assert!(whose(&shop, &theirs)[0].ends_with("|cucina.rossi"), "{:?}", whose(&shop, &theirs));
        assert!(whose(&shop, &mine)[0].ends_with('|'), "{:?}", whose(&shop, &mine));
        for visitor in [&mut main, &mut viewer] {
            let seen: Vec<Value> = orders(visitor).await.iter().map(|one| one["ordered_by"].clone()).collect();
            assert_eq!(seen, ["cucina.rossi", ""], "newest first");
            let detail = page_data(visitor, &format!("/my-account/view-order/{theirs}/")).await;
            assert_eq!(detail["page"]["section"]["ordered_by"], "cucina.rossi");
        }
    }

    async fn consumers_and_companies_that_wait_order_for_themselves(shop) {
        let mut pending = company_in_state(&shop, "osteria@example.com", "pending").await;
        let mut consumer = customer(&shop, "anna@example.com").await;
        for visitor in [&mut pending, &mut consumer] {
            let order = visitor.buy("t-oil", 1).await["order_id"].clone();
            let query = format!("SELECT id FROM orders WHERE id = {order} AND company_id IS NULL");
            assert_eq!(shop_tests::ask(shop.database(), &query).len(), 1);
            assert_eq!(orders(visitor).await.len(), 1);
        }
    }

    async fn the_main_account_pays_and_reorders_what_a_sub_account_ordered(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
        let (id, path) = unpaid(&mut merchant, &mut sub).await;
        let again = send(&mut main, &format!("/my-account/view-order/{id}/"), &[("action", "again")]).await;
        assert_eq!((again.status, again.header("location")), (303, Some("/cart/")));
        assert_eq!(main.cart().await["items_count"], 1, "into its own cart");
        assert_eq!(sub.cart().await["items_count"], 0);
        assert_eq!(pay(&mut main, &path).await, 303);
        assert_eq!(merchant.order(id).await["status"], "processing");
    }

    async fn another_company_neither_sees_nor_pays_an_order(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
        let mut other = company_in_state(&shop, "osteria@example.com", "approved").await;
        let (mut others, _) = subaccount(&shop, &mut other, "sala.bianchi", &PERMISSIONS).await;
        let (id, path) = unpaid(&mut merchant, &mut sub).await;
        for visitor in [&mut other, &mut others] {
            assert_eq!(visitor.page(&format!("/my-account/view-order/{id}/")).await.status, 404);
            let own_path = format!("/my-account/view-order/{}/", own(visitor).await);
            let nonce = shop_tests::section_nonce(visitor, &own_path).await;
            let fields = [("action", "again"), ("_wpnonce", nonce.as_str())];
            assert_eq!(visitor.submit(&format!("/my-account/view-order/{id}/"), &fields).await.status, 404);
            assert_eq!(pay(visitor, &path).await, 404);
            assert!(orders(visitor).await.iter().all(|one| one["number"] != *id.to_string()));
            assert_eq!(visitor.page(&format!("/documento/{id}/riepilogo.pdf")).await.status, 404);
        }
        assert_eq!(merchant.order(id).await["status"], "failed");
    }

    async fn without_the_right_to_buy_the_cart_fills_and_no_path_orders_it(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, id) = subaccount(&shop, &mut main, "cucina.rossi", &PERMISSIONS).await;
        sub.add("t-oil", 1).await;
        let form = classic_form(&mut sub).await;
        let all_but_buying = &PERMISSIONS[1..];
        assert_eq!(change_subaccount(&mut main, id, all_but_buying, "").await.status, 200);
        assert_eq!(sub.add("t-oil", 1).await["items_count"], 2, "the cart can be filled");
        let refused = sub.post("/checkout", checkout("bacs")).await;
        refused.refused(403, "trade_not_allowed");
        let mut express = checkout("bacs");
        express["payment_data"] = json!([{ "key": "express_payment_type", "value": "google_pay" }]);
        assert_eq!(sub.post("/checkout", express).await.status, 403, "a wallet's sheet");
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let classic = sub.ajax("checkout", &fields).await.json();
        assert_eq!(classic["result"], "failure", "{classic}");
        assert!(classic["messages"].as_str().is_some_and(|html| html.contains("non è abilitato")), "{classic}");
        let plain = sub.submit("/checkout/", &fields).await;
        assert_eq!(plain.status, 403, "{}", plain.text());
        assert_eq!(sub.page("/checkout/").await.status, 403);
        assert_eq!(sub.cart().await["items_count"], 2, "nothing is lost");
        assert!(orders(&mut main).await.is_empty());
        assert_eq!(change_subaccount(&mut main, id, &PERMISSIONS, "").await.status, 200);
        sub.post("/checkout", checkout("bacs")).await.expect(200);
    }

    async fn without_the_right_to_buy_no_order_is_paid(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (id, path) = unpaid(&mut merchant, &mut main).await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionViewOrders"]).await;
        assert_eq!(pay(&mut sub, &path).await, 403, "it sees the order and is told");
        let key = path.split("key=").nth(1).expect("a key");
        let answer = sub.post(&format!("/checkout/{id}?key={key}"), json!({ "payment_method": "cod" })).await;
        answer.refused(403, "trade_not_allowed");
        assert_eq!(merchant.order(id).await["status"], "failed");
        let (mut buyer, _) = subaccount(&shop, &mut main, "cucina.verdi", &["permissionBuy", "permissionViewOrders"]).await;
        assert_eq!(pay(&mut buyer, &path).await, 303, "with both rights it pays what its company ordered");
    }

    async fn without_the_right_to_see_orders_a_key_opens_own_orders_alone(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
        let received = |order: &Value| {
            format!("/checkout/order-received/{}/?key={}", order["order_id"], order["order_key"].as_str().expect("a key"))
        };
        let (mains, own) = (main.buy("t-oil", 1).await, sub.buy("t-oil", 1).await);
        assert_eq!(sub.page(&received(&own)).await.status, 200, "it is thanked for its order");
        assert_eq!(sub.page(&received(&mains)).await.status, 404);
        for page in ["orders", "downloads", "subscriptions"] {
            assert_eq!(sub.page(&format!("/my-account/{page}/")).await.status, 403, "{page}");
        }
        assert_eq!(sub.page(&format!("/my-account/view-order/{}/", own["order_id"])).await.status, 403);
        let overview = page_data(&mut sub, "/my-account/").await;
        assert_eq!(overview["page"]["section"]["orders"], json!([]));
        assert_eq!(overview["page"]["person"]["sees_orders"], false);
        let key = mains["order_key"].as_str().expect("a key");
        let path = format!("/order/{}?key={key}&billing_email=livia@example.com", mains["order_id"]);
        assert_eq!(sub.get(&path).await.status, 401);
        let document = format!("/documento/{}/riepilogo.pdf?key={key}", mains["order_id"]);
        assert_eq!(sub.page(&document).await.status, 404);
        assert_eq!(shop.visitor().page(&received(&mains)).await.status, 200, "who has the link and no login, as ever");
    }

    async fn an_order_is_cancelled_by_who_placed_it_and_by_the_main_account(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &PERMISSIONS).await;
        let (mut colleague, _) = subaccount(&shop, &mut main, "sala.bianchi", &PERMISSIONS).await;
        let order = async |buyer: &mut Visitor| buyer.buy("t-oil", 1).await["order_id"].as_i64().expect("an order");
        let (of_main, first, second) = (order(&mut main).await, order(&mut sub).await, order(&mut sub).await);
        let path = |id: i64| format!("/my-account/view-order/{id}/");
        for (visitor, id) in [(&mut colleague, first), (&mut sub, of_main)] {
            let shown = page_data(visitor, &path(id)).await;
            assert_eq!(shown["page"]["section"]["can_cancel"], false, "{shown}");
            assert_eq!(send(visitor, &path(id), &[("action", "cancel")]).await.status, 404);
            assert_eq!(merchant.order(id).await["status"], "on-hold");
        }
        send(&mut sub, &path(first), &[("action", "cancel")]).await;
        send(&mut main, &path(second), &[("action", "cancel")]).await;
        for id in [first, second] {
            assert_eq!(merchant.order(id).await["status"], "cancelled", "{id}");
        }
    }

    async fn a_companys_orders_are_found_by_number_by_who_may_see_them(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let (mut sub, _) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
        let order = sub.buy("t-oil", 1).await["order_id"].clone();
        assert_eq!(main.page(&format!("/documento/{order}/riepilogo.pdf")).await.status, 200);
        assert_eq!(sub.page(&format!("/documento/{order}/riepilogo.pdf")).await.status, 404);
    }
}

/// The number of an order that a visitor places now.
async fn own(visitor: &mut Visitor) -> String {
    visitor.buy("t-oil", 1).await["order_id"].to_string()
}
