//! E-mail addresses that are kept for marketing when they are typed: only where the merchant wants it and the visitor allows it.

use reqwest::Method;
use serde_json::{Value, json};
use shop_server::platform::workers::forget_old;
use shop_services::ports::ExpiredData;
use shop_tests::{Answer, Merchant, TestShop, Visitor, on_both_databases, page_data, rules};

use crate::orders::subscriptions::in_days;

const CALL: &str = "/wp-admin/admin-ajax.php";

async fn type_at(visitor: &mut Visitor, email: &str, location: &str) -> Answer {
    let fields = [("action", "the_ajax_hook"), ("tracking_email", email), ("subscription_location", location)];
    visitor.submit(CALL, &fields).await
}

async fn kept(visitor: &mut Visitor, email: &str) {
    let answer = type_at(visitor, email, "").await;
    assert_eq!((answer.status, answer.text().as_str()), (200, "1"), "{email}");
}

/// A shop whose merchant wants addresses.
async fn wanting(shop: &mut TestShop) -> usize {
    shop.with_settings(|settings| settings.email_capture.enabled = true).await
}

/// A visitor who allows everything.
async fn agreeing(shop: &TestShop, server: usize) -> Visitor {
    let mut visitor = shop.visitor_of(server);
    visitor.submit("/consenso/", &[("event", "accept_all")]).await;
    visitor
}

async fn list(merchant: &mut Merchant, query: &str) -> Value {
    merchant.get(&format!("/captured-emails{query}")).await.expect(200)
}

fn addresses(list: &Value) -> Vec<&str> {
    list["emails"].as_array().expect("a list").iter().filter_map(|one| one["email"].as_str()).collect()
}

/// The path of the link that unsubscribes an address, as the file has it.
async fn link(merchant: &mut Merchant, email: &str) -> String {
    let text = merchant.get("/captured-emails/export").await.text();
    let row = text.lines().find(|row| row.starts_with(email)).unwrap_or_else(|| panic!("no {email} in {text}"));
    let at = row.find("/disiscrizione/").expect("a link");
    row[at..].trim().to_owned()
}

on_both_databases! {
    async fn who_unsubscribes_stays_out_though_the_address_is_typed_again(shop) {
        let mut shop = shop;
        let server = wanting(&mut shop).await;
        let mut visitor = agreeing(&shop, server).await;
        kept(&mut visitor, "livia@example.com").await;
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let path = link(&mut merchant, "livia@example.com").await;
        let mut owner = shop.visitor_of(server);
        let page = owner.page(&path).await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains("livia@example.com") && page.text().contains("noindex"));
        assert_eq!(list(&mut merchant, "?state=subscribed").await["total"], 1, "looking at the page does nothing");
        for _ in 0..2 {
            let done = owner.submit(&path, &[("List-Unsubscribe", "One-Click")]).await;
            assert!(done.text().contains("non scriveremo più"), "{}", done.status);
        }
        kept(&mut visitor, "livia@example.com").await;
        assert_eq!(list(&mut merchant, "?state=subscribed").await["total"], 0);
        assert_eq!(addresses(&list(&mut merchant, "?state=unsubscribed").await), ["livia@example.com"]);
    }

    async fn who_takes_consent_back_in_the_same_browser_is_written_to_no_more(shop) {
        let mut shop = shop;
        let server = wanting(&mut shop).await;
        let (mut visitor, mut other) = (agreeing(&shop, server).await, agreeing(&shop, server).await);
        kept(&mut visitor, "livia@example.com").await;
        kept(&mut visitor, "bruno@example.com").await;
        kept(&mut other, "carla@example.com").await;
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        visitor.submit("/consenso/", &[("event", "save_preferences"), ("marketing", "on"), ("statistics", "on")]).await;
        assert_eq!(list(&mut merchant, "?state=subscribed").await["total"], 3, "marketing is still allowed");
        let refusing = [("event", "save_preferences"), ("marketing", "on"), ("shown", "marketing/email_capture=1")];
        visitor.submit("/consenso/", &refusing).await;
        assert_eq!(addresses(&list(&mut merchant, "?state=subscribed").await), ["carla@example.com"]);
        other.submit("/consenso/", &[("event", "deny_all")]).await;
        assert_eq!(list(&mut merchant, "?state=unsubscribed").await["total"], 3);
    }

    async fn the_merchant_unsubscribes_and_deletes_addresses(shop) {
        let mut shop = shop;
        let server = wanting(&mut shop).await;
        let mut visitor = agreeing(&shop, server).await;
        kept(&mut visitor, "livia@example.com").await;
        kept(&mut visitor, "bruno@example.com").await;
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let found = list(&mut merchant, "?search=livia").await;
        let id = found["emails"][0]["id"].as_i64().expect("a number");
        let done = merchant.write(Method::POST, &format!("/captured-emails/{id}/unsubscribe"), json!({})).await.expect(200);
        let at = done["unsubscribed_at"].as_i64().expect("a time");
        let again = merchant.write(Method::POST, &format!("/captured-emails/{id}/unsubscribe"), json!({})).await.expect(200);
        assert_eq!(again["unsubscribed_at"], at);
        assert_eq!(addresses(&list(&mut merchant, "?state=subscribed").await), ["bruno@example.com"]);
        for status in [204, 404] {
            let answer = merchant.write(Method::DELETE, &format!("/captured-emails/{id}"), json!({})).await;
            assert_eq!(answer.status, status);
        }
        assert_eq!(list(&mut merchant, "").await["total"], 1);
    }
}

rules! {
    async fn an_address_is_kept_once_with_its_place_and_the_proof_of_consent(shop) {
        let mut shop = shop;
        let server = wanting(&mut shop).await;
        let mut visitor = agreeing(&shop, server).await;
        let proof = visitor.cookie("cmplz_id=").expect("a proof of consent");
        for (email, location) in [("Livia@Example.com", "order-checkout"), ("bruno@example.com", "sign-up"), ("carla@example.com", "")] {
            assert_eq!(type_at(&mut visitor, email, location).await.status, 200, "{email}");
        }
        assert_eq!(type_at(&mut visitor, "livia@example.com", "sign-up").await.status, 200);
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let found = list(&mut merchant, "").await;
        assert_eq!((&found["total"], &found["enabled"]), (&json!(3), &json!(true)));
        let livia = list(&mut merchant, "?search=livia").await["emails"][0].clone();
        assert_eq!((&livia["email"], &livia["location"]), (&json!("livia@example.com"), &json!("order-checkout")));
        assert_eq!((&livia["consent_id"], &livia["lang"], &livia["unsubscribed_at"]), (&json!(proof), &json!("it"), &Value::Null));
    }

    async fn a_new_shop_keeps_none_and_says_nothing_of_it(shop) {
        let mut visitor = agreeing(&shop, 0).await;
        let answer = type_at(&mut visitor, "livia@example.com", "").await;
        assert_eq!((answer.status, answer.text().as_str()), (400, "0"));
        let data = page_data(&mut visitor, "/").await;
        assert_eq!(data["shell"]["email_capture"], Value::Null);
        assert!(!visitor.page("/cookie/").await.text().contains("tracking_email"));
        let found = list(&mut shop.merchant().await, "").await;
        assert_eq!((&found["total"], &found["enabled"]), (&json!(0), &json!(false)));
    }

    async fn once_it_is_on_the_policy_and_the_banner_name_it_and_only_who_accepts_is_kept(shop) {
        let mut shop = shop;
        let server = wanting(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        assert!(visitor.page("/cookie/").await.text().contains("tracking_email"));
        let data = page_data(&mut visitor, "/").await;
        assert_eq!(data["shell"]["email_capture"]["category"], "marketing");
        let choices: [&[(&str, &str)]; 4] = [
            &[],
            &[("event", "deny_all")],
            &[("event", "save_preferences"), ("statistics", "on"), ("preferences", "on")],
            &[("event", "save_preferences"), ("marketing", "on"), ("shown", "marketing/email_capture=1")],
        ];
        for choice in choices {
            let mut visitor = shop.visitor_of(server);
            if !choice.is_empty() {
                visitor.submit("/consenso/", choice).await;
            }
            let answer = type_at(&mut visitor, "livia@example.com", "").await;
            assert_eq!((answer.status, answer.text().as_str()), (403, "0"), "{choice:?}");
        }
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        assert_eq!(list(&mut merchant, "").await["total"], 0);
    }

    async fn what_is_no_address_or_no_place_is_not_kept(shop) {
        let mut shop = shop;
        let server = wanting(&mut shop).await;
        // The tries of an address are counted by each process for itself.
        let other = shop.add_server().await;
        let long = format!("{}@example.com", "a".repeat(300));
        let wrong = [
            ("", ""),
            ("livia", ""),
            ("livia@example", ""),
            ("livia@example.c", ""),
            (" livia@example.com", ""),
            (long.as_str(), ""),
            ("livia@example.com", "altrove"),
        ];
        for (n, (email, location)) in wrong.into_iter().enumerate() {
            let mut visitor = agreeing(&shop, if n < 4 { server } else { other }).await;
            let answer = type_at(&mut visitor, email, location).await;
            assert_eq!((answer.status, answer.text().as_str()), (422, "0"), "{email} {location}");
        }
    }

    async fn more_than_five_addresses_an_hour_are_too_many(shop) {
        let mut shop = shop;
        let server = wanting(&mut shop).await;
        let mut visitor = agreeing(&shop, server).await;
        for n in 0..5 {
            kept(&mut visitor, &format!("n{n}@example.com")).await;
        }
        let answer = type_at(&mut visitor, "n6@example.com", "").await;
        assert_eq!((answer.status, answer.text().as_str()), (429, "0"));
    }

    async fn addresses_go_when_their_time_is_over_but_who_unsubscribed_stays_known(shop) {
        let mut shop = shop;
        let server = wanting(&mut shop).await;
        let mut visitor = agreeing(&shop, server).await;
        kept(&mut visitor, "livia@example.com").await;
        kept(&mut visitor, "bruno@example.com").await;
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let path = link(&mut merchant, "bruno@example.com").await;
        visitor.submit(&path, &[]).await;
        assert_eq!(forget_old(&in_days(&shop, 364).await, ExpiredData::CapturedEmails).await.expect("the database"), 0);
        assert_eq!(forget_old(&in_days(&shop, 366).await, ExpiredData::CapturedEmails).await.expect("the database"), 1);
        assert_eq!(addresses(&list(&mut merchant, "").await), ["bruno@example.com"]);
    }

    async fn who_unsubscribed_is_not_kept_anew_though_the_address_itself_was_forgotten(shop) {
        let mut shop = shop;
        let server = wanting(&mut shop).await;
        let mut visitor = agreeing(&shop, server).await;
        kept(&mut visitor, "livia@example.com").await;
        kept(&mut visitor, "bruno@example.com").await;
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let path = link(&mut merchant, "livia@example.com").await;
        visitor.submit(&path, &[]).await;
        // As an account does that is deleted.
        shop_tests::sql(shop.database(), "DELETE FROM captured_emails");
        for email in ["Livia@example.com", "bruno@example.com"] {
            kept(&mut visitor, email).await;
        }
        assert_eq!(addresses(&list(&mut merchant, "").await), ["bruno@example.com"]);
        let marks = shop_tests::ask(shop.database(), "SELECT email_hash FROM suppressed_emails");
        assert!(marks.len() == 1 && !marks[0].contains("livia"), "{marks:?}");
    }

    async fn a_link_of_nobody_and_a_state_that_there_is_not_are_refused(shop) {
        let mut visitor = shop.visitor();
        for path in ["/disiscrizione/0123456789abcdef0123456789abcdef/", "/disiscrizione/x'--/"] {
            assert_eq!(visitor.page(path).await.status, 404, "{path}");
            assert_eq!(visitor.submit(path, &[]).await.status, 404, "{path}");
        }
        let refused = shop.merchant().await.get("/captured-emails?state=altro").await.expect(422);
        assert_eq!(refused["errors"][0]["field"], "state");
    }
}
