use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, TestShop, Visitor, checkout, on_both_databases, rules};

use crate::orders::bookings::{book, first_slot, tasting};

async fn order(visitor: &mut Visitor, id: i64, slot: &str, persons: i64) -> i64 {
    book(visitor, id, slot, persons).await.expect(201);
    visitor.post("/checkout", checkout("bacs")).await.expect(200)["order_id"].as_i64().expect("a number")
}

async fn slots(merchant: &mut Merchant, query: &str) -> Vec<Value> {
    let list = merchant.get(&format!("/bookings{query}")).await.expect(200);
    list["slots"].as_array().cloned().expect("slots")
}

/// Gives a booked line back, with its piece, and takes the order as it is afterwards.
async fn refund(merchant: &mut Merchant, order: i64, free_places: bool) -> Value {
    let body = json!({ "lines": [{ "position": 0, "quantity": "1" }], "free_places": free_places });
    merchant.write(Method::POST, &format!("/orders/{order}/refunds"), body).await.expect(200)
}

async fn paid(shop: &TestShop, visitor: &mut Visitor, id: i64, slot: &str, persons: i64) -> i64 {
    let number = order(visitor, id, slot, persons).await;
    shop.merchant().await.set_status(number, "processing").await.expect(200);
    number
}

rules! {
    async fn days_that_there_are_not_are_refused_by_field(shop) {
        let mut merchant = shop.merchant().await;
        for (query, field) in [
            ("from=1/3/2026", "from"),
            ("to=2026-02-30", "to"),
            ("from=2026-03-02&to=2026-03-01", "to"),
            ("from=2026-01-01&to=2027-06-01", "to"),
            ("product=altro", "product"),
        ] {
            for path in ["bookings", "bookings/export"] {
                let answer = merchant.get(&format!("/{path}?{query}")).await.expect(422);
                assert_eq!(answer["errors"][0]["field"], field, "{path} {query}");
            }
        }
    }

    async fn only_staff_sees_who_booked(shop) {
        let mut visitor = shop.visitor();
        for path in ["/api/admin/bookings", "/api/admin/bookings/export"] {
            assert_eq!(visitor.page(path).await.status, 401, "{path}");
        }
        assert_eq!(shop.shop_manager().await.get("/bookings").await.status, 200);
    }
}

on_both_databases! {
    async fn booked_times_are_listed_with_their_people_and_come_as_a_file(shop) {
        let id = tasting(&shop).await;
        let (mut visitor, mut merchant) = (shop.visitor(), shop.merchant().await);
        assert_eq!(slots(&mut merchant, "").await, Vec::<Value>::new());
        let slot = first_slot(&mut visitor, id).await;
        let first = order(&mut visitor, id, &slot, 3).await;
        let second = order(&mut visitor, id, &slot, 2).await;
        let seen = slots(&mut merchant, "").await;
        assert_eq!(seen.len(), 1);
        assert_eq!((&seen[0]["booked"], &seen[0]["capacity"], &seen[0]["product_id"]), (&json!(5), &json!(10), &json!(id)));
        assert_eq!(seen[0]["starts_at"].as_i64().map(|at| at.to_string()), Some(slot));
        let rows = seen[0]["bookings"].as_array().expect("rows");
        let shown: Vec<(i64, i64)> = rows.iter().filter_map(|row| Some((row["order_id"].as_i64()?, row["persons"].as_i64()?))).collect();
        assert_eq!(shown, [(first, 3), (second, 2)]);
        assert_eq!((&rows[0]["name"], &rows[0]["email"]), (&json!("Livia Conti"), &json!("livia@example.com")));
        let file = merchant.get("/bookings/export").await;
        let text = file.text();
        assert!(file.header("content-disposition").is_some_and(|name| name.contains("prenotazioni-")), "{text}");
        assert!(text.starts_with("\u{feff}prodotto;quando;ordine;") && text.lines().count() == 3, "{text}");
        assert!(text.contains(&format!(";{first};")) && text.contains(";livia@example.com;3"), "{text}");
        merchant.set_status(first, "cancelled").await.expect(200);
        assert_eq!(slots(&mut merchant, "").await[0]["booked"], 2, "a cancelled order holds no places");
        assert_eq!(slots(&mut merchant, &format!("?product={id}")).await.len(), 1);
        assert_eq!(slots(&mut merchant, "?product=999999").await.len(), 0);
        assert_eq!(slots(&mut merchant, "?from=2020-01-01&to=2020-12-31").await.len(), 0);
    }

    async fn a_refund_gives_the_places_of_its_line_back_once_and_only_when_it_is_asked_to(shop) {
        let id = tasting(&shop).await;
        let (mut visitor, mut merchant) = (shop.visitor(), shop.merchant().await);
        let slot = first_slot(&mut visitor, id).await;
        let kept = paid(&shop, &mut visitor, id, &slot, 4).await;
        let freed = paid(&shop, &mut visitor, id, &slot, 4).await;
        assert_eq!(merchant.order(freed).await["open_refund"]["lines"][0]["booked"], true);
        let seen = refund(&mut merchant, kept, false).await;
        assert_eq!(seen["refunds"][0]["persons_freed"], 0);
        book(&mut visitor, id, &slot, 3).await.refused(400, "booking_full");
        let seen = refund(&mut merchant, freed, true).await;
        assert_eq!(seen["refunds"][0]["persons_freed"], 4);
        assert_eq!(slots(&mut merchant, "").await[0]["booked"], 4);
        book(&mut visitor, id, &slot, 4).await.expect(201);
        let again = json!({ "lines": [{ "position": 0, "quantity": "1" }], "free_places": true });
        let answer = merchant.write(Method::POST, &format!("/orders/{freed}/refunds"), again).await;
        assert!(answer.status == 422 || answer.status == 409, "{}", answer.text());
        assert_eq!(slots(&mut merchant, "").await[0]["booked"], 4, "given back once");
    }
}
