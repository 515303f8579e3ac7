//! The calls of consent that other clients make: their shapes, languages, regions and limits.

use reqwest::Method;
use serde_json::json;
use shop_tests::{Visitor, rules};

use crate::privacy::consent::{TRACK, allowing, choose, held, kept, page_with_embeds, track};

rules! {
    async fn an_area_is_told_to_who_may_see_its_page_and_loaded_for_who_allowed_it(shop) {
        let mut shop = shop;
        let (server, path, id) = page_with_embeds(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let area = |post: &str, block: &str| format!("/wp-json/complianz/v1/consent-area/{post}/{block}");
        let html = visitor.page(&area(&id.to_string(), "0")).await.expect(200);
        assert!(html.as_str().is_some_and(|html| !html.contains("iframe") && html.contains("film")), "{html}");
        choose(&mut visitor, &[("event", "accept_all"), ("back", &path)]).await;
        let html = visitor.page(&area(&id.to_string(), "0")).await.expect(200);
        assert!(html.as_str().is_some_and(|html| html.contains("<iframe src=\"https://video.example.com/embed/7\"")));
        visitor.page(&area(&id.to_string(), "9")).await.refused(404, "rest_no_route");
        for post in ["999999", "x", "0"] {
            visitor.page(&area(post, "0")).await.refused(403, "rest_forbidden");
        }
    }

    async fn the_calls_answer_in_their_shapes(shop) {
        let mut visitor = shop.visitor();
        let banner = visitor.page("/wp-json/complianz/v1/banner?lang=it&locale=it_IT&token=1").await.expect(200);
        assert_eq!((&banner["consenttype"], &banner["region"]), (&json!("optin"), &json!("eu")));
        assert_eq!((&banner["forceEnableStats"], &banner["current_policy_id"]), (&json!(false), &json!(15)));
        assert!(banner["version"].is_string() && banner["banner_version"].is_string());
        let cookies = visitor.page("/wp-json/complianz/v1/cookie_data").await.expect(200);
        assert_eq!(cookies["marketing"]["attribution"], json!(["sbjs_*"]));
        assert_eq!(cookies["functional"]["consent"], json!(["cmplz_*"]));
        let html = visitor.page("/wp-json/complianz/v1/manage_consent_html").await.expect(200);
        let html = html.as_str().expect("HTML as a JSON text");
        assert!(html.contains("name=\"marketing\"") && html.contains("Non hai ancora scelto"));
    }

    async fn calls_answer_in_the_language_that_they_are_asked_in(shop) {
        let mut shop = shop;
        let (server, _, page) = page_with_embeds(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        const BASE: &str = "/wp-json/complianz/v1";
        let [italian, english] = [("", "Accetta"), ("/en", "Accept")].map(|(own, label)| (own, label.to_owned()));
        for (own, label) in [&italian, &english] {
            let banner = visitor.page(&format!("{own}{BASE}/banner")).await.expect(200)["banner"].clone();
            assert_eq!(banner["accept"], *label, "the language of the address, where no other is asked for");
        }
        for (own, query, label) in [
            ("", "lang=en", &english.1),
            ("", "lang=en&locale=it_IT&token=1", &english.1),
            ("", "locale=en_US", &english.1),
            ("", "lang=de&locale=en-GB", &english.1),
            ("", "lang=EN", &english.1),
            ("/en", "lang=it&locale=it_IT", &italian.1),
            ("", "lang=de&locale=de_DE", &italian.1),
            ("/en", "lang=&locale=", &english.1),
        ] {
            let banner = visitor.page(&format!("{own}{BASE}/banner?{query}")).await.expect(200)["banner"].clone();
            assert_eq!(banner["accept"], *label, "{own} {query}");
            let html = visitor.page(&format!("{own}{BASE}/manage_consent_html?{query}")).await.expect(200);
            assert!(html.as_str().is_some_and(|html| html.contains(label.as_str())), "{own} {query}");
        }
        let area = visitor.page(&format!("{BASE}/consent-area/{page}/0?lang=en")).await.expect(200);
        let same = visitor.page(&format!("/en{BASE}/consent-area/{page}/0")).await.expect(200);
        let other = visitor.page(&format!("{BASE}/consent-area/{page}/0")).await.expect(200);
        assert!(area == same && area != other, "{area} {other}");
        let wrong = json!({ "consenttype": "maybe" });
        let refused = async |visitor: &mut Visitor, path: String| {
            let request = visitor.request(Method::POST, &path).json(&wrong);
            visitor.send(request).await.refused(400, "rest_invalid_param")["message"].clone()
        };
        let asked = refused(&mut visitor, format!("{TRACK}?lang=en")).await;
        assert_eq!(asked, refused(&mut visitor, format!("/en{TRACK}")).await);
        assert_ne!(asked, refused(&mut visitor, TRACK.to_owned()).await);
    }

    async fn the_banner_has_the_rules_of_the_region_that_it_is_asked_for(shop) {
        let mut visitor = shop.visitor();
        for (region, known, kind, allowed) in [
            ("us", "us", "optout", true),
            ("CA", "ca", "optout", true),
            ("uk", "uk", "optin", false),
            ("eu", "eu", "optin", false),
            ("moon", "eu", "optin", false),
            ("", "eu", "optin", false),
        ] {
            let path = format!("/wp-json/complianz/v1/banner?lang=it&locale=it_IT&token=1&cmplz_user_region={region}");
            let told = visitor.page(&path).await.expect(200);
            assert_eq!((&told["region"], &told["consenttype"]), (&json!(known), &json!(kind)), "{region}");
            assert_eq!((&told["settings"]["region"], &told["settings"]["consent_type"]), (&json!(known), &json!(kind)));
            let marketing = told["banner"]["categories"].as_array().expect("boxes").last().expect("one").clone();
            assert_eq!(marketing["allowed"], allowed, "what is not refused is allowed there: {region}");
        }
        assert_eq!(visitor.cookie("cmplz_"), None, "asking chooses nothing");
    }

    async fn a_record_that_cannot_be_one_is_refused_by_its_field(shop) {
        let mut visitor = shop.visitor();
        for (body, field) in [
            (json!({ "consented_categories": ["all"], "consenttype": "optin" }), "consented_categories"),
            (json!({ "consented_services": { "<b>": true }, "consenttype": "optin" }), "consented_services"),
            (json!({ "consented_categories": [] }), "consenttype"),
            (json!({ "consenttype": "maybe" }), "consenttype"),
        ] {
            let refused = track(&mut visitor, body).await.refused(400, "rest_invalid_param");
            assert!(refused["data"]["params"][field].is_string(), "{refused}");
        }
        for text in ["", "5", "{", "{\"consenttype\":5}"] {
            let request = visitor.request(Method::POST, TRACK).body(text.to_owned());
            visitor.send(request).await.refused(400, "rest_invalid_json");
        }
        assert_eq!(visitor.cookie("cmplz_id"), None);
    }

    async fn who_sends_too_many_records_waits_and_the_choice_holds_all_the_same(shop) {
        let mut visitor = shop.visitor();
        for _ in 0..200 {
            track(&mut visitor, allowing(&["statistics"])).await.expect(200);
        }
        track(&mut visitor, allowing(&["statistics"])).await.refused(429, "consent_too_many");
        assert_eq!(choose(&mut visitor, &[("event", "accept_all")]).await.status, 303);
        assert_eq!(held(&visitor), "allow allow allow allow dismissed 15");
        assert_eq!(kept(&shop).await["total"], 200);
    }
}
