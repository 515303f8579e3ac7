use reqwest::Method;
use serde_json::{Value, json};
use shop_services::Shop;
use shop_services::orders::einvoices::EInvoices;
use shop_tests::{
    Answer, Merchant, TestShop, Visitor, ask, checkout, classic_form, customer, kinds_to, make_company,
    on_both_databases, page_data, rules, send, sql, subaccount,
};
use tokio::task::JoinSet;

use crate::orders::einvoices::{all, issued};
use crate::orders::subscriptions::in_days;

const MAIN: &str = "trattoria@example.com";
const INVOICES: &str = "/my-account/invoices/";

/// The main account of an approved company whose role gives 30 days to pay; it may owe so many cents, or any amount.
async fn trusted(shop: &TestShop, email: &str, limit_cents: Option<i64>) -> Visitor {
    let visitor = customer(shop, email).await;
    trust(shop, email, limit_cents);
    visitor
}

/// Makes an account that there is such a company's.
fn trust(shop: &TestShop, email: &str, limit_cents: Option<i64>) {
    let name = email.split('@').next().unwrap_or_default();
    make_company(shop, email, name, "approved");
    let at = shop.database();
    sql(at, "UPDATE customer_roles SET terms = '{\"invoice_days\":30}' WHERE slug = 'ristorazione'");
    let (limited, cents) = (limit_cents.is_some(), limit_cents.unwrap_or_default());
    let limit = format!("credit_limited = {limited}, credit_limit_cents = {cents}");
    sql(at, &format!("UPDATE companies SET {limit} WHERE name = '{name}'"));
}

async fn order(visitor: &mut Visitor, sku: &str, quantity: i64) -> Answer {
    visitor.add(sku, quantity).await;
    visitor.post("/checkout", checkout("invoice")).await
}

/// An order by invoice: number and total.
async fn ordered(visitor: &mut Visitor, merchant: &mut Merchant, quantity: i64) -> (i64, i64) {
    let placed = order(visitor, "t-oil", quantity).await.expect(200);
    let id = placed["order_id"].as_i64().expect("a number");
    (id, merchant.order(id).await["total_cents"].as_i64().expect("a total"))
}

async fn company_id(merchant: &mut Merchant) -> i64 {
    let list = merchant.get("/companies?search=trattoria").await.expect(200);
    list["companies"][0]["id"].as_i64().expect("a company")
}

async fn account(merchant: &mut Merchant) -> Value {
    let id = company_id(merchant).await;
    merchant.get(&format!("/companies/{id}/account")).await.expect(200)
}

fn payment(key: &str, amount: &str, day: &Value) -> Value {
    json!({ "key": key, "amount": amount, "day": day, "reference": "CRO 1234", "order": "" })
}

fn euros(cents: i64) -> String {
    format!("{},{:02}", cents / 100, cents % 100)
}

async fn pays(merchant: &mut Merchant, body: Value) -> Answer {
    let id = company_id(merchant).await;
    merchant.write(Method::POST, &format!("/companies/{id}/payments"), body).await
}

async fn reminded(shop: &Shop) -> usize {
    shop.receivables.remind().await.expect("a round")
}

on_both_databases! {
    async fn a_payment_pays_what_is_due_first_and_the_same_request_notes_it_once(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        let (first, total) = ordered(&mut main, &mut merchant, 1).await;
        let (second, _) = ordered(&mut main, &mut merchant, 1).await;
        let today = account(&mut merchant).await["today"].clone();
        let body = payment("uno", &euros(total + 100), &today);
        for _ in 0..2 {
            let after = pays(&mut merchant, body.clone()).await.expect(200);
            assert_eq!(after["open_cents"], total - 100);
            assert_eq!(after["payments"].as_array().map(Vec::len), Some(1));
            let paid = &after["payments"][0]["orders"];
            assert_eq!(paid, &json!([{ "order_id": first, "amount_cents": total }, { "order_id": second, "amount_cents": 100 }]));
        }
        let events = merchant.order(first).await["history"].to_string();
        assert!(events.contains("Fattura pagata per intero"), "{events}");
        let other = pays(&mut merchant, payment("uno", "1", &today)).await.expect(422);
        assert_eq!(other["errors"][0]["field"], "key");
        let mut all = JoinSet::new();
        for _ in 0..4 {
            let mut merchant = shop.merchant().await;
            let body = payment("due", &euros(total - 100), &today);
            all.spawn(async move { pays(&mut merchant, body).await.status });
        }
        assert_eq!(all.join_all().await, [200; 4]);
        let end = account(&mut merchant).await;
        assert_eq!((&end["open_cents"], end["payments"].as_array().map(Vec::len)), (&json!(0), Some(2)));
    }

    async fn orders_of_one_company_at_the_same_moment_do_not_pass_its_limit_together(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        let (_, total) = ordered(&mut main, &mut merchant, 1).await;
        sql(shop.database(), &format!("UPDATE companies SET credit_limited = TRUE, credit_limit_cents = {}", 3 * total));
        let mut buyers = Vec::new();
        for name in ["cucina.uno", "cucina.due", "cucina.tre", "cucina.quattro", "cucina.cinque"] {
            let (mut buyer, _) = subaccount(&shop, &mut main, name, &["permissionBuy"]).await;
            buyer.add("t-oil", 1).await;
            buyers.push(buyer);
        }
        let mut all = JoinSet::new();
        for mut buyer in buyers {
            all.spawn(async move { buyer.post("/checkout", checkout("invoice")).await });
        }
        let answers = all.join_all().await;
        let placed = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(placed, 2, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
        for refused in answers.iter().filter(|answer| answer.status != 200) {
            assert_eq!(refused.json()["code"], "trade_credit_limit_exceeded", "{}", refused.text());
        }
        assert_eq!(account(&mut merchant).await["open_cents"], 3 * total);
    }

    async fn a_company_that_owes_something_is_not_deleted_and_one_that_has_paid_leaves_nothing_but_its_orders_and_what_it_paid(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
        let (id, total) = ordered(&mut main, &mut merchant, 1).await;
        let known = "UPDATE companies SET vat_number = 'IT00743110157', content = '{\"sdi_code\":\"M5UXCR1\"}'";
        sql(shop.database(), known);
        merchant.set_status(id, "completed").await.expect(200);
        let today = account(&mut merchant).await["today"].clone();
        pays(&mut merchant, payment("uno", &euros(total - 250), &today)).await.expect(200);
        let leave = [("password_current", shop_tests::STRONG), ("subaccounts", "1")];
        let refused = send(&mut main, "/my-account/privacy/", &leave).await;
        let said = refused.text().replace('\u{a0}', " ");
        assert!(refused.status == 422 && said.contains("deve ancora pagare 2,50 €"), "{}: {said}", refused.status);
        assert_eq!(account(&mut merchant).await["open_cents"], 250, "what was refused changed nothing");
        pays(&mut merchant, payment("due", "2,50", &today)).await.expect(200);
        assert_eq!(send(&mut main, "/my-account/privacy/", &leave).await.status, 303);
        for (table, rows) in [
            ("companies", "0"),
            ("receivables", "0"),
            ("orders WHERE company_id IS NOT NULL", "0"),
            ("received_payments", "2"),
            ("received_payment_orders", "2"),
        ] {
            assert_eq!(ask(shop.database(), &format!("SELECT COUNT(*) FROM {table}")), [rows], "{table}");
        }
        let kept = merchant.order(id).await;
        assert!(kept["status"] == "completed" && kept["history"].to_string().contains("Fattura pagata per intero"), "{kept}");
        let inside = shop.inside().await;
        assert_eq!(issued(&inside).await, 1, "its order is invoiced all the same");
        let xml = EInvoices::file(&all(&inside).await[0]).xml;
        assert!(xml.contains("<IdCodice>00743110157<") && xml.contains("M5UXCR1"), "as its company was known: {xml}");
    }

    async fn a_payment_that_is_taken_back_is_owed_again_and_once(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        let (_, total) = ordered(&mut main, &mut merchant, 1).await;
        let today = account(&mut merchant).await["today"].clone();
        let paid = pays(&mut merchant, payment("uno", &euros(total), &today)).await.expect(200);
        let (company, number) = (company_id(&mut merchant).await, paid["payments"][0]["id"].clone());
        let path = format!("/companies/{company}/payments/{number}/take-back");
        let refused = merchant.write(Method::POST, &path, json!({ "note": " " })).await.expect(422);
        assert_eq!(refused["errors"][0]["field"], "note");
        let elsewhere = format!("/companies/999999/payments/{number}/take-back");
        merchant.write(Method::POST, &elsewhere, json!({ "note": "Altra azienda" })).await.expect(404);
        let after = merchant.write(Method::POST, &path, json!({ "note": "Era di un altro" })).await.expect(200);
        assert_eq!((&after["open_cents"], &after["payments"][0]["reversal_note"]), (&json!(total), &json!("Era di un altro")));
        merchant.write(Method::POST, &path, json!({ "note": "Ancora" })).await.expect(404);
        assert_eq!(account(&mut merchant).await["open_cents"], total);
    }

    async fn what_is_overdue_is_reminded_of_once(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        let (_, total) = ordered(&mut main, &mut merchant, 1).await;
        ordered(&mut main, &mut merchant, 1).await;
        let today = account(&mut merchant).await["today"].clone();
        pays(&mut merchant, payment("uno", &euros(total), &today)).await.expect(200);
        assert_eq!(reminded(&in_days(&shop, 36).await).await, 0, "six days over is not yet seven");
        let later = in_days(&shop, 37).await;
        assert_eq!((reminded(&later).await, reminded(&later).await), (1, 0), "the paid one is none");
        let kinds = kinds_to(&mut merchant, MAIN).await;
        assert_eq!(kinds.iter().filter(|kind| *kind == "trade_invoice_overdue").count(), 1, "{kinds:?}");
    }
}

rules! {
    async fn an_order_by_invoice_goes_out_at_once_and_says_until_when_it_is_paid(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        let data = { main.add("t-oil", 1).await; page_data(&mut main, "/checkout/").await };
        let methods = data["page"]["payment_methods"].as_array().expect("methods").clone();
        assert!(methods.iter().any(|one| one["title"] == "Fattura, pagamento a 30 giorni"), "{methods:?}");
        let placed = main.post("/checkout", checkout("invoice")).await.expect(200);
        assert_eq!(placed["status"], "processing");
        let id = placed["order_id"].as_i64().expect("a number");
        let page = page_data(&mut main, &format!("/my-account/view-order/{id}/")).await;
        let details = page["page"]["section"]["order"]["payment_details"].clone();
        assert_eq!(details[0][0], "Scadenza", "{details}");
        let due = details[0][1].as_str().expect("a day").to_owned();
        let texts = merchant.texts_to("livia@example.com").await;
        assert!(texts.iter().any(|text| text.contains(&due)), "{texts:?}");
        let account = account(&mut merchant).await;
        assert_eq!((&account["orders"][0]["order_id"], &account["orders"][0]["overdue"]), (&json!(id), &json!(false)));
    }

    async fn only_companies_whose_role_gives_days_order_by_invoice(shop) {
        let mut without_days = customer(&shop, "osteria@example.com").await;
        let mut waiting = customer(&shop, "bistrot@example.com").await;
        let mut consumer = customer(&shop, "anna@example.com").await;
        let mut trusted = trusted(&shop, MAIN, None).await;
        make_company(&shop, "bistrot@example.com", "bistrot", "pending");
        make_company(&shop, "osteria@example.com", "osteria", "approved");
        for made in [
            "INSERT INTO customer_roles (slug, is_trade, position, terms) VALUES ('senza', TRUE, 2, '{}')",
            "UPDATE companies SET role_id = (SELECT MAX(id) FROM customer_roles) WHERE name = 'osteria'",
        ] {
            sql(shop.database(), made);
        }
        without_days.add("t-oil", 1).await;
        let refused = without_days.post("/checkout", checkout("invoice")).await;
        assert_eq!(refused.status, 400, "{}", refused.text());
        assert!(!without_days.cart().await["payment_methods"].to_string().contains("invoice"));
        for visitor in [&mut shop.visitor(), &mut consumer, &mut waiting] {
            let refused = order(visitor, "t-oil", 1).await;
            assert_eq!(refused.status, 400, "{}", refused.text());
            assert_eq!(refused.json()["code"], "woocommerce_rest_checkout_payment_method_disabled", "{}", refused.text());
            assert!(!visitor.cart().await["payment_methods"].to_string().contains("invoice"));
            let mut form = classic_form(visitor).await;
            form.retain(|(name, _)| *name != "payment_method");
            form.push(("payment_method", "invoice".to_owned()));
            let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let classic = visitor.ajax("checkout", &fields).await.json();
            assert_eq!(classic["result"], "failure", "{classic}");
            assert_eq!(visitor.cart().await["items_count"], 1, "nothing is lost");
        }
        assert_eq!(order(&mut trusted, "t-oil", 1).await.status, 200);
    }

    async fn the_classic_form_orders_by_invoice_too(shop) {
        let mut main = trusted(&shop, MAIN, Some(1)).await;
        main.add("t-oil", 1).await;
        let mut form = classic_form(&mut main).await;
        form.retain(|(name, _)| *name != "payment_method");
        form.push(("payment_method", "invoice".to_owned()));
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let refused = main.ajax("checkout", &fields).await.json();
        assert_eq!(refused["result"], "failure");
        assert!(refused["messages"].as_str().is_some_and(|html| html.contains("fido")), "{refused}");
        let plain = main.submit("/checkout/", &fields).await;
        assert_eq!(plain.status, 409, "{}", plain.text());
        sql(shop.database(), "UPDATE companies SET credit_limited = FALSE");
        assert_eq!(main.ajax("checkout", &fields).await.json()["result"], "success");
    }

    async fn an_order_may_reach_the_credit_limit_and_not_pass_it(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        let (_, total) = ordered(&mut main, &mut merchant, 1).await;
        sql(shop.database(), &format!("UPDATE companies SET credit_limited = TRUE, credit_limit_cents = {}", 2 * total - 1));
        let refused = order(&mut main, "t-oil", 1).await;
        let body = refused.refused(400, "trade_credit_limit_exceeded");
        let told = body["message"].as_str().expect("a sentence").replace('\u{a0}', " ");
        for cents in [2 * total - 1, total, total - 1] {
            assert!(told.contains(&euros(cents)), "{cents}: {told}");
        }
        assert_eq!(main.cart().await["items_count"], 1, "the cart is as it was");
        let page = page_data(&mut main, "/checkout/").await;
        assert_eq!(page["page"]["credit"], json!({ "limit_cents": 2 * total - 1, "open_cents": total }));
        assert!(main.page("/checkout/").await.text().contains("payment_method-invoice-motivo"), "greyed with the reason");
        sql(shop.database(), &format!("UPDATE companies SET credit_limited = TRUE, credit_limit_cents = {}", 2 * total));
        main.post("/checkout", checkout("invoice")).await.expect(200);
        assert_eq!(account(&mut merchant).await["left_cents"], 0);
        let other = order(&mut main, "t-oil", 1).await;
        assert_eq!(other.status, 400);
        main.post("/checkout", checkout("bacs")).await.expect(200);
    }

    async fn refunds_and_cancellations_free_the_credit(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        let (first, total) = ordered(&mut main, &mut merchant, 1).await;
        let (second, _) = ordered(&mut main, &mut merchant, 1).await;
        assert_eq!(account(&mut merchant).await["open_cents"], 2 * total);
        merchant.set_status(first, "cancelled").await.expect(200);
        assert_eq!(account(&mut merchant).await["open_cents"], total);
        merchant.set_status(first, "processing").await.expect(200);
        assert_eq!(account(&mut merchant).await["open_cents"], 2 * total, "reopened");
        merchant.set_status(second, "refunded").await.expect(200);
        let account = account(&mut merchant).await;
        assert_eq!((account["open_cents"].as_i64(), account["orders"].as_array().map(Vec::len)), (Some(total), Some(1)));
    }

    async fn a_wrong_payment_is_refused_by_its_field_and_notes_nothing(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        let (id, total) = ordered(&mut main, &mut merchant, 1).await;
        let today = account(&mut merchant).await["today"].clone();
        let with = |name: &str, value: Value| {
            let mut body = payment("chiave", "1", &today);
            body[name] = value;
            body
        };
        for (body, field) in [
            (with("amount", json!(euros(total + 1))), "amount"),
            (with("amount", json!("0")), "amount"),
            (with("amount", json!("-5")), "amount"),
            (with("amount", json!("")), "amount"),
            (with("amount", json!("tanto")), "amount"),
            (with("day", json!("2999-01-01")), "day"),
            (with("day", json!("")), "day"),
            (with("reference", json!("x".repeat(141))), "reference"),
            (with("order", json!("999999")), "order"),
            (with("order", json!("uno")), "order"),
            (with("key", json!(" ")), "key"),
        ] {
            let refused = pays(&mut merchant, body.clone()).await.expect(422);
            assert_eq!(refused["errors"][0]["field"], field, "{body}");
        }
        let after = account(&mut merchant).await;
        assert_eq!((&after["open_cents"], &after["payments"]), (&json!(total), &json!([])));
        merchant.write(Method::POST, "/companies/999999/payments", payment("a", "1", &today)).await.expect(404);
        let exact = pays(&mut merchant, with("order", json!(id.to_string()))).await.expect(200);
        assert_eq!(exact["open_cents"], total - 100);
    }

    async fn a_company_sees_what_it_owes_and_another_one_does_not(shop) {
        let mut merchant = shop.merchant().await;
        let mut other = customer(&shop, "osteria@example.com").await;
        let mut main = trusted(&shop, MAIN, Some(100_000)).await;
        trust(&shop, "osteria@example.com", None);
        let (mut cook, _) = subaccount(&shop, &mut main, "cucina.rossi", &["permissionBuy"]).await;
        let (mut office, _) = subaccount(&shop, &mut main, "ufficio.conti", &["permissionViewOrders"]).await;
        let (id, total) = ordered(&mut cook, &mut merchant, 1).await;
        for visitor in [&mut main, &mut office] {
            let section = page_data(visitor, INVOICES).await["page"]["section"].clone();
            assert_eq!((&section["open_cents"], &section["left_cents"]), (&json!(total), &json!(100_000 - total)));
            assert_eq!(section["orders"][0]["number"], id.to_string());
        }
        let own = page_data(&mut main, "/my-account/company/").await;
        assert_eq!(own["page"]["section"]["invoices"]["open_cents"], total);
        assert_eq!(cook.page(INVOICES).await.status, 403);
        let section = page_data(&mut other, INVOICES).await["page"]["section"].clone();
        assert_eq!((&section["open_cents"], &section["orders"]), (&json!(0), &json!([])));
    }

    async fn a_shop_that_reminds_of_nothing_sends_no_reminder(shop) {
        let mut shop = shop;
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        ordered(&mut main, &mut merchant, 1).await;
        shop.with_settings(|settings| settings.trade.invoice_reminder_days = 0).await;
        assert_eq!(reminded(&in_days(&shop, 90).await).await, 0);
    }

    async fn the_electronic_invoice_says_when_the_transfer_is_due(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        let company = "UPDATE companies SET vat_number = 'IT00743110157', content = '{\"sdi_code\":\"M5UXCR1\"}'";
        sql(shop.database(), company);
        let (id, total) = ordered(&mut main, &mut merchant, 1).await;
        merchant.set_status(id, "completed").await.expect(200);
        let due = account(&mut merchant).await["orders"][0]["due"].clone();
        let inside = shop.inside().await;
        assert_eq!(issued(&inside).await, 1);
        let xml = EInvoices::file(&all(&inside).await[0]).xml;
        let due = format!("<DataScadenzaPagamento>{}</DataScadenzaPagamento>", due.as_str().expect("a day"));
        let amount = format!("<ImportoPagamento>{}.{:02}</ImportoPagamento>", total / 100, total % 100);
        for part in ["<CondizioniPagamento>TP02<", "<ModalitaPagamento>MP05<", &due, &amount] {
            assert!(xml.contains(part), "{part}: {xml}");
        }
    }

    async fn an_order_that_was_placed_otherwise_is_not_paid_by_invoice_later(shop) {
        let mut merchant = shop.merchant().await;
        let mut main = trusted(&shop, MAIN, None).await;
        let placed = main.buy("t-oil", 1).await;
        let id = placed["order_id"].as_i64().expect("a number");
        merchant.set_status(id, "failed").await.expect(200);
        let key = placed["order_key"].as_str().expect("a key");
        let page = page_data(&mut main, &format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}")).await;
        assert!(!page["page"]["payment_methods"].to_string().contains("invoice"), "{page}");
        let answer = main.post(&format!("/checkout/{id}?key={key}"), json!({ "payment_method": "invoice" })).await;
        assert_ne!(answer.status, 200, "{}", answer.text());
        assert_eq!(account(&mut merchant).await["open_cents"], 0);
    }
}
