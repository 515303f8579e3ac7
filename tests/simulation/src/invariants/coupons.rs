//! Uses of coupons.

use std::collections::BTreeSet;

use shop_services::records::OrderContent;

use super::View;

pub(super) fn counts_add_up(view: &View) -> Vec<String> {
    view.texts(
        "SELECT code || ': counted ' || usage_count || ', used ' || uses FROM
         (SELECT c.code, c.usage_count, c.usage_limit, (SELECT COUNT(*) FROM coupon_uses u WHERE u.coupon_id = c.id) AS uses
          FROM coupons c) AS counted
         WHERE uses <> usage_count OR uses > usage_limit",
    )
}

pub(super) fn given_up_orders_use_none(view: &View) -> Vec<String> {
    view.texts(
        "SELECT 'order ' || o.id || ' (' || o.status || ') uses coupon ' || u.coupon_id FROM coupon_uses u
         JOIN orders o ON o.id = u.order_id WHERE o.status IN ('cancelled', 'failed')",
    )
}

/// An order whose price a coupon lowered counts as one of its uses.
pub(super) fn orders_count_theirs(view: &View) -> Vec<String> {
    let used =
        view.rows("SELECT CAST(u.order_id AS TEXT), c.code FROM coupon_uses u JOIN coupons c ON c.id = u.coupon_id");
    let used: BTreeSet<(String, String)> = used.into_iter().map(|[order, code]| (order, code)).collect();
    let mut wrong = Vec::new();
    for [order, content] in view.rows("SELECT id, content FROM orders WHERE status NOT IN ('cancelled', 'failed')") {
        let content: OrderContent = serde_json::from_str(&content).expect("the content of an order");
        let codes = content.coupons.into_iter().map(|coupon| (order.clone(), coupon.code));
        wrong.extend(codes.filter(|one| !used.contains(one)).map(|(order, code)| format!("order {order} uses {code}")));
    }
    wrong
}
