use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Visitor, rules};

/// The data of a page's own JSON.
async fn data(visitor: &mut Visitor, path: &str) -> Value {
    let request = visitor.request(Method::GET, path).header("Accept", "application/vnd.bottega.page+json");
    visitor.send(request).await.expect(200)
}

async fn notices(visitor: &mut Visitor) -> Vec<String> {
    let page = data(visitor, "/cart/").await;
    let rows = page["page"]["notices"].as_array().cloned().unwrap_or_default();
    rows.iter().filter_map(|row| row["text"].as_str().map(str::to_owned)).collect()
}

async fn change_price(shop: &shop_tests::TestShop, sku: &str, price: &str) {
    let id = shop.visitor().id(sku).await;
    let body = json!({ "regular_price": price });
    let answer = shop.merchant().await.write(Method::PATCH, &format!("/products/{id}"), body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

fn key(cart: &Value) -> String {
    cart["items"][0]["key"].as_str().expect("a line").to_owned()
}

/// The calculator's fields with its nonce.
async fn destination(
    visitor: &mut Visitor,
    country: &str,
    state: &str,
    city: &str,
    postcode: &str,
) -> shop_tests::Answer {
    let nonce = visitor.form_nonce("/cart/", "woocommerce-shipping-calculator-nonce").await;
    send_destination(visitor, &nonce, [country, state, city, postcode]).await
}

async fn send_destination(visitor: &mut Visitor, nonce: &str, to: [&str; 4]) -> shop_tests::Answer {
    let [country, state, city, postcode] = to;
    let fields = [
        ("woocommerce-shipping-calculator-nonce", nonce),
        ("calc_shipping", "1"),
        ("calc_shipping_state_of", country),
        ("calc_shipping_country", country),
        ("calc_shipping_state", state),
        ("calc_shipping_city", city),
        ("calc_shipping_postcode", postcode),
    ];
    visitor.submit("/cart/", &fields).await
}

rules! {
    async fn a_removed_line_comes_back_with_quantity_and_choice(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-caviar-35", 2).await;
        let nonce = visitor.form_nonce("/cart/", "woocommerce-cart-nonce").await;
        let path = format!("/cart/?remove_item={}&_wpnonce={nonce}", key(&cart));
        assert_eq!(visitor.page(&path).await.status, 303);
        let page = data(&mut visitor, "/cart/").await;
        let undo = page["page"]["notices"][0]["link"]["path"].as_str().expect("a way back").to_owned();
        assert_eq!(page["page"]["cart"]["items_count"], 0);
        assert_eq!(visitor.page(&undo).await.status, 303);
        let back = visitor.cart().await;
        assert_eq!((&back["items"][0]["quantity"], &back["items"][0]["sku"]), (&2.into(), &"t-caviar-35".into()));
        assert_eq!(back["items"][0]["variation"], cart["items"][0]["variation"]);
        // Once: a second time there is nothing to put back.
        visitor.page(&undo).await;
        assert_eq!(visitor.cart().await["items_count"], 2);
    }

    async fn lines_that_are_set_to_none_come_back_as_removed_ones_do(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let cart = visitor.add("t-caviar-35", 2).await;
        let nonce = visitor.form_nonce("/cart/", "woocommerce-cart-nonce").await;
        let lines = cart["items"].as_array().expect("lines");
        let names: Vec<String> = lines.iter().map(|line| format!("cart[{}][qty]", line["key"].as_str().expect("a key"))).collect();
        let mut fields = vec![("woocommerce-cart-nonce", nonce.as_str()), ("update_cart", "1")];
        fields.extend(names.iter().map(|name| (name.as_str(), "0")));
        assert_eq!(visitor.submit("/cart/", &fields).await.status, 303);
        let page = data(&mut visitor, "/cart/").await;
        assert_eq!(page["page"]["cart"]["items_count"], 0);
        let told = page["page"]["notices"].as_array().expect("notices").clone();
        assert_eq!(told.len(), 2, "one for each line: {told:?}");
        for notice in &told {
            let undo = notice["link"]["path"].as_str().expect("a way back");
            assert_eq!(visitor.page(undo).await.status, 303);
        }
        let back = visitor.cart().await;
        let rows: Vec<_> = back["items"].as_array().expect("lines").iter().map(|line| (line["sku"].as_str(), line["quantity"].as_i64())).collect();
        assert_eq!(rows, [(Some("t-oil"), Some(1)), (Some("t-caviar-35"), Some(2))]);
    }

    async fn a_name_with_signs_of_html_is_shown_as_it_is_written(shop) {
        let mut shop = shop;
        let id = shop.visitor().id("t-oil").await;
        let body = json!({ "name": "Biscotti d'avena & <miele>" });
        let answer = shop.merchant().await.write(Method::PATCH, &format!("/products/{id}"), body).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        shop.add_server().await;
        let mut visitor = shop.visitor_of(1);
        visitor.add("t-oil", 1).await;
        for path in ["/cart/", "/checkout/"] {
            let html = visitor.page(path).await.text();
            let root = html.split("id=\"root\"").nth(1).expect("what is shown");
            let shown = root.split("<script").next().expect("its end");
            assert!(shown.contains("Biscotti d&#x27;avena &amp; &lt;miele&gt;"), "{path}: {shown}");
            assert!(!shown.contains("&amp;amp;") && !shown.contains("&amp;#39;") && !shown.contains("&amp;lt;"), "{path}");
        }
        assert_eq!(visitor.cart().await["items"][0]["name"], "Biscotti d&#39;avena &amp; &lt;miele&gt;", "the wire stays HTML");
    }

    async fn putting_back_needs_the_nonce_and_a_line_of_ones_own(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        visitor.post("/cart/remove-item", json!({ "key": key(&cart) })).await.expect(200);
        visitor.page(&format!("/cart/?undo_item={}&_wpnonce=0000", key(&cart))).await;
        assert_eq!(visitor.cart().await["items_count"], 0);
        let mut other = shop.visitor();
        other.add("t-five", 1).await;
        let foreign = other.post("/cart/restore-item", json!({ "key": key(&cart) })).await;
        foreign.refused(400, "nothing_to_restore");
        for body in [json!({}), json!({ "key": "" }), json!({ "key": 7 })] {
            visitor.post("/cart/restore-item", body).await.refused(400, "nothing_to_restore");
        }
        visitor.nonce = Some("0000".into());
        assert_eq!(visitor.post("/cart/restore-item", json!({ "key": key(&cart) })).await.status, 403);
        visitor.nonce = None;
        let back = visitor.post("/cart/restore-item", json!({ "key": key(&cart) })).await.expect(200);
        assert_eq!(back["items_count"], 1);
    }

    async fn what_was_sold_meanwhile_is_not_put_back(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-five", 4).await;
        visitor.post("/cart/remove-item", json!({ "key": key(&cart) })).await.expect(200);
        shop.visitor().buy("t-five", 3).await;
        let refused = visitor.post("/cart/restore-item", json!({ "key": key(&cart) })).await;
        refused.refused(400, "woocommerce_rest_product_partially_out_of_stock");
    }

    async fn a_changed_price_is_told_once_with_both_amounts(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        assert_eq!(notices(&mut visitor).await, [] as [String; 0]);
        change_price(&shop, "t-oil", "13.40").await;
        assert_eq!(visitor.cart().await["items"][0]["prices"]["price"], "1340");
        let told = notices(&mut visitor).await;
        assert_eq!(told, ["Il prezzo di «Olio di prova» è cambiato da 12,00\u{a0}€ a 13,40\u{a0}€."]);
        assert_eq!(notices(&mut visitor).await, [] as [String; 0]);
    }

    async fn a_price_that_went_there_and_back_is_not_told(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        change_price(&shop, "t-oil", "13.40").await;
        change_price(&shop, "t-oil", "12").await;
        assert_eq!(notices(&mut visitor).await, [] as [String; 0]);
    }

    async fn what_is_missing_to_free_delivery_counts_after_discounts(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 2).await;
        let free = |cart: &Value, name: &str| cart["extensions"][format!("bottega_free_delivery_{name}")].clone();
        assert_eq!((free(&cart, "from"), free(&cart, "reached"), free(&cart, "missing")), ("6000".into(), "2400".into(), "3600".into()));
        let cart = visitor.post("/cart/apply-coupon", json!({ "code": "meno5" })).await.expect(200);
        assert_eq!(free(&cart, "missing"), "4100");
        let cart = visitor.add("t-oil", 4).await;
        assert_eq!((free(&cart, "reached"), free(&cart, "missing")), ("6000".into(), "0".into()));
    }

    async fn free_delivery_is_not_promised_where_there_is_none(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-guide", 1).await;
        assert_eq!(cart["extensions"], json!({}), "nothing is delivered");
        visitor.add("t-oil", 1).await;
        let change = json!({ "shipping_address": { "country": "FR" } });
        let cart = visitor.post("/cart/update-customer", change).await.expect(200);
        assert_eq!(cart["extensions"], json!({}), "France has no such offer");
    }

    async fn the_calculator_sets_the_destination_and_prices_it(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let done = destination(&mut visitor, "FR", "", "Paris", "75001").await;
        assert_eq!((done.status, done.header("location")), (303, Some("/cart/")));
        assert_eq!(notices(&mut visitor).await, ["Spese di spedizione aggiornate."]);
        let cart = visitor.cart().await;
        assert_eq!(cart["shipping_rates"][0]["shipping_rates"][0]["name"], "Corriere UE");
        assert_eq!(cart["shipping_address"]["postcode"], "75001");
        let page = data(&mut visitor, "/cart/").await;
        assert_eq!(page["page"]["calculator"]["state_field"]["kind"], "hidden");
    }

    async fn a_destination_that_does_not_exist_is_refused_by_field_and_keeps_what_was_typed(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for (to, field) in [
            (["", "", "", ""], "calc_shipping_country"),
            (["US", "", "", ""], "calc_shipping_country"),
            (["IT", "ZZ", "Torino", "10123"], "calc_shipping_state"),
            (["IT", "TO", "Torino", "101"], "calc_shipping_postcode"),
        ] {
            let [country, state, city, postcode] = to;
            let nonce = visitor.form_nonce("/cart/", "woocommerce-shipping-calculator-nonce").await;
            let fields = [
                ("woocommerce-shipping-calculator-nonce", nonce.as_str()),
                ("calc_shipping", "1"),
                ("calc_shipping_state_of", country),
                ("calc_shipping_country", country),
                ("calc_shipping_state", state),
                ("calc_shipping_city", city),
                ("calc_shipping_postcode", postcode),
            ];
            let request = visitor.request(Method::POST, "/cart/").header("Accept", "application/vnd.bottega.page+json");
            let page = visitor.send(request.form(&fields)).await.expect(200);
            let form = &page["page"]["calculator"];
            assert_eq!(form["errors"][0]["field"], field, "{to:?}: {form}");
            assert_eq!((&form["city"], &form["postcode"]), (&city.into(), &postcode.into()));
        }
        assert_eq!(visitor.cart().await["shipping_address"]["country"], "IT", "nothing was changed");
    }

    async fn the_calculator_needs_its_own_nonce(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let cart_nonce = visitor.form_nonce("/cart/", "woocommerce-cart-nonce").await;
        for nonce in ["", "0000", cart_nonce.as_str()] {
            send_destination(&mut visitor, nonce, ["FR", "", "", ""]).await;
            assert_eq!(visitor.cart().await["shipping_address"]["country"], "IT", "{nonce}");
        }
        let mut other = shop.visitor();
        other.add("t-oil", 1).await;
        let foreign = other.form_nonce("/cart/", "woocommerce-shipping-calculator-nonce").await;
        send_destination(&mut visitor, &foreign, ["FR", "", "", ""]).await;
        assert_eq!(visitor.cart().await["shipping_address"]["country"], "IT");
    }

    async fn a_cart_of_things_that_are_not_delivered_asks_for_no_destination(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-guide", 1).await;
        assert_eq!(data(&mut visitor, "/cart/").await["page"]["calculator"], Value::Null);
    }

    async fn what_goes_well_is_offered_under_the_cart_without_what_is_in_it(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let names = |page: &Value| {
            let cards = page["page"]["suggestions"].as_array().cloned().unwrap_or_default();
            cards.iter().filter_map(|card| card["name"].as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        assert_eq!(names(&data(&mut visitor, "/cart/").await), ["Caffè macinato"]);
        visitor.add("t-caffe", 1).await;
        assert_eq!(names(&data(&mut visitor, "/cart/").await), [] as [String; 0]);
    }

    async fn a_button_that_asks_for_it_gets_the_cart_or_the_reason(shop) {
        let mut visitor = shop.visitor();
        let accept = "application/vnd.bottega.cart+json, application/json";
        let (good, gone) = (visitor.id("t-oil").await.to_string(), visitor.id("t-gone").await.to_string());
        let request = visitor.request(Method::POST, "/?wc-ajax=add_to_cart").header("Accept", accept);
        let answer = visitor.send(request.form(&[("product_id", good.as_str())])).await.expect(200);
        assert_eq!(answer["cart"]["items_count"], 1);
        assert!(answer["fragments"].is_object() && answer["cart_hash"].is_string());
        let request = visitor.request(Method::POST, "/?wc-ajax=add_to_cart").header("Accept", accept);
        let answer = visitor.send(request.form(&[("product_id", gone.as_str())])).await.expect(200);
        assert!(answer["message"].as_str().is_some_and(|text| text.contains("Finito")), "{answer}");
        assert!(answer["product_url"].as_str().is_some_and(|url| url.ends_with("/prodotto/finito/")), "{answer}");
    }

    async fn the_remove_link_of_the_mini_cart_works_on_its_own(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let answer = visitor.ajax("get_refreshed_fragments", &[]).await.expect(200);
        let html = answer["fragments"]["div.widget_shopping_cart_content"].as_str().expect("the mini cart").to_owned();
        let link = html.split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
        assert_eq!(visitor.page(&link.replace("&amp;", "&")).await.status, 303);
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn a_link_adds_for_browsers_without_scripts_and_never_ahead_of_a_click(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let path = format!("/negozio/?add-to-cart={id}");
        for (name, value) in [("Sec-Purpose", "prefetch"), ("Purpose", "prefetch"), ("Sec-Fetch-Site", "cross-site")] {
            let request = visitor.request(Method::GET, &path).header(name, value);
            visitor.send(request).await;
            assert_eq!(visitor.cart().await["items_count"], 0, "{name}");
        }
        let done = visitor.page(&path).await;
        assert_eq!((done.status, done.header("location")), (303, Some("/cart/")));
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn lists_are_narrowed_by_rating_and_by_what_is_on_order(shop) {
        let mut visitor = shop.visitor();
        let total = |page: &Value| page["page"]["total"].clone();
        // Oil: 5 and 4 stars, rounded to 5; honey: 2.
        let page = data(&mut visitor, "/negozio/?rating_filter=5").await;
        assert_eq!((total(&page), &page["page"]["cards"][0]["name"]), (1.into(), &"Olio di prova".into()));
        assert_eq!(total(&data(&mut visitor, "/negozio/?rating_filter=2,5").await), 2);
        assert_eq!(total(&data(&mut visitor, "/negozio/?rating_filter=3").await), 0);
        let all = total(&data(&mut visitor, "/negozio/").await);
        for junk in ["9", "x", "-1", ""] {
            assert_eq!(total(&data(&mut visitor, &format!("/negozio/?rating_filter={junk}")).await), all, "{junk}");
        }
        let page = data(&mut visitor, "/negozio/?stock_status=onbackorder").await;
        assert_eq!((total(&page), &page["page"]["cards"][0]["name"]), (1.into(), &"Su ordinazione".into()));
        let active = page["page"]["filters"]["active"].as_array().cloned().unwrap_or_default();
        assert_eq!((active.len(), &active[0]["path"]), (1, &"/negozio/".into()));
    }
}
