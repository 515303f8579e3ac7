use reqwest::Method;
use serde_json::{Value, json};
use shop_core::checkout::extra_field::ExtraFieldKind;
use shop_core::view::CheckoutKind;
use shop_services::platform::settings::{ExtraField, ShopSettings};
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

/// A box that must be ticked.
fn sign_for_it() -> ExtraField {
    ExtraField {
        name: "billing_field_1".into(),
        label: "Ritiro e firmo io".into(),
        label_en: "I collect and sign".into(),
        kind: ExtraFieldKind::Checkbox,
        required: true,
        ..ExtraField::default()
    }
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
        for odd in [json!(7), json!(null), json!(["x"]), json!({})] {
            order["additional_fields"] = json!({ "billing_field_839": odd });
            visitor.post("/checkout", order.clone()).await.refused(400, "rest_invalid_param");
        }
        order["additional_fields"] = json!({ "billing_field_285": "Conti", "billing_field_704": " scala B ", "billing_field_839": "Amici", "other": "x" });
        let placed = visitor.post("/checkout", order).await.expect(200);
        assert_eq!(placed["additional_fields"], json!({ "billing_field_285": "Conti", "billing_field_704": "scala B", "billing_field_839": "Amici" }));
    }

    async fn a_required_box_that_is_not_ticked_stops_an_order_at_every_door(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.checkout.extra = vec![sign_for_it()]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let page = page_data(&mut visitor, "/checkout/").await["page"].clone();
        assert_eq!((&page["extra_fields"][0]["kind"], &page["extra_fields"][0]["required"]), (&json!("checkbox"), &json!(true)));
        let said = "Ritiro e firmo io è un campo obbligatorio";
        for unticked in [vec![], vec![("billing_field_1", "")], vec![("billing_field_1", "0")], vec![("billing_field_1", "false")]] {
            let answer = place(&mut visitor, &unticked).await;
            let messages = answer["messages"].as_str().unwrap_or_default();
            assert!(messages.contains("data-id=\"billing_field_1\"") && messages.contains(said), "{unticked:?}: {answer}");
            let plain = visitor.form_nonce("/checkout/", "woocommerce-process-checkout-nonce").await;
            let mut fields = vec![("woocommerce-process-checkout-nonce", plain.as_str())];
            fields.extend(unticked);
            let plain = visitor.submit("/checkout/", &fields).await;
            assert!(plain.status == 422 && plain.text().contains(said), "{}", plain.status);
        }
        for unticked in [json!(null), json!({}), json!({ "billing_field_1": false }), json!({ "billing_field_1": "" }), json!({ "billing_field_1": "0" })] {
            let mut theirs = checkout("bacs");
            theirs["additional_fields"] = unticked.clone();
            let mut own = checkout("bacs");
            own["extensions"] = json!({ "bottega": { "terms": true, "extra_fields": unticked } });
            if unticked.is_null() {
                own["extensions"] = json!({ "bottega": { "terms": true } });
            }
            for body in [theirs, own] {
                let refused = visitor.post("/checkout", body).await.refused(400, "rest_invalid_param");
                assert_eq!(refused["data"]["params"]["billing_field_1"], said, "{refused}");
            }
        }
        let mut odd = checkout("bacs");
        odd["additional_fields"] = json!({ "billing_field_1": "forse" });
        let refused = visitor.post("/checkout", odd).await.refused(400, "rest_invalid_param");
        assert_eq!(refused["data"]["params"]["billing_field_1"], "Ritiro e firmo io: scegli una delle voci");
        assert_eq!(visitor.cart().await["items_count"], 1, "nothing is lost");
    }

    async fn a_ticked_box_and_a_choice_are_kept_and_shown_in_words_to_buyer_and_merchant(shop) {
        let mut shop = shop;
        let times = ExtraField {
            name: "billing_field_2".into(), label: "Quando".into(), label_en: "When".into(), kind: ExtraFieldKind::Select,
            options: vec!["Mattina".into(), "Sera".into()], options_en: vec!["Morning".into(), "Evening".into()],
            ..ExtraField::default()
        };
        let server = shop.with_settings(|settings| settings.checkout.extra = vec![sign_for_it(), times]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let mut body = checkout("bacs");
        body["additional_fields"] = json!({ "billing_field_1": true, "billing_field_2": "Notte" });
        let refused = visitor.post("/checkout", body.clone()).await.refused(400, "rest_invalid_param");
        assert_eq!(refused["data"]["params"]["billing_field_2"], "Quando: scegli una delle voci");
        body["additional_fields"] = json!({ "billing_field_1": true, "billing_field_2": "Sera" });
        let placed = visitor.post("/checkout", body).await.expect(200);
        assert_eq!(placed["additional_fields"], json!({ "billing_field_1": true, "billing_field_2": "Sera" }));
        let id = placed["order_id"].as_i64().expect("an order");
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let told = json!([{ "label": "Ritiro e firmo io", "value": "Sì" }, { "label": "Quando", "value": "Sera" }]);
        assert_eq!(merchant.order(id).await["extra_fields"], told);
        let path = format!("/checkout/order-received/{id}/?key={}", placed["order_key"].as_str().expect("a key"));
        assert_eq!(
            page_data(&mut visitor, &path).await["page"]["further"],
            json!([["Ritiro e firmo io", "Sì"], ["Quando", "Sera"]])
        );
        assert_eq!(
            page_data(&mut visitor, &format!("/en{path}")).await["page"]["further"],
            json!([["I collect and sign", "Yes"], ["When", "Evening"]])
        );
        let [text] = &shop.merchant().await.texts_to("livia@example.com").await[..] else { panic!("one message") };
        assert!(text.contains("Ritiro e firmo io: Sì") && text.contains("Quando: Sera"), "{text}");

        visitor.add("t-oil", 1).await;
        let answer = place(&mut visitor, &[("billing_field_1", "1"), ("billing_field_2", "Mattina")]).await;
        assert_eq!(answer["result"], "success", "{answer}");
        let kept = merchant.order(answer["order_id"].as_i64().expect("an order")).await;
        assert_eq!(kept["extra_fields"][1], json!({ "label": "Quando", "value": "Mattina" }));
    }

    async fn a_further_field_of_a_kind_that_there_is_not_is_refused_when_it_is_defined(shop) {
        let mut merchant = shop.merchant().await;
        let fields = async |merchant: &mut Merchant, one: Value| {
            merchant.write(Method::PUT, "/settings/checkout", json!({ "values": { "extra_billing_fields": [one] } })).await
        };
        for kind in ["date", "radio", "Checkbox", "file"] {
            let refused = fields(&mut merchant, json!({ "label": "Firma", "kind": kind })).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], "extra_billing_fields.0.kind", "{refused}");
            assert_eq!(refused["errors"][0]["code"], "merchant_value_unknown");
        }
        for odd in [json!({ "label": "Firma", "type": "checkbox" }), json!({ "label": "Firma", "kind": 5 })] {
            assert!((400..500).contains(&fields(&mut merchant, odd.clone()).await.status), "{odd} is not dropped in silence");
        }
        let refused = fields(&mut merchant, json!({ "label": "Quando", "kind": "select" })).await.expect(422);
        assert_eq!(refused["errors"][0]["code"], "trade_choices_needed");
        fields(&mut merchant, json!({ "label": "Firma", "kind": "checkbox", "required": true })).await.expect(200);
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let page = page_data(&mut visitor, "/checkout/").await["page"].clone();
        assert_eq!(page["extra_fields"][0]["kind"], "checkbox");
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
