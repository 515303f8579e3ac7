//! The shop as an app of the visitor's device: what may be kept there, the worker that keeps it, and changes of the cart that are
//! sent again.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, Visitor, on_both_databases, rules};

const MARK: &str = "bottega-offline";

async fn named(visitor: &mut Visitor, path: &str, name: &str, body: Value) -> Answer {
    if visitor.nonce.is_none() {
        visitor.cart().await;
    }
    let nonce = visitor.nonce.clone().unwrap_or_default();
    let request = visitor.request(Method::POST, &format!("/wp-json/wc/store/v1{path}"));
    visitor.send(request.header("Nonce", nonce).header("Idempotency-Key", name).json(&body)).await
}

async fn pieces(visitor: &mut Visitor) -> Value {
    visitor.cart().await["items_count"].clone()
}

rules! {
    async fn pages_that_are_the_same_for_everybody_may_be_kept_and_no_other_answer(shop) {
        let mut visitor = shop.visitor();
        for page in ["/", "/negozio/", "/en/negozio/", "/prodotto/olio-di-prova/", "/cookie/", "/offline/"] {
            assert_eq!(visitor.page(page).await.header(MARK), Some("1"), "{page}");
        }
        for page in [
            "/cart/",
            "/checkout/",
            "/my-account/",
            "/ordine/",
            "/recesso/",
            "/niente-qui/",
            "/?theme_preview=1",
            "/wp-json/wc/store/v1/cart",
            "/api/cart/offers",
            "/admin/",
        ] {
            assert_eq!(visitor.page(page).await.header(MARK), None, "{page}");
        }
        let id = visitor.id("t-oil").await;
        let posted = visitor.submit("/prodotto/olio-di-prova/", &[("add-to-cart", &id.to_string()), ("quantity", "1")]).await;
        assert_eq!(posted.header(MARK), None);
    }

    async fn the_worker_has_its_release_and_may_fetch_from_the_shop_alone(shop) {
        let mut visitor = shop.visitor();
        let worker = visitor.page("/service-worker.js").await;
        assert_eq!(worker.header("content-type"), Some("text/javascript; charset=utf-8"));
        assert_eq!(worker.header("cache-control"), Some("no-cache"));
        assert_eq!(worker.header("content-security-policy"), Some("default-src 'none'; connect-src 'self'"));
        let text = worker.text();
        let begin = text.strip_prefix("self.bottega=").and_then(|rest| rest.split_once(";\n")).expect("its beginning").0;
        let begin: Value = serde_json::from_str(begin).expect("JSON");
        assert_eq!(begin["offline"], json!(["/offline/", "/en/offline/"]));
        assert!(begin["release"].as_str().is_some_and(|release| release.len() == 16));
    }

    async fn the_manifest_names_the_shop_in_the_language_of_its_address_and_in_its_colours(shop) {
        let mut merchant = shop.merchant().await;
        merchant.write(Method::PUT, "/theme", json!({ "fields": { "brand": "#7a1f2b" } })).await.expect(200);
        let mut visitor = shop.visitor();
        assert!(visitor.page("/").await.text().contains("<link rel=\"manifest\" href=\"/site.webmanifest\">"));
        assert!(visitor.page("/en/").await.text().contains("<link rel=\"manifest\" href=\"/en/site.webmanifest\">"));
        let answer = visitor.page("/site.webmanifest").await;
        assert_eq!(answer.header("content-type"), Some("application/manifest+json"));
        let italian = answer.expect(200);
        let english = visitor.page("/en/site.webmanifest").await.expect(200);
        assert_eq!((&italian["name"], &italian["theme_color"]), (&json!("Bottega di prova"), &json!("#7a1f2b")));
        assert_eq!((&italian["id"], &italian["start_url"], &italian["lang"]), (&json!("/"), &json!("/"), &json!("it")));
        assert_eq!((&english["id"], &english["start_url"], &english["lang"]), (&json!("/"), &json!("/en/"), &json!("en")));
        for icon in italian["icons"].as_array().expect("icons") {
            assert_eq!(visitor.page(icon["src"].as_str().expect("an address")).await.status, 200);
        }
    }

    async fn the_page_that_stands_in_is_kept_out_of_search_engines(shop) {
        let page = shop.visitor().page("/en/offline/").await;
        assert!(page.text().contains("You are offline") && page.text().contains("<meta name=\"robots\" content=\"noindex\">"));
    }

    async fn a_named_change_of_the_cart_is_made_once_however_often_it_is_sent(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let one = json!({ "id": id, "quantity": 1 });
        for _ in 0..3 {
            named(&mut visitor, "/cart/add-item", "0123456789abcdef-1", one.clone()).await.expect(201);
        }
        assert_eq!(pieces(&mut visitor).await, 1);
        named(&mut visitor, "/cart/add-item", "0123456789abcdef-2", one.clone()).await.expect(201);
        assert_eq!(pieces(&mut visitor).await, 2);
        let key = visitor.cart().await["items"][0]["key"].clone();
        named(&mut visitor, "/cart/update-item", "0123456789abcdef-3", json!({ "key": key, "quantity": 5 })).await.expect(200);
        named(&mut visitor, "/cart/remove-item", "0123456789abcdef-4", json!({ "key": key })).await.expect(200);
        // The answer was lost: the line is gone, and that is no refusal.
        named(&mut visitor, "/cart/remove-item", "0123456789abcdef-4", json!({ "key": key })).await.expect(200);
        for _ in 0..2 {
            named(&mut visitor, "/cart/restore-item", "0123456789abcdef-5", json!({ "key": key })).await.expect(200);
        }
        assert_eq!(pieces(&mut visitor).await, 5);
        // One that is late changes nothing any more.
        named(&mut visitor, "/cart/update-item", "0123456789abcdef-3", json!({ "key": key, "quantity": 9 })).await.expect(200);
        assert_eq!(pieces(&mut visitor).await, 5);
    }

    async fn the_same_name_means_the_same_change_for_the_classic_call_and_the_store_api(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let request = visitor.request(Method::POST, "/?wc-ajax=add_to_cart").header("Idempotency-Key", "0123456789abcdef");
        let fields = [("product_id", id.to_string()), ("quantity", "1".to_owned())];
        visitor.send(request.form(&fields)).await.expect(200);
        named(&mut visitor, "/cart/add-item", "0123456789abcdef", json!({ "id": id, "quantity": 1 })).await.expect(201);
        assert_eq!(pieces(&mut visitor).await, 1);
    }

    async fn what_is_no_name_counts_as_none_and_another_visitors_name_is_his_own(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let one = json!({ "id": id, "quantity": 1 });
        for name in ["", "short", "with a space in it", &"a".repeat(41), "0123456789abcdef;"] {
            for _ in 0..2 {
                named(&mut visitor, "/cart/add-item", name, one.clone()).await.expect(201);
            }
        }
        assert_eq!(pieces(&mut visitor).await, 10);
        let mut other = shop.visitor();
        for who in [&mut visitor, &mut other] {
            named(who, "/cart/add-item", "fedcba9876543210", one.clone()).await.expect(201);
        }
        assert_eq!((pieces(&mut visitor).await, pieces(&mut other).await), (json!(11), json!(1)));
    }

    async fn a_refused_change_may_be_sent_again_by_its_name(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let many = json!({ "id": id, "quantity": 99999 });
        assert!((400..500).contains(&named(&mut visitor, "/cart/add-item", "8899aabbccddeeff", many).await.status));
        named(&mut visitor, "/cart/add-item", "8899aabbccddeeff", json!({ "id": id, "quantity": 1 })).await.expect(201);
        assert_eq!(pieces(&mut visitor).await, 1);
    }
}

on_both_databases! {
    async fn two_equal_changes_at_the_same_moment_are_one(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        visitor.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.expect(201);
        let mut again = visitor.moved_to(&visitor);
        let one = json!({ "id": id, "quantity": 1 });
        let (first, second) = tokio::join!(
            named(&mut visitor, "/cart/add-item", "0011223344556677", one.clone()),
            named(&mut again, "/cart/add-item", "0011223344556677", one.clone())
        );
        assert_eq!((first.status, second.status), (201, 201));
        assert_eq!(pieces(&mut visitor).await, 2);
    }
}
