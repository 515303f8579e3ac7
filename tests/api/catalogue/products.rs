use serde_json::Value;
use shop_tests::{API, on_both_databases, rules};

fn names(list: &Value) -> Vec<String> {
    let rows = list.as_array().expect("a list");
    rows.iter().map(|row| row["sku"].as_str().unwrap_or_default().to_owned()).collect()
}

rules! {
    async fn lists_show_visible_products_only(shop) {
        let mut visitor = shop.visitor();
        // Without the filter the API gives hidden ones too, as its clients expect.
        let skus = names(&visitor.get("/products?per_page=100&catalog_visibility=catalog").await.expect(200));
        assert!(skus.contains(&"t-oil".to_owned()) && skus.contains(&"t-caviar".to_owned()), "{skus:?}");
        for out in ["t-draft", "t-hidden", "t-caviar-15"] {
            assert!(!skus.contains(&out.to_owned()), "{out} is listed: {skus:?}");
        }
    }

    async fn a_page_of_a_list_tells_totals_and_its_neighbours(shop) {
        let mut visitor = shop.visitor();
        let all = names(&visitor.get("/products?per_page=100&orderby=id&order=asc").await.expect(200));
        let second = visitor.get("/products?per_page=5&page=2&orderby=id&order=asc").await;
        assert_eq!(names(&second.expect(200)), all[5..10]);
        assert_eq!(second.header("x-wp-total"), Some(all.len().to_string().as_str()));
        assert_eq!(second.header("x-wp-totalpages"), Some(all.len().div_ceil(5).to_string().as_str()));
        let links = second.header("link").expect("links to other pages");
        assert!(links.contains("rel=\"prev\"") && links.contains("rel=\"next\""), "{links}");
        assert!(links.contains("page=1") && links.contains("page=3") && links.contains("per_page=5"), "{links}");
    }

    async fn a_page_after_the_last_is_empty_or_refused_but_no_failure(shop) {
        let answer = shop.visitor().get("/products?page=99").await;
        assert!(answer.status < 500, "{}", answer.text());
    }

    async fn a_page_size_outside_1_to_100_is_refused(shop) {
        let mut visitor = shop.visitor();
        for wrong in ["0", "101", "-1", "many"] {
            let body = visitor.get(&format!("/products?per_page={wrong}")).await.refused(400, "rest_invalid_param");
            assert!(body["data"]["params"]["per_page"].is_string(), "{body}");
        }
    }

    async fn unknown_values_of_filters_are_refused_by_name(shop) {
        let mut visitor = shop.visitor();
        for (field, value) in [("orderby", "colour"), ("order", "up"), ("type", "box"), ("catalog_visibility", "some")] {
            let body = visitor.get(&format!("/products?{field}={value}")).await.refused(400, "rest_invalid_param");
            assert!(body["data"]["params"][field].is_string(), "{field}: {body}");
        }
    }

    async fn prices_sort_by_the_smallest_price_of_a_product(shop) {
        let mut visitor = shop.visitor();
        let list = visitor.get("/products?per_page=100&orderby=price&order=asc").await.expect(200);
        let prices: Vec<i64> = list
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|row| row["prices"]["price"].as_str()?.parse().ok())
            .collect();
        assert!(prices.is_sorted(), "{prices:?}");
        assert!(prices.len() > 10, "{prices:?}");
    }

    async fn search_forgives_accents_case_and_a_typing_error(shop) {
        let mut visitor = shop.visitor();
        for words in ["caffè", "caffe", "CAFFE", "caffé macinato", "cafe"] {
            let found = names(&visitor.get(&format!("/products?search={words}")).await.expect(200));
            assert!(found.contains(&"t-caffe".to_owned()), "{words}: {found:?}");
        }
    }

    async fn search_takes_any_text_without_failing(shop) {
        let mut visitor = shop.visitor();
        for words in ["%27%22", "%25_%25", "NEAR(", "*", "a%20OR%20b", "%00", "%F0%9F%8D%95", "--", "%5C"] {
            visitor.get(&format!("/products?search={words}")).await.expect(200);
        }
        let found = visitor.get("/products?search=zzzzqqqq").await.expect(200);
        assert_eq!(found, serde_json::json!([]));
    }

    async fn filters_narrow_the_list(shop) {
        let mut visitor = shop.visitor();
        let categories = visitor.get("/products/categories?per_page=100").await.expect(200);
        let sweets = categories.as_array().and_then(|c| c.iter().find(|c| c["slug"] == "dolci")).expect("Dolci");
        let cases = [
            (format!("category={}", sweets["id"]), vec!["t-five", "t-gone", "t-sale"]),
            ("category=dolci&stock_status[]=instock".into(), vec!["t-five", "t-sale"]),
            ("on_sale=true".into(), vec!["t-sale"]),
            ("featured=true".into(), vec!["t-caviar", "t-oil"]),
            ("min_price=6000".into(), vec!["t-caviar"]),
            ("min_price=7001".into(), vec![]),
            ("category=dolci&max_price=700".into(), vec!["t-sale"]),
            ("sku=t-oil,t-five".into(), vec!["t-five", "t-oil"]),
            ("type=grouped".into(), vec!["t-set"]),
            ("stock_status[]=onbackorder".into(), vec!["t-later"]),
            ("attributes[0][attribute]=pa_regione&attributes[0][slug][]=liguria".into(), vec!["t-oil", "t-sale"]),
            ("tag=regalo".into(), vec!["t-one", "t-sale"]),
        ];
        for (query, wanted) in cases {
            let mut found = names(&visitor.get(&format!("/products?per_page=100&{query}")).await.expect(200));
            found.sort();
            assert_eq!(found, wanted, "{query}");
        }
    }

    async fn a_product_is_found_by_id_and_by_slug(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-sale").await;
        let by_id = visitor.get(&format!("/products/{id}")).await.expect(200);
        let slug = by_id["slug"].as_str().expect("a slug");
        assert_eq!(visitor.get(&format!("/products/{slug}")).await.expect(200), by_id);
        assert_eq!(by_id["prices"]["price"], "650");
        assert_eq!(by_id["prices"]["regular_price"], "800");
        assert_eq!(by_id["prices"]["sale_price"], "650");
        assert_eq!(by_id["prices"]["currency_code"], "EUR");
        assert_eq!(by_id["prices"]["currency_minor_unit"], 2);
        assert_eq!(by_id["on_sale"], true);
    }

    async fn a_variable_product_names_its_range_and_its_variations(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-caviar").await;
        let product = visitor.get(&format!("/products/{id}")).await.expect(200);
        assert_eq!(product["type"], "variable");
        assert_eq!(product["categories"][0]["name"], "Caviale");
        assert_eq!(product["prices"]["price_range"]["min_amount"], "3300");
        assert_eq!(product["prices"]["price_range"]["max_amount"], "7000");
        assert_eq!(product["has_options"], true);
        assert_eq!(product["variations"].as_array().map(Vec::len), Some(2), "{product}");
        let tin = visitor.id("t-tin").await;
        let tin = visitor.get(&format!("/products/{tin}")).await.expect(200);
        let values: Vec<_> = tin["variations"][0]["attributes"].as_array().expect("attributes").clone();
        assert!(values.iter().any(|a| a["value"].is_null()), "an open attribute is null: {values:?}");
    }

    async fn unknown_and_unpublished_products_are_404(shop) {
        let mut visitor = shop.visitor();
        visitor.get("/products/999999").await.refused(404, "woocommerce_rest_product_invalid_id");
        visitor.get("/products/non-esiste").await.refused(404, "woocommerce_rest_product_invalid_slug");
        visitor.get("/products/bozza").await.refused(404, "woocommerce_rest_product_invalid_slug");
    }

    async fn unknown_terms_and_attributes_are_404(shop) {
        let mut visitor = shop.visitor();
        visitor.get("/products/categories/999999").await.refused(404, "woocommerce_rest_category_invalid_id");
        visitor.get("/products/attributes/999999").await.refused(404, "woocommerce_rest_attribute_invalid_id");
        visitor.get("/products/attributes/999999/terms").await.refused(404, "woocommerce_rest_taxonomy_invalid");
    }

    async fn terms_count_their_products(shop) {
        let mut visitor = shop.visitor();
        let tags = visitor.get("/products/tags").await.expect(200);
        let bio = tags.as_array().and_then(|t| t.iter().find(|t| t["slug"] == "bio")).expect("bio").clone();
        assert_eq!(bio["count"], 3, "{bio}");
        let attributes = visitor.get("/products/attributes").await.expect(200);
        let region = attributes.as_array().and_then(|a| a.iter().find(|a| a["taxonomy"] == "pa_regione")).expect("Regione");
        let terms = visitor.get(&format!("/products/attributes/{}/terms", region["id"])).await.expect(200);
        assert_eq!(terms.as_array().map(Vec::len), Some(2), "{terms}");
    }

    async fn reviews_are_listed_newest_first_and_tell_no_address(shop) {
        let mut visitor = shop.visitor();
        let answer = visitor.get("/products/reviews?per_page=2").await;
        assert_eq!(answer.header("x-wp-total"), Some("3"));
        assert_eq!(answer.header("x-wp-totalpages"), Some("2"));
        let list = answer.expect(200);
        assert_eq!(list[0]["reviewer"], "Carla");
        assert_eq!(list[1]["reviewer"], "Bruno");
        assert_eq!(list[1]["review"], "<p>&lt;b&gt;Giusto&lt;/b&gt;</p>\n", "words, not markup");
        assert_eq!(list[1]["date_created"], "2026-02-11T00:00:00");
        assert!(!answer.text().contains("@example.com"), "{}", answer.text());
    }

    async fn ratings_of_reviews_count_for_their_product(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let product = visitor.get(&format!("/products/{id}")).await.expect(200);
        assert_eq!((&product["average_rating"], &product["review_count"]), (&"4.50".into(), &2.into()));
        let found = names(&visitor.get("/products?rating[]=2").await.expect(200));
        assert_eq!(found, ["t-sale"]);
    }

    async fn a_shop_without_a_version_in_its_path_answers_too(shop) {
        let mut visitor = shop.visitor();
        let short = visitor.page("/wp-json/wc/store/products?orderby=id&per_page=3").await.expect(200);
        assert_eq!(short, visitor.page(&format!("{API}/products?orderby=id&per_page=3")).await.expect(200));
    }

    async fn an_unknown_route_is_refused_as_json(shop) {
        let answer = shop.visitor().get("/nothing-here").await;
        answer.refused(404, "rest_no_route");
    }

    async fn collection_data_counts_what_it_is_asked_for(shop) {
        let mut visitor = shop.visitor();
        let data = visitor
            .get("/products/collection-data?calculate_price_range=true&calculate_stock_status_counts=true&category=dolci")
            .await
            .expect(200);
        assert_eq!(data["price_range"]["min_price"], "650", "{data}");
        assert_eq!(data["price_range"]["max_price"], "1000", "{data}");
        assert!(data["attribute_counts"].is_null() && data["rating_counts"].is_null(), "{data}");
        let counts = data["stock_status_counts"].as_array().expect("counts");
        assert!(counts.iter().any(|c| c["status"] == "outofstock" && c["count"] == "1"), "{data}");
    }
}

on_both_databases! {
    async fn reviews_are_filtered_and_sorted(shop) {
        let mut visitor = shop.visitor();
        let oil = visitor.id("t-oil").await;
        let names = async |visitor: &mut shop_tests::Visitor, query: &str| -> Vec<String> {
            let list = visitor.get(&format!("/products/reviews?{query}")).await.expect(200);
            let rows = list.as_array().expect("a list").clone();
            rows.iter().map(|row| row["reviewer"].as_str().unwrap_or_default().to_owned()).collect()
        };
        assert_eq!(names(&mut visitor, &format!("product_id={oil}")).await, ["Bruno", "Ada"]);
        assert_eq!(names(&mut visitor, &format!("product_id={oil}&order=asc")).await, ["Ada", "Bruno"]);
        assert_eq!(names(&mut visitor, "orderby=rating").await, ["Ada", "Bruno", "Carla"]);
        assert_eq!(names(&mut visitor, "product_id=999999").await, Vec::<String>::new());
        visitor.get("/products/reviews?orderby=length").await.refused(400, "rest_invalid_param");
    }
}
