//! Searches find what is stored however it is typed: every list of the shop and of the back office, on both databases.

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::base::search_text::{changed_characters, search_words};
use shop_tests::{Merchant, TestShop, Visitor, company, make_company, on_both_databases, sql};

use crate::trade::bulk_orders::call;

const NAME: &str = "Crème dell’Œuf & Straße – 70%";
/// What people type to find the name.
const TYPED: [&str; 11] = [
    "dell'œuf",
    "dell’oeuf",
    "DELLOEUF",
    "dell oeuf",
    "creme dell`oeuf e strasse",
    "oeuf and straẞe",
    "ＣＲＥＭＥ",
    "creme\u{a0}dell´oeuf",
    "70%",
    "straße - 70%",
    "strasse — creme",
];
/// What finds nothing: signs that databases take for something else.
const NOWHERE: [&str; 5] = ["cr%e", "cr_me", "70_", "\\", "dell%oeuf"];

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// How many a list of the back office finds.
async fn found(merchant: &mut Merchant, path: &str, text: &str) -> usize {
    let answer = merchant.get(&format!("{path}?search={}", encoded(text))).await.expect(200);
    count(&answer)
}

/// Pieces of a text that a search takes whole: longer ones are cut. Each begins with the last sign of the one before.
fn searched_whole(text: &str) -> Vec<String> {
    let signs: Vec<char> = text.chars().collect();
    let mut from = 0;
    let mut pieces = Vec::new();
    while from + 1 < signs.len() {
        let end = signs.len().min(from + 100);
        pieces.push(signs[from..end].iter().collect());
        from = end - 1;
    }
    pieces
}

fn count(answer: &Value) -> usize {
    let total = answer["total"].as_u64().and_then(|total| usize::try_from(total).ok());
    total.or_else(|| answer.as_array().map(Vec::len)).unwrap_or_else(|| panic!("a list: {answer}"))
}

/// A shop in which a product, a category, a page, an order, an account, a company and a list have the name.
async fn named(shop: &TestShop) -> (Visitor, Merchant) {
    let mut buyer = company(shop, "rosa@bar.example", NAME).await;
    let mut merchant = shop.merchant().await;
    let oil = buyer.id("t-oil").await;
    merchant.write(Method::PATCH, &format!("/products/{oil}"), json!({ "name": NAME })).await.expect(200);
    merchant.write(Method::POST, "/catalogue/categories", json!({ "name": NAME })).await.expect(201);
    buyer.buy("t-later", 1).await;
    let db = shop.database();
    sql(db, &format!("UPDATE orders SET billing_name = '{NAME}' WHERE status <> 'checkout-draft'"));
    sql(db, &format!("UPDATE customers SET first_name = '{NAME}' WHERE email = 'rosa@bar.example'"));
    let fields = [("title", NAME), ("productstring", &format!("{oil}:1|"))];
    assert_eq!(call(&mut buyer, "b2bking_bulkorder_save_list", &fields).await.status, 200);
    (buyer, merchant)
}

on_both_databases! {
    async fn every_list_of_the_back_office_finds_a_name_however_it_is_typed(shop) {
        let (_, mut merchant) = named(&shop).await;
        for path in ["/products", "/orders", "/customers", "/companies", "/offer-buyers"] {
            for typed in TYPED {
                assert_eq!(found(&mut merchant, path, typed).await, 1, "{path} {typed}");
            }
            for typed in NOWHERE {
                assert_eq!(found(&mut merchant, path, typed).await, 0, "{path} {typed}");
            }
        }
        let owners = merchant.get(&format!("/price-owners?search={}", encoded("dell'oeuf"))).await.expect(200);
        assert!(owners.as_array().expect("owners").iter().any(|owner| owner["name"] == NAME), "{owners}");
    }

    async fn every_search_of_the_shop_finds_a_name_however_it_is_typed(shop) {
        let (mut buyer, _) = named(&shop).await;
        for typed in TYPED {
            let text = encoded(typed);
            let products = buyer.get(&format!("/products?search={text}")).await.expect(200);
            assert_eq!(products[0]["sku"], "t-oil", "{typed}: {products}");
            let terms = buyer.get(&format!("/products/categories?hide_empty=false&search={text}")).await.expect(200);
            assert_eq!(count(&terms), 1, "{typed}: {terms}");
            let suggested = buyer.page(&format!("/api/search?s={text}")).await.expect(200);
            assert_eq!(suggested["products"][0]["name"], NAME, "{typed}: {suggested}");
            let rows = call(&mut buyer, "b2bking_ajax_search", &[("searchValue", typed)]).await.expect(200);
            assert!(rows.is_object(), "{typed}: {rows}");
            let lists = shop_tests::page_data(&mut buyer, &format!("/my-account/purchase-lists/?s={text}")).await;
            assert_eq!(lists["page"]["section"]["lists"].as_array().map(Vec::len), Some(1), "{typed}");
        }
        for typed in NOWHERE {
            let text = encoded(typed);
            let products = buyer.get(&format!("/products?search={text}")).await.expect(200);
            assert_eq!(count(&products), 0, "{typed}: {products}");
            let lists = shop_tests::page_data(&mut buyer, &format!("/my-account/purchase-lists/?s={text}")).await;
            assert_eq!(lists["page"]["section"]["lists"].as_array().map(Vec::len), Some(0), "{typed}");
        }
    }

    async fn databases_fold_every_character_as_the_shop_does(shop) {
        let mut merchant = shop.merchant().await;
        company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let all: Vec<(char, String)> =
            changed_characters().filter(|(c, _)| !c.is_control() && !c.is_whitespace()).collect();
        for chunk in all.chunks(24) {
            let stored: String = chunk.iter().map(|(c, _)| format!("x{c}y")).collect();
            let typed: String = chunk.iter().map(|(_, key)| format!("x{key}y")).collect();
            sql(shop.database(), &format!("UPDATE companies SET name = 'Ditta {}'", stored.replace('\'', "''")));
            for part in typed.split_whitespace().flat_map(searched_whole) {
                assert_eq!(found(&mut merchant, "/companies", &part).await, 1, "{part} in {stored}");
            }
        }
        assert!(search_words("x'y") != ["x'y"], "an apostrophe parts words");
    }

    async fn words_stand_in_any_order_and_in_any_column(shop) {
        let mut merchant = shop.merchant().await;
        company(&shop, "rosa@bar.example", "Bar Rosa").await;
        make_company(&shop, "nobody@bar.example", "Altro", "approved");
        for typed in ["rosa bar", "bar rosa@bar", "rosa", "example rosa bar bar"] {
            assert_eq!(found(&mut merchant, "/companies", typed).await, 1, "{typed}");
        }
        assert_eq!(found(&mut merchant, "/companies", "rosa altro").await, 0);
    }
}
