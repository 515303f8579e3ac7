use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::base::CompanyId;
use shop_core::trade::tax_ids::vat::VatNumber;
use shop_core::trade::vat_check::VatAnswer;
use shop_services::platform::settings::VatFieldAudience;
use shop_tests::{
    TestShop, Visitor, ask, checkout, classic_form, customer, on_both_databases, page_data, rules, sql, trade_role,
};
use shop_vies::Fault;

/// A German number that the stand-in for VIES has.
pub(crate) const VALID: &str = "DE129273398";

/// A German number whose figures hold these, on which the stand-in's answer depends.
pub(crate) fn number_with(figures: &str) -> String {
    let room = 9 - 1 - figures.len();
    let all = (0..10_u32.pow(u32::try_from(room).expect("a few places"))).map(|n| format!("DE1{figures}{n:0room$}"));
    all.into_iter().find(|text| VatNumber::parse("DE", text).is_ok()).expect("one of them fits")
}

/// A server that asks everybody for a VAT number at checkout.
async fn asking_everybody(shop: &mut TestShop) -> usize {
    shop.with_settings(|settings| settings.vat.audience = VatFieldAudience::Everyone).await
}

pub(crate) fn address_in(country: &str) -> Value {
    let (postcode, state, city) = match country {
        "DE" => ("10115", "", "Berlin"),
        "FR" => ("75001", "", "Paris"),
        _ => ("10123", "TO", "Torino"),
    };
    json!({
        "first_name": "Livia", "last_name": "Conti", "address_1": "Hauptstr. 1", "address_2": "", "company": "",
        "country": country, "postcode": postcode, "state": state, "city": city, "phone": "011 555 0100",
    })
}

async fn go_to(visitor: &mut Visitor, billing: &str, shipping: &str) -> Value {
    let addresses = json!({ "billing_address": address_in(billing), "shipping_address": address_in(shipping) });
    visitor.post("/cart/update-customer", addresses).await.expect(200)
}

/// A cart that goes to Germany.
pub(crate) async fn german(visitor: &mut Visitor) -> Value {
    visitor.add("t-later", 1).await;
    go_to(visitor, "DE", "DE").await
}

async fn token(visitor: &mut Visitor) -> String {
    let data = page_data(visitor, "/checkout/").await;
    data["page"]["vat"]["token"].as_str().expect("the field is shown").to_owned()
}

async fn call(visitor: &mut Visitor, fields: &[(&str, &str)]) -> (u16, String) {
    let answer = visitor.submit("/wp-admin/admin-ajax.php", fields).await;
    (answer.status, answer.text())
}

pub(crate) async fn validate(visitor: &mut Visitor, vat: &str, country: &str) -> (u16, String) {
    let token = token(visitor).await;
    let action = ("action", "b2bkingvalidatevat");
    call(visitor, &[action, ("security", &token), ("vat", vat), ("country", country)]).await
}

fn said(text: &str) -> (u16, String) {
    (200, text.to_owned())
}

pub(crate) fn tax(cart: &Value) -> &str {
    cart["totals"]["total_tax"].as_str().expect("an amount")
}

async fn order_to_germany(visitor: &mut Visitor) -> Value {
    let mut body = checkout("bacs");
    body["billing_address"] = address_in("DE");
    body["billing_address"]["email"] = "livia@example.com".into();
    body["shipping_address"] = address_in("DE");
    visitor.post("/checkout", body).await.expect(200)
}

/// What the page of a placed order says of its tax.
async fn tax_note(visitor: &mut Visitor, order: &Value) -> String {
    let (id, key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
    let data = page_data(visitor, &format!("/checkout/order-received/{id}/?key={key}")).await;
    data["page"]["tax_note"].as_str().or(data["page"]["order"]["tax_note"].as_str()).unwrap_or_default().to_owned()
}

/// A customer whose company, which the merchant has approved, has a number.
async fn of_company(shop: &TestShop, email: &str, country: &str, number: &str, standing: &str) -> Visitor {
    let visitor = customer(shop, email).await;
    let db = shop.database();
    let role = trade_role(shop, "prova", "{}");
    sql(
        db,
        &format!(
            "INSERT INTO companies (owner_id, role_id, approval, name, country, vat_number, vat_status, content, created_at) \
             SELECT id, {role}, 'approved', 'Trattoria Conti', '{country}', '{number}', '{standing}', '{{}}', 0 \
             FROM customers WHERE email = '{email}'"
        ),
    );
    let of = "(SELECT id FROM companies WHERE owner_id = customers.id)";
    sql(db, &format!("UPDATE customers SET company_id = {of} WHERE email = '{email}'"));
    visitor
}

rules! {
    async fn the_country_supplies_a_missing_prefix_to_every_question(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        for (vat, country) in [
            ("00743110157", "IT"),
            ("it 007-4311.0157", "IT"),
            ("129273398", "DE"),
            ("de 129 273 398", "DE"),
            ("094943585", "GR"),
        ] {
            assert_eq!(validate(&mut visitor, vat, country).await, said("valid"), "{country} {vat}");
        }
        for (vat, country) in [("DE129273398", "IT"), ("00743110158", "IT"), ("IT00743110157", "DE"), ("00743110157", "DE")] {
            assert_eq!(validate(&mut visitor, vat, country).await, said("invalid"), "{country} {vat}");
        }
        go_to(&mut visitor, "DE", "DE").await;
        assert_eq!(validate(&mut visitor, "129273398", "DE").await, said("valid"));
        assert_eq!(tax(&visitor.cart().await), "0", "it takes the tax off like the written prefix");
    }

    async fn a_british_number_is_northern_irish_by_its_postcode(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        for (postcode, answer) in [("BT1 5GS", "valid"), ("SW1A 1AA", "invalid")] {
            let place = json!({ "country": "GB", "postcode": postcode, "state": "" });
            visitor.post("/cart/update-customer", json!({ "billing_address": place })).await.expect(200);
            assert_eq!(validate(&mut visitor, "980780684", "GB").await, said(answer), "{postcode}");
        }
    }

    async fn a_valid_number_takes_the_vat_off_and_the_order_says_why(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let taxed = german(&mut visitor).await;
        assert_ne!(tax(&taxed), "0");
        assert_eq!(validate(&mut visitor, "de 129 273 398", "DE").await, said("valid"));
        let cart = visitor.cart().await;
        assert_eq!(tax(&cart), "0", "{cart}");
        let data = page_data(&mut visitor, "/checkout/").await;
        assert_eq!(data["page"]["vat"]["known"], VALID);
        assert_eq!(data["page"]["vat"]["field"]["status"], "valid");
        let order = order_to_germany(&mut visitor).await;
        let note = tax_note(&mut visitor, &order).await;
        assert!(note.contains("N3.2") && note.contains("art. 41") && note.contains(VALID), "{note}");
        let kept = ask(shop.database(), "SELECT answer FROM vat_checks WHERE vat_number = 'DE129273398'");
        assert_eq!(kept, ["valid"]);
    }

    async fn a_company_whose_number_is_valid_pays_no_vat_and_one_whose_number_is_not_does(shop) {
        for (standing, exempt) in [("valid", true), ("invalid", false), ("unanswered", false), ("unchecked", false)] {
            let mut visitor = of_company(&shop, &format!("{standing}@example.com"), "DE", VALID, standing).await;
            let cart = german(&mut visitor).await;
            assert_eq!(tax(&cart) == "0", exempt, "{standing}");
            let cart = go_to(&mut visitor, "DE", "IT").await;
            assert_ne!(tax(&cart), "0", "goods that stay in the shop's country are taxed: {standing}");
        }
        assert_eq!(shop.vies().request_count(), 0, "the register is not called");
    }

    async fn a_number_is_asked_about_once_a_day(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        for _ in 0..3 {
            let mut visitor = shop.visitor_of(server);
            german(&mut visitor).await;
            assert_eq!(validate(&mut visitor, VALID, "DE").await, said("valid"));
        }
        assert_eq!(shop.vies_of(server).request_count(), 1);
    }

    async fn a_register_that_stays_silent_is_asked_less_and_less(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        assert_eq!(validate(&mut visitor, &number_with("503"), "DE").await, said("unanswered"));
        assert_eq!(shop.check_vat_again(server).await, 0, "not yet");
        for (after_s, tries) in [(70, 2), (70, 2), (70 + 130, 3), (70 + 130 + 250, 4)] {
            let later = shop.add_server_ahead(after_s).await;
            assert_eq!(shop.check_vat_again(later).await, 0);
            assert_eq!(ask(shop.database(), "SELECT tries FROM vat_checks"), [tries.to_string()], "{after_s}");
        }
        assert_eq!(ask(shop.database(), "SELECT failure FROM vat_checks"), ["state_unavailable"]);
    }

    async fn the_number_of_a_company_that_registers_is_checked(shop) {
        of_company(&shop, "osteria@example.com", "IT", "IT00743110157", "unchecked").await;
        let id = ask(shop.database(), "SELECT id FROM companies")[0].parse().expect("an id");
        let checks = shop.inside().await.vat_checks;
        assert_eq!(checks.check_company(CompanyId(id)).await.expect("the database"), Some(VatAnswer::Valid));
        assert_eq!(checks.check_company(CompanyId(id + 1)).await.expect("the database"), None);
        assert_eq!(ask(shop.database(), "SELECT vat_status FROM companies"), ["valid"]);
        assert_eq!(ask(shop.database(), "SELECT requested_by FROM vat_checks"), ["registration"]);
    }

    async fn another_billing_country_forgets_the_number_for_good(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        assert_eq!(validate(&mut visitor, VALID, "DE").await, said("valid"));
        assert_ne!(tax(&go_to(&mut visitor, "IT", "IT").await), "0");
        assert_ne!(tax(&go_to(&mut visitor, "DE", "DE").await), "0", "it is asked for anew");
    }

    async fn a_number_of_the_shops_own_country_is_not_asked_about_and_takes_nothing_off(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-later", 1).await;
        let before = go_to(&mut visitor, "IT", "IT").await;
        assert_eq!(validate(&mut visitor, "IT00743110157", "IT").await, said("valid"));
        assert_eq!(tax(&visitor.cart().await), tax(&before));
        assert_eq!(shop.vies_of(server).request_count(), 0);
    }

    async fn what_the_call_refuses_is_not_asked_about(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        let token = token(&mut visitor).await;
        let action = ("action", "b2bkingvalidatevat");
        for (fields, status, text) in [
            (vec![action, ("vat", VALID), ("country", "DE")], 403, "-1"),
            (vec![action, ("security", "1234567890"), ("vat", VALID), ("country", "DE")], 403, "-1"),
            (vec![action, ("security", &token), ("country", "DE")], 400, "invalid"),
            (vec![action, ("security", &token), ("vat", "  "), ("country", "DE")], 400, "invalid"),
            (vec![action, ("security", &token), ("vat", VALID)], 400, "invalid"),
            (vec![action, ("security", &token), ("vat", VALID), ("country", "XX")], 400, "invalid"),
            (vec![action, ("security", &token), ("vat", "DE129273399"), ("country", "DE")], 200, "invalid"),
            (vec![action, ("security", &token), ("vat", VALID), ("country", "FR")], 200, "invalid"),
            (vec![action, ("security", &token), ("vat", "CHE116281710MWST"), ("country", "CH")], 200, "invalid"),
            (vec![action, ("security", &token), ("vat", &"1".repeat(5000)), ("country", "DE")], 200, "invalid"),
        ] {
            assert_eq!(call(&mut visitor, &fields).await, (status, text.to_owned()), "{fields:?}");
        }
        assert_eq!(shop.vies_of(server).request_count(), 0);
        assert_ne!(tax(&visitor.cart().await), "0");
        let mut stranger = shop.visitor_of(server);
        german(&mut stranger).await;
        let fields = [action, ("security", token.as_str()), ("vat", VALID), ("country", "DE")];
        assert_eq!(call(&mut stranger, &fields).await, (403, "-1".to_owned()), "another visit's token");
    }

    async fn one_address_has_a_budget_of_checks(shop) {
        let mut shop = shop;
        asking_everybody(&mut shop).await;
        let server = shop.add_server_with(&[("SHOP_VAT_CHECK_LIMIT", "2")]).await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        assert_eq!(validate(&mut visitor, VALID, "DE").await, said("valid"));
        assert_eq!(validate(&mut visitor, &number_with("404"), "DE").await, said("invalid"));
        assert_eq!(validate(&mut visitor, VALID, "DE").await, (429, "too_many".to_owned()));
    }

    async fn whatever_fault_the_register_has_the_order_goes_on_with_vat_within_the_time_limit(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        for fault in [Fault::Slow, Fault::Down, Fault::WrongCountry, Fault::Garbage, Fault::Half] {
            shop.vies_of(server).fail(Some(fault));
            let mut visitor = shop.visitor_of(server);
            let taxed = german(&mut visitor).await;
            let begun = Instant::now();
            assert_eq!(validate(&mut visitor, VALID, "DE").await, said("unanswered"), "{fault:?}");
            assert!(begun.elapsed() < Duration::from_secs(5), "{fault:?}");
            let told = page_data(&mut visitor, "/checkout/").await["page"]["vat"]["notice"].clone();
            assert_eq!(told, "trade_vat_unknown", "{fault:?}");
            assert_eq!(tax(&visitor.cart().await), tax(&taxed), "{fault:?}");
            let order = order_to_germany(&mut visitor).await;
            let note = tax_note(&mut visitor, &order).await;
            assert!(note.contains("non è ancora stata verificata"), "{fault:?}: {note}");
        }
        assert_eq!(ask(shop.database(), "SELECT COUNT(*) FROM vat_checks WHERE next_try_at IS NOT NULL"), ["5"]);
    }

    async fn an_order_with_a_wrong_number_is_refused_at_its_field_and_the_cart_stays(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        for number in [number_with("404"), "DE129273399".into(), "00743110157".into(), "FR40303265045".into()] {
            let mut body = checkout("bacs");
            body["billing_address"] = address_in("DE");
            body["billing_address"]["email"] = "livia@example.com".into();
            body["shipping_address"] = address_in("DE");
            body["extensions"] = json!({ "bottega": { "vat_number": number } });
            let refused = visitor.post("/checkout", body).await.refused(400, "rest_invalid_param");
            assert!(refused["data"]["details"]["billing_vat_number"].is_object(), "{refused}");
        }
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn the_field_knows_how_many_countries_the_shop_sells_to_26_in_the_one_that_comes_along(shop) {
        let mut shop = shop;
        let document = include_str!("../../../crates/shop-server/seed/shop.json");
        let document: Value = serde_json::from_str(document).expect("JSON");
        let sold_to: Vec<String> = serde_json::from_value(document["settings"]["sold_to"].clone()).expect("countries");
        for (countries, number) in [(sold_to, 26), (vec!["IT".to_owned(), "DE".to_owned()], 2)] {
            let server = shop.with_settings(|settings| {
                settings.vat.audience = VatFieldAudience::Everyone;
                settings.places.sold_to.clone_from(&countries);
            }).await;
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-oil", 1).await;
            let page = page_data(&mut visitor, "/checkout/").await;
            assert_eq!(page["page"]["vat"]["rules"]["number_of_countries"], number);
        }
    }

    async fn without_scripts_the_button_checks_the_number_and_shows_the_new_sums(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        let form = classic_form(&mut visitor).await;
        let wrong = number_with("404");
        for (number, status, known) in [(wrong.as_str(), 422, ""), (VALID, 200, VALID)] {
            let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
            fields.extend([
                ("billing_country", "DE"), ("billing_state", ""), ("billing_postcode", "10115"),
                ("billing_vat_number", number), ("validate_vat", "1"),
            ]);
            let answer = visitor.submit("/checkout/", &fields).await;
            assert_eq!(answer.status, status, "{number}");
            let html = answer.text();
            assert!(html.contains(number), "nothing typed is lost");
            assert!(html.contains(&format!("\"known\":\"{known}\"")), "{number}");
            assert_eq!(visitor.cart().await["items_count"], 1);
        }
    }

    async fn trade_buyers_must_give_a_number_and_consumers_only_where_they_request_an_invoice(shop) {
        let mut visitor = shop.visitor();
        german(&mut visitor).await;
        let data = page_data(&mut visitor, "/checkout/").await;
        assert_eq!(data["page"]["vat"]["rules"]["for_invoice"], true);
        let mut buyer = of_company(&shop, "bar@example.com", "DE", VALID, "unchecked").await;
        german(&mut buyer).await;
        let data = page_data(&mut buyer, "/checkout/").await;
        assert_eq!(data["page"]["vat"]["field"]["value"], VALID, "that of the company stands there");
        assert_eq!(data["page"]["vat"]["known"], "");
        let form = classic_form(&mut buyer).await;
        let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        fields.push(("billing_vat_number", " "));
        let answer = buyer.ajax("checkout", &fields).await.expect(200);
        assert_eq!(answer["result"], "failure");
        assert!(answer["messages"].as_str().is_some_and(|html| html.contains("billing_vat_number")), "{answer}");
    }

    async fn another_delivery_country_is_followed_where_the_merchant_says_so(shop) {
        let mut shop = shop;
        let server = shop
            .with_settings(|settings| {
                settings.vat.audience = VatFieldAudience::Everyone;
                settings.vat.delivery_country = true;
            })
            .await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        assert_eq!(validate(&mut visitor, VALID, "DE").await, said("valid"));
        let token = token(&mut visitor).await;
        let action = ("action", "b2bkingcheckdeliverycountryvat");
        for (fields, status, text) in [
            (vec![action, ("deliverycountry", "FR")], 403, "-1"),
            (vec![action, ("security", token.as_str())], 400, "0"),
            (vec![action, ("security", &token), ("deliverycountry", "XX")], 400, "0"),
            (vec![action, ("security", &token), ("deliverycountry", "FR")], 200, "1"),
            (vec![action, ("security", &token), ("deliverycountry", "IT")], 200, "0"),
        ] {
            assert_eq!(call(&mut visitor, &fields).await, (status, text.to_owned()), "{fields:?}");
        }
        assert_ne!(tax(&visitor.cart().await), "0");
    }
    async fn another_delivery_country_changes_nothing_where_the_merchant_does_not_say_so(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        assert_eq!(validate(&mut visitor, VALID, "DE").await, said("valid"));
        let token = token(&mut visitor).await;
        let fields = [
            ("action", "b2bkingcheckdeliverycountryvat"), ("security", token.as_str()), ("deliverycountry", "IT"),
        ];
        assert_eq!(call(&mut visitor, &fields).await, said("1"), "it is without tax as before");
        let cart = visitor.cart().await;
        assert_eq!((tax(&cart), &cart["shipping_address"]["country"]), ("0", &json!("DE")));
    }
}

on_both_databases! {
    async fn a_number_that_turns_out_wrong_is_told_to_its_buyer_and_to_the_shop(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let wrong = number_with("404");
        let company = of_company(&shop, "trattoria@example.com", "DE", &wrong, "valid").await;
        drop(company);
        shop.vies_of(server).fail(Some(Fault::Down));
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        assert_eq!(validate(&mut visitor, &wrong, "DE").await, said("unanswered"));
        let form = classic_form(&mut visitor).await;
        let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        fields.extend([
            ("billing_country", "DE"), ("billing_state", ""), ("billing_postcode", "10115"), ("billing_city", "Berlin"),
            ("billing_vat_number", wrong.as_str()),
        ]);
        let answer = visitor.ajax("checkout", &fields).await.expect(200);
        assert_eq!(answer["result"], "success", "{answer}");
        let later = shop.add_server_ahead(120).await;
        assert_eq!(shop.check_vat_again(later).await, 1);
        assert_eq!(shop.check_vat_again(later).await, 0, "once");
        let mut merchant = shop.merchant().await;
        let mails = merchant.mails().await;
        for to in ["livia@example.com", "trattoria@example.com", "negozio@bottega.example"] {
            let told = mails.iter().filter(|mail| mail["recipient"] == to);
            let told = told.filter(|mail| mail["subject"].as_str().is_some_and(|subject| subject.contains(&wrong)));
            assert_eq!(told.count(), 1, "{to}");
        }
        let standing = ask(shop.database(), "SELECT vat_status FROM companies");
        assert_eq!(standing, ["invalid"]);
    }

    async fn staff_reads_the_checks_and_asks_again(shop) {
        let mut shop = shop;
        let server = asking_everybody(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        german(&mut visitor).await;
        let wrong = number_with("404");
        assert_eq!(validate(&mut visitor, VALID, "DE").await, said("valid"));
        assert_eq!(validate(&mut visitor, &wrong, "DE").await, said("invalid"));
        shop.vies_of(server).fail(Some(Fault::Down));
        assert_eq!(validate(&mut visitor, "FR40303265045", "FR").await, said("unanswered"));
        let mut merchant = shop.merchant_of(server).await;
        let all = merchant.get("/vat-checks").await.expect(200);
        assert_eq!(all["total"], 3);
        for (query, number) in [
            ("?state=valid", VALID), ("?state=invalid", wrong.as_str()), ("?state=unanswered", "FR40303265045"),
            ("?search=fr403", "FR40303265045"),
        ] {
            let some = merchant.get(&format!("/vat-checks{query}")).await.expect(200);
            assert_eq!((&some["total"], &some["checks"][0]["vat_number"]), (&json!(1), &json!(number)), "{query}");
        }
        assert_eq!(merchant.get("/vat-checks?state=perhaps").await.status, 422);
        let waiting = all["checks"][0]["id"].as_i64().expect("an id");
        let again = format!("/vat-checks/{waiting}/again");
        assert_eq!(merchant.write(Method::POST, &again, json!({})).await.expect(200)["state"], "unanswered");
        shop.vies_of(server).fail(None);
        assert_eq!(merchant.write(Method::POST, &again, json!({})).await.expect(200)["state"], "valid");
        let row = &merchant.get("/vat-checks?state=valid").await.expect(200)["checks"][0];
        assert_eq!((&row["name"], &row["next_try_at"]), (&json!("IMPRESA FR40303265045"), &Value::Null));
        assert_eq!(merchant.write(Method::POST, "/vat-checks/999/again", json!({})).await.status, 404);
        assert_eq!(visitor.page("/api/admin/vat-checks").await.status, 401);
    }
}
