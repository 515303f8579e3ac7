use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, rules};

const IBAN: &str = "IT60X0542811101000000123456";

async fn methods(merchant: &mut Merchant) -> Vec<Value> {
    let list = merchant.get("/payments").await.expect(200);
    list["methods"].as_array().cloned().expect("methods")
}

async fn save(merchant: &mut Merchant, methods: &[Value]) -> shop_tests::Answer {
    merchant.write(Method::PUT, "/payments", json!({ "methods": methods })).await
}

fn ids(methods: &[Value]) -> Vec<&str> {
    methods.iter().filter_map(|one| one["id"].as_str()).collect()
}

fn refused(answer: &Value) -> Vec<(&str, &str)> {
    let errors = answer["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    errors.iter().map(|error| (error["field"].as_str().unwrap_or(""), error["code"].as_str().unwrap_or(""))).collect()
}

/// The methods with an account for the transfer, so that they can be saved.
async fn with_account(merchant: &mut Merchant) -> Vec<Value> {
    let mut list = methods(merchant).await;
    list[0]["account_name"] = "Bottega S.r.l.".into();
    list[0]["iban"] = "it60 X054 2811 1010 0000 0123 456".into();
    list
}

rules! {
    async fn ways_of_payment_change_at_once_at_the_checkout_and_are_noted(shop) {
        let mut merchant = shop.merchant().await;
        let mut list = with_account(&mut merchant).await;
        assert_eq!(ids(&list)[..3], ["bacs", "cod", "cheque"]);
        list[0]["description"] = " Paghi con calma. ".into();
        list[0]["instructions"] = "Scrivi il numero dell'ordine.".into();
        list[1]["title"] = "Contanti al corriere".into();
        list.swap(0, 1);
        let saved = save(&mut merchant, &list).await.expect(200);
        assert_eq!((&saved["methods"][1]["iban"], &saved["methods"][1]["description"]), (&json!(IBAN), &json!("Paghi con calma.")));
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        assert_eq!(cart["payment_methods"], json!(["cod", "bacs"]));
        let page = visitor.page("/checkout/").await.text();
        let (cash, transfer) = (page.find("Contanti al corriere"), page.find("Paghi con calma."));
        assert!(cash.is_some() && cash < transfer, "in the new order");
        let noted = merchant.get("/setting-changes").await.expect(200);
        let fields: Vec<&str> = noted["changes"].as_array().expect("rows").iter().filter_map(|row| row["field"].as_str()).collect();
        assert!(["order", "bacs.iban", "bacs.account_name", "cod.title"].iter().all(|field| fields.contains(field)), "{fields:?}");
    }

    async fn what_is_switched_off_is_neither_shown_nor_taken(shop) {
        let mut merchant = shop.merchant().await;
        let mut list = methods(&mut merchant).await;
        list[0]["enabled"] = false.into();
        save(&mut merchant, &list).await.expect(200);
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        assert_eq!(cart["payment_methods"], json!(["cod"]));
        assert!(!visitor.page("/checkout/").await.text().contains("Bonifico bancario"));
        let answer = visitor.post("/checkout", shop_tests::checkout("bacs")).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
    }

    async fn a_transfer_shows_its_account_in_groups_of_four(shop) {
        let mut merchant = shop.merchant().await;
        let list = with_account(&mut merchant).await;
        save(&mut merchant, &list).await.expect(200);
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let placed = visitor.post("/checkout", shop_tests::checkout("bacs")).await.expect(200);
        let target = placed["payment_result"]["redirect_url"].as_str().expect("a page").to_owned();
        let path = target.find("/checkout/").map(|at| target[at..].to_owned()).expect("a path");
        assert!(visitor.page(&path).await.text().contains("IT60 X054 2811 1010 0000 0123 456"));
    }

    async fn refused_fields_are_named_by_place_and_nothing_is_saved(shop) {
        let mut merchant = shop.merchant().await;
        let right = with_account(&mut merchant).await;
        for (place, field, value, code) in [
            (0, "title", "", "merchant_required"),
            (0, "iban", "", "merchant_required"),
            (0, "iban", "IT60X0542811101000000123457", "office_iban_invalid"),
            (0, "iban", "IT60X05428111010000001234", "office_iban_invalid"),
            (0, "bic", "ABC", "office_bic_invalid"),
            (0, "account_name", " ", "merchant_required"),
            (1, "title_en", &"x".repeat(101), "merchant_too_long"),
            (1, "description", &"x".repeat(2001), "merchant_too_long"),
        ] {
            let mut list = right.clone();
            list[place][field] = value.into();
            let answer = save(&mut merchant, &list).await.expect(422);
            assert_eq!(refused(&answer), [(format!("methods.{place}.{field}").as_str(), code)], "{field} {value}");
        }
        let mut unknown = right.clone();
        unknown[0]["id"] = "bitcoin".into();
        for list in [&right[..1], &[], &unknown] {
            let answer = save(&mut merchant, list).await.expect(422);
            assert_eq!(refused(&answer), [("methods", "office_order_incomplete")]);
        }
        assert_eq!(merchant.get("/setting-changes").await.expect(200)["total"], 0);
    }

    async fn a_way_of_payment_that_the_shop_knows_can_be_switched_on_later(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.payment_methods.retain(|one| one.id == "bacs")).await;
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let mut list = with_account(&mut merchant).await;
        assert_eq!((&ids(&list)[..2], &list[1]["enabled"]), (&["bacs", "cod"][..], &json!(false)));
        list[1]["enabled"] = true.into();
        save(&mut merchant, &list).await.expect(200);
        assert_eq!(shop.visitor_of(server).add("t-oil", 1).await["payment_methods"], json!(["bacs", "cod"]));
    }

    async fn every_method_of_the_provider_is_listed_off_with_why_it_cannot_be_offered(shop) {
        let mut merchant = shop.merchant().await;
        let list = merchant.get("/payments").await.expect(200);
        let provided = list["provided"].as_array().expect("methods");
        assert_eq!((provided.len(), &list["has_provider"], &list["currency"]), (24, &json!(true), &json!("EUR")));
        let one = |id: &str| provided.iter().find(|one| one["id"] == id).unwrap_or_else(|| panic!("no {id}"));
        for (id, group, obstacle) in [
            ("stripe", "card", Value::Null),
            ("stripe_sepa_debit", "bank_debit", Value::Null),
            ("stripe_klarna", "buy_now_pay_later", Value::Null),
            ("stripe_blik", "bank_code", json!("currency")),
            ("stripe_giropay", "bank_redirect", json!("closed")),
            ("stripe_ideal", "bank_redirect", json!("countries")),
            ("stripe_multibanco", "voucher", json!("countries")),
        ] {
            assert_eq!((&one(id)["group"], &one(id)["obstacle"]), (&json!(group), &obstacle), "{id}");
        }
        assert_eq!((&one("stripe_ideal")["countries"], &one("stripe_blik")["currencies"]), (&json!(["NL"]), &json!(["PLN"])));
        let methods = methods(&mut merchant).await;
        let rows: Vec<&Value> = methods.iter().filter(|row| row["id"].as_str().is_some_and(|id| id.starts_with("stripe"))).collect();
        assert_eq!(rows.len(), 24);
        assert!(rows.iter().all(|row| row["enabled"] == false && row["title_en"] != "" ), "{rows:?}");
    }

    async fn a_method_of_the_provider_that_is_switched_on_is_at_the_checkout_at_once(shop) {
        let mut merchant = shop.merchant().await;
        let mut list = with_account(&mut merchant).await;
        for row in &mut list {
            if ["stripe", "stripe_sepa_debit", "stripe_blik"].contains(&row["id"].as_str().unwrap_or("")) {
                row["enabled"] = true.into();
            }
        }
        save(&mut merchant, &list).await.expect(200);
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        assert_eq!(cart["payment_methods"], json!(["bacs", "cod", "stripe", "stripe_sepa_debit"]), "not what takes no euro");
    }

    async fn only_administrators_see_and_change_ways_of_payment(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page("/api/admin/payments").await.status, 401);
        let request = visitor.request(Method::PUT, "/api/admin/payments").json(&json!({ "methods": [] }));
        assert_eq!(visitor.send(request).await.status, 401);
        let mut manager = shop.shop_manager().await;
        assert_eq!(manager.get("/payments").await.status, 403);
        assert_eq!(save(&mut manager, &[]).await.expect(403)["code"], "admin_role_only");
    }
}
