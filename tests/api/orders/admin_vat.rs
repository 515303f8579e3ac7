//! VAT by rate, of an order and of days: worked out of what was charged, less what refunds took off.

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::base::calendar::{local_day, name_of_day};
use shop_tests::{Merchant, TestShop, checkout, now, on_both_databases, rules};

/// An order of oil at 4 %, a sweet at 10 % and a present at 22 %, delivered, paid; its number.
async fn ordered(shop: &TestShop) -> i64 {
    let mut visitor = shop.visitor();
    for sku in ["t-oil", "t-five", "t-later"] {
        visitor.add(sku, 1).await;
    }
    let placed = visitor.post("/checkout", checkout("bacs")).await.expect(200);
    placed["order_id"].as_i64().expect("an id")
}

async fn paid(shop: &TestShop, merchant: &mut Merchant) -> i64 {
    let order = ordered(shop).await;
    merchant.set_status(order, "processing").await.expect(200);
    order
}

fn rows(sums: &Value) -> Vec<(String, i64, i64)> {
    let number = |value: &Value| value.as_i64().expect("cents");
    let row = |row: &Value| {
        (row["rate"].as_str().expect("a rate").to_owned(), number(&row["net_cents"]), number(&row["tax_cents"]))
    };
    sums.as_array().expect("rows").iter().map(row).collect()
}

fn gross(sums: &Value) -> i64 {
    rows(sums).iter().map(|(_, net, tax)| net + tax).sum()
}

async fn refund(merchant: &mut Merchant, order: i64, body: Value) -> Value {
    merchant.write(Method::POST, &format!("/orders/{order}/refunds"), body).await.expect(200)
}

fn day(from_now: i64) -> String {
    name_of_day(local_day(now()) + from_now)
}

rules! {
    async fn an_order_tells_its_vat_by_rate_and_what_refunds_took_off(shop) {
        let mut merchant = shop.merchant().await;
        let order = paid(&shop, &mut merchant).await;
        let seen = merchant.order(order).await;
        let vat = &seen["vat"];
        let rates: Vec<String> = rows(&vat["charged"]).into_iter().map(|(rate, ..)| rate).collect();
        assert_eq!(rates, ["22%", "10%", "4%"]);
        assert_eq!(gross(&vat["charged"]), seen["total_cents"].as_i64().expect("cents"));
        assert_eq!((&vat["refunded"], &vat["left"]), (&json!([]), &vat["charged"]));
        // The sweet costs 10.00 with its 10 %: 9.09 and 0.91.
        let seen = refund(&mut merchant, order, json!({ "lines": [{ "position": 1, "quantity": "1" }] })).await;
        assert_eq!(rows(&seen["vat"]["refunded"]), [("10%".to_owned(), 909, 91)]);
        let rates: Vec<String> = rows(&seen["vat"]["left"]).into_iter().map(|(rate, ..)| rate).collect();
        assert_eq!(rates, ["22%", "4%"]);
        // A sum beside the lines counts for what is left.
        let seen = refund(&mut merchant, order, json!({ "other": "3" })).await;
        assert_eq!(gross(&seen["vat"]["refunded"]), 1300);
        merchant.set_status(order, "refunded").await.expect(200);
        let seen = merchant.order(order).await;
        assert_eq!((&seen["vat"]["left"], &seen["vat"]["total"]), (&json!([]), &json!({ "net_cents": 0, "tax_cents": 0 })));
    }

    async fn a_refund_that_failed_takes_no_vat_off(shop) {
        let mut shop = shop;
        let (id, _) = crate::orders::admin_refunds::paid_by(&mut shop, "4000000000005126").await;
        let mut merchant = shop.merchant().await;
        refund(&mut merchant, id, json!({ "lines": [{ "position": 0, "quantity": "1" }] })).await;
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "times": 10 })).await;
        shop.sandbox_json("/_sandbox/settle", &json!({})).await;
        shop.settle().await;
        let seen = merchant.order(id).await;
        assert_eq!((&seen["refunds"][0]["state"], &seen["vat"]["refunded"]), (&json!("failed"), &json!([])));
    }

    async fn days_that_cannot_be_asked_for_are_named(shop) {
        let mut merchant = shop.merchant().await;
        for path in ["/vat", "/vat/export"] {
            for (query, field, code) in [
                ("?from=21/11/2026", "from", "date_invalid"),
                ("?to=2026-02-30", "to", "date_invalid"),
                ("?from=2026-11-21&to=2026-11-20", "to", "dates_reversed"),
                ("?from=2024-01-01&to=2026-01-01", "to", "days_too_many"),
            ] {
                let refused = merchant.get(&format!("{path}{query}")).await.expect(422);
                let error = &refused["errors"][0];
                assert_eq!((&error["field"], &error["code"]), (&json!(field), &json!(code)), "{path}{query}");
            }
            assert_eq!(shop.visitor().page(&format!("/api/admin{path}")).await.status, 401);
            assert_eq!(shop.shop_manager().await.get(path).await.status, 200);
        }
    }
}

on_both_databases! {
    async fn the_vat_of_days_is_that_of_paid_orders_less_refunds_of_those_days(shop) {
        let mut merchant = shop.merchant().await;
        let unpaid = ordered(&shop).await;
        let none = merchant.get("/vat").await.expect(200);
        assert_eq!((&none["charged"], &none["from"].as_str().map(|day| &day[8..]), &none["to"]), (&json!([]), &Some("01"), &json!(day(0))));
        let order = paid(&shop, &mut merchant).await;
        let other = paid(&shop, &mut merchant).await;
        let of_order = merchant.order(order).await["vat"].clone();
        let twice: Vec<(String, i64, i64)> =
            rows(&of_order["charged"]).into_iter().map(|(rate, net, tax)| (rate, net * 2, tax * 2)).collect();
        let month = merchant.get("/vat").await.expect(200);
        assert_eq!((rows(&month["charged"]), &month["left"]), (twice.clone(), &month["charged"]));
        refund(&mut merchant, order, json!({ "lines": [{ "position": 1, "quantity": "1" }], "as_credit": true })).await;
        refund(&mut merchant, other, json!({ "shipping": "1" })).await;
        merchant.set_status(unpaid, "cancelled").await.expect(200);
        let month = merchant.get(&format!("/vat?from={}&to={}", day(0), day(0))).await.expect(200);
        assert_eq!(rows(&month["charged"]), twice);
        assert_eq!(gross(&month["refunded"]), 1100);
        assert_eq!(gross(&month["left"]), gross(&month["charged"]) - 1100);
        let total = &month["total"];
        let both = total["net_cents"].as_i64().expect("cents") + total["tax_cents"].as_i64().expect("cents");
        assert_eq!(both, gross(&month["left"]));
        let before = merchant.get(&format!("/vat?from={}&to={}", day(-40), day(-1))).await.expect(200);
        assert_eq!((&before["charged"], &before["refunded"]), (&json!([]), &json!([])));
        let answer = merchant.get("/vat/export").await;
        assert!(answer.header("content-disposition").is_some_and(|name| name.starts_with("attachment; filename=\"iva-")));
        let text = answer.text();
        assert!(text.starts_with("\u{feff}voce;aliquota;"), "{text}");
        assert!(text.contains("\r\nrimborsato;10%;IVA 10;9,09;0,91;10,00\r\n"), "{text}");
    }
}
