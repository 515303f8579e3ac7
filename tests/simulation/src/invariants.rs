//! What must always hold, one function each. `ALWAYS` is checked after every write, `money_adds_up` once everything has come to an end.

use std::collections::BTreeMap;

use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use crate::world::World;

/// What an invariant looks at.
pub(crate) struct View {
    db: Connection,
    /// Stock of each product before the world began.
    stock_before: BTreeMap<i64, i64>,
}

/// An invariant: its name, and a function that gives what contradicts it.
pub(crate) type Invariant = (&'static str, fn(&View) -> rusqlite::Result<Vec<String>>);

/// What holds after every write.
pub(crate) const ALWAYS: &[Invariant] = &[
    ("stock is never below zero", stock_is_never_negative),
    ("stock is what it was, less what orders took and did not return", stock_is_what_was_not_sold),
    ("a coupon's count is the number of its uses, and within its limit", coupon_counts_add_up),
    ("each message is in the outbox once", messages_are_unique),
];

impl View {
    /// A view of a database that nobody has written to yet.
    pub(crate) fn new(world: &World) -> rusqlite::Result<Self> {
        let file = world.place.database().trim_start_matches("sqlite://");
        let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let mut view = Self { db, stock_before: BTreeMap::new() };
        view.stock_before =
            view.pairs("SELECT id, stock_quantity FROM products WHERE stock_managed")?.into_iter().collect();
        Ok(view)
    }

    fn pairs(&self, sql: &str) -> rusqlite::Result<Vec<(i64, i64)>> {
        self.db.prepare_cached(sql)?.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    }

    fn texts(&self, sql: &str) -> rusqlite::Result<Vec<String>> {
        self.db.prepare_cached(sql)?.query_map((), |row| row.get(0))?.collect()
    }
}

fn stock_is_never_negative(view: &View) -> rusqlite::Result<Vec<String>> {
    view.texts(
        "SELECT sku || ': ' || stock_quantity FROM products WHERE stock_managed AND stock_quantity < 0 AND backorders = 'no'",
    )
}

fn stock_is_what_was_not_sold(view: &View) -> rusqlite::Result<Vec<String>> {
    let sold: BTreeMap<i64, i64> = view
        .pairs(
            "SELECT l.stock_product_id, SUM(l.quantity - l.restocked) FROM order_lines l JOIN orders o ON o.id = l.order_id
             WHERE o.stock_taken AND l.stock_product_id IS NOT NULL GROUP BY 1",
        )?
        .into_iter()
        .collect();
    let now = view.pairs("SELECT id, stock_quantity FROM products WHERE stock_managed")?;
    let wrong = now.into_iter().filter_map(|(id, quantity)| {
        let expected = view.stock_before.get(&id)? - sold.get(&id).copied().unwrap_or_default();
        (expected != quantity).then(|| format!("product {id} has {quantity} pieces, not {expected}"))
    });
    Ok(wrong.collect())
}

fn coupon_counts_add_up(view: &View) -> rusqlite::Result<Vec<String>> {
    view.texts(
        "SELECT code || ': counted ' || usage_count || ', used ' || uses FROM
         (SELECT c.code, c.usage_count, c.usage_limit, (SELECT COUNT(*) FROM coupon_uses u WHERE u.coupon_id = c.id) AS uses
          FROM coupons c)
         WHERE uses <> usage_count OR uses > usage_limit",
    )
}

fn messages_are_unique(view: &View) -> rusqlite::Result<Vec<String>> {
    view.texts(
        "SELECT kind || ' of order ' || order_id FROM outbox WHERE order_id IS NOT NULL GROUP BY order_id, kind HAVING COUNT(*) > 1",
    )
}

/// Money at the provider belongs to orders, and orders have what they say was paid. At rest.
pub(crate) async fn money_adds_up(view: &View, world: &World) -> rusqlite::Result<Vec<String>> {
    let mut wrong = Vec::new();
    let charges = world.at_provider("/v1/charges?limit=100").await;
    let mut by_order: BTreeMap<i64, (i64, u64)> = BTreeMap::new();
    for charge in charges["data"].as_array().into_iter().flatten().filter(|charge| charge["paid"] == true) {
        world.count("charges", 1);
        let left = charge["amount_captured"].as_i64().unwrap_or_default()
            - charge["amount_refunded"].as_i64().unwrap_or_default();
        let intent = charge["payment_intent"].as_str().unwrap_or_default();
        let intent = world.at_provider(&format!("/v1/payment_intents/{intent}")).await;
        match order_of(&intent) {
            Some(order) => {
                let sum = by_order.entry(order).or_default();
                sum.0 += left;
                sum.1 += u64::from(left > 0);
            }
            None if left > 0 => wrong.push(format!("{left} cents were charged for no order: {intent}")),
            None => {}
        }
    }
    let sql = "SELECT id, status, total_cents, refunded_cents FROM orders WHERE payment_method = 'stripe'";
    let mut orders = view.db.prepare_cached(sql)?;
    let orders: Vec<(i64, String, i64, i64)> = orders
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect::<Result<_, _>>()?;
    for (id, status, total_cents, refunded_cents) in orders {
        let (charged, count) = by_order.remove(&id).unwrap_or_default();
        let expected = if matches!(status.as_str(), "processing" | "completed" | "refunded") {
            total_cents - refunded_cents
        } else {
            0
        };
        if charged != expected {
            wrong.push(format!("order {id} ({status}) has {charged} cents at the provider, not {expected}"));
        }
        if count > 1 {
            wrong.push(format!("order {id} was charged {count} times"));
        }
    }
    wrong.extend(
        by_order
            .into_iter()
            .filter(|(_, (left, _))| *left > 0)
            .map(|(id, (left, _))| format!("{left} cents were charged for order {id}, which is not paid by card")),
    );
    Ok(wrong)
}

fn order_of(intent: &Value) -> Option<i64> {
    intent["metadata"]["order_id"].as_str()?.parse().ok()
}
