use shop_core::catalogue::product::Download;
use shop_core::orders::download::file_id;
use shop_tests::{Merchant, TestShop, Visitor, checkout, customer, kinds_to, on_both_databases, page_data, rules};

const CSV: &str = "Type,SKU,Name,Published,Tax status,Tax class,In stock?,Regular price,Categories,Download limit,Download expiry days,Download 1 name,Download 1 URL,Download 2 name,Download 2 URL\n\
    \"simple, virtual, downloadable\",t-book,Libro di cucina,1,taxable,,1,9,Libri,1,30,Il libro,libri/libro.pdf,Altrove,https://cdn.example/libro.pdf\n\
    \"simple, virtual, downloadable\",t-bad,Libro storto,1,taxable,,1,9,Libri,,,Fuori,../shop.db,Senza cifra,http://cdn.example/libro.pdf\n";

/// A shop that sells files, and the number of the server that knows them.
async fn selling(shop: &mut TestShop) -> usize {
    shop.write_data("downloads/libri/libro.pdf", b"un libro");
    shop.import(CSV).await
}

/// An order of a book: number, key and the paths of its files.
async fn order_of(buyer: &mut Visitor, sku: &str) -> (i64, String, Vec<String>) {
    buyer.add(sku, 1).await;
    let mut body = checkout("bacs");
    body["extensions"] = serde_json::json!({ "bottega": { "files_consent": true } });
    let order = buyer.post("/checkout", body).await.expect(200);
    let (id, key) = (order["order_id"].as_i64().expect("an order"), order["order_key"].as_str().expect("a key"));
    let product = buyer.id(sku).await;
    let urls: &[&str] = if sku == "t-book" {
        &["libri/libro.pdf", "https://cdn.example/libro.pdf"]
    } else {
        &["../shop.db", "http://cdn.example/libro.pdf"]
    };
    let path = |url: &&str| {
        let file = file_id(&Download { name: String::new(), url: (*url).to_owned() });
        format!("/download/{id}/{product}/{file}/?key={key}")
    };
    (id, key.to_owned(), urls.iter().map(path).collect())
}

async fn paid(merchant: &mut Merchant, id: i64) {
    merchant.set_status(id, "processing").await.expect(200);
}

rules! {
    async fn without_the_buyers_consent_a_file_waits_and_with_it_there_is_no_withdrawal(shop) {
        let mut shop = shop;
        let server = selling(&mut shop).await;
        let (mut buyer, mut merchant) = (shop.visitor_of(server), shop.merchant().await);
        buyer.add("t-book", 1).await;
        assert!(buyer.page("/checkout/").await.text().contains("name=\"files_consent\""), "the checkout asks");
        let order = buyer.post("/checkout", checkout("bacs")).await.expect(200);
        let (id, key) = (order["order_id"].as_i64().expect("an order"), order["order_key"].as_str().expect("a key").to_owned());
        paid(&mut merchant, id).await;
        let file = file_id(&Download { name: String::new(), url: "libri/libro.pdf".into() });
        let path = format!("/download/{id}/{}/{file}/?key={key}", buyer.id("t-book").await);
        let asked = buyer.page(&path).await;
        assert_eq!(asked.status, 403);
        assert!(asked.text().contains("perdo il diritto di recesso") && !asked.text().contains("un libro"));
        let withdrawal = format!("/recesso/{id}/?key={key}");
        assert_eq!(page_data(&mut buyer, &withdrawal).await["page"]["lines"][0]["excluded"], "", "nothing was fetched yet");
        let nonce = buyer.form_nonce(&path, "_wpnonce").await;
        assert_eq!(buyer.submit(&path, &[("_wpnonce", "no"), ("files_consent", "1")]).await.status, 403);
        assert_eq!(buyer.submit(&path, &[("_wpnonce", &nonce)]).await.status, 422, "the box was not ticked");
        assert_eq!(buyer.page(&path).await.status, 403);
        assert_eq!(buyer.submit(&path, &[("_wpnonce", &nonce), ("files_consent", "1")]).await.status, 303);
        assert_eq!(page_data(&mut buyer, &withdrawal).await["page"]["lines"][0]["excluded"], "", "consenting alone excludes nothing");
        assert_eq!(buyer.page(&path).await.text(), "un libro");
        let closed = buyer.page(&withdrawal).await.text();
        assert!(closed.contains("non ci sono prodotti da cui recedere"), "{closed}");
    }

    async fn a_paid_order_gives_its_files_as_often_as_allowed(shop) {
        let mut shop = shop;
        let server = selling(&mut shop).await;
        let (mut buyer, mut merchant) = (shop.visitor_of(server), shop.merchant().await);
        let (id, key, files) = order_of(&mut buyer, "t-book").await;
        paid(&mut merchant, id).await;
        let received = format!("/checkout/order-received/{id}/?key={key}");
        let shown = page_data(&mut buyer, &received).await["page"]["downloads"].clone();
        assert_eq!((&shown[0]["name"], &shown[0]["path"]), (&"Il libro".into(), &files[0].as_str().into()), "{shown}");
        // GatewayPage without taking costs nothing.
        let head = buyer.request(reqwest::Method::HEAD, &files[0]);
        assert_eq!(buyer.send(head).await.status, 200);
        let mut elsewhere = shop.visitor_of(server);
        let answer = elsewhere.page(&files[0]).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "un libro"));
        assert!(answer.header("content-disposition").is_some_and(|value| value.starts_with("attachment; filename=\"libro.pdf\"")));
        assert!(answer.header("cache-control").is_some_and(|value| value.contains("no-store")));
        let answer = elsewhere.page(&files[0]).await;
        assert_eq!(answer.status, 403, "once is what the product allows");
        assert!(!answer.text().contains("un libro"));
        assert_eq!(page_data(&mut buyer, &received).await["page"]["downloads"][0]["path"], "");
        let answer = elsewhere.page(&files[1]).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("https://cdn.example/libro.pdf")));
    }

    async fn unpaid_and_refunded_orders_give_nothing(shop) {
        let mut shop = shop;
        let server = selling(&mut shop).await;
        let (mut buyer, mut merchant) = (shop.visitor_of(server), shop.merchant().await);
        let (id, _, files) = order_of(&mut buyer, "t-book").await;
        for status in ["on-hold", "pending", "failed", "processing", "refunded"] {
            if status != "on-hold" {
                merchant.set_status(id, status).await.expect(200);
            }
            if status == "processing" {
                continue;
            }
            for file in &files {
                let answer = buyer.page(file).await;
                assert_eq!(answer.status, 403, "{status}");
                assert!(answer.header("location").is_none() && !answer.text().contains("un libro"), "{status}");
            }
        }
    }

    async fn only_its_buyer_gets_a_file_and_others_see_nothing_there(shop) {
        let mut shop = shop;
        let server = selling(&mut shop).await;
        let (mut buyer, mut merchant) = (shop.visitor_of(server), shop.merchant().await);
        let (id, key, files) = order_of(&mut buyer, "t-book").await;
        paid(&mut merchant, id).await;
        let mut other = shop.visitor_of(server);
        let (foreign, foreign_key, _) = order_of(&mut other, "t-book").await;
        paid(&mut merchant, foreign).await;
        for path in [
            files[0].replace(&key, "wc_order_x"),
            files[0].replace(&key, &foreign_key),
            files[0].split('?').next().unwrap_or_default().to_owned(),
            files[0].replace(&format!("/download/{id}/"), "/download/999999/"),
            format!("/download/{id}/1/{}/?key={key}", "0".repeat(32)),
            format!("/download/{id}/x/..%2F..%2Fshop.db/?key={key}"),
        ] {
            let answer = other.page(&path).await;
            assert_eq!(answer.status, 404, "{path}");
            assert!(!answer.text().contains("un libro"), "{path}");
        }
    }

    async fn a_file_outside_of_the_folder_is_never_given_and_costs_nothing(shop) {
        let mut shop = shop;
        let server = selling(&mut shop).await;
        let (mut buyer, mut merchant) = (shop.visitor_of(server), shop.merchant().await);
        let (id, _, files) = order_of(&mut buyer, "t-bad").await;
        paid(&mut merchant, id).await;
        for file in &files {
            let answer = buyer.page(file).await;
            assert_eq!(answer.status, 404, "{file}");
            assert!(answer.header("location").is_none() && answer.text().contains("scrivici"), "{file}");
        }
    }

    async fn the_account_and_the_message_list_the_files(shop) {
        let mut shop = shop;
        let server = selling(&mut shop).await;
        let mut merchant = shop.merchant().await;
        customer(&shop, "lettrice@example.com").await;
        let mut reader = shop.visitor_of(server);
        assert_eq!(shop_tests::log_in(&mut reader, "lettrice@example.com", shop_tests::STRONG).await.status, 303);
        let (id, _, files) = order_of(&mut reader, "t-book").await;
        let section = "/my-account/downloads/";
        let waiting = page_data(&mut reader, section).await["page"]["section"]["downloads"].clone();
        assert_eq!((&waiting[0]["path"], waiting.as_array().map(Vec::len)), (&"".into(), Some(2)), "{waiting}");
        let merchant_here = &mut Merchant::log_in(shop.visitor_of(server)).await;
        paid(merchant_here, id).await;
        let ready = page_data(&mut reader, section).await["page"]["section"]["downloads"].clone();
        assert_eq!(ready[0]["path"], files[0]);
        assert_eq!(ready[0]["order_path"], format!("/my-account/view-order/{id}/"));
        assert!(kinds_to(&mut merchant, "livia@example.com").await.contains(&"customer_processing_order".to_owned()));
        let mails = merchant.mails().await;
        let mail = mails.iter().find(|mail| mail["kind"] == "customer_processing_order").expect("a message");
        let text = merchant.get(&format!("/mail/{}", mail["id"])).await.expect(200)["body_text"].to_string();
        assert!(text.contains(&files[0]), "{text}");
        let mut stranger = customer(&shop, "altra@example.com").await;
        assert_eq!(page_data(&mut stranger, section).await["page"]["section"]["downloads"].as_array().map(Vec::len), Some(0));
    }
}

on_both_databases! {
    async fn the_last_time_that_is_left_is_taken_once(shop) {
        let mut shop = shop;
        let server = selling(&mut shop).await;
        let (mut buyer, mut merchant) = (shop.visitor_of(server), shop.merchant().await);
        let (id, _, files) = order_of(&mut buyer, "t-book").await;
        paid(&mut merchant, id).await;
        let (mut one, mut two) = (shop.visitor_of(server), shop.visitor_of(server));
        let (one, two) = tokio::join!(one.page(&files[0]), two.page(&files[0]));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 403]);
    }
}
