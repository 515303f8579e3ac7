//! Both languages: of pages, of what calls answer, of what the shop writes to buyers. An address says which.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::base::Lang;
use shop_tests::{Answer, TestShop, Visitor, checkout, company, kinds_to, page_data, rules};

use crate::trade::bulk_orders::token;

const API: &str = "/wp-json/wc/store/v1";
const CSV: &str = "Type,SKU,Name,Regular price,Short description,Description,Categories,Meta: name_en,\
    Meta: short_description_en,Meta: description_en,Meta: food_name,Meta: ingredients,Meta: storage,Meta: storage_en\n\
    simple,t-cake,Torta di nocciole,9.90,Morbida.,<p>Con le nocciole.</p>,Dolci,Hazelnut cake,Soft.,<p>With hazelnuts.</p>,,,,\n\
    simple,t-plain,Torta semplice,5.00,Semplice.,<p>Senza nulla.</p>,Dolci,,,,Dolce da forno,farina,Al fresco,Keep cool\n";
const CAKE: &str = "/prodotto/torta-di-nocciole/";
const BUYER: &str = "livia@example.com";
const SHOP: &str = "negozio@bottega.example";

/// What stands in an attribute of each tag that begins so.
fn attributes<'a>(html: &'a str, tag: &str, name: &str) -> Vec<(&'a str, &'a str)> {
    let start = format!("{name}=\"");
    let tags = html.split(tag).skip(1).filter_map(|rest| rest.split('>').next());
    tags.filter_map(|text| Some((text, text.split(&start).nth(1)?.split('"').next()?))).collect()
}

/// Language and address of each alternate in the head of a page.
fn alternates(html: &str) -> BTreeSet<(String, String)> {
    let links = attributes(html, "<link rel=\"alternate\"", "href");
    let lang = |tag: &str| tag.split("hreflang=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
    links.into_iter().map(|(tag, href)| (lang(tag).expect("a language"), href.to_owned())).collect()
}

/// An Italian shop with a cake that has an English name and one that has none.
async fn with_cakes(shop: &mut TestShop) -> Visitor {
    let server = shop.import(CSV).await;
    shop.visitor_of(server)
}

async fn asked(visitor: &mut Visitor, path: &str, headers: &[(&'static str, &str)]) -> Answer {
    let request = visitor.request(Method::GET, path);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(name, *value));
    visitor.send(request).await
}

/// A page as a browser asks for it.
async fn browsed(visitor: &mut Visitor, path: &str, from: &str) -> Answer {
    asked(visitor, path, &[("accept", "text/html,*/*"), ("sec-fetch-site", from)]).await
}

/// Writes to the store API in English.
async fn post_in_english(visitor: &mut Visitor, path: &str, body: &Value) -> Answer {
    visitor.cart().await;
    let nonce = visitor.nonce.clone().unwrap_or_default();
    let request = visitor.request(Method::POST, &format!("/en{API}{path}")).header("Nonce", nonce).json(body);
    visitor.send(request).await
}

rules! {
    async fn an_order_keeps_the_language_in_which_it_was_placed(shop) {
        let mut shop = shop;
        let mut visitor = with_cakes(&mut shop).await;
        visitor.add("t-cake", 1).await;
        let placed = post_in_english(&mut visitor, "/checkout", &checkout("bacs")).await.expect(200);
        let redirect = placed["payment_result"]["redirect_url"].as_str().expect("an address");
        assert!(redirect.contains("/en/checkout/order-received/"), "{redirect}");
        let mut merchant = shop.merchant().await;
        // Whoever moves it, and in whatever language he works.
        merchant.set_status(placed["order_id"].as_i64().expect("a number"), "processing").await.expect(200);
        assert!(kinds_to(&mut merchant, BUYER).await.contains(&"customer_processing_order".to_owned()));
        let texts = merchant.texts_to(BUYER).await;
        assert!(!texts.is_empty());
        for text in &texts {
            assert!(text.contains("Hazelnut cake"), "{text}");
            assert!(!text.contains("Torta di nocciole"), "{text}");
            assert!(text.contains("/en/checkout/order-received/"), "{text}");
        }
        let own = merchant.texts_to(SHOP).await;
        assert!(own.iter().any(|text| text.contains("Totale")), "the shop reads its own language: {own:?}");
    }

    async fn what_the_specification_quotes_in_english_is_said_so_to_who_reads_english(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, token) = (buyer.id("t-oil").await, token(&mut buyer).await);
        let mut told = String::new();
        for (action, fields) in [
            ("b2bking_create_subaccount", vec![("username", "corto"), ("email", "no"), ("password", "abc")]),
            ("b2bking_bulkorder_save_list", vec![("title", "Natale"), ("productstring", "")]),
            ("b2bking_ajax_search", vec![("searchValue", "olio")]),
        ] {
            let mut all = vec![("action", action), ("security", token.as_str())];
            all.extend(fields);
            told.push_str(&buyer.submit("/en/wp-admin/admin-ajax.php", &all).await.text());
        }
        let lines = format!("{oil}:1|");
        let save = [("action", "save"), ("title", "Natale"), ("rest", lines.as_str())];
        let saved = shop_tests::send(&mut buyer, "/en/my-account/bulkorder/", &save).await;
        let list = saved.header("location").expect("the list's page").to_owned();
        assert!(list.starts_with("/en/"), "{list}");
        told.push_str(&buyer.page(&list).await.text());
        let sub = shop_tests::subaccount(&shop, &mut buyer, "cucina.rossi", &[]).await.1;
        buyer.add("t-oil", 1).await;
        let mut guest = shop.visitor();
        guest.add("t-oil", 1).await;
        let mut asked = shop.visitor();
        asked.add("t-oil", 1).await;
        let quote = page_data(&mut guest, "/en/cart/").await["page"]["quote"]["token"].as_str().expect("a token").to_owned();
        for (name, email) in [("", ""), ("Livia", "livia@")] {
            let fields = [("action", "b2bkingrequestquotecart"), ("security", quote.as_str()), ("message", "x"), ("name", name), ("email", email)];
            told.push_str(&guest.submit("/en/wp-admin/admin-ajax.php", &fields).await.text());
        }
        let nonce = asked.form_nonce("/en/cart/", "woocommerce-cart-nonce").await;
        let fields = [("request_quote", "send"), ("woocommerce-cart-nonce", nonce.as_str()), ("quote_message", "x"), ("quote_name", "Livia"), ("quote_email", "livia@example.com")];
        asked.submit("/en/cart/", &fields).await;
        told.push_str(&asked.page("/en/cart/").await.text());
        told.push_str(&buyer.page(&format!("/en/my-account/subaccounts/{}/", sub.0)).await.text());
        let told = told.replace("&#x27;", "'").replace("&amp;", "&");
        for quoted in [
            "Username must contain between 8 and 30 characters.",
            "The email is not valid.",
            "The password must contain at least eight characters, at least one letter and one number.",
            "Are you sure you want to delete this subaccount?",
            "Are you sure you want to delete this purchase list?",
            "The list is empty",
            "The list has been saved",
            "Clear X",
            "Send custom quote request",
            "Please fill all fields to submit the quote request",
            "The email address you entered is invalid",
            "Your quote request has been received. We will get back to you as soon as possible.",
        ] {
            assert!(told.contains(quoted), "{quoted}");
        }
    }

    async fn the_same_page_is_italian_and_behind_its_code_english(shop) {
        let mut shop = shop;
        let mut visitor = with_cakes(&mut shop).await;
        for (path, lang, there, not_there) in [
            (CAKE.to_owned(), "it", ["Torta di nocciole", "Con le nocciole.", "Aggiungi al carrello"],
                ["Hazelnut cake", "With hazelnuts.", "Add to cart"]),
            (format!("/en{CAKE}"), "en", ["Hazelnut cake", "With hazelnuts.", "Add to cart"],
                ["Torta di nocciole", "Con le nocciole.", "Aggiungi al carrello"]),
        ] {
            let page = visitor.page(&path).await;
            assert_eq!(page.status, 200, "{path}");
            assert_eq!(page.header("content-language"), Some(lang), "{path}");
            let html = page.text();
            assert!(html.contains(&format!("<html lang=\"{lang}\"")), "{path}");
            for words in there {
                assert!(html.contains(words), "{path}: {words}");
            }
            for words in not_there {
                assert!(!html.contains(words), "{path}: {words}");
            }
        }
    }

    async fn links_and_forms_of_an_english_page_lead_to_english_ones(shop) {
        let mut shop = shop;
        let mut visitor = with_cakes(&mut shop).await;
        for path in ["/en/", "/en/negozio/", &format!("/en{CAKE}"), "/en/cart/", "/en/my-account/", "/en/ordine/"] {
            let html = visitor.page(path).await.text();
            let links = attributes(&html, "<a ", "href");
            assert!(links.len() > 10, "{path}");
            for (tag, href) in links.into_iter().chain(attributes(&html, "<form ", "action")) {
                let elsewhere = tag.contains("hrefLang=\"it\"") || tag.contains("hreflang=\"it\"");
                let italian = href.starts_with('/') && !href.starts_with("/en/") && !href.starts_with("/pictures/");
                assert!(elsewhere || !italian, "{path} leads to {href}");
            }
        }
    }

    async fn italian_pages_never_lead_to_english_ones_but_by_the_switcher(shop) {
        let html = shop.visitor().page("/negozio/").await.text();
        for (tag, href) in attributes(&html, "<a ", "href") {
            assert!(tag.to_lowercase().contains("hreflang=\"en\"") || !href.starts_with("/en/"), "{tag}");
        }
    }

    async fn the_switcher_leads_to_the_same_page_with_its_query(shop) {
        let mut visitor = shop.visitor();
        for (path, other) in [("/negozio/?s=olio", "/en/negozio/?s=olio"), ("/en/negozio/?s=olio", "/negozio/?s=olio")] {
            let html = visitor.page(path).await.text();
            let links = attributes(&html, "<a ", "href");
            let to_other: Vec<_> = links.iter().filter(|(_, href)| *href == other).collect();
            assert_eq!(to_other.len(), 2, "{path}: in the header and in the footer");
            let current = links.iter().filter(|(tag, href)| tag.contains("aria-current=\"true\"") && *href == path);
            assert_eq!(current.count(), 2, "{path}");
            assert!(html.contains("Italiano") && html.contains("English"), "names beside the flags");
        }
    }

    async fn the_switcher_and_ways_back_of_a_page_that_a_key_opens_are_opened_by_it_too(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.newsletter.enabled = true).await;
        let order = shop.visitor_of(server).buy("t-oil", 1).await;
        let (id, key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
        let mut visitor = shop.visitor_of(server);
        visitor.submit("/newsletter/", &[("newsletter_email", BUYER), ("newsletter_consent", "1")]).await;
        let texts = shop.merchant_of(server).await.texts_to(BUYER).await;
        let link = texts.iter().flat_map(|text| text.split_whitespace()).find(|word| word.contains("/newsletter/"));
        let link = link.and_then(|link| Some(link[link.find("/newsletter/")?..].to_owned())).expect("a link");
        for path in [
            format!("/checkout/order-received/{id}/?key={key}"),
            format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}"),
            format!("/recesso/{id}/?key={key}"),
            link,
        ] {
            let page = visitor.page(&path).await;
            assert_eq!(page.status, 200, "{path}");
            let html = page.text().replace("&amp;", "&");
            let other = format!("/en{path}");
            assert!(attributes(&html, "<a ", "href").iter().any(|(_, href)| *href == other), "{path}");
            let back: Vec<_> = html.split("name=\"back\" value=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            assert!(!back.is_empty() && back.iter().all(|to| *to == path), "{path}: {back:?}");
            assert_eq!(visitor.page(&other).await.status, 200, "{other}");
            let canonical = attributes(&html, "<link rel=\"canonical\"", "href");
            assert!(canonical.iter().all(|(_, href)| !href.contains("key=")), "{canonical:?}");
        }
    }

    async fn alternates_are_the_same_on_both_pages_and_name_each(shop) {
        let mut visitor = shop.visitor();
        for path in ["/", "/negozio/", "/categoria-prodotto/dolci/", "/prodotto/olio-di-prova/"] {
            let italian = visitor.page(path).await.text();
            let english = visitor.page(&format!("/en{path}")).await.text();
            let told = alternates(&italian);
            assert_eq!(told, alternates(&english), "{path}");
            let base = shop.address();
            let expected = [("it", ""), ("en", "/en"), ("x-default", "")]
                .map(|(lang, prefix)| (lang.to_owned(), format!("{base}{prefix}{path}")));
            assert_eq!(told, BTreeSet::from(expected), "{path}");
            let canonical = |html: &str| attributes(html, "<link rel=\"canonical\"", "href")[0].1.to_owned();
            assert_eq!(canonical(&italian), format!("{base}{path}"));
            assert_eq!(canonical(&english), format!("{base}/en{path}"));
        }
    }

    async fn pages_that_search_engines_leave_out_have_no_alternates(shop) {
        let mut visitor = shop.visitor();
        for path in ["/cart/", "/en/cart/", "/negozio/?s=olio", "/en/non-esiste/"] {
            assert_eq!(alternates(&visitor.page(path).await.text()), BTreeSet::new(), "{path}");
        }
    }

    async fn the_sitemap_has_each_page_in_each_language(shop) {
        let xml = shop.visitor().page("/sitemap.xml").await.text();
        let base = shop.address();
        for path in ["/", "/negozio/", "/prodotto/olio-di-prova/"] {
            for prefix in ["", "/en"] {
                assert!(xml.contains(&format!("<loc>{base}{prefix}{path}</loc>")), "{prefix}{path}");
            }
            let english = format!("hreflang=\"en\" href=\"{base}/en{path}\"");
            assert_eq!(xml.matches(&english).count(), 2, "{path}: told of both");
        }
    }

    async fn the_shops_own_language_has_no_code(shop) {
        let mut visitor = shop.visitor();
        for (path, to) in [
            ("/it/", "/"),
            ("/it/negozio/?s=olio", "/negozio/?s=olio"),
            ("/en", "/en/"),
            ("/en?utm_source=x", "/en/?utm_source=x"),
            ("/it//evil.example/", "/evil.example/"),
        ] {
            let answer = visitor.page(path).await;
            assert_eq!((answer.status, answer.header("location")), (307, Some(to)), "{path}");
            assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}: it may become another");
        }
    }

    async fn codes_of_other_languages_and_what_is_not_for_visitors_are_not_there(shop) {
        let mut visitor = shop.visitor();
        for path in ["/fr/negozio/", "/EN/negozio/", "/en/admin/", "/en/api/admin/me", "/en/healthz/", "/en/en/", "/en/it/"] {
            assert_eq!(visitor.page(path).await.status, 404, "{path}");
        }
    }

    async fn a_shop_whose_own_language_is_english_has_italian_behind_its_code(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.shop.language = Lang::En).await;
        let mut visitor = shop.visitor_of(server);
        assert!(visitor.page("/negozio/").await.text().contains("<html lang=\"en\""));
        assert!(visitor.page("/it/negozio/").await.text().contains("<html lang=\"it\""));
        assert_eq!(visitor.page("/en/negozio/").await.header("location"), Some("/negozio/"));
    }

    async fn nobody_is_sent_away_by_what_his_browser_speaks(shop) {
        let mut visitor = shop.visitor();
        let headers = [("accept", "text/html"), ("accept-language", "en-GB,en"), ("sec-fetch-site", "none")];
        let page = asked(&mut visitor, "/", &headers).await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains("<html lang=\"it\""));
        assert_eq!(visitor.cookie("bottega_language"), None, "no choice, no cookie");
    }

    async fn who_chose_english_comes_back_to_it_by_the_shops_address(shop) {
        let mut visitor = shop.visitor();
        browsed(&mut visitor, "/en/negozio/", "same-origin").await;
        assert_eq!(visitor.cookie("bottega_language").as_deref(), Some("en"));
        let back = browsed(&mut visitor, "/?utm_source=x", "none").await;
        assert_eq!((back.status, back.header("location")), (307, Some("/en/?utm_source=x")));
    }

    async fn who_follows_a_link_to_an_italian_page_gets_it_and_has_chosen_that(shop) {
        let mut visitor = shop.visitor();
        browsed(&mut visitor, "/en/", "same-origin").await;
        let page = browsed(&mut visitor, "/", "same-origin").await;
        assert_eq!(page.status, 200, "the switcher leads home too");
        assert_eq!(visitor.cookie("bottega_language"), None);
        assert_eq!(browsed(&mut visitor, "/", "none").await.status, 200);
    }

    async fn pages_other_than_the_home_page_are_what_their_address_says(shop) {
        let mut visitor = shop.visitor();
        browsed(&mut visitor, "/en/", "same-origin").await;
        let page = browsed(&mut visitor, "/negozio/", "none").await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains("<html lang=\"it\""));
    }

    async fn files_and_calls_change_no_choice(shop) {
        let mut visitor = shop.visitor();
        browsed(&mut visitor, "/en/", "same-origin").await;
        asked(&mut visitor, "/robots.txt", &[("accept", "*/*")]).await;
        visitor.cart().await;
        assert_eq!(visitor.cookie("bottega_language").as_deref(), Some("en"));
    }

    async fn the_store_api_answers_in_the_language_of_its_address_whatever_was_kept(shop) {
        let mut shop = shop;
        let mut visitor = with_cakes(&mut shop).await;
        // Twice, as answers about the catalogue are kept.
        for _ in 0..2 {
            for (prefix, name, short) in [("", "Torta di nocciole", "Morbida."), ("/en", "Hazelnut cake", "Soft.")] {
                let found = visitor.page(&format!("{prefix}{API}/products?sku=t-cake")).await.expect(200);
                assert_eq!(found[0]["name"], name, "{prefix}");
                assert!(found[0]["short_description"].as_str().is_some_and(|text| text.contains(short)), "{prefix}");
                let link = found[0]["permalink"].as_str().unwrap_or_default();
                assert!(link.ends_with(&format!("{prefix}{CAKE}")), "{link}");
                assert_eq!(link.contains("/en/"), prefix == "/en", "{link}");
            }
        }
    }

    async fn a_cart_is_one_and_the_same_in_both_languages(shop) {
        let mut shop = shop;
        let mut visitor = with_cakes(&mut shop).await;
        visitor.add("t-cake", 2).await;
        let english = visitor.page(&format!("/en{API}/cart")).await.expect(200);
        assert_eq!((&english["items"][0]["name"], &english["items"][0]["quantity"]), (&json!("Hazelnut cake"), &json!(2)));
        let italian = visitor.cart().await;
        assert_eq!(italian["items"][0]["name"], "Torta di nocciole");
        assert_eq!(italian["totals"], english["totals"]);
    }

    async fn refusals_are_in_the_language_of_the_call(shop) {
        let mut visitor = shop.visitor();
        let body = json!({ "id": visitor.id("t-five").await, "quantity": 50 });
        let italian = visitor.post("/cart/add-item", body.clone()).await;
        let english = post_in_english(&mut visitor, "/cart/add-item", &body).await;
        assert_eq!(italian.status, english.status);
        let (italian, english) = (italian.json(), english.json());
        assert_eq!(italian["code"], english["code"]);
        assert_ne!(italian["message"], english["message"]);
    }

    async fn a_message_that_waits_is_told_in_the_language_of_the_page_that_shows_it(shop) {
        let mut shop = shop;
        let mut visitor = with_cakes(&mut shop).await;
        let id = visitor.id("t-cake").await;
        for (adds, to, shown, name) in [
            ("/en/negozio/", "/en/cart/", "/en/cart/", "Hazelnut cake"),
            ("/en/negozio/", "/en/cart/", "/cart/", "Torta di nocciole"),
            ("/negozio/", "/cart/", "/en/cart/", "Hazelnut cake"),
        ] {
            let added = browsed(&mut visitor, &format!("{adds}?add-to-cart={id}"), "same-origin").await;
            assert_eq!(added.header("location"), Some(to), "forms and links keep the language");
            let page = visitor.page(shown).await.text();
            let notice = page.split("role=\"status\"").find(|part| part.contains("undo") || part.contains(name));
            assert!(notice.is_some(), "{shown}: {name}");
            let other = if name == "Hazelnut cake" { "Torta di nocciole" } else { "Hazelnut cake" };
            assert!(!page.contains(other), "{shown} says {other}");
        }
    }

    async fn a_text_without_translation_is_shown_in_italian_and_says_so(shop) {
        let mut shop = shop;
        let mut visitor = with_cakes(&mut shop).await;
        let english = visitor.page("/en/prodotto/torta-semplice/").await.text();
        assert!(english.contains("lang=\"it\">Torta semplice</h1>"), "the name");
        assert!(english.contains("<div lang=\"it\"><p>Senza nulla.</p>"), "the text");
        assert!(english.contains("<dd lang=\"it\">Dolce da forno</dd>"), "what the label says");
        assert!(english.contains("<div lang=\"it\">farina</div>") && english.contains("<dd>Keep cool</dd>"));
        let list = visitor.page("/en/categoria-prodotto/dolci/").await.text();
        assert!(list.contains("lang=\"it\">Torta semplice</a>"));
        assert!(!list.contains("lang=\"it\">Hazelnut cake"));
        let italian = visitor.page("/prodotto/torta-semplice/").await.text();
        assert!(!italian.contains("<div lang=\"it\">"), "on an Italian page there is nothing to mark");
    }

    async fn a_shop_without_an_english_tagline_has_the_italian_one(shop) {
        let mut shop = shop;
        let server = shop
            .with_settings(|settings| {
                settings.shop.tagline = "Specialità del Po".into();
                settings.shop.tagline_en = String::new();
            })
            .await;
        let html = shop.visitor_of(server).page("/en/").await.text();
        assert!(html.contains("– Specialità del Po</title>"), "{}", html.split("</title>").next().unwrap_or_default());
    }

    async fn errors_that_no_page_put_into_words_are_in_the_language_of_the_address(shop) {
        let mut visitor = shop.visitor();
        let page = visitor.page("/en/non-esiste/").await;
        assert_eq!(page.status, 404);
        assert!(page.text().contains("<html lang=\"en\""));
        assert!(visitor.page("/non-esiste/").await.text().contains("<html lang=\"it\""));
    }
}
