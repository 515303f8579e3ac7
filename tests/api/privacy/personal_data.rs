//! What is kept of people: each table has its entry in the register, what is over is forgotten in portions, and what an account
//! takes along and leaves behind is what the register says.

mod asked;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::{Value, json};
use shop_core::base::CustomerId;
use shop_server::platform::workers::forget_old;
use shop_services::ports::ExpiredData;
use shop_services::privacy::personal_data::PersonalData;
use shop_services::privacy::register::{IMPERSONAL, InDownload, OnErasure, stored_data};
use shop_tests::{TestShop, ask, customer, now, on_both_databases, rules, sql};

use written::{EMAIL, MARK, company_rows, customer_rows, guest_rows, young_orders};

fn count(shop: &TestShop, query: &str) -> u64 {
    ask(shop.database(), query).first().and_then(|n| n.parse().ok()).expect("a number")
}

/// Writes rows past the shop.
fn write(shop: &TestShop, rows: &[(&'static str, String)]) {
    for (table, rest) in rows {
        // A log-in has made a cart already.
        if *table == "carts" {
            sql(shop.database(), "DELETE FROM carts");
        }
        sql(shop.database(), &format!("INSERT INTO {table} {rest}"));
    }
}

fn id_of(shop: &TestShop, email: &str) -> i64 {
    i64::try_from(count(shop, &format!("SELECT id FROM customers WHERE email = '{email}'"))).expect("an id")
}

/// Tables where somebody is still named, with what stands there.
async fn naming(shop: &TestShop) -> BTreeMap<String, Vec<String>> {
    let mut rows = shop.place().rows().await;
    for lines in rows.values_mut() {
        lines.retain(|line| line.to_lowercase().contains(MARK));
    }
    rows.retain(|_, lines| !lines.is_empty());
    rows
}

rules! {
    async fn every_table_of_the_schema_is_in_the_register_or_holds_nothing_of_people(shop) {
        let known: BTreeSet<&str> = stored_data().flat_map(|data| data.tables).chain(IMPERSONAL).copied().collect();
        let rows = shop.place().rows().await;
        let there: BTreeSet<&str> = rows.keys().map(String::as_str).filter(|name| *name != "seaql_migrations").chain(["change_counters"]).collect();
        assert_eq!(there, known, "a table that holds personal data needs an entry");
    }

    async fn the_register_is_the_administrators_and_counts_rows(shop) {
        customer(&shop, "anna@example.com").await;
        let answer = shop.merchant().await.get("/personal-data").await.expect(200);
        let entries = answer["entries"].as_array().expect("entries");
        assert_eq!(entries.len(), stored_data().count());
        let accounts = entries.iter().find(|one| one["id"] == "accounts").expect("accounts");
        assert_eq!(accounts["rows"], count(&shop, "SELECT COUNT(*) FROM customers"));
        let mails = entries.iter().find(|one| one["id"] == "mails").expect("mails");
        let orders = entries.iter().find(|one| one["id"] == "orders").expect("orders");
        assert!(orders["recipients"].as_str().is_some_and(|said| said.contains("corrieri")), "{orders}");
        assert!(answer["transfers"].as_str().is_some_and(|said| !said.is_empty()) && answer["measures"][0].is_string());
        assert_eq!((&mails["time"], &mails["setting"]), (&json!("365 giorni"), &json!("retention.mail_days")));
        assert_eq!(shop.shop_manager().await.get("/personal-data").await.status, 403);
        let guest = shop.visitor().request(Method::GET, "/api/admin/personal-data");
        assert_eq!(shop.visitor().send(guest).await.status, 401);
    }

    async fn times_below_what_the_law_wants_are_refused(shop) {
        let mut merchant = shop.merchant().await;
        for (field, value) in [("order_years", "9"), ("vat_check_days", "3652"), ("consent_days", "182"), ("guest_cart_days", "31"), ("mail_days", ""), ("unsold_order_days", "29"), ("attribution_days", "1096")] {
            let values = json!({ format!("retention.{field}"): value });
            let answer = merchant.write(Method::PUT, "/settings/retention", json!({ "values": values })).await;
            assert_eq!(answer.status, 422, "{field}: {}", answer.text());
        }
    }

    async fn what_was_put_aside_today_is_kept_however_old_it_is(shop) {
        let product = count(&shop, "SELECT MIN(id) FROM products");
        write(&shop, &guest_rows(0, 86_400, product));
        let inside = shop.inside().await;
        sql(shop.database(), "UPDATE reviews SET status = 'approved'");
        let id = i64::try_from(count(&shop, "SELECT MAX(id) FROM reviews")).expect("an id");
        inside.reviews.set_review_status(id, shop_core::catalogue::review::ReviewStatus::Trash).await.expect("judged");
        assert_eq!(forget_old(&inside, ExpiredData::DiscardedReviews).await.expect("forgets"), 0);
        assert_eq!(forget_old(&crate::orders::subscriptions::in_days(&shop, 91).await, ExpiredData::DiscardedReviews).await.expect("forgets"), 1);
    }

    async fn an_order_that_somebody_waits_for_keeps_its_buyer_however_old_it_is(shop) {
        let product = count(&shop, "SELECT MIN(id) FROM products");
        write(&shop, &guest_rows(0, 86_400, product));
        sql(shop.database(), "UPDATE orders SET status = 'processing'");
        assert_eq!(forget_old(&shop.inside().await, ExpiredData::Buyers).await.expect("forgets"), 0);
        sql(shop.database(), &format!("UPDATE orders SET status = 'completed', updated_at = {}", now()));
        assert_eq!(forget_old(&shop.inside().await, ExpiredData::Buyers).await.expect("forgets"), 0, "it changed yesterday");
    }

    async fn rows_go_five_hundred_at_a_time_the_oldest_first(shop) {
        sql(shop.database(), "INSERT INTO consents (visitor_id, kind, record, text_hash, decided_at) \
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1201) \
             SELECT 'x', 'deny_all', '{}', '', i FROM n");
        let inside = shop.inside().await;
        assert_eq!(inside.personal_data.forget_some(ExpiredData::Consents).await.expect("forgets"), (500, true));
        assert_eq!(count(&shop, "SELECT MIN(decided_at) FROM consents"), 501);
        assert_eq!(forget_old(&inside, ExpiredData::Consents).await.expect("forgets"), 701);
    }

    async fn the_download_has_what_the_register_says(shop) {
        let mut owner = customer(&shop, EMAIL).await;
        let id = id_of(&shop, EMAIL);
        let product = count(&shop, "SELECT MIN(id) FROM products");
        write(&shop, &customer_rows(id, now(), product));
        write(&shop, &company_rows(id, now()));
        let export = owner.page("/my-account/privacy/export/").await.expect(200);
        let mut known = BTreeSet::new();
        for data in stored_data() {
            let InDownload::Under(keys) = data.download else { continue };
            for key in keys {
                known.insert((*key).to_owned());
                let there = match &export[key] {
                    Value::Array(list) => !list.is_empty(),
                    Value::Object(object) => !object.is_empty(),
                    _ => false,
                };
                assert!(there, "{key}: {}", export[key]);
            }
        }
        let keys: BTreeSet<String> = export.as_object().expect("an object").keys().cloned().collect();
        assert_eq!(keys, known, "each key is in the register");
    }

    async fn a_deleted_account_leaves_what_the_register_says_and_no_more(shop) {
        customer(&shop, EMAIL).await;
        let id = id_of(&shop, EMAIL);
        let product = count(&shop, "SELECT MIN(id) FROM products");
        write(&shop, &customer_rows(id, now(), product));
        write(&shop, &company_rows(id, now()));
        let before = naming(&shop).await;
        for data in stored_data() {
            let of_a_person = matches!(data.download, InDownload::Under(_));
            if let Some(table) = data.tables.first() && of_a_person {
                assert!(before.contains_key(*table), "the test writes nothing into {table}");
            }
        }
        let store = shop.store().await;
        store.delete_account(CustomerId(id), 0).await.expect("an answer").expect("deleted");
        let stays: BTreeSet<&str> = stored_data()
            .filter(|data| matches!(data.erasure, OnErasure::Kept(_)))
            .flat_map(|data| data.tables.iter().copied())
            .collect();
        let left = ask(shop.database(), "SELECT content FROM orders").join("");
        for gone in ["Suonare", "10.9.8.0", "utm_source"] {
            assert!(!left.contains(gone), "{gone}: {left}");
        }
        assert!(left.contains("Zaffira"), "who bought is kept for the tax office");
        for (table, rows) in naming(&shop).await {
            assert!(stays.contains(table.as_str()), "{table}: {rows:?}");
        }
        for data in stored_data().filter(|data| !matches!(data.erasure, OnErasure::Kept(_))) {
            for table in data.tables {
                let rows = &shop.place().rows().await[*table];
                let naming = format!("\"customer_id\":{id},");
                assert!(!rows.iter().any(|row| row.contains(&naming)), "{table}: {rows:?}");
            }
        }
    }
}

on_both_databases! {
    async fn what_is_over_is_forgotten_and_what_is_young_stays(shop) {
        let inside = shop.inside().await;
        let product = count(&shop, "SELECT MIN(id) FROM products");
        let tables = |what| match what {
            ExpiredData::Consents => "consents",
            ExpiredData::MailSent | ExpiredData::MailUnsent => "outbox",
            ExpiredData::Conversations => "conversations",
            ExpiredData::Subscribers => "newsletter_subscribers",
            ExpiredData::DiscardedReviews => "reviews",
            ExpiredData::DiscardedComments => "comments",
            ExpiredData::CapturedEmails => "captured_emails",
            ExpiredData::VatChecks => "vat_checks",
            ExpiredData::ProviderEvents => "payment_events",
            ExpiredData::EarlyPayments => "early_intents",
            ExpiredData::SettingChanges => "setting_changes",
            ExpiredData::Imports => "import_jobs",
            ExpiredData::EInvoices => "einvoices",
            ExpiredData::Invoices => "invoices",
            ExpiredData::Buyers | ExpiredData::Attributions | ExpiredData::Unsold => "orders",
            ExpiredData::CreditOwners => "store_credit",
        };
        for (n, moment) in [(0, 86_400), (1, now())] {
            write(&shop, &guest_rows(n, moment, product));
            write(&shop, &young_orders(n, moment, now()));
        }
        for what in PersonalData::forgettings() {
            let rows = format!("SELECT COUNT(*) FROM {}", tables(what));
            let before = count(&shop, &rows);
            assert_eq!(forget_old(&inside, what).await.expect("forgets"), 1, "{what:?}");
            let stays = ["orders", "store_credit"].contains(&tables(what));
            assert_eq!(count(&shop, &rows), before - u64::from(!stays), "{what:?}");
            assert_eq!(forget_old(&inside, what).await.expect("forgets"), 0, "{what:?}: once");
        }
        for (table, named) in [("orders", "billing_email"), ("store_credit", "email")] {
            assert_eq!(count(&shop, &format!("SELECT COUNT(*) FROM {table} WHERE {named} = '{EMAIL}'")), 1, "{table}");
        }
        let text = ask(shop.database(), "SELECT content FROM orders WHERE anonymised_at IS NOT NULL").join("");
        assert!(!text.to_lowercase().contains(MARK) && text.contains("\"country\":\"IT\""), "{text}");
        let unsold = "SELECT COUNT(*) FROM orders WHERE status = 'cancelled' AND anonymised_at IS NOT NULL";
        assert_eq!(count(&shop, unsold), 1, "the other one changed today");
        let traced = ask(shop.database(), "SELECT id FROM orders WHERE content LIKE '%\"attribution\":{%' ORDER BY id");
        assert_eq!(traced, ["900002", "900102", "900202"], "the young ones");
        assert_eq!(count(&shop, "SELECT COUNT(*) FROM orders WHERE source_name = 'fonte'"), 4, "sums by source stay");
        assert!(ask(shop.database(), "SELECT body FROM conversation_messages").iter().all(|body| body.contains("1")));
    }
}
