//! Store credit and its ledger.

use std::collections::BTreeMap;

use shop_services::records::OrderContent;

use super::{View, number};

pub(super) fn add_up(view: &View) -> Vec<String> {
    view.texts(
        "SELECT code || ': balance ' || balance_cents || ', ledger ' || moved FROM
         (SELECT c.code, c.balance_cents,
             COALESCE((SELECT SUM(cents) FROM credit_ledger l WHERE l.credit_id = c.id), 0) AS moved FROM store_credit c) AS credits
         WHERE balance_cents <> moved OR balance_cents < 0",
    )
}

pub(super) fn paid_are_in_the_ledger(view: &View) -> Vec<String> {
    let moved: BTreeMap<i64, i64> = view
        .numbers(
            "SELECT order_id, -SUM(cents) FROM credit_ledger WHERE order_id IS NOT NULL AND kind IN ('used', 'given_back')
             GROUP BY order_id",
        )
        .into_iter()
        .collect();
    let mut wrong = Vec::new();
    let sql = "SELECT id, content FROM orders WHERE status NOT IN ('cancelled', 'failed', 'refunded')";
    for [order, content] in view.rows(sql) {
        let content: OrderContent = serde_json::from_str(&content).expect("the content of an order");
        let used: i64 = content.credits.iter().map(|credit| credit.used_cents.0).sum();
        let moved = moved.get(&number(&order)).copied().unwrap_or_default();
        if moved != used {
            wrong.push(format!("order {order}: content {used}, ledger {moved}"));
        }
    }
    wrong
}

pub(super) fn given_up_orders_keep_none(view: &View) -> Vec<String> {
    view.texts(
        "SELECT 'order ' || id || ' (' || status || ') keeps ' || held || ' cents of credit, of which it gave back ' || given FROM
         (SELECT o.id, o.status, o.credit_refunded_cents AS given, -SUM(l.cents) AS held FROM orders o
          JOIN credit_ledger l ON l.order_id = o.id AND l.kind IN ('used', 'given_back')
          WHERE o.status IN ('cancelled', 'failed') GROUP BY o.id) AS orders_with_credit
         WHERE held > given",
    )
}
