//! What must always hold, one function each. `ALWAYS` is checked after every commit, `AT_REST` and `money_adds_up` once everything has come
//! to an end.

use std::collections::BTreeMap;

use rusqlite::Connection;
use serde_json::Value;
use shop_services::records::{OrderContent, OrderLineContent};

use crate::world::{World, open_database};

/// What an invariant looks at.
pub(crate) struct View {
    db: Connection,
    /// Stock of each product before the world began.
    stock_before: BTreeMap<i64, i64>,
}

/// An invariant: its name, and a function that gives what contradicts it.
pub(crate) type Invariant = (&'static str, fn(&View) -> rusqlite::Result<Vec<String>>);

/// An invariant of a world that has ended.
pub(crate) type FinalInvariant = (&'static str, fn(&View, &World) -> rusqlite::Result<Vec<String>>);

/// What holds after every commit.
pub(crate) const ALWAYS: &[Invariant] = &[
    ("stock is never below zero", stock_is_never_negative),
    ("stock is what it was, less what orders took and did not return", stock_is_what_was_not_sold),
    ("a coupon's count is the number of its uses, and within its limit", coupon_counts_add_up),
    ("a credit's balance is the sum of its ledger", credits_add_up),
    ("what was paid with credit is in the ledger", credits_paid_are_in_the_ledger),
    ("what an order gave back is the sum of its refunds", refunds_add_up),
    ("invoices are numbered without gaps", invoice_numbers_have_no_gap),
];

/// What holds once everything has come to an end.
pub(crate) const AT_REST: &[FinalInvariant] = &[
    ("the rows of an order add up to its total", orders_add_up),
    ("a buyer has no more orders than purchases in mind", buyers_bought_what_they_wanted),
];

impl View {
    /// A view of a database that nobody has written to yet.
    pub(crate) fn new(world: &World) -> rusqlite::Result<Self> {
        let mut view = Self { db: open_database(world)?, stock_before: BTreeMap::new() };
        view.stock_before =
            view.pairs("SELECT id, stock_quantity FROM products WHERE stock_managed")?.into_iter().collect();
        Ok(view)
    }

    fn pairs(&self, sql: &str) -> rusqlite::Result<Vec<(i64, i64)>> {
        self.db.prepare_cached(sql)?.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    }

    /// Whether an order was ever paid.
    fn was_paid(&self, order: i64) -> rusqlite::Result<bool> {
        let sql = "SELECT 1 FROM order_events WHERE order_id = ?1 AND to_status IN ('processing', 'completed')";
        self.db.prepare_cached(sql)?.exists([order])
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

fn credits_add_up(view: &View) -> rusqlite::Result<Vec<String>> {
    view.texts(
        "SELECT code || ': balance ' || balance_cents || ', ledger ' || moved FROM
         (SELECT c.code, c.balance_cents,
             COALESCE((SELECT SUM(cents) FROM credit_ledger l WHERE l.credit_id = c.id), 0) AS moved FROM store_credit c)
         WHERE balance_cents <> moved OR balance_cents < 0",
    )
}

fn credits_paid_are_in_the_ledger(view: &View) -> rusqlite::Result<Vec<String>> {
    view.texts(
        "SELECT 'order ' || id || ': content ' || used || ', ledger ' || moved FROM
         (SELECT o.id, COALESCE((SELECT SUM(json_extract(c.value, '$.used_cents'))
                  FROM json_each(o.content, '$.credits') c), 0) AS used,
             COALESCE((SELECT -SUM(l.cents) FROM credit_ledger l WHERE l.order_id = o.id AND l.cents < 0), 0) AS moved
          FROM orders o)
         WHERE moved < used",
    )
}

fn refunds_add_up(view: &View) -> rusqlite::Result<Vec<String>> {
    view.texts(
        "SELECT 'order ' || id || ': ' || refunded_cents || ', refunds ' || given FROM
         (SELECT o.id, o.refunded_cents + o.credit_refunded_cents AS refunded_cents,
             COALESCE((SELECT SUM(amount_cents - failed_cents) FROM refunds r WHERE r.order_id = o.id), 0) AS given
          FROM orders o)
         WHERE refunded_cents <> given",
    )
}

fn invoice_numbers_have_no_gap(view: &View) -> rusqlite::Result<Vec<String>> {
    view.texts(
        "SELECT year || ': ' || COUNT(*) || ' invoices up to ' || MAX(number) FROM invoices GROUP BY year
         HAVING COUNT(*) <> MAX(number)",
    )
}

fn orders_add_up(view: &View, _world: &World) -> rusqlite::Result<Vec<String>> {
    let mut statement = view.db.prepare_cached("SELECT id, total_cents, content FROM orders")?;
    let orders: Vec<(i64, i64, String)> =
        statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect::<Result<_, _>>()?;
    let mut lines = view.db.prepare_cached("SELECT content FROM order_lines WHERE order_id = ?1")?;
    let mut wrong = Vec::new();
    for (id, total_cents, content) in orders {
        let content: OrderContent = serde_json::from_str(&content).expect("the content of an order");
        let lines: Vec<String> = lines.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let lines: Vec<OrderLineContent> =
            lines.iter().map(|line| serde_json::from_str(line).expect("the content of a line")).collect();
        let shipping: i64 = content.delivery.iter().map(|delivery| delivery.cost_cents.0).sum();
        let credits: i64 = content.credits.iter().map(|credit| credit.used_cents.0).sum();
        let whole = content.items_cents.0 - content.discount_cents.0 + shipping + content.tax_cents.0;
        let taxes: i64 = content.taxes.iter().map(|tax| tax.items_cents.0 + tax.shipping_cents.0).sum();
        let net: i64 = lines.iter().map(|line| line.total_cents.0).sum();
        let sums = [
            ("the column", total_cents, content.total_cents.0),
            ("the total", content.total_cents.0 + credits + content.uncaptured_cents.0, whole),
            ("the taxes", content.tax_cents.0, taxes),
            ("the lines", net, content.items_cents.0 - content.discount_cents.0),
        ];
        for (what, one, other) in sums.into_iter().filter(|(_, one, other)| one != other) {
            wrong.push(format!("order {id}: {what}: {one}, not {other}"));
        }
    }
    Ok(wrong)
}

fn buyers_bought_what_they_wanted(view: &View, world: &World) -> rusqlite::Result<Vec<String>> {
    let mut statement = view.db.prepare_cached(
        "SELECT billing_email, COUNT(*) FROM orders WHERE status NOT IN ('pending', 'failed', 'cancelled') GROUP BY 1",
    )?;
    let orders: Vec<(String, i64)> =
        statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let wanted = world.purchases();
    let more = orders.into_iter().filter_map(|(email, count)| {
        let most = wanted.get(&email).copied().unwrap_or_default();
        (u64::try_from(count).unwrap_or_default() > most)
            .then(|| format!("{email} has {count} orders and wanted {most}"))
    });
    Ok(more.collect())
}

/// Money at the provider belongs to orders, and orders have what they say was paid. At rest.
pub(crate) async fn money_adds_up(view: &View, world: &World) -> rusqlite::Result<Vec<String>> {
    let mut wrong = Vec::new();
    let charges = world.at_provider("/v1/charges?limit=100").await;
    let mut by_order: BTreeMap<i64, (i64, u64)> = BTreeMap::new();
    for charge in charges["data"].as_array().into_iter().flatten().filter(|charge| charge["paid"] == true) {
        world.count("charges", 1);
        // One that was set aside and let go counts as refunded, too.
        let left = (charge["amount_captured"].as_i64().unwrap_or_default()
            - charge["amount_refunded"].as_i64().unwrap_or_default())
        .max(0);
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
        let left = total_cents - refunded_cents;
        let expected = if matches!(status.as_str(), "processing" | "completed" | "refunded") { left } else { 0 };
        // A disputed order is on hold, and the merchant may cancel a paid one before giving the money back.
        let may_be_paid = status == "on-hold" || (status == "cancelled" && view.was_paid(id)?);
        if charged != expected && !(may_be_paid && charged == left) {
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
