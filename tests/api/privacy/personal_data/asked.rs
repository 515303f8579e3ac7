//! What a customer takes along and leaves behind, what of it the provider has to forget, and the log of breaches.

use std::collections::BTreeSet;
use std::time::Instant;

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::base::CustomerId;
use shop_server::platform::workers::forget_old;
use shop_services::ports::{DeletionRefusal, ExpiredData};
use shop_tests::{TestShop, ask, customer, now, on_both_databases, rules, send, sql};

use super::written::{EMAIL, TYPED, company_rows, customer_rows};
use super::{count, id_of, naming, write};

const EXPORT: &str = "/my-account/privacy/export/";
const BREACHES: &str = "/personal-data/breaches";

/// Gives an account so many finished orders, each with a line and a message.
fn write_orders(shop: &TestShop, customer: i64, orders: i64) {
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {orders})");
    let content = r#"{"billing":{"first_name":"Zaffira","country":"IT"},"customer_note":"Suonare","attribution":{"utm_source":"x"}}"#;
    for sql_text in [
        format!(
            "INSERT INTO orders (id, order_key, status, customer_id, billing_email, billing_name, total_cents, payment_method, stock_reduced, \
             cart_hash, content, created_at, updated_at) {numbers} SELECT 800000 + i, 'wc_order_m' || i, 'completed', {customer}, \
             '{EMAIL}', 'Zaffira', 100, 'bacs', FALSE, '', '{content}', 1, 1 FROM n"
        ),
        format!(
            "INSERT INTO order_lines (order_id, position, product_id, quantity, sku, name, content) {numbers} \
             SELECT 800000 + i, 0, 1, 1, 'sku' || i, 'Olio', '{{}}' FROM n"
        ),
        format!(
            "INSERT INTO outbox (kind, order_id, recipient, subject, body_html, body_text, attempts, next_attempt_at, sent_at, last_error, \
             created_at) {numbers} SELECT 'customer_note', 800000 + i, '{TYPED}', '', '', '?key=x', 1, 1, 1, '', 1 FROM n"
        ),
    ] {
        sql(shop.database(), &sql_text);
    }
}

fn breach(known: &str) -> Value {
    json!({ "known": known, "facts": "Portatile rubato", "people": "40 clienti", "effects": "Spam", "measures": "Password cambiate" })
}

rules! {
    async fn the_download_holds_no_key_that_opens_the_account_or_an_order(shop) {
        let mut owner = customer(&shop, EMAIL).await;
        owner.nonce = None;
        owner.buy("t-oil", 1).await;
        send(&mut shop.visitor(), "/my-account/lost-password/", &[("user_login", EMAIL)]).await;
        let sent = ask(shop.database(), "SELECT body_text FROM outbox WHERE kind = 'account_new_password'").concat();
        assert!(sent.contains("/my-account/lost-password/?key="), "{sent}");
        let data = owner.page(EXPORT).await.expect(200);
        let mails = data["mails"].as_array().expect("mails");
        assert!(mails.iter().any(|mail| mail["kind"] == "account_new_password"), "{data}");
        for mail in mails {
            let text = mail["body_text"].as_str().expect("a text");
            assert!(text.split("key=").skip(1).all(|rest| rest.starts_with('…')), "{text}");
        }
    }

    async fn ten_thousand_orders_are_taken_along_and_left_behind_in_seconds_at_length(shop) {
        let mut owner = customer(&shop, EMAIL).await;
        let id = id_of(&shop, EMAIL);
        write_orders(&shop, id, 10_000);
        let began = Instant::now();
        let data = owner.page(EXPORT).await.expect(200);
        assert_eq!(data["orders"].as_array().map(Vec::len), Some(10_000));
        let taken = began.elapsed();
        let began = Instant::now();
        shop.store().await.delete_account(CustomerId(id), 0).await.expect("an answer").expect("deleted");
        let deleted = began.elapsed();
        assert!(taken.as_secs() < 20 && deleted.as_secs() < 20, "{taken:?} {deleted:?}");
        println!("10,000 orders: taken along in {taken:?}, left behind in {deleted:?}");
    }

    async fn downloads_of_one_account_run_out_for_an_hour(shop) {
        let mut owner = customer(&shop, "anna@example.com").await;
        for _ in 0..10 {
            assert_eq!(owner.page(EXPORT).await.status, 200);
        }
        assert_eq!(owner.page(EXPORT).await.status, 429);
        let mut other = customer(&shop, "bruno@example.com").await;
        assert_eq!(other.page(EXPORT).await.status, 200, "another account has its own");
    }

    async fn a_breach_without_its_facts_or_from_the_future_is_refused(shop) {
        let mut merchant = shop.merchant().await;
        for (field, value) in [("known", ""), ("known", "2999-01-01T00:00"), ("facts", " "), ("measures", ""), ("people_notified", "2026-01-05T10:29")] {
            let mut fields = breach("2026-01-05T10:30");
            fields[field] = value.into();
            let answer = merchant.write(Method::POST, BREACHES, fields).await;
            assert_eq!(answer.status, 422, "{field}: {}", answer.text());
            assert_eq!(answer.json()["errors"][0]["field"], field);
        }
        assert_eq!(merchant.get(BREACHES).await.expect(200)["breaches"], json!([]));
        assert_eq!(shop.shop_manager().await.get(BREACHES).await.status, 403);
    }

    async fn erasures_that_the_provider_does_not_do_are_shown_and_marked_by_hand(shop) {
        sql(shop.database(), "INSERT INTO gateway_erasures (scope, gateway_id, tries) VALUES ('acct_old', 'cus_1', 3)");
        let mut merchant = shop.merchant().await;
        let list = merchant.get("/personal-data").await.expect(200);
        let one = &list["erasures"][0];
        assert_eq!((&one["gateway_id"], &one["tries"], &one["is_retried"]), (&json!("cus_1"), &json!(3), &json!(false)), "{list}");
        let done = json!({ "scope": "acct_old", "gateway_id": "cus_1" });
        let mut manager = shop.shop_manager().await;
        assert_eq!(manager.write(Method::POST, "/personal-data/erasures/done", done.clone()).await.status, 403);
        assert_eq!(merchant.write(Method::POST, "/personal-data/erasures/done", done.clone()).await.status, 204);
        assert_eq!(merchant.write(Method::POST, "/personal-data/erasures/done", done).await.status, 404);
        assert_eq!(merchant.get("/personal-data").await.expect(200)["erasures_total"], 0);
    }

    async fn an_address_that_was_never_confirmed_takes_the_mails_of_its_own_account_and_orders_alone(shop) {
        customer(&shop, EMAIL).await;
        let id = id_of(&shop, EMAIL);
        let product = count(&shop, "SELECT MIN(id) FROM products");
        write(&shop, &customer_rows(id, now(), product));
        sql(shop.database(), "UPDATE customers SET email_confirmed_at = NULL");
        sql(shop.database(), "DELETE FROM outbox");
        for (order, kind) in [("900003", "customer_note"), ("NULL", "account_new"), ("NULL", "newsletter_confirm")] {
            let row = format!(
                "(kind, order_id, recipient, subject, body_html, body_text, attempts, next_attempt_at, sent_at, last_error, created_at) \
                 VALUES ('{kind}', {order}, '{TYPED}', '', '', '', 1, 1, 1, '', 1)"
            );
            write(&shop, &[("outbox", row)]);
        }
        shop.store().await.delete_account(CustomerId(id), 0).await.expect("an answer").expect("deleted");
        assert_eq!(ask(shop.database(), "SELECT kind FROM outbox"), ["newsletter_confirm"], "somebody else may have asked for it");
        assert!(naming(&shop).await.contains_key("newsletter_subscribers"));
    }

    async fn a_sub_account_is_never_deleted_as_an_account_of_its_own(shop) {
        customer(&shop, "anna@example.com").await;
        let id = CustomerId(id_of(&shop, "anna@example.com"));
        sql(shop.database(), "UPDATE customers SET subaccount = '{}' WHERE email = 'anna@example.com'");
        let answer = shop.store().await.delete_account(id, 0).await.expect("an answer");
        assert_eq!(answer, Err(DeletionRefusal::OfCompany));
    }
}

on_both_databases! {
    async fn a_download_of_several_pages_is_whole_and_has_nothing_twice(shop) {
        let mut owner = customer(&shop, EMAIL).await;
        write_orders(&shop, id_of(&shop, EMAIL), 401);
        let data = owner.page(EXPORT).await.expect(200);
        let orders = data["orders"].as_array().expect("orders");
        let skus: BTreeSet<&str> = orders.iter().filter_map(|order| order["lines"][0]["sku"].as_str()).collect();
        assert_eq!((orders.len(), skus.len()), (401, 401));
        assert_eq!((&orders[0]["number"], &orders[400]["number"]), (&json!(800_401), &json!(800_001)), "newest first");
        let mails = data["mails"].as_array().expect("mails").iter().filter(|mail| mail["body_text"] == "?key=…");
        assert_eq!(mails.count(), 401);
    }

    async fn what_is_typed_of_a_breach_is_kept_and_its_seventy_two_hours_are_counted(shop) {
        let mut merchant = shop.merchant().await;
        let now = merchant.get(BREACHES).await.expect(200)["now"].as_str().expect("now").to_owned();
        let id = merchant.write(Method::POST, BREACHES, breach("2026-01-05T10:30")).await.expect(201)["id"].clone();
        merchant.write(Method::POST, BREACHES, breach(&now)).await.expect(201);
        let list = merchant.get(BREACHES).await.expect(200)["breaches"].clone();
        assert_eq!((&list[0]["notice"], &list[1]["notice"]), (&json!("open"), &json!("overdue")), "{list}");
        let old = &list[1];
        assert_eq!(old["notify_by"].as_i64(), old["known_at"].as_i64().map(|at| at + 72 * 3600));
        let mut fields = old["fields"].clone();
        fields["authority_notified"] = "2026-01-07T09:00".into();
        let path = format!("{BREACHES}/{id}");
        let change = json!({ "version": old["version"], "fields": fields });
        assert_eq!(merchant.write(Method::PUT, &path, change.clone()).await.status, 204);
        assert_eq!(merchant.write(Method::PUT, &path, change.clone()).await.status, 409, "somebody else's is not overwritten");
        assert_eq!(merchant.write(Method::PUT, &format!("{BREACHES}/999"), change).await.status, 404);
        let list = merchant.get(BREACHES).await.expect(200)["breaches"].clone();
        assert_eq!((&list[1]["notice"], &list[1]["fields"]), (&json!("in_time"), &fields));
    }

    async fn payments_of_a_deleted_company_are_kept_as_long_as_the_orders_that_they_paid(shop) {
        customer(&shop, EMAIL).await;
        let id = id_of(&shop, EMAIL);
        let product = count(&shop, "SELECT MIN(id) FROM products");
        write(&shop, &customer_rows(id, 86_400, product));
        write(&shop, &company_rows(id, 86_400));
        sql(shop.database(), "INSERT INTO received_payment_orders (payment_id, order_id, amount_cents) SELECT id, 900003, 1 FROM received_payments");
        shop.store().await.delete_account(CustomerId(id), 0).await.expect("an answer").expect("deleted");
        let kept = || (count(&shop, "SELECT COUNT(*) FROM received_payments"), count(&shop, "SELECT COUNT(*) FROM received_payment_orders"));
        assert_eq!(kept(), (1, 1));
        assert_eq!(forget_old(&shop.inside().await, ExpiredData::Buyers).await.expect("forgets"), 1);
        assert_eq!(kept(), (0, 0));
    }

    async fn whom_the_provider_made_while_the_account_was_deleted_it_is_to_forget(shop) {
        let store = shop.store().await;
        assert_eq!(store.save_gateway_customer(CustomerId(999), "acct", "cus_late").await.expect("an answer"), None);
        assert_eq!(ask(shop.database(), "SELECT gateway_id FROM gateway_erasures"), ["cus_late"]);
    }

    async fn erasures_that_fail_for_good_do_not_hold_up_the_others(shop) {
        sql(shop.database(), "INSERT INTO gateway_erasures (scope, gateway_id) VALUES ('acct', 'cus_1'), ('acct', 'cus_2'), ('acct', 'cus_3')");
        let store = shop.store().await;
        store.gateway_not_erased("acct", "cus_1", 20).await.expect("noted");
        store.gateway_not_erased("acct", "cus_2", 10).await.expect("noted");
        assert_eq!(store.gateway_erasures("acct", 3).await.expect("read"), ["cus_3", "cus_2", "cus_1"]);
        assert_eq!(ask(shop.database(), "SELECT tries FROM gateway_erasures WHERE gateway_id = 'cus_1'"), ["1"]);
    }
}
