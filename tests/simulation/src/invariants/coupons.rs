//! Uses of coupons.

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
