//! The buyer's own reference of an order and the wished day of delivery: asked, checked, kept, shown wherever the order is.

use reqwest::Method;
use serde_json::{Value, json};
use shop_services::orders::einvoices::EInvoices;
use shop_services::platform::settings::{DeliveryDayAudience, ShopSettings};
use shop_tests::{Merchant, TestShop, Visitor, checkout, classic_form, company, on_both_databases, page_data, rules};

use crate::orders::einvoices::{all, issued};

/// The days that the checkout page offers; `None`: it asks for none.
async fn offered(visitor: &mut Visitor) -> Option<Vec<String>> {
    let page = page_data(visitor, "/checkout/").await;
    let days = page["page"]["rules"]["delivery_days"].as_array()?.clone();
    Some(days.iter().filter_map(|day| day["day"].as_str().map(str::to_owned)).collect())
}

/// An order of the shop's own form with these wishes.
fn wishing(reference: &str, day: &str) -> Value {
    let mut body = checkout("bacs");
    body["extensions"] = json!({ "bottega": { "terms": true, "buyer_reference": reference, "delivery_day": day } });
    body
}

fn id_of(order: &Value) -> i64 {
    order["order_id"].as_i64().expect("an order")
}

/// What the back office shows beside the order's data.
async fn further(merchant: &mut Merchant, order: i64) -> Vec<(String, String)> {
    let fields = merchant.order(order).await["extra_fields"].as_array().expect("fields").clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    fields.iter().map(|one| (text(&one["label"]), text(&one["value"]))).collect()
}

async fn listed(merchant: &mut Merchant, query: &str) -> Vec<i64> {
    let found = merchant.get(&format!("/orders?{query}")).await.expect(200);
    found["orders"].as_array().expect("orders").iter().filter_map(|order| order["id"].as_i64()).collect()
}

async fn everyone(shop: &mut TestShop, change: impl FnOnce(&mut ShopSettings)) -> usize {
    shop.with_settings(|settings| {
        settings.delivery_days.audience = DeliveryDayAudience::Everyone;
        change(settings);
    })
    .await
}

on_both_databases! {
    async fn a_trade_buyers_reference_and_day_are_kept_with_the_order_and_found_by(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let mut merchant = shop.merchant().await;
        let other = buyer.buy("t-oil", 1).await;
        buyer.add("t-oil", 1).await;
        let day = offered(&mut buyer).await.expect("days").remove(1);
        let order = buyer.post("/checkout", wishing(" ODA 118/A ", &day)).await.expect(200);
        let id = id_of(&order);
        let kept = further(&mut merchant, id).await;
        assert_eq!(kept[0], ("Riferimento del cliente".to_owned(), "ODA 118/A".to_owned()));
        assert_eq!(kept[1].0, "Giorno di consegna desiderato");
        assert!(further(&mut merchant, id_of(&other)).await.is_empty());
        assert_eq!(listed(&mut merchant, "search=oda+118").await, [id]);
        assert_eq!(listed(&mut merchant, "search=118%25").await, [] as [i64; 0], "signs of the database mean themselves");
        assert_eq!(listed(&mut merchant, &format!("delivery_day={day}")).await, [id]);
        assert_eq!(listed(&mut merchant, "delivery_day=2020-01-01").await, [] as [i64; 0]);
        merchant.get("/orders?delivery_day=domani").await.expect(422);
        let file = merchant.get("/orders/export").await.text();
        assert!(file.contains(&format!("ODA 118/A;{day}")), "{file}");
        let page = page_data(&mut buyer, &format!("/my-account/view-order/{id}/")).await;
        let seen = &page["page"]["section"]["order"];
        assert_eq!((&seen["buyer_reference"], &seen["delivery_day"]), (&json!("ODA 118/A"), &json!(kept[1].1)));
        let told = merchant.texts_to("livia@example.com").await.join("\n");
        assert!(told.contains("Il tuo riferimento: ODA 118/A") && told.contains(&kept[1].1), "{told}");
        let added = json!({ "bottega": { "buyer_reference": "ODA 118/A", "delivery_day": day } });
        assert_eq!(order["extensions"], added, "the answer says what was kept");
        let path = format!("/order/{id}?key={}&billing_email=livia@example.com", order["order_key"].as_str().expect("a key"));
        assert_eq!(buyer.get(&path).await.expect(200)["extensions"], added);
        assert_eq!(other["extensions"], json!({}), "an order without either has nothing added");
        let mut stranger = company(&shop, "ugo@bar.example", "Bar Ugo").await;
        for visitor in [&mut stranger, &mut shop.visitor()] {
            let refused = visitor.get(&path).await;
            assert!([401, 403].contains(&refused.status) && !refused.text().contains("ODA"), "{}", refused.text());
        }
        buyer.add("t-oil", 1).await;
        let form = page_data(&mut buyer, "/checkout/").await["page"]["form"].clone();
        assert_eq!((&form["buyer_reference"], &form["delivery_day"]), (&json!(""), &json!("")), "the next order has its own");
    }
}

rules! {
    async fn an_electronic_invoice_names_the_buyers_reference_in_place_of_the_orders_number(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let mut merchant = shop.merchant().await;
        let inside = shop.inside().await;
        buyer.add("t-oil", 1).await;
        let mut body = wishing("ODA 118", "");
        body["extensions"]["bottega"]["invoice"] = json!({ "requested": true, "tax_code": "RSSMRA80A01H501U" });
        let id = id_of(&buyer.post("/checkout", body).await.expect(200));
        merchant.set_status(id, "processing").await.expect(200);
        merchant.set_status(id, "completed").await.expect(200);
        issued(&inside).await;
        let record = all(&inside).await.into_iter().next().expect("an invoice");
        let xml = EInvoices::file(&record).xml;
        assert!(xml.contains("<DatiOrdineAcquisto><IdDocumento>ODA 118</IdDocumento><Data>"), "{xml}");
        assert!(xml.contains(&format!("<Causale>Ordine {id} del ")), "the shop's own number stays in its words: {xml}");
    }

    async fn a_reference_that_no_invoice_can_carry_is_refused_at_its_field_and_nothing_is_lost(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        buyer.add("t-oil", 1).await;
        for (typed, code) in [("ordine n° 5", "reference_characters"), ("123456789012345678901", "field_too_long")] {
            let refused = buyer.post("/checkout", wishing(typed, "")).await.refused(400, "rest_invalid_param");
            assert_eq!(refused["data"]["details"]["buyer_reference"]["code"], code, "{refused}");
            let form = classic_form(&mut buyer).await;
            let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
            fields.extend([("buyer_reference", typed), ("terms", "1")]);
            let answer = buyer.submit("/checkout/", &fields).await;
            assert_eq!(answer.status, 422);
            let value = format!("value=\"{typed}\"");
            assert!(answer.text().contains(&value), "what was typed stays in the form");
        }
        assert_eq!(buyer.cart().await["items_count"], 1);
    }

    async fn the_plain_form_orders_with_reference_and_day(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        buyer.add("t-oil", 1).await;
        let day = offered(&mut buyer).await.expect("days").remove(0);
        let form = classic_form(&mut buyer).await;
        let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        fields.extend([("buyer_reference", "R 1"), ("delivery_day", day.as_str()), ("terms", "1")]);
        let answer = buyer.submit("/checkout/", &fields).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        let mut merchant = shop.merchant().await;
        let id = listed(&mut merchant, &format!("delivery_day={day}")).await.remove(0);
        assert_eq!(further(&mut merchant, id).await[0].1, "R 1");
    }

    async fn clients_of_the_platform_send_both_among_their_further_fields(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        buyer.add("t-oil", 1).await;
        let day = offered(&mut buyer).await.expect("days").remove(0);
        let mut body = checkout("bacs");
        body["additional_fields"] = json!({ "buyer_reference": "P 7", "delivery_day": day });
        let id = id_of(&buyer.post("/checkout", body).await.expect(200));
        let kept = further(&mut shop.merchant().await, id).await;
        assert_eq!((kept[0].1.as_str(), kept.len()), ("P 7", 2));
    }

    async fn consumers_are_asked_for_neither_unless_the_merchant_says_so_and_what_they_send_is_dropped(shop) {
        let mut shop = shop;
        let mut guest = shop.visitor();
        guest.add("t-oil", 1).await;
        assert_eq!(offered(&mut guest).await, None);
        let order = guest.post("/checkout", wishing("ODA 118", "2026-12-02")).await.expect(200);
        assert!(further(&mut shop.merchant().await, id_of(&order)).await.is_empty());
        let server = everyone(&mut shop, |_| {}).await;
        let mut guest = shop.visitor_of(server);
        guest.add("t-oil", 1).await;
        let days = offered(&mut guest).await.expect("days");
        let order = guest.post("/checkout", wishing("ODA 118", &days[0])).await.expect(200);
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        let kept = further(&mut merchant, id_of(&order)).await;
        assert_eq!((kept.len(), kept[0].0.as_str()), (1, "Giorno di consegna desiderato"), "{kept:?}");
    }

    async fn a_day_that_is_not_on_offer_is_refused_with_the_next_ones_and_the_cart_stays(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        buyer.add("t-oil", 1).await;
        let page = page_data(&mut buyer, "/checkout/").await;
        let first = page["page"]["rules"]["delivery_days"][0]["label"].as_str().expect("a day").to_owned();
        for day in ["2020-01-01", "2099-01-01", "domani", "' OR 1=1"] {
            let refused = buyer.post("/checkout", wishing("", day)).await.refused(400, "rest_invalid_param");
            let detail = &refused["data"]["details"]["delivery_day"];
            assert_eq!(detail["code"], "delivery_day_unavailable", "{refused}");
            assert!(detail["message"].as_str().is_some_and(|text| text.contains(&first)), "{detail}");
        }
        assert_eq!(buyer.cart().await["items_count"], 1);
        buyer.post("/checkout", wishing("", "")).await.expect(200);
    }

    async fn a_merchant_without_days_offers_as_soon_as_possible_alone(shop) {
        let mut shop = shop;
        let server = everyone(&mut shop, |settings| {
            let days = &mut settings.delivery_days;
            (days.monday, days.tuesday, days.wednesday, days.thursday, days.friday) = (false, false, false, false, false);
        })
        .await;
        let mut guest = shop.visitor_of(server);
        guest.add("t-oil", 1).await;
        assert_eq!(offered(&mut guest).await, Some(Vec::new()));
        let refused = guest.post("/checkout", wishing("", "2026-12-02")).await.refused(400, "rest_invalid_param");
        assert_eq!(refused["data"]["details"]["delivery_day"]["code"], "delivery_day_none", "{refused}");
        guest.post("/checkout", wishing("", "")).await.expect(200);
    }

    async fn fresh_goods_are_never_delivered_from_saturday_to_monday(shop) {
        let mut shop = shop;
        let server = everyone(&mut shop, |settings| {
            (settings.delivery_days.saturday, settings.delivery_days.sunday) = (true, true);
        })
        .await;
        let mut guest = shop.visitor_of(server);
        guest.add("t-oil", 1).await;
        let weekdays = |days: &[String]| -> std::collections::BTreeSet<i64> {
            let day = |name: &String| shop_core::base::calendar::day_named(name).map(shop_core::base::calendar::weekday);
            days.iter().filter_map(day).collect()
        };
        let all = weekdays(&offered(&mut guest).await.expect("days"));
        assert!(all.contains(&0) && all.contains(&6), "{all:?}");
        let id = guest.id("t-oil").await;
        let mut merchant = Merchant::log_in(shop.visitor_of(server)).await;
        merchant.write(Method::PATCH, &format!("/products/{id}"), json!({ "details": { "perishable": true } })).await.expect(200);
        let fresh = offered(&mut guest).await.expect("days");
        assert!(weekdays(&fresh).iter().all(|weekday| (2..=5).contains(weekday)), "{fresh:?}");
    }

    async fn nothing_that_is_sent_needs_no_day(shop) {
        let mut shop = shop;
        let server = everyone(&mut shop, |_| {}).await;
        let mut guest = shop.visitor_of(server);
        guest.add("t-guide", 1).await;
        assert_eq!(offered(&mut guest).await, None);
    }

    async fn closed_days_are_kept_in_one_form_and_wrong_lines_are_named(shop) {
        let mut merchant = shop.merchant().await;
        let fields = merchant.get("/settings/checkout").await.expect(200)["fields"].as_array().expect("fields").clone();
        let closed = fields.iter().find(|field| field["name"] == "delivery_days.closed").expect("a setting");
        assert_eq!((&closed["kind"], &closed["value"]), (&json!("lines"), &json!("")));
        let save = |text: &str| json!({ "values": { "delivery_days.closed": text } });
        let refused = merchant.write(Method::PUT, "/settings/checkout", save("24/12/2026\nFerragosto")).await.expect(422);
        let error = &refused["errors"][0];
        assert_eq!((&error["field"], &error["code"]), (&json!("delivery_days.closed"), &json!("closed_days_invalid")));
        let saved = merchant.write(Method::PUT, "/settings/checkout", save("24/12/2026\n10/8/2026 al 21/8/2026")).await;
        let fields = saved.expect(200)["fields"].as_array().expect("fields").clone();
        let closed = fields.iter().find(|field| field["name"] == "delivery_days.closed").expect("a setting");
        assert_eq!(closed["value"], "2026-08-10 2026-08-21\n2026-12-24");
    }
}
