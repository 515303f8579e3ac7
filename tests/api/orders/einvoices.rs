//! Electronic invoices: when they are issued, their numbers, what they say of orders, refunds and companies.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::base::OrderId;
use shop_core::orders::document::einvoice::{EInvoiceKind, EInvoiceState};
use shop_services::Shop;
use shop_services::orders::documents::InvoiceRefusal;
use shop_services::orders::einvoices::EInvoices;
use shop_services::ports::{EInvoiceFilter, EInvoiceRecord};
use shop_tests::{Merchant, TestShop, checkout, on_both_databases, rules, sql, trade_role};
use tokio::task::JoinSet;

use crate::orders::subscriptions::Later;

/// An order for which an invoice was asked.
pub(crate) async fn wants_invoice(shop: &TestShop, method: &str) -> i64 {
    let mut visitor = shop.visitor();
    visitor.add("t-oil", 2).await;
    let mut body = checkout(method);
    body["extensions"] = json!({ "bottega": { "invoice": { "requested": true, "tax_code": "RSSMRA80A01H501U" } } });
    visitor.post("/checkout", body).await.expect(200)["order_id"].as_i64().expect("an id")
}

/// One that is paid.
pub(crate) async fn paid(shop: &TestShop, merchant: &mut Merchant) -> i64 {
    let order = wants_invoice(shop, "bacs").await;
    merchant.set_status(order, "processing").await.expect(200);
    order
}

/// What the shop issues by itself.
pub(crate) async fn issued(shop: &Shop) -> usize {
    shop.einvoices.issue_due().await.expect("a round")
}

/// All documents, oldest first.
pub(crate) async fn all(shop: &Shop) -> Vec<EInvoiceRecord> {
    let filter = EInvoiceFilter { page: 1, per_page: 100, ..EInvoiceFilter::default() };
    let (mut found, _) = shop.einvoices.list(&filter).await.expect("read");
    found.sort_by_key(|one| one.id);
    found
}

fn text_of(xml: &str, name: &str) -> String {
    let rest = xml.split_once(&format!("<{name}>")).map_or("", |(_, rest)| rest);
    rest.split_once("</").map_or("", |(text, _)| text).to_owned()
}

async fn refund(merchant: &mut Merchant, order: i64, body: Value) {
    merchant.write(Method::POST, &format!("/orders/{order}/refunds"), body).await.expect(200);
}

/// Makes orders those of a company.
fn of_company(shop: &TestShop, orders: &[i64], method: &str) {
    let at = shop.database();
    trade_role(shop, "prova", "{\"invoice_days\":60}");
    sql(
        at,
        "INSERT INTO companies (owner_id, role_id, approval, name, country, vat_number, content, created_at) VALUES \
         ((SELECT MIN(id) FROM customers), (SELECT MAX(id) FROM customer_roles), 'approved', 'Trattoria da Gino S.n.c.', 'IT', \
         'IT00743110157', '{\"sdi_code\":\"M5UXCR1\"}', 0)",
    );
    for order in orders {
        sql(
            at,
            &format!(
                "UPDATE orders SET company_id = (SELECT MAX(id) FROM companies), payment_method = '{method}' WHERE id = {order}"
            ),
        );
    }
}

on_both_databases! {
    async fn a_month_of_deliveries_is_one_deferred_invoice(shop) {
        let mut shop = shop;
        let mut merchant = shop.merchant().await;
        let mut orders = Vec::new();
        for _ in 0..2 {
            orders.push(shop.visitor().buy("t-oil", 1).await["order_id"].as_i64().expect("an id"));
        }
        of_company(&shop, &orders, "invoice");
        for order in &orders {
            merchant.set_status(*order, "processing").await.expect(200);
            merchant.set_status(*order, "completed").await.expect(200);
        }
        shop.with_settings(|settings| settings.einvoices.deferred = true).await;
        assert_eq!(issued(&shop.inside().await).await, 0, "the month is not over");
        let later = Shop::new(
            std::sync::Arc::new(shop_storage::Db::open(shop.database()).await.expect("opens")),
            std::sync::Arc::new(Later(32)),
        );
        assert_eq!((issued(&later).await, issued(&later).await), (1, 0));
        let found = all(&later).await;
        let xml = EInvoices::file(&found[0]).xml;
        assert_eq!((found[0].kind, xml.matches("<DatiDDT>").count()), (EInvoiceKind::Deferred, 2));
        assert!(found[0].number.to_string().starts_with("D-1/"), "{}", found[0].number);
        for order in &orders {
            assert!(xml.contains(&format!("<NumeroDDT>{order}</NumeroDDT>")), "{xml}");
            assert_eq!(merchant.order(*order).await["invoice"]["number"], found[0].number.to_string());
        }
        refund(&mut merchant, orders[1], json!({ "other": "1" })).await;
        assert_eq!(issued(&later).await, 1, "a refund of one of them is credited");
    }

    async fn many_at_once_leave_no_gap_in_any_series(shop) {
        let mut merchant = shop.merchant().await;
        let mut orders = Vec::new();
        for _ in 0..5 {
            let order = paid(&shop, &mut merchant).await;
            refund(&mut merchant, order, json!({ "other": "1" })).await;
            orders.push(order);
        }
        let mut rounds = JoinSet::new();
        for _ in 0..3 {
            let inside = shop.inside().await;
            rounds.spawn(async move { issued(&inside).await });
        }
        rounds.join_all().await;
        let inside = shop.inside().await;
        issued(&inside).await;
        let found = all(&inside).await;
        for (series, kind) in [("", EInvoiceKind::Invoice), ("NC", EInvoiceKind::CreditNote)] {
            let numbers: Vec<i64> = found.iter().filter(|one| one.kind == kind).map(|one| one.number.number).collect();
            assert_eq!(numbers.iter().copied().collect::<BTreeSet<_>>(), (1..=5).collect(), "{series} {numbers:?}");
            assert_eq!(numbers.len(), 5, "{series}: each once");
        }
        let files: BTreeSet<i64> = found.iter().map(|one| one.file_number).collect();
        assert_eq!(files.len(), 10, "each file has a name of its own");
    }
}

rules! {
    async fn an_order_gets_its_invoice_once_it_is_paid_and_only_one(shop) {
        let inside = shop.inside().await;
        let mut merchant = shop.merchant().await;
        let order = wants_invoice(&shop, "bacs").await;
        let plain = shop.visitor().buy("t-oil", 1).await["order_id"].as_i64().expect("an id");
        assert_eq!(issued(&inside).await, 0, "nothing is paid");
        merchant.set_status(order, "processing").await.expect(200);
        merchant.set_status(plain, "processing").await.expect(200);
        assert_eq!((issued(&inside).await, issued(&inside).await), (1, 0));
        let found = all(&inside).await;
        let record = found.first().expect("one");
        assert_eq!((record.kind, record.state, record.order_id), (EInvoiceKind::Invoice, EInvoiceState::Ready, OrderId(order)));
        let seen = merchant.order(order).await;
        assert_eq!(seen["invoice"]["number"], record.number.to_string(), "one numbering with the courtesy copy");
        assert_eq!(seen["invoice"]["einvoices"][0]["id"], record.id);
        assert_eq!(seen["total_cents"], record.total.0);
        let xml = EInvoices::file(record).xml;
        for (name, text) in [
            ("TipoDocumento", "TD01"),
            ("CodiceDestinatario", "0000000"),
            ("FormatoTrasmissione", "FPR12"),
            ("Cognome", "Conti"),
            ("ModalitaPagamento", "MP05"),
        ] {
            assert_eq!(text_of(&xml, name), text, "{xml}");
        }
        assert_eq!(text_of(&xml, "ImportoTotaleDocumento"), record.total.to_decimal());
        assert!(xml.contains("<CodiceFiscale>RSSMRA80A01H501U</CodiceFiscale>"), "{xml}");
        let again = inside.einvoices.issue_invoice(OrderId(order), "prova").await.expect("stored").expect("issued");
        assert_eq!(again.id, record.id, "asked again it is the same");
        let refused = inside.einvoices.issue_invoice(OrderId(plain), "prova").await.expect("read");
        assert_eq!(refused.err(), Some(InvoiceRefusal::NotRequested));
    }

    async fn where_the_goods_come_before_the_money_the_invoice_comes_with_them(shop) {
        let inside = shop.inside().await;
        let mut merchant = shop.merchant().await;
        let order = wants_invoice(&shop, "cod").await;
        assert_eq!((&merchant.order(order).await["status"], issued(&inside).await), (&json!("processing"), 0));
        merchant.set_status(order, "completed").await.expect(200);
        assert_eq!(issued(&inside).await, 1);
    }

    async fn each_refund_is_followed_by_one_credit_note_that_names_the_invoice(shop) {
        let inside = shop.inside().await;
        let mut merchant = shop.merchant().await;
        let order = paid(&shop, &mut merchant).await;
        refund(&mut merchant, order, json!({ "other": "2", "reason": "Bottiglia rotta" })).await;
        assert_eq!((issued(&inside).await, issued(&inside).await), (2, 0), "the invoice, and the refund of before it");
        merchant.set_status(order, "refunded").await.expect(200);
        assert_eq!((issued(&inside).await, issued(&inside).await), (1, 0));
        let found = all(&inside).await;
        let numbers: Vec<String> = found.iter().map(|one| one.number.to_string()).collect();
        let year = found[0].number.year;
        assert_eq!(numbers, [format!("1/{year}"), format!("NC-1/{year}"), format!("NC-2/{year}")]);
        assert_eq!(found[1].total.0, 200);
        assert_eq!(found[1].total + found[2].total, found[0].total, "all that was paid is credited");
        let xml = EInvoices::file(&found[1]).xml;
        assert_eq!((text_of(&xml, "TipoDocumento"), text_of(&xml, "IdDocumento")), ("TD04".into(), order.to_string()));
        assert!(xml.contains(&format!("<DatiFattureCollegate><IdDocumento>{}</IdDocumento>", numbers[0])), "{xml}");
        assert!(xml.contains("<Causale>Bottiglia rotta</Causale>"), "{xml}");
    }

    async fn refunds_of_orders_without_an_invoice_need_no_credit_note(shop) {
        let inside = shop.inside().await;
        let mut merchant = shop.merchant().await;
        let order = shop.visitor().buy("t-oil", 1).await["order_id"].as_i64().expect("an id");
        merchant.set_status(order, "refunded").await.expect(200);
        assert_eq!(issued(&inside).await, 0);
        assert!(all(&inside).await.is_empty());
    }

    async fn nothing_is_issued_by_itself_by_hand_or_by_an_unknown_seller(shop) {
        let mut shop = shop;
        let mut merchant = shop.merchant().await;
        let order = paid(&shop, &mut merchant).await;
        shop.with_settings(|settings| settings.seller.company.clear()).await;
        assert_eq!(issued(&shop.inside().await).await, 0);
        shop.with_settings(|settings| {
            settings.seller.company = "Bottega".into();
            settings.einvoices.automatic = false;
        })
        .await;
        let inside = shop.inside().await;
        assert_eq!(issued(&inside).await, 0);
        inside.einvoices.issue_invoice(OrderId(order), "prova").await.expect("stored").expect("by hand it is issued");
    }

    async fn every_order_of_a_company_is_invoiced_to_it(shop) {
        let inside = shop.inside().await;
        let mut merchant = shop.merchant().await;
        let order = shop.visitor().buy("t-oil", 1).await["order_id"].as_i64().expect("an id");
        of_company(&shop, &[order], "invoice");
        merchant.set_status(order, "processing").await.expect(200);
        assert_eq!(issued(&inside).await, 0, "paid by invoice: not before it is completed");
        merchant.set_status(order, "completed").await.expect(200);
        assert_eq!(issued(&inside).await, 1);
        let found = all(&inside).await;
        let xml = EInvoices::file(&found[0]).xml;
        assert_eq!(found[0].buyer, "Trattoria da Gino S.n.c.");
        assert_eq!(text_of(&xml, "CodiceDestinatario"), "M5UXCR1");
        assert!(xml.contains("<CessionarioCommittente><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>00743110157<"), "{xml}");
        let due = shop_core::base::calendar::name_of_day(found[0].day + 60);
        assert_eq!(text_of(&xml, "DataScadenzaPagamento"), due, "within the days of its role");
        assert_eq!(merchant.order(order).await["invoice"]["number"], found[0].number.to_string());
    }

    async fn a_buyer_in_italy_without_numbers_is_not_invoiced_and_keeps_nobody_waiting(shop) {
        let inside = shop.inside().await;
        let mut merchant = shop.merchant().await;
        let unknown = shop.visitor().buy("t-oil", 1).await["order_id"].as_i64().expect("an id");
        of_company(&shop, &[unknown], "bacs");
        sql(shop.database(), "UPDATE companies SET vat_number = ''");
        merchant.set_status(unknown, "processing").await.expect(200);
        let order = paid(&shop, &mut merchant).await;
        assert_eq!((issued(&inside).await, issued(&inside).await), (1, 0));
        assert_eq!(all(&inside).await[0].order_id, OrderId(order));
        let answer = merchant.write(Method::POST, &format!("/orders/{unknown}/invoice"), json!({})).await;
        assert_eq!(answer.expect(409)["code"], "invoice_buyer_incomplete");
    }
}
