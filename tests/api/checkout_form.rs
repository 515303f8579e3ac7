use serde_json::{Value, json};
use shop_core::view::CheckoutKind;
use shop_services::settings::{ExtraField, ShopSettings};
use shop_tests::{Merchant, Visitor, checkout, classic_form, page_data, rules};

async fn place(visitor: &mut Visitor, more: &[(&str, &str)]) -> Value {
    let form = classic_form(visitor).await;
    let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
    fields.extend(more);
    visitor.ajax("checkout", &fields).await.expect(200)
}

async fn choices_nonce(visitor: &mut Visitor) -> String {
    let data = page_data(visitor, "/checkout/").await;
    data["page"]["choices_nonce"].as_str().expect("a nonce").to_owned()
}

const BUSINESS: [(&str, &str); 4] =
    [("invoice_requested", "1"), ("invoice_buyer", "business"), ("vat_number", "00743110157"), ("sdi_code", "M5UXCR1")];

rules! {
    async fn a_province_that_was_shown_for_another_country_is_not_ordered(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let change = [("billing_country", "DE"), ("billing_state", "TO"), ("billing_postcode", "10115"), ("billing_state_of", "IT")];
        let form = classic_form(&mut visitor).await;
        let kept = form.iter().filter(|(name, _)| change.iter().all(|(other, _)| other != name));
        let mut fields: Vec<(&str, &str)> = kept.map(|(name, value)| (*name, value.as_str())).collect();
        fields.extend(change);
        let answer = visitor.ajax("checkout", &fields).await.expect(200);
        assert_eq!(answer["result"], "success", "the list of Italy's provinces means nothing in Germany: {answer}");
        let kept = shop.merchant().await.order(answer["order_id"].as_i64().expect("an order")).await;
        assert_eq!((&kept["billing_address"]["country"], &kept["billing_address"]["state"]), (&json!("DE"), &json!("")), "{kept}");
    }

    async fn an_invoice_is_asked_for_with_the_order_and_kept_with_it(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let answer = place(&mut visitor, &BUSINESS).await;
        assert_eq!(answer["result"], "success", "{answer}");
        let kept = shop.merchant().await.order(answer["order_id"].as_i64().expect("an order")).await;
        assert_eq!(kept["extra_fields"], json!([
            { "label": "Fattura per", "value": "Azienda o professionista" },
            { "label": "Partita IVA", "value": "IT00743110157" },
            { "label": "Codice destinatario", "value": "M5UXCR1" },
        ]));
    }

    async fn the_classic_form_orders_for_no_other_amount_than_it_showed(shop) {
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        let shown = cart["totals"]["total_price"].as_str().expect("an amount").to_owned();
        let answer = place(&mut visitor, &[("due_now_cents", "1")]).await;
        assert_eq!(answer["result"], "failure", "{answer}");
        assert!(answer["messages"].as_str().is_some_and(|html| html.contains("L'importo da pagare è cambiato")), "{answer}");
        assert_eq!(visitor.cart().await["items_count"], 1);
        assert_eq!(place(&mut visitor, &[("due_now_cents", &shown)]).await["result"], "success");
    }

    async fn a_wrong_invoice_request_is_refused_with_its_fields_and_the_cart_stays(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for (more, field) in [
            (vec![("invoice_requested", "1"), ("invoice_buyer", "business")], "vat_number"),
            (vec![("invoice_requested", "1"), ("invoice_buyer", "business"), ("vat_number", "00743110158"), ("sdi_code", "M5UXCR1")], "vat_number"),
            (vec![("invoice_requested", "1"), ("invoice_buyer", "business"), ("vat_number", "00743110157")], "sdi_code"),
            (vec![("invoice_requested", "1")], "tax_code"),
            (vec![("invoice_requested", "1"), ("tax_code", "RSSMRA80A01H501X")], "tax_code"),
        ] {
            let answer = place(&mut visitor, &more).await;
            assert_eq!(answer["result"], "failure", "{more:?}");
            assert!(answer["messages"].as_str().is_some_and(|m| m.contains(&format!("data-id=\"{field}\""))), "{answer}");
            let plain = visitor.form_nonce("/checkout/", "woocommerce-process-checkout-nonce").await;
            let mut fields = vec![("woocommerce-process-checkout-nonce", plain.as_str())];
            fields.extend(more);
            assert_eq!(visitor.submit("/checkout/", &fields).await.status, 422);
        }
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn the_store_api_takes_the_invoice_and_the_further_fields_and_drops_unknown_ones(shop) {
        let mut shop = shop;
        let bell = ExtraField { name: "billing_field_285".into(), label: "Citofono".into(), ..ExtraField::default() };
        let server = shop.with_settings(|settings| settings.checkout.extra = vec![bell]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let mut order = checkout("bacs");
        order["extensions"] = json!({ "bottega": {
            "invoice": { "requested": true, "tax_code": "RSSMRA80A01H501X" },
            "extra_fields": {},
        } });
        visitor.post("/checkout", order.clone()).await.refused(400, "rest_invalid_param");
        order["extensions"] = json!({ "bottega": { "invoice": { "requested": 3 } } });
        visitor.post("/checkout", order.clone()).await.refused(400, "rest_invalid_param");
        order["extensions"] = json!({ "bottega": {
            "invoice": { "requested": true, "tax_code": "rssmra80a01h501u" },
            "extra_fields": { "billing_field_285": " Conti  <b>", "billing_field_999": "x" },
        } });
        let placed = visitor.post("/checkout", order).await.expect(200);
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let kept = merchant.order(placed["order_id"].as_i64().expect("an order")).await;
        assert_eq!(kept["extra_fields"], json!([
            { "label": "Fattura per", "value": "Privato" },
            { "label": "Codice fiscale", "value": "RSSMRA80A01H501U" },
            { "label": "Codice destinatario", "value": "0000000" },
            { "label": "Citofono", "value": "Conti" },
        ]));
    }

    async fn clients_of_the_platform_send_the_further_fields_by_name(shop) {
        let mut shop = shop;
        let field = |name: &str| ExtraField { name: name.into(), label: name.into(), ..ExtraField::default() };
        let fields = ["billing_field_285", "billing_field_704", "billing_field_839"].map(field).to_vec();
        let server = shop.with_settings(|settings| settings.checkout.extra = fields).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let mut order = checkout("bacs");
        order["additional_fields"] = json!({ "billing_field_285": "Conti", "billing_field_704": " scala B ", "billing_field_839": 7, "other": "x" });
        let placed = visitor.post("/checkout", order).await.expect(200);
        assert_eq!(placed["additional_fields"], json!({ "billing_field_285": "Conti", "billing_field_704": "scala B" }));
    }

    async fn a_shop_that_offers_no_invoices_takes_no_request(shop) {
        let mut shop = shop;
        let change = |settings: &mut ShopSettings| {
            settings.checkout.invoices = false;
            settings.checkout.form = CheckoutKind::Classic;
        };
        let server = shop.with_settings(change).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let data = page_data(&mut visitor, "/checkout/").await;
        assert_eq!((&data["page"]["invoices"], &data["page"]["form_kind"]), (&json!(false), &json!("classic")));
        let answer = place(&mut visitor, &BUSINESS).await;
        assert_eq!(answer["result"], "success", "{answer}");
        let kept = shop.merchant().await.order(answer["order_id"].as_i64().expect("an order")).await;
        assert_eq!(kept["extra_fields"], json!([]));
    }

    async fn choices_are_kept_with_their_nonce_only(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for call in ["wbte_sc_update_payment_method_on_session", "wbte_sc_set_block_checkout_values"] {
            for nonce in ["", "0123456789abcdef0123"] {
                let answer = visitor.ajax(call, &[("payment_method", "cod"), ("_wpnonce", nonce)]).await;
                assert_eq!((answer.status, answer.text().as_str()), (403, "-1"), "{call}");
            }
        }
        let mut other = shop.visitor();
        other.add("t-oil", 1).await;
        let stolen = choices_nonce(&mut other).await;
        let nonce = choices_nonce(&mut visitor).await;
        let answer = visitor.ajax("wbte_sc_set_block_checkout_values", &[("payment_method", "cod"), ("_wpnonce", &stolen)]).await;
        assert_eq!(answer.status, 403, "another session's");
        let answer = visitor.ajax("wbte_sc_update_payment_method_on_session", &[("payment_method", "cod"), ("_wpnonce", &nonce)]).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "false"), "no coupon was lost");
        let data = page_data(&mut visitor, "/checkout/").await;
        assert_eq!(data["page"]["form"]["payment_method"], "cod");
        let fields = [("payment_method", "bacs"), ("shipping_method[0]", "no_such:9"), ("_wpnonce", nonce.as_str())];
        let answer = visitor.ajax("wbte_sc_set_block_checkout_values", &fields).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, ""));
        let data = page_data(&mut visitor, "/checkout/").await;
        assert_eq!(data["page"]["form"]["payment_method"], "bacs");
    }
}
