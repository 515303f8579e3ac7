//! Threads of comments: who sees what, how the merchant judges and answers, where answers and pages stand.

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::content::comment::CommentStatus;
use shop_tests::{checkout, on_both_databases, page_data, rules};

use crate::content::comments::{PAGE, comment, form, published, seen, send_to, sent, stored, view, written};

on_both_databases! {
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
}

rules! {
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
