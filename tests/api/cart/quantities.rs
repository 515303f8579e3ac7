//! How many pieces can be ordered: the merchant's limits, what is cut and how that is told, what went meanwhile.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{TestShop, Visitor, checkout, classic_form, rules};

async fn sell(shop: &TestShop, sku: &str, fields: Value) {
    let id = shop.visitor().id(sku).await;
    shop.merchant().await.write(Method::PATCH, &format!("/products/{id}"), fields).await.expect(200);
}

fn by_six() -> Value {
    json!({ "quantity_min": "6", "quantity_max": "24", "quantity_step": "6" })
}

fn key(cart: &Value) -> String {
    cart["items"][0]["key"].as_str().expect("a line").to_owned()
}

/// Writes a quantity into the cart page's form and sends it; gives what the page then tells.
async fn type_in_cart(visitor: &mut Visitor, key: &str, typed: &str) -> Vec<String> {
    let nonce = visitor.form_nonce("/cart/", "woocommerce-cart-nonce").await;
    let field = format!("cart[{key}][qty]");
    let fields = [("woocommerce-cart-nonce", nonce.as_str()), (field.as_str(), typed), ("update_cart", "1")];
    assert_eq!(visitor.submit("/cart/", &fields).await.status, 303);
    let request = visitor.request(Method::GET, "/cart/").header("Accept", "application/vnd.bottega.page+json");
    let page = visitor.send(request).await.expect(200);
    let rows = page["page"]["notices"].as_array().cloned().unwrap_or_default();
    rows.iter().filter_map(|row| row["text"].as_str().map(str::to_owned)).collect()
}

rules! {
    async fn clients_are_told_how_many_the_merchant_sells_at_once(shop) {
        sell(&shop, "t-oil", by_six()).await;
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let product = visitor.get(&format!("/products/{id}")).await.expect(200);
        let button = &product["add_to_cart"];
        assert_eq!((&button["minimum"], &button["maximum"], &button["multiple_of"]), (&json!(6), &json!(24), &json!(6)));
        let cart = visitor.add("t-oil", 1).await;
        assert_eq!(cart["items"][0]["quantity"], 6, "a new line has the least quantity");
        let limits = json!({ "minimum": 6, "maximum": 24, "multiple_of": 6, "editable": true });
        assert_eq!(cart["items"][0]["quantity_limits"], limits);
    }

    async fn quantities_beside_the_merchants_are_refused_and_the_line_stays(shop) {
        sell(&shop, "t-oil", by_six()).await;
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 6).await;
        for (quantity, code) in [(7, "quantity_step"), (3, "invalid_quantity"), (30, "invalid_quantity"), (0, "invalid_quantity")] {
            let change = json!({ "key": key(&cart), "quantity": quantity });
            let answer = visitor.post("/cart/update-item", change).await;
            assert_eq!((answer.status, &answer.json()["code"]), (400, &json!(code)), "{quantity}: {}", answer.text());
        }
        let id = visitor.id("t-oil").await;
        for (quantity, code) in [(1, "quantity_step"), (24, "invalid_quantity")] {
            let answer = visitor.post("/cart/add-item", json!({ "id": id, "quantity": quantity })).await;
            assert_eq!((answer.status, &answer.json()["code"]), (400, &json!(code)), "{quantity}: {}", answer.text());
        }
        assert_eq!(visitor.cart().await["items"][0]["quantity"], 6);
    }

    async fn a_variation_has_limits_of_its_own_or_its_products(shop) {
        let mut visitor = shop.visitor();
        let (product, small) = (visitor.id("t-tin").await, visitor.id("t-tin-small").await);
        let variations = json!([{ "id": small, "quantity_min": "3" }]);
        sell(&shop, "t-tin", json!({ "quantity_min": "2", "variations": variations })).await;
        let asked = [("product_id", product.to_string()), ("attribute_pa_formato", "piccola".into()), ("attribute_gusto", "Dolce".into())];
        let fields: Vec<(&str, &str)> = asked.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(visitor.ajax("get_variation", &fields).await.json()["min_qty"], 3);
        let fields = [fields[0], ("attribute_pa_formato", "grande"), fields[2]];
        assert_eq!(visitor.ajax("get_variation", &fields).await.json()["min_qty"], 2);
    }

    async fn limits_that_contradict_each_other_are_refused_by_field(shop) {
        let id = shop.visitor().id("t-oil").await;
        let mut merchant = shop.merchant().await;
        for (fields, field) in [
            (json!({ "quantity_min": "0" }), "quantity_min"),
            (json!({ "quantity_step": "sei" }), "quantity_step"),
            (json!({ "quantity_min": "12", "quantity_max": "6" }), "quantity_max"),
            (json!({ "quantity_max": "5", "quantity_step": "6" }), "quantity_max"),
        ] {
            let answer = merchant.write(Method::PATCH, &format!("/products/{id}"), fields.clone()).await;
            assert_eq!(answer.status, 422, "{fields}: {}", answer.text());
            assert_eq!(answer.json()["errors"][0]["field"], field, "{fields}");
        }
    }

    async fn the_cart_says_what_it_cut_and_why(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-five", 2).await;
        for (typed, quantity, told) in [
            ("500", 5, "La quantità massima di «Cinque pezzi» è 5: abbiamo messo 5."),
            ("abc", 5, "Scrivi la quantità di «Cinque pezzi» con un numero: abbiamo messo 5."),
            ("2,5", 2, "«Cinque pezzi» si vende a pezzi interi: abbiamo messo 2."),
            ("-3", 1, "La quantità minima di «Cinque pezzi» è 1: abbiamo messo 1."),
            ("4", 4, "Carrello aggiornato."),
        ] {
            assert_eq!(type_in_cart(&mut visitor, &key(&cart), typed).await, [told], "{typed}");
            assert_eq!(visitor.cart().await["items"][0]["quantity"], quantity, "{typed}");
        }
        type_in_cart(&mut visitor, &key(&cart), "0").await;
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn what_the_merchant_no_longer_sells_so_is_put_right_and_told(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 8).await;
        sell(&shop, "t-oil", by_six()).await;
        assert_eq!(visitor.cart().await["items"][0]["quantity"], 6);
        let request = visitor.request(Method::GET, "/cart/").header("Accept", "application/vnd.bottega.page+json");
        let page = visitor.send(request).await.expect(200);
        assert_eq!(page["page"]["notices"][0]["text"], "«Olio di prova» si vende in multipli di 6: abbiamo messo 6.");
    }

    async fn fewer_pieces_than_agreed_are_not_ordered_in_silence(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 4).await;
        shop.visitor().buy("t-five", 3).await;
        let refused = visitor.post("/checkout", checkout("bacs")).await;
        let body = refused.refused(409, "woocommerce_rest_product_partially_out_of_stock");
        assert_eq!(body["data"]["cart"]["items"][0]["quantity"], 2, "the cart is shown as it is now");
        // Who sees it so and orders again agrees.
        visitor.post("/checkout", checkout("bacs")).await.expect(200);
        assert_eq!(shop.merchant().await.stock("t-five").await, 0);
    }

    async fn the_classic_form_does_not_order_fewer_pieces_in_silence_either(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 4).await;
        let mut form = classic_form(&mut visitor).await;
        form.push(("checkout_attempt", "own".to_owned()));
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        shop.visitor().buy("t-five", 3).await;
        let answer = visitor.ajax("checkout", &fields).await.json();
        assert_eq!((&answer["result"], &answer["refresh"]), (&json!("failure"), &json!(true)));
        assert!(answer["messages"].as_str().expect("words").contains("»: 2."), "{answer}");
        let answer = visitor.ajax("checkout", &fields).await.json();
        assert_eq!(answer["result"], "success");
    }

    async fn limits_come_and_go_as_the_file_that_the_platform_exports(shop) {
        let mut shop = shop;
        let file = "Type,SKU,Name,Regular price,Meta: minimum_allowed_quantity,Meta: maximum_allowed_quantity,Meta: group_of_quantity\n\
                    simple,t-box,Cartone,4.50,6,60,6\nsimple,t-bad,Sbagliato,1,sei,,\n";
        let server = shop.import(file).await;
        let mut visitor = shop.visitor_of(server);
        let id = visitor.id("t-box").await;
        let button = visitor.get(&format!("/products/{id}")).await.expect(200)["add_to_cart"].clone();
        assert_eq!((&button["minimum"], &button["maximum"], &button["multiple_of"]), (&json!(6), &json!(60), &json!(6)));
        assert_eq!(visitor.get("/products?sku=t-bad").await.expect(200), json!([]), "a row that cannot be read is told, not guessed");
        let exported = shop.merchant_of(server).await.get("/export").await.text();
        let cells = |line: &str| {
            let mut quoted = false;
            let ends_cell = |c: char| {
                quoted ^= c == '"';
                c == ',' && !quoted
            };
            line.split(ends_cell).map(str::to_owned).collect::<Vec<_>>()
        };
        let header = cells(exported.lines().next().expect("a header"));
        let row = cells(exported.lines().find(|row| row.contains("t-box")).expect("its row"));
        for (name, value) in [("minimum_allowed", "6"), ("maximum_allowed", "60"), ("group_of", "6")] {
            let at = header.iter().position(|cell| *cell == format!("Meta: {name}_quantity")).expect("its column");
            assert_eq!(row[at], value, "{name}");
        }
    }
}
