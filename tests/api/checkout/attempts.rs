//! One try to order is one order, however often and over whichever form it is sent.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, Answer, Visitor, checkout, classic_form, on_both_databases};

/// Sends an order under a name.
async fn order(visitor: &mut Visitor, name: &str, body: &Value) -> Answer {
    if visitor.nonce.is_none() {
        visitor.cart().await;
    }
    let request = visitor
        .request(Method::POST, &format!("{API}/checkout"))
        .header("Nonce", visitor.nonce.clone().expect("a nonce"))
        .header("Idempotency-Key", name)
        .json(body);
    visitor.send(request).await
}

/// The classic form with the name of its try, as it would be sent.
async fn named_form(visitor: &mut Visitor, name: &str) -> Vec<(&'static str, String)> {
    let mut form = classic_form(visitor).await;
    form.push(("checkout_attempt", name.to_owned()));
    form
}

fn fields<'a>(form: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    form.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

on_both_databases! {
    async fn two_requests_at_once_get_one_order_and_equal_answers(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 2).await;
        let send = || {
            visitor
                .request(Method::POST, &format!("{API}/checkout"))
                .header("Nonce", visitor.nonce.clone().expect("a nonce"))
                .header("Idempotency-Key", "a-click-on-the-button")
                .json(&checkout("bacs"))
                .send()
        };
        let (first, second) = tokio::join!(send(), send());
        let mut answers = Vec::new();
        for answer in [first, second] {
            answers.push(answer.expect(200));
        }
        for name in ["order_id", "order_key", "status", "payment_result"] {
            assert_eq!(answers[0][name], answers[1][name]);
        }
        assert_eq!(shop.merchant().await.stock("t-five").await, 3);
    }

    async fn an_answer_that_was_lost_is_given_again(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let first = order(&mut visitor, "lost", &checkout("bacs")).await.expect(200);
        let again = order(&mut visitor, "lost", &checkout("bacs")).await.expect(200);
        assert_eq!((&first["order_id"], &first["order_key"]), (&again["order_id"], &again["order_key"]));
        // What is in the cart by now belongs to the next try.
        visitor.add("t-sale", 1).await;
        let again = order(&mut visitor, "lost", &checkout("bacs")).await.expect(200);
        assert_eq!(first["order_id"], again["order_id"]);
        let next = order(&mut visitor, "next", &checkout("bacs")).await.expect(200);
        assert_ne!(first["order_id"], next["order_id"]);
    }

    async fn the_same_name_with_other_data_is_a_conflict_that_names_the_order(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let placed = order(&mut visitor, "one", &checkout("bacs")).await.expect(200);
        visitor.add("t-oil", 1).await;
        let mut other = checkout("bacs");
        other["billing_address"]["city"] = json!("Milano");
        let refused = order(&mut visitor, "one", &other).await;
        assert_eq!(refused.status, 409, "{}", refused.text());
        let body = refused.json();
        assert_eq!(body["code"], "order_already_placed");
        assert!(body["message"].as_str().is_some_and(|m| m.contains(&placed["order_number"].as_str().expect("a number").to_owned())), "{body}");
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn a_name_opens_nothing_to_another_visitor(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let placed = order(&mut visitor, "mine", &checkout("bacs")).await.expect(200);
        let mut stranger = shop.visitor();
        stranger.add("t-sale", 1).await;
        let own = order(&mut stranger, "mine", &checkout("bacs")).await.expect(200);
        assert_ne!(placed["order_id"], own["order_id"]);
        let mut empty = shop.visitor();
        let refused = order(&mut empty, "mine", &checkout("bacs")).await;
        refused.refused(409, "woocommerce_rest_cart_empty");
    }

    async fn the_classic_form_sent_twice_leads_to_the_same_page(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let form = named_form(&mut visitor, "tab-1").await;
        let first = visitor.ajax("checkout", &fields(&form)).await.expect(200);
        let again = visitor.ajax("checkout", &fields(&form)).await.expect(200);
        assert_eq!(first["result"], "success", "{first}");
        assert_eq!(first["redirect"], again["redirect"]);
        // Programs that follow campaigns are told not to count the arrival.
        assert!(first["redirect"].as_str().is_some_and(|to| to.ends_with("&utm_nooverride=1")), "{first}");
        let mut other = form.clone();
        other.push(("order_comments", "al piano terra".to_owned()));
        let refused = visitor.ajax("checkout", &fields(&other)).await.expect(200);
        assert_eq!(refused["result"], "failure");
        assert!(refused["messages"].as_str().is_some_and(|m| m.contains("già inviato")), "{refused}");
    }

    async fn the_plain_form_sent_again_by_the_browser_leads_to_the_same_page(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let form = named_form(&mut visitor, "plain").await;
        let first = visitor.submit("/checkout/", &fields(&form)).await;
        let again = visitor.submit("/checkout/", &fields(&form)).await;
        assert_eq!((first.status, again.status), (303, 303), "{}", first.text());
        assert!(first.header("location").is_some_and(|to| to.contains("/order-received/")), "{:?}", first.headers);
        assert_eq!(first.header("location"), again.header("location"));
    }

    async fn every_page_of_the_checkout_names_a_try_of_its_own(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let one = visitor.form_nonce("/checkout/", "checkout_attempt").await;
        let two = visitor.form_nonce("/checkout/", "checkout_attempt").await;
        assert_ne!(one, two);
        assert!(one.len() >= 32, "{one}");
    }
}
