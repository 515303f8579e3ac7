use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use shop_tests::{
    Answer, Merchant, STRONG, TestShop, Visitor, customer, kinds_to, link_for, log_in, on_both_databases, page_data,
    rules, section_nonce, send,
};
use tokio::task::JoinSet;

use crate::trade::admin_roles::{add_field, add_role};

/// A number that is well formed.
const VAT: &str = "00743110157";
const COMPANY: &str = "/my-account/company/";
/// Beginning of a file that is taken.
const PDF: &[u8] = b"%PDF-1.4\n1 0 obj";

/// A shop with private customers, and restaurants that wait for approval.
async fn with_roles(shop: &TestShop) -> Merchant {
    let mut merchant = shop.merchant().await.with_database(shop.database());
    add_role(&mut merchant, "consumatore", false).await;
    let role = add_role(&mut merchant, "ristorazione", true).await;
    for (name, kind, required) in
        [("ditta", "business_name", true), ("piva", "vat", true), ("tipo", "select", true), ("licenza", "file", false)]
    {
        add_field(&mut merchant, name, kind, required, Some(role)).await.expect(201);
    }
    merchant
}

/// A restaurant as it registers.
const RESTAURANT: [(&str, &str); 5] = [
    ("reg_role", "ristorazione"),
    ("reg_country", "IT"),
    ("reg_ditta", "Osteria del Porto"),
    ("reg_piva", VAT),
    ("reg_tipo", "Bar"),
];

/// The same with some fields otherwise.
fn but(changes: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    let mut fields = RESTAURANT.to_vec();
    fields.retain(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
    fields.extend(changes);
    fields
}

async fn register(visitor: &mut Visitor, email: &str, fields: &[(&str, &str)]) -> Answer {
    let nonce = visitor.form_nonce("/my-account/", "woocommerce-register-nonce").await;
    let mut all =
        vec![("email", email), ("password", STRONG), ("woocommerce-register-nonce", nonce.as_str()), ("register", "1")];
    all.extend(fields);
    visitor.submit("/my-account/", &all).await
}

/// A restaurant whose address is confirmed, logged in, waiting for approval.
async fn restaurant(shop: &TestShop, email: &str) -> Visitor {
    let mut visitor = shop.visitor();
    let answer = register(&mut visitor, email, &RESTAURANT).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let mut merchant = shop.merchant().await.with_database(shop.database());
    let link = link_for(&mut merchant, email).await;
    assert_eq!(visitor.page(&link).await.status, 303);
    visitor
}

async fn companies(merchant: &mut Merchant, query: &str) -> Vec<Value> {
    let list = merchant.get(&format!("/companies{query}")).await.expect(200);
    list["companies"].as_array().cloned().unwrap_or_default()
}

async fn company_of(merchant: &mut Merchant, email: &str) -> Value {
    let found = companies(merchant, &format!("?search={email}")).await;
    let id = found.first().unwrap_or_else(|| panic!("{email} has no company"))["id"].clone();
    merchant.get(&format!("/companies/{id}")).await.expect(200)
}

async fn decide(merchant: &mut Merchant, company: &Value, state: &str, reason: &str) -> Answer {
    let path = format!("/companies/{}/state", company["id"]);
    merchant.write(Method::POST, &path, json!({ "state": state, "reason": reason })).await
}

/// Codes of the refusals of a page, with their fields.
fn refusals(page: &Value) -> Vec<(String, String)> {
    let errors = page["page"]["errors"].as_array().cloned().unwrap_or_default();
    let text = |error: &Value, name: &str| error[name].as_str().unwrap_or_default().to_owned();
    errors.iter().map(|error| (text(error, "field"), text(error, "code"))).collect()
}

async fn refused_registration(visitor: &mut Visitor, fields: &[(&str, &str)]) -> (Vec<(String, String)>, Value) {
    let nonce = visitor.form_nonce("/my-account/", "woocommerce-register-nonce").await;
    let mut all = vec![
        ("email", "rifiutata@example.com"),
        ("password", STRONG),
        ("woocommerce-register-nonce", nonce.as_str()),
        ("register", "1"),
    ];
    all.extend(fields);
    let request = visitor.request(Method::POST, "/my-account/").header("accept", "application/vnd.bottega.page+json");
    let answer = visitor.send(request.form(&all)).await;
    let page = answer.json();
    assert_eq!(answer.status, 422, "{page}");
    (refusals(&page), page)
}

async fn menu_of(visitor: &mut Visitor) -> Value {
    page_data(visitor, "/my-account/edit-account/").await["page"]["person"].clone()
}

on_both_databases! {
    async fn a_registration_s_link_makes_one_account_and_one_company(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut visitor = shop.visitor();
        register(&mut visitor, "anna@example.com", &RESTAURANT).await;
        let link = link_for(&mut merchant, "anna@example.com").await;
        let mut all = JoinSet::new();
        for _ in 0..4 {
            let (mut other, link) = (shop.visitor(), link.clone());
            all.spawn(async move { other.page(&link).await.status });
        }
        let statuses = all.join_all().await;
        assert_eq!(statuses.iter().filter(|status| **status == 303).count(), 1, "{statuses:?}");
        assert_eq!(companies(&mut merchant, "").await.len(), 1);
    }

    async fn a_file_that_is_no_pdf_or_picture_is_refused_and_a_good_one_outlives_another_refusal(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut visitor = shop.visitor();
        let nonce = visitor.form_nonce("/my-account/", "woocommerce-register-nonce").await;
        let form = |content: &'static [u8], ditta: &str| {
            let mut form = Form::new().text("register", "1").text("email", "anna@example.com").text("password", STRONG)
                .text("woocommerce-register-nonce", nonce.clone());
            for (name, value) in but(&[("reg_ditta", "")]) {
                form = form.text(name, value);
            }
            form.text("reg_ditta", ditta.to_owned()).part("reg_licenza", Part::bytes(content).file_name("licenza.pdf"))
        };
        let ask = |visitor: &Visitor, form: Form| {
            let request = visitor.request(Method::POST, "/my-account/").header("accept", "application/vnd.bottega.page+json");
            request.multipart(form).send()
        };
        let answer = ask(&visitor, form(b"<html><script>", "Osteria")).await;
        assert_eq!(refusals(&answer.json()), [("reg_licenza".to_owned(), "trade_file_kind".to_owned())]);
        let answer = ask(&visitor, form(PDF, "")).await.json();
        assert_eq!(refusals(&answer), [("reg_ditta".to_owned(), "trade_field_required".to_owned())]);
        let kept = answer["page"]["section"]["form"]["stored_files"][0].clone();
        assert_eq!(kept["name"], "licenza.pdf");
        let stored = kept["stored_name"].as_str().expect("a name");
        let mut fields = RESTAURANT.to_vec();
        fields.push(("kept_licenza", stored));
        assert_eq!(register(&mut visitor, "anna@example.com", &fields).await.status, 200);
        let link = link_for(&mut merchant, "anna@example.com").await;
        visitor.page(&link).await;
        let company = company_of(&mut merchant, "anna@example.com").await;
        let file = company["fields"].as_array().expect("fields").iter().find(|field| field["kind"] == "file");
        let file = file.expect("the file").clone();
        assert_eq!(file["value"], "licenza.pdf");
        let path = file["path"].as_str().expect("a path").trim_start_matches("/api/admin").to_owned();
        let fetched = merchant.get(&path).await;
        assert_eq!((fetched.status, fetched.body.as_slice()), (200, PDF));
        assert!(fetched.header("content-disposition").is_some_and(|value| value.starts_with("attachment")));
        // Its name is no key to anybody else's, and nobody but staff fetches it.
        assert_eq!(visitor.page(file["path"].as_str().expect("a path")).await.status, 401);
        assert_eq!(merchant.get(&path.replace("/companies/", "/companies/9")).await.status, 404);
        let mut other = shop.visitor();
        let (_, page) = refused_registration(&mut other, &[("reg_role", "ristorazione"), ("kept_licenza", stored)]).await;
        assert_eq!(page["page"]["section"]["form"]["stored_files"], json!([]), "the file of a company");
    }

    async fn a_company_that_loses_its_approval_has_its_people_logged_out(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut anna = restaurant(&shop, "anna@example.com").await;
        let company = company_of(&mut merchant, "anna@example.com").await;
        decide(&mut merchant, &company, "approved", "").await.expect(200);
        assert_eq!(anna.page(COMPANY).await.status, 200);
        decide(&mut merchant, &company, "rejected", "Non paga").await.expect(200);
        assert_eq!(anna.page(COMPANY).await.status, 303, "sent to the entry");
        log_in(&mut anna, "anna@example.com", STRONG).await;
        assert_eq!(menu_of(&mut anna).await["may"], json!([]));
    }
}

rules! {
    async fn each_field_of_a_role_is_judged_and_what_was_filled_in_stays_in_the_form(shop) {
        with_roles(&shop).await;
        let mut visitor = shop.visitor();
        for (fields, field, code) in [
            (but(&[("reg_role", "pirata")]), "reg_role", "trade_role_unknown"),
            (but(&[("reg_country", "default")]), "reg_country", "trade_country_required"),
            (but(&[("reg_country", "JP")]), "reg_country", "trade_country_unknown"),
            (but(&[("reg_ditta", " ")]), "reg_ditta", "trade_field_required"),
            (but(&[("reg_piva", "")]), "reg_piva", "trade_field_required"),
            (but(&[("reg_piva", "00743110158")]), "reg_piva", "vat_check_digits"),
            (but(&[("reg_tipo", "Circo")]), "reg_tipo", "trade_choice_unknown"),
        ] {
            let (refused, page) = refused_registration(&mut visitor, &fields).await;
            assert_eq!(refused[0], (field.to_owned(), code.to_owned()), "{refused:?}");
            let section = &page["page"]["section"];
            assert_eq!(section["email"], "rifiutata@example.com");
            if field != "reg_ditta" {
                assert_eq!(section["form"]["form"]["values"]["ditta"], "Osteria del Porto", "{code}");
            }
        }
        let mut merchant = shop.merchant().await;
        assert_eq!(merchant.mails().await, Vec::<Value>::new(), "nothing was sent");
    }

    async fn a_private_customer_is_asked_for_no_field_of_another_role(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut visitor = shop.visitor();
        let answer = register(&mut visitor, "livia@example.com", &[("reg_role", "consumatore"), ("reg_ditta", "X")]).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let link = link_for(&mut merchant, "livia@example.com").await;
        visitor.page(&link).await;
        assert_eq!(companies(&mut merchant, "").await.len(), 0);
        assert_eq!(menu_of(&mut visitor).await["keeps_company"], false);
        assert_eq!(page_data(&mut visitor, "/my-account/").await["page"]["section"]["may_apply"], true);
    }

    async fn without_scripts_the_address_chooses_the_role_whose_fields_are_shown(shop) {
        with_roles(&shop).await;
        let mut visitor = shop.visitor();
        let page = visitor.page("/my-account/?role=ristorazione").await.text();
        assert!(page.contains("name=\"reg_ditta\"") && page.contains("name=\"reg_country\""), "{page}");
        let page = visitor.page("/my-account/").await.text();
        assert!(!page.contains("name=\"reg_ditta\"") && page.contains("?role=ristorazione"), "{page}");
        let page = visitor.page("/my-account/?role=nessuno").await.text();
        assert!(!page.contains("name=\"reg_ditta\""), "{page}");
    }

    async fn a_registration_without_its_nonce_keeps_no_file(shop) {
        with_roles(&shop).await;
        let visitor = shop.visitor();
        let form = Form::new().text("register", "1").text("email", "a@example.com").text("password", STRONG)
            .text("reg_role", "ristorazione").part("reg_licenza", Part::bytes(PDF).file_name("licenza.pdf"));
        let answer = visitor.request(Method::POST, "/my-account/").multipart(form).send().await;
        assert_eq!(answer.status, 422);
        assert!(!shop.place().data().join("registrations").exists());
    }

    async fn a_file_over_five_megabytes_is_refused_in_words(shop) {
        with_roles(&shop).await;
        let mut visitor = shop.visitor();
        let nonce = visitor.form_nonce("/my-account/", "woocommerce-register-nonce").await;
        let mut content = PDF.to_vec();
        content.resize(5 * 1024 * 1024 + 1, b' ');
        let mut form = Form::new().text("register", "1").text("email", "a@example.com").text("password", STRONG)
            .text("woocommerce-register-nonce", nonce);
        for (name, value) in RESTAURANT {
            form = form.text(name, value);
        }
        let form = form.part("reg_licenza", Part::bytes(content).file_name("grande.pdf"));
        let request = visitor.request(Method::POST, "/my-account/").header("accept", "application/vnd.bottega.page+json");
        let page = request.multipart(form).send().await.json();
        assert_eq!(refusals(&page), [("reg_licenza".to_owned(), "trade_file_too_large".to_owned())]);
    }

    async fn a_rejection_needs_a_reason_and_staff_alone_decides(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut anna = restaurant(&shop, "anna@example.com").await;
        let company = company_of(&mut merchant, "anna@example.com").await;
        let refused = decide(&mut merchant, &company, "rejected", " ").await.expect(422);
        assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&json!("reason"), &json!("trade_reason_required")));
        let long = "x".repeat(2001);
        decide(&mut merchant, &company, "rejected", &long).await.expect(422);
        decide(&mut merchant, &company, "perhaps", "").await.expect(422);
        decide(&mut merchant, &json!({ "id": 999 }), "approved", "").await.expect(404);
        let request = anna.request(Method::POST, &format!("/api/admin/companies/{}/state", company["id"]));
        let own = anna.send(request.json(&json!({ "state": "approved", "reason": "" }))).await;
        assert_eq!(own.status, 401);
        assert_eq!(company_of(&mut merchant, "anna@example.com").await["state"], "pending");
    }

    async fn a_shop_manager_decides_but_does_not_change_roles(shop) {
        let mut merchant = with_roles(&shop).await;
        restaurant(&shop, "anna@example.com").await;
        let mut manager = shop.shop_manager().await;
        let company = company_of(&mut merchant, "anna@example.com").await;
        decide(&mut manager, &company, "approved", "").await.expect(200);
        manager.get("/roles").await.expect(200);
        assert_eq!(manager.write(Method::DELETE, "/roles/1", json!({})).await.status, 403);
    }

    async fn who_was_rejected_reads_why_corrects_and_applies_again(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut anna = restaurant(&shop, "anna@example.com").await;
        let company = company_of(&mut merchant, "anna@example.com").await;
        decide(&mut merchant, &company, "rejected", "La partita IVA non è la vostra").await.expect(200);
        assert_eq!(kinds_to(&mut merchant, "anna@example.com").await[0], "trade_rejected");
        assert!(merchant.texts_to("anna@example.com").await[0].contains("La partita IVA non è la vostra"));
        let page = page_data(&mut anna, COMPANY).await;
        assert!(page["page"]["notices"].to_string().contains("La partita IVA non è la vostra"), "{page}");
        assert_eq!(page["page"]["section"]["rejection_reason"], "La partita IVA non è la vostra");
        let wrong = send(&mut anna, COMPANY, &but(&[("reg_piva", "1")])).await;
        assert_eq!(wrong.status, 422);
        assert_eq!(company_of(&mut merchant, "anna@example.com").await["state"], "rejected");
        let answer = send(&mut anna, COMPANY, &but(&[("reg_ditta", "Osteria Nuova")])).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        let company = company_of(&mut merchant, "anna@example.com").await;
        assert_eq!((&company["state"], &company["name"]), (&json!("pending"), &json!("Osteria Nuova")));
        assert_eq!(company["rejection_reason"], "");
    }

    async fn an_approved_company_that_changes_its_name_stays_approved_and_is_marked(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut anna = restaurant(&shop, "anna@example.com").await;
        let company = company_of(&mut merchant, "anna@example.com").await;
        decide(&mut merchant, &company, "approved", "").await.expect(200);
        // Another role is not taken from an approved company's form.
        let fields = but(&[("reg_ditta", "Osteria Nuova"), ("reg_role", "consumatore")]);
        assert_eq!(send(&mut anna, COMPANY, &fields).await.status, 303);
        let company = company_of(&mut merchant, "anna@example.com").await;
        assert_eq!((&company["state"], &company["name"]), (&json!("approved"), &json!("Osteria Nuova")));
        assert!(company["changed_at"].is_number(), "{company}");
        let notes = company["notes"].as_array().expect("notes");
        assert!(notes.iter().any(|note| note["text"].as_str().is_some_and(|text| text.contains("Osteria del Porto"))), "{company}");
        decide(&mut merchant, &company, "approved", "").await.expect(200);
        assert_eq!(company_of(&mut merchant, "anna@example.com").await["changed_at"], Value::Null);
        let mut kinds = kinds_to(&mut merchant, "anna@example.com").await;
        kinds.retain(|kind| kind == "trade_approved");
        assert_eq!(kinds.len(), 1, "the same decision again is not told again");
    }

    async fn a_private_customer_asks_for_a_company_later_but_only_with_a_trade_role(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut livia = customer(&shop, "livia@example.com").await;
        let consumer = send(&mut livia, COMPANY, &[("reg_role", "consumatore")]).await;
        assert_eq!(consumer.status, 422);
        assert_eq!(send(&mut livia, COMPANY, &RESTAURANT).await.status, 303);
        assert_eq!(company_of(&mut merchant, "livia@example.com").await["state"], "pending");
        assert_eq!(kinds_to(&mut merchant, "livia@example.com").await[0], "trade_waiting");
        assert_eq!(menu_of(&mut livia).await["keeps_company"], true);
    }

    async fn guests_and_forms_of_elsewhere_do_not_reach_a_company(shop) {
        with_roles(&shop).await;
        let mut guest = shop.visitor();
        assert_eq!(guest.page(COMPANY).await.status, 303);
        assert_eq!(guest.page("/my-account/company/address/").await.status, 303);
        let mut anna = restaurant(&shop, "anna@example.com").await;
        let answer = anna.submit(COMPANY, &but(&[("reg_ditta", "Altra"), ("_wpnonce", "0000")])).await;
        assert_eq!(answer.status, 422);
        assert_eq!(page_data(&mut anna, COMPANY).await["page"]["section"]["form"]["form"]["values"]["ditta"], "Osteria del Porto");
    }

    async fn delivery_addresses_are_checked_kept_changed_and_taken_away(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut anna = restaurant(&shop, "anna@example.com").await;
        let path = "/my-account/company/address/";
        let sede = [
            ("shipping_first_name", "Anna"), ("shipping_last_name", "Conti"), ("shipping_country", "IT"),
            ("shipping_address_1", "Via Porto 1"), ("shipping_postcode", "16126"), ("shipping_city", "Genova"),
            ("shipping_state", "GE"),
        ];
        let wrong: Vec<_> = sede.iter().map(|(n, v)| if *n == "shipping_postcode" { (*n, "1") } else { (*n, *v) }).collect();
        assert_eq!(send(&mut anna, path, &wrong).await.status, 422);
        for _ in 0..2 {
            assert_eq!(send(&mut anna, path, &sede).await.status, 303);
        }
        let page = page_data(&mut anna, COMPANY).await;
        assert_eq!(page["page"]["section"]["addresses"].as_array().map(Vec::len), Some(1), "sent twice, it is there once");
        assert_eq!(anna.page("/my-account/company/address/7/").await.status, 404);
        assert_eq!(anna.page("/my-account/company/address/x/").await.status, 404);
        let company = company_of(&mut merchant, "anna@example.com").await;
        decide(&mut merchant, &company, "approved", "").await.expect(200);
        anna.add("t-oil", 1).await;
        let checkout = page_data(&mut anna, "/checkout/?deliver_to=0").await;
        assert_eq!(checkout["page"]["form"]["shipping"]["address_1"], "Via Porto 1");
        assert_eq!(checkout["page"]["form"]["ship_to_different_address"], true);
        assert_eq!(checkout["page"]["delivery_choices"].as_array().map(Vec::len), Some(1));
        let elsewhere = page_data(&mut anna, "/checkout/?deliver_to=9").await;
        assert_eq!(elsewhere["page"]["form"]["ship_to_different_address"], false);
        assert_eq!(send(&mut anna, "/my-account/company/address/0/", &[("delete", "1")]).await.status, 303);
        assert_eq!(page_data(&mut anna, COMPANY).await["page"]["section"]["addresses"], json!([]));
    }

    async fn another_company_s_delivery_addresses_are_not_offered(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut anna = restaurant(&shop, "anna@example.com").await;
        let company = company_of(&mut merchant, "anna@example.com").await;
        decide(&mut merchant, &company, "approved", "").await.expect(200);
        let sede = [
            ("shipping_first_name", "Anna"), ("shipping_last_name", "Conti"), ("shipping_country", "IT"),
            ("shipping_address_1", "Via Porto 1"), ("shipping_postcode", "16126"), ("shipping_city", "Genova"),
            ("shipping_state", "GE"),
        ];
        send(&mut anna, "/my-account/company/address/", &sede).await;
        for mut other in [restaurant(&shop, "bruno@example.com").await, shop.visitor()] {
            other.add("t-oil", 1).await;
            let checkout = page_data(&mut other, "/checkout/?deliver_to=0").await;
            assert_eq!(checkout["page"]["delivery_choices"], json!([]));
            assert_eq!(checkout["page"]["form"]["ship_to_different_address"], false);
        }
    }

    async fn role_and_credit_limit_are_set_within_their_limits(shop) {
        let mut merchant = with_roles(&shop).await;
        restaurant(&shop, "anna@example.com").await;
        let company = company_of(&mut merchant, "anna@example.com").await;
        let path = format!("/companies/{}/terms", company["id"]);
        let terms = |role: i64, limit: &str| json!({ "role_id": role, "credit_limit": limit });
        let role = company["role_id"].as_i64().expect("a role");
        for (body, field) in [
            (terms(role, "-1"), "credit_limit"),
            (terms(role, "molto"), "credit_limit"),
            (terms(role, "99999999999.00"), "credit_limit"),
            (terms(999, "0"), "role_id"),
            (terms(1, "0"), "role_id"),
        ] {
            let refused = merchant.write(Method::PUT, &path, body.clone()).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field, "{body}");
        }
        let saved = merchant.write(Method::PUT, &path, terms(role, "2500,00")).await.expect(200);
        assert_eq!(saved["credit_limit"], "2500");
        let nothing = merchant.write(Method::PUT, &path, terms(role, "0")).await.expect(200);
        assert_eq!(nothing["credit_limit"], "0");
        let without = merchant.write(Method::PUT, &path, terms(role, "")).await.expect(200);
        assert_eq!(without["credit_limit"], "", "no limit");
    }

    async fn notes_are_staff_s_alone_and_say_something(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut anna = restaurant(&shop, "anna@example.com").await;
        let company = company_of(&mut merchant, "anna@example.com").await;
        let path = format!("/companies/{}/notes", company["id"]);
        for text in [" ".to_owned(), "x".repeat(2001)] {
            merchant.write(Method::POST, &path, json!({ "text": text })).await.expect(422);
        }
        let noted = merchant.write(Method::POST, &path, json!({ "text": "Chiamare lunedì" })).await.expect(200);
        assert_eq!(noted["notes"][0]["text"], "Chiamare lunedì");
        assert!(!anna.page(COMPANY).await.text().contains("Chiamare"));
    }
}

on_both_databases! {
    async fn a_restaurant_registers_waits_is_approved_and_gets_its_rights(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut anna = restaurant(&shop, "anna@example.com").await;
        let waiting = page_data(&mut anna, "/my-account/orders/").await;
        assert!(waiting["page"]["notices"].to_string().contains("in attesa di approvazione"), "{waiting}");
        assert_eq!(waiting["page"]["person"]["may"], json!([]));
        let me = merchant.get("/me").await.expect(200);
        assert_eq!(me["waiting_companies"], 1);
        let found = companies(&mut merchant, "?state=pending").await;
        assert_eq!((&found[0]["name"], &found[0]["vat_number"]), (&json!("Osteria del Porto"), &json!("IT00743110157")));
        assert_eq!(companies(&mut merchant, "?state=approved").await.len(), 0);
        assert_eq!(companies(&mut merchant, "?search=osteria").await.len(), 1);
        assert_eq!(companies(&mut merchant, "?search=00743110157").await.len(), 1);
        assert_eq!(companies(&mut merchant, "?role=999").await.len(), 0);
        assert_eq!(kinds_to(&mut merchant, "anna@example.com").await[0], "trade_waiting");
        let company = company_of(&mut merchant, "anna@example.com").await;
        decide(&mut merchant, &company, "approved", "").await.expect(200);
        let person = menu_of(&mut anna).await;
        assert!(person["may"].as_array().is_some_and(|may| may.contains(&json!("bulk_order"))), "{person}");
        assert_eq!(kinds_to(&mut merchant, "anna@example.com").await[0], "trade_approved");
        let people = merchant.get("/customers?search=anna@").await.expect(200);
        assert_eq!(people["customers"][0]["company_name"], "Osteria del Porto");
    }

    async fn the_same_application_sent_at_once_makes_one_company(shop) {
        let mut merchant = with_roles(&shop).await;
        let mut livia = customer(&shop, "livia@example.com").await;
        let nonce = section_nonce(&mut livia, COMPANY).await;
        let mut all = JoinSet::new();
        for _ in 0..4 {
            let mut same = livia.moved_to(&livia);
            let nonce = nonce.clone();
            all.spawn(async move {
                let mut fields = RESTAURANT.to_vec();
                fields.push(("_wpnonce", &nonce));
                same.submit(COMPANY, &fields).await.status
            });
        }
        assert_eq!(all.join_all().await, [303; 4]);
        assert_eq!(companies(&mut merchant, "").await.len(), 1);
        let mut kinds = kinds_to(&mut merchant, "livia@example.com").await;
        kinds.retain(|kind| kind == "trade_waiting");
        assert_eq!(kinds.len(), 1, "it is told once");
    }
}
