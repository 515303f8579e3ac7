use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, Visitor, rules};

const DATA: &str = "application/vnd.bottega.page+json";

async fn data(visitor: &mut Visitor, path: &str) -> Value {
    let request = visitor.request(Method::GET, path).header("Accept", DATA);
    visitor.send(request).await.expect(200)
}

/// The same of a page that need not be found.
async fn data_of_any(visitor: &mut Visitor, path: &str) -> Value {
    let request = visitor.request(Method::GET, path).header("Accept", DATA);
    visitor.send(request).await.json()
}

async fn nonce(visitor: &mut Visitor) -> String {
    let page = data(visitor, "/negozio/").await;
    page["shell"]["quick_view"]["nonce"].as_str().expect("a nonce").to_owned()
}

/// Both calls: by GET as the popup asks, by POST as the sidebar does.
async fn both(visitor: &mut Visitor, id: &str, nonce: &str) -> [Answer; 2] {
    let fields = [("action", "woosq_quickview"), ("product_id", id), ("context", "default"), ("nonce", nonce)];
    [
        visitor.page(&format!("/?wc-ajax=woosq_quickview&product_id={id}&nonce={nonce}")).await,
        visitor.submit("/wp-admin/admin-ajax.php", &fields).await,
    ]
}

async fn html(visitor: &mut Visitor, sku: &str) -> String {
    let (id, nonce) = (visitor.id(sku).await.to_string(), nonce(visitor).await);
    let [popup, sidebar] = both(visitor, &id, &nonce).await;
    assert_eq!((popup.status, sidebar.status), (200, 200), "{}", popup.text());
    assert!(popup.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
    assert_eq!(popup.header("cache-control"), Some("no-store"));
    assert_eq!(popup.text(), sidebar.text());
    popup.text()
}

rules! {
    async fn the_configured_product_opens_by_itself_but_not_where_somebody_buys(shop) {
        let mut shop = shop;
        let id = shop.visitor().id("t-oil").await;
        let server = shop.with_settings(|settings| settings.quick_view.product_id = id).await;
        let mut visitor = shop.visitor_of(server);
        for path in ["/", "/negozio/", "/en/negozio/", "/prodotto/olio-di-prova/", "/blog/", "/carta-regalo/"] {
            assert_eq!(data_of_any(&mut visitor, path).await["shell"]["quick_view"]["opens"], id, "{path}");
        }
        visitor.add("t-five", 1).await;
        for path in ["/cart/", "/en/cart/", "/checkout/", "/my-account/", "/my-account/lost-password/"] {
            assert_eq!(data_of_any(&mut visitor, path).await["shell"]["quick_view"]["opens"], Value::Null, "{path}");
        }
        let placed = visitor.post("/checkout", shop_tests::checkout("bacs")).await.expect(200);
        let key = placed["order_key"].as_str().expect("a key");
        let path = format!("/checkout/order-received/{}/?key={key}", placed["order_id"]);
        assert_eq!(data_of_any(&mut visitor, &path).await["shell"]["quick_view"]["opens"], Value::Null);
    }

    async fn both_calls_answer_a_product_that_can_be_bought(shop) {
        let mut visitor = shop.visitor();
        let simple = html(&mut visitor, "t-oil").await;
        for part in ["woosq-popup", "product_title", "Olio di prova", "12,00", "Olio extravergine.", "name=\"add-to-cart\"",
            "name=\"quantity\"", "action=\"/prodotto/olio-di-prova/\"", "#reviews"] {
            assert!(simple.contains(part), "{part} is missing: {simple}");
        }
        let reduced = html(&mut visitor, "t-sale").await;
        assert!(reduced.contains("<del>8,00") && reduced.contains("<ins>6,50"), "{reduced}");
        let variable = html(&mut visitor, "t-caviar").await;
        for part in ["variations_form", "data-product_variations=\"[{", "name=\"attribute_pa_formato\"", "value=\"35-g\"",
            "name=\"variation_id\"", "display_price"] {
            assert!(variable.contains(part), "{part} is missing: {variable}");
        }
        let grouped = html(&mut visitor, "t-set").await;
        let child = visitor.id("t-sale").await;
        assert!(grouped.contains(&format!("name=\"quantity[{child}]\"")), "{grouped}");
        let elsewhere = html(&mut visitor, "t-ext").await;
        assert!(elsewhere.contains("https://example.com/libro") && !elsewhere.contains("<form"), "{elsewhere}");
        let gone = html(&mut visitor, "t-gone").await;
        assert!(gone.contains("Esaurito") && !gone.contains("<form"), "{gone}");
        let alone = html(&mut visitor, "t-one").await;
        assert!(!alone.contains("type=\"number\""), "one piece has no quantity: {alone}");
    }

    async fn a_missing_stale_or_foreign_nonce_is_refused(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await.to_string();
        let foreign = visitor.form_nonce("/prodotto/olio-di-prova/", "nonce").await;
        for nonce in ["", "0000000000", &foreign] {
            for answer in both(&mut visitor, &id, nonce).await {
                assert_eq!((answer.status, answer.text().as_str()), (403, "-1"), "{nonce}");
            }
        }
    }

    async fn what_is_not_there_is_told_in_words(shop) {
        let mut visitor = shop.visitor();
        let nonce = nonce(&mut visitor).await;
        let draft = shop.inside().await.context.catalogue().await.expect("a catalogue")
            .products().iter().find(|p| p.item.sku == "t-draft").expect("a draft").item.id.0.to_string();
        for id in ["", "0", "-1", "x", "999999", &draft] {
            for answer in both(&mut visitor, id, &nonce).await {
                assert_eq!(answer.status, 404, "{id}");
                assert!(answer.text().contains("Contenuto non trovato"), "{id}: {}", answer.text());
            }
        }
    }

    async fn names_are_text_in_the_answer(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-caffe").await.to_string();
        let mut merchant = shop.merchant().await;
        let change = json!({ "name": "Caffè <img src=x> & \"co\"" });
        let done = merchant.write(Method::PATCH, &format!("/products/{id}"), change).await;
        assert_eq!(done.status, 200, "{}", done.text());
        let answer = html(&mut visitor, "t-caffe").await;
        assert!(answer.contains("Caffè &lt;img src=x&gt; &amp;"), "{answer}");
        assert!(!answer.contains("<img src=x"), "{answer}");
    }

    async fn the_shops_own_pages_get_data_from_the_same_calls(shop) {
        let mut visitor = shop.visitor();
        let (id, nonce) = (visitor.id("t-caviar").await.to_string(), nonce(&mut visitor).await);
        let page = data(&mut visitor, &format!("/?wc-ajax=woosq_quickview&product_id={id}&nonce={nonce}")).await;
        assert_eq!((&page["page"]["kind"], &page["page"]["card"]["sku"]), (&json!("product"), &json!("t-caviar")));
        assert_eq!(page["page"]["variations"].as_array().map(Vec::len), Some(2));
    }

    async fn the_general_endpoint_refuses_what_it_does_not_know(shop) {
        let mut visitor = shop.visitor();
        for fields in [vec![], vec![("action", "boh")], vec![("action", "")]] {
            let answer = visitor.submit("/wp-admin/admin-ajax.php", &fields).await;
            assert_eq!((answer.status, answer.text().as_str()), (400, "0"), "{fields:?}");
        }
        assert_eq!(visitor.page("/?wc-ajax=boh").await.status, 200, "the home page");
    }

    async fn a_shop_without_a_quick_view_has_neither_buttons_nor_answers(shop) {
        let mut shop = shop;
        let mut before = shop.visitor();
        let (id, nonce) = (before.id("t-oil").await.to_string(), nonce(&mut before).await);
        let at = shop.with_settings(|settings| settings.quick_view.enabled = false).await;
        let mut visitor = shop.visitor_of(at);
        assert!(!visitor.page("/negozio/").await.text().contains("woosq-btn"));
        for answer in both(&mut visitor, &id, &nonce).await {
            assert_eq!(answer.status, 404);
        }
    }

    async fn more_variations_than_a_page_holds_are_fetched_one_by_one(shop) {
        let mut shop = shop;
        let at = shop.with_settings(|settings| settings.listings.variations_on_page = 1).await;
        let mut visitor = shop.visitor_of(at);
        assert!(html(&mut visitor, "t-caviar").await.contains("data-product_variations=\"false\""));
        let page = data(&mut visitor, "/prodotto/caviale-di-prova/").await;
        assert_eq!((&page["page"]["variations_on_demand"], &page["page"]["variations"]), (&json!(true), &json!([])));
        let id = visitor.id("t-caviar").await.to_string();
        for (chosen, sku) in [("35-g", json!("t-caviar-35")), ("99-g", Value::Null), ("", Value::Null)] {
            let fields = [("product_id", id.as_str()), ("attribute_pa_formato", chosen)];
            let request = visitor.request(Method::POST, "/?wc-ajax=get_variation").header("Accept", DATA).form(&fields);
            let found = visitor.send(request).await.expect(200);
            assert_eq!(found["sku"], sku, "{chosen}: {found}");
            let plain = visitor.ajax("get_variation", &fields).await.expect(200);
            assert_eq!(plain["sku"], sku, "{chosen}: {plain}");
        }
    }

    async fn adding_leads_back_to_the_page_below_and_nowhere_else(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await.to_string();
        for (asked, target) in [
            ("/negozio/?product-page=2", "/negozio/?product-page=2"),
            ("/cart/", "/cart/"),
            ("https://evil.example/", "/prodotto/olio-di-prova/"),
            ("//evil.example/", "/prodotto/olio-di-prova/"),
            ("/\\evil.example", "/prodotto/olio-di-prova/"),
            ("javascript:alert(1)", "/prodotto/olio-di-prova/"),
            ("", "/prodotto/olio-di-prova/"),
        ] {
            let fields = [("add-to-cart", id.as_str()), ("quantity", "1"), ("woosq-redirect", asked)];
            let answer = visitor.submit("/prodotto/olio-di-prova/", &fields).await;
            assert_eq!(answer.header("location"), Some(target), "{asked}: {}", answer.text());
        }
    }
}
