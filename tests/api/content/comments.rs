//! Comments under pages and posts: who may write, what is refused, whose they are.

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::content::comment::CommentStatus;
use shop_tests::{Answer, TestShop, Visitor, checkout, page_data, rules, sql};

pub(crate) const PAGE: &str = "/blog/olio-nuovo/";

/// A post and a page, both with comments; gives their numbers.
pub(crate) async fn written(shop: &TestShop) -> (i64, i64) {
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

pub(crate) async fn view(visitor: &mut Visitor, path: &str) -> Value {
    page_data(visitor, path).await["page"]["comments"].clone()
}

/// A complete form for a page, with the nonce of it.
pub(crate) async fn form(visitor: &mut Visitor, path: &str, id: i64) -> Vec<(&'static str, String)> {
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

pub(crate) async fn send_to(visitor: &mut Visitor, path: &str, form: &[(&'static str, String)]) -> Answer {
    let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
    visitor.submit(path, &fields).await
}

/// Sends the complete form with some fields changed.
pub(crate) async fn comment(visitor: &mut Visitor, id: i64, changes: &[(&str, &str)]) -> Answer {
    let mut form = form(visitor, PAGE, id).await;
    for (name, value) in changes {
        form.iter_mut().find(|(known, _)| known == name).expect("a field of the form").1 = (*value).to_owned();
    }
    send_to(visitor, PAGE, &form).await
}

/// Where a comment that was taken leads, without the hash.
#[track_caller]
pub(crate) fn sent(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").expect("a target").split('#').next().expect("a path").to_owned()
}

/// The comments that somebody sees on a page: words and depth.
pub(crate) async fn seen(visitor: &mut Visitor, path: &str) -> Vec<(String, i64)> {
    let view = view(visitor, path).await;
    let all = view["list"].as_array().expect("comments").iter();
    let text = |one: &Value| one["html"].as_str().expect("words").replace("<p>", "").replace("</p>", "");
    all.map(|one| (text(one), one["depth"].as_i64().expect("a depth"))).collect()
}

pub(crate) async fn stored(shop: &TestShop, status: CommentStatus) -> u64 {
    shop.inside().await.comments.by_status(status, 0, 1).await.expect("comments").1
}

/// Writes a comment and publishes it; gives its id.
pub(crate) async fn published(shop: &TestShop, visitor: &mut Visitor, page: i64, parent: i64, words: &str) -> i64 {
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
        let wait_s = answer.header("retry-after").and_then(|s| s.parse::<i64>().ok()).expect("seconds");
        let minutes = (wait_s + 59) / 60;
        assert!(answer.text().contains(&format!("riprova tra {minutes} min.")), "{}", answer.text());
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
             VALUES (900, {post}, '{:012}', 'Livia', '', 'Bello', 'approved', 1)", 900));
        let mut merchant = shop.merchant().await;
        for _ in 0..2 {
            let answer = merchant.write(Method::POST, "/comments/900/answers", json!({ "reply": "Grazie" })).await;
            assert_eq!(answer.status, 201);
        }
        let shown = view(&mut shop.visitor(), PAGE).await;
        let marks: Vec<_> = shown["list"].as_array().expect("comments").iter().map(|one| one["by_shop"].clone()).collect();
        assert_eq!(marks, [false, true]);
        assert_eq!(merchant.write(Method::POST, "/comments/900/forget-writer", json!({})).await.status, 404, "no address");
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
