use serde_json::Value;
use shop_tests::{
    Answer, Merchant, TestShop, Visitor, checkout, company_in_state, customer, on_both_databases, page_data, rules,
};

const CSV: &str = "Type,SKU,Name,Published,Tax status,Tax class,In stock?,Weight (kg),Regular price,Categories,Meta: perishable\n\
    simple,t-fresh,Mozzarella di prova,1,taxable,reduced-4,1,0.3,6,Formaggi,1\n";

/// A guest's order of a fresh and two lasting products: number and path of its withdrawal.
async fn ordered(shop: &mut TestShop) -> (Visitor, i64, String) {
    let server = shop.import(CSV).await;
    let mut buyer = shop.visitor_of(server);
    buyer.add("t-fresh", 1).await;
    buyer.add("t-oil", 2).await;
    buyer.add("t-sale", 1).await;
    let order = buyer.post("/checkout", checkout("bacs")).await.expect(200);
    let id = order["order_id"].as_i64().expect("an order");
    (buyer, id, format!("/recesso/{id}/?key={}", order["order_key"].as_str().expect("a key")))
}

async fn nonce(visitor: &mut Visitor, path: &str) -> String {
    page_data(visitor, path).await["page"]["nonce"].as_str().unwrap_or_default().to_owned()
}

async fn send(visitor: &mut Visitor, path: &str, step: &str, lines: &[&str]) -> Answer {
    let nonce = nonce(visitor, path).await;
    let mut fields = vec![
        ("step", step),
        ("withdrawal_name", "Livia Conti"),
        ("withdrawal_email", "ricevuta@example.com"),
        ("_wpnonce", nonce.as_str()),
    ];
    fields.extend(lines.iter().map(|line| ("withdrawal_lines", *line)));
    visitor.submit(path, &fields).await
}

async fn declarations(merchant: &mut Merchant, id: i64) -> Vec<Value> {
    let history = merchant.order(id).await["history"].as_array().cloned().unwrap_or_default();
    history.into_iter().filter(|event| event["kind"] == "withdrawal").collect()
}

rules! {
    async fn a_guest_withdraws_in_two_steps_and_gets_a_receipt_with_day_and_time(shop) {
        let mut shop = shop;
        let (mut buyer, id, path) = ordered(&mut shop).await;
        let review = send(&mut buyer, &path, "review", &["1"]).await;
        assert_eq!(review.status, 200);
        assert!(review.text().contains("Conferma recesso qui"));
        let mut merchant = shop.merchant().await;
        assert!(declarations(&mut merchant, id).await.is_empty(), "nothing is declared before it is confirmed");
        let answer = send(&mut buyer, &path, "confirm", &["1"]).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        let done = answer.header("location").expect("a page").to_owned();
        let page = page_data(&mut buyer, &done).await;
        assert_eq!(page["page"]["step"], "done");
        assert_eq!(page["page"]["declared"][0]["lines"][0], "2 × Olio di prova");
        let told = declarations(&mut merchant, id).await;
        assert_eq!(told.len(), 1);
        assert!(told[0]["note"].as_str().is_some_and(|note| note.contains("Livia Conti") && note.contains("2 × Olio di prova")));
        let mails = merchant.mails().await;
        let to = |recipient: &str| mails.iter().find(|mail| mail["recipient"] == recipient && mail["kind"].as_str().is_some_and(|kind| kind.contains("withdrawal")));
        assert!(to("negozio@bottega.example").is_some(), "the shop is told");
        let receipt = to("ricevuta@example.com").expect("a receipt");
        let text = merchant.get(&format!("/mail/{}", receipt["id"])).await.expect(200)["body_text"].to_string();
        for part in [", ore ", "2 × Olio di prova", "Livia Conti", &id.to_string()] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(merchant.order(id).await["status"], "on-hold", "what follows is the merchant's");
    }

    async fn excluded_unknown_and_declared_lines_are_refused_with_the_reason(shop) {
        let mut shop = shop;
        let (mut buyer, id, path) = ordered(&mut shop).await;
        let lines = page_data(&mut buyer, &path).await["page"]["lines"].clone();
        assert!(lines[0]["excluded"].as_str().is_some_and(|why| why.contains("deteriorarsi")), "{lines}");
        assert_eq!(lines[1]["excluded"], "");
        for wrong in [&["0"][..], &["1", "0"], &["7"], &["x"], &[]] {
            for step in ["review", "confirm"] {
                let answer = send(&mut buyer, &path, step, wrong).await;
                assert_eq!(answer.status, 422, "{wrong:?}");
                assert!(answer.text().contains("href=\"#withdrawal_lines\""), "{wrong:?}");
            }
        }
        assert_eq!(send(&mut buyer, &path, "confirm", &["1"]).await.status, 303);
        assert_eq!(send(&mut buyer, &path, "confirm", &["1"]).await.status, 422, "declared before");
        assert_eq!(send(&mut buyer, &path, "confirm", &["2"]).await.status, 303, "the rest can follow");
        assert_eq!(page_data(&mut buyer, &path).await["page"]["step"], "closed", "only the excluded one is left");
        assert_eq!(declarations(&mut shop.merchant().await, id).await.len(), 2);
    }

    async fn name_address_and_nonce_are_needed_and_what_was_typed_stays(shop) {
        let mut shop = shop;
        let (mut buyer, id, path) = ordered(&mut shop).await;
        let nonce = nonce(&mut buyer, &path).await;
        for (name, email, nonce, status, told) in [
            ("", "a@example.com", nonce.as_str(), 422, "href=\"#withdrawal_name\""),
            ("Anna", "no", nonce.as_str(), 422, "href=\"#withdrawal_email\""),
            ("Anna", "a@example.com", "stale", 403, "value=\"a@example.com\""),
            ("Anna", "a@example.com", "", 403, "value=\"Anna\""),
        ] {
            let fields = [("step", "confirm"), ("withdrawal_name", name), ("withdrawal_email", email), ("withdrawal_lines", "1"), ("_wpnonce", nonce)];
            let answer = buyer.submit(&path, &fields).await;
            assert_eq!(answer.status, status, "{name} {email} {nonce}");
            assert!(answer.text().contains(told), "{told}");
        }
        assert!(declarations(&mut shop.merchant().await, id).await.is_empty());
    }

    async fn cancelled_and_refunded_orders_say_why_not(shop) {
        let mut shop = shop;
        let (mut buyer, id, path) = ordered(&mut shop).await;
        let mut merchant = shop.merchant().await;
        merchant.set_status(id, "completed").await.expect(200);
        let page = page_data(&mut buyer, &path).await;
        assert_eq!(page["page"]["step"], "form");
        assert!(page["page"]["until"].as_str().is_some_and(|until| !until.is_empty()), "its end is told");
        merchant.set_status(id, "refunded").await.expect(200);
        let page = page_data(&mut buyer, &path).await;
        assert_eq!(page["page"]["step"], "closed");
        assert!(page["page"]["closed"].as_str().is_some_and(|why| why.contains("rimborsato")), "{page}");
        assert_eq!(send(&mut buyer, &path, "confirm", &["1"]).await.status, 409);
        let received = path.replace("/recesso/", "/checkout/order-received/");
        assert_eq!(page_data(&mut buyer, &received).await["page"]["withdrawal_path"], "");
    }

    async fn a_companys_order_offers_no_withdrawal_which_is_the_consumers(shop) {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let order = main.buy("t-oil", 1).await;
        let (id, key) = (order["order_id"].as_i64().expect("an order"), order["order_key"].as_str().expect("a key"));
        let received = format!("/checkout/order-received/{id}/?key={key}");
        assert_eq!(page_data(&mut main, &received).await["page"]["withdrawal_path"], "");
        let path = format!("/recesso/{id}/?key={key}");
        let page = page_data(&mut main, &path).await;
        assert_eq!(page["page"]["step"], "closed");
        assert!(page["page"]["closed"].as_str().is_some_and(|why| why.contains("privato")), "{page}");
        assert_eq!(send(&mut main, &path, "confirm", &["0"]).await.status, 409);
    }

    async fn an_order_is_withdrawn_from_by_who_has_its_key_or_is_its_customer_only(shop) {
        let mut shop = shop;
        let (_, id, _) = ordered(&mut shop).await;
        let mut stranger = customer(&shop, "estranea@example.com").await;
        for path in [format!("/recesso/{id}/"), format!("/recesso/{id}/?key=wc_order_x"), "/recesso/999999/?key=x".into()] {
            assert_eq!(stranger.page(&path).await.status, 404, "{path}");
            assert_eq!(stranger.submit(&path, &[("step", "confirm")]).await.status, 404, "{path}");
        }
        let own = stranger.buy("t-oil", 1).await["order_id"].to_string();
        assert_eq!(stranger.page(&format!("/recesso/{own}/")).await.status, 200);
    }
}

on_both_databases! {
    async fn the_same_declaration_twice_at_once_is_one(shop) {
        let mut shop = shop;
        let (mut buyer, id, path) = ordered(&mut shop).await;
        let mut second = shop.visitor_of(1);
        let (one, two) = tokio::join!(send(&mut buyer, &path, "confirm", &["1", "2"]), send(&mut second, &path, "confirm", &["2"]));
        assert_eq!([one.status, two.status].iter().filter(|status| **status == 303).count(), 1);
        assert_eq!(declarations(&mut shop.merchant().await, id).await.len(), 1);
    }
}
