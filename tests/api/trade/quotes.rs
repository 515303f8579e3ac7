//! Quotes of a cart: the button without scripts, and the call `b2bkingrequestquotecart`.

use reqwest::Method;
use serde_json::{Value, json};
use shop_services::platform::settings::QuoteAudience;
use shop_tests::{
    Answer, Visitor, colleague, company, customer, kinds_to, on_both_databases, page_data, rules, sql, trade_role,
};

use crate::trade::conversation_calls::code;
use crate::trade::conversations::{LIST, section, send};

/// What the cart page says of quotes.
async fn offered(visitor: &mut Visitor) -> Value {
    page_data(visitor, "/cart/").await["page"]["quote"].clone()
}

/// The call, with the token of the cart page.
async fn ask(visitor: &mut Visitor, fields: &[(&str, &str)]) -> Answer {
    let token = offered(visitor).await["token"].as_str().unwrap_or_default().to_owned();
    let mut all = vec![("action", "b2bkingrequestquotecart"), ("security", token.as_str()), ("type", "quote")];
    all.extend(fields);
    visitor.submit("/wp-admin/admin-ajax.php", &all).await
}

/// Presses the button of the cart page without scripts.
async fn press(visitor: &mut Visitor, button: &str, fields: &[(&str, &str)]) -> Answer {
    let nonce = visitor.form_nonce("/cart/", "woocommerce-cart-nonce").await;
    let mut all = vec![("request_quote", button), ("woocommerce-cart-nonce", nonce.as_str())];
    all.extend(fields);
    visitor.submit("/cart/", &all).await
}

fn path(answer: &Answer) -> String {
    let address = answer.text();
    let at = address.find("/my-account/").unwrap_or_else(|| panic!("{}: {address}", answer.status));
    address[at..].to_owned()
}

const GUEST: [(&str, &str); 3] =
    [("message", "Per un matrimonio"), ("name", "Livia Conti"), ("email", "Livia@example.com")];

on_both_databases! {
    async fn a_request_is_a_quote_of_the_cart_whatever_it_calls_itself(shop) {
        let mut guest = shop.visitor();
        guest.add("t-five", 1).await;
        let mut fields = GUEST.to_vec();
        fields.extend([("title", "Reclamo"), ("type", "Informazioni"), ("vendor", "Nessuno")]);
        let thread = section(&mut shop.visitor(), &path(&ask(&mut guest, &fields).await)).await;
        assert_eq!((&thread["title"], &thread["kind"]), (&"Richiesta di preventivo personalizzato".into(), &"Preventivo".into()));
        assert!(!thread.to_string().contains("Nessuno"), "{thread}");
    }

    async fn the_same_request_sent_twice_is_one_conversation(shop) {
        let mut guest = shop.visitor();
        guest.add("t-five", 1).await;
        let first = path(&ask(&mut guest, &GUEST).await);
        assert_eq!(path(&ask(&mut guest, &GUEST).await), first);
        guest.add("t-five", 1).await;
        assert_ne!(path(&ask(&mut guest, &GUEST).await), first, "of another cart it is another one");
    }
}

rules! {
    async fn a_guests_request_keeps_the_cart_and_opens_by_its_link_alone(shop) {
        let mut guest = shop.visitor();
        guest.add("t-five", 3).await;
        let answer = ask(&mut guest, &GUEST).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let link = path(&answer);
        assert_eq!(kinds_to(&mut shop.merchant().await, "livia@example.com").await, ["customer_quote_received"]);
        let text = shop.merchant().await.texts_to("livia@example.com").await.remove(0);
        assert!(text.contains(&link), "the message holds the link: {text}");
        assert!(!text.contains("matrimonio") && !text.contains("Livia Conti"), "nothing typed goes to an address: {text}");
        let mut elsewhere = shop.visitor();
        let thread = section(&mut elsewhere, &link).await;
        assert_eq!((&thread["title"], &thread["kind"]), (&"Richiesta di preventivo personalizzato".into(), &"Preventivo".into()));
        assert_eq!((&thread["quoted"][0]["quantity"], &thread["messages"][0]["author"]), (&3.into(), &"Livia Conti".into()));
        let (page, key) = link.split_once("?key=").expect("a key");
        assert_eq!(elsewhere.page(page).await.status, 303, "without the key it is as if one had to log in");
        for wrong in ["", "0", &key[1..], &key.to_uppercase().replace(char::is_numeric, "z")] {
            assert_eq!(elsewhere.page(&format!("{page}?key={wrong}")).await.status, 404, "{wrong}");
        }
        let said = send(&mut elsewhere, &link, &[("message", "Entro sabato")], Vec::new()).await;
        assert_eq!(said.status, 303, "{}", said.text());
        assert_eq!(section(&mut elsewhere, &link).await["messages"][1]["body"], "Entro sabato");
    }

    async fn who_answers_by_a_link_without_a_session_is_told_that_it_was_sent(shop) {
        let mut guest = shop.visitor();
        guest.add("t-five", 1).await;
        let link = path(&ask(&mut guest, &GUEST).await);
        for text in ["Entro sabato", "O domenica"] {
            let mut elsewhere = shop.visitor();
            let said = send(&mut elsewhere, &link, &[("message", text)], Vec::new()).await;
            assert_eq!(said.status, 303, "{}", said.text());
            let told = said.header("location").expect("an address").split('#').next().unwrap_or_default().to_owned();
            assert_eq!(told, format!("{link}&done=sent"));
            let page = elsewhere.page(&told).await.text();
            assert!(page.contains("Messaggio inviato."), "{text}");
        }
        assert!(!guest.page(&link).await.text().contains("Messaggio inviato."));
        let wrong = format!("{}?key=0&done=sent", link.split('?').next().unwrap_or_default());
        assert_eq!(guest.page(&wrong).await.status, 404);
    }

    async fn a_trade_buyers_request_is_a_conversation_of_the_company(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        buyer.add("t-five", 2).await;
        assert_eq!(offered(&mut buyer).await["form"]["known_sender"], true);
        let answer = ask(&mut buyer, &[("message", ""), ("name", "Un'altra"), ("email", "x")]).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let page = path(&answer);
        assert!(!page.contains("key"), "{page}");
        let thread = section(&mut buyer, &page).await;
        assert_ne!(thread["messages"][0]["author"], "Un'altra", "the account says who asks");
        assert_eq!(section(&mut buyer, LIST).await["conversations"].as_array().map(Vec::len), Some(1));
        let mut other = company(&shop, "oste@example.com", "Trattoria").await;
        assert_eq!(other.page(&page).await.status, 404);
        assert!(kinds_to(&mut shop.merchant().await, "cuoca@example.com").await.iter().all(|kind| kind != "customer_quote_received"));
    }

    async fn a_request_is_kept_at_the_prices_that_its_buyer_saw_and_an_offer_is_made_of_it(shop) {
        let mut buyer = company(&shop, "cuoca@example.com", "Osteria").await;
        let role = trade_role(&shop, "netti", r#"{"net_prices": true}"#);
        sql(shop.database(), &format!("UPDATE companies SET role_id = {role}"));
        buyer.add("t-oil", 2).await;
        let variation = buyer.id("t-caviar-15").await;
        buyer.post("/cart/add-item", json!({ "id": variation, "quantity": 1 })).await.expect(201);
        ask(&mut buyer, &[("message", "Per Natale")]).await;
        let mut merchant = shop.merchant().await;
        let list = merchant.get("/conversations").await.expect(200);
        let asked = merchant.get(&format!("/conversations/{}", list["conversations"][0]["id"])).await.expect(200);
        let quoted = &asked["quoted"];
        assert_eq!((&quoted["with_tax"], &quoted["lines"][0]["unit_price_cents"]), (&json!(false), &json!(1154)));
        let lines = &quoted["offer_lines"];
        assert_eq!((&lines[0]["quantity"], &lines[0]["price"]), (&json!("2"), &json!("12.00")), "as prices are entered");
        assert_eq!(lines[1]["product_id"], variation);
        let offer = json!({
            "title": "Natale", "company_id": asked["company_id"], "conversation_id": asked["id"], "once": true,
            "lines": lines, "last_day": "", "notes": ""
        });
        let made = merchant.write(Method::POST, "/offers", offer).await.expect(201);
        let offer = merchant.get(&format!("/offers/{}", made["id"])).await.expect(200);
        assert_eq!((&offer["fields"]["lines"], &offer["fields"]["conversation_id"]), (lines, &asked["id"]));
    }

    async fn without_scripts_the_first_press_shows_the_fields_and_the_next_one_sends(shop) {
        let mut guest = shop.visitor();
        guest.add("t-five", 1).await;
        assert!(guest.page("/cart/").await.text().contains("Richiedi un preventivo personalizzato"));
        assert!(!guest.page("/cart/").await.text().contains("quote_email"));
        let opened = press(&mut guest, "open", &[]).await;
        assert_eq!(opened.status, 200);
        assert!(opened.text().contains("quote_email") && opened.text().contains("Invia la richiesta di preventivo"));
        let refused = press(&mut guest, "send", &[("quote_message", "Resta qui"), ("quote_name", "Livia")]).await;
        assert!(refused.text().contains("Compila tutti i campi per inviare la richiesta di preventivo"));
        assert!(refused.text().contains("Resta qui"), "what was typed stays");
        let fields = [("quote_message", ""), ("quote_name", "Livia"), ("quote_email", "livia@example.museum")];
        assert!(press(&mut guest, "send", &fields).await.text().contains("L&#x27;indirizzo e-mail inserito non è valido"));
        let fields = [("quote_message", ""), ("quote_name", "Livia"), ("quote_email", "livia@example.com")];
        assert_eq!(press(&mut guest, "send", &fields).await.header("location"), Some("/cart/"));
        assert!(guest.page("/cart/").await.text().contains("Abbiamo ricevuto la tua richiesta di preventivo"));
        let forged = guest.submit("/cart/", &[("request_quote", "send"), ("woocommerce-cart-nonce", "0")]).await;
        assert_eq!(forged.status, 303);
    }

    async fn what_is_wrong_with_a_request_is_told(shop) {
        let mut guest = shop.visitor();
        guest.add("t-five", 1).await;
        for (name, email, expected) in [
            ("", "", "trade_quote_fill_all"),
            ("Livia", " ", "trade_quote_fill_all"),
            (" ", "livia@example.com", "trade_quote_fill_all"),
            ("Livia", "livia@", "trade_quote_email_invalid"),
            ("Livia", "livia@example.museum", "trade_quote_email_invalid"),
        ] {
            let answer = ask(&mut guest, &[("message", "x"), ("name", name), ("email", email)]).await;
            assert_eq!(code(&answer, 422), expected, "{name} {email}");
        }
        let long = "x".repeat(5001);
        let answer = ask(&mut guest, &[("message", &long), ("name", "Livia"), ("email", "livia@example.com")]).await;
        assert_eq!(code(&answer, 422), "field_too_long");
        assert_eq!(answer.json()["data"]["errors"].as_array().map(Vec::len), Some(1), "it is said once");
        let token = offered(&mut guest).await["token"].as_str().unwrap_or_default().to_owned();
        let key = guest.cart().await["items"][0]["key"].as_str().expect("a key").to_owned();
        guest.post("/cart/remove-item", json!({ "key": key })).await.expect(200);
        assert_eq!(offered(&mut guest).await, Value::Null, "an empty cart has no button");
        let fields = [("action", "b2bkingrequestquotecart"), ("security", token.as_str()), ("name", "L"), ("email", "l@example.com")];
        let answer = guest.submit("/wp-admin/admin-ajax.php", &fields).await;
        assert_eq!(code(&answer, 422), "conversation_quote_empty");
        assert_eq!(shop.merchant().await.get("/conversations").await.expect(200)["total"], 0);
    }

    async fn a_consumer_is_asked_who_he_is_and_his_account_has_filled_it_in(shop) {
        let mut consumer = customer(&shop, "consumatrice@example.com").await;
        consumer.add("t-five", 1).await;
        let form = offered(&mut consumer).await["form"].clone();
        assert_eq!((&form["known_sender"], &form["email"]), (&false.into(), &"consumatrice@example.com".into()));
        let answer = ask(&mut consumer, &[("name", "Consumatrice"), ("email", "consumatrice@example.com")]).await;
        assert!(path(&answer).contains("?key="), "who has no conversations reads it by its link");
    }

    async fn who_may_ask_is_the_merchants_to_say_and_a_companys_right(shop) {
        let mut shop = shop;
        company(&shop, "cuoca@example.com", "Osteria").await;
        let mut without = colleague(&shop, "aiuto@example.com", "Osteria", &["permissionBuy"]).await;
        without.add("t-five", 1).await;
        assert_eq!(offered(&mut without).await, Value::Null);
        let page = page_data(&mut without, "/my-account/").await;
        let token = page["page"]["trade_token"].as_str().unwrap_or_default().to_owned();
        let fields = [("action", "b2bkingrequestquotecart"), ("security", token.as_str())];
        assert_eq!(code(&without.submit("/wp-admin/admin-ajax.php", &fields).await, 403), "trade_not_allowed");
        let server = shop.with_settings(|settings| settings.conversations.quotes = QuoteAudience::Trade).await;
        let mut guest = shop.visitor_of(server);
        guest.add("t-five", 1).await;
        assert_eq!(offered(&mut guest).await, Value::Null);
    }

    async fn a_guest_is_told_to_log_in_where_only_the_trade_asks(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.conversations.quotes = QuoteAudience::Trade).await;
        let mut guest = shop.visitor();
        guest.add("t-five", 1).await;
        let token = offered(&mut guest).await["token"].as_str().unwrap_or_default().to_owned();
        let mut guest = guest.moved_to(&shop.visitor_of(server));
        let mut fields = vec![("action", "b2bkingrequestquotecart"), ("security", token.as_str())];
        fields.extend(GUEST);
        assert_eq!(code(&guest.submit("/wp-admin/admin-ajax.php", &fields).await, 401), "trade_log_in");
        assert_eq!(guest.cart().await["items_count"], 1);
    }

    async fn items_of_several_vendors_are_refused(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| {
            settings.conversations.multi_vendor = true;
            settings.conversations.vendor_attribute = "Regione".into();
        }).await;
        let mut guest = shop.visitor_of(server);
        guest.add("t-five", 1).await;
        let vendors = offered(&mut guest).await["form"]["vendors"].clone();
        assert_eq!(vendors.as_array().map(Vec::len), Some(1), "{vendors}");
        let variation = guest.id("t-caviar-15").await;
        guest.post("/cart/add-item", json!({ "id": variation, "quantity": 1 })).await.expect(201);
        assert_eq!(code(&ask(&mut guest, &GUEST).await, 422), "trade_quote_vendors");
    }

    async fn who_asks_too_often_is_asked_to_wait(shop) {
        let mut guest = shop.visitor();
        guest.add("t-five", 1).await;
        let mut last = Vec::new();
        for n in 0..11 {
            let answer = ask(&mut guest, &[("message", &n.to_string()), ("name", "L"), ("email", "l@example.com")]).await;
            last.push(answer.status);
        }
        assert_eq!((last[9], last[10]), (200, 429), "{last:?}");
    }
}
