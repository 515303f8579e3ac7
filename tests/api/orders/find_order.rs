use std::time::Duration;

use shop_tests::{Answer, Visitor, kinds_to, page_data, rules};

async fn ask(visitor: &mut Visitor, path: &str, number: &str, email: &str) -> Answer {
    let nonce = page_data(visitor, path).await["page"]["nonce"].as_str().unwrap_or_default().to_owned();
    visitor.submit(path, &[("order_number", number), ("order_email", email), ("_wpnonce", &nonce)]).await
}

rules! {
    async fn number_and_address_bring_a_link_by_mail_that_opens_the_order(shop) {
        let order = shop.visitor().buy("t-oil", 1).await;
        let (id, key) = (order["order_id"].to_string(), order["order_key"].as_str().expect("a key").to_owned());
        let mut guest = shop.visitor();
        for (path, kind, target) in [
            ("/ordine/", "customer_order_link", format!("/checkout/order-received/{id}/?key={key}")),
            ("/recesso/", "customer_withdrawal_link", format!("/recesso/{id}/?key={key}")),
        ] {
            let answer = ask(&mut guest, path, &format!("#{id}"), "Livia@Example.com").await;
            assert_eq!(answer.status, 200);
            assert!(!answer.text().contains(&key) && !answer.text().contains("Via dei Mille"), "the page tells nothing of the order");
            let mut merchant = shop.merchant().await;
            let mails = merchant.mails().await;
            assert_eq!((&mails[0]["kind"], &mails[0]["recipient"]), (&kind.into(), &"livia@example.com".into()));
            let text = merchant.get(&format!("/mail/{}", mails[0]["id"])).await.expect(200)["body_text"].to_string();
            assert!(text.contains(&format!("{}{target}", shop.address())), "{text}");
            assert_eq!(shop.visitor().page(&target).await.status, 200);
        }
    }

    async fn the_answer_never_tells_which_is_wrong_and_nothing_is_sent(shop) {
        let order = shop.visitor().buy("t-oil", 1).await;
        let id = order["order_id"].to_string();
        let visible = |answer: &Answer, email: &str| {
            let text = answer.text();
            let (start, end) = (text.find("<main").expect("a page"), text.find("</main>").expect("a page"));
            text[start..end].replace(email, "X")
        };
        let right = visible(&ask(&mut shop.visitor(), "/ordine/", &id, "livia@example.com").await, "livia@example.com");
        for (number, email) in [(id.as_str(), "altra@example.com"), ("999999", "livia@example.com"), ("999999", "altra@example.com")] {
            let answer = ask(&mut shop.visitor(), "/ordine/", number, email).await;
            assert_eq!(answer.status, 200);
            assert_eq!(visible(&answer, email), right, "{number} {email}");
        }
        let mut merchant = shop.merchant().await;
        assert!(kinds_to(&mut merchant, "altra@example.com").await.is_empty());
        let sent = kinds_to(&mut merchant, "livia@example.com").await;
        assert_eq!(sent.iter().filter(|kind| *kind == "customer_order_link").count(), 1);
    }

    async fn every_answer_waits_until_the_same_time_whether_a_message_was_written_or_not(shop) {
        let order = shop.visitor().buy("t-oil", 1).await;
        let id = order["order_id"].to_string();
        let mut waited = 0;
        for (number, email) in [(id.as_str(), "livia@example.com"), (&id, "altra@example.com"), ("999999", "livia@example.com")] {
            assert_eq!(ask(&mut shop.visitor(), "/ordine/", number, email).await.status, 200);
            let pauses = shop.pauses();
            waited += 1;
            assert_eq!(pauses.len(), waited, "{number} {email}");
            assert!(pauses[waited - 1] <= Duration::from_millis(250), "{pauses:?}");
        }
    }

    async fn wrong_forms_are_refused_with_their_field_and_keep_what_was_typed(shop) {
        let mut guest = shop.visitor();
        for (number, email, field) in [("", "a@example.com", "order_number"), ("dodici", "a@example.com", "order_number"), ("12", "", "order_email"), ("12", "no", "order_email")] {
            let answer = ask(&mut guest, "/ordine/", number, email).await;
            assert_eq!(answer.status, 422, "{number} {email}");
            assert!(answer.text().contains(&format!("href=\"#{field}\"")), "{field}");
        }
        let stale = [("order_number", "12"), ("order_email", "a@example.com"), ("_wpnonce", "stale")];
        let answer = guest.submit("/ordine/", &stale).await;
        assert_eq!(answer.status, 403);
        assert!(answer.text().contains("value=\"a@example.com\""));
    }

    async fn asking_too_often_is_refused_for_that_address(shop) {
        let mut guest = shop.visitor();
        for _ in 0..3 {
            assert_eq!(ask(&mut guest, "/ordine/", "12", "spesso@example.com").await.status, 200);
        }
        assert_eq!(ask(&mut guest, "/recesso/", "12", "Spesso@example.com").await.status, 429);
        assert_eq!(ask(&mut guest, "/ordine/", "12", "altra@example.com").await.status, 200);
    }
}
