//! The notice of the whole shop, the banner at the foot and the chat: who is shown them, and how they are closed.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, TestShop, Visitor, checkout, log_in, page_data, rules};

const REST: &str = "/wp-json/wp/v2/users/me";

async fn shell(visitor: &mut Visitor, path: &str) -> Value {
    page_data(visitor, path).await["shell"].clone()
}

/// A shop with a notice and a banner.
async fn told(shop: &mut TestShop) -> usize {
    shop.with_settings(|settings| {
        settings.notices.notice = "Chiusi ad agosto".into();
        settings.notices.notice_en = "Closed in August".into();
        settings.notices.coming_soon = "Presto: i panettoni".into();
    })
    .await
}

/// The call that closes the banner.
async fn call(visitor: &mut Visitor, nonce: &str, body: &str) -> Answer {
    let request = visitor
        .request(Method::POST, REST)
        .header("X-WP-Nonce", nonce)
        .header("Content-Type", "application/json")
        .body(body.to_owned());
    visitor.send(request).await
}

fn closing() -> String {
    json!({ "woocommerce_meta": { "coming_soon_banner_dismissed": "yes" } }).to_string()
}

/// Names and values of the cookies that an answer sets.
fn set(answer: &Answer) -> String {
    answer.header("set-cookie").unwrap_or_default().to_owned()
}

async fn member(visitor: &mut Visitor, email: &str) {
    visitor.add("t-five", 1).await;
    let mut order = checkout("bacs");
    order["billing_address"]["email"] = email.into();
    order["create_account"] = true.into();
    order["customer_password"] = "Str0ng!Passphrase42".into();
    visitor.post("/checkout", order).await.expect(200);
}

rules! {
    async fn a_shop_that_says_nothing_has_no_notice_no_banner_and_no_chat(shop) {
        let mut visitor = shop.visitor();
        let shell = shell(&mut visitor, "/").await;
        assert_eq!([&shell["notice"], &shell["foot_banner"], &shell["chat"]], [&Value::Null; 3]);
        let page = visitor.page("/").await;
        assert!(!page.text().contains("/avviso/"), "{}", page.text());
        assert_eq!(visitor.page("/avviso/").await.status, 405);
    }

    async fn a_closed_notice_stays_hidden_until_its_text_changes(shop) {
        let mut shop = shop;
        let at = told(&mut shop).await;
        let (mut visitor, mut other) = (shop.visitor_of(at), shop.visitor_of(at));
        let notice = shell(&mut visitor, "/negozio/").await["notice"].clone();
        assert_eq!(notice["text"], "Chiusi ad agosto");
        assert_eq!(shell(&mut visitor, "/en/negozio/").await["notice"]["text"], "Closed in August");
        let id = notice["id"].as_str().expect("an id");
        let answer = visitor.submit("/avviso/", &[("close", "notice"), ("back", "/negozio/?orderby=date")]).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/negozio/?orderby=date")));
        let cookie = set(&answer);
        assert!(cookie.starts_with(&format!("store_notice{id}=hidden; path=/")), "{cookie}");
        for path in ["/", "/negozio/", "/en/negozio/", "/cart/"] {
            assert_eq!(shell(&mut visitor, path).await["notice"], Value::Null, "{path}");
            assert_eq!(shell(&mut other, path).await["notice"]["id"], id, "{path}: for who has not closed it");
        }
        let next = shop.with_settings(|settings| settings.notices.notice = "Riaperti!".into()).await;
        let mut visitor = shop.visitor_of(next);
        let header = format!("store_notice{id}=hidden");
        let request = visitor.request(Method::GET, "/").header("Cookie", header).header("Accept", "application/vnd.bottega.page+json");
        assert_eq!(visitor.send(request).await.expect(200)["shell"]["notice"]["text"], "Riaperti!");
    }

    async fn only_the_shops_own_pages_close_something_and_only_what_there_is(shop) {
        let mut shop = shop;
        let at = told(&mut shop).await;
        let mut visitor = shop.visitor_of(at);
        for wrong in ["", "all", "NOTICE"] {
            let answer = visitor.submit("/avviso/", &[("close", wrong)]).await;
            assert_eq!((answer.status, set(&answer)), (422, String::new()), "{wrong}");
        }
        let foreign = visitor.request(Method::POST, "/avviso/").header("Origin", "https://evil.example").form(&[("close", "notice")]);
        let answer = visitor.send(foreign).await;
        assert_eq!((answer.status, set(&answer)), (403, String::new()));
        for away in ["//evil.example", "https://evil.example/", "/\\evil.example"] {
            let answer = visitor.submit("/avviso/", &[("close", "notice"), ("back", away)]).await;
            assert_eq!(answer.header("location"), Some("/"), "{away}");
        }
    }

    async fn markup_in_a_notice_is_shown_and_not_run(shop) {
        let mut shop = shop;
        let at = shop.with_settings(|settings| {
            settings.notices.notice = "<script>x()</script>".into();
            settings.notices.coming_soon = "<img src=x onerror=y()>".into();
        }).await;
        let page = shop.visitor_of(at).page("/").await.text();
        assert!(!page.contains("<script>x()") && !page.contains("<img src=x"), "{page}");
        assert!(page.contains("&lt;script&gt;x()"), "{page}");
    }

    async fn a_call_that_does_not_close_the_banner_is_refused_and_sets_nothing(shop) {
        let mut shop = shop;
        let at = told(&mut shop).await;
        let mut visitor = shop.visitor_of(at);
        let banner = shell(&mut visitor, "/").await["foot_banner"].clone();
        assert_eq!((&banner["text"], &banner["rest_url"]), (&json!("Presto: i panettoni"), &json!(REST)));
        let nonce = banner["rest_nonce"].as_str().expect("a nonce").to_owned();
        for wrong in ["", "0000000000"] {
            let answer = call(&mut visitor, wrong, &closing()).await;
            assert_eq!((answer.status, set(&answer)), (403, String::new()), "{wrong}");
            assert_eq!(answer.expect(403)["code"], "rest_cookie_invalid_nonce");
        }
        for body in [
            "",
            "no",
            "[]",
            "{}",
            r#"{"woocommerce_meta":{}}"#,
            r#"{"woocommerce_meta":"yes"}"#,
            r#"{"woocommerce_meta":{"coming_soon_banner_dismissed":"no"}}"#,
            r#"{"woocommerce_meta":{"coming_soon_banner_dismissed":true}}"#,
            r#"{"woocommerce_meta":{"coming_soon_banner_dismissed":"yes","email":"x@example.com"}}"#,
        ] {
            let answer = call(&mut visitor, &nonce, body).await;
            assert_eq!((answer.status, set(&answer)), (400, String::new()), "{body}");
        }
        let large = format!("{{\"woocommerce_meta\":{{\"coming_soon_banner_dismissed\":\"{}\"}}}}", "y".repeat(5000));
        assert_eq!(call(&mut visitor, &nonce, &large).await.status, 413);
        let foreign = visitor.request(Method::POST, REST).header("X-WP-Nonce", &nonce).header("Sec-Fetch-Site", "cross-site").body(closing());
        assert_eq!(visitor.send(foreign).await.status, 403);
        assert_eq!(visitor.page(REST).await.status, 405);
        assert_ne!(shell(&mut visitor, "/").await["foot_banner"], Value::Null);
    }

    async fn a_guests_banner_is_closed_in_that_browser_alone(shop) {
        let mut shop = shop;
        let at = told(&mut shop).await;
        let (mut visitor, mut other) = (shop.visitor_of(at), shop.visitor_of(at));
        let nonce = shell(&mut visitor, "/").await["foot_banner"]["rest_nonce"].as_str().expect("a nonce").to_owned();
        let answer = call(&mut visitor, &nonce, &closing()).await;
        assert!(set(&answer).starts_with("coming_soon_banner_dismissed=yes; path=/"), "{}", set(&answer));
        assert_eq!(answer.expect(200), json!({ "woocommerce_meta": { "coming_soon_banner_dismissed": "yes" } }));
        let shell_now = shell(&mut visitor, "/").await;
        assert_eq!(shell_now["foot_banner"], Value::Null);
        assert_ne!(shell_now["notice"], Value::Null, "the notice is another thing");
        assert_ne!(shell(&mut other, "/").await["foot_banner"], Value::Null);
        let plain = other.submit("/avviso/", &[("close", "banner"), ("back", "/negozio/")]).await;
        assert_eq!(plain.status, 303);
        assert_eq!(shell(&mut other, "/").await["foot_banner"], Value::Null, "nor does it need scripts");
    }

    async fn the_chat_leads_to_the_shops_number(shop) {
        let mut shop = shop;
        let at = shop.with_settings(|settings| settings.chat.phone = "+39 02 123".into()).await;
        let chat = shell(&mut shop.visitor_of(at), "/").await["chat"].clone();
        assert_eq!(chat["app_address"], "https://wa.me/3902123");
        let page = shop.visitor_of(at).page("/").await.text();
        assert!(page.contains("href=\"https://wa.me/3902123\""), "a link without scripts");
        let none = shop.with_settings(|settings| settings.chat.phone = "chiamaci".into()).await;
        assert_eq!(shell(&mut shop.visitor_of(none), "/").await["chat"], Value::Null, "words are no number");
    }

    async fn the_merchant_is_told_of_an_address_that_leads_to_no_number(shop) {
        let mut merchant = shop.merchant().await;
        let read = merchant.get("/settings/notices").await.expect(200);
        assert!(read["fields"].as_array().is_some_and(|fields| fields.len() == 7), "{read}");
        for wrong in ["", "http://wa.me/{phone}", "javascript:alert({phone})", "https://wa.me/"] {
            let change = json!({ "values": { "chat.app_address": wrong } });
            let refused = merchant.write(Method::PUT, "/settings/notices", change).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], "chat.app_address", "{wrong}: {refused}");
        }
    }

    async fn a_customers_banner_is_closed_wherever_he_logs_in(shop) {
        let mut shop = shop;
        let at = told(&mut shop).await;
        let mut customer = shop.visitor_of(at);
        member(&mut customer, "chiude@example.com").await;
        let banner = shell(&mut customer, "/").await["foot_banner"].clone();
        let nonce = banner["rest_nonce"].as_str().expect("a nonce").to_owned();
        for _ in 0..2 {
            call(&mut customer, &nonce, &closing()).await.expect(200);
        }
        let mut elsewhere = shop.visitor_of(at);
        assert_ne!(shell(&mut elsewhere, "/").await["foot_banner"], Value::Null);
        assert_eq!(log_in(&mut elsewhere, "chiude@example.com", "Str0ng!Passphrase42").await.status, 303);
        assert_eq!(shell(&mut elsewhere, "/negozio/").await["foot_banner"], Value::Null);
        assert_ne!(shell(&mut elsewhere, "/negozio/").await["notice"], Value::Null);
    }
}
