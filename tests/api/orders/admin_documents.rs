use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::base::OrderId;
use shop_services::ports::InvoiceStore;
use shop_storage::Db;
use shop_tests::{Answer, Merchant, TestShop, checkout, customer, on_both_databases, rules};
use tokio::task::JoinSet;

/// An order for which an invoice was asked: its number and key.
async fn wants_invoice(shop: &TestShop) -> (i64, String) {
    let mut visitor = shop.visitor();
    visitor.add("t-oil", 1).await;
    let mut body = checkout("bacs");
    body["extensions"] = json!({ "bottega": { "invoice": { "requested": true, "tax_code": "RSSMRA80A01H501U" } } });
    let placed = visitor.post("/checkout", body).await.expect(200);
    (placed["order_id"].as_i64().expect("an id"), placed["order_key"].as_str().expect("a key").to_owned())
}

async fn issue(merchant: &mut Merchant, order: i64) -> Answer {
    merchant.write(Method::POST, &format!("/orders/{order}/invoice"), json!({})).await
}

/// An order whose invoice was issued, and what the back office says then.
async fn invoiced(shop: &TestShop, merchant: &mut Merchant) -> (i64, String, Value) {
    let (order, key) = wants_invoice(shop).await;
    merchant.set_status(order, "processing").await.expect(200);
    let seen = issue(merchant, order).await.expect(200);
    (order, key, seen)
}

fn is_pdf(answer: &Answer) -> bool {
    answer.status == 200
        && answer.header("content-type") == Some("application/pdf")
        && answer.header("content-disposition").is_some_and(|value| value.starts_with("attachment; filename=\""))
        && answer.body.starts_with(b"%PDF-")
}

rules! {
    async fn numbers_follow_one_another_and_an_order_has_one_invoice(shop) {
        let mut merchant = shop.merchant().await;
        let (first, _, seen) = invoiced(&shop, &mut merchant).await;
        let number = seen["invoice"]["number"].as_str().expect("a number").to_owned();
        assert!(number.starts_with("1/20"), "{number}");
        let (_, _, second) = invoiced(&shop, &mut merchant).await;
        assert_eq!(second["invoice"]["number"], number.replacen('1', "2", 1));
        let again = issue(&mut merchant, first).await.expect(200);
        assert_eq!(again["invoice"]["number"], number, "asked again it stays as it is");
        let (_, _, third) = invoiced(&shop, &mut merchant).await;
        assert!(third["invoice"]["number"].as_str().is_some_and(|text| text.starts_with("3/")), "no number was lost");
    }

    async fn no_invoice_is_issued_unpaid_unasked_or_without_the_sellers_numbers(shop) {
        let mut merchant = shop.merchant().await;
        let (order, _) = wants_invoice(&shop).await;
        assert_eq!(merchant.order(order).await["invoice"], json!({ "number": null, "issued_at": null, "can_issue": false, "has_copy": false, "einvoices": [] }));
        assert_eq!(issue(&mut merchant, order).await.expect(409)["code"], "invoice_not_paid");
        let plain = shop.visitor().buy("t-oil", 1).await["order_id"].as_i64().expect("an id");
        merchant.set_status(plain, "processing").await.expect(200);
        assert_eq!(merchant.order(plain).await["invoice"], json!(null));
        assert_eq!(issue(&mut merchant, plain).await.expect(409)["code"], "invoice_not_requested");
        assert_eq!(issue(&mut merchant, 999_999).await.status, 404);
        merchant.set_status(order, "processing").await.expect(200);
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.seller.vat_number.clear()).await;
        let mut there = Merchant::log_in(shop.visitor_of(server)).await;
        assert_eq!(issue(&mut there, order).await.expect(409)["code"], "invoice_seller_incomplete");
        let stranger = shop.visitor();
        let request = stranger.request(Method::POST, &format!("/api/admin/orders/{order}/invoice"));
        assert_eq!(shop.visitor().send(request).await.status, 401);
    }

    async fn staff_fetches_all_papers_and_strangers_none(shop) {
        let mut merchant = shop.merchant().await;
        let (order, _, _) = invoiced(&shop, &mut merchant).await;
        for file in ["distinta.pdf", "riepilogo.pdf", "fattura.pdf"] {
            let path = format!("/orders/{order}/documents/{file}");
            let answer = merchant.get(&path).await;
            assert!(is_pdf(&answer), "{file}: {} {:?}", answer.status, answer.headers);
            assert!(is_pdf(&shop.shop_manager().await.get(&path).await), "{file}");
            assert_eq!(shop.visitor().page(&format!("/api/admin{path}")).await.status, 401, "{file}");
        }
        for path in [format!("/orders/{order}/documents/altro.pdf"), "/orders/999999/documents/distinta.pdf".into()] {
            assert_eq!(merchant.get(&path).await.status, 404, "{path}");
        }
        let unissued = shop.visitor().buy("t-oil", 1).await["order_id"].clone();
        assert_eq!(merchant.get(&format!("/orders/{unissued}/documents/fattura.pdf")).await.status, 404);
    }

    async fn a_buyer_fetches_the_own_papers_and_nobody_elses(shop) {
        let mut merchant = shop.merchant().await;
        let (order, key, _) = invoiced(&shop, &mut merchant).await;
        let mut guest = shop.visitor();
        for file in ["riepilogo.pdf", "fattura.pdf"] {
            let path = format!("/documento/{order}/{file}");
            assert!(is_pdf(&guest.page(&format!("{path}?key={key}")).await), "{file}");
            for wrong in [path.clone(), format!("{path}?key=wc_order_wrong"), format!("/documento/{}/{file}?key={key}", order + 1)] {
                assert_eq!(guest.page(&wrong).await.status, 404, "{wrong}");
            }
        }
        let slip = guest.page(&format!("/documento/{order}/distinta.pdf?key={key}")).await;
        assert_eq!(slip.status, 404, "the packing slip is the shop's");
        let received = guest.page(&format!("/checkout/order-received/{order}/?key={key}")).await.text();
        assert!(received.contains(&format!("/documento/{order}/fattura.pdf?key={key}")));

        let mut anna = customer(&shop, "anna@example.com").await;
        let mut body = checkout("bacs");
        body["billing_address"]["email"] = "anna@example.com".into();
        anna.add("t-five", 1).await;
        let own = anna.post("/checkout", body).await.expect(200)["order_id"].as_i64().expect("an id");
        let path = format!("/documento/{own}/riepilogo.pdf");
        assert!(is_pdf(&anna.page(&path).await), "the account is enough");
        let page = anna.page(&format!("/my-account/view-order/{own}/")).await.text();
        assert!(page.contains(&path), "{page}");
        let mut bruno = customer(&shop, "bruno@example.com").await;
        for mut other in [bruno, shop.visitor()] {
            assert_eq!(other.page(&path).await.status, 404);
        }
        bruno = customer(&shop, "carlo@example.com").await;
        assert_eq!(bruno.page(&format!("/documento/{order}/fattura.pdf")).await.status, 404);
    }

    async fn what_was_issued_stays_as_it_was(shop) {
        let mut merchant = shop.merchant().await;
        let (order, _, _) = invoiced(&shop, &mut merchant).await;
        let store = Db::open(shop.database()).await.expect("the database");
        let before = store.invoice_of(OrderId(order)).await.expect("read").expect("issued");
        let invoice = &before.invoice;
        assert_eq!(invoice.net + invoice.tax + invoice.rounding, invoice.total);
        assert_eq!(invoice.vat.iter().map(|row| row.tax).sum::<shop_core::base::Cents>(), invoice.tax);
        assert!(invoice.buyer.facts.iter().any(|(_, value)| value == "RSSMRA80A01H501U"), "{invoice:?}");
        let pdf = merchant.get(&format!("/orders/{order}/documents/fattura.pdf")).await;
        let mut shop = shop;
        let server = shop.with_settings(|settings| settings.seller.company = "Un'altra S.p.A.".into()).await;
        merchant.set_status(order, "refunded").await.expect(200);
        assert_eq!(store.invoice_of(OrderId(order)).await.expect("read").expect("issued"), before);
        let mut there = Merchant::log_in(shop.visitor_of(server)).await;
        let later = there.get(&format!("/orders/{order}/documents/fattura.pdf")).await;
        assert!(is_pdf(&pdf) && pdf.body == later.body, "the same file to the byte");
    }
}

on_both_databases! {
    async fn many_invoices_at_once_leave_no_gap(shop) {
        let mut merchant = shop.merchant().await;
        let mut orders = Vec::new();
        for _ in 0..6 {
            let (order, _) = wants_invoice(&shop).await;
            merchant.set_status(order, "processing").await.expect(200);
            orders.push(order);
        }
        let mut all = JoinSet::new();
        for order in orders.iter().chain(&orders).copied() {
            let shop = shop.inside().await;
            all.spawn(async move { shop.einvoices.issue_invoice(OrderId(order), "prova").await.expect("stored").expect("issued").number.number });
        }
        let numbers: Vec<i64> = all.join_all().await;
        assert_eq!(numbers.len(), 12);
        assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), (1..=6).collect());
        let mut of_orders = BTreeSet::new();
        for order in orders {
            of_orders.insert(merchant.order(order).await["invoice"]["number"].to_string());
        }
        assert_eq!(of_orders.len(), 6, "each order has its own");
    }
}
