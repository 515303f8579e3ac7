//! Electronic invoices on their way: handed over by hand or by an intermediary, answered, rejected, corrected.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::orders::document::einvoice::EInvoiceState;
use shop_server::orders::einvoice_carriers::Intermediary;
use shop_services::Shop;
use shop_services::orders::einvoices::InvoiceCarrier;
use shop_services::platform::settings::CarrierChoice;
use shop_tests::{Answer, INTERMEDIARY_TOKEN, Merchant, StandInIntermediary, TestShop, on_both_databases, rules};

use crate::orders::einvoices::{all, issued, paid, wants_invoice};
use crate::orders::subscriptions::Later;

/// A shop with one document that is ready, and its number.
async fn one(shop: &TestShop, merchant: &mut Merchant) -> i64 {
    paid(shop, merchant).await;
    let inside = shop.inside().await;
    issued(&inside).await;
    all(&inside).await.last().expect("a document").id
}

async fn read(merchant: &mut Merchant, id: i64) -> Value {
    merchant.get(&format!("/einvoices/{id}")).await.expect(200)
}

async fn step(merchant: &mut Merchant, id: i64, name: &str, body: Value) -> Answer {
    let method = if name == "correction" { Method::PUT } else { Method::POST };
    merchant.write(method, &format!("/einvoices/{id}/{name}"), body).await
}

fn correction(vat_number: &str) -> Value {
    json!({
        "name": "Conti S.r.l.", "family_name": "", "vat_number": vat_number, "tax_code": "", "sdi_code": "M5UXCR1", "pec": ""
    })
}

/// The shop in so many days.
async fn later(shop: &TestShop, days: i64) -> Shop {
    let db = shop_storage::Db::open(shop.database()).await.expect("the database opens");
    Shop::new(Arc::new(db), Arc::new(Later(days)))
}

/// One round with an intermediary, after so many days.
async fn carried(shop: &TestShop, days: i64, carrier: &Arc<dyn InvoiceCarrier>) -> usize {
    later(shop, days).await.einvoices.carry_due(CarrierChoice::Intermediary, carrier).await.expect("a round")
}

/// A shop that hands over by an intermediary, with one document that is ready.
async fn with_intermediary(shop: &mut TestShop) -> (StandInIntermediary, Arc<dyn InvoiceCarrier>, Merchant, i64) {
    let server = shop.with_settings(|settings| settings.einvoices.carrier = CarrierChoice::Intermediary).await;
    let stand_in = StandInIntermediary::default();
    let url = stand_in.start().await;
    let carrier: Arc<dyn InvoiceCarrier> = Arc::new(Intermediary::new(&url, INTERMEDIARY_TOKEN).expect("an address"));
    let mut merchant = shop.merchant_of(server).await;
    let id = one(shop, &mut merchant).await;
    (stand_in, carrier, merchant, id)
}

rules! {
    async fn files_are_fetched_singly_and_as_an_archive(shop) {
        let mut merchant = shop.merchant().await;
        let id = one(&shop, &mut merchant).await;
        one(&shop, &mut merchant).await;
        let seen = read(&mut merchant, id).await;
        let name = seen["file"].as_str().expect("a name");
        let file = merchant.get(&format!("/einvoices/{id}/file")).await;
        assert_eq!(file.header("content-type"), Some("application/xml"));
        assert!(file.header("content-disposition").is_some_and(|value| value.contains(name)), "{:?}", file.headers);
        assert!(file.text().starts_with("<?xml") && file.text().contains("versione=\"FPR12\""), "{}", file.text());
        let archive = merchant.get("/einvoices/export?kind=TD01").await;
        assert_eq!((archive.status, archive.header("content-type")), (200, Some("application/zip")));
        assert!(archive.body.starts_with(b"PK") && archive.body.windows(name.len()).filter(|part| *part == name.as_bytes()).count() == 2);
        let none = merchant.get("/einvoices/export?kind=TD24").await;
        assert_eq!((none.status, none.body.len()), (200, 22), "an archive of nothing");
    }

    async fn by_hand_a_document_is_sent_answered_corrected_and_sent_again(shop) {
        let mut merchant = shop.merchant().await;
        let id = one(&shop, &mut merchant).await;
        let before = read(&mut merchant, id).await;
        for (name, body) in [("mark", json!({ "state": "delivered" })), ("correction", correction("IT00743110157"))] {
            assert_eq!(step(&mut merchant, id, name, body).await.expect(409)["code"], "einvoice_state", "{name}: it was not sent");
        }
        assert_eq!(step(&mut merchant, id, "send", json!({})).await.expect(200)["state"], "sent");
        assert_eq!(step(&mut merchant, id, "send", json!({})).await.expect(409)["code"], "einvoice_state", "once");
        for (body, field) in [
            (json!({ "state": "gone" }), "state"),
            (json!({ "state": "" }), "state"),
            (json!({ "state": "rejected", "code": "x".repeat(41) }), "code"),
            (json!({ "state": "rejected", "answer": "x".repeat(501) }), "answer"),
        ] {
            assert_eq!(step(&mut merchant, id, "mark", body.clone()).await.expect(422)["errors"][0]["field"], field, "{body}");
        }
        assert_eq!(step(&mut merchant, id, "mark", json!({ "state": "ready" })).await.expect(409)["code"], "einvoice_state");
        let body = json!({ "state": "rejected", "code": "00311", "answer": "Codice destinatario non valido" });
        let rejected = step(&mut merchant, id, "mark", body).await.expect(200);
        assert_eq!((&rejected["code"], &rejected["state"]), (&json!("00311"), &json!("rejected")));
        assert!(rejected["correct_by"].as_str().is_some_and(|day| day > before["day"].as_str().unwrap_or_default()));
        let refused = step(&mut merchant, id, "correction", correction("IT00743110158")).await.expect(422);
        assert_eq!(refused["errors"][0]["field"], "vat_number");
        let corrected = step(&mut merchant, id, "correction", correction("IT00743110157")).await.expect(200);
        assert_eq!((&corrected["state"], &corrected["buyer"]), (&json!("ready"), &json!("Conti S.r.l.")));
        assert_eq!((&corrected["number"], &corrected["day"]), (&before["number"], &before["day"]), "the number stays");
        assert_ne!(corrected["file"], before["file"], "no name comes twice");
        let xml = merchant.get(&format!("/einvoices/{id}/file")).await.text();
        assert!(xml.contains("<IdCodice>00743110157</IdCodice>") && xml.contains("M5UXCR1"), "{xml}");
        step(&mut merchant, id, "send", json!({})).await.expect(200);
        step(&mut merchant, id, "mark", json!({ "state": "undelivered" })).await.expect(200);
        let last = step(&mut merchant, id, "mark", json!({ "state": "delivered" })).await.expect(200);
        let states: Vec<&str> = last["history"].as_array().expect("events").iter().filter_map(|one| one["state"].as_str()).collect();
        assert_eq!(states, ["ready", "sent", "rejected", "ready", "sent", "undelivered", "delivered"]);
        for (name, body) in [("send", json!({})), ("mark", json!({ "state": "rejected" })), ("correction", correction(""))] {
            assert_eq!(step(&mut merchant, id, name, body).await.expect(409)["code"], "einvoice_state", "{name}: it was issued");
        }
    }

    async fn a_carrier_that_the_server_is_not_set_up_for_is_told(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.einvoices.carrier = CarrierChoice::Pec).await;
        let mut merchant = shop.merchant_of(server).await;
        let id = one(&shop, &mut merchant).await;
        assert_eq!(read(&mut merchant, id).await["can_send"], json!(false));
        assert_eq!(step(&mut merchant, id, "send", json!({})).await.expect(409)["code"], "einvoice_carrier_missing");
    }

    async fn an_intermediary_takes_a_document_once_and_its_answer_comes(shop) {
        let mut shop = shop;
        let (stand_in, carrier, mut merchant, id) = with_intermediary(&mut shop).await;
        assert_eq!(carried(&shop, 0, &carrier).await, 1);
        assert_eq!(carried(&shop, 0, &carrier).await, 0, "it is asked about later");
        let seen = read(&mut merchant, id).await;
        let files = stand_in.files();
        assert_eq!((files.len(), &json!(files[0].0), &seen["state"]), (1, &seen["file"], &json!("sent")));
        assert_eq!(carried(&shop, 1, &carrier).await, 0, "the exchange system has not answered");
        stand_in.says(&json!({ "state": "delivered" }));
        assert_eq!(carried(&shop, 2, &carrier).await, 1);
        assert_eq!(read(&mut merchant, id).await["state"], "delivered");
        let requests = stand_in.requests();
        assert_eq!((carried(&shop, 9, &carrier).await, stand_in.requests()), (0, requests), "nothing more is asked");
    }

    async fn what_is_fetched_by_hand_is_never_handed_over_by_itself(shop) {
        let mut shop = shop;
        let mut merchant = shop.merchant().await;
        let id = one(&shop, &mut merchant).await;
        let order = wants_invoice(&shop, "bacs").await;
        shop.with_settings(|settings| settings.einvoices.carrier = CarrierChoice::Intermediary).await;
        let stand_in = StandInIntermediary::default();
        let url = stand_in.start().await;
        let carrier: Arc<dyn InvoiceCarrier> = Arc::new(Intermediary::new(&url, INTERMEDIARY_TOKEN).expect("an address"));
        assert_eq!(carried(&shop, 3, &carrier).await, 0, "it may have been uploaded already");
        merchant.set_status(order, "processing").await.expect(200);
        issued(&later(&shop, 3).await).await;
        assert_eq!(carried(&shop, 3, &carrier).await, 1, "what is issued from now on is");
        assert_eq!(read(&mut merchant, id).await["state"], "ready");
    }
}

on_both_databases! {
    async fn lists_are_narrowed_and_what_is_unknown_is_refused(shop) {
        let mut merchant = shop.merchant().await;
        let id = one(&shop, &mut merchant).await;
        let found = |list: &Value| list["total"].as_i64().expect("a number");
        for (query, count) in [
            ("", 1),
            ("?state=ready", 1),
            ("?state=sent", 0),
            ("?kind=TD01&search=conti", 1),
            ("?kind=TD04", 0),
            ("?search=RSSMRA80A01H501U", 1),
            ("?search=1/20", 1),
            ("?search=%25", 0),
            ("?from=2020-01-01&to=2020-12-31", 0),
            ("?from=2020-01-01", 1),
        ] {
            let list = merchant.get(&format!("/einvoices{query}")).await.expect(200);
            assert_eq!(found(&list), count, "{query}");
        }
        for (query, field) in [
            ("?state=gone", "state"),
            ("?kind=TD99", "kind"),
            ("?from=1/1/2026", "from"),
            ("?from=2026-02-01&to=2026-01-01", "to"),
        ] {
            let refused = merchant.get(&format!("/einvoices{query}")).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field, "{query}");
        }
        for path in ["/einvoices", "/einvoices/export", &format!("/einvoices/{id}"), &format!("/einvoices/{id}/file")] {
            assert_eq!(shop.visitor().page(&format!("/api/admin{path}")).await.status, 401, "{path}");
            assert_eq!(shop.shop_manager().await.get(path).await.status, 200, "{path}");
        }
        for path in ["/einvoices/999999", "/einvoices/999999/file"] {
            assert_eq!(merchant.get(path).await.status, 404, "{path}");
        }
        for name in ["send", "mark", "correction"] {
            let body = if name == "mark" { json!({ "state": "delivered" }) } else { correction("") };
            assert_eq!(step(&mut merchant, 999_999, name, body).await.status, 404, "{name}");
        }
    }

    async fn what_an_intermediary_rejects_is_corrected_and_goes_out_again(shop) {
        let mut shop = shop;
        let (stand_in, carrier, mut merchant, id) = with_intermediary(&mut shop).await;
        carried(&shop, 0, &carrier).await;
        stand_in.says(&json!({ "state": "rejected", "code": "00305", "message": "IdFiscaleIVA non valido" }));
        assert_eq!(carried(&shop, 1, &carrier).await, 1);
        let seen = read(&mut merchant, id).await;
        assert_eq!((&seen["state"], &seen["code"], &seen["answer"]), (&json!("rejected"), &json!("00305"), &json!("IdFiscaleIVA non valido")));
        step(&mut merchant, id, "correction", correction("IT00743110157")).await.expect(200);
        assert_eq!(carried(&shop, 1, &carrier).await, 1);
        let names: Vec<String> = stand_in.files().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), 2, "{names:?}");
        stand_in.fails(422, r#"{"code":"00404","message":"Fattura duplicata"}"#);
        let other = one(&shop, &mut merchant).await;
        carried(&shop, 1, &carrier).await;
        let refused = read(&mut merchant, other).await;
        assert_eq!((&refused["state"], &refused["code"]), (&json!("rejected"), &json!("00404")), "refused at once");
    }

    async fn an_intermediary_that_fails_loses_nothing_and_gets_nothing_twice(shop) {
        let mut shop = shop;
        let (stand_in, carrier, mut merchant, id) = with_intermediary(&mut shop).await;
        for (day, (status, body)) in
            [(500, ""), (503, "busy"), (200, "no JSON"), (200, r#"{"id":""}"#), (302, ""), (401, "")].into_iter().enumerate()
        {
            stand_in.fails(status, body);
            let day = i64::try_from(day).expect("a day");
            assert_eq!(carried(&shop, day, &carrier).await, 0, "{status} {body}");
            let seen = read(&mut merchant, id).await;
            assert_eq!((&seen["state"], &seen["attempts"], &seen["code"]), (&json!("ready"), &json!(day + 1), &json!("unavailable")));
        }
        assert_eq!(carried(&shop, 5, &carrier).await, 0, "not before its time");
        assert_eq!(carried(&shop, 9, &carrier).await, 1);
        let answers = [(500, ""), (404, ""), (200, r#"{"state":"lost"}"#), (200, "")];
        for (day, (status, body)) in (20..).zip(answers) {
            stand_in.fails(status, body);
            carried(&shop, day, &carrier).await;
            let seen = read(&mut merchant, id).await;
            assert_eq!((&seen["state"], &seen["code"]), (&json!("sent"), &json!("unavailable")), "{status} {body}");
        }
        assert_eq!(stand_in.files().len(), 1);
        let wrong: Arc<dyn InvoiceCarrier> =
            Arc::new(Intermediary::new("http://127.0.0.1:1", "x").expect("an address"));
        assert_eq!(carried(&shop, 60, &wrong).await, 0, "nobody is there");
    }

    async fn two_workers_hand_a_document_over_once(shop) {
        let mut shop = shop;
        let (stand_in, carrier, _, id) = with_intermediary(&mut shop).await;
        let (one, two) = (later(&shop, 0).await, later(&shop, 0).await);
        let (a, b) = tokio::join!(
            one.einvoices.carry_due(CarrierChoice::Intermediary, &carrier),
            two.einvoices.carry_due(CarrierChoice::Intermediary, &carrier)
        );
        assert_eq!(a.expect("a round") + b.expect("a round"), 1);
        assert_eq!((stand_in.files().len(), stand_in.requests()), (1, 1));
        let record = one.einvoices.einvoice(id).await.expect("read").expect("there");
        assert_eq!(record.state, EInvoiceState::Sent);
    }
}
