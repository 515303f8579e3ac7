//! Details that clients of the platform rely on: names, numbers, orders of lists, what counts as true.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Visitor, checkout, classic_form, rules};

fn skus(list: &Value) -> Vec<String> {
    list.as_array()
        .map(|rows| rows.iter().filter_map(|row| row["sku"].as_str().map(str::to_owned)).collect())
        .unwrap_or_default()
}

async fn list(visitor: &mut Visitor, query: &str) -> Value {
    visitor.get(&format!("/products?per_page=100&{query}")).await.expect(200)
}

rules! {
    async fn the_wish_for_an_account_is_true_or_false_and_nothing_else(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        for wish in [json!("maybe"), json!("yes"), json!(2), json!([]), json!(""), json!(null)] {
            let mut body = checkout("bacs");
            body["create_account"] = wish.clone();
            let answer = visitor.post("/checkout", body).await;
            answer.refused(400, "rest_invalid_param");
            assert_eq!(visitor.cart().await["items_count"], 1, "{wish}");
        }
        let mut body = checkout("bacs");
        body["create_account"] = "TRUE".into();
        let placed = visitor.post("/checkout", body).await.expect(200);
        assert_ne!(placed["customer_id"], 0);
    }

    async fn a_free_order_by_the_classic_form_empties_the_cart_at_once(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-free", 1).await;
        let form = classic_form(&mut visitor).await;
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(visitor.ajax("checkout", &fields).await.json()["result"], "success");
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn an_order_names_the_variation_with_its_values(shop) {
        let mut visitor = shop.visitor();
        let placed = visitor.buy("t-caviar-35", 1).await;
        let (id, key) = (&placed["order_id"], placed["order_key"].as_str().expect("a key"));
        let order = visitor.get(&format!("/order/{id}?key={key}&billing_email=livia@example.com")).await.expect(200);
        assert_eq!(order["items"][0]["name"], "Caviale di prova - 35 g");
    }

    async fn no_two_terms_of_any_kind_have_one_number(shop) {
        let mut visitor = shop.visitor();
        let mut ids = Vec::new();
        let attributes = visitor.get("/products/attributes").await.expect(200);
        let of = |row: &Value| row["id"].as_i64().expect("a number");
        for attribute in attributes.as_array().expect("attributes") {
            let path = format!("/products/attributes/{}/terms?per_page=0", of(attribute));
            ids.extend(visitor.get(&path).await.expect(200).as_array().expect("terms").iter().map(of));
        }
        for path in ["/products/categories?per_page=0", "/products/tags?per_page=0"] {
            ids.extend(visitor.get(path).await.expect(200).as_array().expect("terms").iter().map(of));
        }
        let distinct: BTreeSet<i64> = ids.iter().copied().collect();
        assert!(ids.len() > 10 && distinct.len() == ids.len(), "{ids:?}");
    }

    async fn a_new_coupon_comes_after_the_others(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 2).await;
        for code in ["una-volta", "meno5", "meno10"] {
            visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200);
        }
        let cart = visitor.cart().await;
        let codes: Vec<&str> = cart["coupons"].as_array().expect("coupons").iter().filter_map(|one| one["code"].as_str()).collect();
        assert_eq!(codes, ["una-volta", "meno5", "meno10"]);
    }

    async fn dear_ones_first_goes_by_the_highest_price(shop) {
        let mut visitor = shop.visitor();
        // From 33 to 70, before one of 40.
        let dear = skus(&list(&mut visitor, "orderby=price&order=desc").await);
        let at = |sku: &str| dear.iter().position(|one| one == sku).expect("it is listed");
        assert!(at("t-caviar") < at("t-one"), "{dear:?}");
    }

    async fn the_best_rated_come_first_whatever_the_order_says(shop) {
        let mut visitor = shop.visitor();
        for by in ["rating", "popularity"] {
            let [asc, desc] = ["asc", "desc"].map(|order| format!("orderby={by}&order={order}"));
            assert_eq!(skus(&list(&mut visitor, &asc).await), skus(&list(&mut visitor, &desc).await), "{by}");
        }
    }

    async fn no_quantity_is_one_and_fractions_are_cut(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await.to_string();
        for quantity in ["", "0"] {
            visitor.ajax("add_to_cart", &[("product_id", &id), ("quantity", quantity)]).await.expect(200);
        }
        assert_eq!(visitor.cart().await["items_count"], 2);
        let mut other = shop.visitor();
        for (quantity, sum) in [(0.4, 1), (2.9, 3)] {
            let cart = other.post("/cart/add-item", json!({ "id": id.parse::<i64>().unwrap(), "quantity": quantity })).await.expect(201);
            assert_eq!(cart["items_count"], sum, "{quantity}");
        }
    }

    async fn a_missing_attribute_fits_variations_that_leave_it_open_alone(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-tin").await.to_string();
        let asked = |size: &'static str| [("product_id", id.clone()), ("attribute_pa_formato", size.into())];
        for (size, found) in [("piccola", true), ("grande", false)] {
            let fields = asked(size);
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let answer = visitor.ajax("get_variation", &fields).await.expect(200);
            assert_eq!(answer != json!(false), found, "{size}");
        }
        let simple = visitor.id("t-oil").await.to_string();
        assert_eq!(visitor.ajax("get_variation", &[("product_id", &simple)]).await.expect(200), json!(false));
    }

    async fn no_price_is_nought_and_cannot_be_bought(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-noprice").await;
        let product = visitor.get(&format!("/products/{id}")).await.expect(200);
        assert_eq!((&product["prices"]["price"], &product["is_purchasable"]), (&json!("0"), &json!(false)));
        assert!(skus(&list(&mut visitor, "max_price=100").await).contains(&"t-noprice".to_owned()));
        assert!(!skus(&list(&mut visitor, "min_price=1").await).contains(&"t-noprice".to_owned()));
        visitor.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.refused(400, "woocommerce_rest_product_not_purchasable");
    }

    async fn slugs_are_found_in_any_case(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(visitor.get("/products/Olio-Di-Prova").await.expect(200)["sku"], "t-oil");
        assert_eq!(skus(&list(&mut visitor, "category=OLIO").await), ["t-oil"]);
    }

    async fn lists_of_terms_leave_out_what_is_excluded_and_have_no_end_at_a_hundred(shop) {
        let mut visitor = shop.visitor();
        let all = visitor.get("/products/categories?per_page=500").await.expect(200);
        let all = all.as_array().expect("categories");
        let first = all[0]["id"].as_i64().expect("a number");
        let rest = visitor.get(&format!("/products/categories?per_page=0&exclude={first}")).await.expect(200);
        let rest = rest.as_array().expect("categories");
        assert_eq!(rest.len(), all.len() - 1);
        assert!(rest.iter().all(|one| one["id"] != first));
    }

    async fn a_delivery_that_is_not_offered_there_keeps_the_address_and_asks_to_look_again(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let mut form = classic_form(&mut visitor).await;
        form.retain(|(name, _)| !matches!(*name, "billing_country" | "billing_state" | "billing_postcode" | "billing_city"));
        form.extend([
            ("billing_country", "FR".to_owned()),
            ("billing_state", String::new()),
            ("billing_postcode", "75001".to_owned()),
            ("billing_city", "Paris".to_owned()),
            ("shipping_method[0]", "local_pickup:3".to_owned()),
        ]);
        for own in [false, true] {
            form.extend(own.then(|| ("checkout_attempt", "own".to_owned())));
            let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let answer = visitor.ajax("checkout", &fields).await.json();
            // Clients of the platform know no refusal that asks for the review.
            assert_eq!((&answer["result"], &answer["refresh"]), (&json!("failure"), &json!(own)), "{answer}");
        }
        let cart = visitor.cart().await;
        assert_eq!((&cart["shipping_address"]["country"], &cart["billing_address"]["city"]), (&json!("FR"), &json!("Paris")));
    }

    async fn greek_postcodes_stay_as_they_are_written(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-guide", 1).await;
        for typed in ["10431", "104 31"] {
            let change = json!({ "billing_address": { "country": "GR", "state": "I", "postcode": typed } });
            let cart = visitor.post("/cart/update-customer", change).await.expect(200);
            assert_eq!(cart["billing_address"]["postcode"], typed);
        }
    }

    async fn a_variation_that_is_switched_off_is_shown_and_cannot_be_chosen(shop) {
        let mut visitor = shop.visitor();
        let (product, small) = (visitor.id("t-caviar").await, visitor.id("t-caviar-15").await);
        let body = json!({ "variations": [{ "id": small, "status": "private" }] });
        shop.merchant().await.write(Method::PATCH, &format!("/products/{product}"), body).await.expect(200);
        let request = visitor.request(Method::GET, "/prodotto/caviale-di-prova/").header("Accept", "application/vnd.bottega.page+json");
        let page = visitor.send(request).await.expect(200);
        let variations = page["page"]["variations"].as_array().expect("variations");
        let of = |id: i64| variations.iter().find(|one| one["variation_id"] == id).expect("it is shown");
        let off = of(small);
        assert_eq!((&off["variation_is_active"], &off["is_purchasable"]), (&json!(false), &json!(false)));
        let product = product.to_string();
        let asked = [("product_id", product.as_str()), ("attribute_pa_formato", "15-g")];
        assert_eq!(visitor.ajax("get_variation", &asked).await.expect(200), json!(false));
        let answer = visitor.post("/cart/add-item", json!({ "id": small, "quantity": 1 })).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
    }
}
