//! Conversations as a company's people have them, without scripts.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use shop_tests::{
    Answer, Visitor, ask, colleague, company, customer, on_both_databases, page_data, rules, section_nonce, trade_call,
};

pub(crate) const LIST: &str = "/my-account/conversation/";

/// The content of a page of the account.
pub(crate) async fn section(visitor: &mut Visitor, path: &str) -> Value {
    page_data(visitor, path).await["page"]["section"].clone()
}

/// Sends the form of an inquiry, with files.
pub(crate) async fn inquire(visitor: &mut Visitor, fields: &[(&str, &str)], files: Vec<Part>) -> Answer {
    send(visitor, LIST, fields, files).await
}

/// Sends a form of conversations as a browser does.
pub(crate) async fn send(visitor: &mut Visitor, path: &str, fields: &[(&str, &str)], files: Vec<Part>) -> Answer {
    let nonce = section_nonce(visitor, path).await;
    let mut form = Form::new().text("_wpnonce", nonce);
    for (name, value) in fields {
        form = form.text((*name).to_owned(), (*value).to_owned());
    }
    for file in files {
        form = form.part("files", file);
    }
    let request = visitor.request(Method::POST, path).multipart(form);
    visitor.send(request).await
}

/// Begins an inquiry and gives its page.
pub(crate) async fn inquiry(visitor: &mut Visitor, title: &str, message: &str) -> String {
    let fields = [("title", title), ("message", message), ("type", "Ordine")];
    let answer = inquire(visitor, &fields, Vec::new()).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").expect("a target").to_owned()
}

fn file(name: &str, content: &[u8]) -> Part {
    Part::bytes(content.to_vec()).file_name(name.to_owned())
}

/// What is told of a form that was shown again.
async fn refused(visitor: &mut Visitor, path: &str, fields: &[(&str, &str)], files: Vec<Part>, said: &str) {
    let answer = send(visitor, path, fields, files).await;
    assert_eq!(answer.status, 422, "{said}: {}", answer.text());
    assert!(answer.text().contains(said), "{said} is not told: {}", answer.text());
}

on_both_databases! {
    async fn a_file_that_no_message_has_goes_after_a_day(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let path = inquiry(&mut buyer, "Listino", "Eccolo").await;
        let sent = send(&mut buyer, &path, &[("message", "")], vec![file("a.pdf", b"%PDF-1.7")]).await;
        assert_eq!(sent.status, 303);
        let folder = shop.place().data().join("attachments");
        let refused = send(&mut buyer, &path, &[("message", "")], vec![file("a.pdf", b"MZ")]).await;
        assert_eq!((refused.status, std::fs::read_dir(&folder).expect("a folder").count()), (422, 1));
        shop.write_data("attachments/0rphan", b"x");
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let file = std::fs::File::options().write(true).open(entry.expect("a file").path()).expect("a file");
            file.set_modified(std::time::UNIX_EPOCH).expect("a time");
        }
        shop.write_data("attachments/y0ung", b"x");
        shop.tidy().await;
        let mut left: Vec<_> = std::fs::read_dir(&folder).expect("a folder").map(|one| one.expect("a file").file_name()).collect();
        left.retain(|name| name != "y0ung");
        assert_eq!(left.len(), 1, "the young one and the message's stay");
        assert_ne!(left[0], "0rphan");
    }
}

rules! {
    async fn the_same_message_sent_twice_is_there_once(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let first = inquiry(&mut buyer, "Sabato", "Consegnate?").await;
        assert_eq!(inquiry(&mut buyer, "Sabato", "Consegnate?").await, first);
        for _ in 0..2 {
            assert_eq!(send(&mut buyer, &first, &[("message", "Allora?")], Vec::new()).await.status, 303);
        }
        let messages = section(&mut buyer, &first).await["messages"].clone();
        assert_eq!(messages.as_array().map(Vec::len), Some(2), "{messages}");
        assert_eq!(section(&mut buyer, LIST).await["conversations"].as_array().map(Vec::len), Some(1));
        assert_eq!(shop.merchant().await.mails().await.iter().filter(|m| m["kind"] == "conversation_message").count(), 2);
    }

    async fn an_inquiry_begins_a_conversation_that_the_shop_hears_of(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let path = inquiry(&mut buyer, " Consegna\ndi sabato ", "Consegnate anche\r\ndi sabato?").await;
        let thread = section(&mut buyer, &path).await;
        assert_eq!((&thread["title"], &thread["kind"]), (&"Consegna di sabato".into(), &"Ordine".into()));
        assert_eq!(thread["messages"][0]["body"], "Consegnate anche\ndi sabato?");
        let list = section(&mut buyer, LIST).await;
        assert_eq!(list["conversations"][0]["path"].as_str(), Some(path.as_str()));
        assert_eq!(list["conversations"][0]["unread"], false, "one's own message is no news");
        let mails = shop.merchant().await.mails().await;
        assert_eq!(mails[0]["kind"], "conversation_message");
    }

    async fn files_come_with_a_message_and_are_only_for_who_reads_it(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let mut other = company(&shop, "oste@example.com", "Trattoria").await;
        let path = inquiry(&mut buyer, "Listino", "Eccolo").await;
        let files = vec![file("listino è.pdf", b"%PDF-1.7 a"), file("../righe.csv", b"a;1\n")];
        let answer = send(&mut buyer, &path, &[("message", "")], files).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        let message = section(&mut buyer, &path).await["messages"][1].clone();
        assert_eq!((&message["body"], &message["files"][1]["name"]), (&"".into(), &"righe.csv".into()));
        let file = message["files"][0]["path"].as_str().expect("a path").to_owned();
        let fetched = buyer.page(&file).await;
        assert_eq!((fetched.status, fetched.body.as_slice()), (200, b"%PDF-1.7 a".as_slice()));
        assert!(fetched.header("content-disposition").is_some_and(|value| value.starts_with("attachment;")));
        assert_eq!(fetched.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(other.page(&file).await.status, 404);
        assert_eq!(shop.visitor().page(&file).await.status, 303, "a guest is sent to the entry");
    }

    async fn another_companys_conversation_looks_like_none(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let mut other = company(&shop, "oste@example.com", "Trattoria").await;
        let path = inquiry(&mut buyer, "Listino", "Quanto costa?").await;
        let (foreign, none) = (other.page(&path).await, other.page("/my-account/conversation/999999/").await);
        assert_eq!((foreign.status, none.status), (404, 404));
        assert!(section(&mut other, LIST).await["conversations"].as_array().is_some_and(Vec::is_empty));
        let nonce = section_nonce(&mut other, LIST).await;
        let answer = other.submit(&path, &[("_wpnonce", &nonce), ("message", "Io!")]).await;
        assert_eq!(answer.status, 404);
        assert_eq!(section(&mut buyer, &path).await["messages"].as_array().map(Vec::len), Some(1));
    }

    async fn each_person_of_a_company_has_read_what_he_opened(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let rights = ["permissionViewConversations"];
        let mut colleague = colleague(&shop, "aiuto@example.com", "Osteria", &rights).await;
        let path = inquiry(&mut buyer, "Listino", "Quanto costa?").await;
        let id: i64 = path.trim_end_matches('/').rsplit('/').next().and_then(|id| id.parse().ok()).expect("a number");
        let form = Form::new().text("message", "72 euro.");
        let answer = shop.merchant().await.upload(&format!("/conversations/{id}/answers"), form).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let unread = |page: &Value| page["page"]["unread_conversations"].as_i64();
        assert_eq!(unread(&page_data(&mut buyer, "/my-account/").await), Some(1));
        assert_eq!(section(&mut buyer, LIST).await["conversations"][0]["unread"], true);
        section(&mut buyer, &path).await;
        assert_eq!(unread(&page_data(&mut buyer, "/my-account/").await), Some(0));
        assert_eq!(unread(&page_data(&mut colleague, "/my-account/").await), Some(1), "the other has not read it");
    }

    async fn an_account_that_is_deleted_takes_its_names_along(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let rights = ["permissionViewConversations"];
        let mut leaver = colleague(&shop, "aiuto@example.com", "Osteria", &rights).await;
        let path = inquiry(&mut leaver, "Listino", "Quanto costa?").await;
        let taken = leaver.page("/my-account/privacy/export/").await.expect(200);
        assert_eq!(taken["messages"][0]["text"], "Quanto costa?");
        let id = ask(shop.database(), "SELECT id FROM customers WHERE email = 'aiuto@example.com'").remove(0);
        let answer = trade_call(&mut buyer, "b2bkingrejectuser", &[("user", &id), ("issubaccount", "yes")]).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let thread = section(&mut buyer, &path).await;
        assert_eq!((&thread["messages"][0]["author"], &thread["messages"][0]["body"]), (&"".into(), &"Quanto costa?".into()));
    }

    async fn what_is_wrong_is_told_and_what_was_typed_stays(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let path = inquiry(&mut buyer, "Listino", "Quanto costa?").await;
        refused(&mut buyer, &path, &[("message", " \n ")], Vec::new(), "Scrivi il messaggio.").await;
        let long = "è".repeat(5001);
        refused(&mut buyer, &path, &[("message", &long)], Vec::new(), "accorcialo a 5000 caratteri").await;
        let six = || (0..6).map(|n| file(&format!("{n}.txt"), b"x")).collect();
        refused(&mut buyer, &path, &[("message", "Ecco")], six(), "al massimo 5 file").await;
        let wrong = || vec![file("virus.pdf", b"MZ\x90\0")];
        refused(&mut buyer, &path, &[("message", "Resta qui")], wrong(), "«virus.pdf» non si può allegare").await;
        refused(&mut buyer, &path, &[("message", "Resta qui")], wrong(), "Resta qui").await;
        let large = [b"%PDF-".to_vec(), vec![b'x'; 5 * 1024 * 1024]].concat();
        refused(&mut buyer, &path, &[("message", "")], vec![file("a.pdf", &large)], "è troppo grande").await;
        let wrong_type = [("title", "Titolo che resta"), ("message", "x"), ("type", "quote")];
        refused(&mut buyer, LIST, &wrong_type, Vec::new(), "Scegli il tipo di richiesta.").await;
        refused(&mut buyer, LIST, &wrong_type, Vec::new(), "Titolo che resta").await;
        assert_eq!(section(&mut buyer, &path).await["messages"].as_array().map(Vec::len), Some(1));
    }

    async fn an_inquiry_without_title_or_message_does_nothing_and_says_nothing(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        for (title, message) in [("", "Quanto costa?"), ("Listino", " \n"), (" ", "")] {
            let answer = inquire(&mut buyer, &[("title", title), ("message", message), ("type", "x")], Vec::new()).await;
            assert_eq!(answer.status, 422);
            assert!(!answer.text().contains("Scegli il tipo"), "{}", answer.text());
        }
        assert!(section(&mut buyer, LIST).await["conversations"].as_array().is_some_and(Vec::is_empty));
    }

    async fn pages_are_for_who_may_and_others_are_told_why(shop) {
        let mut guest = shop.visitor();
        let answer = guest.page(LIST).await;
        let entry = "/my-account/?redirect_to=%2Fmy-account%2Fconversation%2F";
        assert_eq!((answer.status, answer.header("location")), (303, Some(entry)));
        let mut consumer = customer(&shop, "consumatrice@example.com").await;
        let answer = consumer.page(LIST).await;
        assert_eq!(answer.status, 403);
        assert!(answer.text().contains("riservata ai clienti professionali"));
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let path = inquiry(&mut buyer, "Listino", "Quanto costa?").await;
        let mut without = colleague(&shop, "aiuto@example.com", "Osteria", &["permissionBuy"]).await;
        for page in [LIST, &path] {
            assert_eq!(without.page(page).await.status, 403, "{page}");
        }
        let menu = page_data(&mut without, "/my-account/").await["page"]["person"]["may"].clone();
        assert!(!menu.as_array().is_some_and(|may| may.contains(&"view_conversations".into())), "{menu}");
        let answer = without.submit(LIST, &[("title", "x"), ("message", "x"), ("type", "Ordine")]).await;
        assert_eq!(answer.status, 403);
    }

    async fn a_form_needs_its_nonce_and_the_shops_own_page(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let path = inquiry(&mut buyer, "Listino", "Quanto costa?").await;
        for page in [LIST, &path] {
            let fields = [("title", "Furto"), ("message", "x"), ("type", "Ordine"), ("_wpnonce", "0")];
            let answer = buyer.submit(page, &fields).await;
            assert_eq!(answer.status, 422);
            assert!(answer.text().contains("aperta da troppo tempo"));
        }
        let nonce = section_nonce(&mut buyer, &path).await;
        let fields = [("message", "x"), ("_wpnonce", nonce.as_str())];
        let request = buyer.request(Method::POST, &path).header("Origin", "https://altrove.example").form(&fields);
        assert_eq!(buyer.send(request).await.status, 422);
        assert_eq!(section(&mut buyer, &path).await["messages"].as_array().map(Vec::len), Some(1));
    }

    async fn what_is_typed_is_shown_as_text(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let attack = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
        let path = inquiry(&mut buyer, attack, attack).await;
        let shown = buyer.page(&path).await.text();
        assert!(!shown.contains("<img src=x") && !shown.contains("<script>alert"), "{shown}");
        let mail = shop.merchant().await.mails().await[0]["id"].as_i64().expect("a message");
        let html = shop.merchant().await.get(&format!("/mail/{mail}/html")).await.text();
        assert!(!html.contains("<img src=x"), "{html}");
    }

    async fn a_list_has_pages_and_a_long_conversation_begins_at_its_end(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let path = inquiry(&mut buyer, "Numero 0", "messaggio 0").await;
        for n in 1..52 {
            assert_eq!(send(&mut buyer, &path, &[("message", &format!("messaggio {n}"))], Vec::new()).await.status, 303);
        }
        let thread = section(&mut buyer, &path).await;
        assert_eq!(thread["messages"][49]["body"], "messaggio 51");
        let earlier = thread["earlier_path"].as_str().expect("a path").to_owned();
        let before = section(&mut buyer, &earlier).await;
        assert_eq!((&before["messages"][0]["body"], &before["earlier_path"]), (&"messaggio 0".into(), &"".into()));
        for page in ["?page=2", "?page=0", "?page=x"] {
            let list = section(&mut buyer, &format!("{LIST}{page}")).await;
            assert_eq!(list["pages"], 1, "{page}");
        }
    }

    async fn the_list_has_fifteen_on_a_page_the_newest_first(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        for n in 1..=16 {
            inquiry(&mut buyer, &format!("Numero {n}"), "Quanto costa?").await;
        }
        let mut titles = Vec::new();
        for (page, holds) in [("", 15), ("?page=2", 1)] {
            let list = section(&mut buyer, &format!("{LIST}{page}")).await;
            assert_eq!(list["pages"], 2, "{page}");
            let rows = list["conversations"].as_array().expect("rows").clone();
            assert_eq!(rows.len(), holds, "{page}");
            titles.extend(rows.iter().map(|row| row["title"].as_str().expect("a title").to_owned()));
        }
        let wanted: Vec<String> = (1..=16).rev().map(|n| format!("Numero {n}")).collect();
        assert_eq!(titles, wanted);
    }

    async fn who_writes_too_often_is_asked_to_wait(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let path = inquiry(&mut buyer, "Listino", "Quanto costa?").await;
        let mut last = 303;
        for n in 0..60 {
            last = send(&mut buyer, &path, &[("message", &n.to_string())], Vec::new()).await.status;
        }
        assert_eq!(last, 429);
        let kept = send(&mut buyer, &path, &[("message", "Questo resta")], Vec::new()).await;
        assert!(kept.text().contains("Questo resta"));
    }

    async fn in_a_shop_of_several_vendors_one_is_chosen(shop) {
        let mut shop = shop;
        let buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let server = shop.with_settings(|settings| {
            settings.conversations.multi_vendor = true;
            settings.conversations.vendors = "Caseificio Rossi\nFrantoio Bianchi".into();
        }).await;
        let mut buyer = buyer.moved_to(&shop.visitor_of(server));
        let form = section(&mut buyer, LIST).await["inquiry"].clone();
        assert_eq!(form["vendors"][1]["value"], "Frantoio Bianchi");
        let fields = [("title", "Olio"), ("message", "x"), ("type", "Prodotto"), ("vendor", "Nessuno")];
        refused(&mut buyer, LIST, &fields, Vec::new(), "Scegli il venditore.").await;
        let fields = [("title", "Olio"), ("message", "x"), ("type", "Prodotto"), ("vendor", "Frantoio Bianchi")];
        assert_eq!(inquire(&mut buyer, &fields, Vec::new()).await.status, 303);
        let listed = shop.merchant_of(server).await.get("/conversations").await.expect(200);
        assert_eq!(listed["conversations"][0]["vendor"], "Frantoio Bianchi");
    }
}
