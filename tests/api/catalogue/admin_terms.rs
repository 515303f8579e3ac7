use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use shop_core::base::Lang;
use shop_tests::{Merchant, on_both_databases, rules};

use crate::catalogue::admin_product::DOT;

async fn add(merchant: &mut Merchant, path: &str, body: Value) -> i64 {
    merchant.write(Method::POST, &format!("/catalogue{path}"), body).await.expect(201)["id"].as_i64().expect("a number")
}

fn field(answer: &Value) -> (&str, &str) {
    let error = &answer["errors"][0];
    (error["field"].as_str().unwrap_or("none"), error["code"].as_str().unwrap_or("none"))
}

async fn names(merchant: &mut Merchant, path: &str) -> Vec<String> {
    let list = merchant.get(&format!("/catalogue{path}")).await.expect(200);
    let rows = list.as_array().cloned().unwrap_or_default();
    rows.iter().filter_map(|row| row["name"].as_str().map(str::to_owned)).collect()
}

rules! {
    async fn a_category_is_made_below_another_and_has_a_page_in_both_languages(shop) {
        let mut merchant = shop.merchant().await;
        let tree = merchant.get("/catalogue/categories").await.expect(200);
        let oil = tree.as_array().expect("rows").iter().find(|row| row["slug"] == "olio").expect("oil").clone();
        let fields = json!({ "parent_id": oil["id"], "name": "Olio nuovo", "name_en": "New oil", "description": "<p onclick=x>Appena franto" });
        let id = add(&mut merchant, "/categories", fields).await;
        let seen = merchant.get(&format!("/catalogue/categories/{id}")).await.expect(200);
        assert_eq!((&seen["path"], &seen["depth"]), (&json!("/categoria-prodotto/olio/olio-nuovo/"), &json!(1)));
        assert_eq!(seen["fields"]["description"], "<p>Appena franto</p>");
        let mut visitor = shop.visitor();
        let page = visitor.page("/categoria-prodotto/olio/olio-nuovo/").await;
        assert!(page.status == 200 && page.text().contains("Appena franto"));
    }

    async fn wrong_categories_are_refused_by_field(shop) {
        let mut merchant = shop.merchant().await;
        let id = add(&mut merchant, "/categories", json!({ "name": "Prova" })).await;
        let below = add(&mut merchant, "/categories", json!({ "name": "Sotto", "parent_id": id })).await;
        let before = names(&mut merchant, "/categories").await;
        for (path, method, body, wanted) in [
            ("/categories".to_owned(), Method::POST, json!({ "name": " " }), ("name", "merchant_required")),
            ("/categories".to_owned(), Method::POST, json!({ "name": "Altra", "slug": "Con Spazi" }), ("slug", "office_slug_invalid")),
            ("/categories".to_owned(), Method::POST, json!({ "name": "Altra", "slug": "olio" }), ("slug", "office_slug_taken")),
            ("/categories".to_owned(), Method::POST, json!({ "name": "Altra", "parent_id": 999_999 }), ("parent_id", "merchant_unknown_entry")),
            (format!("/categories/{id}"), Method::PUT, json!({ "name": "Prova", "parent_id": id }), ("parent_id", "office_category_loop")),
            (format!("/categories/{id}"), Method::PUT, json!({ "name": "Prova", "parent_id": below }), ("parent_id", "office_category_loop")),
        ] {
            let answer = merchant.write(method, &format!("/catalogue{path}"), body.clone()).await.expect(422);
            assert_eq!(field(&answer), wanted, "{body}");
        }
        assert_eq!(merchant.write(Method::PUT, "/catalogue/categories/999999", json!({ "name": "X" })).await.status, 404);
        assert_eq!(names(&mut merchant, "/categories").await, before);
    }

    async fn english_pages_show_the_english_names_of_tags_attributes_and_values(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.shop.language = Lang::En).await;
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let find = |list: &Value, name: &str| list.as_array().expect("rows").iter().find(|row| row["name"] == name).expect("it is there").clone();
        let tag = find(&merchant.get("/catalogue/tags").await.expect(200), "bio");
        let region = find(&merchant.get("/catalogue/attributes").await.expect(200), "Regione");
        let liguria = find(&region["values"], "Liguria");
        let path = format!("/catalogue/attributes/{}", region["id"]);
        for (path, body) in [
            (format!("/catalogue/tags/{}", tag["id"]), json!({ "name": "bio", "name_en": "Organic", "slug": "bio" })),
            (path.clone(), json!({ "name": "Regione", "name_en": " Region " })),
            (format!("{path}/values/{}", liguria["id"]), json!({ "name": "Liguria", "name_en": "The Riviera" })),
        ] {
            assert_eq!(merchant.write(Method::PUT, &path, body).await.status, 204, "{path}");
        }
        let mut visitor = shop.visitor_of(server);
        let product = visitor.get("/products?sku=t-oil").await.expect(200)[0]["permalink"].as_str().expect("an address").to_owned();
        let at = product.find("/prodotto/").expect("a path");
        let page = visitor.page(&product[at..]).await.text();
        assert!(["Organic", "Region", "The Riviera"].iter().all(|words| page.contains(words)), "{page}");
        assert!(!page.contains("Regione"), "{page}");
        let list = visitor.page("/negozio/").await.text();
        assert!(["Organic", "Region", "The Riviera"].iter().all(|words| list.contains(words)));
        assert!(visitor.page("/tag-prodotto/bio/").await.text().contains("<title>Organic"));
        let long = json!({ "name": "Regione", "name_en": "x".repeat(101) });
        assert_eq!(field(&merchant.write(Method::PUT, &path, long).await.expect(422)), ("name_en", "merchant_too_long"));
        let seen = find(&merchant.get("/catalogue/attributes").await.expect(200), "Regione");
        assert_eq!((&seen["name_en"], &seen["values"][0]["name_en"]), (&json!("Region"), &json!("The Riviera")));
    }

    async fn strangers_change_no_term(shop) {
        let mut visitor = shop.visitor();
        for (method, path) in [
            (Method::POST, "/categories"),
            (Method::DELETE, "/categories/1"),
            (Method::PUT, "/category-order"),
            (Method::POST, "/tags"),
            (Method::DELETE, "/tags/1"),
            (Method::POST, "/attributes"),
            (Method::DELETE, "/attributes/1/values/1"),
        ] {
            let request = visitor.request(method, &format!("/api/admin/catalogue{path}")).json(&json!({ "name": "X" }));
            assert_eq!(visitor.send(request).await.status, 401, "{path}");
        }
    }

    async fn products_of_a_deleted_category_stay_and_those_below_it_move_up(shop) {
        let mut merchant = shop.merchant().await;
        let tree = merchant.get("/catalogue/categories").await.expect(200);
        let oil = tree.as_array().expect("rows").iter().find(|row| row["slug"] == "olio").expect("oil")["id"].as_i64().expect("id");
        let below = add(&mut merchant, "/categories", json!({ "name": "Sotto l'olio", "parent_id": oil })).await;
        assert_eq!(merchant.write(Method::DELETE, &format!("/catalogue/categories/{oil}"), json!({})).await.status, 204);
        assert_eq!(merchant.write(Method::DELETE, &format!("/catalogue/categories/{oil}"), json!({})).await.status, 404);
        let seen = merchant.get(&format!("/catalogue/categories/{below}")).await.expect(200);
        assert_eq!(seen["parent_id"], Value::Null);
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page("/categoria-prodotto/olio/").await.status, 404);
        visitor.add("t-oil", 1).await;
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn tags_are_made_renamed_and_deleted_and_a_taken_address_is_refused(shop) {
        let mut merchant = shop.merchant().await;
        let id = add(&mut merchant, "/tags", json!({ "name": "Senza glutine" })).await;
        let answer = merchant.write(Method::POST, "/catalogue/tags", json!({ "name": "Senza Glutine" })).await.expect(422);
        assert_eq!(field(&answer), ("slug", "office_slug_taken"));
        assert_eq!(merchant.write(Method::PUT, &format!("/catalogue/tags/{id}"), json!({ "name": "Bio", "slug": "biologico" })).await.status, 204);
        assert!(names(&mut merchant, "/tags").await.contains(&"Bio".to_owned()));
        assert_eq!(merchant.write(Method::DELETE, &format!("/catalogue/tags/{id}"), json!({})).await.status, 204);
        assert_eq!(merchant.write(Method::PUT, &format!("/catalogue/tags/{id}"), json!({ "name": "Sparita" })).await.status, 404);
    }

    async fn a_category_gets_a_picture_keeps_it_and_loses_it(shop) {
        let mut merchant = shop.merchant().await;
        let id = add(&mut merchant, "/categories", json!({ "name": "Con immagine" })).await;
        let path = format!("/catalogue/categories/{id}/picture");
        let file = |bytes: &[u8]| Form::new().part("file", Part::bytes(bytes.to_vec()).file_name("foto.png"));
        for (form, code) in [(file(b"no picture"), "office_picture_type"), (file(b""), "office_file_missing")] {
            assert_eq!(field(&merchant.upload(&path, form).await.expect(422)), ("file", code));
        }
        assert_eq!(merchant.upload("/catalogue/categories/999999/picture", file(DOT)).await.status, 404);
        let saved = merchant.upload(&path, file(DOT)).await.expect(200);
        let src = saved["picture"]["src"].as_str().expect("an address").to_owned();
        assert_eq!(shop.visitor().page(&src).await.status, 200);
        let renamed = json!({ "name": "Con foto" });
        let kept = merchant.write(Method::PUT, &format!("/catalogue/categories/{id}"), renamed).await.expect(200);
        assert_eq!(kept["picture"]["src"], src.as_str());
        let bare = merchant.write(Method::DELETE, &path, json!({})).await.expect(200);
        assert_eq!(bare["picture"], Value::Null);
        let mut visitor = shop.visitor();
        let request = visitor.request(Method::POST, &format!("/api/admin{path}")).multipart(file(DOT));
        assert_eq!(visitor.send(request).await.status, 401);
    }
}

on_both_databases! {
    async fn siblings_are_put_in_another_order_and_an_incomplete_order_is_refused(shop) {
        let mut merchant = shop.merchant().await;
        let tree = merchant.get("/catalogue/categories").await.expect(200);
        let top: Vec<i64> = tree.as_array().expect("rows").iter().filter(|row| row["parent_id"].is_null()).filter_map(|row| row["id"].as_i64()).collect();
        let reversed: Vec<i64> = top.iter().rev().copied().collect();
        let order = json!({ "parent_id": null, "ids": reversed });
        assert_eq!(merchant.write(Method::PUT, "/catalogue/category-order", order).await.status, 204);
        let tree = merchant.get("/catalogue/categories").await.expect(200);
        let now: Vec<i64> = tree.as_array().expect("rows").iter().filter(|row| row["parent_id"].is_null()).filter_map(|row| row["id"].as_i64()).collect();
        assert_eq!(now, reversed);
        for ids in [&reversed[1..], &[reversed[0], reversed[0]][..], &[][..]] {
            let answer = merchant.write(Method::PUT, "/catalogue/category-order", json!({ "parent_id": null, "ids": ids })).await.expect(422);
            assert_eq!(field(&answer), ("ids", "office_order_incomplete"));
        }
    }

    async fn an_attribute_that_products_have_is_renamed_in_them_and_cannot_be_deleted(shop) {
        let mut merchant = shop.merchant().await;
        let list = merchant.get("/catalogue/attributes").await.expect(200);
        let used = list.as_array().expect("rows").iter().find(|row| row["products"].as_i64() > Some(0)).expect("a used one").clone();
        let (id, value) = (used["id"].as_i64().expect("id"), used["values"].as_array().expect("values").iter().find(|one| one["products"].as_i64() > Some(0)).expect("a used value").clone());
        let path = format!("/catalogue/attributes/{id}");
        let answer = merchant.write(Method::DELETE, &path, json!({})).await.expect(422);
        assert_eq!(answer["errors"][0]["code"], "office_term_used");
        let answer = merchant.write(Method::DELETE, &format!("{path}/values/{}", value["id"]), json!({})).await.expect(422);
        assert_eq!(answer["errors"][0]["code"], "office_term_used");
        assert_eq!(merchant.write(Method::PUT, &path, json!({ "name": "Misura della confezione" })).await.status, 204);
        assert_eq!(merchant.write(Method::PUT, &format!("{path}/values/{}", value["id"]), json!({ "name": "Così tanto" })).await.status, 204);
        let mut visitor = shop.visitor();
        let found = visitor.get("/products?per_page=100").await.expect(200);
        let text = found.to_string();
        assert!(text.contains("Misura della confezione") && text.contains("Così tanto"), "{text}");
        let fresh = add(&mut merchant, "/attributes", json!({ "name": "Annata" })).await;
        let answer = merchant.write(Method::POST, "/catalogue/attributes", json!({ "name": "Annata" })).await.expect(422);
        assert_eq!(field(&answer), ("name", "office_name_taken"));
        let first = add(&mut merchant, &format!("/attributes/{fresh}/values"), json!({ "name": "2024" })).await;
        let second = add(&mut merchant, &format!("/attributes/{fresh}/values"), json!({ "name": "2025" })).await;
        let order = json!({ "ids": [second, first] });
        assert_eq!(merchant.write(Method::PUT, &format!("/catalogue/attributes/{fresh}/values"), order).await.status, 204);
        let list = merchant.get("/catalogue/attributes").await.expect(200);
        let seen = list.as_array().expect("rows").iter().find(|row| row["id"] == fresh).expect("the new one").clone();
        assert_eq!((&seen["values"][0]["name"], &seen["taxonomy"]), (&json!("2025"), &json!("pa_annata")));
        assert_eq!(merchant.write(Method::DELETE, &format!("/catalogue/attributes/{fresh}"), json!({})).await.status, 204);
    }
}
