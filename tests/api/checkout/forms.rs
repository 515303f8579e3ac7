//! What a browser without JavaScript sends.

use shop_tests::{Answer, Visitor, rules};

/// The page that a sent form leads to.
async fn follow(visitor: &mut Visitor, answer: Answer) -> Answer {
    assert!((300..400).contains(&answer.status), "{}: {}", answer.status, answer.text());
    let target = answer.header("location").expect("a target").to_owned();
    visitor.page(&target).await
}

async fn order_fields(visitor: &mut Visitor) -> Vec<(&'static str, String)> {
    let nonce = visitor.form_nonce("/checkout/", "woocommerce-process-checkout-nonce").await;
    let fields = [
        ("billing_first_name", "Livia"),
        ("billing_last_name", "Conti"),
        ("billing_country", "IT"),
        ("billing_address_1", "Via dei Mille 7"),
        ("billing_city", "Torino"),
        ("billing_state", "TO"),
        ("billing_postcode", "10123"),
        ("billing_email", "livia@example.com"),
        ("payment_method", "bacs"),
        ("woocommerce-process-checkout-nonce", nonce.as_str()),
    ];
    fields.map(|(name, value)| (name, value.to_owned())).to_vec()
}

rules! {
    async fn a_product_is_added_by_its_form(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await.to_string();
        let sent = visitor.submit("/prodotto/olio-di-prova/", &[("add-to-cart", &id), ("quantity", "2")]).await;
        assert!(follow(&mut visitor, sent).await.text().contains("Olio di prova"));
        assert_eq!(visitor.cart().await["items_count"], 2);
    }

    async fn a_variation_is_added_by_its_form(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-caviar").await.to_string();
        let fields =
            [("add-to-cart", id.as_str()), ("product_id", id.as_str()), ("quantity", "1"), ("attribute_pa_formato", "35-g")];
        let sent = visitor.submit("/prodotto/caviale-di-prova/", &fields).await;
        follow(&mut visitor, sent).await;
        assert_eq!(visitor.cart().await["items"][0]["sku"], "t-caviar-35");
    }

    async fn a_form_that_cannot_be_added_says_why_on_the_next_page(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-five").await.to_string();
        let sent = visitor.submit("/prodotto/cinque-pezzi/", &[("add-to-cart", &id), ("quantity", "6")]).await;
        let page = if !(300..400).contains(&sent.status) { sent } else { follow(&mut visitor, sent).await };
        assert!(page.text().contains("role=\"alert\""), "{}", page.text());
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn the_cart_page_changes_and_removes_lines(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        let key = cart["items"][0]["key"].as_str().expect("a key").to_owned();
        let nonce = visitor.form_nonce("/cart/", "woocommerce-cart-nonce").await;
        let quantity = format!("cart[{key}][qty]");
        let fields = [(quantity.as_str(), "3"), ("update_cart", "1"), ("woocommerce-cart-nonce", nonce.as_str())];
        let sent = visitor.submit("/cart/", &fields).await;
        follow(&mut visitor, sent).await;
        assert_eq!(visitor.cart().await["items_count"], 3);
        let fields = [(quantity.as_str(), "0"), ("update_cart", "1"), ("woocommerce-cart-nonce", nonce.as_str())];
        let sent = visitor.submit("/cart/", &fields).await;
        follow(&mut visitor, sent).await;
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn the_cart_form_without_its_nonce_changes_nothing(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        let quantity = format!("cart[{}][qty]", cart["items"][0]["key"].as_str().expect("a key"));
        visitor.submit("/cart/", &[(&quantity, "9"), ("update_cart", "1")]).await;
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn the_checkout_form_places_an_order(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let fields = order_fields(&mut visitor).await;
        let fields: Vec<_> = fields.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let sent = visitor.submit("/checkout/", &fields).await;
        assert!(sent.header("location").is_some_and(|l| l.contains("/checkout/order-received/")), "{:?}", sent.headers);
        let page = follow(&mut visitor, sent).await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains("livia@example.com"));
    }

    async fn a_groups_form_adds_each_product_with_its_own_quantity_and_nothing_when_none_is_chosen(shop) {
        let mut visitor = shop.visitor();
        let (oil, sale) = (visitor.id("t-oil").await, visitor.id("t-sale").await);
        let path = "/prodotto/assortimento/";
        let named = |id: i64| format!("quantity[{id}]");
        let (first, second, foreign) = (named(oil), named(sale), named(visitor.id("t-five").await));
        let none = visitor.submit(path, &[(&first, "0"), (&second, "")]).await;
        assert_eq!(none.status, 422);
        assert_eq!(visitor.cart().await["items_count"], 0);
        // What is not of the group is not added by its form.
        let sent = visitor.submit(path, &[(&first, "2"), (&second, "1"), (&foreign, "1")]).await;
        assert_eq!(sent.status, 303, "{}", sent.text());
        let cart = visitor.cart().await;
        let lines: Vec<(i64, i64)> = cart["items"].as_array().expect("lines").iter()
            .map(|line| (line["id"].as_i64().expect("an id"), line["quantity"].as_i64().expect("pieces"))).collect();
        assert_eq!(lines, [(oil, 2), (sale, 1)]);
    }

    async fn a_refused_checkout_form_comes_back_filled_and_marked(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let fields = order_fields(&mut visitor).await;
        let fields: Vec<_> =
            fields.iter().map(|(n, v)| if *n == "billing_postcode" { (*n, "1") } else { (*n, v.as_str()) }).collect();
        let sent = visitor.submit("/checkout/", &fields).await;
        let page = if !(300..400).contains(&sent.status) { sent } else { follow(&mut visitor, sent).await };
        let html = page.text();
        assert!(html.contains("Via dei Mille 7"), "what was typed is kept");
        assert!(html.contains("aria-invalid=\"true\""), "the wrong field is marked");
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn an_empty_cart_has_no_checkout(shop) {
        let mut visitor = shop.visitor();
        let answer = visitor.page("/checkout/").await;
        assert!((300..400).contains(&answer.status), "{}", answer.status);
        assert!(answer.header("location").is_some_and(|l| l.ends_with("/cart/")));
    }
}
