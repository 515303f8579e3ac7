//! What merchants and their suppliers write with tags, on every way in and out: one list of what is harmless holds for all.

use reqwest::Method;
use serde_json::json;
use shop_services::ports::OutboxStore;
use shop_storage::Db;
use shop_tests::{TestShop, Visitor, page_data, rules, sql};

/// One of each: what runs by itself, by a click, by an address; what takes a name, a place or a look of the page's own.
const TAINTED: &str = "<p onclick=hit() id=axe style=position:fixed class=x>Buono<script>hit()</script></p><svg onload=hit()></svg>\
    <a href=javascript:hit()>qui</a><img src=https://attacker.example/hit() onerror=hit()><form action=//attacker.example><b>bene</b></form>";
/// What is left of it.
const CLEAN: &str = "<p>Buono</p><a rel=\"noopener\">qui</a><img loading=\"lazy\"><b>bene</b>";

/// A product whose texts and ingredients came tainted from a supplier, in a category of its own.
fn catalogue() -> String {
    let cell = TAINTED.replace('"', "\"\"");
    format!(
        "Type,SKU,Name,Published,Regular price,Short description,Description,Categories,Meta: food_name,Meta: ingredients,\
         Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Parent\n\
         simple,x-one,Esca,1,9.90,\"{cell}\",\"{cell}\",Esche,Esca,\"{cell}\",,,,,\n\
         variable,x-two,Esca doppia,1,,,\"{cell}\",Esche,,,Formato,\"1, 2\",1,0,\n\
         variation,x-two-1,,1,5,,\"{cell}\",,,,Formato,1,,0,x-two\n"
    )
}

fn assert_clean(place: &str, text: &str) {
    assert!(text.contains("Buono"), "{place} does not show it");
    for wrong in ["hit()", "attacker.example", "onclick", "onerror", "javascript:", "onload", "id=axe", "id=\\\"axe"] {
        let near = text
            .find(wrong)
            .map(|at| text.chars().skip(text[..at].chars().count().saturating_sub(80)).take(200).collect::<String>());
        assert_eq!(near, None, "{place} holds {wrong}");
    }
}

async fn quick_view(visitor: &mut Visitor, id: i64) -> String {
    let shop = page_data(visitor, "/negozio/").await;
    let nonce = shop["shell"]["quick_view"]["nonce"].as_str().expect("a nonce").to_owned();
    visitor.page(&format!("/?wc-ajax=woosq_quickview&product_id={id}&nonce={nonce}")).await.text()
}

/// A page whose stored text is older than the rules for it.
fn taint_page(shop: &TestShop, slug: &str) {
    let text = format!("<p>{{seller}}</p>{TAINTED}").replace('\'', "''");
    let escaped = serde_json::to_string(&text).expect("JSON");
    let statement = format!(
        "UPDATE pages SET details = replace(details, '\"body\":\"', '\"body\":{}') WHERE slug = '{slug}'",
        &escaped[..escaped.len() - 1]
    );
    sql(shop.database(), &statement);
}

rules! {
    async fn a_suppliers_texts_reach_no_page_and_no_client_as_they_came(shop) {
        let mut shop = shop;
        let server = shop.import(&catalogue()).await;
        let mut visitor = shop.visitor_of(server);
        let (one, two) = (visitor.id("x-one").await, visitor.id("x-two").await);
        for path in ["/prodotto/esca/", "/prodotto/esca-doppia/"] {
            assert_clean(path, &visitor.page(path).await.text());
        }
        let data = page_data(&mut visitor, "/prodotto/esca/").await;
        let page = &data["page"];
        assert_eq!((&page["description_html"], &page["short_description_html"]), (&json!(CLEAN), &json!(CLEAN)));
        assert_eq!(page["food"]["ingredients_html"], CLEAN);
        assert_clean("the quick view", &quick_view(&mut visitor, one).await);
        let answer = visitor.get(&format!("/products/{one}")).await.expect(200);
        assert_eq!((&answer["description"], &answer["short_description"]), (&json!(CLEAN), &json!(CLEAN)));
        assert_clean("the list of products", &visitor.get("/products?category=esche").await.text());
        let cart = visitor.add("x-one", 1).await;
        assert_eq!(cart["items"][0]["short_description"], CLEAN);
        let fields = [("product_id", two.to_string()), ("attribute_formato", "1".to_owned())];
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let variation = visitor.ajax("get_variation", &fields).await.expect(200);
        assert_eq!(variation["variation_description"], "Buono qui bene");
    }

    async fn what_the_editor_types_is_stored_as_it_will_be_shown(shop) {
        let mut merchant = shop.merchant().await;
        let page = json!({ "kind": "page", "slug": "prova", "title": "Prova", "body": TAINTED, "status": "published" });
        let saved = merchant.write(Method::POST, "/pages", page).await.expect(201);
        assert_eq!(saved["fields"]["body"], CLEAN);
        let category = json!({ "name": "Prova", "description": TAINTED, "description_en": TAINTED });
        let id = merchant.write(Method::POST, "/catalogue/categories", category).await.expect(201)["id"].clone();
        let seen = merchant.get(&format!("/catalogue/categories/{id}")).await.expect(200);
        assert_eq!((&seen["fields"]["description"], &seen["fields"]["description_en"]), (&json!(CLEAN), &json!(CLEAN)));
        let shown = merchant.write(Method::POST, "/pages/preview", json!({ "body": TAINTED })).await.expect(200);
        assert_eq!(shown["html"], CLEAN);
        let page = page_data(&mut shop.visitor(), "/prova/").await;
        assert_eq!(page["page"]["parts"], json!([{ "part": "html", "html": CLEAN }]));
    }

    async fn texts_that_were_stored_before_are_cleaned_where_they_are_shown(shop) {
        let mut shop = shop;
        taint_page(&shop, "condizioni-di-vendita");
        sql(shop.database(), &format!("UPDATE categories SET description = '{}' WHERE slug = 'olio'", TAINTED.replace('\'', "''")));
        let server = shop.with_settings(|settings| settings.checkout.terms_page = Some("/condizioni-di-vendita/".into())).await;
        let mut visitor = shop.visitor_of(server);
        assert_clean("the page", &visitor.page("/condizioni-di-vendita/").await.text());
        assert_clean("the category", &visitor.page("/categoria-prodotto/olio/").await.text());
        assert_clean("the list of categories", &visitor.get("/products/categories").await.text());
        visitor.add("t-oil", 1).await;
        let mut order = shop_tests::checkout("bacs");
        order["extensions"] = json!({ "bottega": { "terms": true } });
        visitor.post("/checkout", order).await.expect(200);
        let db = Db::open(shop.database()).await.expect("the database opens");
        let (mails, _) = db.list_mail(1, 100).await.expect("messages");
        let mail = mails.iter().find(|mail| mail.body_html.contains("Buono")).expect("the terms go with the order");
        assert_clean("the message", &mail.body_html);
        assert_clean("its text", &mail.body_text);
    }
}
