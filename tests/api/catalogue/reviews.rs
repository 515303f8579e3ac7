use reqwest::Method;
use serde_json::{Value, json};
use shop_core::catalogue::review::ReviewStatus;
use shop_services::platform::settings::ShopSettings;
use shop_tests::{Answer, Visitor, ask, checkout, on_both_databases, rules, sql};

const PAGE: &str = "/prodotto/cinque-pezzi/";

/// A complete form for the product `t-five`, with the nonce of its page.
async fn form(visitor: &mut Visitor) -> Vec<(&'static str, String)> {
    let nonce = visitor.form_nonce(PAGE, "nonce").await;
    let id = visitor.id("t-five").await.to_string();
    vec![
        ("comment_post_ID", id),
        ("comment_parent", "0".into()),
        ("nonce", nonce),
        ("rating", "4".into()),
        ("comment", "Buoni, ma pochi.".into()),
        ("author", "Livia".into()),
        ("email", "livia@example.com".into()),
    ]
}

async fn send_to(visitor: &mut Visitor, path: &str, form: &[(&'static str, String)]) -> Answer {
    let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
    visitor.submit(path, &fields).await
}

/// Sends the complete form with some fields changed.
async fn review(visitor: &mut Visitor, changes: &[(&str, &str)]) -> Answer {
    let mut form = form(visitor).await;
    for (name, value) in changes {
        let field = form.iter_mut().find(|(known, _)| known == name).expect("a field of the form");
        field.1 = (*value).to_owned();
    }
    send_to(visitor, PAGE, &form).await
}

/// Where a review that was taken leads, without the hash.
#[track_caller]
fn sent(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").expect("a target").split('#').next().expect("a path").to_owned()
}

/// The data of a page.
async fn data(visitor: &mut Visitor, path: &str) -> Value {
    let request = visitor.request(Method::GET, path).header("Accept", "application/vnd.bottega.page+json");
    visitor.send(request).await.expect(200)
}

async fn texts(visitor: &mut Visitor, path: &str) -> Vec<String> {
    let page = data(visitor, path).await;
    let all = page["page"]["reviews"].as_array().expect("reviews").iter();
    all.map(|review| review["html"].as_str().expect("a text").to_owned()).collect()
}

/// Buys the product as a guest or with a new account; the order is paid.
async fn buy(shop: &shop_tests::TestShop, visitor: &mut Visitor, email: &str, account: bool) {
    visitor.add("t-five", 1).await;
    let mut order = checkout("bacs");
    order["billing_address"]["email"] = email.into();
    if account {
        order["create_account"] = true.into();
        order["customer_password"] = "Str0ng!Passphrase42".into();
    }
    let placed = visitor.post("/checkout", order).await.expect(200);
    let id = placed["order_id"].as_i64().expect("a number");
    let status = shop.merchant().await.set_status(id, "processing").await;
    assert_eq!(status.status, 200, "{}", status.text());
}

rules! {
    async fn a_review_waits_and_only_its_writer_sees_it(shop) {
        let (mut writer, mut other) = (shop.visitor(), shop.visitor());
        let own = sent(&review(&mut writer, &[("comment", "Ottimi <b>dolci</b>\n\ndavvero & sempre")]).await);
        let expected = "<p>Ottimi &lt;b&gt;dolci&lt;/b&gt;</p><p>davvero &amp; sempre</p>";
        assert_eq!(texts(&mut writer, &own).await, [expected]);
        let shown = writer.page(&own).await;
        assert!(shown.text().contains("In attesa di verifica"), "{}", shown.text());
        assert_eq!(shown.header("cache-control"), Some("no-store"));
        assert!(texts(&mut other, PAGE).await.is_empty());
        assert_eq!(other.get("/products/reviews?per_page=100").await.expect(200).as_array().map(Vec::len), Some(3));
        for forged in [own.replace("moderation-hash=", "moderation-hash=0"), own.replace("unapproved=", "unapproved=1")] {
            assert!(texts(&mut other, &forged).await.is_empty(), "{forged}");
        }
    }

    async fn the_merchant_reads_and_publishes_what_waits(shop) {
        let mut writer = shop.visitor();
        sent(&review(&mut writer, &[]).await);
        let mut merchant = shop.merchant().await;
        let waiting = merchant.get("/reviews").await.expect(200);
        let one = &waiting["reviews"][0];
        assert_eq!((&waiting["waiting"], &one["rating"], &one["state"]), (&json!(1), &json!(4), &json!("hold")));
        let path = format!("/reviews/{}/state", one["id"]);
        for wrong in ["", "published", "approved "] {
            let refused = merchant.write(Method::POST, &path, json!({ "state": wrong })).await;
            assert_eq!(refused.status, 422, "{wrong}");
        }
        assert_eq!(merchant.write(Method::POST, "/reviews/999999/state", json!({ "state": "spam" })).await.status, 404);
        let stranger = writer.request(Method::POST, &format!("/api/admin{path}")).json(&json!({ "state": "approved" }));
        assert_eq!(writer.send(stranger).await.status, 401);
        assert!(texts(&mut shop.visitor(), PAGE).await.is_empty());
        assert_eq!(merchant.write(Method::POST, &path, json!({ "state": "approved" })).await.status, 204);
        assert_eq!(texts(&mut shop.visitor(), PAGE).await.len(), 1);
        assert_eq!(merchant.get("/reviews?state=approved").await.expect(200)["waiting"], 0);
        assert_eq!(merchant.write(Method::POST, &path, json!({ "state": "trash" })).await.status, 204);
        assert!(texts(&mut shop.visitor(), PAGE).await.is_empty());
        assert_eq!(merchant.get("/reviews?state=other").await.status, 422);
    }

    async fn what_is_wrong_is_told_at_its_field_and_what_was_typed_stays(shop) {
        let mut visitor = shop.visitor();
        for (field, value, said) in [
            ("rating", "", "Seleziona una valutazione"),
            ("rating", "6", "Seleziona una valutazione"),
            ("rating", "tante", "Seleziona una valutazione"),
            ("comment", " \n ", "Scrivi la recensione."),
            ("comment", "http://a.it http://b.it http://c.it", "troppi link"),
            ("author", "", "Inserisci il tuo nome."),
            ("author", "www.casino.example", "non può contenere link"),
            ("email", "", "Inserisci il tuo indirizzo e-mail"),
            ("email", "livia@", "non è valido"),
        ] {
            let answer = review(&mut visitor, &[(field, value)]).await;
            assert_eq!(answer.status, 422, "{field}: {}", answer.text());
            assert!(answer.text().contains(said), "{field} {value}");
            let kept = if field == "comment" { "livia@example.com" } else { "Buoni, ma pochi." };
            assert!(answer.text().contains(kept), "{field}: what was typed is gone");
        }
        let long = "è".repeat(5001);
        assert_eq!(review(&mut visitor, &[("comment", &long)]).await.status, 422);
        let answer = review(&mut visitor, &[("rating", ""), ("author", "\"><script>x</script>")]).await;
        assert!(!answer.text().contains("<script>x"), "typed text is escaped");
        assert!(!shop.inside().await.reviews.review_counts().await.expect("counts").contains_key(&ReviewStatus::Hold));
    }

    async fn a_review_needs_its_own_nonce_and_the_shops_own_page(shop) {
        let mut visitor = shop.visitor();
        let other = data(&mut visitor, PAGE).await["shell"]["quick_view"]["nonce"].as_str().expect("a nonce").to_owned();
        for nonce in ["", "0000000000", &other] {
            let answer = review(&mut visitor, &[("nonce", nonce)]).await;
            assert_eq!(answer.status, 403, "{nonce}");
            assert!(answer.text().contains("Buoni, ma pochi."), "what was typed stays");
        }
        let form = form(&mut visitor).await;
        let foreign = visitor.request(Method::POST, PAGE).header("Origin", "https://evil.example").form(&form);
        assert_eq!(visitor.send(foreign).await.status, 403);
        let framed = visitor.request(Method::POST, PAGE).header("Sec-Fetch-Site", "cross-site").form(&form);
        assert_eq!(visitor.send(framed).await.status, 403);
        assert!(!shop.inside().await.reviews.review_counts().await.expect("counts").contains_key(&ReviewStatus::Hold));
    }

    async fn only_products_that_are_there_and_take_reviews_are_reviewed(shop) {
        let mut shop = shop;
        let mut visitor = shop.visitor();
        let draft = shop.inside().await.context.catalogue().await.expect("a catalogue")
            .products().iter().find(|p| p.item.sku == "t-draft").expect("a draft").item.id.0.to_string();
        let other = visitor.id("t-oil").await.to_string();
        for id in ["", "0", "x", "999999", &draft, &other] {
            assert_eq!(review(&mut visitor, &[("comment_post_ID", id)]).await.status, 404, "{id}");
        }
        assert_eq!(review(&mut visitor, &[("comment_parent", "7")]).await.status, 422);
        let mut form = form(&mut visitor).await;
        let closed = shop.with_settings(|settings| settings.reviews.enabled = false).await;
        let mut visitor = shop.visitor_of(closed);
        assert_eq!(data(&mut visitor, PAGE).await["page"]["review_form"], Value::Null);
        form.retain(|(name, _)| *name != "comment_parent");
        let answer = send_to(&mut visitor, PAGE, &form).await;
        assert_eq!(answer.status, 422);
        assert!(answer.text().contains("non si può recensire"));
    }

    async fn a_writer_has_one_review_of_a_product_and_the_same_one_twice_is_one(shop) {
        let mut visitor = shop.visitor();
        let first = sent(&review(&mut visitor, &[]).await);
        let again = sent(&review(&mut visitor, &[("email", "LIVIA@example.com")]).await);
        assert_eq!(first, again);
        let second = review(&mut visitor, &[("comment", "Ci ho ripensato.")]).await;
        assert_eq!(second.status, 422);
        assert!(second.text().contains("Hai già recensito questo prodotto."));
        assert_eq!(shop.inside().await.reviews.review_counts().await.expect("counts")[&ReviewStatus::Hold], 1);
    }

    async fn the_fourth_review_of_a_day_is_refused_whatever_the_session(shop) {
        let mut visitor = shop.visitor();
        for n in 0..3 {
            sent(&review(&mut visitor, &[("email", &format!("n{n}@example.com"))]).await);
        }
        let mut other = shop.visitor();
        let answer = review(&mut other, &[("email", "n4@example.com")]).await;
        assert_eq!(answer.status, 429);
        assert!(answer.header("retry-after").and_then(|s| s.parse::<i64>().ok()).is_some_and(|s| s > 80_000));
        assert!(answer.text().contains("riprova domani") && answer.text().contains("Buoni, ma pochi."));
        assert_eq!(shop.inside().await.reviews.review_counts().await.expect("counts")[&ReviewStatus::Hold], 3);
    }

    async fn where_only_buyers_review_a_stranger_is_refused_and_a_buyer_is_verified(shop) {
        // Of a page that was opened before: where only buyers write, a guest has no form.
        let filled = form(&mut shop.visitor()).await;
        let mut shop = shop;
        let at = shop.with_settings(|settings| settings.reviews.buyers_only = true).await;
        let mut stranger = shop.visitor_of(at);
        let answer = send_to(&mut stranger, PAGE, &filled).await;
        assert_eq!(answer.status, 422);
        assert!(answer.text().contains("solo chi ha acquistato questo prodotto"));
        let mut buyer = shop.visitor_of(at);
        buy(&shop, &mut buyer, "compra@example.com", true).await;
        let own = sent(&review(&mut buyer, &[]).await);
        let page = data(&mut buyer, &own).await;
        assert_eq!((&page["page"]["reviews"][0]["verified"], &page["page"]["reviews"][0]["waiting"]), (&json!(true), &json!(true)));
    }

    async fn a_typed_address_is_no_buyer_and_tells_nobody_what_it_bought(shop) {
        let mut shop = shop;
        buy(&shop, &mut shop.visitor(), "Compra@Example.com", false).await;
        let mut stranger = shop.visitor();
        let own = sent(&review(&mut stranger, &[("email", "compra@example.com")]).await);
        assert_eq!(data(&mut stranger, &own).await["page"]["reviews"][0]["verified"], false);
        sql(shop.database(), "UPDATE reviews SET verified = TRUE WHERE reviewer_email = 'compra@example.com'");
        assert_eq!(data(&mut stranger, &own).await["page"]["reviews"][0]["verified"], false, "not while it waits");
        let mut filled = form(&mut shop.visitor()).await;
        let at = shop.with_settings(|settings| settings.reviews.buyers_only = true).await;
        let mut stranger = shop.visitor_of(at);
        assert_eq!(data(&mut stranger, PAGE).await["page"]["review_form"], Value::Null);
        for email in ["compra@example.com", "nessuno@example.com"] {
            filled[6].1 = email.into();
            assert_eq!(send_to(&mut stranger, PAGE, &filled).await.status, 422, "{email}");
        }
    }

    async fn an_account_is_the_buyer_of_a_guests_order_once_its_address_is_confirmed(shop) {
        let mut guest = shop.visitor();
        buy(&shop, &mut guest, "Compra@Example.com", false).await;
        let mut owner = shop_tests::customer(&shop, "compra@example.com").await;
        let verified = async |owner: &mut Visitor| {
            sql(shop.database(), "DELETE FROM reviews WHERE reviewer_email = 'compra@example.com'");
            let own = sent(&review(owner, &[]).await);
            data(owner, &own).await["page"]["reviews"][0]["verified"].clone()
        };
        sql(shop.database(), "UPDATE orders SET customer_id = NULL");
        assert_eq!(verified(&mut owner).await, true);
        sql(shop.database(), "UPDATE customers SET email_confirmed_at = NULL WHERE email = 'compra@example.com'");
        assert_eq!(verified(&mut owner).await, false);
    }

    async fn an_order_that_is_not_paid_or_of_something_else_verifies_nobody(shop) {
        let mut visitor = shop.visitor();
        visitor.buy("t-five", 1).await;
        visitor.add("t-oil", 1).await;
        let order = visitor.post("/checkout", checkout("bacs")).await.expect(200);
        shop.merchant().await.set_status(order["order_id"].as_i64().expect("a number"), "processing").await;
        let own = sent(&review(&mut visitor, &[]).await);
        assert_eq!(data(&mut visitor, &own).await["page"]["reviews"][0]["verified"], false);
    }

    async fn an_account_signs_with_its_own_name_and_its_form_is_its_own(shop) {
        let mut guest = shop.visitor();
        let nobodys = guest.form_nonce(PAGE, "nonce").await;
        let mut customer = shop.visitor();
        buy(&shop, &mut customer, "conto@example.com", true).await;
        let page = customer.page(PAGE).await;
        assert!(page.text().contains("Livia C.") && !page.text().contains("name=\"author\""), "{}", page.text());
        assert_eq!(page.header("cache-control"), Some("no-store"));
        assert_eq!(review(&mut customer, &[("nonce", &nobodys)]).await.status, 403);
        let form = form(&mut customer).await;
        assert_eq!(send_to(&mut guest, PAGE, &form).await.status, 403);
        let own = sent(&review(&mut customer, &[("author", "Il Papa"), ("email", "papa@example.com")]).await);
        let shown = &data(&mut customer, &own).await["page"]["reviews"][0];
        assert_eq!((&shown["reviewer"], &shown["verified"]), (&json!("Livia C."), &json!(true)));
        assert_eq!(data(&mut customer, PAGE).await["page"]["review_form"], Value::Null, "one review each");
    }

    async fn trusted_buyers_are_published_at_once_and_a_typed_address_is_not_trusted(shop) {
        let mut shop = shop;
        let at = shop.with_settings(|settings: &mut ShopSettings| settings.reviews.approve_verified = true).await;
        let mut customer = shop.visitor_of(at);
        buy(&shop, &mut customer, "fidata@example.com", true).await;
        let answer = review(&mut customer, &[]).await;
        let target = answer.header("location").expect("a target").to_owned();
        assert!(target.starts_with(&format!("{PAGE}#comment-")), "{target}");
        let product = customer.get("/products?sku=t-five").await.expect(200);
        assert_eq!((&product[0]["average_rating"], &product[0]["review_count"]), (&json!("4.00"), &json!(1)));
        let mut buyer = shop.visitor_of(at);
        buy(&shop, &mut buyer, "ospite@example.com", false).await;
        let own = sent(&review(&mut buyer, &[("email", "ospite@example.com")]).await);
        assert!(own.contains("unapproved="), "{own}");
    }

    async fn judging_a_review_moves_the_sums_of_its_product(shop) {
        let mut visitor = shop.visitor();
        sent(&review(&mut visitor, &[("rating", "2")]).await);
        sent(&review(&mut visitor, &[("rating", "5"), ("email", "due@example.com")]).await);
        let inside = shop.inside().await;
        let (waiting, total) = inside.reviews.reviews_by_status(ReviewStatus::Hold, 0, 1).await.expect("a list");
        assert_eq!((waiting.len(), total), (1, 2));
        let (next, _) = inside.reviews.reviews_by_status(ReviewStatus::Hold, 1, 1).await.expect("a list");
        let ids = (waiting[0].id, next[0].id);
        assert_eq!((waiting[0].rating, next[0].rating), (Some(5), Some(2)), "the newest first");
        let product = waiting[0].product_id;
        let sums = async || {
            let catalogue = shop.inside().await.context.catalogue().await.expect("a catalogue");
            let product = catalogue.product(product).expect("the product");
            (product.rating_sum, product.rating_count)
        };
        for (id, to, before, expected) in [
            (ids.0, ReviewStatus::Approved, ReviewStatus::Hold, (5, 1)),
            (ids.0, ReviewStatus::Approved, ReviewStatus::Approved, (5, 1)),
            (ids.1, ReviewStatus::Approved, ReviewStatus::Hold, (7, 2)),
            (ids.0, ReviewStatus::Spam, ReviewStatus::Approved, (2, 1)),
            (ids.0, ReviewStatus::Trash, ReviewStatus::Spam, (2, 1)),
            (ids.1, ReviewStatus::Hold, ReviewStatus::Approved, (0, 0)),
        ] {
            assert_eq!(inside.reviews.set_review_status(id, to).await.expect("judged"), Some(before));
            assert_eq!(sums().await, expected, "{id} to {}", to.as_str());
        }
        assert_eq!(inside.reviews.set_review_status(999_999, ReviewStatus::Approved).await.expect("judged"), None);
        let counts = inside.reviews.review_counts().await.expect("counts");
        assert_eq!((counts[&ReviewStatus::Hold], counts[&ReviewStatus::Trash], counts.get(&ReviewStatus::Spam)), (1, 1, None));
    }

    async fn reviews_have_pages_under_both_kinds_of_address(shop) {
        let mut shop = shop;
        let at = shop.with_settings(|settings| settings.reviews.per_page = 1).await;
        let mut visitor = shop.visitor_of(at);
        let path = "/prodotto/olio-di-prova/";
        assert_eq!(texts(&mut visitor, path).await, ["<p>&lt;b&gt;Giusto&lt;/b&gt;</p>"]);
        for second in ["comment-page-2/", "?cpage=2"] {
            assert_eq!(texts(&mut visitor, &format!("{path}{second}")).await, ["<p>Buono &amp; profumato.</p>"], "{second}");
        }
        let page = data(&mut visitor, path).await;
        assert_eq!((&page["page"]["reviews_page"], &page["page"]["reviews_pages"]), (&json!(1), &json!(2)));
        let bars: Vec<_> = page["page"]["rating_bars"].as_array().expect("bars").iter().map(|bar| bar["count"].clone()).collect();
        assert_eq!(bars, [1, 1, 0, 0, 0]);
        for gone in ["comment-page-3/", "comment-page-0/", "comment-page-x/", "altro/", "?cpage=9"] {
            assert_eq!(visitor.page(&format!("{path}{gone}")).await.status, 404, "{gone}");
        }
    }

    async fn the_platforms_own_address_takes_reviews_too(shop) {
        let mut visitor = shop.visitor();
        let form = form(&mut visitor).await;
        let own = sent(&send_to(&mut visitor, "/wp-comments-post.php", &form).await);
        assert!(own.starts_with(PAGE), "{own}");
        assert_eq!(visitor.page("/wp-comments-post.php").await.status, 405);
    }

    async fn how_reviews_are_checked_is_told_above_them(shop) {
        let page = shop.visitor().page("/prodotto/olio-di-prova/").await.text();
        for told in ["positive e negative", "le legge una persona", "«Acquisto verificato» indica"] {
            assert!(page.contains(told), "{told}");
        }
    }
}

on_both_databases! {
    async fn who_wrote_is_forgotten_in_reviews_and_comments_alike_and_the_words_stay(shop) {
        let mut visitor = shop.visitor();
        sent(&review(&mut visitor, &[]).await);
        sql(shop.database(), "INSERT INTO comments (page_id, path, author, author_email, body, status, created_at) \
             SELECT MIN(id), '000000000001', 'Livia', 'livia@example.com', 'Bello', 'approved', 1 FROM pages");
        let mut merchant = shop.merchant().await;
        let id = merchant.get("/reviews").await.expect(200)["reviews"][0]["id"].as_i64().expect("an id");
        merchant.write(Method::POST, &format!("/reviews/{id}/state"), json!({ "state": "approved" })).await;
        let path = format!("/reviews/{id}/forget-writer");
        for status in [204, 404] {
            assert_eq!(merchant.write(Method::POST, &path, json!({})).await.status, status);
        }
        for (table, name, email) in [("reviews", "reviewer", "reviewer_email"), ("comments", "author", "author_email")] {
            let named = format!("SELECT COUNT(*) FROM {table} WHERE {name} = 'Livia' OR {email} = 'livia@example.com'");
            assert_eq!(ask(shop.database(), &named), ["0"], "{table}");
        }
        let page = data(&mut shop.visitor(), PAGE).await;
        let shown = &page["page"]["reviews"][0];
        assert_eq!((&shown["reviewer"], &shown["html"]), (&json!("Nome rimosso"), &json!("<p>Buoni, ma pochi.</p>")));
    }

    async fn the_shops_reply_stands_under_a_published_review_until_it_is_taken_away(shop) {
        let mut visitor = shop.visitor();
        review(&mut visitor, &[]).await;
        let mut merchant = shop.merchant().await;
        let id = merchant.get("/reviews").await.expect(200)["reviews"][0]["id"].as_i64().expect("an id");
        let path = format!("/reviews/{id}/reply");
        let reply = json!({ "reply": " Grazie!\n<b>Tornano</b> presto. " });
        assert_eq!(merchant.write(Method::PUT, &path, reply).await.status, 204);
        let mut reader = shop.visitor();
        assert!(!reader.page(PAGE).await.text().contains("Tornano"), "the review itself still waits");
        let state = json!({ "state": "approved" });
        assert_eq!(merchant.write(Method::POST, &format!("/reviews/{id}/state"), state).await.status, 204);
        let shown = data(&mut reader, PAGE).await["page"]["reviews"][0]["reply"].clone();
        assert_eq!(shown["html"], "<p>Grazie!<br>&lt;b&gt;Tornano&lt;/b&gt; presto.</p>");
        assert!(shown["shop"].as_str().is_some_and(|name| !name.is_empty()), "{shown}");
        let mut manager = shop.shop_manager().await;
        assert_eq!(manager.write(Method::PUT, &path, json!({ "reply": "Ora ci sono." })).await.status, 204);
        let page = reader.page(PAGE).await.text();
        assert!(page.contains("Ora ci sono.") && !page.contains("Tornano"), "changed at once, also in pages that are kept");
        assert_eq!(merchant.write(Method::PUT, &path, json!({ "reply": " " })).await.status, 204);
        assert_eq!(data(&mut reader, PAGE).await["page"]["reviews"][0]["reply"], json!(null));

        let long = merchant.write(Method::PUT, &path, json!({ "reply": "x".repeat(2001) })).await.expect(422);
        assert_eq!((&long["errors"][0]["field"], &long["errors"][0]["code"]), (&json!("reply"), &json!("too_long")));
        assert_eq!(merchant.write(Method::PUT, "/reviews/999999/reply", json!({ "reply": "x" })).await.status, 404);
        let request = visitor.request(Method::PUT, &format!("/api/admin{path}")).json(&json!({ "reply": "x" }));
        assert_eq!(visitor.send(request).await.status, 401);
    }

    async fn two_reviews_of_one_writer_at_the_same_moment_are_one(shop) {
        let mut visitors = [shop.visitor(), shop.visitor()];
        let mut all = tokio::task::JoinSet::new();
        for (n, visitor) in visitors.iter_mut().enumerate() {
            let mut form = form(visitor).await;
            form[4].1 = format!("Parere numero {n}");
            let request = visitor.request(Method::POST, PAGE).form(&form);
            all.spawn(async move { request.send().await.status });
        }
        let mut statuses = all.join_all().await;
        statuses.sort_unstable();
        assert_eq!(statuses, [303, 422]);
    }
}
