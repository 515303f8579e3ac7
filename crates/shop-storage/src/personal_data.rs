//! Personal data: forgotten in portions when their time is over, counted, and read for whom they are about.

use async_trait::async_trait;
use sea_orm::QueryResult;
use serde_json::{Map, Value};
use shop_core::base::calendar::{local_day, name_of_day};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, OrderId};
use shop_services::cart::customer_key;
use shop_services::ports::{Forgetting, OwnRows, PersonalDataStore, StoreError};
use shop_services::records::OrderContent;

use crate::db::{Db, Write, fault, to_json};
use crate::row::row;
use crate::statement::{set, values};

row! {
    struct Named: orders(id) { id: OrderId, content: OrderContent, }
}

/// Most rows of one kind in a download.
const MOST: u64 = 10_000;

/// What is deleted, row by row: table, key, condition with `$1` for the moment, column that its index goes by.
type Deleted = (&'static str, &'static str, &'static str, &'static str);

const fn deleted(what: Forgetting) -> Option<Deleted> {
    Some(match what {
        Forgetting::Consents => ("consents", "id", "decided_at < $1", "decided_at"),
        Forgetting::MailSent => ("outbox", "id", "sent_at < $1", "sent_at"),
        Forgetting::MailUnsent => ("outbox", "id", "sent_at IS NULL AND next_attempt_at < $1", "next_attempt_at"),
        Forgetting::Conversations => {
            ("conversations", "id", "unread = FALSE AND last_message_at < $1", "last_message_at")
        }
        Forgetting::Subscribers => ("newsletter_subscribers", "id", "state = 'left' AND left_at < $1", "left_at"),
        Forgetting::CapturedEmails => ("captured_emails", "id", "unsubscribed_at IS NULL AND seen_at < $1", "seen_at"),
        Forgetting::VatChecks => ("vat_checks", "id", "created_at < $1 AND next_try_at IS NULL", "created_at"),
        Forgetting::ProviderEvents => ("payment_events", "id", "received_at < $1 AND fold_at IS NULL", "received_at"),
        Forgetting::EarlyPayments => ("early_intents", "intent_id", "created_at < $1", "created_at"),
        Forgetting::SettingChanges => ("setting_changes", "id", "changed_at < $1", "changed_at"),
        Forgetting::Imports => ("import_jobs", "id", "updated_at < $1", "updated_at"),
        Forgetting::EInvoices | Forgetting::Invoices | Forgetting::Buyers | Forgetting::CreditOwners => return None,
    })
}

/// What is read for a download: its name there, the columns, and from where; `$1` is the customer, `$2` his address, `$3` the key of
/// his cart.
const OWN: [(&str, &str, &str); 17] = [
    ("cart", "content, updated_at", "carts WHERE session_key = $3"),
    (
        "saved_methods",
        "kind, brand, last4, expires_month, expires_year, email, created_at",
        "saved_methods WHERE customer_id = $1 ORDER BY id",
    ),
    (
        "subscriptions",
        "status, billing_name, billing_email, payment_method, created_at",
        "subscriptions WHERE customer_id = $1 ORDER BY id",
    ),
    (
        "payments",
        "order_id, method, cents, created_at",
        "payments WHERE order_id IN (SELECT id FROM orders WHERE customer_id = $1) ORDER BY id",
    ),
    (
        "withdrawals",
        "order_id, name, email, created_at",
        "withdrawals WHERE order_id IN (SELECT id FROM orders WHERE customer_id = $1) ORDER BY id",
    ),
    (
        "invoices",
        "year, number, order_id, content, issued_at",
        "invoices WHERE order_id IN (SELECT id FROM orders WHERE customer_id = $1) ORDER BY id",
    ),
    (
        "vat_checks",
        "country, vat_number, answer, name, address, consultation, created_at",
        "vat_checks WHERE customer_id = $1 ORDER BY id",
    ),
    (
        "newsletter",
        "email, state, source, consent_text, consent_at, confirmed_at, left_at",
        "newsletter_subscribers WHERE email = $2",
    ),
    (
        "captured_emails",
        "email, location, lang, captured_at, seen_at, unsubscribed_at",
        "captured_emails WHERE email = $2",
    ),
    (
        "mails",
        "kind, recipient, subject, body_text, sent_at, created_at",
        "outbox WHERE recipient = $2 ORDER BY id DESC",
    ),
    (
        "conversations",
        "title, state, name, email, created_at",
        "conversations WHERE customer_id = $1 OR (customer_id IS NULL AND company_id IS NULL AND email = $2) ORDER BY id",
    ),
    (
        "guest_reviews",
        "product_id, reviewer, rating, body, status, created_at",
        "reviews WHERE customer_id IS NULL AND reviewer_email = $2 ORDER BY id",
    ),
    (
        "guest_comments",
        "page_id, author, author_email, body, status, created_at",
        "comments WHERE customer_id IS NULL AND author_email = $2 ORDER BY id",
    ),
    (
        "approvals",
        "state, lines, goods_cents, note, answer, created_at, decided_at",
        "cart_approvals WHERE customer_id = $1 ORDER BY id",
    ),
    ("purchase_lists", "title, lines, created_at", "purchase_lists WHERE customer_id = $1 ORDER BY id"),
    (
        "standing_orders",
        "repeats, state, first_on, next_on, created_at",
        "standing_orders WHERE customer_id = $1 ORDER BY id",
    ),
    (
        "received_payments",
        "amount_cents, received_day, reference, created_at",
        "received_payments WHERE company_id IN (SELECT id FROM companies WHERE owner_id = $1) ORDER BY id",
    ),
];

#[async_trait]
impl PersonalDataStore for Db {
    async fn forget(
        &self,
        what: Forgetting,
        before: UnixSeconds,
        now: UnixSeconds,
        most: u64,
    ) -> Result<u64, StoreError> {
        if let Some((table, key, condition, order)) = deleted(what) {
            // PostgreSQL looks again at a row that another one has just changed, at the outer condition alone.
            let sql = format!(
                "DELETE FROM {table} WHERE {condition} AND {key} IN \
                 (SELECT {key} FROM {table} WHERE {condition} ORDER BY {order} LIMIT $2)"
            );
            return self.run(&sql, values![before, most]).await;
        }
        match what {
            Forgetting::EInvoices => forget_einvoices(self, before, most).await,
            Forgetting::Buyers => forget_buyers(self, before, now, most).await,
            Forgetting::CreditOwners => {
                let spent = "balance_cents = 0 AND email <> '' AND created_at < $1";
                let sql = format!(
                    "UPDATE store_credit SET email = '', customer_id = NULL WHERE {spent} AND id IN \
                     (SELECT id FROM store_credit WHERE {spent} ORDER BY created_at LIMIT $2)"
                );
                self.run(&sql, values![before, most]).await
            }
            _ => {
                // The moment is the beginning of a year.
                let sql = "DELETE FROM invoices WHERE id IN \
                           (SELECT id FROM invoices WHERE year < $1 ORDER BY year, number LIMIT $2)";
                self.run(sql, values![year_of(before), most]).await
            }
        }
    }

    async fn rows_of(&self, table: &'static str) -> Result<u64, StoreError> {
        let count = self.number(&format!("SELECT COUNT(*) FROM {table}"), values![]).await?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    async fn own_rows(&self, id: CustomerId) -> Result<Vec<OwnRows>, StoreError> {
        // What goes by an address is of whoever has shown that it is his.
        let sql = "SELECT email FROM customers WHERE id = $1 AND email_confirmed_at IS NOT NULL";
        let email = self.row::<String>(sql, values![id]).await?;
        let mut own = Vec::with_capacity(OWN.len());
        for (name, columns, from) in OWN {
            let (place, value) = if from.contains("$3") {
                ("$3", values![customer_key(id)])
            } else if from.contains("$1") && from.contains("$2") {
                ("", values![id, &email])
            } else if from.contains("$2") {
                ("$2", values![&email])
            } else {
                ("$1", values![id])
            };
            let from = if place.is_empty() { from.to_owned() } else { from.replace(place, "$1") };
            let found = self.all(&format!("SELECT {columns} FROM {from} LIMIT {MOST}"), value).await?;
            let rows = found.iter().map(|row| object(row, columns)).collect::<Result<_, _>>()?;
            own.push(OwnRows { name, rows });
        }
        Ok(own)
    }
}

/// The year of a moment, in Rome.
fn year_of(moment: UnixSeconds) -> i64 {
    name_of_day(local_day(moment)).split('-').next().and_then(|year| year.parse().ok()).unwrap_or_default()
}

/// A row as a JSON object; text that is JSON is taken in as such.
fn object(row: &QueryResult, columns: &str) -> Result<Value, StoreError> {
    let mut object = Map::new();
    for column in columns.split(", ") {
        let value = match row.try_get::<Option<i64>>("", column) {
            Ok(number) => number.map_or(Value::Null, Value::from),
            Err(_) => match row.try_get::<Option<String>>("", column).map_err(fault)? {
                None => Value::Null,
                Some(text) if text.starts_with(['{', '[']) => {
                    serde_json::from_str(&text).unwrap_or(Value::String(text))
                }
                Some(text) => Value::String(text),
            },
        };
        object.insert(column.to_owned(), value);
    }
    Ok(Value::Object(object))
}

async fn forget_einvoices(db: &Db, before: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    let write = db.begin(false).await?;
    let sql = "SELECT id FROM einvoices WHERE day < $1 ORDER BY day, id LIMIT $2";
    let old = write.rows::<i64>(sql, values![local_day(before), most]).await?;
    for id in &old {
        for sql in [
            "DELETE FROM einvoice_events WHERE einvoice_id = $1",
            "DELETE FROM einvoice_orders WHERE einvoice_id = $1",
            "DELETE FROM einvoices WHERE id = $1",
        ] {
            write.run(sql, values![*id]).await?;
        }
    }
    write.commit().await?;
    Ok(u64::try_from(old.len()).unwrap_or_default())
}

/// Orders that nobody waits for any more lose who bought; a subscription that still changed later keeps its first order as it is.
async fn forget_buyers(db: &Db, before: UnixSeconds, now: UnixSeconds, most: u64) -> Result<u64, StoreError> {
    let old = "WHERE nameless_at IS NULL AND created_at < $1 AND updated_at < $1 \
               AND status NOT IN ('pending', 'on-hold', 'processing') \
               AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.order_id = orders.id AND s.changed_at >= $1) \
               ORDER BY created_at LIMIT $2";
    let write = db.begin(false).await?;
    let orders = write.list::<Named>(old, values![before, most]).await?;
    let count = u64::try_from(orders.len()).unwrap_or_default();
    for order in orders {
        forget_buyer(&write, order, now).await?;
    }
    write.commit().await?;
    Ok(count)
}

async fn forget_buyer(write: &Write<'_>, order: Named, now: UnixSeconds) -> Result<(), StoreError> {
    let nameless = set! {
        content: to_json(&order.content.without_person())?,
        billing_email = "''",
        billing_name = "''",
        buyer_reference = "''",
        ordered_by = "''",
        idempotency_key = "NULL",
        customer_id = "NULL",
        company_id = "NULL",
        nameless_at: now,
    };
    write.update("orders", nameless, "id = $1", values![order.id]).await?;
    for sql in [
        "UPDATE withdrawals SET name = '', email = '' WHERE order_id = $1",
        "UPDATE coupon_uses SET user_key = '' WHERE order_id = $1",
        "DELETE FROM subscriptions WHERE order_id = $1",
        "DELETE FROM order_events WHERE order_id = $1",
        "DELETE FROM outbox WHERE order_id = $1",
    ] {
        write.run(sql, values![order.id]).await?;
    }
    Ok(())
}
