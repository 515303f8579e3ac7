//! Businesses of other countries that buy as consumers and request an invoice: with a valid VAT number they owe the tax themselves,
//! and are not sold to under the one-stop shop (Directive 2006/112/EC, art. 138 and 196).

use serde_json::{Value, json};
use shop_tests::{Answer, TestShop, Visitor, checkout, classic_form, page_data, rules};

use crate::trade::vat_checks::{VALID, address_in, german, number_with, tax, validate};

fn invoice(buyer: &str, number: &str) -> Value {
    json!({ "requested": true, "buyer": buyer, "vat_number": number })
}

/// Orders from the shop's own page, with the invoice and the amount beside the button.
async fn order(visitor: &mut Visitor, invoice: &Value, shown_cents: Option<i64>) -> Answer {
    let mut body = checkout("bacs");
    body["billing_address"] = address_in("DE");
    body["billing_address"]["email"] = "livia@example.com".into();
    body["shipping_address"] = address_in("DE");
    body["extensions"] = json!({ "bottega": { "invoice": invoice, "due_now_cents": shown_cents } });
    visitor.post("/checkout", body).await
}

/// The VAT number that an order is invoiced to, and its tax, as the merchant sees them.
async fn invoiced(shop: &TestShop, id: i64) -> (String, i64) {
    let seen = shop.merchant().await.order(id).await;
    let fields = seen["extra_fields"].as_array().cloned().unwrap_or_default();
    let number = fields.iter().find(|one| one["label"] == "Partita IVA").and_then(|one| one["value"].as_str());
    (number.unwrap_or_default().to_owned(), seen["vat"]["total"]["tax_cents"].as_i64().expect("a sum"))
}

fn number_of(placed: &Value) -> i64 {
    placed["order_id"].as_i64().expect("a number")
}

fn total(cart: &Value) -> i64 {
    cart["totals"]["total_price"].as_str().and_then(|text| text.parse().ok()).expect("an amount")
}

rules! {
    async fn the_field_is_offered_to_whoever_requests_an_invoice(shop) {
        let mut visitor = shop.visitor();
        german(&mut visitor).await;
        let page = page_data(&mut visitor, "/checkout/").await;
        let rules = &page["page"]["vat"]["rules"];
        assert_eq!((&rules["for_invoice"], &rules["optional"]), (&json!(true), &json!(true)));
        let countries = rules["countries"].as_array().expect("countries");
        assert!(countries.contains(&json!("DE")) && !countries.contains(&json!("IT")), "{countries:?}");
    }

    async fn a_valid_number_of_an_invoice_takes_the_tax_off_once_the_buyer_has_seen_the_amount(shop) {
        let mut visitor = shop.visitor();
        let cart = german(&mut visitor).await;
        assert_ne!(tax(&cart), "0");
        let refused = order(&mut visitor, &invoice("business", VALID), Some(total(&cart))).await;
        let refused = refused.refused(409, "amount_changed");
        let cart = &refused["data"]["cart"];
        assert_eq!(tax(cart), "0");
        let placed = order(&mut visitor, &invoice("business", VALID), Some(total(cart))).await.expect(200);
        assert_eq!(invoiced(&shop, number_of(&placed)).await, (VALID.to_owned(), 0));
    }

    async fn without_a_valid_number_of_a_business_the_tax_stays(shop) {
        let unknown = number_with("404");
        for wanted in [
            invoice("business", &unknown),
            invoice("consumer", VALID),
            json!({ "requested": false, "buyer": "business", "vat_number": VALID }),
        ] {
            let mut visitor = shop.visitor();
            let cart = german(&mut visitor).await;
            let placed = order(&mut visitor, &wanted, Some(total(&cart))).await.expect(200);
            assert!(invoiced(&shop, number_of(&placed)).await.1 > 0, "{wanted}");
        }
    }

    async fn whoever_owes_the_tax_is_invoiced_to_the_number_that_was_validated_whatever_was_requested(shop) {
        for wanted in [
            json!({}),
            json!({ "requested": false, "buyer": "business", "vat_number": VALID }),
            invoice("consumer", ""),
            invoice("business", VALID),
        ] {
            let mut visitor = shop.visitor();
            german(&mut visitor).await;
            assert_eq!(validate(&mut visitor, VALID, "DE").await.1, "valid");
            assert_eq!(tax(&visitor.cart().await), "0");
            let placed = order(&mut visitor, &wanted, None).await.expect(200);
            assert_eq!(invoiced(&shop, number_of(&placed)).await, (VALID.to_owned(), 0), "{wanted}");
        }
    }

    async fn the_plain_form_checks_the_number_of_its_invoice(shop) {
        let mut visitor = shop.visitor();
        german(&mut visitor).await;
        let form = classic_form(&mut visitor).await;
        let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        fields.extend([
            ("billing_country", "DE"), ("billing_state", ""), ("billing_postcode", "10115"),
            ("invoice_requested", "1"), ("invoice_buyer", "business"), ("vat_number", VALID),
        ]);
        let answer = visitor.submit("/checkout/", &fields).await;
        let place = answer.header("location").unwrap_or_default().to_owned();
        assert!(place.contains("/order-received/"), "{} {}", answer.status, answer.text());
        let id: i64 = place.split("/order-received/").nth(1).and_then(|rest| rest.split('/').next()?.parse().ok()).expect("a number");
        assert_eq!(invoiced(&shop, id).await, (VALID.to_owned(), 0));
    }
}
