use serde_json::Value;
use shop_tests::{Visitor, on_both_databases};

async fn suggest(visitor: &mut Visitor, words: &str) -> Value {
    visitor.page(&format!("/api/search?s={words}")).await.expect(200)
}

fn names(found: &Value) -> Vec<&str> {
    let rows = found["products"].as_array().map(Vec::as_slice).unwrap_or_default();
    rows.iter().filter_map(|row| row["name"].as_str()).collect()
}

on_both_databases! {
    async fn typing_suggests_products_categories_and_the_way_to_all(shop) {
        let mut visitor = shop.visitor();
        let found = suggest(&mut visitor, "cav").await;
        assert_eq!(names(&found), ["Caviale di prova"]);
        assert_eq!(found["products"][0]["path"], "/prodotto/caviale-di-prova/");
        assert_eq!(found["products"][0]["price"], "da 33,00\u{a0}€");
        assert_eq!(found["categories"][0]["path"], "/categoria-prodotto/caviale/");
        assert_eq!((&found["total"], &found["all_path"]), (&1.into(), &"/negozio/?s=cav".into()));
    }

    async fn a_mistyped_word_is_suggested_as_it_is_meant(shop) {
        let found = suggest(&mut shop.visitor(), "cavaile").await;
        assert_eq!((names(&found), &found["corrected"]), (vec!["Caviale di prova"], &"caviale".into()));
        assert_eq!(found["categories"][0]["label"], "Caviale");
    }

    async fn nothing_typed_unknown_words_drafts_and_hidden_products_suggest_nothing(shop) {
        let mut visitor = shop.visitor();
        for words in ["", "%20%20", "xqzwk", "bozza", "nascosto"] {
            let found = suggest(&mut visitor, words).await;
            assert_eq!((names(&found).len(), &found["total"]), (0, &0.into()), "{words}: {found}");
        }
        assert_eq!(visitor.page("/api/search").await.expect(200)["total"], 0);
    }

    async fn a_sku_is_suggested_first_and_a_variation_by_its_own(shop) {
        let mut visitor = shop.visitor();
        for sku in ["t-caviar-35", "T-CAVIAR-35", "t%E2%80%93caviar%E2%80%9335"] {
            let found = suggest(&mut visitor, sku).await;
            let first = &found["products"][0];
            assert_eq!(first["name"], "Caviale di prova - 35 g", "{sku}: {found}");
            let path = first["path"].as_str().unwrap_or_default();
            assert!(path.starts_with("/prodotto/caviale-di-prova/?attribute_") && path.ends_with("=35-g"), "{path}");
        }
        assert_eq!(suggest(&mut visitor, "t-oil").await["products"][0]["path"], "/prodotto/olio-di-prova/");
    }

    async fn hostile_words_are_only_words(shop) {
        let mut visitor = shop.visitor();
        let long = "a".repeat(5000);
        for words in ["%3Cscript%3E", "%27%20OR%201%3D1--", "%25%25", "%F0%9F%8D%9D", long.as_str()] {
            let found = suggest(&mut visitor, words).await;
            assert!(found["search"].as_str().is_some_and(|text| text.chars().count() <= 100), "{words}");
        }
    }

    async fn a_changed_price_changes_what_is_suggested(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(suggest(&mut visitor, "olio").await["products"][0]["price"], "12,00\u{a0}€");
        let id = visitor.id("t-oil").await;
        let change = serde_json::json!({ "regular_price": "13.40" });
        let answer = shop.merchant().await.write(reqwest::Method::PATCH, &format!("/products/{id}"), change).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(suggest(&mut visitor, "olio").await["products"][0]["price"], "13,40\u{a0}€");
    }

    async fn too_many_searches_of_one_address_are_refused_with_a_time_to_wait(shop) {
        let mut visitor = shop.visitor();
        for n in 0..60 {
            let answer = visitor.page(&format!("/api/search?s=a{n}")).await;
            if answer.status == 429 {
                panic!("refused after {n}");
            }
        }
        let mut refused = visitor.page("/api/search?s=ancora").await;
        // A span may have ended while these were asked.
        for n in 0..60 {
            if refused.status == 429 {
                break;
            }
            refused = visitor.page(&format!("/api/search?s=b{n}")).await;
        }
        assert_eq!(refused.status, 429);
        assert!(refused.header("retry-after").is_some_and(|wait| wait.parse::<u32>().is_ok_and(|s| s >= 1)));
        assert!(refused.text().contains("Troppe richieste"), "{}", refused.text());
    }

    async fn a_search_without_results_offers_ways_on(shop) {
        let page = shop.visitor().page("/negozio/?s=olio+xqzwk").await.text();
        for way in ["href=\"/negozio/?s=olio\"", "/categoria-prodotto/", "/prodotto/"] {
            assert!(page.contains(way), "{way}");
        }
    }
}
