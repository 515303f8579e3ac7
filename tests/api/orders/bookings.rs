use serde_json::{Value, json};
use shop_tests::{Answer, TestShop, Visitor, checkout, on_both_databases, page_data, rules};
use tokio::task::JoinSet;

use crate::catalogue::purchase_rules::asks;

/// A tasting every day at noon, for ten people, at most four of a booking; a day's notice.
pub(crate) async fn tasting(shop: &TestShop) -> i64 {
    let day = "12:00";
    let rules = json!({ "booking": {
        "times": [day, day, day, day, day, day, day], "duration_minutes": "90", "capacity": "10", "min_persons": "1",
        "max_persons": "4", "base": "5", "notice_hours": "24", "days_ahead": "30", "closed_on_holidays": false,
        "closed_days": ""
    } });
    asks(shop, "t-guide", rules).await
}

/// The times of the day that the form shows first.
async fn shown(visitor: &mut Visitor, id: i64) -> Value {
    visitor.ajax("bottega_purchase", &[("product_id", &id.to_string())]).await.expect(200)["booking"].clone()
}

pub(crate) async fn first_slot(visitor: &mut Visitor, id: i64) -> String {
    shown(visitor, id).await["slots"][0]["value"].as_str().expect("a time").to_owned()
}

pub(crate) async fn book(visitor: &mut Visitor, id: i64, slot: &str, persons: i64) -> Answer {
    let wish = json!({ "id": id, "wc_bookings_field_start_date": slot, "wc_bookings_field_persons": persons });
    visitor.post("/cart/add-item", wish).await
}

on_both_databases! {
    async fn a_booking_costs_its_people_and_says_when(shop) {
        let id = tasting(&shop).await;
        let mut visitor = shop.visitor();
        let slot = first_slot(&mut visitor, id).await;
        let cart = book(&mut visitor, id, &slot, 3).await.expect(201);
        let line = &cart["items"][0];
        // 5.00 and three times 3.00.
        assert_eq!((&line["prices"]["price"], &line["quantity"]), (&json!("1400"), &json!(1)));
        assert_eq!(line["quantity_limits"]["maximum"], 1);
        assert_eq!(line["item_data"][0]["name"], "Quando");
        assert!(line["item_data"][0]["value"].as_str().is_some_and(|when| when.ends_with(", ore 12:00")), "{line}");
        assert_eq!(line["item_data"][1]["value"], "3");
        book(&mut visitor, id, &slot, 3).await.refused(400, "readonly_quantity");
        let order = visitor.post("/checkout", checkout("bacs")).await.expect(200);
        let seen = shop.merchant().await.order(order["order_id"].as_i64().expect("an id")).await;
        assert_eq!(seen["lines"][0]["attributes"][0]["label"], "Quando");
        let key = order["order_key"].as_str().expect("a key");
        let page = page_data(&mut visitor, &format!("/recesso/{}/?key={key}", order["order_id"])).await;
        let excluded = page["page"]["lines"][0]["excluded"].as_str().expect("why");
        assert!(excluded.contains("servizio per una data precisa"), "{page}");
    }

    async fn the_last_places_are_sold_once(shop) {
        let id = tasting(&shop).await;
        let slot = first_slot(&mut shop.visitor(), id).await;
        let mut buyers = Vec::new();
        for _ in 0..8 {
            let mut buyer = shop.visitor();
            book(&mut buyer, id, &slot, 4).await.expect(201);
            buyers.push(buyer);
        }
        let mut all = JoinSet::new();
        for mut buyer in buyers {
            all.spawn(async move { buyer.post("/checkout", checkout("bacs")).await });
        }
        let answers = all.join_all().await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 2, "ten places, four a booking");
        for refused in answers.iter().filter(|answer| answer.status != 200) {
            assert_eq!(refused.status, 409, "{}", refused.text());
            assert!(refused.json()["message"].as_str().is_some_and(|text| text.contains("posti rimasti")), "{}", refused.text());
        }
        let mut next = shop.visitor();
        book(&mut next, id, &slot, 3).await.refused(400, "booking_full");
        book(&mut next, id, &slot, 2).await.expect(201);
    }
}

rules! {
    async fn a_time_that_fills_up_stops_the_order_and_says_so(shop) {
        let id = tasting(&shop).await;
        let (mut slow, mut quick) = (shop.visitor(), shop.visitor());
        let slot = first_slot(&mut slow, id).await;
        book(&mut slow, id, &slot, 4).await.expect(201);
        for _ in 0..2 {
            book(&mut quick, id, &slot, 4).await.expect(201);
            quick.post("/checkout", checkout("bacs")).await.expect(200);
        }
        let cart = slow.cart().await;
        assert_eq!(cart["errors"][0]["code"], "booking_full", "{cart}");
        slow.post("/checkout", checkout("bacs")).await.refused(409, "booking_gone");
        assert_eq!(slow.cart().await["items_count"], 1, "the line stays, so that its buyer sees why");
    }

    async fn wrong_times_and_people_are_refused_by_field(shop) {
        let id = tasting(&shop).await;
        let mut visitor = shop.visitor();
        let slot = first_slot(&mut visitor, id).await;
        let start: i64 = slot.parse().expect("seconds");
        let day = 86_400;
        for (slot, persons, field, code) in [
            (String::new(), 2, "wc_bookings_field_start_date", "booking_slot_unknown"),
            ((start + 60).to_string(), 2, "wc_bookings_field_start_date", "booking_slot_unknown"),
            ((start + 200 * day).to_string(), 2, "wc_bookings_field_start_date", "booking_slot_unknown"),
            ((start - 3 * day).to_string(), 2, "wc_bookings_field_start_date", "booking_too_late"),
            (slot.clone(), 5, "wc_bookings_field_persons", "booking_persons"),
            (slot, 0, "wc_bookings_field_persons", "booking_persons"),
        ] {
            let refusal = book(&mut visitor, id, &slot, persons).await.refused(400, code);
            assert_eq!(refusal["data"]["fields"][0]["field"], field);
        }
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn a_cancelled_order_gives_its_places_back_and_a_reopened_one_takes_them_again(shop) {
        let id = tasting(&shop).await;
        let (mut first, mut merchant) = (shop.visitor(), shop.merchant().await);
        let slot = first_slot(&mut first, id).await;
        let mut orders = Vec::new();
        for persons in [4, 4, 2] {
            book(&mut first, id, &slot, persons).await.expect(201);
            let order = first.post("/checkout", checkout("bacs")).await.expect(200);
            orders.push(order["order_id"].as_i64().expect("an id"));
        }
        assert_eq!(shown(&mut first, id).await["slots"][0]["closed"], true, "full");
        merchant.set_status(orders[0], "cancelled").await.expect(200);
        let booking = shown(&mut first, id).await;
        assert_eq!(booking["slots"][0]["note"], "4 posti");
        book(&mut first, id, &slot, 1).await.expect(201);
        first.post("/checkout", checkout("bacs")).await.expect(200);
        assert_eq!(merchant.set_status(orders[0], "on-hold").await.status, 409, "others have its places now");
        assert_eq!(shown(&mut first, id).await["slots"][0]["note"], "3 posti", "nothing was taken");
    }

    async fn without_scripts_another_day_is_shown_with_what_was_filled_in(shop) {
        let id = tasting(&shop).await;
        let mut visitor = shop.visitor();
        let last = shown(&mut visitor, id).await["last_day"].as_str().expect("a day").to_owned();
        let path = "/prodotto/ricettario/";
        let sent = [("wc_bookings_field_date", last.as_str()), ("wc_bookings_field_persons", "3"), ("wc_bookings_show_day", "1")];
        let answer = visitor.submit(path, &sent).await;
        assert_eq!(answer.status, 303);
        let to = answer.header("location").expect("a location").split('#').next().expect("a path").to_owned();
        let page = page_data(&mut visitor, &to).await;
        let booking = &page["page"]["purchase"]["booking"];
        assert_eq!((&booking["day"], &booking["persons"]), (&json!(last), &json!(3)));
        let slot = booking["slots"][0]["value"].as_str().expect("a time").to_owned();
        let sent = [("wc_bookings_field_start_date", slot.as_str()), ("wc_bookings_field_persons", "3")];
        assert_eq!(visitor.submit(path, &sent).await.status, 303);
        assert_eq!(visitor.cart().await["items_count"], 1);
    }
}
