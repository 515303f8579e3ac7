//! Comments under pages and posts: who may write, what is refused, who sees what, how the merchant judges.

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::comment::CommentStatus;
use shop_tests::{Answer, TestShop, Visitor, checkout, on_both_databases, page_data, rules, sql};

const PAGE: &str = "/blog/olio-nuovo/";

/// A post and a page, both with comments; gives their numbers.
async fn written(shop: &TestShop) -> (i64, i64) {
    let mut merchant = shop.merchant().await;
    let mut ids = Vec::new();
    for (kind, title) in [("post", "Olio nuovo"), ("page", "Il frantoio")] {
        let page = json!({ "kind": kind, "title": title, "body": "<p>È arrivato.</p>", "status": "published",
            "comments": true, "position": "0" });
        let made = merchant.write(Method::POST, "/pages", page).await.expect(201);
        ids.push(made["id"].as_i64().expect("an id"));
    }
    (ids[0], ids[1])
}

async fn view(visitor: &mut Visitor, path: &str) -> Value {
    page_data(visitor, path).await["page"]["comments"].clone()
}

/// A complete form for a page, with the nonce of it.
async fn form(visitor: &mut Visitor, path: &str, id: i64) -> Vec<(&'static str, String)> {
    let nonce = view(visitor, path).await["form"]["nonce"].as_str().unwrap_or_default().to_owned();
    vec![
        ("comment_post_ID", id.to_string()),
        ("comment_parent", "0".into()),
        ("nonce", nonce),
        ("comment", "Profuma di carciofo.".into()),
        ("author", "Livia".into()),
        ("email", "Livia@example.com".into()),
        ("url", String::new()),
    ]
}

async fn send_to(visitor: &mut Visitor, path: &str, form: &[(&'static str, String)]) -> Answer {
    let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
    visitor.submit(path, &fields).await
}

/// Sends the complete form with some fields changed.
async fn comment(visitor: &mut Visitor, id: i64, changes: &[(&str, &str)]) -> Answer {
    let mut form = form(visitor, PAGE, id).await;
    for (name, value) in changes {
        form.iter_mut().find(|(known, _)| known == name).expect("a field of the form").1 = (*value).to_owned();
    }
    send_to(visitor, PAGE, &form).await
}

/// Where a comment that was taken leads, without the hash.
#[track_caller]
fn sent(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").expect("a target").split('#').next().expect("a path").to_owned()
}

/// The comments that somebody sees on a page: words and depth.
async fn seen(visitor: &mut Visitor, path: &str) -> Vec<(String, i64)> {
    let view = view(visitor, path).await;
    let all = view["list"].as_array().expect("comments").iter();
    let text = |one: &Value| one["html"].as_str().expect("words").replace("<p>", "").replace("</p>", "");
    all.map(|one| (text(one), one["depth"].as_i64().expect("a depth"))).collect()
}

async fn stored(shop: &TestShop, status: CommentStatus) -> u64 {
    shop.inside().await.comments.by_status(status, 0, 1).await.expect("comments").1
}

/// Writes a comment and publishes it; gives its id.
async fn published(shop: &TestShop, visitor: &mut Visitor, page: i64, parent: i64, words: &str) -> i64 {
    let changes = [("comment", words), ("comment_parent", &parent.to_string())];
    sent(&comment(visitor, page, &changes).await);
    let inside = shop.inside().await;
    let (waiting, _) = inside.comments.by_status(CommentStatus::Hold, 0, 1).await.expect("comments");
    let mut merchant = shop.merchant().await;
    let state = json!({ "state": "approved" });
    let path = format!("/comments/{}/state", waiting[0].id);
    assert_eq!(merchant.write(Method::POST, &path, state).await.status, 204);
    waiting[0].id
}

rules! {
    async fn pages_have_comments_only_where_the_merchant_says_so(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(view(&mut visitor, "/spedizioni/").await, Value::Null);
        let home = shop.inside().await.context.pages().await.expect("pages").all().iter()
            .find(|record| record.page.slug == "home").expect("a front").id;
        let mut merchant = shop.merchant().await;
        let read = merchant.get(&format!("/pages/{home}")).await.expect(200);
        let mut fields = read["fields"].clone();
        fields["comments"] = true.into();
        let change = json!({ "version": read["version"], "fields": fields });
        let saved = merchant.write(Method::PUT, &format!("/pages/{home}"), change).await.expect(200);
        assert_eq!(saved["fields"]["comments"], false, "the front has none");
        let spedizioni = shop.inside().await.context.pages().await.expect("pages").all().iter()
            .find(|record| record.page.slug == "spedizioni").expect("a page").id;
        let form = [("comment_post_ID", spedizioni.to_string()), ("comment", "Ciao".into())];
        let answer = send_to(&mut visitor, "/spedizioni/", &form).await;
        assert_eq!(answer.status, 403, "no form of the shop's names it");
        assert_eq!(visitor.submit("/spedizioni/", &[("comment", "Ciao")]).await.status, 405);
        assert_eq!(visitor.submit("/niente/", &[("comment", "Ciao")]).await.status, 404);
    }

    async fn what_is_wrong_is_told_at_its_field_and_what_was_typed_stays(shop) {
        let (post, _) = written(&shop).await;
        let mut visitor = shop.visitor();
        for (field, value, said) in [
            ("comment", " \n ", "Scrivi il commento."),
            ("comment", "http://a.it http://b.it http://c.it", "troppi link"),
            ("author", "", "Inserisci il tuo nome."),
            ("author", "www.casino.example", "non può contenere link"),
            ("email", "", "Inserisci il tuo indirizzo e-mail"),
            ("email", "livia@", "non è valido"),
        ] {
            let answer = comment(&mut visitor, post, &[(field, value)]).await;
            assert_eq!(answer.status, 422, "{field}: {}", answer.text());
            assert!(answer.text().contains(said), "{field} {value}");
            let kept = if field == "comment" { "Livia@example.com" } else { "Profuma di carciofo." };
            assert!(answer.text().contains(kept), "{field}: what was typed is gone");
        }
        let long = "è".repeat(5001);
        assert_eq!(comment(&mut visitor, post, &[("comment", &long)]).await.status, 422);
        let answer = comment(&mut visitor, post, &[("comment", ""), ("author", "\"><script>x</script>")]).await;
        assert!(!answer.text().contains("<script>x"), "typed text is escaped");
        for status in [CommentStatus::Hold, CommentStatus::Spam, CommentStatus::Approved] {
            assert_eq!(stored(&shop, status).await, 0);
        }
    }

    async fn a_comment_needs_its_own_nonce_and_the_shops_own_page(shop) {
        let (post, _) = written(&shop).await;
        let mut visitor = shop.visitor();
        let review = visitor.form_nonce("/prodotto/cinque-pezzi/", "nonce").await;
        for nonce in ["", "0000000000", &review] {
            let answer = comment(&mut visitor, post, &[("nonce", nonce)]).await;
            assert_eq!(answer.status, 403, "{nonce}");
            assert!(answer.text().contains("Profuma di carciofo."), "what was typed stays");
        }
        let form = form(&mut visitor, PAGE, post).await;
        let foreign = visitor.request(Method::POST, PAGE).header("Origin", "https://evil.example").form(&form);
        assert_eq!(visitor.send(foreign).await.status, 403);
        let framed = visitor.request(Method::POST, PAGE).header("Sec-Fetch-Site", "cross-site").form(&form);
        assert_eq!(visitor.send(framed).await.status, 403);
        assert_eq!(stored(&shop, CommentStatus::Hold).await, 0);
    }

    async fn the_page_that_is_named_is_the_one_that_is_written_under(shop) {
        let (post, page) = written(&shop).await;
        let mut visitor = shop.visitor();
        for id in ["", "0", "x", "-1", "999999", &page.to_string()] {
            let answer = comment(&mut visitor, post, &[("comment_post_ID", id)]).await;
            assert_eq!(answer.status, 404, "{id}");
        }
        let own = sent(&comment(&mut visitor, post, &[]).await);
        assert!(own.starts_with(PAGE), "{own}");
        let form = form(&mut visitor, "/il-frantoio/", page).await;
        assert!(sent(&send_to(&mut visitor, "/il-frantoio/", &form).await).starts_with("/il-frantoio/?unapproved="));
        let mut other = form.clone();
        other[3].1 = "Anche da qui.".into();
        let to = sent(&send_to(&mut visitor, "/wp-comments-post.php", &other).await);
        assert!(to.starts_with("/il-frantoio/?unapproved="), "the platform's own address takes comments too: {to}");
    }

    async fn what_fills_in_the_field_that_nobody_sees_is_put_aside_and_not_told_so(shop) {
        let (post, _) = written(&shop).await;
        let mut visitor = shop.visitor();
        let own = sent(&comment(&mut visitor, post, &[("url", "https://pills.example")]).await);
        assert!(own.contains("unapproved="), "{own}");
        assert_eq!(seen(&mut visitor, &own).await.len(), 1, "its sender sees it waiting");
        assert_eq!((stored(&shop, CommentStatus::Spam).await, stored(&shop, CommentStatus::Hold).await), (1, 0));
        let mut shop = shop;
        let at = shop.with_settings(|settings| settings.comments.moderated = false).await;
        let mut open = shop.visitor_of(at);
        sent(&comment(&mut open, post, &[("url", "x"), ("comment", "Altro")]).await);
        assert!(seen(&mut open, PAGE).await.is_empty(), "nor is it published where others are at once");
    }

    async fn the_eleventh_comment_of_an_hour_is_refused_whatever_the_session(shop) {
        let (post, _) = written(&shop).await;
        let mut visitor = shop.visitor();
        for n in 0..10 {
            sent(&comment(&mut visitor, post, &[("comment", &format!("Numero {n}"))]).await);
        }
        let mut other = shop.visitor();
        let answer = comment(&mut other, post, &[("email", "altra@example.com")]).await;
        assert_eq!(answer.status, 429);
        assert!(answer.header("retry-after").and_then(|s| s.parse::<i64>().ok()).is_some_and(|s| (1..=3600).contains(&s)));
        assert!(answer.text().contains("Hai già inviato 10 commenti") && answer.text().contains("Profuma di carciofo."));
        assert_eq!(stored(&shop, CommentStatus::Hold).await, 10);
    }

    async fn where_only_members_comment_a_guest_is_asked_to_log_in(shop) {
        let (post, _) = written(&shop).await;
        let mut guest = shop.visitor();
        let form = form(&mut guest, PAGE, post).await;
        let mut shop = shop;
        let at = shop.with_settings(|settings| settings.comments.members_only = true).await;
        let mut guest = shop.visitor_of(at);
        let shown = view(&mut guest, PAGE).await;
        assert_eq!(shown["form"], Value::Null);
        assert!(shown["closed"].as_str().is_some_and(|told| told.contains("accedi al tuo account")));
        let answer = send_to(&mut guest, PAGE, &form).await;
        assert_eq!(answer.status, 422);
        assert_eq!(stored(&shop, CommentStatus::Hold).await, 0);
    }

    async fn a_refused_comment_comes_back_though_the_login_ended_and_what_it_answers_is_gone(shop) {
        let (post, _) = written(&shop).await;
        let mut shop = shop;
        let at = shop.with_settings(|settings| {
            settings.comments.members_only = true;
            settings.comments.per_page = 1;
        }).await;
        let mut member = shop.visitor_of(at);
        shop_tests::customer(&shop, "socia@example.com").await;
        shop_tests::log_in(&mut member, "socia@example.com", shop_tests::STRONG).await;
        let mut form = form(&mut member, PAGE, post).await;
        let mut guest = shop.visitor_of(at);
        let answer = send_to(&mut guest, PAGE, &form).await;
        let text = answer.text();
        assert!(answer.status == 403 && text.contains("Profuma di carciofo.") && text.contains("/my-account/"), "{text}");
        for (id, status) in [(1, "approved"), (2, "hold")] {
            sql(shop.database(), &format!("INSERT INTO comments (id, page_id, path, author, author_email, body, status, created_at) \
                 VALUES ({id}, {post}, '{id:012}', 'A', 'a@b.it', 'Bello', '{status}', 1)"));
        }
        form[1].1 = "2".into();
        let answer = send_to(&mut member, PAGE, &form).await;
        let text = answer.text();
        assert!(answer.status == 422 && text.contains("Profuma di carciofo."), "{}: {text}", answer.status);
    }

    async fn only_what_the_shop_wrote_is_marked_as_the_shops(shop) {
        let (post, _) = written(&shop).await;
        sql(shop.database(), &format!("INSERT INTO comments (id, page_id, path, author, author_email, body, status, created_at) \
             VALUES (1, {post}, '{:012}', 'Livia', '', 'Bello', 'approved', 1)", 1));
        let mut merchant = shop.merchant().await;
        for _ in 0..2 {
            let answer = merchant.write(Method::POST, "/comments/1/answers", json!({ "reply": "Grazie" })).await;
            assert_eq!(answer.status, 201);
        }
        let shown = view(&mut shop.visitor(), PAGE).await;
        let marks: Vec<_> = shown["list"].as_array().expect("comments").iter().map(|one| one["by_shop"].clone()).collect();
        assert_eq!(marks, [false, true]);
        assert_eq!(merchant.write(Method::POST, "/comments/1/forget-writer", json!({})).await.status, 404, "no address");
    }

    async fn an_account_signs_with_its_own_name_and_its_form_is_its_own(shop) {
        let (post, _) = written(&shop).await;
        let mut guest = shop.visitor();
        let nobodys = form(&mut guest, PAGE, post).await[2].1.clone();
        let mut customer = shop.visitor();
        customer.add("t-five", 1).await;
        let mut order = checkout("bacs");
        order["billing_address"]["email"] = "conto@example.com".into();
        order["create_account"] = true.into();
        order["customer_password"] = "Str0ng!Passphrase42".into();
        customer.post("/checkout", order).await.expect(200);
        let page = customer.page(PAGE).await;
        assert!(page.text().contains("Livia C.") && !page.text().contains("name=\"author\""), "{}", page.text());
        assert_eq!(page.header("cache-control"), Some("no-store"));
        assert_eq!(comment(&mut customer, post, &[("nonce", &nobodys)]).await.status, 403);
        let form = form(&mut customer, PAGE, post).await;
        assert_eq!(send_to(&mut guest, PAGE, &form).await.status, 403);
        let own = sent(&comment(&mut customer, post, &[("author", "Il Papa"), ("email", "papa@example.com")]).await);
        assert_eq!(view(&mut customer, &own).await["list"][0]["author"], "Livia C.");
        let export = customer.page("/my-account/privacy/export/").await.expect(200);
        assert_eq!(export["comments"][0]["text"], "Profuma di carciofo.");
    }

    async fn a_former_address_of_a_page_keeps_its_comments(shop) {
        let (post, _) = written(&shop).await;
        let mut visitor = shop.visitor();
        published(&shop, &mut visitor, post, 0, "Buono").await;
        let mut merchant = shop.merchant().await;
        let read = merchant.get(&format!("/pages/{post}")).await.expect(200);
        let mut fields = read["fields"].clone();
        fields["slug"] = "olio-novello".into();
        let change = json!({ "version": read["version"], "fields": fields });
        merchant.write(Method::PUT, &format!("/pages/{post}"), change).await.expect(200);
        assert_eq!(visitor.page(PAGE).await.header("location"), Some("/blog/olio-novello/"));
        assert_eq!(seen(&mut visitor, "/blog/olio-novello/").await, [("Buono".to_owned(), 0)]);
        assert_eq!(merchant.write(Method::DELETE, &format!("/pages/{post}"), Value::Null).await.status, 204);
        assert_eq!(stored(&shop, CommentStatus::Approved).await, 0, "with the page go its comments");
    }
}

on_both_databases! {
    async fn a_comment_waits_and_only_its_writer_sees_it_until_it_is_published(shop) {
        let (post, _) = written(&shop).await;
        let (mut writer, mut other) = (shop.visitor(), shop.visitor());
        let own = sent(&comment(&mut writer, post, &[("comment", "Ottimo <b>olio</b>\n\ndavvero & sempre")]).await);
        let html = view(&mut writer, &own).await["list"][0]["html"].clone();
        assert_eq!(html, "<p>Ottimo &lt;b&gt;olio&lt;/b&gt;</p><p>davvero &amp; sempre</p>");
        let shown = writer.page(&own).await;
        assert!(shown.text().contains("In attesa di verifica"), "{}", shown.text());
        assert_eq!(shown.header("cache-control"), Some("no-store"));
        assert!(seen(&mut other, PAGE).await.is_empty());
        for forged in [own.replace("moderation-hash=", "moderation-hash=0"), own.replace("unapproved=", "unapproved=1")] {
            assert!(seen(&mut other, &forged).await.is_empty(), "{forged}");
        }
        let again = sent(&comment(&mut writer, post, &[("comment", "Ottimo <b>olio</b>\n\ndavvero & sempre")]).await);
        assert_eq!(own, again, "sent twice it is one");

        let mut merchant = shop.merchant().await;
        let waiting = merchant.get("/comments").await.expect(200);
        let one = &waiting["comments"][0];
        assert_eq!((&waiting["waiting"], &one["title"], &one["state"]), (&json!(1), &json!("Olio nuovo"), &json!("hold")));
        assert_eq!((&one["author_email"], &one["path"]), (&json!("livia@example.com"), &json!(PAGE)));
        let path = format!("/comments/{}/state", one["id"]);
        for wrong in ["", "published", "approved "] {
            assert_eq!(merchant.write(Method::POST, &path, json!({ "state": wrong })).await.status, 422, "{wrong}");
        }
        assert_eq!(merchant.write(Method::POST, "/comments/999999/state", json!({ "state": "spam" })).await.status, 404);
        assert_eq!(merchant.get("/comments?state=other").await.status, 422);
        let stranger = writer.request(Method::POST, &format!("/api/admin{path}")).json(&json!({ "state": "approved" }));
        assert_eq!(writer.send(stranger).await.status, 401);
        assert!(seen(&mut shop.visitor(), PAGE).await.is_empty());
        assert_eq!(merchant.write(Method::POST, &path, json!({ "state": "approved" })).await.status, 204);
        assert_eq!(seen(&mut shop.visitor(), PAGE).await.len(), 1, "also in pages that are kept");
        assert!(!shop.visitor().page(PAGE).await.text().contains("livia@example.com"), "addresses are never shown");
        assert_eq!(merchant.write(Method::POST, &path, json!({ "state": "trash" })).await.status, 204);
        assert!(seen(&mut shop.visitor(), PAGE).await.is_empty());
    }

    async fn answers_stand_under_what_they_answer_and_no_deeper_than_five(shop) {
        let (post, page) = written(&shop).await;
        let mut visitor = shop.visitor();
        let first = published(&shop, &mut visitor, post, 0, "Primo").await;
        published(&shop, &mut visitor, post, 0, "Secondo").await;
        let mut below = first;
        for n in 1..5 {
            below = published(&shop, &mut visitor, post, below, &format!("Sotto {n}")).await;
        }
        let order = [("Primo", 0), ("Sotto 1", 1), ("Sotto 2", 2), ("Sotto 3", 3), ("Sotto 4", 4), ("Secondo", 0)];
        assert_eq!(seen(&mut visitor, PAGE).await, order.map(|(words, depth)| (words.to_owned(), depth)));
        let list = view(&mut visitor, PAGE).await["list"].clone();
        assert_eq!((&list[1]["answers"]["id"], &list[1]["answers"]["author"]), (&json!(first), &json!("Livia")));
        assert_eq!(list[4]["reply_path"], Value::Null);
        for (parent, said) in [
            (below.to_string(), "A questa risposta non si può rispondere"),
            ("999999".into(), "non c'è più"),
            ("x".into(), "non c'è più"),
            ("-3".into(), "non c'è più"),
        ] {
            let answer = comment(&mut visitor, post, &[("comment_parent", &parent), ("comment", "Troppo")]).await;
            assert_eq!(answer.status, 422, "{parent}");
            assert!(answer.text().contains(&said.replace('\'', "&#x27;")) || answer.text().contains(said), "{parent}: {said}");
        }
        let mut form = form(&mut visitor, "/il-frantoio/", page).await;
        form[1].1 = first.to_string();
        assert_eq!(send_to(&mut visitor, "/il-frantoio/", &form).await.status, 422, "not that of another page");

        let mut merchant = shop.merchant().await;
        let away = json!({ "state": "trash" });
        assert_eq!(merchant.write(Method::POST, &format!("/comments/{first}/state"), away).await.status, 204);
        let list = view(&mut visitor, PAGE).await["list"].clone();
        assert_eq!(list[0]["answers"], json!({ "id": first, "author": null }), "what it answered is told to be gone");
        let answer = comment(&mut visitor, post, &[("comment_parent", &first.to_string()), ("comment", "Tardi")]).await;
        assert_eq!(answer.status, 422);
    }

    async fn the_shop_answers_a_published_comment_under_its_own_name_at_once(shop) {
        let (post, _) = written(&shop).await;
        let mut visitor = shop.visitor();
        let first = published(&shop, &mut visitor, post, 0, "Dove si ritira?").await;
        let mut manager = shop.shop_manager().await;
        let path = format!("/comments/{first}/answers");
        let words = json!({ "reply": " Da noi.\n<b>Venite</b>! " });
        let answer = manager.write(Method::POST, &path, words.clone()).await.expect(201)["id"].clone();
        assert_eq!(manager.write(Method::POST, &path, words.clone()).await.expect(201)["id"], answer, "sent twice it is one");
        let list = view(&mut shop.visitor(), PAGE).await["list"].clone();
        let own = &list[1];
        assert_eq!((list.as_array().map(Vec::len), &own["id"], &own["depth"]), (Some(2), &answer, &json!(1)));
        assert_eq!((&own["html"], &own["waiting"]), (&json!("<p>Da noi.<br>&lt;b&gt;Venite&lt;/b&gt;!</p>"), &json!(false)));
        let name = shop.inside().await.context.settings().await.expect("settings").shop.name.clone();
        assert_eq!((&own["author"], &own["by_shop"]), (&json!(name), &json!(true)));
        let listed = manager.get("/comments?state=approved").await.expect(200)["comments"][0].clone();
        assert_eq!((&listed["id"], &listed["author_email"], &listed["is_reply"]), (&answer, &json!(""), &json!(true)));

        let signed = [("author", name.as_str()), ("comment", "Offerta!"), ("comment_parent", &first.to_string())];
        let own = sent(&comment(&mut visitor, post, &signed).await);
        assert_eq!(view(&mut visitor, &own).await["list"][0]["by_shop"], false, "a reader who signs like the shop is not it");
        let away = json!({ "state": "trash" });
        assert_eq!(manager.write(Method::POST, &format!("/comments/{answer}/state"), away).await.status, 204);
        assert_eq!(seen(&mut shop.visitor(), PAGE).await.len(), 1);
        assert_eq!(manager.write(Method::POST, &path, words).await.expect(201)["id"], answer);
        assert_eq!(seen(&mut shop.visitor(), PAGE).await.len(), 2, "said again, it is shown again");
    }

    async fn what_the_shop_cannot_answer_or_say_is_refused(shop) {
        let (post, _) = written(&shop).await;
        let mut visitor = shop.visitor();
        let mut below = published(&shop, &mut visitor, post, 0, "Primo").await;
        let first = below;
        for n in 1..5 {
            below = published(&shop, &mut visitor, post, below, &format!("Sotto {n}")).await;
        }
        sent(&comment(&mut visitor, post, &[("comment", "Aspetto")]).await);
        let (waiting, _) = shop.inside().await.comments.by_status(CommentStatus::Hold, 0, 1).await.expect("comments");
        let mut merchant = shop.merchant().await;
        let path = |id: i64| format!("/comments/{id}/answers");
        let long = "è".repeat(2001);
        for (words, code) in [("", "required"), (" \n\t ", "required"), (&long, "too_long")] {
            let refused = merchant.write(Method::POST, &path(first), json!({ "reply": words })).await.expect(422);
            assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&json!("reply"), &json!(code)));
        }
        for (id, status, code) in [
            (999_999, 404, "not_found"),
            (-1, 404, "not_found"),
            (waiting[0].id, 409, "comment_not_published"),
            (below, 409, "comment_reply_too_deep"),
        ] {
            let refused = merchant.write(Method::POST, &path(id), json!({ "reply": "Grazie" })).await.expect(status);
            assert_eq!(refused["code"], code, "{id}");
        }
        for body in [json!({}), json!({ "reply": null }), json!({ "reply": "x", "author": "Il Papa" })] {
            assert_eq!(merchant.write(Method::POST, &path(first), body.clone()).await.status, 422, "{body}");
        }
        let stranger = visitor.request(Method::POST, &format!("/api/admin{}", path(first))).json(&json!({ "reply": "x" }));
        assert_eq!(visitor.send(stranger).await.status, 401);
        assert_eq!(stored(&shop, CommentStatus::Approved).await, 5);
        let listed = merchant.get("/comments?state=approved").await.expect(200);
        let open = |id: i64| listed["comments"].as_array().expect("a list").iter().find(|one| one["id"] == id).map(|one| &one["takes_answers"]);
        assert_eq!((open(first), open(below)), (Some(&json!(true)), Some(&json!(false))));
        assert_eq!(merchant.get("/comments").await.expect(200)["comments"][0]["takes_answers"], false, "it still waits");
        assert_eq!(merchant.write(Method::POST, &path(first), json!({ "reply": "è".repeat(2000) })).await.status, 201);
    }

    async fn the_form_stands_under_the_comment_that_the_address_names(shop) {
        let (post, _) = written(&shop).await;
        let mut visitor = shop.visitor();
        let first = published(&shop, &mut visitor, post, 0, "Primo").await;
        let shown = view(&mut visitor, PAGE).await;
        let reply = shown["list"][0]["reply_path"].as_str().expect("a way to answer").to_owned();
        assert_eq!((reply.as_str(), &shown["form"]["parent"]), (format!("{PAGE}?replytocom={first}#respond").as_str(), &json!(0)));
        let page = page_data(&mut visitor, reply.split('#').next().expect("a path")).await;
        let form = &page["page"]["comments"]["form"];
        assert_eq!((&form["parent"], &form["cancel_path"]), (&json!(first), &json!(format!("{PAGE}#respond"))));
        assert_eq!((&page["head"]["noindex"], &page["head"]["alternates"]), (&json!(true), &json!([])));
        for nobody in ["0", "999999", "x", "-1"] {
            let shown = view(&mut visitor, &format!("{PAGE}?replytocom={nobody}")).await;
            assert_eq!(shown["form"]["parent"], 0, "{nobody}");
        }
        let refused = comment(&mut visitor, post, &[("comment_parent", &first.to_string()), ("comment", "")]).await;
        let html = refused.text();
        assert!(html.contains(&format!("name=\"comment_parent\" value=\"{first}\"")), "a refused answer stays where it was");
    }

    async fn comments_have_pages_and_one_that_is_published_at_once_is_led_to(shop) {
        let (post, _) = written(&shop).await;
        let mut shop = shop;
        let at = shop.with_settings(|settings| {
            settings.comments.per_page = 2;
            settings.comments.moderated = false;
        }).await;
        let mut visitor = shop.visitor_of(at);
        let mut last = String::new();
        for n in 1..=3 {
            let answer = comment(&mut visitor, post, &[("comment", &format!("Numero {n}"))]).await;
            sent(&answer);
            last = answer.header("location").expect("a target").to_owned();
        }
        assert!(last.starts_with(&format!("{PAGE}?cpage=2#comment-")), "{last}");
        assert_eq!(seen(&mut visitor, PAGE).await.len(), 2);
        assert_eq!(seen(&mut visitor, &format!("{PAGE}?cpage=2")).await, [("Numero 3".to_owned(), 0)]);
        let shown = view(&mut visitor, PAGE).await;
        assert_eq!((&shown["total"], &shown["pages"]), (&json!(3), &json!(2)));
        for gone in ["0", "3", "x", "-1"] {
            assert_eq!(visitor.page(&format!("{PAGE}?cpage={gone}")).await.status, 404, "{gone}");
        }
        let third = view(&mut visitor, &format!("{PAGE}?cpage=2")).await["list"][0].clone();
        assert_eq!(third["reply_path"], format!("{PAGE}?cpage=2&replytocom={}#respond", third["id"]));
    }

    async fn two_equal_comments_at_the_same_moment_are_one(shop) {
        let (post, _) = written(&shop).await;
        let mut visitors = [shop.visitor(), shop.visitor()];
        let mut all = tokio::task::JoinSet::new();
        for visitor in &mut visitors {
            let form = form(visitor, PAGE, post).await;
            let request = visitor.request(Method::POST, PAGE).form(&form);
            all.spawn(async move { request.send().await.status });
        }
        assert_eq!(all.join_all().await, [303, 303]);
        assert_eq!(stored(&shop, CommentStatus::Hold).await, 1);
    }

    async fn a_deleted_account_leaves_its_comments_without_a_name(shop) {
        let (post, _) = written(&shop).await;
        let mut customer = shop.visitor();
        customer.add("t-five", 1).await;
        let mut order = checkout("bacs");
        order["billing_address"]["email"] = "esce@example.com".into();
        order["create_account"] = true.into();
        order["customer_password"] = "Str0ng!Passphrase42".into();
        let placed = customer.post("/checkout", order).await.expect(200);
        let id = published(&shop, &mut customer, post, 0, "Arrivederci").await;
        let mut merchant = shop.merchant().await;
        merchant.set_status(placed["order_id"].as_i64().expect("a number"), "cancelled").await.expect(200);
        let inside = shop.inside().await;
        let writer = inside.comments.comment(id).await.expect("read").expect("stored").customer_id.expect("an account");
        assert_eq!(inside.accounts.delete_account(writer, 0).await.expect("deleted"), Some(Ok(())));
        let kept = inside.comments.comment(id).await.expect("read").expect("stored");
        assert_eq!((kept.customer_id, kept.author.as_str(), kept.author_email.as_str()), (None, "", ""));
        assert_eq!(view(&mut shop.visitor(), PAGE).await["list"][0]["author"], "Nome rimosso");
    }
}
