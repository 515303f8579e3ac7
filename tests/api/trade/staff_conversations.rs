//! Conversations as the merchant has them.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use shop_tests::{Merchant, Visitor, company, kinds_to, on_both_databases, rules};

use crate::trade::conversations::{inquiry, section, send};

fn number(path: &str) -> i64 {
    path.trim_end_matches('/').rsplit('/').next().and_then(|id| id.parse().ok()).expect("a number")
}

async fn answer(merchant: &mut Merchant, id: i64, message: &str) -> Value {
    let form = Form::new().text("message", message.to_owned());
    merchant.upload(&format!("/conversations/{id}/answers"), form).await.expect(200)
}

/// Ids of a list, in its order.
async fn listed(merchant: &mut Merchant, query: &str) -> Vec<i64> {
    let list = merchant.get(&format!("/conversations{query}")).await.expect(200);
    list["conversations"].as_array().expect("rows").iter().filter_map(|row| row["id"].as_i64()).collect()
}

async fn begin(buyer: &mut Visitor, title: &str) -> (String, i64) {
    let path = inquiry(buyer, title, "Quanto costa?").await;
    let id = number(&path);
    (path, id)
}

on_both_databases! {
    async fn an_answer_reaches_who_began_it_and_his_reply_opens_it_again(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let (path, id) = begin(&mut buyer, "Listino").await;
        let mut merchant = shop.merchant().await;
        let file = Part::bytes(b"%PDF-1.7".to_vec()).file_name("offerta.pdf");
        let form = Form::new().text("message", "Ecco l'offerta.").part("files", file);
        let detail = merchant.upload(&format!("/conversations/{id}/answers"), form).await.expect(200);
        assert_eq!(detail["messages"][1]["author"], "shop");
        let file = detail["messages"][1]["files"][0]["id"].clone();
        let fetched = merchant.get(&format!("/conversations/{id}/files/{file}")).await;
        assert_eq!((fetched.status, fetched.body.as_slice()), (200, b"%PDF-1.7".as_slice()));
        assert!(kinds_to(&mut merchant, "cuoca@example.com").await.contains(&"customer_conversation_answer".to_owned()));
        let text = merchant.texts_to("cuoca@example.com").await.remove(0);
        assert!(text.contains("Ecco l'offerta.") && text.contains("offerta.pdf") && text.contains(&path), "{text}");
        assert_eq!(section(&mut buyer, &path).await["messages"][1]["from_shop"], true);
        let close = format!("/conversations/{id}/state");
        assert_eq!(merchant.write(Method::POST, &close, json!({ "state": "closed" })).await.status, 204);
        assert_eq!(section(&mut buyer, &path).await["closed"], true);
        assert_eq!(send(&mut buyer, &path, &[("message", "Grazie")], Vec::new()).await.status, 303);
        assert_eq!(section(&mut buyer, &path).await["closed"], false);
        assert_eq!(merchant.get("/conversations/unread").await.expect(200)["unread"], 1);
    }

    async fn answers_are_kept_ready_and_filled_in(shop) {
        let mut merchant = shop.merchant().await;
        let form = json!({ "name": " Saluto ", "body": "Gentile {nome}, la sua n. {numero} {altro}" });
        let made = merchant.write(Method::POST, "/message-templates", form.clone()).await.expect(201);
        let path = format!("/message-templates/{}", made["id"]);
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let (_, id) = begin(&mut buyer, "Listino").await;
        let detail = merchant.get(&format!("/conversations/{id}")).await.expect(200);
        let name = detail["name"].as_str().expect("a name").to_owned();
        assert_eq!(detail["ready"][0]["name"], "Saluto");
        assert_eq!(detail["ready"][0]["text"], format!("Gentile {name}, la sua n. {id} {{altro}}"));
        let change = |version: i64, body: &str| json!({ "version": version, "fields": { "name": "Saluto", "body": body } });
        assert_eq!(merchant.write(Method::PUT, &path, change(1, "Nuovo")).await.status, 204);
        assert_eq!(merchant.write(Method::PUT, &path, change(1, "Vecchio")).await.status, 409, "somebody else changed it");
        let list = merchant.get("/message-templates").await.expect(200);
        assert_eq!((&list["templates"][0]["body"], &list["templates"][0]["version"]), (&"Nuovo".into(), &2.into()));
        for (name, body) in [("", "x"), ("x", " "), (&*"x".repeat(101), "x"), ("x", &*"x".repeat(5001))] {
            let refused = merchant.write(Method::POST, "/message-templates", json!({ "name": name, "body": body })).await;
            assert_eq!(refused.status, 422);
        }
        assert_eq!(merchant.write(Method::DELETE, &path, json!({})).await.status, 204);
        assert_eq!(merchant.write(Method::DELETE, &path, json!({})).await.status, 404);
        assert_eq!(merchant.write(Method::PUT, &path, change(2, "x")).await.status, 404);
    }

    async fn the_inbox_is_searched_and_narrowed(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria dell''Orso").await;
        let mut other = company(&shop, "oste@example.com", "Trattoria").await;
        let (_, first) = begin(&mut buyer, "Olio È BUONO").await;
        let (_, second) = begin(&mut other, "Aceto").await;
        let mut merchant = shop.merchant().await;
        for (query, expected) in [
            ("?search=olio", vec![first]),
            ("?search=%C3%A8%20buono", vec![first]),
            ("?search=oste@example", vec![second]),
            ("?search=trattoria", vec![second]),
            (&*format!("?search=%23{first}"), vec![first]),
            ("?search=50%25", vec![]),
            ("?kind=quote", vec![]),
            ("?kind=Ordine", vec![second, first]),
            ("?state=closed", vec![]),
            ("?state=open&page=2", vec![]),
        ] {
            assert_eq!(listed(&mut merchant, query).await, expected, "{query}");
        }
        let company_id = merchant.get(&format!("/conversations/{first}")).await.expect(200)["company_id"].clone();
        assert_eq!(listed(&mut merchant, &format!("?company={company_id}")).await, [first]);
        for (wrong, status) in [("?state=shut", 422), ("?page=0", 400), ("?company=x", 400), ("?other=1", 400)] {
            assert_eq!(merchant.get(&format!("/conversations{wrong}")).await.status, status, "{wrong}");
        }
    }

    async fn an_answer_goes_to_the_main_account_when_who_began_it_is_gone(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let rights = ["permissionViewConversations"];
        let mut leaver = shop_tests::colleague(&shop, "aiuto@example.com", "Osteria", &rights).await;
        let (path, id) = begin(&mut leaver, "Listino").await;
        shop_tests::sql(shop.place().database(), "UPDATE customers SET company_id = NULL, subaccount = NULL WHERE email = 'aiuto@example.com'");
        let mut merchant = shop.merchant().await;
        answer(&mut merchant, id, "72 euro.").await;
        assert!(kinds_to(&mut merchant, "cuoca@example.com").await.contains(&"customer_conversation_answer".to_owned()));
        assert!(!kinds_to(&mut merchant, "aiuto@example.com").await.contains(&"customer_conversation_answer".to_owned()));
        assert_eq!(section(&mut buyer, &path).await["messages"].as_array().map(Vec::len), Some(2));
    }
}

rules! {
    async fn what_is_unread_comes_first_and_opening_it_reads_it(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let (_, first) = begin(&mut buyer, "Primo").await;
        let (_, second) = begin(&mut buyer, "Secondo").await;
        let mut merchant = shop.merchant().await;
        assert_eq!(listed(&mut merchant, "").await, [second, first]);
        assert_eq!(merchant.get("/conversations/unread").await.expect(200)["unread"], 2);
        let opened = merchant.get(&format!("/conversations/{second}")).await.expect(200);
        assert_eq!((&opened["company"], &opened["messages"][0]["body"]), (&"Osteria".into(), &"Quanto costa?".into()));
        assert_eq!(merchant.get("/conversations/unread").await.expect(200)["unread"], 1);
        assert_eq!(listed(&mut merchant, "").await, [first, second], "what is read comes after");
    }

    async fn only_staff_reads_and_answers(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let (_, id) = begin(&mut buyer, "Listino").await;
        for path in ["/conversations", "/conversations/unread", "/message-templates", &*format!("/conversations/{id}")] {
            assert_eq!(buyer.page(&format!("/api/admin{path}")).await.status, 401, "{path}");
        }
        let request = buyer.request(Method::POST, &format!("/api/admin/conversations/{id}/answers"));
        let form = Form::new().text("message", "Finto");
        assert_eq!(buyer.send(request.multipart(form)).await.status, 401);
        let mut merchant = shop.merchant().await;
        assert_eq!(merchant.get("/conversations/999999").await.status, 404);
        let nobody = Form::new().text("message", "x");
        assert_eq!(merchant.upload("/conversations/999999/answers", nobody).await.status, 404);
        assert_eq!(merchant.get(&format!("/conversations/{id}/files/1")).await.status, 404);
        let state = json!({ "state": "closed" });
        assert_eq!(merchant.write(Method::POST, "/conversations/999999/state", state).await.status, 404);
    }

    async fn a_wrong_answer_is_refused_by_its_field(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let (_, id) = begin(&mut buyer, "Listino").await;
        let mut merchant = shop.merchant().await;
        let path = format!("/conversations/{id}/answers");
        let field = |body: &Value| body["errors"][0]["field"].as_str().unwrap_or_default().to_owned();
        let empty = merchant.upload(&path, Form::new().text("message", " ")).await.expect(422);
        assert_eq!(field(&empty), "message");
        let virus = Part::bytes(b"MZ".to_vec()).file_name("a.pdf");
        let refused = merchant.upload(&path, Form::new().text("message", "x").part("files", virus)).await.expect(422);
        assert_eq!(field(&refused), "files");
        let other = merchant.upload(&path, Form::new().text("message", "x").text("author", "me")).await;
        assert_eq!(other.status, 422);
        assert_eq!(merchant.write(Method::POST, &path, json!({ "message": "x" })).await.status, 415);
        assert_eq!(merchant.write(Method::POST, &format!("/conversations/{id}/state"), json!({ "state": "x" })).await.status, 422);
        assert_eq!(merchant.get(&format!("/conversations/{id}")).await.expect(200)["messages"].as_array().map(Vec::len), Some(1));
    }
}
