//! The calls `b2bkingconversationmessage` and `b2bkingsendinquiry`.

use serde_json::Value;
use shop_tests::{Answer, Visitor, colleague, company, customer, on_both_databases, page_data, rules, trade_token};
use tokio::task::JoinSet;

use crate::trade::bulk_orders::call_with;
use crate::trade::conversations::{LIST, section};

/// A call, with the token of the visit unless another one is given.
pub(crate) async fn call(visitor: &mut Visitor, action: &str, fields: &[(&str, &str)]) -> Answer {
    let page = page_data(visitor, "/my-account/").await;
    let token = page["page"]["trade_token"].as_str().unwrap_or_default().to_owned();
    let mut all = vec![("action", action), ("security", token.as_str())];
    all.extend(fields);
    visitor.submit("/wp-admin/admin-ajax.php", &all).await
}

/// The code of the first error of a refused call.
#[track_caller]
pub(crate) fn code(answer: &Answer, status: u16) -> String {
    let body = answer.expect(status);
    assert_eq!(body["success"], false, "{body}");
    let error = &body["data"]["errors"][0];
    assert!(error["message"].as_str().is_none_or(|said| !said.is_empty()), "{body}");
    error["code"].as_str().unwrap_or_default().to_owned()
}

fn path(answer: &Answer) -> String {
    let address = answer.text();
    let at = address.find("/my-account/").unwrap_or_else(|| panic!("{}: {address}", answer.status));
    address[at..].to_owned()
}

const INQUIRY: [(&str, &str); 3] = [("title", "Listino"), ("message", "Quanto costa?"), ("type", "Informazioni")];

on_both_databases! {
    async fn many_who_send_the_same_at_once_write_one_message(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let page = page_data(&mut buyer, "/my-account/").await;
        let token = page["page"]["trade_token"].as_str().unwrap_or_default().to_owned();
        let mut all = JoinSet::new();
        for _ in 0..6 {
            let (mut twin, token) = (buyer.moved_to(&buyer), token.clone());
            all.spawn(async move {
                let mut fields = vec![("action", "b2bkingsendinquiry"), ("security", token.as_str())];
                fields.extend(INQUIRY);
                twin.submit("/wp-admin/admin-ajax.php", &fields).await
            });
        }
        let answers = all.join_all().await;
        assert!(answers.iter().all(|one| one.status == 200 && one.text() == answers[0].text()));
        assert_eq!(section(&mut buyer, LIST).await["conversations"].as_array().map(Vec::len), Some(1));
    }
}

rules! {
    async fn an_inquiry_is_answered_with_its_address_and_a_message_with_1(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let answer = call(&mut buyer, "b2bkingsendinquiry", &INQUIRY).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.text().starts_with("http"), "{}", answer.text());
        let page = path(&answer);
        let id = page.trim_end_matches('/').rsplit('/').next().expect("a number").to_owned();
        let fields = [("message", "E per dieci?"), ("conversationid", id.as_str())];
        let answer = call(&mut buyer, "b2bkingconversationmessage", &fields).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "1"));
        let thread = section(&mut buyer, &page).await;
        assert_eq!(thread["messages"][1]["body"], "E per dieci?");
    }

    async fn another_companys_conversation_is_refused_like_none(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let mut other = company(&shop, "oste@example.com", "Trattoria").await;
        let page = path(&call(&mut buyer, "b2bkingsendinquiry", &INQUIRY).await);
        let id = page.trim_end_matches('/').rsplit('/').next().expect("a number").to_owned();
        let mut told = Vec::new();
        for id in [id.as_str(), "999999", "", "x", "-1", "1e3", "18446744073709551616"] {
            let fields = [("message", "Io!"), ("conversationid", id)];
            let answer = call(&mut other, "b2bkingconversationmessage", &fields).await;
            assert_eq!(code(&answer, 404), "conversation_unknown", "{id}");
            told.push(answer.text());
        }
        assert!(told.windows(2).all(|pair| pair[0] == pair[1]), "{told:?}");
        assert_eq!(section(&mut buyer, &page).await["messages"].as_array().map(Vec::len), Some(1));
    }

    async fn a_vendor_that_the_shop_has_not_is_told_by_its_field_and_one_of_a_shop_without_vendors_is_not_read(shop) {
        let mut shop = shop;
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let asking = |vendor| [("title", "Olio"), ("message", "Quanto costa?"), ("type", "Prodotto"), ("vendor", vendor)];
        assert_eq!(call(&mut buyer, "b2bkingsendinquiry", &asking("Nessuno")).await.status, 200, "there is but one");
        let server = shop.with_settings(|settings| {
            settings.conversations.multi_vendor = true;
            settings.conversations.vendors = "Caseificio Rossi\nFrantoio Bianchi".into();
        }).await;
        let mut buyer = buyer.moved_to(&shop.visitor_of(server));
        let both = "Caseificio Rossi\nFrantoio Bianchi";
        for vendor in ["Nessuno", "", " ", "Frantoio", "Frantoio Bianchi, Caseificio Rossi", both, "1", "Olio di prova"] {
            let answer = call(&mut buyer, "b2bkingsendinquiry", &asking(vendor)).await;
            assert_eq!(code(&answer, 422), "conversation_vendor_unknown", "{vendor}");
            assert_eq!(answer.json()["data"]["errors"][0]["field"], "vendor", "{vendor}");
        }
        let without = [("title", "Olio"), ("message", "x"), ("type", "Prodotto")];
        assert_eq!(code(&call(&mut buyer, "b2bkingsendinquiry", &without).await, 422), "conversation_vendor_unknown");
        assert_eq!(call(&mut buyer, "b2bkingsendinquiry", &asking("Frantoio Bianchi")).await.status, 200);
        let listed = shop.merchant_of(server).await.get("/conversations").await.expect(200);
        let vendors: Vec<_> = listed["conversations"].as_array().expect("rows").iter().map(|one| one["vendor"].clone()).collect();
        assert_eq!(vendors, ["Frantoio Bianchi", ""], "what was refused began nothing");
    }

    async fn a_call_needs_the_token_of_its_visit(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let mut other = company(&shop, "oste@example.com", "Trattoria").await;
        let page: Value = page_data(&mut other, "/my-account/").await;
        let foreign = page["page"]["trade_token"].as_str().unwrap_or_default().to_owned();
        for token in ["", "0", &foreign] {
            for action in ["b2bkingsendinquiry", "b2bkingconversationmessage", "b2bkingrequestquotecart"] {
                let mut all = vec![("action", action), ("security", token)];
                all.extend(INQUIRY);
                let answer = buyer.submit("/wp-admin/admin-ajax.php", &all).await;
                assert_eq!((answer.status, answer.text().as_str()), (403, "-1"), "{action} {token}");
            }
        }
        assert!(section(&mut buyer, LIST).await["conversations"].as_array().is_some_and(Vec::is_empty));
    }

    async fn what_is_wrong_is_told_by_its_field(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let id = path(&call(&mut buyer, "b2bkingsendinquiry", &INQUIRY).await);
        let id = id.trim_end_matches('/').rsplit('/').next().expect("a number").to_owned();
        let long = "x".repeat(5001);
        for (message, expected) in [("", "conversation_message_required"), (long.as_str(), "field_too_long")] {
            let fields = [("message", message), ("conversationid", id.as_str())];
            assert_eq!(code(&call(&mut buyer, "b2bkingconversationmessage", &fields).await, 422), expected);
        }
        for (kind, expected) in [("", "conversation_type_unknown"), ("quote", "conversation_type_unknown")] {
            let fields = [("title", "Listino"), ("message", "x"), ("type", kind)];
            assert_eq!(code(&call(&mut buyer, "b2bkingsendinquiry", &fields).await, 422), expected);
        }
        let long = "x".repeat(201);
        let fields = [("title", long.as_str()), ("message", "x"), ("type", "Ordine")];
        assert_eq!(code(&call(&mut buyer, "b2bkingsendinquiry", &fields).await, 422), "field_too_long");
        for (title, message) in [("", "x"), ("x", "  ")] {
            let fields = [("title", title), ("message", message), ("type", "Ordine")];
            let answer = call(&mut buyer, "b2bkingsendinquiry", &fields).await.expect(422);
            assert_eq!(answer["data"]["errors"], serde_json::json!([]), "nothing happens and nothing is said");
        }
    }

    async fn an_inquirys_answer_is_the_address_of_its_conversation_and_nothing_else(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let answer = call(&mut buyer, "b2bkingsendinquiry", &INQUIRY).await;
        let address: reqwest::Url = answer.text().parse().expect("an address");
        let id = address.path().strip_prefix(LIST).and_then(|rest| rest.strip_suffix('/')).expect("its path");
        assert!(id.parse::<i64>().is_ok() && address.query().is_none(), "{address}");
        assert!(answer.header("content-type").is_some_and(|kind| kind.starts_with("text/plain")));
    }

    async fn an_inquiry_names_a_vendor_of_the_shop_where_there_are_several(shop) {
        let mut shop = shop;
        let buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let server = shop.with_settings(|settings| {
            settings.conversations.multi_vendor = true;
            settings.conversations.vendors = "Caseificio Rossi\nFrantoio Bianchi".into();
        }).await;
        let mut buyer = buyer.moved_to(&shop.visitor_of(server));
        for (vendor, status) in [("Nessuno", 422), ("Frantoio Bianchi", 200)] {
            let mut fields = INQUIRY.to_vec();
            fields.push(("vendor", vendor));
            assert_eq!(call(&mut buyer, "b2bkingsendinquiry", &fields).await.status, status, "{vendor}");
        }
        let listed = shop.merchant_of(server).await.get("/conversations").await.expect(200);
        let vendors: Vec<&Value> = listed["conversations"].as_array().expect("rows").iter().map(|row| &row["vendor"]).collect();
        assert_eq!(vendors, ["Frantoio Bianchi"]);
    }

    async fn who_writes_too_often_is_told_how_long_to_wait(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let token = trade_token(&mut buyer).await;
        for _ in 0..60 {
            let fields = [("message", "Ciao"), ("conversationid", "999999")];
            call_with(&mut buyer, &token, "b2bkingconversationmessage", &fields).await.expect(404);
        }
        for action in ["b2bkingconversationmessage", "b2bkingsendinquiry"] {
            let answer = call(&mut buyer, action, &INQUIRY).await;
            assert_eq!(code(&answer, 429), "account_too_many_tries", "{action}");
            let wait_s: i64 = answer.header("retry-after").and_then(|text| text.parse().ok()).expect("seconds");
            assert!((1..=3600).contains(&wait_s), "{wait_s}");
        }
        assert!(section(&mut buyer, LIST).await["conversations"].as_array().is_some_and(Vec::is_empty));
    }

    async fn an_account_without_the_right_is_told_why(shop) {
        company(&shop, "cuoca@example.com", "Osteria").await;
        let mut without = colleague(&shop, "aiuto@example.com", "Osteria", &["permissionBuy", "permissionViewOrders"]).await;
        let mut consumer = customer(&shop, "consumatrice@example.com").await;
        let mut waiting = customer(&shop, "nuova@example.com").await;
        shop_tests::make_company(&shop, "nuova@example.com", "Nuova", "pending");
        for action in ["b2bkingsendinquiry", "b2bkingconversationmessage"] {
            assert_eq!(code(&call(&mut without, action, &INQUIRY).await, 403), "trade_not_allowed", "{action}");
            assert_eq!(code(&call(&mut consumer, action, &INQUIRY).await, 403), "trade_not_trade", "{action}");
            assert_eq!(code(&call(&mut waiting, action, &INQUIRY).await, 403), "trade_pending", "{action}");
        }
        let mut guest = shop.visitor();
        guest.add("t-five", 1).await;
        let cart = page_data(&mut guest, "/cart/").await;
        let token = cart["page"]["quote"]["token"].as_str().unwrap_or_default().to_owned();
        let fields = [("action", "b2bkingsendinquiry"), ("security", token.as_str()), ("title", "x"), ("message", "x")];
        assert_eq!(code(&guest.submit("/wp-admin/admin-ajax.php", &fields).await, 401), "trade_log_in");
    }
}
