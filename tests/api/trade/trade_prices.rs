//! Trade buyers see and pay what their role and their company are given, everywhere; nobody else does.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use shop_tests::{
    Merchant, TestShop, Visitor, ask, checkout, customer, on_both_databases, page_data, rules, sql, trade_role,
};

/// Makes a role; gives its number.
fn role(shop: &TestShop, slug: &str, terms: Value) -> String {
    trade_role(shop, slug, &terms.to_string())
}

/// The main account of a company with a role, and the company's number.
async fn buyer(shop: &TestShop, email: &str, role: &str, approval: &str) -> (Visitor, String) {
    let visitor = customer(shop, email).await;
    let db = shop.database();
    let id = ask(db, &format!("SELECT id FROM customers WHERE email = '{email}'")).remove(0);
    let insert = format!(
        "INSERT INTO companies (owner_id, role_id, approval, name, country, content, created_at) \
         VALUES ({id}, {role}, '{approval}', 'Trattoria {id}', 'IT', '{{}}', 0)"
    );
    sql(db, &insert);
    let company = ask(db, &format!("SELECT id FROM companies WHERE owner_id = {id}")).remove(0);
    sql(db, &format!("UPDATE customers SET company_id = {company} WHERE id = {id}"));
    (visitor, company)
}

async fn set(merchant: &mut Merchant, owner: &str, item: i64, price: &str, tiers: &str) {
    let body = json!({ "changes": [{ "item_id": item, "price": price, "tiers": tiers }] });
    let answer = merchant.write(Method::PUT, &format!("/trade-prices/{owner}"), body).await;
    assert_eq!(answer.status, 204, "{}", answer.text());
}

async fn price(visitor: &mut Visitor, id: i64) -> String {
    let product = visitor.get(&format!("/products/{id}")).await.expect(200);
    product["prices"]["price"].as_str().expect("a price").to_owned()
}

fn line_price(cart: &Value) -> &str {
    cart["items"][0]["prices"]["price"].as_str().expect("a price")
}

fn error_codes(cart: &Value) -> Vec<&str> {
    cart["errors"].as_array().expect("errors").iter().filter_map(|error| error["code"].as_str()).collect()
}

on_both_databases! {
    async fn another_processs_price_is_charged_at_once(shop) {
        let role = role(&shop, "ristorazione", json!({}));
        let (mut trattoria, _) = buyer(&shop, "oste@example.com", &role, "approved").await;
        let oil = trattoria.id("t-oil").await;
        assert_eq!(line_price(&trattoria.add("t-oil", 1).await), "1200");
        let mut shop = shop;
        let second = shop.add_server().await;
        set(&mut shop.merchant_of(second).await, &format!("role-{role}"), oil, "9,5", "").await;
        assert_eq!(line_price(&trattoria.cart().await), "950");
    }

    async fn two_who_set_the_same_price_at_once_leave_one_of_the_two(shop) {
        let role = role(&shop, "ristorazione", json!({}));
        let (mut one, mut other) = (shop.merchant().await, shop.shop_manager().await);
        let oil = shop.visitor().id("t-oil").await;
        let owner = format!("role-{role}");
        tokio::join!(set(&mut one, &owner, oil, "9", ""), set(&mut other, &owner, oil, "8", "6=7"));
        let rows = ask(shop.database(), "SELECT price FROM trade_prices");
        assert_eq!(rows.len(), 1, "{rows:?}");
        let nine = json!({ "cents": 900 });
        let eight = json!({ "cents": 800, "tiers": [{ "from_quantity": 6, "cents": 700 }] });
        let kept: Value = serde_json::from_str(&rows[0]).expect("a price");
        assert!(kept == nine || kept == eight, "{kept}");
    }
}

rules! {
    async fn a_role_pays_its_own_price_on_every_page_and_in_the_order_and_nobody_else_does(shop) {
        let role = role(&shop, "ristorazione", json!({}));
        let (mut trattoria, _) = buyer(&shop, "oste@example.com", &role, "approved").await;
        let (mut merchant, mut guest) = (shop.merchant().await, shop.visitor());
        let oil = guest.id("t-oil").await;
        set(&mut merchant, &format!("role-{role}"), oil, "9,00", "").await;

        assert_eq!((price(&mut trattoria, oil).await.as_str(), price(&mut guest, oil).await.as_str()), ("900", "1200"));
        let dear = trattoria.get("/products?min_price=1100&search=olio").await.expect(200);
        assert_eq!(dear, json!([]), "filters go by the own price");
        let slug = guest.get(&format!("/products/{oil}")).await.expect(200)["slug"].clone();
        let path = format!("/prodotto/{}/", slug.as_str().expect("a slug"));
        for (who, cents) in [(&mut trattoria, 900), (&mut guest, 1200)] {
            let page = page_data(who, &path).await;
            assert_eq!(page["page"]["card"]["price"]["price_cents"], cents, "{}", page["page"]["card"]);
            let list = page_data(who, "/negozio/?s=olio").await;
            assert_eq!(list["page"]["cards"][0]["price"]["price_cents"], cents, "{}", list["page"]);
            let found = who.page("/api/search?s=olio").await.text();
            assert!(found.contains(if cents == 900 { "9,00" } else { "12,00" }), "{found}");
        }
        assert_eq!(line_price(&trattoria.add("t-oil", 2).await), "900");
        let order = trattoria.post("/checkout", checkout("bacs")).await.expect(200);
        let kept = merchant.order(order["order_id"].as_i64().expect("a number")).await;
        assert!(kept.to_string().contains("1800") || kept.to_string().contains("1636"), "{kept}");
    }

    async fn a_line_is_priced_by_how_many_pieces_it_has(shop) {
        let role = role(&shop, "rivenditore", json!({}));
        let (mut dealer, _) = buyer(&shop, "rivendo@example.com", &role, "approved").await;
        let mut merchant = shop.merchant().await;
        let oil = dealer.id("t-oil").await;
        set(&mut merchant, &format!("role-{role}"), oil, "10,00", "12=8,00 6=9,00").await;

        // What waits for the new account is read before.
        page_data(&mut dealer, "/my-account/").await;
        let cart = dealer.add("t-oil", 5).await;
        assert_eq!(line_price(&cart), "1000");
        let key = cart["items"][0]["key"].clone();
        for (quantity, cents) in [(6, "900"), (11, "900"), (12, "800"), (1, "1000")] {
            let body = json!({ "key": key, "quantity": quantity });
            let cart = dealer.post("/cart/update-item", body).await.expect(200);
            assert_eq!(line_price(&cart), cents, "{quantity} pieces");
        }
        let cart = dealer.add("t-oil", 11).await;
        assert_eq!(line_price(&cart), "800", "an equal line grows");
        let page = page_data(&mut dealer, "/cart/").await;
        assert_eq!(page["page"]["notices"], json!([]), "a price that follows from the quantity is no news");
        assert_eq!(page["page"]["cart"]["pricing"], Value::Null, "the page waits for the server");
        let product = dealer.get(&format!("/products/{oil}")).await.expect(200);
        assert_eq!(product["extensions"]["bottega_price_tiers"], "6=900 12=800");
    }

    async fn a_companys_price_holds_in_place_of_its_roles_and_for_no_other_company(shop) {
        let role = role(&shop, "ristorazione", json!({}));
        let (mut one, company) = buyer(&shop, "uno@example.com", &role, "approved").await;
        let (mut other, _) = buyer(&shop, "due@example.com", &role, "approved").await;
        let (mut waiting, _) = buyer(&shop, "tre@example.com", &role, "pending").await;
        let (mut refused, _) = buyer(&shop, "quattro@example.com", &role, "rejected").await;
        let mut merchant = shop.merchant().await;
        let oil = one.id("t-oil").await;
        set(&mut merchant, &format!("role-{role}"), oil, "10", "").await;
        set(&mut merchant, &format!("company-{company}"), oil, "7.00", "").await;

        for (who, cents) in [(&mut one, "700"), (&mut other, "1000"), (&mut waiting, "1200"), (&mut refused, "1200")] {
            assert_eq!(price(who, oil).await, cents);
            assert_eq!(line_price(&who.add("t-oil", 1).await), cents);
        }
        set(&mut merchant, &format!("company-{company}"), oil, "", "").await;
        assert_eq!(price(&mut one, oil).await, "1000", "what is taken away is the role's again");
        assert_eq!(line_price(&one.cart().await), "1000");
    }

    async fn what_others_buy_is_sold_out_for_who_has_prices_of_his_own_too(shop) {
        let role = role(&shop, "ristorazione", json!({}));
        let (mut trattoria, _) = buyer(&shop, "oste@example.com", &role, "approved").await;
        let mut guest = shop.visitor();
        let five = guest.id("t-five").await;
        set(&mut shop.merchant().await, &format!("role-{role}"), five, "8", "").await;
        assert_eq!(trattoria.get(&format!("/products/{five}")).await.expect(200)["is_in_stock"], true);
        guest.buy("t-five", 5).await;
        let seen = trattoria.get(&format!("/products/{five}")).await.expect(200);
        assert_eq!((&seen["is_in_stock"], &seen["prices"]["price"]), (&json!(false), &json!("800")));
        let left = trattoria.get("/products?stock_status=instock&search=cinque").await.expect(200);
        assert_eq!(left, json!([]), "filters know it too");
    }

    async fn what_is_not_sold_to_a_role_is_found_in_no_way(shop) {
        let mut guest = shop.visitor();
        let (oil, honey) = (guest.id("t-oil").await, guest.id("t-sale").await);
        let categories = guest.get("/products/categories").await.expect(200);
        let sweets = categories.as_array().expect("categories").iter().find(|one| one["name"] == "Dolci").expect("Dolci");
        let role = role(&shop, "ristorazione", json!({
            "hidden_category_ids": [sweets["id"]], "hidden_product_ids": [oil],
        }));
        let (mut trattoria, _) = buyer(&shop, "oste@example.com", &role, "approved").await;

        for id in [oil, honey] {
            let slug = guest.get(&format!("/products/{id}")).await.expect(200)["slug"].clone();
            let page = format!("/prodotto/{}/", slug.as_str().expect("a slug"));
            assert_eq!((guest.page(&page).await.status, trattoria.page(&page).await.status), (200, 404), "{page}");
            trattoria.get(&format!("/products/{id}")).await.expect(404);
            let add = json!({ "id": id, "quantity": 1 });
            trattoria.post("/cart/add-item", add).await.refused(400, "woocommerce_rest_cart_invalid_product");
        }
        for query in ["search=olio", "search=miele", "sku=t-oil", "sku=t-sale", "category=dolci", "on_sale=true"] {
            let seen = |answer: Value| answer.as_array().expect("products").len();
            assert!(seen(guest.get(&format!("/products?{query}")).await.expect(200)) > 0, "{query}");
            assert_eq!(seen(trattoria.get(&format!("/products?{query}")).await.expect(200)), 0, "{query}");
        }
        let names = trattoria.get("/products/categories").await.expect(200).to_string();
        assert!(!names.contains("Dolci") && names.contains("Caviale"), "{names}");
        assert_eq!(trattoria.page("/categoria-prodotto/dolci/").await.status, 404);
        assert_eq!(guest.page("/categoria-prodotto/dolci/").await.status, 200);
        let counted = "/products/collection-data?calculate_taxonomy_counts=product_cat&calculate_stock_status_counts=true";
        let counts = trattoria.get(counted).await.expect(200);
        assert!(counts["taxonomy_counts"].as_array().expect("counts").iter().all(|one| one["term"] != sweets["id"]), "{counts}");
    }

    async fn a_line_that_is_no_longer_sold_to_its_buyer_leaves_the_cart_and_that_is_told(shop) {
        let mut guest = shop.visitor();
        let oil = guest.id("t-oil").await;
        let role = role(&shop, "ristorazione", json!({ "hidden_product_ids": [oil] }));
        let mut person = customer(&shop, "oste@example.com").await;
        person.add("t-oil", 1).await;
        let id = ask(shop.database(), "SELECT id FROM customers WHERE email = 'oste@example.com'").remove(0);
        sql(shop.database(), &format!("UPDATE customers SET customer_role_id = {role} WHERE id = {id}"));
        assert_eq!(person.cart().await["items"], json!([]));
        person.post("/checkout", checkout("bacs")).await.refused(409, "woocommerce_rest_cart_empty");
    }

    async fn below_the_least_order_of_a_role_nothing_is_ordered_on_any_path(shop) {
        let role = role(&shop, "ristorazione", json!({ "minimum_order_cents": 5000 }));
        let (mut trattoria, _) = buyer(&shop, "oste@example.com", &role, "approved").await;
        let cart = trattoria.add("t-oil", 5).await;
        // Five pieces of 12.00 with 4 % tax are 57.69 net: enough; four are not.
        assert_eq!(error_codes(&cart), [] as [&str; 0]);
        let key = cart["items"][0]["key"].clone();
        let cart = trattoria.post("/cart/update-item", json!({ "key": key, "quantity": 4 })).await.expect(200);
        assert_eq!(error_codes(&cart), ["trade_minimum_order"]);
        let told = cart["errors"][0]["message"].as_str().expect("a message");
        assert!(told.contains("50,00") && told.contains("3,85"), "{told}");

        trattoria.post("/checkout", checkout("bacs")).await.refused(409, "trade_minimum_order");
        let form = shop_tests::classic_form(&mut trattoria).await;
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = trattoria.ajax("checkout", &fields).await.expect(200);
        assert_eq!(answer["result"], "failure", "{answer}");
        assert!(answer["messages"].as_str().is_some_and(|text| text.contains("ordine minimo")), "{answer}");

        trattoria.post("/cart/update-item", json!({ "key": key, "quantity": 5 })).await.expect(200);
        trattoria.post("/checkout", checkout("bacs")).await.expect(200);
    }

    async fn a_page_on_terms_of_ones_own_is_not_kept_for_when_there_is_no_connection(shop) {
        let role = role(&shop, "ristorazione", json!({}));
        let (mut trattoria, _) = buyer(&shop, "oste@example.com", &role, "approved").await;
        let (mut merchant, mut guest) = (shop.merchant().await, shop.visitor());
        let oil = guest.id("t-oil").await;
        set(&mut merchant, &format!("role-{role}"), oil, "9,00", "").await;
        for page in ["/", "/negozio/", "/prodotto/olio-di-prova/"] {
            assert_eq!(trattoria.page(page).await.header("bottega-offline"), None, "{page}");
            assert_eq!(guest.page(page).await.header("bottega-offline"), Some("1"), "{page}");
        }
    }

    async fn a_role_that_sees_net_prices_sees_them_net_and_pays_the_tax(shop) {
        let role = role(&shop, "rivenditore", json!({ "net_prices": true }));
        let (mut dealer, _) = buyer(&shop, "rivendo@example.com", &role, "approved").await;
        let oil = dealer.id("t-oil").await;
        assert_eq!(price(&mut dealer, oil).await, "1154");
        let cart = dealer.add("t-oil", 1).await;
        assert_eq!((line_price(&cart), &cart["totals"]["total_items"]), ("1154", &json!("1154")));
        assert_eq!(cart["totals"]["total_items_tax"], "46");
        let note = page_data(&mut dealer, "/").await["shell"]["price_note"].clone();
        assert_ne!(note, page_data(&mut shop.visitor(), "/").await["shell"]["price_note"]);
    }

    async fn ways_of_payment_and_delivery_that_a_role_does_not_have_are_neither_offered_nor_taken(shop) {
        let mut guest = shop.visitor();
        let offered = guest.add("t-oil", 1).await;
        let rates = offered["shipping_rates"][0]["shipping_rates"].as_array().expect("rates").clone();
        let pickup = rates.iter().find(|rate| rate["method_id"] == "local_pickup").expect("a pickup")["rate_id"].clone();
        let role = role(&shop, "ristorazione", json!({
            "hidden_payment_methods": ["bacs"], "hidden_shipping_methods": [pickup],
        }));
        let (mut trattoria, _) = buyer(&shop, "oste@example.com", &role, "approved").await;
        let cart = trattoria.add("t-oil", 1).await;
        assert!(!cart["payment_methods"].as_array().expect("methods").contains(&json!("bacs")), "{}", cart["payment_methods"]);
        let rates = cart["shipping_rates"][0]["shipping_rates"].to_string();
        assert!(!rates.contains("local_pickup"), "{rates}");
        let answer = trattoria.post("/checkout", checkout("bacs")).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
        trattoria.post("/checkout", checkout("cod")).await.expect(200);
    }

    async fn a_shop_that_hides_its_prices_tells_them_to_who_is_logged_in_alone(shop) {
        let known = customer(&shop, "ada@example.com").await;
        let mut shop = shop;
        let hiding = shop.with_settings(|settings| settings.trade.hide_prices = true).await;
        let mut guest = shop.visitor_of(hiding);
        let oil = guest.id("t-oil").await;
        let product = guest.get(&format!("/products/{oil}")).await.expect(200);
        assert_eq!((&product["prices"]["price"], &product["is_purchasable"]), (&json!("0"), &json!(false)));
        let slug = product["slug"].as_str().expect("a slug").to_owned();
        for path in [format!("/prodotto/{slug}/"), "/negozio/?s=olio".to_owned(), "/".to_owned()] {
            let page = guest.page(&path).await.text();
            assert!(!page.contains("12,00") && !page.contains("\"price_cents\":1200"), "{path} tells the price");
            assert!(page.contains("Accedi per vedere i prezzi"), "{path}");
        }
        let suggested = guest.page("/api/search?s=olio").await.text();
        assert!(suggested.contains("Olio di prova") && !suggested.contains("12,00"), "{suggested}");
        let range = guest.get("/products/collection-data?calculate_price_range=true").await.expect(200);
        assert_eq!(range["price_range"]["max_price"], "0", "{range}");
        let refused = guest.post("/cart/add-item", json!({ "id": oil, "quantity": 1 })).await;
        refused.refused(400, "trade_log_in_for_prices");

        let mut known = known.moved_to(&shop.visitor_of(hiding));
        assert_eq!(price(&mut known, oil).await, "1200");
        assert_eq!(line_price(&known.add("t-oil", 1).await), "1200");
        let page = page_data(&mut known, "/negozio/?s=olio").await;
        assert_eq!(page["page"]["cards"][0]["price"]["price_cents"], 1200);
    }

    async fn the_grid_shows_what_is_sold_beside_the_shops_prices(shop) {
        let role = role(&shop, "ristorazione", json!({ "name": "Ristorazione" }));
        let mut merchant = shop.shop_manager().await;
        let owners = merchant.get("/price-owners").await.expect(200);
        assert_eq!(owners[0]["name"], "Privato");
        assert_eq!(owners[1], json!({ "id": format!("role-{role}"), "name": "Ristorazione" }));
        let path = format!("/trade-prices/role-{role}");
        let caviar = merchant.get(&format!("{path}?search=caviale")).await.expect(200);
        let skus: Vec<&Value> = caviar["rows"].as_array().expect("rows").iter().map(|row| &row["sku"]).collect();
        assert_eq!((skus, &caviar["total"]), (vec![&json!("t-caviar-15"), &json!("t-caviar-35")], &json!(1)));
        assert_eq!((&caviar["rows"][0]["shop_cents"], &caviar["rows"][0]["price"]), (&json!(3300), &json!("")));
        let item = caviar["rows"][0]["item_id"].as_i64().expect("a number");
        set(&mut merchant, &format!("role-{role}"), item, "", "3=30").await;
        let own = merchant.get(&format!("{path}?own=true")).await.expect(200);
        assert_eq!((&own["rows"][0]["price"], &own["rows"][0]["tiers"]), (&json!(""), &json!("3=30,00")));
        assert_eq!(own["total"], 1);
    }

    async fn wrong_prices_are_refused_by_their_field_and_change_nothing(shop) {
        let role = role(&shop, "ristorazione", json!({}));
        let (mut merchant, mut guest) = (shop.merchant().await, shop.visitor());
        let (oil, caviar) = (guest.id("t-oil").await, guest.id("t-caviar").await);
        let path = format!("/trade-prices/role-{role}");
        for (item, price, tiers, field, code) in [
            (oil, "-1", "", format!("{oil}.price"), "trade_price_amount"),
            (oil, "nove", "", format!("{oil}.price"), "trade_price_amount"),
            (oil, "9", "6=9", format!("{oil}.tiers"), "trade_price_order"),
            (oil, "", "1=9", format!("{oil}.tiers"), "trade_price_quantity"),
            (oil, "", "da 6", format!("{oil}.tiers"), "trade_price_form"),
            (caviar, "1", "", format!("{caviar}.price"), "trade_price_not_sold"),
            (999_999, "1", "", "999999.price".into(), "trade_price_unknown_sku"),
        ] {
            let changes = json!({ "changes": [
                { "item_id": guest.id("t-five").await, "price": "1", "tiers": "" },
                { "item_id": item, "price": price, "tiers": tiers },
            ] });
            let refused = merchant.write(Method::PUT, &path, changes).await.expect(422);
            assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&json!(field), &json!(code)));
        }
        assert_eq!(merchant.get(&format!("{path}?own=true")).await.expect(200)["total"], 0);
        let change = json!({ "changes": [{ "item_id": oil, "price": "1", "tiers": "" }] });
        for owner in ["role-999", "company-999", "role-x", "nobody-1", "role"] {
            merchant.write(Method::PUT, &format!("/trade-prices/{owner}"), change.clone()).await.expect(404);
        }
        assert_eq!(guest.page(&format!("/api/admin{path}")).await.status, 401);
    }

    async fn a_file_sets_prices_by_sku_all_or_none_and_comes_back_as_it_was(shop) {
        let role = role(&shop, "ristorazione", json!({}));
        let mut merchant = shop.merchant().await;
        let path = format!("/trade-prices/role-{role}/file");
        let file = |text: &str| Form::new().part("file", Part::text(text.to_owned()).file_name("prezzi.csv"));
        for (text, field, code) in [
            ("name;price\nOlio;9,00", "1.", "trade_price_columns"),
            ("sku;price\nt-oil;9,00\nt-nothing;1,00", "3.sku", "trade_price_unknown_sku"),
            ("sku;price\nt-caviar;9,00", "2.sku", "trade_price_not_sold"),
            ("sku;price\nt-oil;9,00\nT-OIL;8,00", "3.sku", "trade_price_twice"),
            ("sku;price\nt-oil;nove", "2.price", "trade_price_amount"),
            ("sku;price;tiers\nt-oil;9,00;6 a 8,00", "2.tiers", "trade_price_form"),
            ("sku;price;tiers\nt-oil;9,00;6=9,50", "2.tiers", "trade_price_order"),
        ] {
            let refused = merchant.upload(&path, file(text)).await.expect(422);
            let error = &refused["errors"][0];
            assert_eq!((&error["field"], &error["code"]), (&json!(field), &json!(code)), "{text}");
        }
        let good = "\u{feff}sku;price;tiers\nt-oil;9,00;6=8,50 12=8,00\nt-caviar-15;;3=30\n;;\nt-five;;\n";
        let done = merchant.upload(&path, file(good)).await.expect(200);
        assert_eq!(done, json!({ "set": 2, "removed": 1 }));
        let written = merchant.get(&path).await;
        assert!(written.text().contains("t-oil;Olio di prova;12,00;9,00;6=8,50 12=8,00"), "{}", written.text());
        let again = merchant.upload(&path, file(&written.text())).await.expect(200);
        assert_eq!(again["set"], 2);
        assert_eq!(merchant.get(&path).await.text(), written.text());
    }

    async fn a_discount_sets_the_prices_of_a_category_and_those_below_it(shop) {
        let role = role(&shop, "ristorazione", json!({}));
        let (mut trattoria, _) = buyer(&shop, "oste@example.com", &role, "approved").await;
        let mut merchant = shop.merchant().await;
        let categories = trattoria.get("/products/categories").await.expect(200);
        let olio = categories.as_array().expect("rows").iter().find(|one| one["name"] == "Olio").expect("Olio")["id"].clone();
        let path = format!("/trade-prices/role-{role}/discount");
        for (body, field) in [
            (json!({ "category_id": olio, "off_per_cent": "0" }), "off_per_cent"),
            (json!({ "category_id": olio, "off_per_cent": "100" }), "off_per_cent"),
            (json!({ "category_id": olio, "off_per_cent": "dieci" }), "off_per_cent"),
            (json!({ "category_id": 99_999, "off_per_cent": "10" }), "category_id"),
        ] {
            let refused = merchant.write(Method::POST, &path, body).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field);
        }
        let body = json!({ "category_id": olio, "off_per_cent": "12,5" });
        let done = merchant.write(Method::POST, &path, body).await.expect(200);
        assert!(done["set"].as_i64() >= Some(1), "{done}");
        let oil = trattoria.id("t-oil").await;
        assert_eq!(price(&mut trattoria, oil).await, "1050");
        assert_eq!(price(&mut shop.visitor(), oil).await, "1200");
    }

    async fn a_company_downloads_what_it_pays_without_tax_and_others_are_refused(shop) {
        let role = role(&shop, "ristorazione", json!({}));
        let (mut trattoria, company) = buyer(&shop, "oste@example.com", &role, "approved").await;
        let (mut waiting, _) = buyer(&shop, "attendo@example.com", &role, "pending").await;
        let (mut merchant, mut consumer) = (shop.merchant().await, customer(&shop, "ada@example.com").await);
        let oil = consumer.id("t-oil").await;
        set(&mut merchant, &format!("company-{company}"), oil, "11,00", "6=5,50").await;

        let table = trattoria.page("/my-account/price-list.csv").await;
        assert_eq!(table.status, 200);
        let text = table.text();
        assert!(text.contains("t-oil;Olio di prova;10,58;6=5,29"), "{text}");
        assert!(text.contains("t-caviar-35;") && !text.contains("t-noprice") && !text.contains("t-draft"), "{text}");
        let paper = trattoria.page("/my-account/price-list.pdf").await;
        assert_eq!(paper.header("content-type"), Some("application/pdf"));
        assert_eq!(paper.header("cache-control"), Some("private, no-store"));
        for path in ["/my-account/price-list.csv", "/my-account/price-list.pdf"] {
            assert_eq!(shop.visitor().page(path).await.status, 303, "a guest is asked to log in");
            for other in [&mut consumer, &mut waiting] {
                assert_eq!(other.page(path).await.status, 403, "{path}");
            }
        }
    }
}
