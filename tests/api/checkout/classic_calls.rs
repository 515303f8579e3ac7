//! What the classic calls take over and answer: variations in full, the review of an order, where its goods go, notices.

use reqwest::Method;
use serde_json::{Value, json};
use shop_services::platform::settings::TaxDisplay;
use shop_tests::{Merchant, Visitor, checkout, classic_form, page_data, rules};

/// Asks for the order's review with these fields; gives the answer.
async fn review(visitor: &mut Visitor, fields: &[(&str, &str)]) -> Value {
    let nonce = visitor.form_nonce("/checkout/", "update_order_review_nonce").await;
    let mut all = vec![("security", nonce.as_str())];
    all.extend(fields);
    visitor.ajax("update_order_review", &all).await.expect(200)
}

/// Places an order by the classic form with further fields; gives its number.
async fn place(visitor: &mut Visitor, more: &[(&str, &str)]) -> i64 {
    let form = classic_form(visitor).await;
    let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
    fields.extend(more);
    let answer = visitor.ajax("checkout", &fields).await.expect(200);
    assert_eq!(answer["result"], "success", "{answer}");
    answer["order_id"].as_i64().expect("a number")
}

/// The first amount printed in a piece of HTML, in cents: what stands before its first euro sign.
fn first_printed_cents(html: &str) -> Option<i64> {
    let before = html.split_once('€')?.0.trim_end();
    let words = before.trim_end_matches(|c: char| c.is_ascii_digit() || ",.-".contains(c));
    before[words.len()..].replace(['.', ','], "").parse().ok()
}

/// What the rows of a review's table with this class come to; of the shipping methods the chosen one counts.
fn summed(table: &str, class: &str) -> i64 {
    let rows = table
        .split("<tr class=\"")
        .filter(|row| row.split('"').next().is_some_and(|names| names.split(' ').any(|one| one == class)));
    let counted = rows.map(|row| match class {
        "shipping" => row.split("<li>").find(|rate| rate.contains(" checked")).unwrap_or_default(),
        _ => row,
    });
    counted.filter_map(first_printed_cents).sum()
}

rules! {
    async fn the_review_prints_rows_that_add_up_to_its_total_with_and_without_tax(shop) {
        let mut shop = shop;
        let mut merchant = shop.merchant().await;
        for (code, kind, amount) in [("terzo", "percent", "33.33"), ("pezzo", "fixed_product", "1.37"), ("tutto", "percent", "100")] {
            merchant.write(Method::POST, "/coupons", json!({ "code": code, "kind": kind, "amount": amount })).await.expect(201);
        }
        for (shows_net, display) in [(false, TaxDisplay::Included), (true, TaxDisplay::Excluded)] {
            let server = shop.with_settings(|settings| settings.taxes.cart_prices = display).await;
            for codes in [&[][..], &["meno5"], &["terzo"], &["pezzo"], &["meno5", "terzo"], &["terzo", "pezzo", "meno5"], &["tutto"]] {
                let mut visitor = shop.visitor_of(server);
                for (sku, quantity) in [("t-oil", 3), ("t-five", 1), ("t-caviar-35", 1)] {
                    visitor.add(sku, quantity).await;
                }
                for code in codes {
                    visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200);
                }
                let answer = review(&mut visitor, &[("country", "IT"), ("state", "TO"), ("postcode", "10123")]).await;
                let table = answer["fragments"][".woocommerce-checkout-review-order-table"].as_str().expect("the table");
                let of = |class: &str| summed(table, class);
                let tax = if shows_net { of("tax-rate") } else { 0 };
                let sum = of("cart-subtotal") + of("cart-discount") + of("shipping") + tax + of("rounding");
                assert_eq!(of("cart_item"), of("cart-subtotal"), "{shows_net} {codes:?}: {table}");
                assert_eq!(sum, of("order-total"), "{shows_net} {codes:?}: {table}");
                assert_eq!(codes.is_empty(), of("cart-discount") == 0, "{codes:?}");
                let total = visitor.cart().await["totals"]["total_price"].as_str().and_then(|text| text.parse().ok());
                assert_eq!(total, Some(sum), "{shows_net} {codes:?}");
            }
        }
    }

    async fn a_variations_weight_and_dimensions_are_told_as_numbers_and_as_they_are_written(shop) {
        let mut merchant = shop.merchant().await;
        let mut visitor = shop.visitor();
        let id = visitor.id("t-caviar").await.to_string();
        let fields = [("product_id", id.as_str()), ("attribute_pa_formato", "35-g")];
        let told = visitor.ajax("get_variation", &fields).await.expect(200);
        assert_eq!((&told["weight"], &told["weight_html"], &told["dimensions_html"]), (&json!("0.07"), &json!("0,07 kg"), &json!("N/D")));
        let measures = json!({ "details": { "length": "12,5", "width": "8", "height": "3" } });
        merchant.write(Method::PUT, &format!("/products/{id}"), measures).await.expect(200);
        let told = visitor.ajax("get_variation", &fields).await.expect(200);
        assert_eq!(told["dimensions"], json!({ "length": "12.5", "width": "8", "height": "3" }));
        assert_eq!(told["dimensions_html"], "12,5 × 8 × 3 cm", "its product's, where it has none of its own");
    }

    async fn a_variation_is_added_by_its_number_where_all_its_values_are_fixed(shop) {
        let mut visitor = shop.visitor();
        let open = visitor.id("t-tin-small").await.to_string();
        let refused = visitor.ajax("add_to_cart", &[("product_id", open.as_str())]).await.expect(200);
        assert_eq!(refused["error"], true, "{refused}");
        assert_eq!(visitor.cart().await["items_count"], 0);
        let fixed = visitor.id("t-caviar-35").await.to_string();
        let answer = visitor.ajax("add_to_cart", &[("product_id", fixed.as_str()), ("quantity", "2")]).await.expect(200);
        assert!(answer["error"].is_null() && answer["fragments"].is_object(), "{answer}");
        let line = visitor.cart().await["items"][0].clone();
        assert_eq!((&line["quantity"], &line["variation"][0]["value"]), (&json!(2), &json!("35 g")), "{line}");
    }

    async fn the_review_keeps_both_addresses_apart_with_their_second_lines(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let answer = review(&mut visitor, &[
            ("country", "IT"), ("state", "TO"), ("postcode", "10123"), ("city", "Torino"),
            ("address", "Via dei Mille 7"), ("address_2", "scala A"),
            ("s_country", "FR"), ("s_state", ""), ("s_postcode", "69001"), ("s_city", "Lione"),
            ("s_address", "3 rue Basse"), ("s_address_2", "cour B"), ("has_full_address", "true"),
        ]).await;
        let table = answer["fragments"][".woocommerce-checkout-review-order-table"].as_str().expect("the table");
        assert!(table.contains("Corriere UE"), "goods go to the second address: {table}");
        let cart = visitor.cart().await;
        let of = |group: &str| {
            let address = &cart[group];
            ["country", "city", "postcode", "address_1", "address_2"].map(|field| address[field].clone())
        };
        assert_eq!(of("billing_address"), ["IT", "Torino", "10123", "Via dei Mille 7", "scala A"]);
        assert_eq!(of("shipping_address"), ["FR", "Lione", "69001", "3 rue Basse", "cour B"]);
    }

    async fn the_review_takes_the_chosen_payment_over(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for method in ["cod", "bacs"] {
            review(&mut visitor, &[("country", "IT"), ("payment_method", method)]).await;
            let data = page_data(&mut visitor, "/checkout/").await;
            assert_eq!(data["page"]["form"]["payment_method"], method);
        }
    }

    async fn a_review_of_goods_that_went_meanwhile_fails_and_says_which(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 3).await;
        let fields = [("country", "IT"), ("state", "TO"), ("postcode", "10123")];
        let well = review(&mut visitor, &fields).await;
        assert_eq!((&well["result"], &well["messages"], &well["reload"]), (&json!("success"), &json!(""), &json!(false)));
        shop.visitor().buy("t-five", 5).await;
        let short = review(&mut visitor, &fields).await;
        assert_eq!(short["result"], "failure", "{short}");
        let messages = short["messages"].as_str().expect("messages");
        assert!(messages.contains("woocommerce-error") && messages.contains("Cinque pezzi"), "{messages}");
        assert!(short["fragments"].is_object(), "the table is shown all the same: {short}");
    }

    async fn goods_go_to_the_second_address_only_where_the_box_says_so(shop) {
        let second = [
            ("shipping_first_name", "Ugo"), ("shipping_last_name", "Riva"), ("shipping_country", "FR"),
            ("shipping_address_1", "3 rue Basse"), ("shipping_city", "Lione"), ("shipping_postcode", "69001"),
        ];
        for (box_ticked, city) in [(false, "Torino"), (true, "Lione")] {
            let mut visitor = shop.visitor();
            visitor.add("t-oil", 1).await;
            let mut fields = second.to_vec();
            if box_ticked {
                fields.push(("ship_to_different_address", "1"));
            }
            let id = place(&mut visitor, &fields).await;
            let kept = shop.merchant().await.order(id).await;
            let (shipping, billing) = (kept["shipping_address"].to_string(), kept["billing_address"].to_string());
            assert!(shipping.contains(city), "{box_ticked}: {shipping}");
            assert!(billing.contains("Torino") && !billing.contains("Lione"), "{billing}");
        }
    }

    async fn the_note_of_a_posted_form_stands_on_the_order(shop) {
        for field in ["order_comments", "order-notes"] {
            let mut visitor = shop.visitor();
            visitor.add("t-oil", 1).await;
            let id = place(&mut visitor, &[(field, "Suonare due volte")]).await;
            assert_eq!(shop.merchant().await.order(id).await["customer_note"], "Suonare due volte", "{field}");
        }
    }

    async fn every_notice_is_an_alert_to_screen_readers(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 1).await;
        let nonce = visitor.form_nonce("/checkout/", "apply_coupon_nonce").await;
        for (code, begins) in [
            ("boh", "<ul class=\"woocommerce-error\" role=\"alert\">"),
            ("meno5", "<div class=\"woocommerce-message\" role=\"alert\">"),
        ] {
            let said = visitor.ajax("apply_coupon", &[("security", nonce.as_str()), ("coupon_code", code)]).await.text();
            assert!(said.starts_with(begins), "{said}");
        }
    }

    async fn a_coupon_for_an_address_applies_with_the_one_that_is_typed(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-five", 2).await;
        let nonce = visitor.form_nonce("/checkout/", "apply_coupon_nonce").await;
        for (email, class) in [("", "woocommerce-error"), ("livia@example.com", "woocommerce-error"), ("ada@ada.example", "woocommerce-message")] {
            let fields = [("security", nonce.as_str()), ("coupon_code", "per-ada"), ("billing_email", email)];
            let said = visitor.ajax("apply_coupon", &fields).await.text();
            assert!(said.contains(class), "{email:?}: {said}");
        }
        assert_eq!(visitor.cart().await["coupons"][0]["code"], "per-ada");
    }

    async fn choices_are_kept_and_a_coupon_lost_by_them_is_told(shop) {
        let mut merchant = shop.merchant().await;
        let fields = json!({ "code": "breve", "kind": "percent", "amount": "10" });
        let coupon = merchant.write(Method::POST, "/coupons", fields).await.expect(201)["id"].clone();
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        visitor.post("/cart/apply-coupon", json!({ "code": "breve" })).await.expect(200);
        let nonce = page_data(&mut visitor, "/checkout/").await["page"]["choices_nonce"].as_str().expect("a nonce").to_owned();
        let chosen = [("payment_method", "cod"), ("_wpnonce", nonce.as_str())];
        let call = "wbte_sc_update_payment_method_on_session";
        assert_eq!(visitor.ajax(call, &chosen).await.text(), "false");
        assert_eq!(merchant.write(Method::DELETE, &format!("/coupons/{coupon}"), json!({})).await.status, 204);
        assert_eq!(visitor.ajax(call, &chosen).await.text(), "true");
        assert_eq!(visitor.ajax(call, &chosen).await.text(), "false", "told once");
        let rates = visitor.cart().await["shipping_rates"][0]["shipping_rates"].clone();
        let other = rates.as_array().expect("rates").iter().find(|rate| rate["selected"] == false).expect("another");
        let other = other["rate_id"].as_str().expect("an id").to_owned();
        let both = [("payment_method", "bacs"), ("shipping_method[0]", other.as_str()), ("_wpnonce", nonce.as_str())];
        assert_eq!(visitor.ajax("wbte_sc_set_block_checkout_values", &both).await.text(), "");
        let form = page_data(&mut visitor, "/checkout/").await["page"]["form"].clone();
        assert_eq!((&form["payment_method"], &form["shipping_method"]["0"]), (&json!("bacs"), &json!(other)));
    }

    async fn a_further_field_that_is_required_stops_an_order_at_every_door(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.checkout.extra = vec![shop_services::platform::settings::ExtraField {
            name: "billing_field_285".into(), label: "Citofono".into(), label_en: "Doorbell".into(), required: true,
            ..Default::default()
        }]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let page = page_data(&mut visitor, "/checkout/").await["page"].clone();
        assert_eq!(page["rules"]["extra_fields"], json!([{ "name": "billing_field_285", "label": "Citofono", "required": true, "kind": "text", "options": [] }]));
        assert_eq!(page["extra_fields"][0]["required"], true);

        let said = "Citofono è un campo obbligatorio";
        let form = classic_form(&mut visitor).await;
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        for empty in [None, Some(""), Some("  ")] {
            let mut sent = fields.clone();
            sent.extend(empty.map(|text| ("billing_field_285", text)));
            let answer = visitor.ajax("checkout", &sent).await.expect(200);
            let messages = answer["messages"].as_str().unwrap_or_default();
            assert!(messages.contains("data-id=\"billing_field_285\"") && messages.contains(said), "{answer}");
            let plain = visitor.submit("/checkout/", &sent).await;
            assert!(plain.status == 422 && plain.text().contains(said), "{}", plain.status);
        }
        let mut own = checkout("bacs");
        own["extensions"] = json!({ "bottega": { "terms": true, "extra_fields": { "billing_field_285": " " } } });
        for body in [checkout("bacs"), own] {
            let refused = visitor.post("/checkout", body).await.refused(400, "rest_invalid_param");
            assert_eq!(refused["data"]["params"]["billing_field_285"], said, "{refused}");
        }
        assert_eq!(visitor.cart().await["items_count"], 1, "nothing is lost");
        let mut filled = checkout("bacs");
        filled["additional_fields"] = json!({ "billing_field_285": "Conti" });
        let placed = visitor.post("/checkout", filled).await.expect(200);
        assert_eq!(placed["additional_fields"], json!({ "billing_field_285": "Conti" }));
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let kept = merchant.order(placed["order_id"].as_i64().expect("a number")).await;
        assert_eq!(kept["extra_fields"], json!([{ "label": "Citofono", "value": "Conti" }]));

        let english = shop.with_settings(|settings| settings.shop.language = shop_core::base::Lang::En).await;
        let mut visitor = shop.visitor_of(english);
        visitor.add("t-oil", 1).await;
        let refused = visitor.post("/checkout", checkout("bacs")).await.refused(400, "rest_invalid_param");
        assert_eq!(refused["data"]["params"]["billing_field_285"], "Doorbell is required");
    }
}
