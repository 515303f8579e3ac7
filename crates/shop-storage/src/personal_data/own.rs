//! What a download holds of the person who asks for it.

use std::collections::HashMap;

use sea_orm::QueryResult;
use serde_json::{Map, Value};
use shop_core::base::OrderId;
use shop_services::cart::customer_key;
use shop_services::ports::{DataOwner, OrderOwner, OwnOrder, OwnOrderLine, OwnRows, StoreError};

use crate::db::{Db, fault, list};
use crate::row::row;
use crate::statement::{value, values};

row! {
    OwnOrder: orders(id) {
        id, status, created_at, total_cents, payment_method,
        refunded_cents: "refunded_cents + credit_refunded_cents", content, lines = Vec::new(),
    }
}

row! {
    OwnOrderLine: order_lines(order_id) { order_id, sku, name, quantity, content, }
}

/// What is read for a download: its name there, the columns, and from where. Words with a colon are values, see [`placed`].
const OWN: [(&str, &str, &str); 17] = [
    ("cart", "content, updated_at", "carts WHERE session_key = :cart ORDER BY session_key"),
    (
        "saved_methods",
        "kind, brand, last4, expires_month, expires_year, email, created_at",
        "saved_methods WHERE customer_id = :customer ORDER BY id",
    ),
    (
        "subscriptions",
        "status, billing_name, billing_email, payment_method, created_at",
        "subscriptions WHERE customer_id = :buyer OR order_id IN (SELECT id FROM orders WHERE company_id = :company) ORDER BY id",
    ),
    (
        "payments",
        "order_id, method, cents, created_at",
        "payments WHERE order_id IN (SELECT id FROM orders WHERE customer_id = :buyer OR company_id = :company) ORDER BY id",
    ),
    (
        "withdrawals",
        "order_id, name, email, created_at",
        "withdrawals WHERE order_id IN (SELECT id FROM orders WHERE customer_id = :buyer OR company_id = :company) ORDER BY id",
    ),
    (
        "invoices",
        "year, number, order_id, content, issued_at",
        "invoices WHERE order_id IN (SELECT id FROM orders WHERE customer_id = :buyer OR company_id = :company) ORDER BY id",
    ),
    (
        "vat_checks",
        "country, vat_number, answer, name, address, consultation, created_at",
        "vat_checks WHERE customer_id = :customer OR company_id = :company OR (customer_id IS NULL AND LOWER(email) = :email) ORDER BY id",
    ),
    (
        "newsletter",
        "email, state, source, consent_text, consent_at, confirmed_at, left_at, wish_source, wish_text, wished_at",
        "newsletter_subscribers WHERE email = :email ORDER BY id",
    ),
    (
        "captured_emails",
        "email, location, lang, captured_at, seen_at, unsubscribed_at",
        "captured_emails WHERE email = :email ORDER BY id",
    ),
    (
        "mails",
        "kind, recipient, subject, body_text, sent_at, created_at",
        "outbox WHERE LOWER(recipient) = :email OR order_id IN (SELECT id FROM orders WHERE customer_id = :buyer \
         AND LOWER(billing_email) = LOWER(outbox.recipient)) ORDER BY id DESC",
    ),
    (
        "conversations",
        "title, state, name, email, created_at",
        "conversations WHERE customer_id = :customer OR (customer_id IS NULL AND company_id IS NULL AND LOWER(email) = :email) ORDER BY id",
    ),
    (
        "guest_reviews",
        "product_id, reviewer, rating, body, status, created_at",
        "reviews WHERE customer_id IS NULL AND reviewer_email = :email ORDER BY id",
    ),
    (
        "guest_comments",
        "page_id, author, author_email, body, status, created_at",
        "comments WHERE customer_id IS NULL AND author_email = :email ORDER BY id",
    ),
    (
        "approvals",
        "state, lines, goods_cents, note, answer, created_at, decided_at",
        "cart_approvals WHERE customer_id = :customer ORDER BY id",
    ),
    ("purchase_lists", "title, lines, created_at", "purchase_lists WHERE customer_id = :customer ORDER BY id"),
    (
        "standing_orders",
        "repeats, state, first_on, next_on, created_at",
        "standing_orders WHERE customer_id = :customer ORDER BY id",
    ),
    (
        "received_payments",
        "amount_cents, received_day, reference, created_at",
        "received_payments WHERE company_id IN (SELECT id FROM companies WHERE owner_id = :customer) ORDER BY id",
    ),
];

/// Statement and values of a list's end, from `FROM` on: `:customer` is the account, `:email` its confirmed address, `:cart` the key
/// of its cart, `:buyer` the account as the owner of orders (a sub-account is none), `:company` the company that it keeps.
fn placed(from: &str, of: &DataOwner) -> Result<(String, Vec<sea_orm::Value>), StoreError> {
    let mut sql = String::with_capacity(from.len());
    let mut values = Vec::new();
    let mut parts = from.split(':');
    sql.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        values.push(match name {
            "customer" => value(of.customer_id),
            "email" => value(&of.email),
            "cart" => value(customer_key(of.customer_id)),
            "buyer" => value(of.orders().map(|owner| owner.customer_id)),
            "company" => value(of.orders().and_then(|owner| owner.company_id)),
            _ => return Err(StoreError::Refused(format!("unknown value {name}"))),
        });
        sql.push('$');
        sql.push_str(&values.len().to_string());
        sql.push_str(rest);
    }
    Ok((sql, values))
}

/// A part of a list; `None`: there is none of this number.
pub(super) async fn rows(
    db: &Db,
    of: &DataOwner,
    list: usize,
    (offset, most): (u64, u64),
) -> Result<Option<OwnRows>, StoreError> {
    let Some((name, columns, from)) = OWN.get(list).copied() else { return Ok(None) };
    let (from, values) = placed(from, of)?;
    let sql = format!("SELECT {columns} FROM {from} LIMIT {most} OFFSET {offset}");
    let found = db.all(&sql, values).await?;
    let rows = found.iter().map(|row| object(row, columns)).collect::<Result<_, _>>()?;
    Ok(Some(OwnRows { name, rows }))
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

/// Numbers of an owner's orders, newest first.
pub(super) async fn order_ids(db: &Db, owner: OrderOwner) -> Result<Vec<OrderId>, StoreError> {
    let sql = "SELECT id FROM orders WHERE (customer_id = $1 OR company_id = $2) AND status <> 'checkout-draft' \
               ORDER BY id DESC";
    db.rows(sql, values![owner.customer_id, owner.company_id]).await
}

/// Those of the named orders that are the owner's, with their lines: two statements, however many they are.
pub(super) async fn orders(db: &Db, owner: OrderOwner, ids: &[OrderId]) -> Result<Vec<OwnOrder>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let named = |ids: &[OrderId]| ids.iter().map(|id| value(*id)).collect::<Vec<_>>();
    let rest =
        format!("WHERE id IN ({}) AND (customer_id = $1 OR company_id = $2) ORDER BY id DESC", list(3, ids.len()));
    let mut wanted = values![owner.customer_id, owner.company_id];
    wanted.extend(named(ids));
    let mut orders: Vec<OwnOrder> = db.list(&rest, wanted).await?;
    let ids: Vec<OrderId> = orders.iter().map(|order| order.id).collect();
    if ids.is_empty() {
        return Ok(orders);
    }
    let rest = format!("WHERE order_id IN ({}) ORDER BY order_id, position", list(1, ids.len()));
    let mut lines: HashMap<OrderId, Vec<OwnOrderLine>> = HashMap::new();
    for line in db.list::<OwnOrderLine>(&rest, named(&ids)).await? {
        lines.entry(line.order_id).or_default().push(line);
    }
    for order in &mut orders {
        order.content.refunded_cents = order.refunded_cents;
        order.lines = lines.remove(&order.id).unwrap_or_default();
    }
    Ok(orders)
}
