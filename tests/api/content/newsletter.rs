//! The newsletter: nobody is subscribed without a ticked box and a confirmed address, nobody learns who is, and one click ends it.

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::base::Lang;
use shop_server::platform::workers::forget_unconfirmed;
use shop_services::content::newsletter::consent_text;
use shop_tests::{
    Answer, STRONG, TestShop, Visitor, ask, checkout, customer, log_in, on_both_databases, page_data, rules, sql,
};

use crate::orders::subscriptions::in_days;

const PATH: &str = "/newsletter/";
const ANNA: &str = "anna@example.com";

/// A shop that has a newsletter, with a visitor.
async fn open(shop: &mut TestShop) -> (usize, Visitor) {
    let server = shop.with_settings(|settings| settings.newsletter.enabled = true).await;
    let visitor = shop.visitor_of(server);
    (server, visitor)
}

async fn subscribe(visitor: &mut Visitor, email: &str) -> Answer {
    visitor.submit(PATH, &[("newsletter_email", email), ("newsletter_consent", "1")]).await
}

/// The path of the link in the newest message to an address.
async fn link(shop: &TestShop, email: &str) -> String {
    let texts = shop.merchant().await.texts_to(email).await;
    let text = texts.first().unwrap_or_else(|| panic!("no message to {email}"));
    let link = text.split_whitespace().find(|word| word.contains("?key=")).unwrap_or_else(|| panic!("{text}"));
    link[link.find(PATH).expect("a link of the newsletter")..].to_owned()
}

fn key(link: &str) -> &str {
    link.split_once("key=").expect("a key").1
}

async fn confirm(visitor: &mut Visitor, link: &str) -> Answer {
    visitor.submit("/newsletter/conferma/", &[("key", key(link))]).await
}

/// Orders with a new account, whose address nobody has confirmed.
async fn unconfirmed(mut visitor: Visitor, email: &str) -> Visitor {
    visitor.add("t-five", 1).await;
    let mut order = checkout("bacs");
    order["billing_address"]["email"] = email.into();
    order["create_account"] = true.into();
    order["customer_password"] = STRONG.into();
    visitor.post("/checkout", order).await.expect(200);
    visitor
}

fn states(shop: &TestShop) -> Vec<String> {
    ask(shop.database(), "SELECT email, state FROM newsletter_subscribers ORDER BY email")
}

rules! {
    async fn a_shop_has_no_newsletter_until_its_merchant_wants_one(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page(PATH).await.status, 404);
        assert_eq!(subscribe(&mut visitor, ANNA).await.status, 404);
        assert!(!visitor.page("/").await.text().contains("newsletter_email"));
        assert_eq!(states(&shop), Vec::<String>::new());
    }

    async fn page_and_message_state_the_days_that_the_link_is_valid(shop) {
        let mut shop = shop;
        let (_, mut visitor) = open(&mut shop).await;
        let days = format!("vale {} giorni", shop_services::content::newsletter::CONFIRM_DAYS);
        let shown = subscribe(&mut visitor, ANNA).await.text();
        assert!(shown.contains(&days), "{shown}");
        let texts = shop.merchant().await.texts_to(ANNA).await;
        assert!(texts[0].contains(&days), "{texts:?}");
    }

    async fn every_page_has_the_form_with_an_empty_box_and_the_words_that_are_kept(shop) {
        let mut shop = shop;
        let (_, mut visitor) = open(&mut shop).await;
        for path in ["/", "/negozio/", "/prodotto/olio-di-prova/", "/newsletter/"] {
            let page = visitor.page(path).await.text();
            let form = page.split("action=\"/newsletter/\"").nth(1).unwrap_or_else(|| panic!("{path}"));
            let form = form.split("</form>").next().expect("its end");
            let tick = form.split("<input").find(|part| part.contains("newsletter_consent")).expect("a box");
            assert!(!tick.split('>').next().expect("a tag").contains("checked"), "{path}: {tick}");
        }
        let settings = shop.inside().await.context.settings().await.expect("settings");
        let words = consent_text(&settings, settings.lang());
        assert_eq!(page_data(&mut visitor, "/").await["shell"]["newsletter"], words.as_str());
        subscribe(&mut visitor, ANNA).await.text();
        assert_eq!(ask(shop.database(), "SELECT consent_text FROM newsletter_subscribers"), [words]);
    }

    async fn what_is_wrong_is_named_and_nothing_that_was_typed_is_lost(shop) {
        let mut shop = shop;
        let (_, mut visitor) = open(&mut shop).await;
        for (email, consent, fields) in [
            (ANNA, "", vec!["newsletter_consent"]),
            ("", "1", vec!["newsletter_email"]),
            ("anna", "1", vec!["newsletter_email"]),
            ("anna@example.com\r\nBcc: b@example.com", "1", vec!["newsletter_email"]),
            ("<script>", "", vec!["newsletter_email", "newsletter_consent"]),
        ] {
            let mut form = vec![("newsletter_email", email)];
            if !consent.is_empty() {
                form.push(("newsletter_consent", consent));
            }
            let answer = visitor.submit(PATH, &form).await;
            assert_eq!(answer.status, 422, "{email}");
            let text = answer.text();
            for field in fields {
                assert!(text.contains(&format!("id=\"{field}-errore\"")), "{email}: {field}");
            }
            assert!(!text.contains("value=\"<script>"), "{text}");
            if email == ANNA {
                assert!(text.contains("value=\"anna@example.com\""));
            }
        }
        assert_eq!(states(&shop), Vec::<String>::new());
        assert!(shop.merchant().await.texts_to(ANNA).await.is_empty());
    }

    async fn a_form_of_another_site_is_refused(shop) {
        let mut shop = shop;
        let (_, mut visitor) = open(&mut shop).await;
        let form = [("newsletter_email", ANNA), ("newsletter_consent", "1")];
        let request = visitor.request(Method::POST, PATH).header("Origin", "https://evil.example").form(&form);
        assert_eq!(visitor.send(request).await.status, 403);
        assert_eq!(states(&shop), Vec::<String>::new());
    }

    async fn the_answer_is_the_same_whether_an_address_is_known_or_not(shop) {
        let mut shop = shop;
        let (server, mut visitor) = open(&mut shop).await;
        let first = subscribe(&mut visitor, ANNA).await;
        let link = link(&shop, ANNA).await;
        confirm(&mut visitor, &link).await;
        let again = subscribe(&mut shop.visitor_of(server), ANNA).await;
        let other = subscribe(&mut shop.visitor_of(server), "bruno@example.com").await;
        assert_eq!((first.status, again.status, other.status), (200, 200, 200));
        let (again, other) = (again.text(), other.text());
        let page = |text: &str| text.split_once("\"page\":{").expect("a page").1.to_owned();
        assert_eq!(page(&again), page(&other));
        assert_eq!(states(&shop), ["anna@example.com|confirmed", "bruno@example.com|pending"]);
        let texts = shop.merchant().await.texts_to(ANNA).await;
        assert!(texts[0].contains("Sei già tra gli iscritti") && texts[0].contains("/newsletter/annulla/?key="), "{}", texts[0]);
    }

    async fn one_address_gets_three_messages_in_an_hour(shop) {
        let mut shop = shop;
        let (server, _) = open(&mut shop).await;
        for n in 0..4 {
            let answer = subscribe(&mut shop.visitor_of(server), if n == 1 { "ANNA@example.com" } else { ANNA }).await;
            assert_eq!(answer.status, if n < 3 { 200 } else { 429 }, "{n}");
        }
        assert_eq!(shop.merchant().await.texts_to(ANNA).await.len(), 3);
    }

    async fn a_link_dies_after_seven_days_and_what_nobody_confirmed_is_deleted(shop) {
        let mut shop = shop;
        let (_, mut visitor) = open(&mut shop).await;
        subscribe(&mut visitor, ANNA).await;
        let link = link(&shop, ANNA).await;
        let late = in_days(&shop, 8).await;
        assert!(!late.newsletter.confirm(key(&link)).await.expect("an answer"));
        assert_eq!(forget_unconfirmed(&shop.inside().await).await.expect("forgets"), 0);
        assert_eq!(forget_unconfirmed(&late).await.expect("forgets"), 1);
        assert_eq!(confirm(&mut visitor, &link).await.status, 404);
    }

    async fn wishes_that_nobody_confirmed_go_in_one_round_however_many_they_are(shop) {
        sql(shop.database(), "INSERT INTO newsletter_subscribers (email, state, lang, access_key, source, consent_text, consent_at, left_at, requested_at) \
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1201) \
             SELECT 'a' || i || '@example.com', CASE WHEN i % 2 = 0 THEN 'pending' ELSE 'left' END, 'it', 'k' || i, 'footer', '', 1, \
             CASE WHEN i % 2 = 0 THEN NULL ELSE 1 END, CASE WHEN i % 2 = 0 THEN NULL ELSE 2 END FROM n");
        forget_unconfirmed(&shop.inside().await).await.expect("forgets");
        assert_eq!(ask(shop.database(), "SELECT COUNT(*), COUNT(requested_at) FROM newsletter_subscribers"), ["601|0"]);
    }

    async fn an_account_has_no_more_messages_sent_to_an_address_than_other_doors_do(shop) {
        let mut shop = shop;
        let (server, _) = open(&mut shop).await;
        let mut stranger = unconfirmed(shop.visitor_of(server), "vittima@example.com").await;
        let before = shop.merchant().await.texts_to("vittima@example.com").await.len();
        let path = "/my-account/privacy/";
        let nonce = shop_tests::section_nonce(&mut stranger, path).await;
        let wanted = [("newsletter", "1"), ("newsletter_consent", "1"), ("_wpnonce", nonce.as_str())];
        for n in 0..6 {
            let answer = stranger.submit(&format!("{path}newsletter/"), &wanted).await;
            assert_eq!(answer.status, if n < 3 { 303 } else { 429 }, "{n}");
            if n == 0 {
                let page = stranger.page(path).await.text();
                assert!(page.contains("Controlla la posta: abbiamo scritto a vittima@example.com"), "{page}");
            }
        }
        assert_eq!(shop.merchant().await.texts_to("vittima@example.com").await.len() - before, 3);
        assert_eq!(states(&shop), ["vittima@example.com|pending"]);
    }

    async fn one_click_ends_subscriptions_however_many_come_from_one_provider(shop) {
        let mut shop = shop;
        let (server, mut visitor) = open(&mut shop).await;
        subscribe(&mut visitor, ANNA).await;
        confirm(&mut visitor, &link(&shop, ANNA).await).await;
        let leave = link(&shop, ANNA).await;
        let mut provider = shop.visitor_of(server);
        let unknown = "/newsletter/annulla/?key=0123456789abcdef0123456789abcdef";
        for n in 0..65 {
            let request = provider.request(Method::POST, unknown).form(&[("List-Unsubscribe", "One-Click")]);
            assert_eq!(provider.send(request).await.status, if n < 60 { 404 } else { 429 }, "{n}");
        }
        for _ in 0..65 {
            let request = provider.request(Method::POST, &leave).form(&[("List-Unsubscribe", "One-Click")]);
            assert_eq!(provider.send(request).await.status, 200);
        }
        assert_eq!(states(&shop), ["anna@example.com|left"]);
    }

    async fn a_customer_changes_the_own_subscription_in_the_account(shop) {
        let mut shop = shop;
        let mut owner = customer(&shop, ANNA).await;
        let page = page_data(&mut owner, "/my-account/privacy/").await;
        assert_eq!((&page["shell"]["newsletter"], &page["page"]["section"]["newsletter"]), (&json!(""), &Value::Null));
        let (server, _) = open(&mut shop).await;
        let mut owner = shop.visitor_of(server);
        log_in(&mut owner, ANNA, STRONG).await;
        let path = "/my-account/privacy/";
        let nonce = shop_tests::section_nonce(&mut owner, path).await;
        let change = format!("{path}newsletter/");
        for (fields, status) in [
            (vec![("newsletter", "1"), ("newsletter_consent", "1")], 422),
            (vec![("newsletter", "1"), ("_wpnonce", nonce.as_str())], 422),
        ] {
            assert_eq!(owner.submit(&change, &fields).await.status, status, "{fields:?}");
        }
        assert_eq!(states(&shop), Vec::<String>::new());
        let wanted = [("newsletter", "1"), ("newsletter_consent", "1"), ("_wpnonce", nonce.as_str())];
        assert_eq!(owner.submit(&change, &wanted).await.status, 303);
        assert_eq!(states(&shop), ["anna@example.com|confirmed"]);
        let data: Value = owner.page("/my-account/privacy/export/").await.expect(200);
        assert_eq!(data["newsletter"][0]["source"], "account");
        assert_eq!(owner.submit(&change, &[("newsletter", "0"), ("_wpnonce", nonce.as_str())]).await.status, 303);
        assert_eq!(states(&shop), ["anna@example.com|left"]);
    }

    async fn an_address_is_subscribed_once_its_owner_presses_the_button_and_left_by_one_click(shop) {
        let mut shop = shop;
        let (server, mut visitor) = open(&mut shop).await;
        assert_eq!(subscribe(&mut visitor, " Anna@Example.com ").await.status, 200);
        let first = link(&shop, ANNA).await;
        assert_eq!(visitor.page(&first).await.status, 200);
        assert_eq!(states(&shop), ["anna@example.com|pending"], "programs open links by themselves");
        assert_eq!(confirm(&mut visitor, "?key=0123456789abcdef0123456789abcdef").await.status, 404);
        for _ in 0..2 {
            assert_eq!(confirm(&mut visitor, &first).await.status, 200);
        }
        assert_eq!(states(&shop), ["anna@example.com|confirmed"]);
        assert_eq!(shop.merchant().await.texts_to(ANNA).await.len(), 2, "one welcome");
        let urls = ask(shop.database(), "SELECT unsubscribe_url FROM outbox WHERE unsubscribe_url <> ''");
        let leave = link(&shop, ANNA).await;
        assert!(urls.len() == 1 && urls[0].starts_with("http") && urls[0].ends_with(&leave), "{urls:?} {leave}");
        assert_eq!(visitor.page(&leave).await.status, 200);
        assert_eq!(states(&shop), ["anna@example.com|confirmed"], "a link that is looked at ends nothing");
        for _ in 0..2 {
            // A mail program has no cookies, and comes from elsewhere.
            let mut program = shop.visitor_of(server);
            let request = program.request(Method::POST, &leave).header("Sec-Fetch-Site", "cross-site");
            let answer = program.send(request.form(&[("List-Unsubscribe", "One-Click")])).await;
            assert_eq!(answer.status, 200);
            assert_eq!(states(&shop), ["anna@example.com|left"]);
        }
        assert_eq!(confirm(&mut visitor, &first).await.status, 404, "the old link subscribes nobody again");
    }

    async fn who_types_an_address_that_unsubscribed_does_not_erase_its_proof(shop) {
        let mut shop = shop;
        let (_, mut visitor) = open(&mut shop).await;
        subscribe(&mut visitor, ANNA).await;
        confirm(&mut visitor, &link(&shop, ANNA).await).await;
        let leave = link(&shop, ANNA).await;
        visitor.submit(&leave, &[("List-Unsubscribe", "One-Click")]).await;
        // What the shop wrote then, so that new words are told apart.
        sql(shop.database(), "UPDATE newsletter_subscribers SET consent_text = 'allora', consent_at = 5, confirmed_at = 6, left_at = 7");
        let proof = "SELECT state, consent_text, consent_at, confirmed_at, left_at FROM newsletter_subscribers";
        let then = ["left|allora|5|6|7"];
        subscribe(&mut visitor, ANNA).await;
        assert_eq!(ask(shop.database(), proof), then, "a wish stands beside it");
        let again = link(&shop, ANNA).await;
        assert_eq!(key(&again), key(&leave));
        let late = in_days(&shop, 8).await;
        assert!(!late.newsletter.confirm(key(&again)).await.expect("an answer"));
        assert_eq!(forget_unconfirmed(&late).await.expect("forgets"), 1);
        assert_eq!(ask(shop.database(), proof), then, "and lapses without it");
        assert_eq!(confirm(&mut visitor, &again).await.status, 404);
        let inside = shop.inside().await;
        inside.newsletter.subscribe(ANNA, Lang::It).await.expect("a wish");
        visitor.submit(&leave, &[]).await;
        assert_eq!(confirm(&mut visitor, &again).await.status, 404, "unsubscribing drops a wish too");
        inside.newsletter.subscribe(ANNA, Lang::It).await.expect("a wish");
        assert_eq!(visitor.page(&again).await.status, 200);
        assert_eq!(confirm(&mut visitor, &again).await.status, 200);
        let now = ask(shop.database(), proof).join("");
        assert!(now.starts_with("confirmed|") && !now.contains("allora"), "{now}");
        assert_eq!(ask(shop.database(), "SELECT COUNT(*) FROM newsletter_subscribers WHERE left_at IS NULL AND requested_at IS NULL"), ["1"]);
    }

    async fn staff_end_and_delete_subscriptions(shop) {
        let mut shop = shop;
        let (server, mut visitor) = open(&mut shop).await;
        subscribe(&mut visitor, ANNA).await;
        confirm(&mut visitor, &link(&shop, ANNA).await).await;
        let mut staff = shop.merchant_of(server).await;
        let id = staff.get("/newsletter").await.expect(200)["subscribers"][0]["id"].as_i64().expect("an id");
        let end = format!("/newsletter/{id}/unsubscribe");
        let at = staff.write(Method::POST, &end, json!({})).await.expect(200)["left_at"].clone();
        assert!(at.is_i64());
        assert_eq!(staff.write(Method::POST, &end, json!({})).await.expect(200)["left_at"], at, "once");
        for status in [204, 404] {
            assert_eq!(staff.write(Method::DELETE, &format!("/newsletter/{id}"), json!({})).await.status, status);
        }
        assert_eq!(staff.write(Method::POST, &end, json!({})).await.status, 404);
        assert_eq!(states(&shop), Vec::<String>::new());
    }
}

on_both_databases! {
    async fn staff_see_the_proof_and_take_the_list_away(shop) {
        let mut shop = shop;
        let (server, mut visitor) = open(&mut shop).await;
        subscribe(&mut visitor, "=cmd@example.com").await;
        subscribe(&mut visitor, ANNA).await;
        confirm(&mut visitor, &link(&shop, ANNA).await).await;
        let mut staff = shop.merchant_of(server).await;
        let list = staff.get("/newsletter?state=confirmed").await.expect(200);
        assert_eq!((&list["total"], &list["subscribers"][0]["email"]), (&json!(1), &json!(ANNA)));
        assert!(list["subscribers"][0]["confirmed_at"].is_i64() && list["subscribers"][0]["consent_at"].is_i64());
        assert!(!list.to_string().contains(key(&link(&shop, ANNA).await)), "keys are in the file alone");
        assert_eq!(staff.get("/newsletter?search=ANNA").await.expect(200)["total"], 1);
        assert_eq!(staff.get("/newsletter?state=altro").await.status, 422);
        let file = staff.get("/newsletter/export").await.text();
        assert!(file.contains("/newsletter/annulla/?key=") && file.lines().count() == 3, "{file}");
        assert!(file.contains("'=cmd@example.com") && !file.contains("\n=cmd"), "{file}");
        assert!(file.contains(";confermata;italiano;fondo pagina;") && !file.contains("confirmed"), "{file}");
        let waiting = staff.get("/newsletter/export?state=pending&search=CMD").await.text();
        assert!(waiting.contains(";da confermare;") && waiting.lines().count() == 2, "{waiting}");
    }

    async fn links_of_messages_that_were_sent_stay_good(shop) {
        let mut shop = shop;
        let (_, mut visitor) = open(&mut shop).await;
        subscribe(&mut visitor, ANNA).await;
        let first = link(&shop, ANNA).await;
        subscribe(&mut visitor, ANNA).await;
        assert_eq!(confirm(&mut visitor, &first).await.status, 200, "the form was sent twice");
        let leave = link(&shop, ANNA).await;
        visitor.submit(&leave, &[]).await;
        subscribe(&mut visitor, ANNA).await;
        confirm(&mut visitor, &link(&shop, ANNA).await).await;
        assert_eq!(states(&shop), ["anna@example.com|confirmed"]);
        visitor.submit(&leave, &[("List-Unsubscribe", "One-Click")]).await;
        assert_eq!(states(&shop), ["anna@example.com|left"], "by the link of an old message");
    }

    async fn two_forms_at_once_make_one_subscription(shop) {
        let mut shop = shop;
        let (server, mut one) = open(&mut shop).await;
        let mut two = shop.visitor_of(server);
        let (a, b) = tokio::join!(subscribe(&mut one, ANNA), subscribe(&mut two, ANNA));
        assert_eq!((a.status, b.status), (200, 200));
        assert_eq!(states(&shop), ["anna@example.com|pending"]);
    }
}
