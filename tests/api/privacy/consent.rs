//! Consent to cookies: what is set, shown, loaded and kept before and after a choice.

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::content::page::{PageForm, PageStatus};
use shop_core::privacy::consent::{Category, ConsentService};
use shop_server::platform::workers::forget_old;
use shop_services::ports::ExpiredData;
use shop_tests::{Answer, TestShop, Visitor, on_both_databases, page_data, rules};

use crate::orders::subscriptions::in_days;

pub(crate) const TRACK: &str = "/wp-json/complianz/v1/track";
/// Every kind of page that a guest may see.
const PAGES: [&str; 12] = [
    "/",
    "/negozio/",
    "/negozio/?s=olio",
    "/categoria-prodotto/dolci/",
    "/prodotto/olio-di-prova/",
    "/cart/",
    "/checkout/",
    "/my-account/",
    "/ordine/",
    "/recesso/",
    "/cookie/",
    "/niente-qui/",
];

/// Names of the cookies that an answer sets and deletes.
fn set_cookies(answer: &Answer) -> (Vec<String>, Vec<String>) {
    let lines = answer.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok());
    let (gone, set): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains("max-age=0"));
    let names =
        |lines: Vec<&str>| lines.iter().map(|line| line.split('=').next().unwrap_or_default().to_owned()).collect();
    (names(set), names(gone))
}

/// The choices that a browser's cookies hold.
pub(crate) fn held(visitor: &Visitor) -> String {
    let names = ["functional", "preferences", "statistics", "marketing", "banner-status", "policy_id"];
    names.map(|name| visitor.cookie(&format!("cmplz_{name}=")).unwrap_or_default()).join(" ")
}

pub(crate) async fn choose(visitor: &mut Visitor, fields: &[(&str, &str)]) -> Answer {
    visitor.submit("/consenso/", fields).await
}

async fn banner(visitor: &mut Visitor, path: &str) -> Value {
    page_data(visitor, path).await["shell"]["consent"]["banner"].clone()
}

pub(crate) async fn track(visitor: &mut Visitor, body: Value) -> Answer {
    let request = visitor.request(Method::POST, TRACK).json(&body);
    visitor.send(request).await
}

pub(crate) fn allowing(categories: &[&str]) -> Value {
    json!({ "consented_categories": categories, "consented_services": {}, "consenttype": "optin", "event": "accept_all" })
}

pub(crate) async fn kept(shop: &TestShop) -> Value {
    shop.merchant().await.get("/consents").await.expect(200)
}

/// A page with a film, a script of a listed service and one of nobody; its path and number.
pub(crate) async fn page_with_embeds(shop: &mut TestShop) -> (usize, String, i64) {
    let inside = shop.inside().await;
    let form = PageForm {
        title: "Il frantoio".into(),
        body: "<p>Guarda:</p><iframe src=\"https://video.example.com/embed/7\" title=\"Il frantoio\"></iframe>\
               <script src=\"https://stats.example.com/a.js\"></script><script src=\"https://evil.example.com/a.js\"></script>\
               <p>Fine.</p>"
            .into(),
        status: PageStatus::Published,
        ..PageForm::default()
    };
    let saved = inside.content.save_page(None, &form).await.expect("saved").expect("right");
    let server = shop
        .with_settings(|settings| {
            let service = |id: &str, category, source: &str| ConsentService {
                id: id.into(),
                category,
                name: id.into(),
                purpose: "prova".into(),
                sources: source.into(),
                ..ConsentService::default()
            };
            settings.consent_services.0.push(service("film", Category::Marketing, "video.example.com/embed/"));
            settings.consent_services.0.push(service("counter", Category::Statistics, "stats.example.com/"));
        })
        .await;
    (server, format!("/{}/", saved.page.slug), saved.id)
}

fn policy(answer: &Answer) -> String {
    answer.header("content-security-policy").unwrap_or_default().to_owned()
}

rules! {
    async fn before_a_choice_no_page_sets_a_cookie_and_each_asks(shop) {
        let mut visitor = shop.visitor();
        for path in PAGES {
            let page = visitor.page(path).await;
            assert_eq!(set_cookies(&page), (vec![], vec![]), "{path}");
            let text = page.text();
            if page.status < 300 || page.status == 404 {
                assert!(text.contains("data-consent-banner") && text.contains("action=\"/consenso/\""), "{path}");
            }
        }
        assert_eq!(visitor.cookie("cmplz_"), None);
    }

    async fn accepting_and_denying_are_buttons_of_one_form_and_one_look(shop) {
        let text = shop.visitor().page("/").await.text();
        let class_of = |event: &str| {
            let button = text.split("<button").find(|part| part.contains(&format!("value=\"{event}\""))).expect(event);
            button.split("class=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a class").to_owned()
        };
        assert_eq!(class_of("accept_all"), class_of("deny_all"));
    }

    async fn each_choice_sets_its_cookies_leads_back_and_takes_the_banner_away(shop) {
        for (event, expected) in [
            ("accept_all", "allow allow allow allow dismissed 15"),
            ("deny_all", "allow deny deny deny dismissed 15"),
            ("close", "allow deny deny deny dismissed 15"),
            ("revoke", "allow deny deny deny dismissed 15"),
        ] {
            let mut visitor = shop.visitor();
            let answer = choose(&mut visitor, &[("event", event), ("back", "/negozio/?orderby=price")]).await;
            assert_eq!((answer.status, answer.header("location")), (303, Some("/negozio/?orderby=price")), "{event}");
            assert_eq!(held(&visitor), expected, "{event}");
            assert_eq!(banner(&mut visitor, "/").await, Value::Null, "{event}");
            assert!(!visitor.page("/negozio/").await.text().contains("data-consent-banner"), "{event}");
        }
    }

    async fn boxes_without_scripts_choose_category_by_category(shop) {
        let mut visitor = shop.visitor();
        choose(&mut visitor, &[("event", "save_preferences"), ("statistics", "on")]).await;
        assert_eq!(held(&visitor), "allow deny allow deny dismissed 15");
        choose(&mut visitor, &[("event", "save_preferences"), ("marketing", "on"), ("shown", "marketing/attribution=1")]).await;
        assert_eq!(held(&visitor), "allow deny deny allow dismissed 15");
        let services = visitor.cookie("cmplz_consented_services=").expect("a choice about a service");
        assert_eq!(services, "%7B%22attribution%22%3Afalse%7D");
    }

    async fn an_empty_box_of_a_service_is_a_refusal_though_its_category_is_ticked(shop) {
        let mut visitor = shop.visitor();
        let shown = "statistics/shop-statistics=0";
        choose(&mut visitor, &[("event", "save_preferences"), ("statistics", "on"), ("shown", shown)]).await;
        let services = visitor.cookie("cmplz_consented_services=").expect("a choice about a service");
        assert_eq!(services, "%7B%22shop-statistics%22%3Afalse%7D");
    }

    async fn a_form_of_another_policy_chooses_nothing_and_proves_nothing(shop) {
        let mut visitor = shop.visitor();
        let old = choose(&mut visitor, &[("event", "accept_all"), ("policy_id", "14"), ("back", "/negozio/")]).await;
        assert_eq!((old.status, old.header("location")), (303, Some("/negozio/")));
        let mut body = allowing(&["marketing"]);
        body["policy_id"] = json!(14);
        assert_eq!(track(&mut visitor, body.clone()).await.expect(200), json!({ "success": true }));
        assert_eq!((visitor.cookie("cmplz_"), &kept(&shop).await["total"]), (None, &json!(0)));
        body["policy_id"] = json!(15);
        track(&mut visitor, body).await.expect(200);
        choose(&mut visitor, &[("event", "accept_all"), ("policy_id", "15")]).await;
        assert_eq!(kept(&shop).await["total"], 2);
    }

    async fn only_a_proof_that_is_kept_is_said_to_be(shop) {
        let mut visitor = shop.visitor();
        let answer = track(&mut visitor, allowing(&["statistics", "functional"])).await;
        let saved = ["cmplz_id", "cmplz_saved_categories", "cmplz_saved_services"].map(str::to_owned);
        assert_eq!(set_cookies(&answer), (saved.to_vec(), vec![]));
        assert_eq!(visitor.cookie("cmplz_saved_categories=").as_deref(), Some("%5B%22functional%22%2C%22statistics%22%5D"));
        let refused = track(&mut visitor, json!({ "consenttype": "maybe" })).await;
        assert_eq!(set_cookies(&refused), (vec![], vec![]));
    }

    async fn a_proof_names_the_words_of_the_language_it_was_asked_in(shop) {
        let mut visitor = shop.visitor();
        for path in [TRACK.to_owned(), format!("/en{TRACK}")] {
            let request = visitor.request(Method::POST, &path).json(&allowing(&["marketing"]));
            visitor.send(request).await.expect(200);
        }
        let list = kept(&shop).await;
        assert_ne!(list["consents"][0]["text_hash"], list["consents"][1]["text_hash"]);
    }

    async fn who_has_refused_everything_is_asked_anew_on_everybodys_page(shop) {
        let mut shop = shop;
        let mut visitor = shop.visitor();
        choose(&mut visitor, &[("event", "deny_all")]).await;
        let server = shop.with_settings(|settings| settings.consent.policy_id = 16).await;
        let mut later = visitor.moved_to(&shop.visitor_of(server));
        let page = later.page("/negozio/").await;
        assert!(page.text().contains("data-consent-banner"));
        let shared = shop.visitor_of(server).page("/negozio/").await;
        assert!(page.header("etag").is_some(), "it is not made for him alone");
        assert_eq!(page.header("etag"), shared.header("etag"));
    }

    async fn a_service_that_is_new_asks_everybody_anew(shop) {
        let mut merchant = shop.merchant().await;
        let policy = async || shop.visitor().page("/wp-json/complianz/v1/banner").await.expect(200)["current_policy_id"].clone();
        let change = |name: &str, value: &str| json!({ "values": { name: value } });
        merchant.write(Method::PUT, "/settings/analytics", json!({ "values": { "analytics.own": false } })).await.expect(200);
        assert_eq!(policy().await, 15, "less is asked");
        let measurement = change("analytics.measurement_id", "G-ABC1234567");
        merchant.write(Method::PUT, "/settings/analytics", measurement).await.expect(200);
        assert_eq!(policy().await, 16);
        let changes = merchant.get("/setting-changes").await.expect(200);
        let noted: Vec<&Value> = changes["changes"].as_array().expect("changes").iter().map(|one| &one["field"]).collect();
        assert!(noted.contains(&&json!("consent.policy_id")), "{noted:?}");
        merchant.write(Method::PUT, "/settings/analytics", change("analytics.measurement_id", "G-XYZ7654321")).await.expect(200);
        assert_eq!(policy().await, 16, "it is the same service");
        let mut list = merchant.get("/consent-services").await.expect(200);
        let service = |id: &str, category: &str| json!({ "id": id, "category": category, "name": id, "purpose": "Prova." });
        list["services"].as_array_mut().expect("services").push(service("mappa", "functional"));
        merchant.write(Method::PUT, "/consent-services", list.clone()).await.expect(200);
        assert_eq!(policy().await, 16, "what the shop needs is not asked for");
        *list["services"].as_array_mut().expect("services").last_mut().expect("one") = service("mappa", "marketing");
        merchant.write(Method::PUT, "/consent-services", list).await.expect(200);
        assert_eq!(policy().await, 17);
    }

    async fn the_banner_comes_back_with_the_boxes_as_they_were_chosen(shop) {
        let mut visitor = shop.visitor();
        choose(&mut visitor, &[("event", "save_preferences"), ("statistics", "on")]).await;
        choose(&mut visitor, &[("event", "manage_consent")]).await;
        let shown = banner(&mut visitor, "/").await;
        let ticked: Vec<bool> =
            shown["categories"].as_array().expect("categories").iter().map(|one| one["allowed"] == true).collect();
        assert_eq!(ticked, [true, false, true, false]);
        let of_another = banner(&mut shop.visitor(), "/").await;
        assert_eq!(of_another["categories"][2]["allowed"], false, "nobody gets a page with another's boxes");
    }

    async fn a_choice_from_another_site_or_of_nothing_is_refused(shop) {
        let mut visitor = shop.visitor();
        let request = visitor.request(Method::POST, "/consenso/").header("sec-fetch-site", "cross-site");
        assert_eq!(visitor.send(request.form(&[("event", "accept_all")])).await.status, 403);
        for fields in [vec![], vec![("event", "everything")], vec![("event", "accept_placeholder")]] {
            assert_eq!(choose(&mut visitor, &fields).await.status, 422, "{fields:?}");
        }
        let away = choose(&mut visitor, &[("event", "close"), ("back", "//evil.example/")]).await;
        assert_eq!(away.header("location"), Some("/"));
    }

    async fn another_policy_takes_all_back_asks_anew_and_clears_the_cookies(shop) {
        let mut shop = shop;
        let mut visitor = shop.visitor();
        choose(&mut visitor, &[("event", "accept_all")]).await;
        assert!(visitor.cookie("cmplz_id=").is_some());
        let server = shop.with_settings(|settings| settings.consent.policy_id = 16).await;
        let mut later = visitor.moved_to(&shop.visitor_of(server));
        let page = later.page("/").await;
        assert!(page.text().contains("data-consent-banner"));
        let (_, gone) = set_cookies(&page);
        assert!(gone.contains(&"cmplz_id".to_owned()), "{gone:?}");
        assert_eq!(held(&later), "allow deny deny deny show 16");
    }

    async fn it_is_asked_again_after_six_months_and_not_before(shop) {
        let mut shop = shop;
        let mut visitor = shop.visitor();
        choose(&mut visitor, &[("event", "deny_all")]).await;
        for (days, asked) in [(182, false), (184, true)] {
            let server = shop.add_server_ahead(days * 86_400).await;
            let mut later = visitor.moved_to(&shop.visitor_of(server));
            let text = later.page("/negozio/").await.text();
            assert_eq!(text.contains("data-consent-banner"), asked, "{days}");
        }
    }

    async fn under_a_privacy_signal_nothing_is_asked_and_nothing_runs(shop) {
        let visitor = shop.visitor();
        for header in ["dnt", "sec-gpc"] {
            let page = visitor.request(Method::GET, "/").header(header, "1").send().await;
            assert!(!page.text().contains("data-consent-banner"), "{header}");
            let path = "/wp-json/complianz/v1/manage_consent_html";
            let html = visitor.request(Method::GET, path).header(header, "1").send().await.expect(200);
            assert!(html.as_str().is_some_and(|html| html.contains("non essere tracciato")), "{html}");
        }
    }

    async fn under_a_privacy_signal_the_button_leads_to_the_policy_which_says_why(shop) {
        let visitor = shop.visitor();
        let asking = visitor.request(Method::POST, "/consenso/").header("sec-gpc", "1");
        let answer = asking.form(&[("event", "manage_consent"), ("back", "/negozio/")]).send().await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/cookie/#scelte-cookie")));
        assert_eq!(set_cookies(&answer), (vec![], vec![]));
        let page = visitor.request(Method::GET, "/cookie/").header("sec-gpc", "1").send().await.text();
        let why = "lo rispettiamo e usiamo solo i cookie tecnici";
        assert!(page.contains("id=\"scelte-cookie\"") && page.contains(why));
        assert!(!visitor.request(Method::GET, "/cookie/").send().await.text().contains(why));
        let mut asked = shop.visitor();
        let back = choose(&mut asked, &[("event", "manage_consent"), ("back", "/negozio/")]).await;
        assert_eq!(back.header("location"), Some("/negozio/"), "where there is a banner it comes back");
    }

    async fn bots_are_asked_nothing_and_nothing_is_kept_of_them(shop) {
        let visitor = shop.visitor();
        let bot = "Mozilla/5.0 (compatible; Googlebot/2.1)";
        let page = visitor.request(Method::GET, "/").header("user-agent", bot).send().await;
        assert!(!page.text().contains("data-consent-banner"));
        let request = visitor.request(Method::POST, TRACK).header("user-agent", bot).json(&allowing(&["marketing"]));
        assert_eq!(request.send().await.expect(200), json!({ "success": true }));
        assert_eq!(kept(&shop).await["total"], 0);
    }

    async fn a_shop_that_does_not_ask_shows_nothing_of_it(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.consent.banner = false).await;
        let mut visitor = shop.visitor_of(server);
        assert_eq!(page_data(&mut visitor, "/").await["shell"]["consent"], Value::Null);
        assert!(!visitor.page("/cookie/").await.text().contains("/consenso/"));
    }

    async fn the_policy_lists_every_service_and_cookie_in_both_languages(shop) {
        let mut shop = shop;
        let text = shop.visitor().page("/cookie/").await.text();
        let services = shop.inside().await.context.settings().await.expect("settings").consent_services.0.clone();
        assert!(services.len() >= 4);
        for service in &services {
            assert!(text.contains(&service.purpose), "{}", service.id);
            for name in service.cookie_names() {
                assert!(text.contains(&format!("<code>{name}</code>")), "{name}");
            }
        }
        assert!(!text.contains("{cookies}") && !text.contains("{consent}"));
        assert!(text.contains("value=\"save_preferences\""), "the choices can be changed there");
        let server = shop.with_settings(|settings| settings.shop.language = shop_core::base::Lang::En).await;
        let english = shop.visitor_of(server).page("/cookie/").await.text();
        for service in &services {
            assert!(english.contains(&service.purpose_en), "{}", service.id);
        }
    }

    async fn content_of_others_is_inert_until_it_is_allowed_and_then_the_policy_names_its_host_alone(shop) {
        let mut shop = shop;
        let (server, path, _) = page_with_embeds(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let before = visitor.page(&path).await;
        let text = before.text();
        assert!(!text.contains("<iframe") && !text.contains("src=\"https://stats.example.com"), "nothing is loaded");
        assert!(!text.contains("evil.example.com"), "a script of no service vanishes");
        assert!(text.contains("Accetta e mostra") && text.contains("data-consent-waiting=\"film\""));
        assert!(!policy(&before).contains("example.com"));

        let fields = [("event", "accept_placeholder"), ("category", "marketing"), ("service", "film"), ("back", path.as_str())];
        assert_eq!(choose(&mut visitor, &fields).await.header("location"), Some(path.as_str()));
        let after = visitor.page(&path).await;
        let text = after.text();
        assert!(text.contains("<iframe") && text.contains("src=\"https://video.example.com/embed/7\""));
        assert!(text.contains("data-consent-waiting=\"counter\""), "each is accepted by itself");
        assert!(policy(&after).contains("frame-src https://video.example.com") && !policy(&after).contains("stats.example"));
        assert_eq!(after.header("cache-control"), Some("no-store"));
        assert!(!policy(&visitor.page("/negozio/").await).contains("video.example.com"), "other pages stay closed");
        assert!(!shop.visitor_of(server).page(&path).await.text().contains("<iframe"), "another visitor is asked");

        choose(&mut visitor, &[("event", "revoke")]).await;
        let revoked = visitor.page(&path).await;
        assert!(!revoked.text().contains("<iframe") && !policy(&revoked).contains("video.example.com"));
    }

    async fn a_shop_that_keeps_no_proof_gives_no_name(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.consent.recorded = false).await;
        let mut visitor = shop.visitor_of(server);
        track(&mut visitor, allowing(&["marketing"])).await.expect(200);
        choose(&mut visitor, &[("event", "accept_all")]).await;
        assert_eq!(visitor.cookie("cmplz_id"), None);
        assert_eq!(kept(&shop).await["total"], 0);
    }

    async fn a_choice_is_kept_as_proof_without_anything_that_tells_who_it_was(shop) {
        let mut visitor = shop.visitor();
        choose(&mut visitor, &[("event", "accept_all")]).await;
        let id = visitor.cookie("cmplz_id=").expect("a random name");
        assert_eq!(id.len(), 32);
        track(&mut visitor, json!({
            "consented_categories": ["cmplz_functional"], "consented_services": { "attribution": true },
            "consenttype": "optin", "event": "set_service"
        })).await.expect(200);
        assert_eq!(visitor.cookie("cmplz_id=").as_deref(), Some(id.as_str()), "one browser, one name");
        let list = kept(&shop).await;
        assert_eq!(list["total"], 2);
        let [last, first] = [&list["consents"][0], &list["consents"][1]];
        assert_eq!(first["categories"], json!(["functional", "preferences", "statistics", "marketing"]));
        assert_eq!((&first["kind"], &last["kind"]), (&json!("accept_all"), &json!("set_service")));
        assert_eq!((&last["services_allowed"], &last["visitor_id"]), (&json!(["attribution"]), &json!(id)));
        assert_eq!((&first["policy_id"], &first["region"]), (&json!(15), &json!("eu")));
        assert!(first["text_hash"].as_str().is_some_and(|hash| hash.len() == 16));
        let names: Vec<&String> = first.as_object().expect("a row").keys().collect();
        assert!(!names.iter().any(|name| ["ip", "address", "user_agent", "email"].contains(&name.as_str())), "{names:?}");
    }
}

on_both_databases! {
    async fn proofs_are_found_by_day_exported_and_forgotten_when_their_time_is_over(shop) {
        let mut visitor = shop.visitor();
        choose(&mut visitor, &[("event", "deny_all")]).await;
        let mut merchant = shop.merchant().await;
        assert_eq!(merchant.get("/consents?from=2000-01-01&to=2000-01-02").await.expect(200)["total"], 0);
        for wrong in ["from=1/2/2026", "from=2026-02-02&to=2026-02-01"] {
            assert_eq!(merchant.get(&format!("/consents?{wrong}")).await.status, 422, "{wrong}");
        }
        let file = merchant.get("/consents/export").await.text();
        assert!(file.contains("deny_all") && file.lines().count() == 2, "{file}");
        let keeps = shop.inside().await;
        assert_eq!(forget_old(&keeps, ExpiredData::Consents).await.expect("forgets"), 0);
        let days = keeps.context.settings().await.expect("settings").retention.consent_days;
        let later = in_days(&shop, days + 1).await;
        assert_eq!(forget_old(&later, ExpiredData::Consents).await.expect("forgets"), 1);
        assert_eq!(kept(&shop).await["total"], 0);
    }

    async fn services_are_changed_by_the_administrator_and_hold_at_once(shop) {
        let mut merchant = shop.merchant().await;
        let mut list = merchant.get("/consent-services").await.expect(200);
        let before = list["services"].as_array().expect("services").len();
        list["services"].as_array_mut().expect("services").push(json!({
            "id": "mappa", "category": "marketing", "name": "Mappa", "purpose": "Mostra dove siamo.", "cookies": "NID",
            "sources": "maps.example.com/embed"
        }));
        let wrong = json!({ "services": [{ "id": "due parole", "category": "altro", "name": "", "purpose": "" }] });
        assert_eq!(merchant.write(Method::PUT, "/consent-services", wrong).await.status, 422);
        let saved = merchant.write(Method::PUT, "/consent-services", list).await.expect(200);
        assert_eq!(saved["services"].as_array().map(Vec::len), Some(before + 1));
        let mut visitor = shop.visitor();
        let cookies = visitor.page("/wp-json/complianz/v1/cookie_data").await.expect(200);
        assert_eq!(cookies["marketing"]["mappa"], json!(["NID"]));
        assert!(visitor.page("/cookie/").await.text().contains("Mostra dove siamo."));
        let changes = merchant.get("/setting-changes").await.expect(200);
        assert_eq!((&changes["changes"][0]["section"], &changes["changes"][0]["field"]), (&json!("consent"), &json!("Mappa")));
    }
}
