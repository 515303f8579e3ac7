use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{
    TestShop, Visitor, change_subaccount, checkout, classic_form, company_in_state, kinds_to, on_both_databases,
    page_data, rules, send, sql, subaccount, trade_call,
};

const PATH: &str = "/my-account/approvals/";

/// A company's main account and a sub-account that may order goods for 5 € alone: `t-guide` costs less, `t-oil` more.
async fn limited(shop: &TestShop) -> (Visitor, Visitor) {
    let mut main = company_in_state(shop, "trattoria@example.com", "approved").await;
    let (sub, id) = subaccount(shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
    assert_eq!(change_subaccount(&mut main, id, &["permissionBuy"], "5").await.status, 200);
    (main, sub)
}

async fn requests(visitor: &mut Visitor) -> Vec<Value> {
    let data = page_data(visitor, PATH).await;
    data["page"]["section"]["requests"].as_array().cloned().unwrap_or_else(|| panic!("{data}"))
}

async fn own_cart(sub: &mut Visitor) -> Value {
    page_data(sub, PATH).await["page"]["section"]["cart"].clone()
}

async fn answer(main: &mut Visitor, action: &str, said: &str) -> u16 {
    let id = requests(main).await[0]["id"].to_string();
    send(main, PATH, &[("action", action), ("approval", &id), ("answer", said)]).await.status
}

/// The same with an offer to the company, of six and two bottles of `t-oil`, which the sub-account may take.
async fn offered(shop: &TestShop) -> (Visitor, Visitor, i64) {
    let mut main = company_in_state(shop, "trattoria@example.com", "approved").await;
    let rights = ["permissionBuy", "permissionViewOffers"];
    let (mut sub, id) = subaccount(shop, &mut main, "cucina.rossi", &rights).await;
    assert_eq!(change_subaccount(&mut main, id, &rights, "5").await.status, 200);
    let mut merchant = shop.merchant().await;
    let company = merchant.get("/offer-buyers?search=tratt").await.expect(200)[0]["company_id"].clone();
    let oil = sub.id("t-oil").await;
    let line = |quantity: &str, price: &str| json!({ "product_id": oil, "quantity": quantity, "price": price });
    let form = json!({
        "title": "Cena di Natale", "company_id": company, "once": true, "lines": [line("6", "9,50"), line("2", "0")],
        "last_day": "", "notes": ""
    });
    let offer = merchant.write(Method::POST, "/offers", form).await.expect(201)["id"].as_i64().expect("a number");
    merchant.write(Method::POST, &format!("/offers/{offer}/send"), json!({ "version": 1 })).await.expect(200);
    (main, sub, offer)
}

async fn take(visitor: &mut Visitor, offer: i64) -> u16 {
    trade_call(visitor, "b2bkingaddoffer", &[("offer", &offer.to_string())]).await.status
}

async fn empty(sub: &mut Visitor) {
    sub.write(Method::DELETE, "/cart/items", json!({})).await.expect(200);
}

/// Puts the newest request's products into the cart again; where the answer leads.
async fn restore(sub: &mut Visitor) -> Option<String> {
    let id = requests(sub).await[0]["id"].to_string();
    let answer = send(sub, PATH, &[("action", "restore"), ("approval", &id)]).await;
    answer.header("location").map(str::to_owned)
}

on_both_databases! {
    async fn an_order_that_came_to_nothing_leaves_its_approval(shop) {
        let (mut main, mut sub) = limited(&shop).await;
        sub.add("t-oil", 1).await;
        send(&mut sub, PATH, &[("action", "ask")]).await;
        answer(&mut main, "approve", "").await;
        let order = sub.post("/checkout", checkout("bacs")).await.expect(200)["order_id"].as_i64().expect("an order");
        shop.merchant().await.set_status(order, "cancelled").await.expect(200);
        sub.add("t-oil", 1).await;
        sub.post("/checkout", checkout("bacs")).await.expect(200);
    }

    async fn two_equal_requests_are_one(shop) {
        let (mut main, mut sub) = limited(&shop).await;
        sub.add("t-oil", 1).await;
        let nonce = shop_tests::section_nonce(&mut sub, PATH).await;
        let mut both = Vec::new();
        for _ in 0..2 {
            let (mut twin, nonce) = (sub.moved_to(&shop.visitor()), nonce.clone());
            both.push(tokio::spawn(async move {
                twin.submit(PATH, &[("action", "ask"), ("_wpnonce", nonce.as_str())]).await.status
            }));
        }
        for one in both {
            assert_eq!(one.await.expect("an answer"), 303);
        }
        send(&mut sub, PATH, &[("action", "ask")]).await;
        let waiting = requests(&mut main).await.iter().filter(|one| one["state"] == "waiting").count();
        assert_eq!(waiting, 1);
    }
}

rules! {
    async fn a_cart_above_the_limit_is_ordered_on_no_path_until_it_is_approved(shop) {
        let (mut main, mut sub) = limited(&shop).await;
        sub.add("t-oil", 1).await;
        let refused = sub.post("/checkout", checkout("bacs")).await;
        assert_eq!(refused.json()["code"], "approval_needed", "{}", refused.text());
        let page = sub.page("/checkout/").await;
        assert_eq!((page.status, page.header("location")), (303, Some(PATH)));
        assert_eq!(send(&mut sub, PATH, &[("action", "ask"), ("note", "Per sabato")]).await.status, 303);
        assert_eq!(sub.post("/checkout", checkout("bacs")).await.json()["code"], "approval_needed", "asking is not enough");
        let mut merchant = shop.merchant().await;
        assert_eq!(kinds_to(&mut merchant, "trattoria@example.com").await[0], "approval_asked");
        let asked = requests(&mut main).await;
        assert_eq!((&asked[0]["state"], &asked[0]["note"]), (&"waiting".into(), &"Per sabato".into()));
        assert_eq!(answer(&mut main, "approve", "Va bene").await, 303);
        assert_eq!(kinds_to(&mut merchant, "cucina.rossi@example.com").await[0], "approval_given");
        assert_eq!(sub.page("/checkout/").await.status, 200);
        let order = sub.post("/checkout", checkout("bacs")).await.expect(200);
        let done = requests(&mut main).await;
        assert_eq!(done[0]["state"], "ordered");
        assert_eq!(done[0]["order_path"], format!("/my-account/view-order/{}/", order["order_id"]));
    }

    async fn an_approved_cart_is_ordered_once_and_as_it_was(shop) {
        let (mut main, mut sub) = limited(&shop).await;
        sub.add("t-oil", 1).await;
        send(&mut sub, PATH, &[("action", "ask")]).await;
        answer(&mut main, "approve", "").await;
        sub.add("t-oil", 1).await;
        assert_eq!(sub.post("/checkout", checkout("bacs")).await.json()["code"], "approval_needed", "two are not one");
        let key = sub.cart().await["items"][0]["key"].clone();
        sub.post("/cart/update-item", serde_json::json!({ "key": key, "quantity": 1 })).await.expect(200);
        sub.post("/checkout", checkout("bacs")).await.expect(200);
        sub.add("t-oil", 1).await;
        assert_eq!(sub.post("/checkout", checkout("bacs")).await.json()["code"], "approval_needed", "it is used up");
    }

    async fn a_cart_that_was_asked_for_is_offered_for_asking_again_once_it_changes(shop) {
        let (_main, mut sub) = limited(&shop).await;
        sub.add("t-oil", 1).await;
        assert_eq!(own_cart(&mut sub).await["above_cents"], 500);
        send(&mut sub, PATH, &[("action", "ask")]).await;
        assert_eq!(own_cart(&mut sub).await, Value::Null);
        sub.add("t-oil", 1).await;
        assert_eq!(own_cart(&mut sub).await["above_cents"], 500, "two are not one");
    }

    async fn a_refused_request_is_told_with_its_reason_and_loses_nothing(shop) {
        let (mut main, mut sub) = limited(&shop).await;
        sub.add("t-oil", 1).await;
        send(&mut sub, PATH, &[("action", "ask")]).await;
        assert_eq!(answer(&mut main, "refuse", "Troppo caro").await, 303);
        let own = requests(&mut sub).await;
        assert_eq!((&own[0]["state"], &own[0]["answer"]), (&"refused".into(), &"Troppo caro".into()));
        assert_eq!(kinds_to(&mut shop.merchant().await, "cucina.rossi@example.com").await[0], "approval_refused");
        assert_eq!(sub.cart().await["items_count"], 1);
        assert_eq!(sub.post("/checkout", checkout("bacs")).await.json()["code"], "approval_needed");
        assert_eq!(answer(&mut main, "approve", "").await, 422, "it was answered");
        sub.write(reqwest::Method::DELETE, "/cart/items", serde_json::json!({})).await.expect(200);
        let id = own[0]["id"].to_string();
        let back = send(&mut sub, PATH, &[("action", "restore"), ("approval", &id)]).await;
        assert_eq!((back.status, back.header("location")), (303, Some("/cart/")));
        assert_eq!(sub.cart().await["items_count"], 1);
    }

    async fn goods_of_an_offer_come_back_at_its_price_and_use_it_up(shop) {
        let (mut main, mut sub, offer) = offered(&shop).await;
        sub.add("t-guide", 1).await;
        assert_eq!(take(&mut sub, offer).await, 200);
        let before = sub.cart().await["totals"]["total_price"].clone();
        assert_eq!(send(&mut sub, PATH, &[("action", "ask")]).await.status, 303);
        empty(&mut sub).await;
        assert_eq!(answer(&mut main, "approve", "").await, 303);
        assert_eq!(restore(&mut sub).await, Some("/cart/".to_owned()));
        let cart = sub.cart().await;
        let prices: Vec<_> = cart["items"].as_array().expect("lines").iter().map(|one| one["prices"]["price"].clone()).collect();
        assert!(prices.contains(&json!("950")) && prices.len() == 3, "{cart}");
        assert_eq!(cart["totals"]["total_price"], before);
        let order = sub.post("/checkout", checkout("bacs")).await.expect(200);
        let seen = shop.merchant().await.get(&format!("/offers/{offer}")).await.expect(200);
        assert_eq!((&seen["state"], &seen["order_id"]), (&json!("accepted"), &order["order_id"]));
    }

    async fn an_offer_that_no_longer_holds_is_told_by_its_name_and_none_of_its_goods_come_back_at_another_price(shop) {
        let over = |offer: i64| [
            (format!("UPDATE offers SET state = 'withdrawn' WHERE id = {offer}"), "L'offerta «Cena di Natale» è stata ritirata.".to_owned()),
            (format!("UPDATE offers SET state = 'sent', valid_until = 1 WHERE id = {offer}"), "L'offerta «Cena di Natale» non è più valida: chiedine una nuova.".to_owned()),
            (
                "UPDATE customers SET subaccount = REPLACE(subaccount, '\"permissionViewOffers\":true', '\"permissionViewOffers\":false')".to_owned(),
                format!("L'offerta n. {offer} non vale più: i suoi prodotti non sono tornati nel carrello."),
            ),
        ];
        let (mut main, mut sub, offer) = offered(&shop).await;
        sub.add("t-guide", 1).await;
        assert_eq!(take(&mut sub, offer).await, 200);
        send(&mut sub, PATH, &[("action", "ask")]).await;
        assert_eq!(answer(&mut main, "approve", "").await, 303);
        for (change, said) in over(offer) {
            empty(&mut sub).await;
            page_data(&mut sub, "/cart/").await;
            sql(shop.database(), &change);
            assert_eq!(restore(&mut sub).await, Some("/cart/".to_owned()));
            let page = page_data(&mut sub, "/cart/").await;
            let notices = page["page"]["notices"].to_string();
            assert!(notices.contains(&said), "{said}: {notices}");
            let items = sub.cart().await["items"].clone();
            assert_eq!((items.as_array().map(Vec::len), &items[0]["sku"]), (Some(1), &json!("t-guide")), "{items}");
        }
    }

    async fn a_cart_within_the_limit_needs_no_approval(shop) {
        let (mut main, mut sub) = limited(&shop).await;
        sub.add("t-guide", 1).await;
        let answer = send(&mut sub, PATH, &[("action", "ask")]).await;
        assert_eq!(answer.status, 422, "there is nothing to ask for");
        sub.post("/checkout", checkout("bacs")).await.expect(200);
        assert!(requests(&mut main).await.is_empty());
    }

    async fn requests_are_their_companys_alone(shop) {
        let (mut main, mut sub) = limited(&shop).await;
        sub.add("t-oil", 1).await;
        send(&mut sub, PATH, &[("action", "ask")]).await;
        let id = requests(&mut main).await[0]["id"].to_string();
        let mut other = company_in_state(&shop, "osteria@example.com", "approved").await;
        assert!(requests(&mut other).await.is_empty());
        for action in ["approve", "refuse"] {
            assert_eq!(send(&mut other, PATH, &[("action", action), ("approval", &id)]).await.status, 422);
        }
        let (mut colleague, _) = subaccount(&shop, &mut main, "sala.bianchi", &["permissionBuy"]).await;
        assert!(requests(&mut colleague).await.is_empty(), "a sub-account sees its own");
        for action in ["approve", "refuse"] {
            assert_eq!(send(&mut sub, PATH, &[("action", action), ("approval", &id)]).await.status, 422, "it decides nothing");
        }
        let stolen = send(&mut colleague, PATH, &[("action", "restore"), ("approval", &id)]).await;
        assert_eq!(stolen.header("location"), Some(PATH));
        assert_eq!(requests(&mut main).await[0]["state"], "waiting");
    }

    async fn the_plain_form_keeps_to_the_limit_too(shop) {
        let (mut main, mut sub) = limited(&shop).await;
        sub.add("t-guide", 1).await;
        let form = classic_form(&mut sub).await;
        sub.add("t-oil", 1).await;
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let plain = sub.submit("/checkout/", &fields).await;
        assert!(plain.status == 409 && plain.text().contains("approvazione"), "{}", plain.status);
        assert_eq!(sub.ajax("checkout", &fields).await.json()["result"], "failure");
        let long = "x".repeat(1001);
        let answer = send(&mut sub, PATH, &[("action", "ask"), ("note", long.as_str())]).await;
        assert!(answer.status == 422 && answer.text().contains(&long), "a note that is too long is kept in the form");
        assert!(requests(&mut main).await.is_empty());
    }
}
