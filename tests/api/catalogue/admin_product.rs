use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use shop_tests::{Merchant, page_data, rules};

/// A PNG of one point.
pub(crate) const DOT: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
    6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0,
    0xf0, 0x1f, 0, 5, 0, 1, 0xff, 0x89, 0x99, 0x3d, 0x1d, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

async fn make(merchant: &mut Merchant, name: &str, kind: &str) -> i64 {
    let made = merchant.write(Method::POST, "/products", json!({ "name": name, "kind": kind })).await.expect(201);
    made["id"].as_i64().expect("a number")
}

async fn save(merchant: &mut Merchant, id: i64, change: Value) -> Value {
    merchant.write(Method::PUT, &format!("/products/{id}"), change).await.expect(200)
}

fn first(answer: &Value) -> (&str, &str) {
    let error = &answer["errors"][0];
    (error["field"].as_str().unwrap_or("none"), error["code"].as_str().unwrap_or("none"))
}

fn picture(bytes: &[u8], alt: &str) -> Form {
    Form::new().part("file", Part::bytes(bytes.to_vec()).file_name("foto.png")).text("alt", alt.to_owned())
}

/// A picture file without words.
fn wordless(content: &'static [u8]) -> Form {
    Form::new().part("file", Part::bytes(content).file_name("foto.png"))
}

rules! {
    async fn a_new_product_is_a_draft_until_it_is_published(shop) {
        let mut merchant = shop.merchant().await;
        let id = make(&mut merchant, "Miele di castagno", "simple").await;
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page("/prodotto/miele-di-castagno/").await.status, 404);
        let change = json!({ "status": "publish", "regular_price": "9,50", "details": { "sku": "n-miele", "weight": "0,5" },
            "texts": { "seo_title": "Miele scuro", "ingredients": "miele", "food_name": "Miele di castagno",
            "net_weight_g": "500", "producer": "Apicoltura Neri, Cuneo" } });
        let saved = save(&mut merchant, id, change).await;
        assert_eq!((&saved["details"]["sku"], &saved["details"]["weight"]), (&json!("n-miele"), &json!("0.5")));
        assert_eq!(saved["prices"][0]["price_cents"], 950);
        let page = visitor.page("/prodotto/miele-di-castagno/").await.text();
        assert!(page.contains("<title>Miele scuro"), "{page}");
        visitor.add("n-miele", 1).await;
        for (body, field) in [(json!({ "name": " ", "kind": "simple" }), "name"), (json!({ "name": "X", "kind": "boh" }), "kind")] {
            let answer = merchant.write(Method::POST, "/products", body).await.expect(422);
            assert_eq!(answer["errors"][0]["field"], field);
        }
    }

    async fn wrong_details_are_refused_by_field_and_nothing_is_saved(shop) {
        let mut merchant = shop.merchant().await;
        let id = make(&mut merchant, "Prova", "simple").await;
        for (details, field, code) in [
            (json!({ "sku": "t-oil" }), "details.sku", "office_sku_taken"),
            (json!({ "slug": "Con Spazi" }), "details.slug", "office_slug_invalid"),
            (json!({ "visibility": "boh" }), "details.visibility", "value_unknown"),
            (json!({ "weight": "-1" }), "details.weight", "office_measure_invalid"),
            (json!({ "shipping_class": "Molto fresco" }), "details.shipping_class", "office_slug_invalid"),
            (json!({ "tax_class": "boh" }), "details.tax_class", "value_unknown"),
            (json!({ "category_ids": [999_999] }), "details.category_ids", "merchant_unknown_entry"),
            (json!({ "upsell_ids": [999_999] }), "details.upsell_ids", "merchant_unknown_entry"),
            (json!({ "nutrition": { "fat": "1" } }), "details.nutrition.energy_kj", "merchant_required"),
            (json!({ "attributes": [{ "name": "", "values": ["x"] }] }), "details.attributes.0.name", "merchant_required"),
            (json!({ "attributes": [{ "name": "Annata", "values": [] }] }), "details.attributes.0.values", "merchant_required"),
            (json!({ "attributes": [{ "name": "Annata", "values": ["1"], "variation": true }] }), "details.attributes", "office_not_variable"),
        ] {
            let answer = merchant.write(Method::PUT, &format!("/products/{id}"), json!({ "name": "Altro", "details": details })).await.expect(422);
            assert_eq!(first(&answer), (field, code), "{details}");
        }
        let seen = merchant.get(&format!("/products/{id}")).await.expect(200);
        assert_eq!(seen["name"], "Prova");
    }

    async fn the_food_label_is_kept_whole(shop) {
        let mut merchant = shop.merchant().await;
        let id = make(&mut merchant, "Biscotti", "simple").await;
        let nutrition = json!({ "energy_kj": "2000", "energy_kcal": "478", "fat": "20,5", "saturates": "9", "carbohydrate": "66",
            "sugars": "22", "fibre": "", "protein": "7", "salt": "0,5" });
        let texts = json!({ "ingredients": "farina, burro", "allergens": "gluten,milk", "net_weight_g": "200", "origin": "Italia",
            "food_name": "Biscotti al burro", "producer": "Forno Neri, Cuneo" });
        let saved = save(&mut merchant, id, json!({ "status": "publish", "regular_price": "3", "texts": texts, "details": { "nutrition": nutrition, "perishable": true } })).await;
        assert_eq!((&saved["details"]["nutrition"]["fat"], &saved["details"]["perishable"]), (&json!("20.5"), &json!(true)));
        let page = shop.visitor().page("/prodotto/biscotti/").await.text();
        assert!(page.contains("478") && page.contains("farina, burro"));
        let saved = save(&mut merchant, id, json!({ "details": { "nutrition": {} } })).await;
        assert_eq!(saved["details"]["nutrition"]["fat"], "");
    }

    async fn missing_variations_are_made_and_those_that_are_there_stay(shop) {
        let mut merchant = shop.merchant().await;
        let id = make(&mut merchant, "Pasta", "variable").await;
        let path = format!("/products/{id}/variations");
        let answer = merchant.write(Method::POST, &path, json!({})).await.expect(422);
        assert_eq!(first(&answer), ("values", "office_no_combination"));
        let attributes = |sizes: &[&str]| json!([
            { "name": "Peso", "values": sizes, "visible": true, "variation": true },
            { "name": "Trafila", "values": ["bronzo", "teflon"], "visible": true, "variation": true }
        ]);
        save(&mut merchant, id, json!({ "status": "publish", "details": { "attributes": attributes(&["500 g"]) } })).await;
        let answer = merchant.write(Method::POST, &path, json!({ "regular_price": "x", "stock_quantity": "-1" })).await.expect(422);
        assert_eq!(answer["errors"].as_array().map(Vec::len), Some(2));
        let made = merchant.write(Method::POST, &path, json!({ "regular_price": "2,50", "stock_quantity": "7" })).await.expect(200);
        assert_eq!((&made["made"], made["product"]["variations"].as_array().map(Vec::len)), (&json!(2), Some(2)));
        let kept = made["product"]["variations"][0]["id"].clone();
        save(&mut merchant, id, json!({ "details": { "attributes": attributes(&["500 g", "1 kg"]) } })).await;
        let made = merchant.write(Method::POST, &path, json!({ "regular_price": "4" })).await.expect(200);
        assert_eq!((&made["made"], &made["product"]["variations"][0]["id"]), (&json!(2), &kept));
        assert_eq!(merchant.write(Method::POST, &path, json!({})).await.expect(200)["made"], 0);
        let gone = made["product"]["variations"][3]["id"].clone();
        let change = json!({ "variations": [{ "id": kept, "sku": "n-pasta-500" }], "removed_variations": [gone] });
        let saved = save(&mut merchant, id, change).await;
        assert_eq!((saved["variations"].as_array().map(Vec::len), &saved["variations"][0]["sku"]), (Some(3), &json!("n-pasta-500")));
        let answer = merchant.write(Method::PUT, &format!("/products/{id}"), json!({ "removed_variations": [gone] })).await.expect(422);
        assert_eq!(first(&answer).0, "removed_variations");
        let mut visitor = shop.visitor();
        visitor.add("n-pasta-500", 1).await;
        assert_eq!(visitor.cart().await["items"][0]["prices"]["price"], "250");
        let many: Vec<String> = (0..50).map(|n| format!("{n} g")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let big = json!([{ "name": "Peso", "values": many, "variation": true }, { "name": "Formato", "values": many, "variation": true }]);
        save(&mut merchant, id, json!({ "details": { "attributes": big } })).await;
        let answer = merchant.write(Method::POST, &path, json!({})).await.expect(422);
        assert_eq!(first(&answer), ("values", "office_combinations_many"));
    }

    async fn a_copy_is_a_draft_without_sku_and_sales(shop) {
        let mut merchant = shop.merchant().await;
        let found = merchant.get("/products?search=t-oil").await.expect(200);
        let id = found["products"][0]["id"].as_i64().expect("id");
        let made = merchant.write(Method::POST, &format!("/products/{id}/duplicate"), json!({})).await.expect(201);
        let copy = merchant.get(&format!("/products/{}", made["id"])).await.expect(200);
        let original = merchant.get(&format!("/products/{id}")).await.expect(200);
        assert_eq!((&copy["status"], &copy["sku"], &copy["name"]), (&json!("draft"), &json!(""), &original["name"]));
        assert_ne!(copy["details"]["slug"], original["details"]["slug"]);
        assert_eq!(merchant.write(Method::POST, "/products/999999/duplicate", json!({})).await.status, 404);
    }

    async fn a_picture_is_resized_described_ordered_and_taken_away(shop) {
        let mut merchant = shop.merchant().await;
        let id = make(&mut merchant, "Con foto", "simple").await;
        save(&mut merchant, id, json!({ "status": "publish", "regular_price": "3" })).await;
        let path = format!("/products/{id}/pictures");
        for (form, field, code) in [
            (picture(DOT, " "), "alt", "office_picture_alt"),
            (picture(b"<svg onload=x>", "Un disegno"), "file", "office_picture_type"),
            (picture(b"", "Niente"), "file", "office_file_missing"),
            (picture(&vec![0; 21 * 1024 * 1024], "Troppo"), "file", "office_file_too_large"),
        ] {
            let answer = merchant.upload(&path, form).await.expect(422);
            assert_eq!(first(&answer), (field, code));
        }
        let saved = merchant.upload(&path, picture(DOT, "Un punto rosso")).await.expect(201);
        let shown = saved["pictures"][0].clone();
        assert_eq!((&shown["alt"], &shown["width"]), (&json!("Un punto rosso"), &json!(1)));
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page(shown["src"].as_str().expect("an address")).await.status, 200);
        assert!(visitor.page("/prodotto/con-foto/").await.text().contains("Un punto rosso"));
        let row = |alt: &str| json!({ "file": shown["file"], "source": shown["source"], "alt": alt, "alt_en": "A dot" });
        let answer = merchant.write(Method::PUT, &path, json!({ "pictures": [row("")] })).await.expect(422);
        assert_eq!(first(&answer), ("pictures.0.alt", "office_picture_alt"));
        let answer = merchant.write(Method::PUT, &path, json!({ "pictures": [row("a"), row("b")] })).await.expect(422);
        assert_eq!(first(&answer), ("pictures.1.file", "office_entry_gone"));
        let saved = merchant.write(Method::PUT, &path, json!({ "pictures": [row("Altro")] })).await.expect(200);
        assert_eq!((&saved["pictures"][0]["alt"], &saved["pictures"][0]["alt_en"]), (&json!("Altro"), &json!("A dot")));
        let saved = merchant.write(Method::PUT, &path, json!({ "pictures": [] })).await.expect(200);
        assert_eq!(saved["pictures"], json!([]));
        assert_eq!(merchant.upload("/products/999999/pictures", picture(DOT, "x")).await.status, 404);
    }

    async fn a_variation_shows_a_picture_of_its_own_once_it_is_chosen_and_the_product_s_otherwise(shop) {
        let mut merchant = shop.merchant().await;
        let found = merchant.get("/products?search=t-caviar").await.expect(200);
        let id = found["products"][0]["id"].as_i64().expect("an id");
        let seen = merchant.get(&format!("/products/{id}")).await.expect(200);
        let of = |place: usize| seen["variations"][place]["id"].as_i64().expect("an id");
        let (small, big) = (of(0), of(1));
        assert_eq!(seen["variations"][0]["picture"], json!(null));
        let saved = merchant.upload(&format!("/products/{id}/pictures"), picture(DOT, "Un barattolo")).await.expect(201);
        let file = saved["pictures"][0]["file"].clone();
        let choose = |variation: i64, file: &Value| json!({ "variations": [{ "id": variation, "picture": file }] });
        let saved = save(&mut merchant, id, choose(big, &file)).await;
        assert_eq!((&saved["variations"][1]["picture"]["file"], &saved["variations"][0]["picture"]), (&file, &json!(null)));
        let saved = save(&mut merchant, id, json!({ "variations": [{ "id": big, "regular_price": "71" }] })).await;
        assert_eq!(saved["variations"][1]["picture"]["file"], file, "another change leaves it");
        let product = id.to_string();
        let mut visitor = shop.visitor();
        let fields = [("product_id", product.as_str()), ("attribute_pa_formato", "35-g")];
        let shown = visitor.ajax("get_variation", &fields).await.json();
        assert!(shown["image"]["src"].as_str().is_some_and(|src| src.contains(file.as_str().expect("a name"))), "{shown}");
        let (image, page) = (&shown["image"], page_data(&mut visitor, "/prodotto/caviale-di-prova/").await);
        let own = page["page"]["variations"][1]["picture"].clone();
        let told = |product: &Value| product["images"][0]["id"].as_i64().expect("a number");
        assert_eq!(shown["image_id"], told(&visitor.get(&format!("/products/{big}")).await.expect(200)), "{shown}");
        let none = [("product_id", product.as_str()), ("attribute_pa_formato", "15-g")];
        let inherited = visitor.ajax("get_variation", &none).await.json();
        assert_eq!(inherited["image_id"], told(&visitor.get(&format!("/products/{id}")).await.expect(200)), "{inherited}");
        let line = visitor.add("t-caviar-35", 1).await["items"][0].clone();
        assert_eq!(told(&line), shown["image_id"].as_i64().expect("a number"), "{line}");
        let line = visitor.add("t-caviar-15", 1).await["items"][1].clone();
        assert_eq!(told(&line), inherited["image_id"].as_i64().expect("a number"), "{line}");
        assert_eq!((&image["full_src"], &image["gallery_thumbnail_src"]), (&image["src"], &image["thumb_src"]));
        assert_eq!((&image["alt"], &own["alt"], &image["caption"]), (&json!("Un barattolo"), &json!("Un barattolo"), &json!("")));
        assert_eq!(image["title"], file, "the file's name");
        for (name, of) in [("src_w", "width"), ("src_h", "height"), ("full_src_w", "width"), ("full_src_h", "height")] {
            assert_eq!(image[name], own[of], "{name}: {image}");
        }
        let ends = |name: &str, of: &str| image[name].as_str().is_some_and(|src| src.ends_with(own[of].as_str().expect("a path")));
        assert!(ends("full_src", "full_src") && ends("gallery_thumbnail_src", "thumbnail_src"), "{image} {own}");
        assert!(image["srcset"].is_string() && image["sizes"].is_string(), "{image}");
        let csv = merchant.get("/export").await.text();
        let row = csv.lines().find(|line| line.contains("t-caviar-35")).expect("the variation's row");
        assert!(row.contains("foto.png"), "{row}");
        let path = format!("/products/{id}/variations/{small}/picture");
        let saved = merchant.upload(&path, wordless(DOT)).await.expect(200);
        assert_eq!(saved["variations"][0]["picture"]["source"], "foto.png");
        let saved = save(&mut merchant, id, choose(small, &json!(""))).await;
        assert_eq!(saved["variations"][0]["picture"], json!(null));
        merchant.write(Method::PUT, &format!("/products/{id}/pictures"), json!({ "pictures": [] })).await.expect(200);
        let kept = merchant.get(&format!("/products/{id}")).await.expect(200);
        assert_eq!(kept["variations"][1]["picture"]["file"], file, "what the product no longer shows the variation keeps");
    }

    async fn a_variations_picture_that_is_not_there_is_refused_by_its_field(shop) {
        let mut merchant = shop.merchant().await;
        let other = make(&mut merchant, "Altro", "simple").await;
        let uploaded = merchant.upload(&format!("/products/{other}/pictures"), picture(DOT, "Altro")).await.expect(201);
        let elsewhere = uploaded["pictures"][0]["file"].clone();
        let found = merchant.get("/products?search=t-caviar").await.expect(200);
        let id = found["products"][0]["id"].as_i64().expect("an id");
        let variation = found["products"][0]["variations"][0]["id"].as_i64().expect("an id");
        for file in [elsewhere, json!("nessuna"), json!("../shop")] {
            let change = json!({ "variations": [{ "id": variation, "picture": file }] });
            let answer = merchant.write(Method::PUT, &format!("/products/{id}"), change).await.expect(422);
            assert_eq!(first(&answer), (format!("variations.{variation}.picture").as_str(), "office_picture_not_here"));
        }
        let unknown = json!({ "variations": [{ "id": 999_999, "picture": "" }] });
        let answer = merchant.write(Method::PUT, &format!("/products/{id}"), unknown).await.expect(422);
        assert_eq!(first(&answer), ("variations.999999.id", "variation_unknown"));
        let path = format!("/products/{id}/variations/{variation}/picture");
        for (form, code) in [(wordless(b"<svg onload=x>"), "office_picture_type"), (wordless(b""), "office_file_missing")] {
            assert_eq!(first(&merchant.upload(&path, form).await.expect(422)), ("file", code));
        }
        for path in [format!("/products/{other}/variations/{variation}/picture"), format!("/products/{id}/variations/{other}/picture")] {
            assert_eq!(merchant.upload(&path, wordless(DOT)).await.status, 404, "{path}");
        }
        let request = shop.visitor().request(Method::POST, &format!("/api/admin{path}")).multipart(wordless(DOT));
        assert_eq!(shop.visitor().send(request).await.status, 401);
    }

    async fn linked_products_are_named_and_one_that_was_deleted_hinders_no_other_change(shop) {
        let mut merchant = shop.merchant().await;
        let id = make(&mut merchant, "Crostini", "simple").await;
        let linked = make(&mut merchant, "Paté", "simple").await;
        let saved = save(&mut merchant, id, json!({ "details": { "upsell_ids": [linked] } })).await;
        assert_eq!(saved["linked"], json!([{ "id": linked, "name": "Paté" }]));
        let page = json!({ "kind": "page", "title": "Scelti", "status": "draft", "position": "0",
            "blocks": [{ "kind": "handpicked", "count": "4", "columns": "4", "ids": [linked] }] });
        let made = merchant.write(Method::POST, "/pages", page).await.expect(201);
        assert_eq!(made["products"], json!([{ "id": linked, "name": "Paté" }]));
        let coupon = json!({ "code": "pate", "kind": "percent", "amount": "10", "product_ids": [linked] });
        let coupon = merchant.write(Method::POST, "/coupons", coupon).await.expect(201)["id"].clone();
        for action in ["bin", "delete"] {
            let done = merchant.write(Method::POST, "/products/acts", json!({ "ids": [linked], "action": action })).await;
            assert_eq!(done.expect(200)["done"], 1);
        }
        let gone = json!([{ "id": linked, "name": "", "deleted": true }]);
        let saved = save(&mut merchant, id, json!({ "name": "Crostini neri" })).await;
        assert_eq!((&saved["name"], &saved["linked"]), (&json!("Crostini neri"), &gone));
        assert_eq!(merchant.get(&format!("/pages/{}", made["id"])).await.expect(200)["products"], gone);
        assert_eq!(merchant.get(&format!("/coupons/{coupon}")).await.expect(200)["products"], gone);
        let again = json!({ "details": { "cross_sell_ids": [linked] } });
        let answer = merchant.write(Method::PUT, &format!("/products/{id}"), again).await.expect(422);
        assert_eq!(first(&answer), ("details.cross_sell_ids", "merchant_unknown_entry"));
    }

    async fn strangers_make_and_picture_nothing(shop) {
        let mut visitor = shop.visitor();
        for path in ["/products", "/products/1/duplicate", "/products/1/variations"] {
            let request = visitor.request(Method::POST, &format!("/api/admin{path}")).json(&json!({ "name": "X", "kind": "simple" }));
            assert_eq!(visitor.send(request).await.status, 401, "{path}");
        }
        let request = visitor.request(Method::POST, "/api/admin/products/1/pictures").multipart(picture(DOT, "x"));
        assert_eq!(visitor.send(request).await.status, 401);
    }
}
