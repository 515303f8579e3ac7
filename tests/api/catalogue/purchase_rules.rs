//! What a product asks when it is bought, set by the merchant of each test.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{TestShop, Visitor, checkout, rules};

/// Lets a product ask what is given, through the back office; the rest stays empty.
pub(crate) async fn asks(shop: &TestShop, sku: &str, rules: Value) -> i64 {
    let id = shop.visitor().id(sku).await;
    let mut purchase = json!({ "add_ons": [], "deposit": null, "booking": null });
    for (name, value) in rules.as_object().expect("rules by name") {
        purchase[name] = value.clone();
    }
    let mut merchant = shop.merchant().await;
    merchant.write(Method::PATCH, &format!("/products/{id}"), json!({ "purchase": purchase })).await.expect(200);
    id
}

fn add_on(label: &str, kind: &str, more: Value) -> Value {
    let mut out = json!({
        "key": "", "label": label, "label_en": "", "kind": kind, "required": false, "needs": [], "excludes": [],
        "price_kind": "none", "price": "", "max_chars": "", "options": []
    });
    for (name, value) in more.as_object().expect("fields") {
        out[name] = value.clone();
    }
    out
}

/// A gift box for each piece, a card once and only in the box, and a cut that must be chosen.
pub(crate) async fn gift(shop: &TestShop) -> i64 {
    let cut = |label: &str, kind: &str, price: &str| json!({ "key": "", "label": label, "label_en": "", "price_kind": kind, "price": price });
    let rules = json!({ "add_ons": [
        add_on("Scatola", "check", json!({ "price_kind": "per_piece", "price": "4,50" })),
        add_on("Biglietto", "text", json!({ "price_kind": "flat", "price": "2", "max_chars": "20", "needs": ["scatola"] })),
        add_on("Taglio", "choice", json!({ "required": true, "options": [cut("Intero", "none", ""), cut("Fette", "percent", "10")] })),
    ] });
    asks(shop, "t-five", rules).await
}

async fn add(visitor: &mut Visitor, id: i64, quantity: i64, choices: Value) -> shop_tests::Answer {
    let mut body = json!({ "id": id, "quantity": quantity });
    for (name, value) in choices.as_object().expect("choices") {
        body[name] = value.clone();
    }
    visitor.post("/cart/add-item", body).await
}

fn fields(refusal: &Value) -> Vec<(&str, &str)> {
    let rows = refusal["data"]["fields"].as_array().expect("refused fields");
    rows.iter().map(|row| (row["field"].as_str().expect("a field"), row["code"].as_str().expect("a code"))).collect()
}

fn facts(line: &Value) -> Vec<(&str, &str)> {
    let rows = line["item_data"].as_array().expect("facts");
    rows.iter().map(|row| (row["name"].as_str().expect("a name"), row["value"].as_str().expect("a value"))).collect()
}

rules! {
    async fn the_price_of_a_form_is_told_while_it_is_filled_in(shop) {
        let id = gift(&shop).await.to_string();
        let mut visitor = shop.visitor();
        let told = visitor.ajax("bottega_purchase", &[("product_id", &id), ("quantity", "2"), ("addon-scatola", "1")]).await.expect(200);
        assert_eq!(told["rows"], json!([["Totale", "29,00\u{a0}€"]]));
        assert_eq!(told["errors"], json!([]), "what is still empty is not wrong yet");
        let told = visitor.ajax("bottega_purchase", &[("product_id", &id), ("addon-biglietto", "Ciao")]).await.expect(200);
        assert_eq!(told["errors"][0]["field"], "addon-biglietto");
        for wrong in ["", "999999", "x"] {
            assert_eq!(visitor.ajax("bottega_purchase", &[("product_id", wrong)]).await.status, 404, "{wrong}");
        }
        assert_eq!(visitor.cookie("wp_woocommerce_session_"), None, "asking makes no session");
    }

    async fn add_ons_are_priced_by_the_server_each_in_its_way(shop) {
        let id = gift(&shop).await;
        let mut visitor = shop.visitor();
        let choices = json!({ "addon-scatola": "1", "addon-biglietto": "Auguri & baci", "addon-taglio": "fette" });
        let cart = add(&mut visitor, id, 2, choices).await.expect(201);
        let line = &cart["items"][0];
        // 10.00 + 4.50 + 10 % a piece, twice, and the card once, with 10 % tax inside.
        assert_eq!(line["prices"]["price"], "1550");
        let gross = |line: &Value| -> i64 {
            ["line_subtotal", "line_subtotal_tax"].iter().map(|name| line["totals"][name].as_str().and_then(|t| t.parse::<i64>().ok()).expect("cents")).sum()
        };
        assert_eq!(gross(line), 3300);
        assert_eq!(cart["items_count"], 2, "what is paid once is no piece");
        assert_eq!(facts(line), [
            ("Scatola", "+4,50\u{a0}€ al pezzo"), ("Biglietto", "Auguri & baci (+2,00\u{a0}€)"), ("Taglio", "Fette (+10\u{a0}%)"),
        ]);
        assert_eq!(line["item_data"][1]["display"], "Auguri &amp; baci (+2,00\u{a0}€)", "what stands in HTML is escaped");
        let key = line["key"].as_str().expect("a key").to_owned();
        let cart = visitor.post("/cart/update-item", json!({ "key": key, "quantity": 3 })).await.expect(200);
        assert_eq!(gross(&cart["items"][0]), 4850);
    }

    async fn a_coupon_for_each_piece_counts_pieces_and_a_percentage_takes_all_in(shop) {
        let id = gift(&shop).await;
        let mut visitor = shop.visitor();
        let choices = json!({ "addon-scatola": "1", "addon-biglietto": "Auguri", "addon-taglio": "intero" });
        add(&mut visitor, id, 2, choices).await.expect(201);
        let mut merchant = shop.merchant().await;
        for (kind, amount, discount) in [("percent", "10", 310), ("fixed_product", "1", 200)] {
            let code = format!("prova-{}", kind.replace('_', "-"));
            let coupon = json!({
                "code": code, "kind": kind, "amount": amount, "description": "", "shown_in_cart": false, "free_shipping": false,
                "individual_use": false, "excludes_sale_items": false, "product_ids": [], "excluded_product_ids": [],
                "category_ids": [], "excluded_category_ids": [], "minimum": "", "maximum": "", "usage_limit": "",
                "usage_limit_per_user": "", "item_limit": "", "last_day": "", "emails": []
            });
            let made = merchant.write(Method::POST, "/coupons", coupon).await;
            assert!(made.status < 300, "{}", made.text());
            // 31.00 in all: two pieces of 14.50, and the card once.
            let cart = visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200);
            let cents = |name: &str| cart["totals"][name].as_str().and_then(|text| text.parse::<i64>().ok()).expect("cents");
            assert_eq!(cents("total_discount") + cents("total_discount_tax"), discount, "{kind}");
            visitor.post("/cart/remove-coupon", json!({ "code": code })).await.expect(200);
        }
    }

    async fn lines_with_other_choices_are_other_lines_and_equal_ones_merge(shop) {
        let id = gift(&shop).await;
        let mut visitor = shop.visitor();
        for (choices, lines) in [
            (json!({ "addon-taglio": "intero" }), 1),
            (json!({ "addon-taglio": "intero", "addon-scatola": false, "addon-biglietto": " " }), 1),
            (json!({ "addon-taglio": "fette" }), 2),
        ] {
            let cart = add(&mut visitor, id, 1, choices).await.expect(201);
            assert_eq!(cart["items"].as_array().map(Vec::len), Some(lines));
        }
        let answer = add(&mut visitor, id, 3, json!({ "addon-taglio": "intero" })).await;
        answer.refused(400, "woocommerce_rest_product_partially_out_of_stock");
    }

    async fn wrong_choices_are_refused_by_field_and_add_nothing(shop) {
        let id = gift(&shop).await;
        let mut visitor = shop.visitor();
        for (choices, expected) in [
            (json!({}), [("addon-taglio", "add_on_required")]),
            (json!({ "addon-taglio": "cubi" }), [("addon-taglio", "add_on_choice_unknown")]),
            (json!({ "addon-taglio": "intero", "addon-biglietto": "Auguri" }), [("addon-biglietto", "add_on_needs")]),
            (json!({ "addon-taglio": "intero", "addon-scatola": 1, "addon-biglietto": "x".repeat(21) }), [("addon-biglietto", "add_on_text_too_long")]),
            (json!({ "addon-taglio": "intero", "addon-fiocco": "1" }), [("addon-fiocco", "add_on_unknown")]),
            (json!({ "addon-taglio": "intero", "wc_deposit_option": "yes" }), [("wc_deposit_payment_plan", "plan_unknown")]),
        ] {
            let answer = add(&mut visitor, id, 1, choices.clone()).await;
            let refusal = answer.refused(400, expected[0].1);
            assert_eq!(fields(&refusal), expected, "{choices}");
        }
        assert_eq!(visitor.cart().await["items_count"], 0);
        let plain = visitor.id("t-oil").await;
        add(&mut visitor, plain, 1, json!({ "addon-scatola": "1" })).await.refused(400, "add_on_unknown");
    }

    async fn the_classic_call_and_the_plain_form_carry_the_choices(shop) {
        let id = gift(&shop).await;
        let mut visitor = shop.visitor();
        let number = id.to_string();
        let answer = visitor.ajax("add_to_cart", &[("product_id", &number), ("addon-taglio", "fette")]).await;
        assert!(answer.text().contains("Taglio: Fette"), "{}", answer.text());
        let answer = visitor.ajax("add_to_cart", &[("product_id", &number)]).await;
        assert_eq!(answer.expect(200)["error"], true);
        let path = "/prodotto/cinque-pezzi/";
        let answer = visitor.submit(path, &[("addon-biglietto", "Ciao <b>"), ("quantity", "2")]).await;
        assert_eq!(answer.status, 422);
        let page = answer.text();
        assert!(page.contains("Scegli o compila «Taglio»"), "{page}");
        assert!(page.contains("Ciao &lt;b>") || page.contains("Ciao &lt;b&gt;"), "what was typed stays, escaped");
        let sent = [("addon-scatola", "1"), ("addon-taglio", "intero"), ("quantity", "1")];
        assert_eq!(visitor.submit(path, &sent).await.status, 303);
        assert_eq!(visitor.cart().await["items"].as_array().map(Vec::len), Some(2));
        let list = visitor.page(&format!("/negozio/?add-to-cart={id}")).await;
        assert_ne!(list.status, 200, "a list leads to the page where the cut is chosen");
        assert_eq!(visitor.cart().await["items_count"], 2);
    }

    async fn orders_and_messages_say_what_was_chosen(shop) {
        let id = gift(&shop).await;
        let mut visitor = shop.visitor();
        add(&mut visitor, id, 1, json!({ "addon-scatola": "1", "addon-taglio": "fette" })).await.expect(201);
        let order = visitor.post("/checkout", checkout("bacs")).await.expect(200);
        let mut merchant = shop.merchant().await;
        let seen = merchant.order(order["order_id"].as_i64().expect("an id")).await;
        let attributes: Vec<&str> = seen["lines"][0]["attributes"].as_array().expect("attributes").iter().filter_map(|one| one["label"].as_str()).collect();
        assert_eq!(attributes, ["Scatola", "Taglio"]);
        assert_eq!(seen["lines"][0]["total_cents"], 1550);
        let mails = merchant.mails().await;
        for mail in mails.iter().filter(|mail| mail["order_id"] == order["order_id"]) {
            let body = merchant.get(&format!("/mail/{}", mail["id"])).await.expect(200)["body_text"].to_string();
            assert!(body.contains("Taglio: Fette (+10\u{a0}%)"), "{body}");
        }
    }

    async fn a_changed_price_of_an_add_on_is_told_and_a_withdrawn_one_takes_the_line_away(shop) {
        let mut shop = shop;
        let id = gift(&shop).await;
        let mut visitor = shop.visitor();
        add(&mut visitor, id, 1, json!({ "addon-scatola": "1", "addon-taglio": "intero" })).await.expect(201);
        let dearer = json!({ "add_ons": [
            add_on("Scatola", "check", json!({ "price_kind": "per_piece", "price": "6" })),
            add_on("Taglio", "text", json!({ "max_chars": "30" })),
        ] });
        asks(&shop, "t-five", dearer).await;
        let cart = visitor.cart().await;
        assert_eq!(cart["items"][0]["prices"]["price"], "1600");
        let page = visitor.page("/cart/").await.text();
        assert!(page.contains("da 14,50\u{a0}€ a 16,00\u{a0}€"), "{page}");
        asks(&shop, "t-five", json!({})).await;
        shop.add_server().await;
        assert_eq!(visitor.cart().await["items"], json!([]));
        assert!(visitor.page("/cart/").await.text().contains("Le opzioni di «Cinque pezzi» sono cambiate"));
    }

    async fn rules_that_do_not_hold_are_refused_by_field_and_not_saved(shop) {
        let id = shop.visitor().id("t-five").await;
        let mut merchant = shop.merchant().await;
        let path = format!("/products/{id}");
        for (rules, field) in [
            (json!({ "add_ons": [add_on("", "check", json!({}))] }), "purchase.add_ons.0.key"),
            (json!({ "add_ons": [add_on("A", "choice", json!({}))] }), "purchase.add_ons.0.options"),
            (json!({ "add_ons": [add_on("A", "check", json!({ "price_kind": "flat", "price": "tre" }))] }), "purchase.add_ons.0.price"),
            (json!({ "add_ons": [add_on("A", "check", json!({ "needs": ["b"] }))] }), "purchase.add_ons.0.needs"),
            (json!({ "deposit": { "required": false, "plans": [] } }), "purchase.deposit.plans"),
        ] {
            let mut purchase = json!({ "add_ons": [], "deposit": null, "booking": null });
            for (name, value) in rules.as_object().expect("rules") {
                purchase[name] = value.clone();
            }
            let refusal = merchant.write(Method::PATCH, &path, json!({ "purchase": purchase })).await.expect(422);
            assert_eq!(refusal["errors"][0]["field"], field, "{refusal}");
        }
        assert_eq!(merchant.get(&path).await.expect(200)["purchase"]["add_ons"], json!([]));
    }
}
