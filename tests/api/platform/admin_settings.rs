use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, rules};

async fn save(merchant: &mut Merchant, section: &str, values: Value) -> Value {
    merchant.write(Method::PUT, &format!("/settings/{section}"), json!({ "values": values })).await.expect(200)
}

async fn refused(merchant: &mut Merchant, section: &str, values: Value) -> Vec<String> {
    let answer =
        merchant.write(Method::PUT, &format!("/settings/{section}"), json!({ "values": values })).await.expect(422);
    fields(&answer)
}

fn fields(answer: &Value) -> Vec<String> {
    let errors = answer["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().filter_map(|error| error["field"].as_str().map(str::to_owned)).collect()
}

fn value<'a>(section: &'a Value, name: &str) -> &'a Value {
    let fields = section["fields"].as_array().expect("fields");
    fields.iter().find(|field| field["name"] == name).map(|field| &field["value"]).expect("the field")
}

fn method(title: &str, cost: &str) -> Value {
    json!({ "kind": "flat_rate", "title": title, "cost": cost, "taxable": false })
}

rules! {
    async fn a_saved_setting_holds_at_once_and_is_noted_with_its_author(shop) {
        let mut merchant = shop.merchant().await;
        let mut visitor = shop.visitor();
        assert!(!visitor.page("/").await.text().contains("Bottega nuova"));
        let saved = save(&mut merchant, "shop", json!({ "shop_name": " Bottega nuova ", "base_postcode": "10 122" })).await;
        assert_eq!((value(&saved, "shop_name"), value(&saved, "base_postcode")), (&json!("Bottega nuova"), &json!("10122")));
        assert!(visitor.page("/").await.text().contains("Bottega nuova"));
        let noted = merchant.get("/setting-changes").await.expect(200);
        assert_eq!(noted["total"], 2);
        let rows: Vec<(&str, &str, &str)> = noted["changes"].as_array().expect("rows").iter()
            .map(|row| (row["field"].as_str().unwrap_or(""), row["before"].as_str().unwrap_or(""), row["after"].as_str().unwrap_or("")))
            .collect();
        assert_eq!(rows, [("base_postcode", "10121", "10122"), ("shop_name", "Bottega di prova", "Bottega nuova")]);
        assert!(noted["changes"][0]["author"].as_str().is_some_and(|author| !author.is_empty()));
    }

    async fn a_changed_product_is_named_in_the_list_of_changes(shop) {
        let mut merchant = shop.merchant().await;
        let made = merchant.write(Method::POST, "/products", json!({ "name": "Paté", "kind": "simple" })).await.expect(201);
        let id = made["id"].as_i64().expect("a number");
        save(&mut merchant, "quick_view", json!({ "quick_view.product_id": id.to_string() })).await;
        let noted = merchant.get("/setting-changes").await.expect(200);
        assert_eq!((&noted["changes"][0]["before"], &noted["changes"][0]["after"]), (&json!(""), &json!(format!("Paté ({id})"))));
        for action in ["bin", "delete"] {
            merchant.write(Method::POST, "/products/acts", json!({ "ids": [id], "action": action })).await.expect(200);
        }
        let noted = merchant.get("/setting-changes").await.expect(200);
        assert_eq!(noted["changes"][0]["after"], format!("prodotto eliminato ({id})"));
    }

    async fn saving_what_is_there_already_is_no_change(shop) {
        let mut merchant = shop.merchant().await;
        for section in ["shop", "checkout", "express", "accounts", "stock", "reviews", "quick_view", "listings", "mail", "consent", "taxes"] {
            let read = merchant.get(&format!("/settings/{section}")).await.expect(200);
            let values: serde_json::Map<String, Value> = read["fields"].as_array().expect("fields").iter()
                .map(|field| (field["name"].as_str().unwrap_or_default().to_owned(), field["value"].clone()))
                .collect();
            save(&mut merchant, section, Value::Object(values)).await;
        }
        assert_eq!(merchant.get("/setting-changes").await.expect(200)["total"], 0);
        assert_eq!(merchant.get("/settings/altro").await.status, 404);
        assert_eq!(merchant.write(Method::PUT, "/settings/altro", json!({ "values": {} })).await.status, 404);
    }

    async fn every_refused_setting_is_named_and_nothing_is_saved(shop) {
        let mut merchant = shop.merchant().await;
        for (section, values, wanted) in [
            ("shop", json!({ "shop_name": " ", "base_country": "XX" }), vec!["shop_name", "base_country"]),
            ("shop", json!({ "base_postcode": "1012", "seller.vat_number": "1", "seller.email": "x" }), vec!["base_postcode", "seller.vat_number", "seller.email"]),
            ("shop", json!({ "sold_to": [] }), vec!["sold_to"]),
            ("shop", json!({ "shop_name": "Altra", "weight_unit": "stone" }), vec!["weight_unit"]),
            ("checkout", json!({ "terms_page": "/altrove/" }), vec!["terms_page"]),
            ("checkout", json!({ "extra_billing_fields": [{ "name": "", "label": "", "label_en": "x", "location": "" }] }), vec!["extra_billing_fields.0.label"]),
            ("checkout", json!({ "extra_billing_fields": [{ "name": "", "label": "x", "label_en": "", "location": "qui" }] }), vec!["extra_billing_fields.0.location"]),
            ("checkout", json!({ "shop_name": "Fuori sezione" }), vec!["shop_name"]),
            ("reviews", json!({ "reviews_per_page": "0" }), vec!["reviews_per_page"]),
            ("quick_view", json!({ "quick_view.product_id": "999999" }), vec!["quick_view.product_id"]),
            ("taxes", json!({ "shipping_tax_class": "boh", "taxes": "sì" }), vec!["taxes", "shipping_tax_class"]),
        ] {
            assert_eq!(refused(&mut merchant, section, values.clone()).await, wanted, "{values}");
        }
        let read = merchant.get("/settings/shop").await.expect(200);
        assert_eq!(value(&read, "shop_name"), "Bottega di prova");
        assert_eq!(merchant.get("/setting-changes").await.expect(200)["total"], 0);
    }

    async fn strangers_change_no_setting(shop) {
        let mut visitor = shop.visitor();
        for path in ["/settings/shop", "/setting-changes", "/shipping", "/taxes"] {
            assert_eq!(visitor.page(&format!("/api/admin{path}")).await.status, 401, "{path}");
        }
        for (method, path, body) in [
            (Method::PUT, "/settings/shop", json!({ "values": { "shop_name": "Mia" } })),
            (Method::PUT, "/shipping", json!({ "zones": [] })),
            (Method::POST, "/shipping/trial", json!({ "country": "IT" })),
            (Method::PUT, "/taxes", json!({ "classes": [], "rates": [] })),
        ] {
            let request = visitor.request(method, &format!("/api/admin{path}")).json(&body);
            assert_eq!(visitor.send(request).await.status, 401, "{path}");
        }
    }

    async fn a_further_field_appears_at_checkout_and_reviews_can_be_closed(shop) {
        let mut merchant = shop.merchant().await;
        let saved = save(&mut merchant, "checkout", json!({ "extra_billing_fields": [{ "name": "", "label": "Citofono", "label_en": "Doorbell", "location": "order" }] })).await;
        let field = value(&saved, "extra_billing_fields")[0].clone();
        assert_eq!((&field["name"], &field["location"]), (&json!("billing_field_1"), &json!("order")));
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        assert!(visitor.page("/checkout/").await.text().contains("Citofono"));
        save(&mut merchant, "checkout", json!({ "extra_billing_fields": [] })).await;
        assert!(!visitor.page("/checkout/").await.text().contains("Citofono"));
    }

    async fn wrong_zones_are_refused_by_place_and_nothing_is_saved(shop) {
        let mut merchant = shop.merchant().await;
        let zone = |change: &dyn Fn(&mut Value)| {
            let mut zone = json!({ "name": "Italia", "countries": ["IT"], "methods": [method("Corriere", "6")] });
            change(&mut zone);
            json!({ "zones": [zone] })
        };
        for (body, field) in [
            (zone(&|z| z["name"] = "".into()), "zones.0.name"),
            (zone(&|z| z["countries"] = json!(["Italia"])), "zones.0.countries"),
            (zone(&|z| z["states"] = json!(["IT:ZZ"])), "zones.0.states"),
            (zone(&|z| z["postcodes"] = json!(["*"])), "zones.0.postcodes"),
            (zone(&|z| z["methods"][0]["cost"] = "sei".into()), "zones.0.methods.0.cost"),
            (zone(&|z| z["methods"][0]["kind"] = "drone".into()), "zones.0.methods.0.kind"),
            (zone(&|z| z["methods"][0]["max_weight"] = "-1".into()), "zones.0.methods.0.max_weight"),
        ] {
            let answer = merchant.write(Method::PUT, "/shipping", body.clone()).await.expect(422);
            assert_eq!(fields(&answer), [field], "{body}");
        }
        let zones = merchant.get("/shipping").await.expect(200);
        assert_eq!(zones["zones"][0]["name"], "Italia");
        assert_eq!(zones["zones"].as_array().map(Vec::len), Some(2));
    }

    async fn an_address_is_tried_with_zones_that_are_not_saved(shop) {
        let mut merchant = shop.merchant().await;
        let mut zones = merchant.get("/shipping").await.expect(200)["zones"].clone();
        zones[0]["methods"][0]["max_weight"] = "30".into();
        zones[0]["methods"][0]["class_costs"] = json!([{ "class": "fresco", "cost": "4,50" }]);
        let trial = |extra: Value| {
            let mut body = json!({ "zones": zones, "country": "IT", "state": "IT:MI", "postcode": "20121" });
            for (name, value) in extra.as_object().expect("an object") {
                body[name] = value.clone();
            }
            body
        };
        let costs = |offer: &Value| -> Vec<i64> {
            offer["methods"].as_array().cloned().unwrap_or_default().iter().filter_map(|one| one["cost_cents"].as_i64()).collect()
        };
        let mut tried = async |extra: Value| merchant.write(Method::POST, "/shipping/trial", trial(extra)).await;
        let plain = tried(json!({})).await.expect(200);
        assert_eq!((&plain["zone"], costs(&plain)), (&json!("Italia"), vec![600, 0]));
        assert_eq!(costs(&tried(json!({ "classes": ["fresco"] })).await.expect(200)), [1050, 0]);
        assert_eq!(costs(&tried(json!({ "amount": "60" })).await.expect(200)), [600, 0, 0]);
        assert_eq!(costs(&tried(json!({ "weight": "30,5" })).await.expect(200)), [0]);
        let abroad = tried(json!({ "country": "JP", "state": "", "postcode": "" })).await.expect(200);
        assert_eq!((&abroad["delivered_to"], &abroad["zone"]), (&json!(false), &Value::Null));
        let wrong = tried(json!({ "country": "IT", "postcode": "x", "amount": "y" })).await.expect(422);
        assert_eq!(fields(&wrong), ["postcode", "amount"]);
        assert_eq!(merchant.get("/setting-changes").await.expect(200)["total"], 0);
    }

    async fn a_changed_rate_changes_the_tax_and_a_used_class_stays(shop) {
        let mut merchant = shop.merchant().await;
        let detail = merchant.get("/taxes").await.expect(200);
        let mut taxes = detail["fields"].clone();
        assert_eq!(taxes["rates"][0]["rate"], "22");
        taxes["classes"] = json!([{ "slug": "reduced-4", "name": "Ridotta 4" }]);
        let rates = taxes["rates"].as_array().expect("rates").clone();
        taxes["rates"] = rates.iter().filter(|rate| rate["class"] != "reduced-10").cloned().collect();
        let answer = merchant.write(Method::PUT, "/taxes", taxes).await.expect(422);
        assert_eq!((fields(&answer), &answer["errors"][0]["code"]), (vec!["classes".to_owned()], &json!("office_tax_class_used")));
        let mut taxes = detail["fields"].clone();
        taxes["rates"][0]["rate"] = "120".into();
        taxes["rates"][1]["country"] = "XX".into();
        taxes["rates"][2]["class"] = "boh".into();
        let answer = merchant.write(Method::PUT, "/taxes", taxes).await.expect(422);
        assert_eq!(fields(&answer), ["rates.0.rate", "rates.1.country", "rates.2.class"]);
        let mut taxes = detail["fields"].clone();
        for rate in taxes["rates"].as_array_mut().expect("rates") {
            rate["rate"] = "0".into();
        }
        merchant.write(Method::PUT, "/taxes", taxes).await.expect(200);
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        assert_eq!(visitor.cart().await["totals"]["total_tax"], "0");
        assert!(merchant.get("/setting-changes").await.expect(200)["total"].as_i64() >= Some(3));
    }

    async fn zones_are_replaced_and_decide_what_the_cart_offers(shop) {
        let mut merchant = shop.merchant().await;
        let before = merchant.get("/shipping").await.expect(200);
        assert_eq!(before["zones"][0]["methods"].as_array().map(Vec::len), Some(3));
        let mut zones = before["zones"].clone();
        let islands = json!({ "name": "Isole", "countries": [], "states": ["IT:CA"], "postcodes": ["09*"], "methods": [method("Nave", "19,90")] });
        zones.as_array_mut().expect("zones").insert(0, islands);
        let saved = merchant.write(Method::PUT, "/shipping", json!({ "zones": zones })).await.expect(200);
        assert_eq!((&saved["zones"][0]["name"], &saved["zones"][1]["methods"][0]["id"]), (&json!("Isole"), &json!(1)), "numbers stay");
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let address = |state: &str, postcode: &str| json!({ "shipping_address": { "country": "IT", "state": state, "postcode": postcode, "city": "X" } });
        let cart = visitor.post("/cart/update-customer", address("CA", "09124")).await.expect(200);
        let names = |cart: &Value| -> Vec<String> {
            let rates = cart["shipping_rates"][0]["shipping_rates"].as_array().cloned().unwrap_or_default();
            rates.iter().filter_map(|rate| rate["name"].as_str().map(str::to_owned)).collect()
        };
        assert_eq!(names(&cart), ["Nave"]);
        let cart = visitor.post("/cart/update-customer", address("MI", "20121")).await.expect(200);
        assert!(names(&cart).contains(&"Corriere".to_owned()), "{cart}");
        let noted = merchant.get("/setting-changes").await.expect(200);
        assert_eq!((&noted["changes"][0]["section"], &noted["changes"][0]["field"]), (&json!("shipping"), &json!("Isole")));
    }
}
